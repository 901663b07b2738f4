"""What `ponnuki bench` runs: speeds as ratios to a named reference measured in the same run."""
