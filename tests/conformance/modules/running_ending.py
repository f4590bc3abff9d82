# Processes and threads: how they run beside each other, are watched, and end.
# --- case: fork_behind_ended_threads
import os, threading
for i in range(5):
    t = threading.Thread(target=lambda: None)
    t.start()
    t.join()
pid = os.fork()
if pid == 0:
    done = []
    t = threading.Thread(target=done.append, args=(1,))
    t.start()
    t.join()
    os._exit(7 if done else 8)
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
# --- case: fork_in_a_thread_that_returns
import os, sys, threading
codes = []
def work():
    pid = os.fork()
    if pid:
        codes.append(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
t = threading.Thread(target=work)
t.start()
t.join()
print(codes)
# --- case: locals_of_the_main_thread_at_the_end
import threading
class AtEnd:
    def __del__(self):
        print("at the end:", here.value)
here = threading.local()
here.value = "still there"
at_end = AtEnd()
# --- case: current_exceptions
import sys, threading
me = threading.get_ident()
print(sys._current_exceptions()[me])
try:
    1 / 0
except ZeroDivisionError as e:
    kind, value, tb = sys._current_exceptions()[me]
    print(kind, value is e, tb is e.__traceback__)
# --- case: faulthandler_dump
import faulthandler
def inner():
    with open("dump", "w") as file:
        faulthandler.dump_traceback(file, all_threads=False)
def outer():
    inner()
outer()
print(open("dump").read())
# --- case: faulthandler_switches
import faulthandler, os
print(faulthandler.is_enabled(), faulthandler.disable())
with open("x", "w") as file:
    print(faulthandler.enable(file), faulthandler.is_enabled(), faulthandler.disable(), faulthandler.is_enabled(), faulthandler.disable())
for give in (-1, "x", 1.5):
    try:
        faulthandler.enable(give)
    except Exception as e:
        print(type(e).__name__, e)
faulthandler.cancel_dump_traceback_later()
for seconds in (0, -1, 1e12):
    try:
        faulthandler.dump_traceback_later(seconds)
    except Exception as e:
        print(type(e).__name__, e)
# --- case: faulthandler_signal
import faulthandler, os, signal
came = []
signal.signal(signal.SIGUSR1, lambda *given: came.append(given[0]))
def inner():
    os.kill(os.getpid(), signal.SIGUSR1)
with open("dump", "w") as file:
    faulthandler.register(signal.SIGUSR1, file, all_threads=False, chain=True)
    inner()
print(open("dump").read(), came == [signal.SIGUSR1], faulthandler.unregister(signal.SIGUSR1), faulthandler.unregister(signal.SIGUSR1))
for give in (signal.SIGSEGV, 0, 1000):
    try:
        faulthandler.register(give)
    except Exception as e:
        print(type(e).__name__, e)
# --- case: faulthandler_fatal
import os, re, signal, subprocess, sys
def end(program, *switches):
    own_signals = os.environ.get("ASAN_OPTIONS", "") + ":handle_segv=0:handle_abort=0:handle_sigfpe=0:handle_sigill=0:handle_sigbus=0" # a checked build's handlers stay out of it
    run = subprocess.run([sys.executable, *switches, "-c", program], capture_output=True, text=True, env={**os.environ, "ASAN_OPTIONS": own_signals})
    print(run.returncode, run.stdout, re.sub("0x[0-9a-f]+", "0x", run.stderr))
end("import faulthandler\ndef f():\n    faulthandler._sigsegv()\nf()", "-X", "faulthandler")
end("import faulthandler\nfaulthandler.enable(all_threads=False)\nfaulthandler._read_null()")
end("import faulthandler\nfaulthandler.enable()\nfaulthandler._sigfpe()")
end("import faulthandler\nfaulthandler.enable()\nfaulthandler._sigabrt()")
end("import faulthandler\nfaulthandler.enable()\nfaulthandler.disable()\nfaulthandler._sigabrt()")
end("import faulthandler\nfaulthandler.enable()\nfaulthandler._stack_overflow()")
end("import faulthandler, gc\nfaulthandler.enable()\nclass A:\n    def __del__(self):\n        faulthandler._sigsegv(True)\na = A()\na.a = a\na = None\ngc.collect()")
# --- case: faulthandler_later
import faulthandler, re, subprocess, sys
program = "import faulthandler, time\ndef wait():\n    time.sleep(60)\nfaulthandler.dump_traceback_later(0.2, exit=True)\nwait()"
run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
print(run.returncode, re.sub("0x[0-9a-f]+", "0x", run.stderr))
# --- case: tracemalloc_blocks
import tracemalloc
def make():
    return bytearray(300000)
def outer():
    return make()
print(tracemalloc.is_tracing(), tracemalloc.get_traced_memory(), tracemalloc.get_traceback_limit())
tracemalloc.start(2)
block = outer()
block_size = tracemalloc.get_traced_memory()[0]
print(300000 <= block_size < 310000, tracemalloc.get_traceback_limit())
found = tracemalloc.take_snapshot().statistics("traceback")[0]
print(300000 <= found.size < 301000, [(place.filename, place.lineno) for place in found.traceback][-2:], found.traceback.total_nframe)
print("\n".join(found.traceback.format()))
del block, found
now, peak = tracemalloc.get_traced_memory()
print(now < 20000, peak >= 300000)
tracemalloc.reset_peak()
print(tracemalloc.get_traced_memory()[1] < 20000)
tracemalloc.clear_traces()
print(tracemalloc.get_traced_memory()[0] < 1000)
tracemalloc.stop()
print(tracemalloc.is_tracing(), tracemalloc.get_traced_memory(), tracemalloc._get_traces())
for frames in (0, -1, 65536):
    try:
        tracemalloc.start(frames)
    except ValueError as e:
        print(e)
# --- case: tracemalloc_grows_and_shrinks
import tracemalloc
tracemalloc.start()
rows = []
for i in range(2000):
    rows.append([i] * 50)
grown = tracemalloc.get_traced_memory()[0]
for i in range(1000):
    rows[2 * i] = None
half = tracemalloc.get_traced_memory()[0]
rows.extend(range(100000))
more = tracemalloc.get_traced_memory()[0]
rows = None
gone = tracemalloc.get_traced_memory()[0]
print(grown > 800000, 0.4 < half / grown < 0.6, more - half > 700000, gone < 20000)
before = tracemalloc.take_snapshot()
nodes = [{i} for i in range(1000)]
after = tracemalloc.take_snapshot()
most = after.compare_to(before, "lineno")[0]
print(most.size_diff > 16000, most.count_diff >= 1000, most.traceback[0].lineno)
print(tracemalloc.get_object_traceback(nodes[7])[0].lineno, tracemalloc.get_object_traceback(7))
# --- case: tracemalloc_switches
import os, subprocess, sys
program = "import tracemalloc; print(tracemalloc.is_tracing(), tracemalloc.get_traceback_limit())"
for switches, variable in (([], None), (["-X", "tracemalloc"], None), (["-X", "tracemalloc=7"], "3"), ([], "5"), (["-E"], "5"), (["-X", "tracemalloc=x"], None), ([], "-1")):
    env = dict(os.environ)
    env.pop("PYTHONTRACEMALLOC", None)
    if variable:
        env["PYTHONTRACEMALLOC"] = variable
    run = subprocess.run([sys.executable, *switches, "-c", program], env=env, capture_output=True, text=True)
    print(run.returncode, run.stdout, "invalid number of frames" in run.stderr)
# --- case: audit_hooks
import sys
seen = []
def hook(event, args):
    if event.startswith("mine."):
        seen.append((event, args))
    if event == "mine.refused":
        raise PermissionError("not this")
sys.audit("mine.early", 1)
print(sys.addaudithook(hook))
sys.audit("mine.two", 1, "b")
sys.audit("mine.none")
try:
    sys.audit("mine.refused", 3)
except PermissionError as e:
    print(type(e).__name__, e)
print(seen)
try:
    1 / 0
except ZeroDivisionError:
    sys.audit("mine.handling")
    print(sys.exc_info()[0].__name__, len(seen))
for wrong in ((), (1,)):
    try:
        sys.audit(*wrong)
    except TypeError as e:
        print(e)
def closed(event, args):
    if event == "sys.addaudithook":
        raise RuntimeError("no more")
    if event == "mine.last":
        seen.append("closed heard")
sys.addaudithook(closed)
print(sys.addaudithook(lambda *given: seen.append("never")))
sys.audit("mine.last")
print(seen[-1], "never" in seen)
# --- case: audit_events
import marshal, os, pickle, sys
seen = []
watched = {"open", "os.mkdir", "os.rmdir", "os.remove", "os.rename", "os.listdir", "os.chdir", "marshal.dumps", "marshal.loads", "pickle.find_class", "object.__setattr__", "exec", "compile",
           "sys._getframe", "builtins.id", "os.system", "sys.settrace", "import"}
def hook(event, args):
    if event in watched:
        seen.append((event, args))
code = compile("x = 1", "text", "exec")
payload = pickle.dumps(os.getcwd)
class A: pass
class B: pass
class C(A): pass
a = A()
sys.addaudithook(hook)
open("f", "w").close()
os.close(os.open("f", os.O_RDONLY))
os.mkdir("d"); os.rename("f", "d/f"); os.listdir("d"); os.chdir("d"); os.remove("f"); os.chdir(".."); os.rmdir("d")
marshal.loads(marshal.dumps((1, "a")))
pickle.loads(payload)
C.__name__ = "X"
C.__bases__ = (B,)
a.__class__ = B
exec(code)
eval("2")
compile("3", "name", "eval")
number = id(a)
os.system("true")
sys.settrace(None)
seen.append(None)
names = [event[0] for event in seen if event]
print(names)
for event in seen[:-1]:
    if event[0] in ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "marshal.dumps", "os.system", "os.listdir") or event[0] == "open" and event[1][1]:
        print(event[0], event[1][:2])
