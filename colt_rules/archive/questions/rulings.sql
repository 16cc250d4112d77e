SELECT clause, count(*) AS times, count(DISTINCT game) AS games,
    count(DISTINCT CASE WHEN type = 'GameEnded' THEN game END) AS ends, (SELECT count(*) FROM games) AS total
FROM cites
WHERE clause LIKE 'ruling.%' AND type <> 'RulingAgreed'
GROUP BY clause
ORDER BY ends DESC, games DESC, times DESC, clause
