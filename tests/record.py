"""Write the playthroughs again, or a new one: `python -m tests.record [NAME 'MATCH']`.

A playthrough must not change unless somebody means it: read the difference before committing it.
"""

from __future__ import annotations

import sys

from tests.engines.playthrough import FOLDER, transcript


def main(arguments: list[str]) -> int:
    """Record one match under a name, or every file again from its first line."""
    if len(arguments) not in (0, 2):
        print("usage: python -m tests.record [NAME 'MATCH']", file=sys.stderr)
        return 2
    if arguments:
        lines = {FOLDER / f"{arguments[0]}.txt": arguments[1]}
    else:
        lines = {
            path: path.read_text(encoding="utf-8").partition("\n")[0] for path in sorted(FOLDER.glob("*.txt"))
        }
    for path, line in lines.items():
        path.write_text(transcript(line), encoding="utf-8")
        print(path.name)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
