"""A tree of visits (MCTS) whose leaves are judged by the estimate, with proofs that go up."""
