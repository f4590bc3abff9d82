# A linked list that behaves like a sequence.
from collections.abc import MutableSequence


class LinkedList(MutableSequence):
    class _Node:
        __slots__ = "value", "next"

        def __init__(self, value, next=None):
            self.value, self.next = value, next

    def __init__(self, items=()):
        self._head, self._size = None, 0
        self.extend(items)

    def _at(self, index):
        if not -self._size <= index < self._size:
            raise IndexError(f"no element {index} of {self._size}")
        node = self._head
        for _ in range(index % self._size):
            node = node.next
        return node

    def __len__(self):
        return self._size

    def __getitem__(self, index):
        if isinstance(index, slice):
            return LinkedList(self[i] for i in range(*index.indices(len(self))))
        return self._at(index).value

    def __setitem__(self, index, value):
        self._at(index).value = value

    def __delitem__(self, index):
        node = self._at(index)
        if node is self._head:
            self._head = node.next
        else:
            before = self._at(index % self._size - 1)
            before.next = node.next
        self._size -= 1

    def insert(self, index, value):
        index = max(0, min(len(self), index + len(self) if index < 0 else index))
        if index == 0:
            self._head = self._Node(value, self._head)
        else:
            before = self._at(index - 1)
            before.next = self._Node(value, before.next)
        self._size += 1

    def __repr__(self):
        return f"LinkedList({list(self)})"


l = LinkedList("abc")
l.append("d")
l += "ef"
l[0] = "A"
del l[1]
l.insert(-1, "x")
l.reverse()
print(l, len(l), l[-1], l[1:4], "x" in l, l.index("c"), l.count("zz"), l.pop(), l.pop(0))
l.remove("x")
print(l, list(reversed(l)))
try:
    l[99]
except IndexError as e:
    print(e)
l.clear()
print(l, bool(l))
