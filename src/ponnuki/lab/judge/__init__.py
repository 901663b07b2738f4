"""Results that others have played: read (`results`) and judged by our bound (`judge`)."""
