SELECT ${each}turn, count(*) AS games, sum(won) AS wins
FROM (SELECT DISTINCT game, seat, won FROM players WHERE won IS NOT NULL) AS ended
JOIN turns USING (game, seat)
JOIN games USING (game)
GROUP BY ${each}turn
ORDER BY ${each}turn
