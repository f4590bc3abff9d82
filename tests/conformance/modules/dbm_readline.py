# dbm.ndbm over Berkeley DB; readline: history, and lines of a program at a terminal. What both Pythons open of the machine's libraries.
# --- case: mapping
import _dbm
def told(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e.args, getattr(e, "filename", None))
print(_dbm.error.__mro__[1:3], _dbm.library)
d = _dbm.open("a", "c")
d["x"] = "1"; d[b"y"] = b"\xff\0z"; d["é"] = "ü"
print(type(d), len(d), sorted(d.keys()), "x" in d, b"x" in d, "q" in d, d["é"], d[b"y"], d.get("q"), d.get("q", 3), bool(d))
for f in (lambda: type(d)(), lambda: d["q"], lambda: d[3], lambda: 3 in d, lambda: d.get(3), lambda: d.setdefault("n", "v"), lambda: d.setdefault("n", "w"), lambda: d["n"], lambda: d.setdefault("m", 3), lambda: d.__setitem__("a", 3),
          lambda: d.__setitem__(3, "a"), lambda: d.__delitem__("zz"), lambda: d.__delitem__(2), lambda: d[bytearray(b"a")], lambda: iter(d), lambda: d.popitem(), lambda: d.__enter__() is d): told(f)
del d["x"]
print(len(d), "x" in d)
d["large"] = "v" * 100000
print(len(d["large"]), d.close(), d.close())
for f in (lambda: d["x"], lambda: len(d), d.keys, lambda: "x" in d, lambda: d.get("x"), lambda: d.__setitem__("a", "b"), lambda: d.__delitem__("a")): told(f)
# --- case: opening
import _dbm, os
def told(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e.args, getattr(e, "filename", None))
for f in (lambda: _dbm.open("nope"), lambda: _dbm.open("a", "q"), lambda: _dbm.open(3), lambda: _dbm.open("a", 3), lambda: _dbm.open("a", "c", "x"), lambda: _dbm.open(), lambda: _dbm.open("a", "c", 0o600, 1), lambda: _dbm.open("no/such/a", "c")): told(f)
with _dbm.open("a", "c", 0o600) as d: d["k"] = "v"
print(os.listdir() and [n for n in sorted(os.listdir()) if n.startswith("a")], oct(os.stat("a.db").st_mode & 0o777))
with _dbm.open(b"a", "r") as d: print(d.keys())
with _dbm.open("a", "w") as d: d["l"] = "w"
with _dbm.open("a", "n") as d: print(d.keys())
# --- case: dbm_and_shelve
import dbm, dbm.ndbm, shelve
with dbm.open("f", "n") as d: d["a"] = "b"
print(dbm.whichdb("f"), dbm.ndbm.library)
with shelve.open("g") as s: s["k"] = [1, {"a": (2, 3)}]; s["e"] = None
with shelve.open("g", writeback=True) as s: s["k"].append(4)
with shelve.open("g", "r") as s: print(sorted(s), s["k"], s["e"], len(s), "q" in s, s.get("q", 7))
# --- case: history
import readline
def told(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e.args)
readline.clear_history()
for line in "one", "two", "zwölf", "four": readline.add_history(line)
print([readline.get_history_item(i) for i in range(6)], readline.get_current_history_length(), readline.get_history_length())
readline.replace_history_item(1, "2"); readline.remove_history_item(0)
readline.write_history_file("h"); print(ascii(open("h", encoding="utf-8").read()))
readline.set_history_length(2); readline.append_history_file(1, "h"); print(ascii(open("h", encoding="utf-8").read()))
readline.clear_history(); readline.read_history_file("h"); print(readline.get_current_history_length(), ascii(readline.get_history_item(1)))
for f in (lambda: readline.remove_history_item(-1), lambda: readline.remove_history_item(50), lambda: readline.replace_history_item(-1, "x"), lambda: readline.replace_history_item(30, "x"), lambda: readline.set_completer(3), lambda: readline.set_startup_hook(3),
          lambda: readline.read_history_file("/nix"), lambda: readline.write_history_file("/nix/a"), lambda: readline.read_init_file("/nix"), lambda: readline.add_history(3), lambda: readline.add_history("a\0b"), lambda: readline.set_history_length("x"),
          lambda: readline.set_completion_display_matches_hook(3), lambda: readline.read_history_file(3), readline.get_line_buffer, readline.get_completer, readline.get_completer_delims, lambda: readline.insert_text("abc"), readline.get_line_buffer): told(f)
readline.set_completer_delims(" ;"); readline.set_completer(print); print(readline.get_completer_delims(), readline.get_completer() is print, readline.set_completer(), readline.get_completer())
# --- case: lines_at_a_terminal
import os, pty, sys, time
program = r'''
import readline
told = open("told", "w")
def complete(text, number):
    if number == 0: print("asked", ascii(readline.get_line_buffer()), text, readline.get_begidx(), readline.get_endidx(), file=told)
    found = [w for w in ("alpha", "alphabet", "beta") if w.startswith(text)]
    return found[number] if number < len(found) else None
readline.set_completer(complete)
readline.set_completion_display_matches_hook(lambda what, found, longest: print("shown", what, sorted(found), longest, file=told))
readline.parse_and_bind("tab: complete")
readline.set_startup_hook(lambda: readline.insert_text("!"))
print("first", ascii(input("0> ")), file=told)
readline.set_startup_hook()
readline.set_pre_input_hook(lambda: print("before", file=told))
for i in range(4): print("line", ascii(input(f"{i + 1}> ")), file=told)
try: input("5> ")
except EOFError as e: print("end", e, file=told)
print([readline.get_history_item(i) for i in range(1, readline.get_current_history_length() + 1)], file=told)
told.close()
print("all" + "done")
'''
pid, fd = pty.fork()
if pid == 0:
    os.environ.update(TERM="dumb", INPUTRC="/dev/null")
    os.execv(sys.executable, [sys.executable, "-c", program])
def until(mark, count):
    seen = b""
    while seen.count(mark) < count:
        try: part = os.read(fd, 4096)
        except OSError: break
        if not part: break
        seen += part
number = 0
def typed(keys):
    global number
    until(b"%d> " % number, 1)
    number += 1
    os.write(fd, keys)
typed(b"one\n")
typed(b"be\t x\n")
typed("ü al\t\t\n".encode())
typed(b"\x10\x10\n")
typed(b"lost\x01\x0bkept\n")
typed(b"\x04")
until(b"alldone", 1)
os.waitpid(pid, 0)
print(open("told").read())
