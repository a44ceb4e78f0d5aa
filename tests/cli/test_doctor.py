import re

import pytest
from typer.testing import CliRunner

import arena.cli.doctor
from arena.cli.main import app
from arena.hosts.layers import Layer, layers


def test_it_shows_layers_cores_and_versions() -> None:
    shown = CliRunner().invoke(app, ["doctor"]).stdout
    for word in ("prctl", "landlock", "rlimits", "seccomp", "bubblewrap", "physical", "msgspec", "numpy"):
        assert word in shown
    assert len(re.findall(r"\bnumpy +\d", shown)) == 1


@pytest.mark.parametrize(("name", "needed"), [("landlock", True), ("bubblewrap", False)])
def test_a_missing_layer_is_shown_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, name: str, needed: bool
) -> None:
    found = [Layer(layer.name, layer.what, layer.name != name, "no such thing") for layer in layers()]
    monkeypatch.setattr(arena.cli.doctor, "layers", lambda: tuple(found))
    result = CliRunner().invoke(app, ["doctor"])
    assert result.exit_code == (1 if needed else 0)
    assert "no such thing" in result.stdout
    assert ("No sandbox here: landlock missing." in result.stdout) == needed
