"""Huffman's code: a tree from a heap, recursion, bits."""
import heapq
from collections import Counter
class Node:
    def __init__(self, weight, sym=None, left=None, right=None):
        self.weight, self.sym, self.left, self.right = weight, sym, left, right
    def __lt__(self, other):
        return (self.weight, self.sym or '') < (other.weight, other.sym or '')
    def leaf(self):
        return self.left is None
def build(text):
    heap = [Node(w, s) for s, w in Counter(text).items()]
    heapq.heapify(heap)
    while len(heap) > 1:
        a, b = heapq.heappop(heap), heapq.heappop(heap)
        heapq.heappush(heap, Node(a.weight + b.weight, min(a.sym, b.sym), a, b))
    return heap[0]
def codes(node, prefix='', table=None):
    if table is None: table = {}
    if node.leaf():
        table[node.sym] = prefix or '0'
    else:
        codes(node.left, prefix + '0', table)
        codes(node.right, prefix + '1', table)
    return table
def decode(bits, root):
    out = []
    node = root
    for b in bits:
        node = node.left if b == '0' else node.right
        if node.leaf():
            out.append(node.sym)
            node = root
    return ''.join(out)
text = ''.join(chr(97 + (i * i + i // 7) % 26) for i in range(40000))
for _ in range(6):
    root = build(text)
    table = codes(root)
    bits = ''.join(table[c] for c in text)
    assert decode(bits, root) == text
    packed = bytearray()
    for i in range(0, len(bits), 8):
        packed.append(int(bits[i:i + 8].ljust(8, '0'), 2))
print(len(bits), len(packed), sorted(table.items())[:3])
