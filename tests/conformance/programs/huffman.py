# Huffman codes from a heap: the tree, the codes, and back.
import heapq
from collections import Counter
from itertools import count


def build(text):
    order = count()
    heap = [(n, next(order), ch) for ch, n in sorted(Counter(text).items())]
    heapq.heapify(heap)
    while len(heap) > 1:
        n1, _, a = heapq.heappop(heap)
        n2, _, b = heapq.heappop(heap)
        heapq.heappush(heap, (n1 + n2, next(order), (a, b)))
    return heap[0][2]


def codes(tree, prefix=""):
    if isinstance(tree, str):
        return {tree: prefix or "0"}
    left, right = tree
    return {**codes(left, prefix + "0"), **codes(right, prefix + "1")}


def decode(bits, tree):
    out, node = [], tree
    for b in bits:
        node = node[int(b)]
        if isinstance(node, str):
            out.append(node)
            node = tree
    return "".join(out)


text = "she sells sea shells by the sea shore"
tree = build(text)
table = codes(tree)
bits = "".join(table[c] for c in text)
print(tree)
for ch, code in sorted(table.items(), key=lambda kv: (len(kv[1]), kv[1])):
    print(repr(ch), code)
print(len(bits), len(text) * 8, f"{len(bits) / (len(text) * 8):.1%}", decode(bits, tree) == text)
