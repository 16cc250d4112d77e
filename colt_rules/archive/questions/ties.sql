WITH ended AS (
    SELECT game, min(rank) AS best, min(CASE WHEN rank > 1 THEN rank END) AS later
    FROM players
    WHERE rank IS NOT NULL
    GROUP BY game
), told AS (
    SELECT ended.*, CASE WHEN broken.game IS NULL THEN 0 ELSE 1 END AS level
    FROM ended LEFT JOIN (
        SELECT DISTINCT game FROM cites WHERE type = 'GameEnded' AND clause LIKE 'end.tie-break.%') AS broken USING (game)
)
SELECT ${each}ending, sum(CASE ending
        WHEN 'level' THEN level
        WHEN 'shared' THEN CASE WHEN best = 1 AND COALESCE(later, 3) > 2 THEN 1 ELSE 0 END
        WHEN 'nobody' THEN CASE WHEN best > 1 THEN 1 ELSE 0 END
    END) AS games, count(*) AS total
FROM told JOIN games USING (game)
CROSS JOIN (SELECT 1 AS place, 'level' AS ending UNION SELECT 2, 'shared' UNION SELECT 3, 'nobody') AS endings
GROUP BY ${each}place, ending
ORDER BY ${each}place
