"""Where compiled code is kept: a folder named after the sources, that can be written, by us alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from engines import warm
from engines.core import jit
from engines.registry import GAMES

NAME = f"numba-{version('numba')}"


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Path]:
    """The three places, all inside this test's folder."""
    found = {name: tmp_path / name for name in ("wanted", "home", "temporary")}
    for folder in found.values():
        folder.mkdir()
    monkeypatch.setenv("INGENIO_CACHE_DIR", str(found["wanted"]))
    monkeypatch.setenv("XDG_CACHE_HOME", str(found["home"]))
    monkeypatch.setattr("tempfile.tempdir", str(found["temporary"]))
    return found


def block(place: Path) -> None:
    """Make a place unusable, for root too: a file stands where a folder should be."""
    place.rmdir()
    place.write_text("")


def test_the_wanted_place_comes_first(places: dict[str, Path]) -> None:
    folder = jit.choose_folder()
    assert folder == places["wanted"] / NAME
    assert folder.is_dir()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert list(folder.iterdir()) == []


def test_a_place_that_cannot_be_written_is_passed_over(places: dict[str, Path]) -> None:
    block(places["wanted"])
    assert jit.choose_folder() == places["home"] / "ingenio" / NAME
    block_all = places["home"] / "ingenio"
    shutil.rmtree(block_all)
    block(places["home"])
    assert jit.choose_folder().parent == places["temporary"] / f"ingenio-{os.getuid()}"


def test_a_read_only_folder_is_passed_over(places: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    (places["wanted"] / NAME).mkdir(mode=0o500)
    temporary_file = jit.tempfile.TemporaryFile

    def refuse(dir: Path) -> object:  # root may write anywhere, so the refusal is made here
        if not dir.stat().st_mode & 0o200:
            raise PermissionError(dir)
        return temporary_file(dir=dir)

    monkeypatch.setattr(jit.tempfile, "TemporaryFile", refuse)
    assert jit.choose_folder().parent == places["home"] / "ingenio"


def test_a_folder_that_belongs_to_somebody_else_is_passed_over(
    places: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit.os, "getuid", lambda: 12_345_678)
    folder = jit.choose_folder()
    assert folder.parent == places["temporary"]
    assert folder.name.startswith("ingenio-")


def test_where_nothing_can_be_written_a_new_temporary_folder_is_made(places: dict[str, Path]) -> None:
    block(places["wanted"])
    block(places["home"])
    (places["temporary"] / f"ingenio-{os.getuid()}").write_text("")
    first, second = jit.choose_folder(), jit.choose_folder()
    assert first.parent == second.parent == places["temporary"]
    assert first != second


def test_the_name_changes_with_every_kernel_source_that_may_be_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Path(jit.__file__).parents[1]
    copy = tmp_path / "engines"
    shutil.copytree(root, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(jit, "__file__", str(copy / "core" / "jit.py"))
    games = sorted({module.split(".")[1] for game in GAMES for module in game.kernels})
    sources = [path for path in copy.rglob("*.py") if path.name in jit.KERNEL_FILES]
    assert {path.name for path in sources} == set(jit.KERNEL_FILES)
    for path in sources:
        owner = path.relative_to(copy).parts[0]
        assert owner in {*games, "core"}
        before = {game: jit.sources_hash(game) for game in games}
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        changed = {game for game in games if jit.sources_hash(game) != before[game]}
        assert changed == (set(games) if owner == "core" else {owner})
    before = {game: jit.sources_hash(game) for game in games}
    (copy / "core" / "match.py").write_text("")
    assert before == {game: jit.sources_hash(game) for game in games}


def test_what_is_compiled_already_is_not_even_loaded() -> None:
    program = "import sys, engines.warm as warm; warm.main(); print('loaded', *sys.modules)"
    warm_up = [sys.executable, "-c", program]
    subprocess.run(warm_up, check=True, capture_output=True)
    said = subprocess.run(warm_up, check=True, capture_output=True, text=True).stdout
    progress, _, loaded = said.partition("loaded")
    names = warm.modules()
    assert progress.split("\n")[:-1] == [
        f"{done}/{len(names)} {name}" for done, name in enumerate(names, start=1)
    ]
    assert not set(names) & set(loaded.split())


def test_a_file_that_was_written_again_is_compiled_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "again.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    before = warm.seal("again")
    assert warm.seal("again") == before
    os.utime(tmp_path / "again.py", (1, 1))
    assert warm.seal("again") != before


def test_each_game_has_a_folder_of_its_own() -> None:
    from engines.gyges import kernel as gyges  # needs the compiler, so only here
    from engines.timbiriche import kernel as timbiriche

    places = [jit.folder_of(module.__name__) for module in (gyges, timbiriche)]
    assert len(set(places)) == 2
    for place in places:
        assert place.parent == jit.FOLDER
        assert list(place.rglob("*.nbi")), "nothing was kept"


PROGRAM = """
import sys
{imports}
from engines.core.jit import FOLDER, kernel
import numba
assert numba.config.CACHE_DIR == str(FOLDER), numba.config.CACHE_DIR
from engines.core import bits
import numpy as np
@numba.njit(numba.int64(numba.uint64), cache=True)
def both(mask):
    return bits.count(mask) * 100 + bits.lowest(mask)
print(both(np.uint64(0b1011000)), FOLDER)
"""


@pytest.mark.parametrize("imports", ["", "import numba"], ids=["first", "after-numba"])
def test_compiled_code_lands_in_the_chosen_folder(tmp_path: Path, imports: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(PROGRAM.format(imports=imports))
    cache = tmp_path / "cache"
    environment = {**os.environ, "INGENIO_CACHE_DIR": str(cache), "PYTHONPATH": str(Path.cwd())}
    ran = subprocess.run(
        [sys.executable, str(script)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == ["303", str(cache / NAME)]
    assert list(cache.rglob("*.nbi")), "nothing was kept"


def test_the_bits_of_a_mask() -> None:
    from engines.core.bits import count, lowest  # needs the compiler, so only here

    np = pytest.importorskip("numpy")
    numba = pytest.importorskip("numba")

    @numba.njit(numba.int64(numba.uint64))
    def look(mask: object) -> int:
        return int(count(mask) * 100 + lowest(mask))

    for mask in (1, 2, 0b1100, 2**63, 2**64 - 1):
        assert look(np.uint64(mask)) == mask.bit_count() * 100 + (mask & -mask).bit_length() - 1
    assert look(np.uint64(0)) == 64


def test_what_kernels_do_with_arrays_changes_nothing() -> None:
    from engines.core.bits import prefetch, unowned  # needs the compiler, so only here

    np = pytest.importorskip("numpy")
    numba = pytest.importorskip("numba")

    @numba.njit(numba.uint64(numba.uint64[:, ::1], numba.int64))
    def add(table: Any, line: int) -> object:
        table = unowned(table)
        prefetch(table, line)
        kept = table[line]
        table[line, 0] += np.uint64(1)
        return kept[0]

    table = np.arange(24, dtype=np.uint64).reshape(3, 8)
    before = sys.getrefcount(table)
    assert [add(table, line) for line in (0, 2, 2)] == [1, 17, 18]
    assert table.sum() == 24 * 23 // 2 + 3
    assert sys.getrefcount(table) == before
