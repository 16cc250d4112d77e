"""What questions select from: six relations, the same for an archive and for a store.

| relation | columns |
|---|---|
| `games` | `game`, `source`, `role`, `edition`, `modules`, `players`, `spec`, `made_by`, `commands`, `events`, `over` |
| `modules` | `game`, `module` |
| `players` | `game`, `seat`, `bandit`, `rank`, `money`, `won` |
| `turns` | `game`, `seat`, `turn` |
| `lines` | `game`, `line`, `command`, `number`, `kind`, `type`, `version`, `actor`, `data` |
| `cites` | `game`, `number`, `command`, `type`, `clause` |

`players` has a row for each bandit, so a seat can have several. `over` and `won` are 1 or 0; `rank`, `money`
and `won` are null until the game is over. `turn` is a seat's place in the order of the first round, from 1. `number` is
that of the event; it is null for a command.

In an archive a relation reads Parquet files, in a store the JSON of its rows. The dialects of SQL differ here alone:
the questions have the same text everywhere.
"""

from collections.abc import Iterable
from pathlib import Path

from colt_rules.archive.parquet import quoted, relation
from colt_rules.model.record import record
from colt_rules.views import REFEREE


@record
class Chosen:
    """The games that are asked about; an empty field means all."""

    editions: tuple[str, ...] = ()
    modules: tuple[tuple[str, ...], ...] = ()
    """What is played: each entry lists all modules of a game."""
    players: tuple[int, ...] = ()

    @property
    def condition(self) -> str:
        """The condition on a row of `games`; empty for all games."""
        played = tuple(" ".join(each) for each in self.modules)
        allowed: dict[str, tuple[str | int, ...]] = {
            "edition": self.editions,
            "modules": played,
            "players": self.players,
        }
        return " AND ".join(f"{column} IN ({literals(values)})" for column, values in allowed.items() if values)


def literals(values: Iterable[str | int]) -> str:
    """Values as literals of SQL, with commas between them."""
    return ", ".join(str(value) if isinstance(value, int) else quoted(value) for value in values)


def relations_of_archive(folder: Path, chosen: Chosen) -> dict[str, str]:
    """By name: the relations of an archive, as queries in the SQL of DuckDB."""
    games, lines = relation(folder, "games"), relation(folder, "lines")
    return _narrowed(
        chosen,
        games=f"""
            SELECT game, source, role, edition, array_to_string(modules, ' ') AS modules,
                len(list_distinct([each.seat FOR each IN seats])) AS players, spec, made_by, commands, events,
                CAST(over AS INTEGER) AS over
            FROM {games}""",
        modules=f"SELECT game, unnest(modules) AS module FROM {games}",
        players=f"""
            SELECT game, each.seat AS seat, each.bandit AS bandit, standing.rank AS rank, standing.money AS money,
                CAST(standing.rank = 1 AS INTEGER) AS won
            FROM (SELECT game, unnest(seats) AS each FROM {games}) AS seated
            LEFT JOIN (SELECT game, unnest(ranking) AS standing FROM {games}) AS ended
                USING (game) WHERE standing IS NULL OR standing.seat = each.seat""",
        turns=f"""
            SELECT game, listed.value ->> '$' AS seat, CAST(listed.key AS INTEGER) + 1 AS turn
            FROM (SELECT game, data FROM {lines} WHERE kind = 'event' AND type = 'RoundStarted') AS started,
                json_each(data, '$.order') AS listed
            WHERE data ->> 'number' = '1'""",
        lines=f"SELECT game, line, command, number, kind, type, version, actor, data FROM {lines}",
        cites=f"SELECT game, number, command, type, unnest(cites) AS clause FROM {lines} WHERE kind = 'event'",
    )


def relations_of_sqlite(where: str, chosen: Chosen) -> dict[str, str]:
    """By name: the relations of a store in a file, as queries in the SQL of SQLite."""

    def lines(type: str = "") -> str:
        """The lines, each with the row that it is in; those of one type are found before their JSON is read."""
        holding = f'WHERE instr(lines, CAST(\'"type":"{type}"\' AS BLOB)) > 0' if type else ""
        at = f"AND listed.value ->> 'type' = '{type}'" if type else ""
        return f"""(
            SELECT games.name AS game, command, seq, listed.key AS place, listed.value AS line,
                length(text) - length(replace(text, char(10), '')) AS count
            FROM (SELECT game, command, seq, CAST(lines AS TEXT) AS text FROM main.steps {holding}) AS rows
            JOIN main.games ON games.id = rows.game,
                json_each('[' || replace(rtrim(text, char(10)), char(10), ',') || ']') AS listed
            WHERE listed.key >= 0 {at}) AS lines_of_rows"""

    return _narrowed(
        chosen,
        games=f"""
            SELECT name AS game, {quoted(where)} AS source, '{REFEREE}' AS role, header ->> 'edition' AS edition,
                (SELECT group_concat(value, ' ') FROM json_each(header, '$.modules')) AS modules,
                json_array_length(header, '$.seats') AS players, header ->> 'spec' AS spec,
                header ->> 'made_by' AS made_by, commands, events, over
            FROM main.games""",
        modules="SELECT name AS game, value AS module FROM main.games, json_each(header, '$.modules')",
        players=f"""
            SELECT seated.game, seated.seat, bandit, rank, money, rank = 1 AS won
            FROM (SELECT name AS game, value AS seat FROM main.games, json_each(header, '$.seats')) AS seated
            LEFT JOIN (
                SELECT game, line ->> '$.data.seat' AS seat, line ->> '$.data.bandit' AS bandit
                FROM {lines("SeatTaken")} WHERE place > 0) AS taken USING (game, seat)
            LEFT JOIN (
                SELECT game, value ->> 'seat' AS seat, value ->> 'rank' AS rank, value ->> 'money' AS money
                FROM {lines("GameEnded")}, json_each(line, '$.data.ranking')) AS ended USING (game, seat)""",
        turns=f"""
            SELECT game, listed.value AS seat, listed.key + 1 AS turn
            FROM {lines("RoundStarted")}, json_each(line, '$.data.order') AS listed
            WHERE line ->> '$.data.number' = 1""",
        lines=f"""
            SELECT game, 2 + command + seq - count + place AS line, command, line ->> 'seq' AS number,
                CASE place WHEN 0 THEN 'command' ELSE 'event' END AS kind, line ->> 'type' AS type,
                line ->> 'v' AS version, line ->> 'actor' AS actor, line -> 'data' AS data
            FROM {lines()}""",
        cites=f"""
            SELECT game, line ->> 'seq' AS number, command, line ->> 'type' AS type, cited.value AS clause
            FROM {lines()}, json_each(line, '$.cites') AS cited WHERE place > 0""",
    )


