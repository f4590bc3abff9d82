# Classes that register themselves, dependency order, hooks, and entry by name.
import functools
import inspect


class Plugin:
    registry = {}
    requires = ()

    def __init_subclass__(cls, name=None, **kw):
        super().__init_subclass__(**kw)
        cls.name = name or cls.__name__.lower()
        if cls.name in Plugin.registry:
            raise ValueError(f"plugin {cls.name!r} is already there")
        Plugin.registry[cls.name] = cls

    def start(self, app):
        for key, method in inspect.getmembers(self, inspect.ismethod):
            if event := getattr(method, "event", None):
                app.hooks.setdefault(event, []).append(method)


def on(event):
    def mark(f):
        f.event = event
        return f
    return mark


class Greeter(Plugin):
    @on("join")
    def greet(self, who):
        return f"hello {who}"


class Stats(Plugin, name="statistics"):
    requires = ("greeter",)

    def __init__(self):
        self.n = 0

    @on("join")
    def count(self, who):
        self.n += 1
        return f"{self.n} so far"

    @on("leave")
    def gone(self, who):
        self.n -= 1


class Loud(Plugin):
    requires = ("statistics", "greeter")

    @on("join")
    def shout(self, who):
        return who.upper() + "!"


class App:
    def __init__(self, *names):
        self.hooks, self.plugins = {}, []
        for name in names:
            self.load(name)

    def load(self, name, above=()):
        if name in above:
            raise RuntimeError("circular: " + " -> ".join([*above, name]))
        cls = Plugin.registry.get(name)
        if cls is None:
            raise LookupError(f"no plugin {name!r}; there are {', '.join(sorted(Plugin.registry))}")
        for need in cls.requires:
            self.load(need, [*above, name])
        if not any(type(p) is cls for p in self.plugins):
            p = cls()
            p.start(self)
            self.plugins.append(p)

    def fire(self, event, *args):
        return [r for f in self.hooks.get(event, []) if (r := f(*args)) is not None]


app = App("loud")
print([p.name for p in app.plugins], app.fire("join", "ann"), app.fire("leave", "ann"), app.fire("join", "bob"), app.fire("nothing"))
try:
    App("missing")
except LookupError as e:
    print(e)
try:
    class Again(Plugin, name="loud"): pass
except ValueError as e:
    print(e)
Greeter.requires = ("loud",)
try:
    App("loud")
except RuntimeError as e:
    print(e)
