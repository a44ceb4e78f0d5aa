"""`arena report --live`: the report in a browser while the ladder runs."""

import socket
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import quote

import typer
import uvicorn
from plotly.offline import get_plotlyjs

from arena.errors import ArenaError
from arena.ladder.locate import RESULTS, LocateError, locate
from arena.ladder.schema import DATABASE
from arena.ladder.stored import open_ladder
from arena.report.audience import Audience
from arena.report.page.page import PLOTLY, page
from arena.report.replays import replayed_sets, set_page
from arena.report.results import ladder_results, results_document
from arena.report.summary import summarise
from arena.web.app import Pages, Site, make_app
from arena.web.watch import Page

LOCAL: Final = "127.0.0.1"
PORT: Final = 8056
LOCAL_NAMES: Final = ["127.0.0.1", "localhost"]


def serve(results: str | None, address: str, port: int, public: bool | None) -> None:
    """Answer browsers until Ctrl-C. Raises ArenaError if there is no ladder or the address cannot be had."""
    ladders, single = _ladders(results)
    local = _is_local(address)
    audience = Audience(public=not local if public is None else public)
    site = Site(
        ladders,
        single,
        Pages(
            report=lambda folder: _report(folder, audience),
            replay=lambda folder, name: _replay(folder, name, audience),
            scripts={PLOTLY: get_plotlyjs().encode()},
        ),
    )
    with _listen(address, port) as listening:
        where = f"http://{'[' + address + ']' if ':' in address else address}:{listening.getsockname()[1]}/"
        typer.echo(f"Live at {where}  (Ctrl-C ends it)")
        if not local:
            shown = (
                "what everybody may see (--public)" if audience.public else "everything, also what bots printed"
            )
            typer.echo(f"Warning: others can reach this address; they are shown {shown}.", err=True)
        config = uvicorn.Config(
            make_app(site, LOCAL_NAMES if local else ["*"]),
            log_level="critical",
            access_log=False,
            timeout_graceful_shutdown=1,
            server_header=False,
        )
        try:
            uvicorn.Server(config).run(sockets=[listening])
        except KeyboardInterrupt:
            typer.echo()


def _ladders(results: str | None) -> tuple[dict[str, Path], bool]:
    """The ladders to show by name, and whether one is meant or a folder of them."""
    root = RESULTS if results is None else Path(results)
    if not (root / DATABASE).is_file():
        found = {path.parent.name: path.parent for path in sorted(root.glob(f"*/{DATABASE}"))}
        if found and (results is not None or len(found) > 1):
            return found, False
    try:
        folder = locate(results)
    except LocateError as error:
        raise ArenaError(f"{error}. A folder of ladders can be shown too") from error
    return {folder.name: folder}, True


def _report(folder: Path, audience: Audience) -> Page:
    with open_ladder(folder) as ladder:
        found = ladder_results(summarise(ladder), ladder)
        replays = {name: f"replay?set={quote(name, safe='')}" for name in replayed_sets(found, audience)}
        html = page(found, ladder, audience, results_document(found, audience), replays, live=True)
    return html.encode(), {pool.summary.pool.id: pool.planned for pool in found.pools}


def _replay(folder: Path, name: str, audience: Audience) -> str:
    with open_ladder(folder) as ladder:
        return set_page(ladder, name, audience)


def _is_local(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def _listen(address: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((address, port), family=family)
    except OSError as error:
        raise ArenaError(
            f"{address}:{port}: cannot be listened at ({error.strerror}); give another --port or --address, "
            f"such as --port {port + 1}"
        ) from error
