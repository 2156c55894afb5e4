"""The real lgpio with its real notifier thread, told by hand what the kernel would tell."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from drivers.contract import Button

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("lgpio") is None, reason="lgpio has no wheel for this Python: pip install lgpio"
)


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """What lgpio_rig.py saw, run where lgpio may make its pipe."""
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("lgpio_rig.py")],
        cwd=tmp_path_factory.mktemp("lgpio"),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_presses_come_through_lgpios_own_thread(report):
    """Chattering taps on all seven buttons: seven presses, in order."""
    assert report["alive"]
    assert report["presses"] == [[button.value, False] for button in Button]


def test_edges_told_late_are_taken_at_the_kernels_moments(report):
    """Three presses in one gulp, half a second old: three presses."""
    assert report["late"] == [["spade", False]] * 3


def test_a_dead_notifier_is_noticed(report):
    """An exception in a callback ends lgpio's only thread: the board is no longer alive, and says what happened."""
    assert not report["alive after"]
    assert report["troubles"] == ["no button is heard any more: lgpio's notifier thread has ended"]


@pytest.mark.parametrize("named", [False, True], ids=["nowhere_named", "LG_WD"])
def test_lgpio_s_pipe_is_left_nowhere_but_where_it_was_asked_for(tmp_path, named):
    """`sudo meneur doctor` called from somebody's home leaves nothing there, nor among the temporary files."""
    folders = here, temporary, chosen = [tmp_path / name for name in ("here", "temporary", "chosen")]
    for folder in folders:
        folder.mkdir()
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}
    surroundings.pop("LG_WD", None)
    if named:
        surroundings["LG_WD"] = str(chosen)
    code = (
        "from drivers import header; header._needed('lgpio', ''); import os; print(*os.listdir(os.environ['TMPDIR']))"
    )
    told = [sys.executable, "-c", code]
    heard = subprocess.run(told, cwd=here, env=surroundings, capture_output=True, text=True, check=True)
    assert bool(heard.stdout.strip()) != named
    left = {folder.name: [found.name for found in folder.iterdir()] for folder in folders}
    assert left == {"here": [], "temporary": [], "chosen": [".lgd-nfy0"] if named else []}
