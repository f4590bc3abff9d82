# The import system is CPython's: finders, hooks, specs, loaders, archives, namespace packages, resources.
import importlib
import importlib.abc
import importlib.machinery
import importlib.resources
import importlib.util
import os
import pkgutil
import sys
import tempfile
import traceback
import types
import zipfile

folder = tempfile.mkdtemp()
sys.path.insert(0, folder)


def write(path, text):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


print([kind.__name__ for kind in sys.meta_path if kind.__module__.startswith("_frozen_importlib")])

# specs and loaders
write("plain.py", "value = 1\n")
plain = importlib.import_module("plain")
spec = plain.__spec__
print(spec.name, type(spec).__name__, type(spec.loader).__name__, spec.origin == plain.__file__, spec.has_location, spec.parent == "")
print(plain.__loader__ is spec.loader, spec.loader.get_source("plain"), spec.loader.is_package("plain"))
print(importlib.util.find_spec("plain") is spec, importlib.util.find_spec("no_such_module"))
write("plain.py", "value = 2  # longer\n")
importlib.invalidate_caches()
print(importlib.reload(plain).value, plain.value)
made = importlib.util.module_from_spec(importlib.util.spec_from_file_location("other", plain.__file__))
made.__spec__.loader.exec_module(made)
print(made.__name__, made.value, "other" in sys.modules)


# a finder of one's own, as six.moves has
class Numbers(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path, target=None):
        if name.startswith("number_"):
            return importlib.machinery.ModuleSpec(name, self, origin="made up")

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        module.value = int(module.__name__.partition("_")[2])


sys.meta_path.append(Numbers())
import number_42
print(number_42.value, number_42, number_42.__spec__.origin)
try:
    import number_many
except ValueError as e:
    print(e, "number_many" in sys.modules)
sys.meta_path.pop()
try:
    import number_43
except ModuleNotFoundError as e:
    print(e, e.name)


# a hook for entries of sys.path
class Memory:
    def __init__(self, path):
        if not path.startswith("memory:"):
            raise ImportError
        self.path = path

    def find_spec(self, name, target=None):
        if name == "in_memory":
            return importlib.util.spec_from_loader(name, self, origin=self.path)

    def create_module(self, spec):
        return types.ModuleType(spec.name, "from memory")

    def exec_module(self, module):
        module.where = self.path


sys.path_hooks.append(Memory)
sys.path.append("memory:here")
import in_memory
print(in_memory.where, in_memory.__doc__, type(sys.path_importer_cache["memory:here"]).__name__)

# a namespace package of two folders
write("a/space/one.py", "n = 1\n")
write("b/space/two.py", "n = 2\n")
sys.path += [os.path.join(folder, "a"), os.path.join(folder, "b")]
import space.one
import space.two
print(space.one.n, space.two.n, type(space.__path__).__name__, len(space.__path__), space.__spec__.origin)

# an archive
archive = os.path.join(folder, "library.zip")
with zipfile.ZipFile(archive, "w") as z:
    z.writestr("zipped/__init__.py", "from .inner import x\n")
    z.writestr("zipped/inner.py", "x = 'in the archive'\n")
    z.writestr("zipped/data.txt", "told")
sys.path.append(archive)
import zipped
print(zipped.x, type(zipped.__loader__).__name__, zipped.__file__ == os.path.join(archive, "zipped", "__init__.py"))
print(pkgutil.get_data("zipped", "data.txt"))

# what a package holds
write("box/__init__.py", "")
write("box/a.py", "")
write("box/sub/__init__.py", "")
write("box/data.txt", "told")
import box
print(importlib.resources.files("box").joinpath("data.txt").read_text())
print([(m.name, m.ispkg) for m in pkgutil.walk_packages(box.__path__, "box.")])

# errors: the levels of the import system are not shown
write("broken.py", "import missing_thing\n")
write("wrong.py", "1 / 0\n")
write("round.py", "from round import later\n")
for name in "broken", "wrong", "round", "plain.below", "nowhere":
    try:
        importlib.__import__(name)
    except Exception:
        pass
    try:
        exec(f"import {name}")
    except Exception as e:
        levels = traceback.extract_tb(e.__traceback__)
        print(type(e).__name__, str(e).replace(folder, "…"), [os.path.basename(level.filename) for level in levels])
try:
    importlib.import_module(".up")
except TypeError as e:
    print(e)
print(importlib.util.resolve_name("..b", "a.c"))

# a lazy module
write("late.py", "print('late is run')\nvalue = 3\n")
spec = importlib.util.find_spec("late")
loader = importlib.util.LazyLoader(spec.loader)
spec.loader = loader
module = importlib.util.module_from_spec(spec)
sys.modules["late"] = module
loader.exec_module(module)
print("not yet")
print(module.value)

# a package whose own code puts a finder in place, for what is imported below it in the same statement (six does so)
write("moves/__init__.py", """
import sys, importlib.machinery
class Below:
    def find_spec(self, name, path, target=None):
        return importlib.machinery.ModuleSpec(name, self) if name == "moves.below" else None
    def create_module(self, spec): return None
    def exec_module(self, module): module.found = True
sys.meta_path.append(Below())
""")
import moves.below
print(moves.below.found)
