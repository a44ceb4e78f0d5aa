from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.bots.loading import LoadedBot
from arena.hosts.hosts import Hosts
from tests.hosts.kit import MIDDLE, Kit, written


@pytest.fixture(scope="session")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    hosts = Hosts(tmp_path_factory.mktemp("hosts"))
    yield hosts
    hosts.close()


@pytest.fixture(params=["none", "process", "sandbox"])
def kit(hosts: Hosts, request: pytest.FixtureRequest) -> Kit:
    """Every isolation in turn."""
    return Kit(hosts, request.param)


@pytest.fixture(params=["process", "sandbox"])
def apart(hosts: Hosts, request: pytest.FixtureRequest) -> Kit:
    """The isolations with processes."""
    return Kit(hosts, request.param)


@pytest.fixture
def plain(hosts: Hosts) -> Kit:
    """In process: what the others are held against."""
    return Kit(hosts, "none")


@pytest.fixture
def middle(tmp_path: Path) -> LoadedBot:
    return written(tmp_path, MIDDLE, "middle.py")
