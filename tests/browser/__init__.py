"""A real headless Chromium against a real server."""
