"""Pages and figures of runs. `page` and `figures` are what they are made of; `reports` finds the page of any run."""
