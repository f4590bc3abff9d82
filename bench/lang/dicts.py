"""Dicts and sets: counting words, grouping, memo tables, adjacency, numbers as keys."""


def make_text(n):
    words = "the of and to in is you that it he was for on are as with his they at be this have from or one had by".split()
    x, out = 12345, []
    for _ in range(n):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        out.append(words[x >> 16 & 31 if (x >> 16 & 31) < len(words) else x % 7] + ("s" if x & 64 else ""))
    return " ".join(out)


def count_words(text):
    counts = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + 1
    return sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))


def group(text):
    groups = {}
    for word in text.split():
        groups.setdefault((len(word), word[0]), set()).add(word)
    return {k: sorted(v) for k, v in sorted(groups.items())}


def two_sum(n):
    seen, pairs = {}, 0
    for i in range(n):
        v = i * i % 1009
        if 1009 - v in seen:
            pairs += seen[1009 - v]
        seen[v] = seen.get(v, 0) + 1
    return pairs


def walk(n):
    graph = {i: [(i * 3 + 1) % n, (i * 7 + 2) % n, (i + 1) % n] for i in range(n)}
    seen, frontier, depth = {0}, [0], 0
    while frontier:
        depth += 1
        frontier = [m for node in frontier for m in graph[node] if m not in seen and not seen.add(m)]
    return depth, len(seen)


text = make_text(120000)
for _ in range(6):
    top = count_words(text)
print(top[:4], len(top))
print(list(group(text).items())[:3])
print(two_sum(600000), walk(80000))
table = {}
for i in range(400000):
    table[i] = i
for i in range(0, 200000, 2):
    del table[i]
print(len(table), sum(table.values()) % 1000003, sum(k in table for k in range(100000)))
a, b = {x * x for x in range(20000)}, set(range(0, 400000, 3))
print(len(a & b), len(a | b), len(a - b), len(a ^ b))
