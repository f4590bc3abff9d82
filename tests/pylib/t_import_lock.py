# The import lock: one thread's at a time, and its holder may take it again; finders run under it; the child of a fork has its own thread's alone.
import importlib
import os
import sys
import threading

import _imp

print(_imp.lock_held())
_imp.acquire_lock()
_imp.acquire_lock()
print(_imp.lock_held())
tried, taken = threading.Event(), []


def other():
    try:
        _imp.release_lock()
    except RuntimeError as error:
        print(error)
    tried.set()
    _imp.acquire_lock()
    taken.append(_imp.lock_held())
    _imp.release_lock()


thread = threading.Thread(target=other)
thread.start()
tried.wait()
thread.join(0.05)
print(taken)
_imp.release_lock()
thread.join(0.05)
print(taken)
_imp.release_lock()
thread.join()
print(taken, _imp.lock_held())
try:
    _imp.release_lock()
except RuntimeError as error:
    print(error)


# a finder that lets others run while it looks is never entered twice
class Slow:
    inside = most = 0

    def find_spec(self, name, path, target=None):
        self.inside += 1
        self.most = max(self.most, self.inside)
        threading.Event().wait(0.01)
        self.inside -= 1


def search(name):
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        pass


slow = Slow()
sys.meta_path.insert(0, slow)
threads = [threading.Thread(target=search, args=(f"nowhere_{i}",)) for i in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.meta_path.remove(slow)
print(slow.inside, slow.most)


# fork() takes the lock and gives it back in both processes
def child(says):
    if os.fork() == 0:
        print(says, _imp.lock_held(), flush=True)
        import colorsys
        os._exit(colorsys is None)
    print(os.wait()[1])


child("child of the main thread")
_imp.acquire_lock()
child("child of a holder")
_imp.release_lock()
thread = threading.Thread(target=child, args=("child of a thread",))
thread.start()
thread.join()
print(_imp.lock_held())
