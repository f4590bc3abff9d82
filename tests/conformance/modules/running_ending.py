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
