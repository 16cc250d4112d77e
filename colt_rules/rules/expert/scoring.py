"""The end of a round in the expert variant: no deck is shuffled."""

from colt_rules.rules.base.scoring import closing, to_the_left

close_round = closing(to_the_left, ("round-end.next-first-player", "expert.no-shuffle"))
