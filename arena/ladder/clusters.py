"""The Dask cluster that a ladder's config asks for."""

from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ArenaError
from arena.ladder.cores import physical_cores
from arena.ladder.entrants import Ladder
from arena.ladder.luggage import LadderLuggage

if TYPE_CHECKING:
    from arena.ladder.executors.dask_cluster import Cluster


def open_cluster(ladder: Ladder, folder: Path, workers: int | None) -> "Cluster | None":
    """The cluster on which a ladder is to be played, its workers examined; None if it is not to be one.

    `workers` overrides the config's: at most so many of the scheduler's, or so many processes of this machine; 0
    plays in the main process. Raises ArenaError: dask.distributed is not installed, no such scheduler, no worker,
    or one that does not fit.
    """
    config = ladder.config
    if workers is None and config.workers != "auto":
        workers = config.workers
    if config.executor.kind != "dask" or workers == 0:
        return None
    try:
        from arena.ladder.executors.dask_cluster import Address, Cluster
    except ImportError as error:
        raise ArenaError(
            f"executor.kind: dask needs dask.distributed, which is not installed ({error}); "
            "pip install 'trick-arena[dask]', or use kind: local"
        ) from error
    given = config.executor
    address = Address(given.scheduler or "", given.tls_ca, given.tls_cert, given.tls_key)
    if not given.scheduler and workers is None:
        workers = physical_cores()
    return Cluster(address, LadderLuggage(ladder, folder), workers)
