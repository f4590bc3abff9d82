"""Counting tokens."""
import re
from collections import Counter


def count_tokens_from_str(source_str, token_delim=' ', seq_delim='\n', to_lower=False, counter_to_update=None):
    """How often each token occurs; what stands between tokens and between lines are regular expressions."""
    if to_lower:
        source_str = source_str.lower()
    counter = Counter() if counter_to_update is None else counter_to_update
    counter.update(filter(None, re.split(f'{token_delim}|{seq_delim}', source_str)))
    return counter
