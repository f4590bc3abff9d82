# A binary search tree with deletion, ranges and rendering.
class Tree:
    def __init__(self, values=()):
        self.root = None
        self.size = 0
        for v in values:
            self.add(v)

    def add(self, v):
        def put(node):
            if node is None:
                self.size += 1
                return [v, None, None]
            side = 1 if v < node[0] else 2 if v > node[0] else 0
            if side:
                node[side] = put(node[side])
            return node
        self.root = put(self.root)

    def remove(self, v):
        def cut(node):
            if node is None:
                raise KeyError(v)
            value, left, right = node
            if v < value:
                node[1] = cut(left)
            elif v > value:
                node[2] = cut(right)
            elif left is None or right is None:
                return left or right
            else:
                least = right
                while least[1]:
                    least = least[1]
                node[0] = least[0]
                node[2] = drop_least(right)
            return node

        def drop_least(node):
            if node[1] is None:
                return node[2]
            node[1] = drop_least(node[1])
            return node
        self.root = cut(self.root)
        self.size -= 1

    def __iter__(self):
        def walk(node):
            if node:
                yield from walk(node[1])
                yield node[0]
                yield from walk(node[2])
        return walk(self.root)

    def __contains__(self, v):
        node = self.root
        while node and node[0] != v:
            node = node[1] if v < node[0] else node[2]
        return node is not None

    def between(self, low, high):
        return [v for v in self if low <= v <= high]

    def depth(self, node=0):
        if node == 0:
            node = self.root
        return 0 if node is None else 1 + max(self.depth(node[1]), self.depth(node[2]))

    def draw(self, node=0, indent=0):
        if node == 0:
            node = self.root
        if node:
            self.draw(node[2], indent + 4)
            print(" " * indent + str(node[0]))
            self.draw(node[1], indent + 4)


t = Tree([50, 30, 70, 20, 40, 60, 80, 35, 45, 50])
print(list(t), t.size, t.depth(), 40 in t, 41 in t, t.between(35, 60))
t.draw()
for v in (20, 30, 50):
    t.remove(v)
    print(v, "->", list(t), t.root[0])
try:
    t.remove(99)
except KeyError as e:
    print("KeyError", e)
