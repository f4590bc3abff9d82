"""Counting words of a text that a small Markov chain has made: dicts, Counter, defaultdict, sorting by keys, a printed table."""
import string
from collections import Counter, defaultdict

WORDS = ("the quick brown fox jumps over a lazy dog while seven wise owls watch from an old oak tree and wonder why "
         "anybody would hurry on such a fine evening in the middle of summer").split()


def make(count, seed=12345):
    out, state = [], seed
    for i in range(count):
        state = (state * 1103515245 + 12345) % 2147483648
        word = WORDS[state // 65536 % len(WORDS)]
        if i % 11 == 0:
            word = word.capitalize()
        if i % 13 == 12:
            word += ",.;!?"[state // 7 % 5]
        out.append(word)
    return "\n".join(" ".join(out[i:i + 12]) for i in range(0, len(out), 12))


def clean(text):
    table = str.maketrans("", "", string.punctuation)
    for line in text.splitlines():
        for word in line.translate(table).lower().split():
            yield word


def by_hand(text):
    counts = {}
    for line in text.split("\n"):
        for word in line.split():
            word = word.strip(",.;!?").lower()
            if word not in counts:
                counts[word] = 0
            counts[word] += 1
    return counts


def by_length(words):
    groups = defaultdict(list)
    for word in words:
        groups[len(word)].append(word)
    return {n: sorted(set(group)) for n, group in sorted(groups.items())}


def pairs(words):
    follows = defaultdict(Counter)
    before = None
    for word in words:
        if before is not None:
            follows[before][word] += 1
        before = word
    return follows


text = make(60000)
counts = by_hand(text)
words = list(clean(text))
assert Counter(words) == counts
for word, n in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:8]:
    print(f"{word:<10}|{'#' * (n // 100):<12}|{n:>6d} {n / len(words):7.2%}")
for length, group in by_length(words).items():
    print(length, ", ".join(group))
follows = pairs(words)
print(follows["the"].most_common(3))
letters = {}
for ch in text:
    if ch.isalpha():
        letters[ch.lower()] = letters.get(ch.lower(), 0) + 1
print("".join(sorted(letters, key=letters.get, reverse=True)))
