"""Users of one hub (run.py): what each may have, and that nothing is shared that should not be: files, sockets, shared memory's names, HOME, tokens, processes.

Every check of one user's reach runs in that user's kernel. It is played for each kind of room: as root with a number for each user, without root in user namespaces (the hub then runs as nobody).
"""
import asyncio
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(1, os.path.dirname(HERE))
sys.path.insert(2, os.path.join(os.path.dirname(os.path.dirname(HERE)), "jupyter"))
from harness import Tally, slowness  # noqa: E402
from hub import Hub, open_ways  # noqa: E402

NOBODY = 65534
SETTINGS = """
c.PerchSpawner.accounts = {accounts!r}
c.PerchSpawner.mem_limit = "700M"
c.PerchSpawner.gpus = 3
c.PerchSpawner.gpu_memory = "64M"
c.PerchSpawner.processes = 120
c.PerchSpawner.cpu_limit = 1.0
c.PerchSpawner.poll_interval = 1
def soon(spawner):
    if spawner.user.name == "carl": # (a kernel that is idle for three seconds ends; the others' tries may take longer)
        spawner.args = [arg for arg in spawner.args if "cull_i" not in arg] + ["--MappingKernelManager.cull_idle_timeout=3", "--MappingKernelManager.cull_interval=1"]
c.Spawner.pre_spawn_hook = soon
"""

WHERE_I_AM = """
import os, glob, json, tempfile
print(json.dumps({"home": os.path.expanduser("~"), "pid": os.getpid(), "server": os.getppid(), "uid": os.getuid(), "tmp": tempfile.gettempdir(), "cpus": len(os.sched_getaffinity(0)),
    "runtime": os.environ["JUPYTER_RUNTIME_DIR"], "sockets": sorted(glob.glob(os.environ["JUPYTER_RUNTIME_DIR"] + "/kernel-*-ipc-*")), "token": os.environ.get("JUPYTERHUB_API_TOKEN", ""),
    "nice": os.nice(0), "cwd": os.getcwd()}))
"""

LEAVE_TRACES = """
import socket
from multiprocessing import shared_memory
with open(os.path.expanduser("~/answers.txt"), "w") as file: file.write("secret answers")
with open("/tmp/scratch.txt", "w") as file: file.write("secret answers")
block = shared_memory.SharedMemory("lesson", create=True, size=4096)
block.buf[:6] = b"secret"
door = socket.socket(socket.AF_UNIX); door.bind("/tmp/door"); door.listen()
print("left")
"""

# What a user tries against another: name, code that prints what came of it, what may come.
def tries(other, port, name):
    """[(what, code)]: each prints `kept out`, or what it could do."""
    def attempt(body):
        return "import os\ntry:\n" + "".join(f"    {line}\n" for line in body.strip().splitlines()) + "except (OSError, KeyError) as error: print('kept out', type(error).__name__)\n"
    return [
        ("another's file", attempt(f"print('read', open({other['home'] + '/answers.txt'!r}).read())")),
        ("another's folder", attempt(f"print('listed', os.listdir({other['home']!r}))\nif not os.listdir({other['home']!r}): raise FileNotFoundError")),
        ("a file written into another's folder", attempt(f"open({other['home'] + '/planted.py'!r}, 'w').close()\nprint('written')")),
        ("another's file in /tmp", attempt("print('read', open('/tmp/scratch.txt').read())")),
        ("another's socket", attempt("import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect('/tmp/door')\nprint('connected')")),
        ("another's kernel's sockets", attempt(f"import glob\nfound = [p for p in {other['sockets']!r} if os.path.exists(p)]\nif not found: raise FileNotFoundError\nprint('there', found)")),
        ("another's shared memory", attempt("from multiprocessing import shared_memory\nblock = shared_memory.SharedMemory('lesson')\nprint('read', bytes(block.buf[:6]))")),
        ("names in /dev/shm", attempt("found = os.listdir('/dev/shm')\nif not found: raise FileNotFoundError\nprint('seen', found)")),
        ("another's environment and its tokens", attempt(f"print('read', open('/proc/{other['outer']}/environ', 'rb').read()[:20])")),
        ("a signal to another's kernel", attempt(f"os.kill({other['outer']}, 0)\nprint('signalled')")),
        ("another's server with the own token", attempt("import urllib.request\n"
            f"print('answered', urllib.request.urlopen(urllib.request.Request('http://127.0.0.1:{port}/user/{name}/api/kernels', headers=dict(Authorization='token ' + os.environ['JUPYTERHUB_API_TOKEN']))).status)")),
        ("another's server through the hub", attempt("import urllib.request\n"
            f"print('answered', urllib.request.urlopen(urllib.request.Request('http://127.0.0.1:{port}/hub/api/users/{name}', headers=dict(Authorization='token ' + os.environ['JUPYTERHUB_API_TOKEN']))).status)")),
    ]


