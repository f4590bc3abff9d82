# A least-recently-used cache made of a dict and a doubly linked list.
class Node:
    __slots__ = ("key", "value", "prev", "next")

    def __init__(self, key=None, value=None):
        self.key, self.value = key, value
        self.prev = self.next = self


class LRU:
    def __init__(self, size):
        self.size = size
        self.map = {}
        self.head = Node()
        self.hits = self.misses = 0

    def _unlink(self, node):
        node.prev.next, node.next.prev = node.next, node.prev

    def _front(self, node):
        node.next, node.prev = self.head.next, self.head
        self.head.next.prev = node
        self.head.next = node

    def get(self, key, default=None):
        if key not in self.map:
            self.misses += 1
            return default
        self.hits += 1
        node = self.map[key]
        self._unlink(node)
        self._front(node)
        return node.value

    def put(self, key, value):
        if key in self.map:
            self._unlink(self.map.pop(key))
        elif len(self.map) >= self.size:
            last = self.head.prev
            self._unlink(last)
            del self.map[last.key]
        node = self.map[key] = Node(key, value)
        self._front(node)

    def __len__(self):
        return len(self.map)

    def __iter__(self):
        node = self.head.next
        while node is not self.head:
            yield node.key, node.value
            node = node.next


cache = LRU(3)
for i, c in enumerate("abcabdeaf"):
    if cache.get(c) is None:
        cache.put(c, i)
    print(c, list(cache), len(cache))
print(cache.hits, cache.misses)
