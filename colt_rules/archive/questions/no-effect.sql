SELECT clause, count(*) AS times, count(DISTINCT game) AS games, (SELECT count(*) FROM games) AS total
FROM cites
WHERE type = 'ActionIdle'
GROUP BY clause
ORDER BY times DESC, games DESC, clause
