"""The live page's server: reads ladders and answers, never writes."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from sse_starlette.sse import EventSourceResponse
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.errors import ArenaError
from arena.web.status import StatusReader
from arena.web.watch import Page, Watch

HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    # The pages themselves say what they may load; nobody may put them into a frame.
    "Content-Security-Policy": "frame-ancestors 'none'",
}
_templates = Environment(loader=PackageLoader("arena.web"), autoescape=True, undefined=StrictUndefined)


@dataclass(frozen=True)
class Pages:
    """How pages are made, each from a ladder's folder: the report, and a set's replay.

    `scripts` are files that the report loads, by name.
    """

    report: Callable[[Path], Page]
    replay: Callable[[Path, str], str]
    scripts: Mapping[str, bytes]


class Site:
    """The ladders of one address, by name: a `single` one at its root, or several below an index."""

    def __init__(self, ladders: Mapping[str, Path], single: bool, pages: Pages) -> None:
        self._ladders = dict(ladders)
        self._single = single
        self._pages = pages
        self._watches: dict[str, Watch] = {}

    def routes(self) -> list[Route]:
        """What can be asked for."""
        root = "" if self._single else "/{name}"
        ladder = [
            Route(f"{root}/", self.report),
            Route(f"{root}/events", self.events),
            Route(f"{root}/replay", self.replay),
            *(Route(f"{root}/{name}", self._script(text)) for name, text in self._pages.scripts.items()),
        ]
        return ladder if self._single else [Route("/", self.index), *ladder]

    async def report(self, request: Request) -> Response:
        """The report, which follows the ladder by itself."""
        watch = self._watch(request)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return HTMLResponse(await watch.page())
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return HTMLResponse(await watch.packed_page(), headers=headers)

    async def events(self, request: Request) -> Response:
        """The ladder's status as server-sent events."""
        watch = self._watch(request)

        async def told() -> AsyncIterator[dict[str, str]]:
            async for message in watch.messages():
                yield {"event": "status", "data": message}

        return EventSourceResponse(told(), headers=HEADERS)

    async def replay(self, request: Request) -> Response:
        """The viewer for the set named in the query."""
        name = request.query_params.get("set", "")
        return HTMLResponse(await asyncio.to_thread(self._pages.replay, self._folder(request), name))

    async def index(self, request: Request) -> Response:
        """The ladders with what they do."""
        rows = await asyncio.to_thread(self._rows)
        return HTMLResponse(_templates.get_template("index.html").render(ladders=rows))

    @staticmethod
    def _script(text: bytes) -> Callable[[Request], Response]:
        def script(request: Request) -> Response:
            return Response(text, media_type="text/javascript", headers={"Cache-Control": "max-age=86400"})

        return script

    def _rows(self) -> list[dict[str, object]]:
        rows: list[dict[str, object]] = []
        for name, folder in self._ladders.items():
            try:
                status = StatusReader(folder).read(0.0, 0)
            except ArenaError as error:
                rows.append({"name": name, "said": str(error), "pools": ()})
            else:
                rows.append({"name": name, "said": status.said, "pools": status.pools})
        return rows

    def _folder(self, request: Request) -> Path:
        """The ladder meant; only names that were found at the start lead anywhere."""
        name = self._name(request)
        if name not in self._ladders:
            raise HTTPException(404, "no such ladder")
        return self._ladders[name]

    def _name(self, request: Request) -> str:
        return next(iter(self._ladders)) if self._single else str(request.path_params["name"])

    def _watch(self, request: Request) -> Watch:
        folder = self._folder(request)
        name = self._name(request)
        if name not in self._watches:
            self._watches[name] = Watch(folder, lambda: self._pages.report(folder))
        return self._watches[name]


class _Headers:
    """Puts `HEADERS` on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(
                        (name.lower().encode(), value.encode())
                        for name, value in HEADERS.items()
                        if name.lower().encode() not in given
                    ),
                ]
            await send(message)

        await self._app(scope, receive, with_headers)


def make_app(site: Site, hosts: list[str]) -> Starlette:
    """The server's application; only requests to one of `hosts` are answered (so no other site can reach in)."""
    return Starlette(
        routes=site.routes(),
        middleware=[
            Middleware(_Headers),
            Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False),
            Middleware(GZipMiddleware, minimum_size=2000, compresslevel=5),
        ],
        exception_handlers={HTTPException: _refused, ArenaError: _not_found},
    )


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return PlainTextResponse(error.detail, error.status_code, headers=error.headers)


async def _not_found(request: Request, error: Exception) -> Response:
    """What a ladder does not have; of the file system the answer says nothing."""
    return PlainTextResponse("not found in this ladder", 404)
