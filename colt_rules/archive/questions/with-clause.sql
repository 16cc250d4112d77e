SELECT game, edition, modules, players, count(*) AS times, min(number) AS first, source
FROM cites JOIN games USING (game)
WHERE clause = $clause
GROUP BY game, edition, modules, players, source
ORDER BY times DESC, game
