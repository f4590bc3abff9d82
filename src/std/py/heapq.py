"""Heaps: lists in which heap[k] <= heap[2*k+1] and heap[k] <= heap[2*k+2].

So heap[0] is the smallest, and adding or taking one costs log(n) steps.
(In C where `_heapq` is.)
"""
__all__ = ['heappush', 'heappop', 'heapify', 'heapreplace', 'merge',
           'nlargest', 'nsmallest', 'heappushpop']


def _rise(heap, pos, less):
    """Move heap[pos] up until its parent is not larger."""
    item = heap[pos]
    while pos > 0:
        parent = (pos - 1) >> 1
        if not less(item, heap[parent]):
            break
        heap[pos] = heap[parent]
        pos = parent
    heap[pos] = item


def _sink(heap, pos, less):
    """Move heap[pos] down to a leaf along the smaller children, then up again.

    Going down without comparing the item itself saves comparisons: it came
    from the end of the heap and mostly belongs near the bottom.
    """
    end = len(heap)
    item = heap[pos]
    top = pos
    child = 2 * pos + 1
    while child < end:
        right = child + 1
        if right < end and not less(heap[child], heap[right]):
            child = right
        heap[pos] = heap[child]
        pos = child
        child = 2 * pos + 1
    while pos > top:
        parent = (pos - 1) >> 1
        if not less(item, heap[parent]):
            break
        heap[pos] = heap[parent]
        pos = parent
    heap[pos] = item


def _less(a, b):
    return a < b


def _greater(a, b):
    return b < a


def heappush(heap, item):
    """Add an item."""
    heap.append(item)
    _rise(heap, len(heap) - 1, _less)


def _pop(heap, less):
    if not heap:
        raise IndexError('index out of range')
    last = heap.pop()
    if heap:
        last, heap[0] = heap[0], last
        _sink(heap, 0, less)
    return last


def heappop(heap):
    """Remove and return the smallest item; IndexError if there is none."""
    return _pop(heap, _less)


def heapreplace(heap, item):
    """heappop, then heappush, in one step."""
    result = heap[0]
    heap[0] = item
    _sink(heap, 0, _less)
    return result


def heappushpop(heap, item):
    """heappush, then heappop, in one step."""
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _sink(heap, 0, _less)
    return item


def heapify(x):
    """Turn a list into a heap, in place, in linear time."""
    for i in reversed(range(len(x) // 2)):
        _sink(x, i, _less)


def _heappop_max(heap):
    return _pop(heap, _greater)


def _heapreplace_max(heap, item):
    result = heap[0]
    heap[0] = item
    _sink(heap, 0, _greater)
    return result


def _heapify_max(x):
    for i in reversed(range(len(x) // 2)):
        _sink(x, i, _greater)


try:
    from _heapq import *
except ImportError:
    pass


def merge(*iterables, key=None, reverse=False):
    """Merge sorted inputs into one sorted stream, without reading them whole."""
    # entries: [key, order, value, next]; `order` keeps equals in input order
    heap = []
    sign = -1 if reverse else 1
    for order, it in enumerate(map(iter, iterables)):
        try:
            value = next(it)
        except StopIteration:
            continue
        heap.append([value if key is None else key(value), order * sign, value, it.__next__])
    if reverse:
        _heapify_max(heap)
    else:
        heapify(heap)
    replace = _heapreplace_max if reverse else heapreplace
    pop = _heappop_max if reverse else heappop
    while len(heap) > 1:
        top = heap[0]
        yield top[2]
        try:
            top[2] = value = top[3]()
        except StopIteration:
            pop(heap)
            continue
        top[0] = value if key is None else key(value)
        replace(heap, top)
    if heap:
        rest = heap[0]
        yield rest[2]
        yield from rest[3].__self__


def nsmallest(n, iterable, key=None):
    """The n smallest items, as sorted(iterable, key=key)[:n]."""
    if n == 1:
        none = object()
        result = min(iterable, default=none, key=key)
        return [] if result is none else [result]
    return sorted(iterable, key=key)[:max(n, 0)]


def nlargest(n, iterable, key=None):
    """The n largest items, as sorted(iterable, key=key, reverse=True)[:n]."""
    if n == 1:
        none = object()
        result = max(iterable, default=none, key=key)
        return [] if result is none else [result]
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]
