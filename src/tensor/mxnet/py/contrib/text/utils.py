"""Counting tokens."""
from collections import Counter


def count_tokens_from_str(source_str, token_delim=' ', seq_delim='\n', to_lower=False, counter_to_update=None):
    """How often each token occurs."""
    if to_lower:
        source_str = source_str.lower()
    counter = Counter() if counter_to_update is None else counter_to_update
    counter.update(t for line in source_str.split(seq_delim) for t in line.split(token_delim) if t)
    return counter
