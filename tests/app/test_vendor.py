"""Parts made by others are the published ones, byte for byte."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "static" / "vendor", ROOT / "tests" / "browser" / "vendor")
ROW = re.compile(r"^\| (?P<name>\S+) \| .* \| (?P<sum>[0-9a-f]{64}) \|$", re.MULTILINE)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_every_vendored_file_is_listed_with_its_sum(folder: Path) -> None:
    listed = {row["name"]: row["sum"] for row in ROW.finditer((folder / "README.md").read_text("utf-8"))}
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.name != "README.md"
    }
    assert found == listed


def test_the_version_is_in_the_name_and_in_the_file() -> None:
    (script,) = FOLDERS[0].glob("htmx-*.min.js")
    version = script.name.removeprefix("htmx-").removesuffix(".min.js")
    assert f'version="{version}"' in script.read_text("utf-8")