def relations_of_postgresql(where: str, chosen: Chosen) -> dict[str, str]:
    """By name: the relations of a store on a server, as queries in the SQL of PostgreSQL."""

    def lines(type: str = "") -> str:
        """The lines, each with the row that it is in; those of one type are found before their JSON is read."""
        holding = f"WHERE position(convert_to('\"type\":\"{type}\"', 'UTF8') IN lines) > 0" if type else ""
        at = f"WHERE line ->> 'type' = '{type}'" if type else ""
        return f"""(
            SELECT game, command, seq, place, line, count FROM (
                SELECT games.name AS game, command, seq, place - 1 AS place, text::json AS line,
                    cardinality(texts) AS count
                FROM (SELECT * FROM colt_rules.steps {holding}) AS rows JOIN colt_rules.games ON games.id = rows.game,
                    LATERAL string_to_array(rtrim(convert_from(lines, 'UTF8'), chr(10)), chr(10)) AS texts,
                    LATERAL unnest(texts) WITH ORDINALITY AS listed(text, place)) AS read {at}) AS lines_of_rows"""

    return _narrowed(
        chosen,
        games=f"""
            SELECT name AS game, {quoted(where)} AS source, '{REFEREE}' AS role, header::json ->> 'edition' AS edition,
                (SELECT string_agg(module, ' ' ORDER BY place)
                    FROM json_array_elements_text(header::json -> 'modules') WITH ORDINALITY AS listed(module, place)
                ) AS modules,
                json_array_length(header::json -> 'seats') AS players, header::json ->> 'spec' AS spec,
                header::json ->> 'made_by' AS made_by, commands, events, over
            FROM colt_rules.games""",
        modules="""
            SELECT name AS game, json_array_elements_text(header::json -> 'modules') AS module FROM colt_rules.games""",
        players=f"""
            SELECT game, seat, bandit, rank, money, CAST(rank = 1 AS integer) AS won
            FROM (SELECT name AS game, json_array_elements_text(header::json -> 'seats') AS seat
                FROM colt_rules.games) AS seated
            LEFT JOIN (
                SELECT game, line -> 'data' ->> 'seat' AS seat, line -> 'data' ->> 'bandit' AS bandit
                FROM {lines("SeatTaken")} WHERE place > 0) AS taken USING (game, seat)
            LEFT JOIN (
                SELECT game, standing ->> 'seat' AS seat, CAST(standing ->> 'rank' AS bigint) AS rank,
                    CAST(standing ->> 'money' AS bigint) AS money
                FROM (SELECT game, json_array_elements(line -> 'data' -> 'ranking') AS standing
                    FROM {lines("GameEnded")}) AS ranked) AS ended USING (game, seat)""",
        turns=f"""
            SELECT game, listed.seat, listed.place AS turn
            FROM {lines("RoundStarted")},
                LATERAL json_array_elements_text(line -> 'data' -> 'order') WITH ORDINALITY AS listed(seat, place)
            WHERE line -> 'data' ->> 'number' = '1'""",
        lines=f"""
            SELECT game, 2 + command + seq - count + place AS line, command, CAST(line ->> 'seq' AS bigint) AS number,
                CASE place WHEN 0 THEN 'command' ELSE 'event' END AS kind, line ->> 'type' AS type,
                CAST(line ->> 'v' AS bigint) AS version, line ->> 'actor' AS actor, line -> 'data' AS data
            FROM {lines()}""",
        cites=f"""
            SELECT game, CAST(line ->> 'seq' AS bigint) AS number, command, line ->> 'type' AS type,
                json_array_elements_text(line -> 'cites') AS clause
            FROM {lines()} WHERE place > 0""",
    )


def _narrowed(chosen: Chosen, games: str, **others: str) -> dict[str, str]:
    """The relations, with the rows of the chosen games only."""
    if not chosen.condition:
        return {"games": games, **others}
    only = {
        name: f"SELECT * FROM ({one}) AS whole WHERE game IN (SELECT game FROM games)" for name, one in others.items()
    }
    return {"games": f"SELECT * FROM ({games}) AS whole WHERE {chosen.condition}", **only}
