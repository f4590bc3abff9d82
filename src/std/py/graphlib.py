"""Orders in which everything comes after what it depends on."""
from types import GenericAlias

__all__ = ['TopologicalSorter', 'CycleError']


class CycleError(ValueError):
    """The graph has a cycle: args[1] is a list of its nodes, the first and the last the same."""


class TopologicalSorter:
    """A graph of nodes and their predecessors; nodes are hashable."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, graph=None):
        self._successors = {}       # node -> nodes that depend on it
        self._missing = {}          # node -> predecessors not done yet
        self._state = {}            # node -> 'ready', 'out' (given by get_ready), 'done'
        self._ready = None
        self._out = self._done = 0
        if graph is not None:
            for node, predecessors in graph.items():
                self.add(node, *predecessors)

    def add(self, node, *predecessors):
        """Add a node and what it depends on."""
        if self._ready is not None:
            raise ValueError('Nodes cannot be added after a call to prepare()')
        self._missing.setdefault(node, 0)
        self._successors.setdefault(node, [])
        self._missing[node] += len(predecessors)
        for p in predecessors:
            self._missing.setdefault(p, 0)
            self._successors.setdefault(p, []).append(node)

    def prepare(self):
        """No more nodes; CycleError if there is no order."""
        if self._ready is not None:
            raise ValueError('cannot prepare() more than once')
        self._ready = [n for n, missing in self._missing.items() if not missing]
        cycle = self._find_cycle()
        if cycle:
            raise CycleError('nodes are in a cycle', cycle)

    def get_ready(self):
        """A tuple of the nodes whose predecessors are all done."""
        if self._ready is None:
            raise ValueError('prepare() must be called first')
        ready = tuple(self._ready)
        for node in ready:
            self._state[node] = 'out'
        self._ready.clear()
        self._out += len(ready)
        return ready

    def is_active(self):
        """Is there more to come?"""
        if self._ready is None:
            raise ValueError('prepare() must be called first')
        return self._done < self._out or bool(self._ready)

    def __bool__(self):
        return self.is_active()

    def done(self, *nodes):
        """These nodes, which get_ready() gave, are dealt with."""
        if self._ready is None:
            raise ValueError('prepare() must be called first')
        for node in nodes:
            if node not in self._missing:
                raise ValueError(f'node {node!r} was not added using add()')
            state = self._state.get(node)
            if state == 'done':
                raise ValueError(f'node {node!r} was already marked done')
            if state != 'out':
                raise ValueError(f'node {node!r} was not passed out (still not ready)' if state else
                                 f'node {node!r} is not ready')
            self._state[node] = 'done'
            for successor in self._successors[node]:
                self._missing[successor] -= 1
                if not self._missing[successor]:
                    self._ready.append(successor)
        self._done += len(nodes)

    def _find_cycle(self):
        """A walk from node to successor that comes back to where it was, without recursion."""
        seen = set()
        for start in self._missing:
            if start in seen:
                continue
            path, at = [start], {start: 0}
            ways = [iter(self._successors[start])]
            seen.add(start)
            while ways:
                for node in ways[-1]:
                    if node in at:
                        return path[at[node]:] + [node]
                    if node not in seen:
                        seen.add(node)
                        at[node] = len(path)
                        path.append(node)
                        ways.append(iter(self._successors[node]))
                        break
                else:
                    ways.pop()
                    del at[path.pop()]
        return None

    def static_order(self):
        """All nodes in an order that works."""
        self.prepare()
        while self.is_active():
            nodes = self.get_ready()
            yield from nodes
            self.done(*nodes)
