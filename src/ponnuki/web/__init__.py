"""`ponnuki serve`: the store and the players in a browser.

Reading order: `server` (what is served, and to whom), `guard` (who may ask), `observer` (what all pages know of the
store, read once for all of them; `folds` keeps what was read of races), `frame` (what pages have in common), then the
pages: `runs_page`, `race_page`, `campaign_page`, `match_page`, `play_page`, `cluster_page`, `results_page`. `launcher`
starts and stops runs as commands of their own; `thinking` asks players in processes of their own (`thinker`). Charts
are data (`charts`), boards come from `games.board_picture`.
"""
