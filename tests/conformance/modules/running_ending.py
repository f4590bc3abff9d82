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
import re, signal, subprocess, sys
def end(program, *switches):
    run = subprocess.run([sys.executable, *switches, "-c", program], capture_output=True, text=True)
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
