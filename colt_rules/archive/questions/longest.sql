SELECT game, edition, modules, players, commands, events
FROM games
ORDER BY events DESC, game
