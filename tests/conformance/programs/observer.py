# Signals and slots with weak references, and a small MVC on top.
import weakref


class Signal:
    def __set_name__(self, owner, name):
        self.name = "_slots_" + name

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        return Bound(obj.__dict__.setdefault(self.name, []))


class Bound:
    def __init__(self, slots):
        self.slots = slots

    def connect(self, slot):
        ref = weakref.WeakMethod(slot) if hasattr(slot, "__self__") else weakref.ref(slot)
        self.slots.append(ref)
        return slot

    def emit(self, *args, **kwargs):
        alive = 0
        for ref in list(self.slots):
            slot = ref()
            if slot is None:
                self.slots.remove(ref)
            else:
                alive += 1
                slot(*args, **kwargs)
        return alive


class Model:
    changed = Signal()
    reset = Signal()

    def __init__(self):
        self._value = 0

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, v):
        old, self._value = self._value, v
        if old != v:
            self.changed.emit(old, v)


class View:
    def __init__(self, name, model):
        self.name = name
        model.changed.connect(self.update)

    def update(self, old, new):
        print(f"{self.name}: {old} -> {new}")


model = Model()
a, b = View("a", model), View("b", model)


@model.changed.connect
def logger(old, new):
    print("log", new - old)


model.value = 5
model.value = 5
del b
model.value = 7
print(model.reset.emit(), model.changed.emit(0, 0), Model.changed is Model.__dict__["changed"])