# Code in a user's kernel -> what it must show: limits are errors that a program can catch, and the kernel goes on.
LIMITS = [
    ("GPUs", "import torch\nprint(torch.cuda.device_count())", "3\n"),
    ("a GPU's memory", "try: torch.ones(30_000_000, device='cuda')\nexcept torch.cuda.OutOfMemoryError as error: print('full')", "full\n"),
    ("memory, a tensor", "try: torch.ones(300_000_000)\nexcept RuntimeError as error: print('alloc' in str(error))", "True\n"),
    ("memory, bytes", "try: bytearray(1_200_000_000)\nexcept MemoryError: print('MemoryError')", "MemoryError\n"),
    ("processes", """
import subprocess
children = []
try:
    for i in range(300): children.append(subprocess.Popen(["sleep", "60"]))
    print("all")
except (BlockingIOError, OSError) as error: print(0 < len(children) < 150)
finally:
    for child in children: child.kill(); child.wait()
""", "True\n"),
    ("it goes on", "1 + 1", "2"),
]
HOG = """
import subprocess, time, sys
hogs = [subprocess.Popen([{perch!r}, "-c", "x = bytearray(300_000_000); x[::4096] = b'x' * len(x[::4096]); import time; time.sleep(60)"]) for i in range(3)]
end = time.time() + 40
while time.time() < end and all(hog.poll() is None for hog in hogs): time.sleep(0.2)
print("ended", any(hog.poll() == -9 for hog in hogs))
for hog in hogs: hog.kill(); hog.wait()
"""


def outer_pid(hub, home):
    """The number that a user's kernel has for the machine (in a room it may have another): the perch-kernel whose HOME is the user's."""
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.path.basename(os.readlink(f"/proc/{name}/exe")) == "perch-kernel" and f"HOME={home}".encode() in open(f"/proc/{name}/environ", "rb").read().split(b"\0"):
                return int(name)
        except OSError:
            pass
    return 0


async def meet(tally, kind, hub):
    """Two users of one class."""
    rooms = {}
    for name in ("anna", "ben"):
        await hub.server(name)
        kernel = await hub.kernel(name)
        status, text = await kernel.run(WHERE_I_AM)
        tally.check(status == "ok" and text.startswith("{"), f"{kind}: {name} runs a cell", text)
        rooms[name] = {**eval(text), "kernel": kernel}
        rooms[name]["outer"] = outer_pid(hub, rooms[name]["home"])
    anna, ben = rooms["anna"], rooms["ben"]
    tally.check(anna["home"] != ben["home"] and anna["cwd"] == anna["home"], f"{kind}: a HOME for each", f"{anna} {ben}")
    tally.check(anna["token"] and anna["token"] != ben["token"], f"{kind}: a token for each")
    tally.check(len(anna["sockets"]) == 5, f"{kind}: the kernel's five sockets are files in a folder of the user's", str(anna["sockets"]))
    tally.check(anna["cpus"] == 1 and anna["nice"] >= 5, f"{kind}: one processor, behind the hub", str(anna))
    tally.check((anna["uid"] != ben["uid"]) == (kind == "numbered") and anna["uid"] != 0, f"{kind}: who they are", f"{anna['uid']} {ben['uid']}")
    tally.check((await ben["kernel"].run(LEAVE_TRACES)) == ("ok", "left\n"), f"{kind}: ben leaves traces")
    for what, code in tries(ben, hub.port, "ben"):
        status, text = await anna["kernel"].run(code)
        tally.check(status == "ok" and text.startswith("kept out"), f"{kind}: anna is kept from {what}", text)
    status, text = await ben["kernel"].run("print(open('/tmp/scratch.txt').read(), bytes(block.buf[:6]), os.listdir('/dev/shm'))")
    tally.check(text == "secret answers b'secret' ['lesson']\n", f"{kind}: ben has his own (the tries can succeed)", text)
    status, text = await anna["kernel"].run("import os\nprint(os.system('umount /tmp 2>/dev/null; umount -l /dev/shm 2>/dev/null') != 0, sorted(os.listdir('/tmp')))")
    tally.check(status == "ok" and text.startswith("True") and "door" not in text, f"{kind}: a room cannot be left by umount", text)
    return rooms


