"""Trains a learner that beats the scheming bot: ``python -m colt_rules.research.training --help``.

The learner plays many games at once on the native engine against that engine's own schemers (``BatchEnv``), and learns
from them by masked PPO (``MaskablePPO`` of sb3-contrib). Its only reward is its rank at the end. What it has learned is
measured against ``SchemingBot``, which it never meets in training, in the environment ``AgainstBots``.

**The network scores choices.** It gives a number to each row of ``choices``, in the light of the observation, so what
it learns about a choice holds wherever that choice stands in the list. Another part of it expects the reward.
"""

import csv
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import Any

import click
import msgspec
from attrs import asdict, evolve, fields

from colt_rules.commands import StartGame
from colt_rules.model.record import record
from colt_rules.players.play import any_seats, new_game, table_of
from colt_rules.research.against_bots import AgainstBots
from colt_rules.research.batch_env import BatchEnv
from colt_rules.research.charts import Chart, ChartRow, Panel, grouped, percent
from colt_rules.research.native import EngineMissing
from colt_rules.research.playing import MatchGame, MatchResult, game_of, tally
from colt_rules.research.statistics import Limits

try:
    import torch
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy
    from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from stable_baselines3.common.vec_env import DummyVecEnv
    from torch import nn
except ImportError as error:
    raise ImportError("expected sb3-contrib, got none: pip install 'colt-rules[learn]'") from error

TABLE = new_game(("tuco", "ghost", "belle"))
"""The games: three players, the base game, any bandits."""
PLAYERS = len(TABLE.seats)
OPTIONS: dict[str, Any] = {"reward": "rank", "most_choices": 12}
"""Of the environments. One in 400 times there are more choices, 32 at most; then twelve of them are offered."""
TABLES, GAMES = 32, 8
"""How many tables there are in training, each with bandits of its own, and how many games at each."""
POINT_GAMES = 300
"""How many games are played for each point of the curve."""
POLICY, CURVE, CHART = "policy.zip", "curve.csv", "curve.svg"
"""The files that a run writes."""


class Seen(BaseFeaturesExtractor):
    """Hands the observation over to the network as it is."""

    def __init__(self, space: Any) -> None:
        super().__init__(space, features_dim=space["observation"].shape[0])

    def forward(self, seen: Any) -> Any:
        """The observation."""
        return seen


class Network(nn.Module):
    """Scores each row of choices, and expects the reward."""

    def __init__(self, space: Any, width: int = 128, narrow: int = 64) -> None:
        super().__init__()
        self.latent_dim_pi, row = space["choices"].shape
        self.latent_dim_vf = narrow
        numbers = space["observation"].shape[0]
        self.situation = nn.Sequential(nn.Linear(numbers, width), nn.ReLU(), nn.Linear(width, width))
        self.choice = nn.Linear(row, width)
        self.score = nn.Sequential(nn.ReLU(), nn.Linear(width, narrow), nn.ReLU(), nn.Linear(narrow, 1))
        self.outlook = nn.Sequential(nn.Linear(numbers, width), nn.ReLU(), nn.Linear(width, narrow), nn.ReLU())

    def forward(self, seen: Any) -> tuple[Any, Any]:
        """The scores, and what the value is made of."""
        return self.forward_actor(seen), self.forward_critic(seen)

    def forward_actor(self, seen: Any) -> Any:
        """A score for each row; 0 without reckoning, which saves most of the time, for rows without a choice."""
        offered = seen["action_mask"].bool()
        situation = self.situation(seen["observation"])[offered.nonzero()[:, 0]]
        scores = torch.zeros(offered.shape)
        scores[offered] = self.score(situation + self.choice(seen["choices"][offered])).squeeze(1)
        return scores

    def forward_critic(self, seen: Any) -> Any:
        """What the value is made of."""
        return self.outlook(seen["observation"])


