"""The round's last step: no deck is shuffled in it."""

from colt_rules.rules.base.scoring import closing, to_the_left

close_round = closing(to_the_left, ("round-end.next-first-player", "expert.no-shuffle"))
