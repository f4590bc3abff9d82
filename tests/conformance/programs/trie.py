# A trie with completion, wildcard search and deletion.
class Trie:
    END = object()

    def __init__(self, words=()):
        self.root, self.count = {}, 0
        for w in words:
            self.add(w)

    def add(self, word):
        node = self.root
        for ch in word:
            node = node.setdefault(ch, {})
        if self.END not in node:
            node[self.END] = word
            self.count += 1

    def __contains__(self, word):
        node = self._walk(word)
        return node is not None and self.END in node

    def __len__(self):
        return self.count

    def _walk(self, prefix):
        node = self.root
        for ch in prefix:
            node = node.get(ch)
            if node is None:
                return None
        return node

    def complete(self, prefix):
        def collect(node):
            if self.END in node:
                yield node[self.END]
            for ch in sorted(k for k in node if k is not self.END):
                yield from collect(node[ch])
        node = self._walk(prefix)
        return list(collect(node)) if node is not None else []

    def match(self, pattern, node=None):
        node = self.root if node is None else node
        if not pattern:
            return [node[self.END]] if self.END in node else []
        first, rest = pattern[0], pattern[1:]
        keys = sorted(k for k in node if k is not self.END) if first == "?" else [first] if first in node else []
        return [w for k in keys for w in self.match(rest, node[k])]

    def remove(self, word):
        path, node = [], self.root
        for ch in word:
            if ch not in node:
                raise KeyError(word)
            path.append((node, ch))
            node = node[ch]
        del node[self.END]
        self.count -= 1
        while path and not node:
            parent, ch = path.pop()
            del parent[ch]
            node = parent


t = Trie("car card care cart cat dog do door".split())
print(len(t), "car" in t, "ca" in t, t.complete("car"), t.complete("x"), t.match("c?r"), t.match("??r?"), t.match("do?"))
t.add("car")
t.remove("card")
t.remove("door")
print(len(t), t.complete(""), t._walk("doo"))
for w in ("zebra", "ca"):
    try:
        t.remove(w)
    except KeyError as e:
        print(type(e).__name__, e if w == "zebra" else "no such word")
