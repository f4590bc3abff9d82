# The loaders of the library's modules know where those lie; FrozenImporter has CPython's examples.
import importlib.machinery
import importlib.resources
import importlib.util
import json.decoder
import marshal
import pkgutil
import pyclbr
import string
import sys
import types

import _imp

for module in json, json.decoder, string, types:
    name, loader = module.__name__, module.__loader__
    print(name, loader.name, loader.path, loader.get_filename(name), loader.is_package(name))
    print(loader.get_source(name)[:20], loader.get_data(loader.path)[:20])
    print(importlib.util.find_spec(name).loader == loader)
    try:
        loader.get_filename("other")
    except ImportError as error:
        print(error)
print(sorted(p.name for p in importlib.resources.files("json").iterdir() if p.suffix == ".py"))
print(pkgutil.get_data("json", "tool.py")[:20])
print(sorted(pyclbr.readmodule("queue")))
path = types.__loader__.path
del types.__loader__
print(importlib.reload(types).__loader__.path == path)

find = importlib.machinery.FrozenImporter.find_spec
for name in "__hello__", "__hello_alias__", "__phello__", "__phello__.spam", "__phello__.ham.eggs", "__hello_only__", "_frozen_importlib", "no_such":
    print(name, find(name), _imp.find_frozen(name), _imp.is_frozen(name))
import __hello__
import __phello__.ham.eggs
import __phello__.spam
print(__hello__.__spec__, __phello__.ham.eggs.__spec__)
__hello__.main()
__phello__.spam.main()
import __hello_only__
_imp._override_frozen_modules_for_tests(-1)
print(_imp.find_frozen("__hello__"), _imp.find_frozen("_frozen_importlib"))
_imp._override_frozen_modules_for_tests(0)
data, package, origin = _imp.find_frozen("__hello__", withdata=True)
print(type(data).__name__, package, origin, _imp.get_frozen_object("__hello__").co_filename)
print(_imp.get_frozen_object("given", marshal.dumps(compile("1", "there", "exec"))).co_filename)
for given in ("no_such",), (3,), ("__hello__", b""), ("__hello__", 3), ("given", marshal.dumps(3)):
    for function in (_imp.get_frozen_object, _imp.is_frozen_package)[:3 - len(given)]:
        try:
            print(function(*given))
        except (ImportError, TypeError) as error:
            print(error)
