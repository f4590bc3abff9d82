# Word statistics of a text.
import re
from collections import Counter
from itertools import groupby

TEXT = """It was the best of times, it was the worst of times, it was the age of
wisdom, it was the age of foolishness, it was the epoch of belief, it was the
epoch of incredulity, it was the season of Light."""
words = re.findall(r"[a-z']+", TEXT.lower())
counts = Counter(words)
print(len(words), len(counts), counts.most_common(5))
for n, c in sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))[:6]:
    print(f"{n:<8}{c:>3} {'*' * c}")
by_length = {n: sorted(set(g)) for n, g in groupby(sorted(words, key=len), key=len)}
print(by_length)
print(max(words, key=len), sum(map(len, words)) / len(words))
letters = Counter(ch for w in words for ch in w)
print("".join(ch for ch, _ in sorted(letters.items(), key=lambda kv: (-kv[1], kv[0]))))
bigrams = Counter(zip(words, words[1:]))
print(bigrams.most_common(3))
print({w[0]: sum(1 for x in words if x[0] == w[0]) for w in sorted(set(words))})