async def bounded(tally, kind, hub, kernel):
    for what, code, shown in LIMITS:
        status, text = await kernel.run(code)
        tally.check(status == "ok" and text == shown, f"{kind}: limit: {what}", f"{status} {text}")
    status, text = await kernel.run(HOG.format(perch=os.environ["PERCH"]))
    tally.check((status, text) == ("ok", "ended True\n"), f"{kind}: a user's processes together stay within mem_limit; the kernel goes on", text)


async def ends(tally, kind, hub, rooms):
    """Interrupts, a server's end with all that it started."""
    kernel = rooms["anna"]["kernel"]
    asked = await kernel.begin("import time\nprint('begun')\ntime.sleep(60)")
    await asyncio.sleep(1)
    await kernel.interrupt()
    status, text = await kernel.finish(asked)
    tally.check(status == "error" and "KeyboardInterrupt" in text, f"{kind}: an interrupt", text)
    await kernel.run("import subprocess\nleft = subprocess.Popen(['sleep', '3131'], start_new_session=True)")
    await hub.stop_server("anna")
    await asyncio.sleep(2)
    left = [pid for pid in os.listdir("/proc") if pid.isdigit() and b"sleep\x003131" in (open(f"/proc/{pid}/cmdline", "rb").read() if os.path.exists(f"/proc/{pid}/cmdline") else b"")]
    tally.check(not left, f"{kind}: with the server all ends that it started", str(left))
    tally.check(outer_pid(hub, rooms["anna"]["home"]) == 0 and outer_pid(hub, rooms["ben"]["home"]) != 0, f"{kind}: and nobody else's")
    await rooms["ben"]["kernel"].interrupt()
    status, text = await rooms["ben"]["kernel"].finish(rooms["ben"]["busy"])
    tally.check(status == "error" and "KeyboardInterrupt" in text, f"{kind}: the other's cell has run all the time", text)


async def idles(tally, kind, hub):
    await hub.server("carl")
    kernel = await hub.kernel("carl")
    shown = await kernel.run("6 * 7")
    for _ in range(int(60 * slowness())):
        kernels = await hub.kernels("carl")
        if not kernels:
            break
        await asyncio.sleep(1)
    tally.check(shown == ("ok", "42") and kernels == [], f"{kind}: an idle kernel is culled, connected or not", str(kernels))


async def play(tally, kind, uid, folder):
    hub = Hub(folder, SETTINGS.format(accounts=kind), uid)
    try:
        await hub.start()
        rooms = await meet(tally, kind, hub)
        rooms["ben"]["busy"] = await rooms["ben"]["kernel"].begin("import time\nwhile True: time.sleep(0.1)")
        await bounded(tally, kind, hub, rooms["anna"]["kernel"])
        await ends(tally, kind, hub, rooms)
        await idles(tally, kind, hub)
    except Exception as error:
        tally.fail(f"{kind}: {type(error).__name__}: {error}", "\n".join(hub.said().splitlines()[-28:]))
    finally:
        hub.stop()


def reachable(uid, *paths):
    """May a user of that number come to these files?"""
    pid = os.fork()
    if pid == 0:
        os.setgroups([])
        os.setgid(uid)
        os.setuid(uid)
        os._exit(0 if all(os.access(path, os.X_OK) for path in paths) else 1)
    return os.waitpid(pid, 0)[1] == 0


def kinds():
    """(kind, the hub's uid, why not)"""
    if os.geteuid() != 0:
        yield "rooms", None, ""
        return
    why = "" if reachable(NOBODY, sys.executable, os.environ["PERCH"]) else "other users cannot come to this checkout's programs"
    yield "numbered", None, why
    yield "rooms", NOBODY, why


def main():
    tally = Tally("rooms")
    for kind, uid, why in kinds():
        if why:
            tally.skip(kind, why)
            continue
        with tempfile.TemporaryDirectory(prefix="hub") as folder:
            open_ways(folder)
            if uid is not None:
                os.chown(folder, uid, uid)
            asyncio.run(play(tally, kind, uid, folder))
    tally.close()


if __name__ == "__main__":
    main()