class ScoresChoices(MaskableMultiInputActorCriticPolicy):
    """The policy of MaskablePPO with this network."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "features_extractor_class": Seen})

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        """Make the network in place of the usual one, whose last layer has weights of its own for each action."""
        self.mlp_extractor = Network(self.observation_space)
        self.action_net = nn.Identity()
        self.value_net = nn.Linear(self.mlp_extractor.latent_dim_vf, 1)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


def learner(games: Any, seed: int) -> Any:
    """A learner that knows nothing, in these games."""
    return MaskablePPO(
        ScoresChoices,
        games,
        learning_rate=lambda left: 1e-3 * left,
        n_steps=64,
        batch_size=2048,
        n_epochs=4,
        gamma=1,
        ent_coef=0.01,
        seed=seed,
        device="cpu",
    )


def against_native_schemers(seed: int) -> BatchEnv:
    """The games in which it learns."""
    random = Random(seed)
    return BatchEnv([any_table(random) for _ in range(TABLES)], GAMES, **OPTIONS)


def any_table(random: Random) -> StartGame:
    """The game with bandits drawn at random."""
    return evolve(TABLE, seats=any_seats(random, table_of(TABLE.edition, TABLE.modules), PLAYERS))


def against_schemers() -> AgainstBots:
    """The environment in which it is measured: the learner, in any seat, against scheming bots."""
    return AgainstBots(TABLE, "scheming", any_bandits=True, **OPTIONS)


def matched(model: Any, games: int, seed: int) -> MatchResult:
    """The result of games in which the learner takes what it finds best and learns nothing."""
    env = DummyVecEnv([against_schemers] * GAMES)
    env.seed(seed)
    results: list[MatchGame] = []

    def watch(now: dict[str, Any], _: Any) -> None:
        if "ranking" in now["info"]:
            results.append(game_of(0, now["info"]["seat"], now["info"]["ranking"]))

    evaluate_policy(model, env, games, deterministic=True, warn=False, callback=watch)
    return tally(results, PLAYERS)


# --- the curve


@record
class Point:
    """A point of the curve: how a learner that had made so many choices played against scheming bots."""

    choices: int
    seconds: int
    """Of a processor until then, with the matches for the curve."""
    games: int
    won: float
    least: float
    most: float
    """The bounds of the 95% interval of the win rate."""
    money: int
    others: int
    """The average money of the other seats."""


class Curve(BaseCallback):
    """Measures the learner now and then, and reports the points."""

    def __init__(self, choices: int, points: int, seed: int, report: Callable[[Point], None]) -> None:
        super().__init__()
        self._every, self._seed, self._report = choices / points, seed, report
        self._begun, self._due = process_time(), self._every

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        self._measure()

    def _on_training_end(self) -> None:
        self._measure()

    def _measure(self) -> None:
        if self.num_timesteps < self._due:
            return
        self._due += self._every
        told = matched(self.model, POINT_GAMES, self._seed)
        self._report(
            Point(
                choices=self.num_timesteps,
                seconds=round(process_time() - self._begun),
                games=told.games,
                won=round(told.share, 4),
                least=round(told.least, 4),
                most=round(told.most, 4),
                money=round(told.money),
                others=round(told.others),
            )
        )


def read_curve(path: Path) -> list[Point]:
    """The points in a file; none if there is no file."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as lines:
        return [msgspec.convert(row, Point, strict=False) for row in csv.DictReader(lines)]


def write_curve(points: Sequence[Point], folder: Path) -> None:
    """Write the points as CSV and as a chart."""
    with (folder / CURVE).open("w", encoding="utf-8", newline="") as lines:
        rows = csv.DictWriter(lines, [field.name for field in fields(Point)], lineterminator="\n")
        rows.writeheader()
        rows.writerows(asdict(point) for point in points)
    (folder / CHART).write_text(chart_of(points).svg(), encoding="utf-8")


def chart_of(points: Sequence[Point]) -> Chart:
    """The win rate while it learned."""
    rows = [
        ChartRow(f"{grouped(point.choices, 'en')} choices", point.won, Limits(point.least, point.most))
        for point in points
    ]
    panel = Panel("Games won, without learning", tuple(rows), lambda rate: percent(rate, "en"), average=1 / PLAYERS)
    return Chart(f"A learner against {PLAYERS - 1} scheming bots", (panel,), "en")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("learned"), show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the network, games and bots.")
@click.option("--choices", type=click.IntRange(1), default=5_000_000, show_default=True, help="In its own games.")
@click.option(
    "--points",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help=f"Of the curve, a match of {POINT_GAMES} games each.",
)
@click.option("--match", "last", type=click.IntRange(0), default=2000, show_default=True, help="Games at the end.")
def main(out: Path, seed: int, choices: int, points: int, last: int) -> None:
    """Train a learner, and measure how well it plays against two scheming bots.

    It learns from its own games on the native engine. The folder OUT gets the policy (policy.zip) and the curve
    (curve.csv, curve.svg), again with each point. If OUT has a policy already, that one learns on, and the curve goes
    on, too. The default takes about a quarter of an hour of one core. The time that is left is by the clock, so it is
    longer on a busy machine, and without the match at the end.

    \b
    Examples:
      python -m colt_rules.research.training
      python -m colt_rules.research.training --out learned   once more: the learner of that folder learns on
      python -m colt_rules.research.training --choices 500000 --points 1 --match 300   two minutes, to try it

    Exit status: 0 the learner was trained, 2 a wrong option or no native engine.
    """
    torch.set_num_threads(1)  # the network is small: more threads would wait for each other
    try:
        games = against_native_schemers(seed)
    except EngineMissing as missing:
        raise click.UsageError(str(missing)) from missing
    out.mkdir(parents=True, exist_ok=True)
    curve = read_curve(out / CURVE)
    if (out / POLICY).exists():
        model = MaskablePPO.load(out / POLICY, env=games, device="cpu")
        model.set_random_seed(seed)
    else:
        model = learner(games, seed)
    before, begun = curve[-1] if curve else None, monotonic()

    def report(point: Point) -> None:
        left = (monotonic() - begun) * max(0, choices / point.choices - 1)
        click.echo(
            f"{point.choices:,} of {choices:,} choices: won {point.won:.1%} of {point.games} games "
            f"({point.least:.1%} to {point.most:.1%}), about {left / 60:.0f} min of training left"
        )
        if before:
            point = evolve(point, choices=point.choices + before.choices, seconds=point.seconds + before.seconds)
        curve.append(point)
        write_curve(curve, out)
        model.save(out / POLICY)

    model.learn(choices, callback=Curve(choices, points, seed, report))
    if last:
        told = matched(model, last, seed + GAMES)  # so that these are not the games of the curve
        click.echo(
            f"won {told.share:.1%} of {told.games} games against {PLAYERS - 1} scheming bots "
            f"(95% interval {told.least:.1%} to {told.most:.1%}; a fair share is {told.fair:.1%})"
        )
        click.echo(f"money ${told.money:,.0f} on average, the others ${told.others:,.0f}")


if __name__ == "__main__":
    from colt_rules.research import training

    training.main()  # so that a saved policy names its class in this module, not in __main__
