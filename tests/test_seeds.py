"""Deals and seeds: the code, the text of `arena/README.md` and its test vectors say the same."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arena
from arena.cards import CARDS, Card
from arena.games import GAMES
from arena.games.fiftysix import pack as fiftysix
from arena.seeds import NoiseNumbers, _below, bot_rng, bot_rng_seed, first_dealer, match_seed, shuffled

README = Path(arena.__file__).with_name("README.md").read_text(encoding="utf-8")
VECTORS = [json.loads(line) for line in README.split("```json\n")[1].split("```")[0].splitlines()]
DEALS = [vector for vector in VECTORS if "deal" in vector]
SEEDS = st.text(max_size=70)


# The procedure once more, written from the README's text alone.


def spec_numbers(label: str) -> Iterator[int]:
    stream = hashlib.shake_256(label.encode("utf-8")).digest(4096)
    for start in range(0, len(stream), 4):
        yield int.from_bytes(stream[start : start + 4], "big")


def spec_draw(numbers: Iterator[int], n: int) -> int:
    return next(word for word in numbers if word < (2**32 // n) * n) % n


def spec_pack(game: str, players: int) -> list[str]:
    ranks = "23456789TJQKA"
    if game == "bridgette":
        return [suit + rank for suit in "CDHS" for rank in ranks] + [":G", ":R", ":L"]
    in_pack = "789TJQKA" if players == 8 else "9TJQKA"
    return [suit + rank for suit in "CDHS" for rank in ranks if rank in in_pack] * 2


def spec_deal(game: str, seed: str, number: int, dealer: int, seats: list[int]) -> tuple[dict[str, str], str]:
    """Hands by seat and stock, as in the vectors."""
    numbers = spec_numbers(f"arena/1/deal/{game}/{seed}/{number}/{dealer}/{','.join(map(str, seats))}")
    cards = spec_pack(game, len(seats))
    for p in range(len(cards) - 1, 0, -1):
        q = spec_draw(numbers, p + 1)
        cards[p], cards[q] = cards[q], cards[p]
    turn = seats.index(dealer)
    hands: dict[str, list[str]] = {str(seat): [] for seat in seats}
    for _ in range(26 if game == "bridgette" else len(cards)):
        turn = (turn + 1) % len(seats)
        hands[str(seats[turn])].append(cards.pop(0))
    return {seat: " ".join(hand) for seat, hand in hands.items()}, " ".join(cards)


def spec_match_seed(secret: str, pool: str, names: list[str], k: int) -> str:
    listed = ",".join(spec_string(name) for name in sorted(names))
    text = f"[{spec_string(pool)},[{listed}],{k}]"
    return hmac.digest(secret.encode("utf-8"), text.encode("ascii"), "sha256").hex()


def spec_string(text: str) -> str:
    short = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
    written = ""
    for char in text:
        if char in short:
            written += short[char]
        elif " " <= char <= "~":
            written += char
        else:
            units = char.encode("utf-16-be").hex()
            written += "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))
    return f'"{written}"'


def dealt(game: str, seed: str, number: int, dealer: int, seats: list[int]) -> tuple[dict[str, str], str]:
    """Hands by seat and stock, as the code deals them."""
    if game == "fiftysix":
        hands = fiftysix.deal(seed, number, dealer, tuple(seats))
        return {str(seat): texts(hand) for seat, hand in hands.items()}, ""
    deck = shuffled(game, seed, number, dealer, seats, range(55))
    hands = {1 - dealer: tuple(deck[:26:2]), dealer: tuple(deck[1:26:2])}
    return {str(seat): texts(hands[seat]) for seat in seats}, texts(tuple(deck[26:]))


def texts(ids: tuple[int, ...]) -> str:
    return " ".join(CARDS[i].text for i in ids)


def test_the_readme_has_vectors_for_every_kind_of_deal() -> None:
    assert len(DEALS) >= 10
    assert {(vector["deal"], len(vector["seats"])) for vector in DEALS} == {
        ("bridgette", 2),
        ("fiftysix", 4),
        ("fiftysix", 6),
        ("fiftysix", 8),
    }
    eliminated = [vector["seats"] for vector in DEALS if vector["seats"] != list(range(len(vector["seats"])))]
    assert {len(seats) for seats in eliminated} == {4, 6}


@pytest.mark.parametrize(
    "vector", DEALS, ids=lambda v: f"{v['deal']}-{v['number']}-{v['dealer']}-{len(v['seats'])}"
)
def test_vector_of_a_deal(vector: dict) -> None:  # type: ignore[type-arg]
    where = vector["deal"], vector["seed"], vector["number"], vector["dealer"], vector["seats"]
    expected = vector["hands"], vector.get("stock", "")
    assert dealt(*where) == expected
    assert spec_deal(*where) == expected


@pytest.mark.parametrize("vector", [v for v in VECTORS if "first_dealer" in v])
def test_vector_of_a_first_dealer(vector: dict) -> None:  # type: ignore[type-arg]
    game, seed, seats = vector["game"], vector["seed"], vector["seats"]
    assert first_dealer(game, seed, seats) == vector["first_dealer"]
    assert spec_draw(spec_numbers(f"arena/1/dealer/{game}/{seed}"), seats) == vector["first_dealer"]


@pytest.mark.parametrize("vector", [v for v in VECTORS if "match_seed" in v])
def test_vector_of_a_match_seed(vector: dict) -> None:  # type: ignore[type-arg]
    arguments = vector["secret"], vector["pool"], vector["entrants"], vector["k"]
    assert match_seed(*arguments) == vector["match_seed"]
    assert spec_match_seed(*arguments) == vector["match_seed"]


@pytest.mark.parametrize("vector", [v for v in VECTORS if "noise" in v])
def test_vector_of_noise(vector: dict) -> None:  # type: ignore[type-arg]
    seed, seat, p, legal = vector["seed"], vector["seat"], vector["noise"], vector["legal"]
    numbers = NoiseNumbers(seed, seat)
    assert [numbers.below(n) if numbers.happens(p) else None for n in legal] == vector["played"]
    words = spec_numbers(f"arena/1/noise/{seed}/{seat}")
    assert [spec_draw(words, n) if next(words) < p * 2**32 else None for n in legal] == vector["played"]


@given(st.text(), st.text(), st.lists(st.text(), min_size=2, max_size=4), st.integers(1, 10**6))
@settings(max_examples=50)
def test_match_seed_follows_the_text(secret: str, pool: str, names: list[str], k: int) -> None:
    assert match_seed(secret, pool, names, k) == spec_match_seed(secret, pool, names, k)
    assert match_seed(secret, pool, names[::-1], k) == match_seed(secret, pool, names, k)


@given(SEEDS, st.integers(1, 500), st.integers(0, 1))
@settings(max_examples=50)
def test_bridgette_deals_follow_the_text(seed: str, number: int, dealer: int) -> None:
    where = "bridgette", seed, number, dealer, [0, 1]
    assert dealt(*where) == spec_deal(*where)


@given(SEEDS, st.integers(1, 500), st.data())
@settings(max_examples=50)
def test_56_deals_follow_the_text(seed: str, number: int, data: st.DataObject) -> None:
    seats = data.draw(
        st.sampled_from([4, 6, 8]).flatmap(
            lambda n: st.lists(st.integers(0, 7), min_size=n, max_size=n, unique=True)
        )
    )
    seats.sort()
    where = "fiftysix", seed, number, data.draw(st.sampled_from(seats)), seats
    assert dealt(*where) == spec_deal(*where)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("bridgette", {}),
        ("fiftysix", {"players": 4, "tables": 3}),
        ("fiftysix", {"players": 6, "tables": 3}),
        ("fiftysix", {"players": 8, "tables": 3}),
    ],
)
@pytest.mark.parametrize("seed", ["one", "two"])
def test_whole_matches_are_dealt_as_the_text_says(game: str, options: dict[str, object], seed: str) -> None:
    """Every deal of a match in which all pass and play low: hands, stock, first dealer, seats still in."""
    rules = GAMES[game]
    variant = rules.variant(options)
    state, opening = rules.start(variant, seed)
    events = list(opening)
    while state.to_act >= 0:
        events += state.apply(state.substitute())
    deals = rules.deals(variant, events)
    everyone = sorted(seat for seats in rules.sides(variant) for seat in seats)
    first = spec_draw(spec_numbers(f"arena/1/dealer/{game}/{seed}"), len(everyone))
    assert (deals[0]["number"], deals[0]["dealer"]) == (1, first)
    for deal in deals:
        if game == "bridgette":
            hands = {str(seat): " ".join(hand) for seat, hand in enumerate(deal["hands"])}
        else:
            hands = {seat: " ".join(hand) for seat, hand in deal["hands"].items()}
        seats = deal.get("seats", everyone)
        expected = spec_deal(game, seed, deal["number"], deal["dealer"], seats)
        assert (hands, " ".join(deal.get("stock", []))) == expected
    assert len(deals) >= 3
    if game == "fiftysix" and len(everyone) > 4:
        assert len(deals[-1]["seats"]) < len(everyone), "this seed should see a team go out"


def test_a_shuffle_keeps_every_card() -> None:
    assert sorted(shuffled("bridgette", "s", 1, 0, (0, 1), range(55))) == list(range(55))


def test_deals_differ_in_every_part_of_the_label() -> None:
    pack = range(55)
    decks = [
        shuffled("bridgette", "s", 1, 0, (0, 1), pack),
        shuffled("fiftysix", "s", 1, 0, (0, 1), pack),
        shuffled("bridgette", "t", 1, 0, (0, 1), pack),
        shuffled("bridgette", "s", 2, 0, (0, 1), pack),
        shuffled("bridgette", "s", 1, 1, (0, 1), pack),
        shuffled("bridgette", "s", 1, 0, (0, 2), pack),
    ]
    assert len(set(map(tuple, decks))) == len(decks)


@pytest.mark.parametrize("n", [2, 3, 7, 48, 55, 64, 2**31 + 1])
def test_below_rejects_the_words_that_would_favour_low_numbers(n: int) -> None:
    limit = 2**32 // n * n
    rejected = [word for word in (limit, limit + 1, 2**32 - 1) if limit <= word < 2**32]
    assert _below(iter([*rejected, 5 % n]), n) == 5 % n
    assert _below(iter([limit - 1, 0]), n) == n - 1
    assert _below(iter([0]), n) == 0


def test_below_maps_equally_many_words_to_every_number() -> None:
    """With n just above 2**31 half of all words are rejected and each number has exactly one word."""
    n = 2**31 + 1
    assert _below(iter([n - 1]), n) == n - 1
    assert _below(iter([n, n + 1, 2**32 - 1, 3]), n) == 3


def test_first_dealers_and_top_cards_are_spread_evenly() -> None:
    dealers = Counter(first_dealer("fiftysix", str(seed), 8) for seed in range(4000))
    assert set(dealers) == set(range(8))
    assert all(400 < count < 600 for count in dealers.values())
    tops = Counter(shuffled("bridgette", str(seed), 1, 0, (0, 1), range(55))[0] for seed in range(5500))
    assert set(tops) == set(range(55))
    assert all(55 < count < 155 for count in tops.values())


def test_a_bots_numbers_depend_on_seed_and_seat_alone() -> None:
    assert bot_rng(bot_rng_seed("s", 0)).random() == bot_rng(bot_rng_seed("s", 0)).random()
    assert len({bot_rng(bot_rng_seed(seed, seat)).random() for seed in "st" for seat in (0, 1)}) == 4


def test_noise_always_or_never_happens_at_its_bounds_and_else_as_often_as_said() -> None:
    numbers = NoiseNumbers("s", 0)
    assert not any(numbers.happens(0.0) for _ in range(1000))
    assert all(numbers.happens(1.0) for _ in range(1000))
    assert 150 < sum(numbers.happens(0.2) for _ in range(1000)) < 250


def test_packs_start_in_the_order_of_card_ids() -> None:
    """The README's packs, card for card, are the ids the code shuffles."""
    assert [Card.parse(text).id for text in spec_pack("bridgette", 2)] == list(range(55))
    for players in (4, 6, 8):
        once = [Card.parse(text).id for text in spec_pack("fiftysix", players)]
        half = len(once) // 2
        assert fiftysix.pack(players) == tuple(once[:half] + [52 + card for card in once[half:]])
