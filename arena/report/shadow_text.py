"""Where a bot acts otherwise than a match had it, for the terminal."""

from collections.abc import Collection, Iterable, Iterator

from rich.text import Text

from arena.hosts.shadow import ShadowDecision


def shadow_text(
    decisions: Iterable[ShadowDecision], who: str, substituted: Collection[tuple[int, int]], noise: float = 0.0
) -> Iterator[Text]:
    """Each decision that differs, and their number.

    `who` names the seat. `substituted` has the deal and index of the actions that a substitute took for it, and
    `noise` is the probability with which its host replaced a decision.
    """
    count = different = 0
    for decision in decisions:
        count += 1
        if not decision.differs:
            continue
        different += 1
        by = " (by the substitute)" if (decision.deal, decision.index) in substituted else ""
        yield Text(
            f"Deal {decision.deal}, action {decision.index}: {_words(decision.then)}{by}, now {_now(decision)}",
            "bold",
        )
        for line in decision.situation.splitlines():
            yield Text(f"    {line}")
        if decision.fault is not None and decision.fault.trace:
            yield Text(decision.fault.trace.rstrip(), "dim")
    if different:
        yield Text(f"{different} of {count} decisions of {who} differ.")
        if noise:
            yield Text(f"It had noise {noise}: random actions of its host are among them.")
    else:
        yield Text(f"It acts the same in all {count} decisions of {who}.")


def _now(decision: ShadowDecision) -> str:
    if decision.fault is not None:
        return f"a fault, {decision.fault.kind}: {decision.fault.detail}"
    return _words(decision.now) + ("" if decision.legal else ", which is not legal here")


def _words(actions: tuple[str, ...]) -> str:
    """Actions with their verb once: ``discard C2 D3``."""
    verb = actions[0].partition(" ")[0]
    return " ".join([verb, *(action.partition(" ")[2] for action in actions)])
