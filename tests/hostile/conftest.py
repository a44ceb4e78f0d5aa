from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.hostile.ground import Ground


@pytest.fixture(scope="session")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Ground]]:
    """The ground of an isolation, the same one every time."""
    made: dict[str, Ground] = {}
    with ExitStack() as close:

        def ground(isolation: str) -> Ground:
            if isolation not in made:
                made[isolation] = close.enter_context(Ground(tmp_path_factory.mktemp(isolation), isolation))
            return made[isolation]

        yield ground
