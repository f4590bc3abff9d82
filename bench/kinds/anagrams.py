"""Words counted and grouped: anagrams, letters, bigrams, an inverted index, set algebra of vocabularies, sorted in many ways."""
from collections import Counter, defaultdict
from itertools import groupby, combinations

SYLLABLES = "ka to re mi su no la ven dor pi est ar".split()


def vocabulary(n):
    out, seed = [], 99
    for _ in range(n):
        word = ""
        for _ in range(2 + seed % 3):
            seed = (seed * 69069 + 1) % 4294967296
            word += SYLLABLES[(seed >> 16) % 12]
        out.append(word)
    return out


words = vocabulary(20000)
groups = defaultdict(list)
for w in words:
    groups["".join(sorted(w))].append(w)
sizes = sorted(((len(set(g)), k) for k, g in groups.items()), reverse=True)
print(len(groups), sizes[:3])
counts = Counter(words)
print(counts.most_common(4))
by_length = {}
for w, n in counts.items():
    by_length.setdefault(len(w), {})[w] = n
for length in sorted(by_length):
    top = max(by_length[length].items(), key=lambda kv: (kv[1], kv[0]))
    print(length, len(by_length[length]), top)
bigrams = Counter()
for a, b in zip(words, words[1:]):
    bigrams[a, b] += 1
print(len(bigrams), bigrams.most_common(1))
letters = Counter()
for w in words:
    letters.update(w)
print(sorted(letters.items(), key=lambda kv: -kv[1])[:5])
documents = [words[i:i + 200] for i in range(0, len(words), 200)]
index = defaultdict(set)
for i, doc in enumerate(documents):
    for w in doc:
        index[w].add(i)
common = sorted(index, key=lambda w: (-len(index[w]), w))[:12]
for a, b in combinations(common[:5], 2):
    print(a, b, len(index[a] & index[b]), len(index[a] | index[b]), len(index[a] ^ index[b]), sorted(index[a] - index[b])[:3])
near = []
sets = [set(d) for d in documents]
for i in range(len(sets)):
    for j in range(i + 1, len(sets)):
        both = len(sets[i] & sets[j])
        near.append((both / len(sets[i] | sets[j]), i, j))
near.sort(reverse=True)
print([(round(s, 4), i, j) for s, i, j in near[:3]])
ordered = sorted(set(words), key=lambda w: (w[0], -len(w), w))
print([(k, len(list(g))) for k, g in groupby(ordered, key=lambda w: w[0])])
vowels = {w: sum(ch in "aeiou" for ch in w) for w in counts}
print(sorted(vowels, key=vowels.get)[-3:], sum(vowels.values()))
longest = max(counts, key=len)
print(longest, [w for w in counts if w == w[::-1]][:4])
state = {}
for w in words:
    for a, b in zip(w, w[1:]):
        state.setdefault(a, {}).setdefault(b, 0)
        state[a][b] += 1
for a in sorted(state)[:4]:
    total = sum(state[a].values())
    print(a, {b: round(n / total, 3) for b, n in sorted(state[a].items())})
