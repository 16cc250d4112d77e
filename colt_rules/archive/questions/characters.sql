SELECT ${each}who, count(*) AS games, sum(won) AS wins
FROM (SELECT game, COALESCE(bandit, seat) AS who, won FROM players WHERE won IS NOT NULL) AS ended
JOIN games USING (game)
GROUP BY ${each}who
ORDER BY ${each}sum(won) * 1.0 / count(*) DESC, who
