"""Races: their files (`file`), where their trials come from (`contests`), the race that a journal tells (`fold`,
`history`), which trials it asks for (`supply`), and one sitting of a race (`session`)."""
