# Printing nested data as a tree, with recursion and sentinels.
def lines(value, label="", prefix="", last=True, top=True):
    mark = "" if top else ("`-- " if last else "|-- ")
    if isinstance(value, dict):
        items, shown = list(value.items()), "{%d}" % len(value)
    elif isinstance(value, (list, tuple)):
        items, shown = list(enumerate(value)), ("[%d]" if isinstance(value, list) else "(%d)") % len(value)
    else:
        items, shown = [], repr(value)
    yield f"{prefix}{mark}{label}{': ' if label != '' else ''}{shown}"
    inner = prefix + ("" if top else "    " if last else "|   ")
    for i, (k, v) in enumerate(items):
        yield from lines(v, str(k), inner, i == len(items) - 1, False)


data = {"name": "perch", "sizes": [1, (2.5, None), []], "deep": {"a": {"b": {"c": True}}}, "t": ("x",)}
print(*lines(data), sep="\n")


def flatten(value, path=()):
    if isinstance(value, dict):
        for k, v in value.items():
            yield from flatten(v, path + (k,))
    elif isinstance(value, (list, tuple)) and value:
        for i, v in enumerate(value):
            yield from flatten(v, path + (i,))
    else:
        yield ".".join(map(str, path)), value


flat = dict(flatten(data))
print(flat)


def unflatten(flat):
    root = {}
    for path, v in flat.items():
        *parents, leaf = path.split(".")
        node = root
        for p in parents:
            node = node.setdefault(p, {})
        node[leaf] = v
    return root


print(unflatten(flat))
depth = lambda v: 1 + max(map(depth, v.values() if isinstance(v, dict) else v), default=0) if isinstance(v, (dict, list, tuple)) else 0
print(depth(data), depth([]), depth(5))
