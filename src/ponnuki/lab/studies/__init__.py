"""One file for each study of the papers and of our own."""
