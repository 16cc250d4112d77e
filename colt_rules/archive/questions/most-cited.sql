SELECT clause, count(*) AS times, count(DISTINCT game) AS games, (SELECT count(*) FROM games) AS total
FROM cites
GROUP BY clause
ORDER BY games DESC, times DESC, clause
