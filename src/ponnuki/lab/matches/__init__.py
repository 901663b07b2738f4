"""Matches and tournaments: who meets whom (`schedule`), one sitting (`session`), and what was shown (`result`,
`tally`, `summary`, `elo`)."""
