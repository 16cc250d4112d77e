"""Trains a learner against the scheming bot: ``python -m colt_rules.research.training --help``.

First the learner imitates: it sees games of scheming bots and learns to choose as they do, and to expect the reward
that they got. Then it learns from its own games against them, in the environment ``against_bots``, by masked PPO
(``MaskablePPO`` of sb3-contrib). Its only reward is that of the environment, the share of all money.

**The network scores choices.** It gives a number to each row of ``choices``, in the light of the observation, so what
it learns about a choice holds wherever that choice stands in the list. Another part of it expects the reward.
"""

import csv
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import click
import msgspec
from attrs import asdict, evolve, fields

from colt_rules.commands import StartGame
from colt_rules.model.record import record
from colt_rules.players.bots import SchemingBot
from colt_rules.players.play import any_seats, new_game, table_of
from colt_rules.research.against_bots import AgainstBots
from colt_rules.research.charts import Chart, ChartRow, Panel, grouped, percent
from colt_rules.research.environment import ColtExpress
from colt_rules.research.playing import BotPlays, MatchGame, MatchResult, game_of, tally
from colt_rules.research.session import SEEDS
from colt_rules.research.statistics import Limits

try:
    import numpy as np
    import torch
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy
    from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv
    from torch import nn
except ImportError as error:
    raise ImportError("expected sb3-contrib, got none: pip install 'colt-rules[learn]'") from error

TABLE = new_game(("tuco", "ghost", "belle"))
"""The games: three players, the base game; the bandits are drawn anew for each."""
PLAYERS = len(TABLE.seats)
OPTIONS: dict[str, Any] = {"reward": "money", "most_choices": 12}
"""Of the environment. In the base game for three, more than twelve choices have not been seen."""
GAMES_AT_ONCE = 8
"""In one process; with several, each plays one game."""
POINTS = 20
"""How many points a run adds to the curve."""
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
        """A score for each row."""
        situation = self.situation(seen["observation"]).unsqueeze(1)
        return self.score(situation + self.choice(seen["choices"])).squeeze(2)

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


# --- imitation


def imitate(policy: ScoresChoices, rows: Sequence[tuple[Any, ...]], passes: int = 5, batch: int = 256) -> float:
    """Learn to choose as in these rows; returns how likely the learner found the choices in the last pass, on average.

    It learns at the same time to expect the rewards.
    """
    observation, choices, mask, chosen, reward = (torch.as_tensor(np.stack(each)) for each in zip(*rows, strict=True))
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    likelihood = 0.0
    for _ in range(passes):
        likelihood = 0.0
        for part in torch.randperm(len(rows)).split(batch):
            seen = {"observation": observation[part], "choices": choices[part]}
            expected, likely, _ = policy.evaluate_actions(seen, chosen[part], mask[part])
            loss = 2 * (expected.flatten() - reward[part]).square().mean() - likely.mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            likelihood += float(likely.detach().exp().sum()) / len(rows)
    return likelihood


def choices_of_bots(random: Random) -> Iterator[tuple[Any, ...]]:
    """What the seats saw and chose in a game of scheming bots, and the reward that they got in the end."""
    env = ColtExpress(any_table(random), **OPTIONS)
    env.reset(seed=random.randrange(SEEDS))
    bots = {seat: BotPlays(SchemingBot(random.getrandbits(62))) for seat in env.possible_agents}
    rows = []
    while (actor := env.session.actor) is not None:
        count, choice = env.session.count, 0
        if count > 1:
            choice = bots[actor].choose(env.session.view(actor), env.session.choices)
            if count <= env.most_choices:  # otherwise its place among the actions is another one
                rows.append((actor, env.observe(actor), choice))
        env.take(choice)
    for actor, seen, choice in rows:
        yield seen["observation"], seen["choices"], seen["action_mask"], choice, np.float32(env.rewards[actor])


def any_table(random: Random) -> StartGame:
    """The game with bandits drawn at random."""
    return evolve(TABLE, seats=any_seats(random, table_of(TABLE.edition, TABLE.modules), PLAYERS))


# --- its own games


@record
class Point:
    """A point of the curve: how a learner played that had made so many choices."""

    choices: int
    seconds: int
    """Of its training until then."""
    games: int
    """Since the last point."""
    won: float
    least: float
    most: float
    """The bounds of the 95% interval of the win rate."""
    money: int
    others: int
    """The average money of the other seats."""


class Curve(BaseCallback):
    """Watches how the games end, and reports a point now and then."""

    def __init__(self, choices: int, report: Callable[[Point], None]) -> None:
        super().__init__()
        self._every, self._report = choices / POINTS, report
        self._begun, self._due = monotonic(), self._every
        self._ended: list[MatchGame] = []

    def _on_step(self) -> bool:
        self._ended += ended(self.locals["infos"])
        return True

    def _on_rollout_end(self) -> None:
        if self._ended and self.num_timesteps >= self._due:
            self._due = self.num_timesteps + self._every
            told = tally(self._ended, PLAYERS)
            self._ended = []
            self._report(
                Point(
                    choices=self.num_timesteps,
                    seconds=round(monotonic() - self._begun),
                    games=told.games,
                    won=round(told.share, 4),
                    least=round(told.least, 4),
                    most=round(told.most, 4),
                    money=round(told.money),
                    others=round(told.others),
                )
            )


