"""A cache of the least recently used: linked nodes with slots, properties, exceptions; an OrderedDict beside it."""
from collections import OrderedDict
class Node:
    __slots__ = ('key', 'value', 'prev', 'next')
    def __init__(self, key, value):
        self.key = key
        self.value = value
        self.prev = self.next = None
class LRU:
    def __init__(self, capacity):
        self._capacity = capacity
        self._map = {}
        self.head = Node(None, None)
        self.tail = Node(None, None)
        self.head.next = self.tail
        self.tail.prev = self.head
        self.hits = self.misses = 0
    @property
    def size(self):
        return len(self._map)
    @property
    def capacity(self):
        return self._capacity
    def _unlink(self, node):
        node.prev.next = node.next
        node.next.prev = node.prev
    def _push(self, node):
        node.next = self.head.next
        node.prev = self.head
        self.head.next.prev = node
        self.head.next = node
    def __getitem__(self, key):
        node = self._map.get(key)
        if node is None:
            self.misses += 1
            raise KeyError(key)
        self.hits += 1
        self._unlink(node)
        self._push(node)
        return node.value
    def __setitem__(self, key, value):
        if key in self._map:
            node = self._map[key]
            node.value = value
            self._unlink(node)
        else:
            if self.size >= self.capacity:
                old = self.tail.prev
                self._unlink(old)
                del self._map[old.key]
            node = self._map[key] = Node(key, value)
        self._push(node)
    def __len__(self):
        return self.size
    def __contains__(self, key):
        return key in self._map
cache = LRU(500)
x = 12345
total = 0
for i in range(220000):
    x = (x * 1103515245 + 12345) & 0x7fffffff
    key = (x >> 8) % 700
    try:
        total += cache[key]
    except KeyError:
        cache[key] = i
print(cache.hits, cache.misses, len(cache), total)
od = OrderedDict()
for i in range(180000):
    x = (x * 1103515245 + 12345) & 0x7fffffff
    key = (x >> 8) % 700
    if key in od:
        od.move_to_end(key)
    else:
        if len(od) >= 500:
            od.popitem(last=False)
        od[key] = i
print(len(od), sum(od.values()))
