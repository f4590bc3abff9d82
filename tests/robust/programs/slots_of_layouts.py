"""A class statement's __slots__ behind every layout in C: their room, their values, their end.

Every class that is no class statement's and may be a base gets a subclass with __slots__ (and one of that with more). A
slot that reads a neighbour's bytes is not unset at first; one that writes over them shows in the objects beside it, or
in the allocator's own checks (MALLOC_PERTURB_, a build under ASan).
"""
import builtins
import gc
import importlib
import os
import sys
import tempfile
import weakref

ASIDE = {"antigravity", "this", "idlelib", "turtledemo", "turtle", "__main__", "lib2to3"}
LIBRARIES = """numpy numpy.random torch torch.utils.data torchvision mxnet mxnet.gluon pandas scipy scipy.sparse scipy.optimize
    PIL.Image PIL.ImageFont PIL.ImageDraw matplotlib.pyplot kiwisolver contourpy lesson""".split()
HEAP, BASE = 1 << 9, 1 << 10           # flags of a class: made by a class statement, may be a base
FORMS = [(), (":memory:",), (b"ab",), ([1, 2],), (97,), (str, "ab"), (len, [1]), ("a", "b"), ("a", 1, 2), ("a", 1, 2, 3, 4), (2020, 1, 1), (97, 97),
         ("name", (), {}), ({},), (gc.collect,), (object,), ([1], [2]), (0.5,), (iter([1]), 1), (None,), ("i",), ("i", [1, 2]), (b"abc", "r"), ((2,),), ((2, 2), "f"), ("gpu",), ("text", [ValueError()]),
         (iter("abc"),), (len, 3, True, tuple), (None, ())]
# A file's number would be closed with it, a folder's name made, the program's end called.
NAMED = {"FileIO": [(os.devnull,)], "Connection": [(":memory:",)], "mmap": [(-1, 4096)], "BufferedReader": [], "BufferedWriter": [],
         "BufferedRandom": [], "BufferedRWPair": [], "TextIOWrapper": []}


PLACE = tempfile.TemporaryDirectory()
os.environ["MPLCONFIGDIR"] = PLACE.name          # (matplotlib says so where it has none)


class Held:
    def __init__(self, number):
        self.number = number


def every_class():
    seen, open_ = {object}, [object]
    while open_:
        c = open_.pop()
        for d in type.__subclasses__(c):
            if d not in seen:
                seen.add(d)
                open_.append(d)
    return sorted((c for c in seen if not c.__flags__ & HEAP and c.__flags__ & BASE), key=lambda c: (c.__module__, c.__qualname__))


def streams(name):
    import io
    raw = io.BytesIO(b"abc")
    return {"BufferedReader": [(raw,)], "BufferedWriter": [(raw,)], "BufferedRandom": [(raw,)], "BufferedRWPair": [(raw, raw)],
            "TextIOWrapper": [(raw,)]}.get(name, [])


def made(cls, name):
    """An object of cls in the first way that is not refused; else one that was never begun."""
    forms = NAMED.get(name, FORMS) + streams(name)
    for form in forms:
        try:
            x = cls(*form)
        except Exception:
            continue
        if type(x) is cls:
            return x
    for form in forms:
        try:
            x = cls.__new__(cls, *form)
        except Exception:
            continue
        if type(x) is cls:
            return x
    return None


def tried(base, slots):
    try:
        return type(base)("Slotted", (base,), {"__slots__": slots})
    except Exception:                  # (a layout of varying size; what a metaclass asks for)
        return None


def begun(cls, name, slots):
    """Objects of cls, whose slots are unset."""
    objects = [x for x in (made(cls, name) for _ in range(4)) if x is not None]
    for x in objects:
        for slot in slots:
            assert not hasattr(x, slot), (cls.__mro__, slot, "is set before anything was put there")
    return objects


def filled(cls, objects, slots):
    """What shows whether that which the slots hold is still there."""
    watched = []
    for i, x in enumerate(objects):
        for slot in slots:
            held = Held((cls, i, slot))
            setattr(x, slot, held)
            watched.append(weakref.ref(held))
    return watched


for name in sorted(set(sys.stdlib_module_names) | set(sys.builtin_module_names) | set(LIBRARIES)):
    if name.partition(".")[0] not in ASIDE:
        try:
            importlib.import_module(name)
        except ImportError:
            pass
rows, unmade = [], []
for base in every_class():
    name, slots = base.__name__, ("a", "b", "c")
    first = tried(base, slots)
    if first is None:
        continue
    if os.environ.get("SLOTS_NAMES"):
        print(base, file=sys.stderr, flush=True)
    objects = begun(first, name, slots)
    if not objects:
        unmade.append(f"{base.__module__}.{name}")
        continue
    rows.append((first, objects, slots, filled(first, objects, slots)))
    second = tried(first, ("d", "__dict__")) or tried(first, ("d",))
    objects, slots = begun(second, name, slots + ("d",)), slots + ("d",)
    rows.append((second, objects, slots, filled(second, objects, slots)))
if os.environ.get("SLOTS_NAMES"):
    print(len(rows), "classes; not made:", *unmade, file=sys.stderr, flush=True)
gc.collect()                           # once for all: the libraries' own objects are many
for cls, objects, slots, watched in rows:
    for i, x in enumerate(objects):
        for slot in slots:
            assert object.__getattribute__(x, slot).number == (cls, i, slot), (cls.__mro__, slot)   # (a GenericAlias answers as what it stands for)
    delattr(objects[0], slots[0]) if objects else None
    assert len(objects) == 0 or not hasattr(objects[0], slots[0]), cls.__mro__
watches = [(cls.__mro__, watched) for cls, objects, slots, watched in rows]
number = len(rows)
del rows, objects, watched, x, cls, first, second
gc.collect()
for mro, watched in watches:
    assert not any(r() for r in watched), (mro, "keeps what its slots held")
assert number > 200, number
print("end")
