# What CPython's own modules ask of what lies under them: places of modules, half a program, attributes that are members, a text that cannot be decoded.
# --- case: places_of_modules
import json, json.decoder, logging, os.path, types
for m in json, json.decoder, logging:
    print(os.path.basename(m.__file__), os.path.isfile(m.__file__), m.__name__)
print([os.path.basename(p) for p in json.__path__], isinstance(types.FunctionType.__globals__, types.MemberDescriptorType))
import pkgutil, importlib
print(sorted(m.name for m in pkgutil.iter_modules(json.__path__)), importlib.import_module("json.tool").__name__)
# --- case: half_a_program
def tried(text, mode, flags):
    out = []
    for source in text, text + "\n":
        try:
            compile(source, "<i>", mode, flags)
            out.append("whole")
        except SyntaxError as e:
            out.append((type(e).__name__, e.msg, e.lineno, e.offset))
    return out
texts = ["def x():\n  pass", "(a", "a = (\n\n", "if 1:", "'''abc", "'abc", "x = 'abc\\", "a =", "@a", "1 +", "1+\n", "del 1", "a b", "try:\n pass", "x=1",
         "if 9==3:\n  pass\nelse:", "\\", "a.\n", "from a import", "x[", "f(1,\n2", "a ? b", "while 1: pass", "lambda", "]", "{1:\n 2,\n", "  a", "a\\\n",
         "if 1: (1 2", "1 = (", "#a", "match x:", "with (a", "f'''{a", "x = 1;", "return 5"]
for text in texts:
    for mode in "single", "exec":
        for flags in 0x4200, 0x4000, 0:
            print(repr(text), mode, hex(flags), tried(text, mode, flags))
# --- case: members_of_a_function
def f(): pass
d = type(f).__dict__
print(d["__globals__"], d["__builtins__"], d["__globals__"].__get__(f) is globals(), d["__code__"])
for name in "__globals__", "__builtins__":
    for change in (lambda: setattr(f, name, {})), (lambda: delattr(f, name)):
        try: change()
        except Exception as e: print(type(e).__name__, e)
# --- case: behind_what_cannot_be_decoded
import io
t = io.TextIOWrapper(io.BytesIO(b"a\nb\n\x80c\nd\n"), encoding="ascii")
try: t.readline()
except UnicodeDecodeError as e: print(e)
print(repr(t.readline()), repr(t.read()))
t = io.TextIOWrapper(io.BytesIO(b"ab\xc3" + b"\xff" + b"cd"), encoding="utf-8")
t._CHUNK_SIZE = 3
print(t.read(2))
try: t.read(1)
except UnicodeDecodeError as e: print(e)
# --- case: a_handler_that_fails
import logging, sys, io
class Bad:
    def write(self, text): raise RuntimeError("deliberate")
    def flush(self): pass
logging.raiseExceptions = True
keep, sys.stderr = sys.stderr, io.StringIO()
logging.StreamHandler(Bad()).handle(logging.makeLogRecord({"msg": "m %s", "args": (1,)}))
text, sys.stderr = sys.stderr.getvalue(), keep
print(text.splitlines()[0], "RuntimeError: deliberate" in text, text.splitlines()[-2:])
# --- case: which_python
import platform, sys
print(platform.python_version() == ".".join(map(str, sys.version_info[:3])), platform.python_compiler() in sys.version, sys._git[1:], platform.python_implementation().lower() == sys.implementation.name)
# --- case: half_a_block
for s in ["if 1:\n  pass\n  if 1:\n    pass\n  else:", "for a in b:\n  if c:\n    d\n  else:", "while 1:\n  try:\n    d\n  finally:", "class A:\n  def f(self):\n   if x:", "match x:\n case 1:", "if 1:\n match x:\n  case 1:"]:
    for text in s, s + "\n", s + "\n\n":
        try: print(compile(text, "<i>", "single", 0x4200))
        except SyntaxError as e: print(repr(text), e.msg, e.lineno, e.offset)
# --- case: modules_as_objects
import types
m = types.ModuleType("m", "About m.")
print(object.__getattribute__(m, "__doc__"), object.__getattribute__(m, "__name__"), object.__setattr__(m, "x", 1), m.x, m.__dict__["x"], object.__delattr__(m, "x"), hasattr(m, "x"))
for f in (lambda: object.__delattr__(m, "x")), (lambda: object.__getattribute__(m, "x")):
    try: f()
    except AttributeError as e: print(type(e).__name__)
