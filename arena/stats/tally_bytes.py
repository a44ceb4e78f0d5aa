"""A tally as bytes and back: exactly as it was, so that folding goes on as if it had never stopped."""

from collections import Counter
from typing import Any, get_args, get_origin

import msgspec

from arena.stats.tallies import PoolTally


def encode_tally(tally: PoolTally) -> bytes:
    """Write a tally down. Whole numbers stay whole, and entries keep their order."""
    return _ENCODER.encode(tally)


def decode_tally(data: bytes) -> PoolTally:
    """The inverse of `encode_tally`. Raises msgspec.MsgspecError if the bytes are none of its."""
    return _DECODER.decode(data)


def _counter(wanted: type[Any], found: Any) -> Any:
    """A Counter, which msgspec reads as a plain dict."""
    if get_origin(wanted) is not Counter:
        raise TypeError(f"no way to read {wanted}")
    (kind,) = get_args(wanted)
    return Counter({msgspec.convert(key, kind): count for key, count in found.items()})


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(PoolTally, dec_hook=_counter)