# --- case: audit_events_told
import sys
seen = []
def hook(event, args):
    if event in ("object.__setattr__", "sys._getframe", "os.mkdir", "import", "builtins.id"):
        seen.append(event)
        if event == "os.mkdir":
            raise RuntimeError("no folder")
import os
sys.addaudithook(hook)
try:
    os.mkdir("never")
except RuntimeError as e:
    print(e, os.path.exists("never"))
try:
    import this_is_not_there_zq
except ImportError:
    pass
sys._getframe()
id(1)
print(seen)
# --- case: line_of_a_death
import sys
class Dies:
    def __del__(self):
        print(sys._getframe(1).f_lineno, end=" ")
def func():
    f = Dies()
    x = 1
    f = None
    f = Dies()
    y = x
    f = y
    f = Dies()

    f = 1.5
    f = Dies()

    f, y = 1, 2
    f = Dies()

    f = x + y
    f = Dies()

    f = (x, y)
func()
# --- case: current_exceptions_of_a_thread
import sys, threading
there, leave = threading.Event(), threading.Event()
def outer():
    inner()
def inner():
    try:
        raise ValueError("oops")
    except ValueError:
        there.set()
        leave.wait(60)
t = threading.Thread(target=outer)
t.start()
there.wait()
kind, value, tb = sys._current_exceptions()[t.ident]
print(kind, value, tb.tb_frame.f_code.co_name, tb.tb_frame.f_back.f_code.co_name)
leave.set()
t.join()
# --- case: sys_words
import io, subprocess, sys
for make in (type(sys.flags), type(sys.version_info)):
    try:
        make()
    except TypeError as e:
        print(e)
out, sys.stderr = sys.stderr, io.StringIO()
sys.excepthook(1, "1", 1)
said, sys.stderr = sys.stderr.getvalue(), out
print(said)
run = subprocess.run([sys.executable, "-c", "import sys; sys.stderr.write('before,'); sys.exit('message')"], capture_output=True)
print(run.returncode, run.stderr)
del sys.stdout
try:
    sys.__displayhook__(42)
except RuntimeError as e:
    sys.stdout = sys.__stdout__
    print(e)
