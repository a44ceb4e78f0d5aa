"""Writing a ladder's results to a file as JSON lines, CSV or Parquet, streamed row by row."""

import csv
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, get_args, get_type_hints

import msgspec

from arena.errors import ArenaError
from arena.ladder.results import Records
from arena.report.cells import harmless

_NAMES = frozenset({"entrant", "pool", "set", "match"})
"""Columns of what people have named; calls such as +2D stand in others, as the rules write them."""
_BATCH = 10_000
"""Rows in one row group of a Parquet file."""


@contextmanager
def output(path: Path | None) -> Iterator[BinaryIO]:
    """A file that appears under its name only once it is complete, or standard output.

    What is no file but can be written (/dev/stdout, a named pipe) is written as it is. Raises ArenaError.
    """
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    try:
        if path.is_file() or path.is_dir() or not path.exists():
            with _whole(Path(os.path.realpath(path))) as stream:
                yield stream
        else:
            with path.open("wb") as stream:
                yield stream
    except OSError as error:
        raise ArenaError(f"cannot write {path}: {error.strerror or error}") from error


@contextmanager
def _whole(path: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of an earlier one once it is complete."""
    partial = path.with_name(path.name + ".part")
    try:
        with partial.open("wb") as stream:
            yield stream
        partial.replace(path)
    finally:
        with suppress(OSError):
            partial.unlink()


def write_jsonl(stream: BinaryIO, records: Iterable[Any]) -> None:
    """One JSON object a line: match records (schema 1), or rows of a table."""
    encode = msgspec.json.Encoder().encode
    for record in records:
        stream.write(encode(record) + b"\n")


def write_csv(stream: BinaryIO, records: Records[Any]) -> None:
    """A header line, then the rows; None is an empty field, and no name a formula (see `harmless`)."""
    lines = csv.writer(_Text(stream), lineterminator="\n")
    lines.writerow(records.columns)
    cells = [harmless if column in _NAMES else _same for column in records.columns]
    for row in records:
        lines.writerow(cell(value) for cell, value in zip(cells, msgspec.structs.astuple(row), strict=True))


def _same(value: Any) -> Any:
    return value


def write_parquet(stream: BinaryIO, records: Records[Any]) -> None:
    """The rows as Parquet; needs the extra ``[parquet]``."""
    try:
        import pyarrow as pa
        from pyarrow.parquet import ParquetWriter
    except ModuleNotFoundError as error:
        raise ArenaError("Parquet needs pyarrow: pip install 'trick-arena[parquet]'") from error
    kinds = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
    hints = get_type_hints(records.row)
    schema = pa.schema([(name, kinds[_plain(hints[name])]) for name in records.columns])
    with ParquetWriter(stream, schema) as writer:
        rows = iter(records)
        while batch := list(islice(rows, _BATCH)):
            columns = zip(*map(msgspec.structs.astuple, batch), strict=True)
            arrays = [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
            writer.write_batch(pa.record_batch(arrays, schema=schema))


def _plain(hint: Any) -> type:
    """The type of a column that may be None."""
    kind: type = next((kind for kind in get_args(hint) if kind is not type(None)), hint)
    return kind


class _Text:
    """The text side of a binary stream, without a buffer of its own."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write text as UTF-8."""
        return self._stream.write(text.encode())
