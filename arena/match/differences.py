"""Whether a stored match result is what the engine says of its transcript."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from arena.errors import ArenaError
from arena.games.base import Game, State, Variant
from arena.match.referee import FaultPolicy
from arena.match.transcript import TranscriptError, decode
from arena.records import MatchResult

LENIENT: Final = FaultPolicy()


def differences(
    game: Game[Any], variant: Variant, seed: str, result: MatchResult, policy: FaultPolicy = LENIENT
) -> list[str]:
    """What a stored result says otherwise than the engine does when it plays the transcript again.

    Of the faults it checks all that follows from the transcript and `policy`: who can have committed them, where,
    and which sides lost by them. Their kinds and details no transcript can tell.
    """
    state, _ = game.start(variant, seed)
    try:
        problems = list(_substitutions(state, result))
    except TranscriptError as error:
        return [str(error)]
    termination = "forfeit" if result.forfeited else state.termination
    pairs = [
        ("places", result.places, state.places(result.forfeited)),
        ("scores", result.scores, state.scores()),
        ("deals", result.deals, state.deals()),
        ("termination", str(result.termination), str(termination)),
    ]
    problems += [f"{name}: stored {stored}, played {played}" for name, stored, played in pairs if stored != played]
    more_sides = policy.more_sides == "play_on" and len(result.places) > 2
    problems += _strikes(state, result, policy.strikes) if more_sides else _forfeit(state, result)
    return problems


def _substitutions(state: State, result: MatchResult) -> Iterator[str]:
    """Play the transcript; what is wrong with the actions that a substitute is said to have taken.

    Raises TranscriptError, naming the action, if the transcript cannot be played.
    """
    due = list(reversed(result.substituted))
    for index, action in enumerate(decode(result.transcript)):
        if due and (due[-1].deal, due[-1].index) == (state.deal_number, state.action_index):
            entry = due.pop()
            if entry.seat != state.to_act or action != state.substitute():
                yield f"substituted: seat {entry.seat} was not replaced in deal {entry.deal} at {entry.index}"
        try:
            state.apply(action)
        except ArenaError as error:
            raise TranscriptError(f"action {index}: {error}") from error
    for entry in reversed(due):
        yield f"substituted: deal {entry.deal} has no action {entry.index} for seat {entry.seat}"


def _forfeit(state: State, result: MatchResult) -> Iterator[str]:
    """What does not fit where the first fault ends the match (B32, F25)."""
    fault = result.fault
    if result.substituted:
        yield "substituted: stored, but a fault ends this match"
    expected: tuple[int, ...] = () if fault is None else (fault.seat % len(result.places),)
    if result.forfeited != expected:
        yield f"forfeited: stored {result.forfeited}, the fault's side is {expected}"
    if fault is not None and fault.deal != state.deal_number and (fault.deal is not None or result.transcript):
        yield f"fault: stored in deal {fault.deal}, the match ended in deal {state.deal_number}"


def _strikes(state: State, result: MatchResult, strikes: int) -> Iterator[str]:
    """What does not fit where a substitute plays on for a faulty seat (F25, `play_on`).

    The last strike of a seat is substituted too if it came on turn, not if it came on hearing an event.
    """
    sides = len(result.places)
    times = Counter(entry.seat for entry in result.substituted)
    retired = {seat % sides for seat, count in times.items() if count >= strikes}
    seats = range(sides) if strikes == 1 else [seat for seat, count in times.items() if count >= strikes - 1]
    perhaps = {seat % sides for seat in seats}
    if state.termination is None:
        yield "transcript: the match is not played to its end"
    if max(times.values(), default=0) > strikes:
        yield f"substituted: more than {strikes} faults of one seat"
    if not retired <= set(result.forfeited) <= perhaps:
        yield f"forfeited: stored {result.forfeited}, which the substituted actions do not bear out"
    fault = result.fault
    if (fault is None) != (not result.forfeited):
        yield f"fault: stored {fault}, forfeited {result.forfeited}"
    elif fault is not None:
        own = strikes == 1 or times[fault.seat] >= strikes - 1
        if fault.seat % sides not in result.forfeited or not own:
            yield f"fault: seat {fault.seat} did not lose its match by it"
        if fault.deal is not None and not 1 <= fault.deal <= state.deal_number:
            yield f"fault: stored in deal {fault.deal}, there are {state.deal_number}"
