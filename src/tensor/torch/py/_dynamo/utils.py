"""torch._dynamo.utils: what was counted while something was compiled; nothing is here."""
from collections import Counter, defaultdict

counters = defaultdict(Counter)


def compile_times(repr='str', aggregate=False):
    """How long each part of compiling took."""
    return 'TorchDynamo compilation metrics:\nFunction    Runtimes (s)\n----------  --------------' if repr == 'str' else (['Function', 'Runtimes (s)'], [])
