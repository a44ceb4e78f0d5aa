"""Every ladder that comes with the project, loaded and shortened to a set of each pool."""

from pathlib import Path

import pytest
import yaml

from arena.ladder.entrants import load_ladder
from arena.ladder.runner import run_ladder
from arena.ladder.stored import open_ladder
from arena.ladder.verification import Verification
from arena.report.summary import summarise

ROOT = Path(__file__).parents[1]
CONFIGS = sorted((ROOT / "configs").glob("*.yaml"))


@pytest.mark.parametrize("config", CONFIGS, ids=lambda path: path.stem)
def test_a_config_that_comes_with_the_project_runs(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert load_ladder(config).name == config.stem
    ladder = load_ladder(_with_little_effort(config, tmp_path / config.name))
    outcome = run_ladder(ladder, tmp_path / "ladder", workers=0, max_sets=1, quiet=True)
    assert outcome.sets == len(ladder.pools)
    assert outcome.faults == 0
    with open_ladder(tmp_path / "ladder") as stored:
        assert sum(pool.tally.sets for pool in summarise(stored).pools) == outcome.sets


def _with_little_effort(config: Path, to: Path) -> Path:
    """The config with bots that search as little as they can, for sets that take seconds."""
    content = yaml.safe_load(config.read_text(encoding="utf-8"))
    for entrant in content["entrants"]:
        if "effort" in entrant.get("options", {}):
            entrant["options"]["effort"] = 1
    to.write_text(yaml.safe_dump(content), encoding="utf-8")
    return to


def test_the_competition_can_be_played_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    config = yaml.safe_load((ROOT / "configs" / "competition_60.yaml").read_text(encoding="utf-8"))
    swiss, knockout = config["format"]["stages"]
    swiss |= {"stop": {"sets": 16}}
    knockout |= {"sets_per_tie": 1}
    config |= {"isolation": "none"}
    (tmp_path / "short.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    ladder = load_ladder(tmp_path / "short.yaml")
    assert run_ladder(ladder, tmp_path / "ladder", workers=0, quiet=True).complete
    with open_ladder(tmp_path / "ladder") as stored:
        for pool in summarise(stored).pools:
            assert [stage.kind for stage in pool.stages] == ["swiss", "knockout"]
            assert [len(stage.rows) for stage in pool.stages] == [16, 16]
            assert pool.bracket[-1].order
        assert list(Verification(stored).findings()) == []


def test_every_config_is_described_in_the_folder() -> None:
    readme = (ROOT / "configs" / "README.md").read_text(encoding="utf-8")
    assert all(f"`{config.name}`" in readme for config in CONFIGS)


def test_every_key_of_the_reference_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / "configs" / "KEYS.md").read_text(encoding="utf-8")
    example = text.split("```yaml\n")[1].split("```")[0]
    (tmp_path / "example.yaml").write_text(example, encoding="utf-8")
    ladder = load_ladder(tmp_path / "example.yaml")
    assert set(yaml.safe_load(example)) <= set(type(ladder.config).model_fields)
    assert all(f"`{key}" in text for key in type(ladder.config).model_fields)