def ended(infos: Sequence[Any]) -> list[MatchGame]:
    """The games that ended with this step."""
    return [game_of(0, info["seat"], info["ranking"]) for info in infos if "ranking" in info]


def against_schemers() -> AgainstBots:
    """The environment: the learner, in any seat, against scheming bots."""
    return AgainstBots(TABLE, "scheming", any_bandits=True, **OPTIONS)


def learner(games: Any, seed: int, **rates: Any) -> Any:
    """A learner that knows nothing, in these games."""
    return MaskablePPO(ScoresChoices, games, gamma=1, seed=seed, device="cpu", **rates)


def matched(model: Any, games: int, seed: int) -> MatchResult:
    """The result of games in which the learner takes what it finds best and learns nothing."""
    env = DummyVecEnv([against_schemers] * GAMES_AT_ONCE)
    env.seed(seed)
    results: list[MatchGame] = []
    evaluate_policy(
        model, env, games, deterministic=True, warn=False, callback=lambda now, _: results.extend(ended([now["info"]]))
    )
    return tally(results, PLAYERS)


# --- what it writes


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
    panel = Panel("Games won while learning", tuple(rows), lambda rate: percent(rate, "en"), average=1 / PLAYERS)
    return Chart(f"A learner against {PLAYERS - 1} scheming bots", (panel,), "en")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("learned"), show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the network, games and bots.")
@click.option("--imitate", "imitated", type=click.IntRange(0), default=600, show_default=True, help="Games of bots.")
@click.option("--choices", type=click.IntRange(1), default=600_000, show_default=True, help="In its own games.")
@click.option("--match", "last", type=click.IntRange(0), default=600, show_default=True, help="Games at the end.")
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True, help="That play the games.")
@click.option("--rate", type=float, default=5e-4, show_default=True, help="The learning rate at first; it falls to 0.")
@click.option("--round", "rounds", type=click.IntRange(64), default=3072, show_default=True, help="Choices a lesson.")
@click.option("--explore", type=float, default=0.0, show_default=True, help="What varied choices are worth (entropy).")
def main(
    out: Path,
    seed: int,
    imitated: int,
    choices: int,
    last: int,
    processes: int,
    rate: float,
    rounds: int,
    explore: float,
) -> None:
    """Train a learner against two scheming bots, and measure how well it plays.

    It first imitates the bots, then learns from its own games, and at the end plays a match in which it learns nothing.
    The folder OUT gets the policy (policy.zip) and the curve (curve.csv, curve.svg). If OUT has a policy already, that
    one learns on, and the curve goes on, too. The default takes about half an hour of one core.

    \b
    Examples:
      python -m colt_rules.research.training
      python -m colt_rules.research.training --imitate 0         from nothing, by its own games alone
      python -m colt_rules.research.training --out learned       once more: the learner of that folder learns on

    Exit status: 0 the learner was trained, 2 a wrong option.
    """
    torch.set_num_threads(1)  # the network is small: more threads would wait for each other
    out.mkdir(parents=True, exist_ok=True)
    games = (
        SubprocVecEnv([against_schemers] * processes)
        if processes > 1
        else DummyVecEnv([against_schemers] * GAMES_AT_ONCE)
    )
    rates = {
        "learning_rate": lambda left: rate * left,
        "n_steps": max(2, rounds // games.num_envs),
        "batch_size": min(512, rounds),
        "n_epochs": 5,
        "ent_coef": explore,
    }
    points = read_curve(out / CURVE)
    if (out / POLICY).exists():
        model = MaskablePPO.load(out / POLICY, env=games, device="cpu", custom_objects=rates)
        model.set_random_seed(seed)
    else:
        model = learner(games, seed, **rates)
        if imitated:
            random = Random(seed)
            with click.progressbar(range(imitated), label="Watching bots", file=sys.stderr) as bar:
                rows = [row for _ in bar for row in choices_of_bots(random)]
            click.echo(f"imitates {len(rows):,} choices of bots")
            click.echo(f"finds them {imitate(model.policy, rows):.0%} likely")
    before = points[-1] if points else None

    def report(point: Point) -> None:
        left = point.seconds * (choices / point.choices - 1)
        click.echo(
            f"{point.choices:,} of {choices:,} choices: won {point.won:.1%} of {point.games} games "
            f"({point.least:.1%} to {point.most:.1%}), about {max(0, left) / 60:.0f} min left"
        )
        if before:
            point = evolve(point, choices=point.choices + before.choices, seconds=point.seconds + before.seconds)
        points.append(point)
        write_curve(points, out)

    model.learn(choices, callback=Curve(choices, report))
    model.save(out / POLICY)
    games.close()
    if last:
        told = matched(model, last, seed)
        click.echo(
            f"won {told.share:.1%} of {told.games} games against {PLAYERS - 1} scheming bots "
            f"(95% interval {told.least:.1%} to {told.most:.1%}; a fair share is {told.fair:.1%})"
        )
        click.echo(f"money ${told.money:,.0f} on average, the others ${told.others:,.0f}")


if __name__ == "__main__":
    from colt_rules.research import training

    training.main()  # so that a saved policy names its class in this module, not in __main__
