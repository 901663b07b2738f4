"""The Go Text Protocol, for both sides."""
