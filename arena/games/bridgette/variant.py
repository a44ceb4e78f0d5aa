"""Bridgette's rule options."""

from collections.abc import Mapping

import msgspec

from arena.errors import VariantError, did_you_mean

_PASSED_OUT = ("count", "redeal")


class BridgetteVariant(msgspec.Struct, frozen=True):
    """`passed_out` says whether a passed-out deal counts as one of the six or is dealt again (B18)."""

    passed_out: str = "count"

    def options(self) -> dict[str, str | int]:
        """Every option with its value, as in the match record."""
        return {"passed_out": self.passed_out}

    @classmethod
    def parse(cls, options: Mapping[str, object]) -> "BridgetteVariant":
        """Check options, filling in the defaults. Raises VariantError naming every problem."""
        problems = {
            option: f"unknown option of bridgette; known: passed_out{did_you_mean(option, ['passed_out'])}"
            for option in options
            if option != "passed_out"
        }
        passed_out = options.get("passed_out", "count")
        if passed_out not in _PASSED_OUT:
            hint = did_you_mean(str(passed_out), _PASSED_OUT)
            problems["passed_out"] = f"expected 'count' or 'redeal', got {passed_out!r}{hint}"
        if problems:
            raise VariantError(problems)
        return cls(str(passed_out))
