"""What is kept of an evening at the races: its summary, and the standings over many evenings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from device.cards import Suit
from device.games.contract import Summary
from device.games.horse_race.evening import Account, Evening, Phase, Result
from device.games.horse_race.table import Player, by_gain
from device.standings import Column, Finished, Form, Table
from device.texts import N_, alphabetical


def summary(state: Evening) -> Summary:
    """The evening in one line. Once it is over, `result` has every race: its winner and price, and if bets were settled
    who had how many chips after it and what each gained; `winner` is who gained most. `players` and `chips` end with those
    who have left and what they took along; `gone` names them.
    """
    if state.phase is Phase.SETUP:
        return Summary(N_("Setting up"))
    over = state.phase is Phase.OVER
    ahead = _ahead(state) if over else None
    result: dict[str, object] = {
        "winners": [result.winner.value for result in state.results],
        "chips": [player.chips for player in state.everybody],
    }
    if state.gone:
        result["gone"] = [player.known_as for player in state.gone]
    if over:
        result["races"] = [_race(*race) for race in zip(state.results, state.accounts, strict=True)]
        result["winner"] = None if ahead is None else ahead.known_as
    names = tuple(player.known_as for player in state.everybody)
    values: dict[str, object] = {"number": state.race, "players": len(state.players)}
    headline = N_("Race %(number)d, %(players)d players")
    if ahead is not None:
        headline = N_("%(winner)s wins the evening: +%(gain)d")
        if not ahead.name:
            headline = N_("P%(winner)s wins the evening: +%(gain)d")
        values |= {"winner": ahead.known_as, "gain": ahead.gained}
    return Summary(
        headline,
        values,
        finished=over,
        players=names,
        result=result,
    )


def _ahead(state: Evening) -> Player | None:
    """Who has gained most, also of those who have left; nobody if nobody has gained, or two the same."""
    first, second, *_others = (state.everybody[place] for place in by_gain(state.everybody))
    return first if first.gained > max(0, second.gained) else None


def _race(result: Result, account: Account) -> dict[str, object]:
    told: dict[str, object] = {"winner": result.winner.value, "price": result.price.text}
    if account.gains:
        told["players"] = [player.known_as for player in account.players]
        told["chips"] = [player.chips for player in account.players]
        told["gains"] = list(account.gains)
    return told


def standings(evenings: Sequence[Finished]) -> tuple[Table, ...]:
    """Two tables over all evenings: the players by the chips they have won, and the horses by the races."""
    return _by_player([evening for evening in evenings if any(map(_settled, _races(evening)))]), _by_horse(evenings)


def gains(evening: Finished) -> dict[str, int]:
    """What each player has gained or lost at the races of an evening, also who left early; chips bought do not count."""
    won: Counter[str] = Counter()
    for race in _races(evening):
        for name, gain in zip(race.get("players", ()), race.get("gains", ()), strict=True):
            won[name] += gain
    return dict(won)


def _by_player(evenings: Sequence[Finished]) -> Table:
    """The most chips first. An evening is won by who has gained most, if anybody has gained at all."""
    played: dict[str, list[int]] = defaultdict(list)
    won: Counter[str] = Counter()
    races: Counter[str] = Counter()
    for evening in evenings:
        tonight = gains(evening)
        most = max(tonight.values())
        for name, gain in tonight.items():
            played[name].append(gain)
            won[name] += gain == most > 0
        races.update(name for race in _races(evening) for name in race.get("players", ()))
    rows = [(name, len(all_), won[name], sum(all_), races[name], max(all_)) for name, all_ in played.items()]
    columns = (
        Column("player", N_("Player"), N_("Player"), Form.NAME),
        Column("evenings", N_("Evenings"), N_("Even.")),
        Column("won", N_("Won"), N_("Wins")),
        Column("chips", N_("Chips"), N_("Chips"), Form.SIGNED),
        Column("races", N_("Races")),
        Column("best", N_("Best evening"), form=Form.SIGNED),
    )
    order = sorted(rows, key=lambda row: (-row[3], -row[2], alphabetical(row[0])))
    return Table("horse_race.players", N_("Players"), columns, tuple(order), tuple(evenings))


def _by_horse(evenings: Sequence[Finished]) -> Table:
    """The races that each suit has won."""
    wins = Counter(winner for evening in evenings for winner in evening.result.get("winners", ()))
    columns = (
        Column("horse", N_("Horse"), N_("Horse"), Form.NAME),
        Column("won", N_("Won"), N_("Wins")),
        Column("share", N_("Share"), N_("Share"), Form.SHARE),
    )
    rows = tuple((suit.symbol, wins[suit.value], wins[suit.value] / wins.total()) for suit in Suit if wins)
    return Table("horse_race.horses", N_("Winning horses"), columns, rows, tuple(evenings))


def _races(evening: Finished) -> Sequence[dict[str, Any]]:
    races: Sequence[dict[str, Any]] = evening.result.get("races", ())
    return races


def _settled(race: dict[str, Any]) -> bool:
    return bool(race.get("gains"))
