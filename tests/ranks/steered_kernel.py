"""Ranks steered from a notebook: a client of the kernel's, told line by line (`ok WHAT`, `FAIL WHAT || why`); steered.py runs it."""
import os
import re
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), "kernel"), HERE]
import harness  # noqa: E402
from client import Kernel  # noqa: E402

MARK = f"ranks-kernel-{os.getpid()}-{time.monotonic_ns()}"


def marked():
    """Processes that the kernel has started, by a mark in their environment."""
    return harness.processes_with(MARK)


def emptied():
    end = time.monotonic() + 20 * harness.slowness()
    while marked() and time.monotonic() < end:
        time.sleep(0.1)
    return not marked()


def check(ok, what, why=""):
    print("ok" if ok else "FAIL", what, *([] if ok else ["||", " ".join(str(why).split())[:2000]]), flush=True)


def run(kernel, code):
    """(reply, the texts of the streams, [data of displays])"""
    reply, events = kernel.ask("execute_request", code=code, allow_stdin=False, store_history=True)
    text = "".join(e.content["text"] for e in events if e.type == "stream")
    return reply, re.sub(r"\x1b\[[0-9;]*m", "", text), [e.content["data"] for e in events if e.type in ("display_data", "execute_result")]


def session(kernel):
    reply, text, _ = run(kernel, "%ranks start 3 --gpus sim:2")
    check(reply["status"] == "ok" and "3 ranks wait for cells" in text, "ranks start", text)
    _, _, shown = run(kernel, "%ranks")
    check("waits for a cell" in shown[0]["text/plain"] and "<table" in shown[0]["text/html"], "%ranks is a table", shown)
    _, text, _ = run(kernel, "%px print('hi')")
    check(text == "[stdout:0-2] hi\n", "equal outputs are one", text)
    _, _, shown = run(kernel, "%%px\nimport torch, torch.distributed as dist, time\ndist.init_process_group('gloo')\nr = dist.get_rank()\nx = torch.ones(2)\ndist.all_reduce(x)\nx")
    check(len(shown) == 1 and shown[0]["text/plain"] == "Out[0-2:2]: tensor([3., 3.])" and "Out[0-2:2]" in shown[0]["text/html"], "a result, with its page", shown)
    run(kernel, "%%px\nimport matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.gcf().canvas.draw()")     # (how long a rank takes to import it is the machine's)
    _, text, shown = run(kernel, "%%px\ndist.barrier()\nplt.plot([1, 2])\nplt.show()")
    check([bool(data.get("image/png")) for data in shown] == [True] and "[output:0-2]" in text, "one picture for all", (text, [list(d) for d in shown]))
    _, text, shown = run(kernel, "%%px\nplt.plot([1, 2 + r])\nplt.show()")
    check(sum("image/png" in data for data in shown) == 3 and "[output:2]" in text, "pictures that differ", (text, [list(d) for d in shown]))
    reply, text, _ = run(kernel, "%%px\nif r: dist.barrier()\nelse: dist.all_reduce(x)")
    check(reply["status"] == "error" and reply["ename"] == "RankError" and re.search(r"rank 0: all_reduce\(SUM\) of float32 \[2\] at In\[\d+\]:3; ranks 1, 2: barrier at In\[\d+\]:2", text), "a mismatch", text)
    reply, text, _ = run(kernel, "%%px\na = torch.ones(2, device='cuda:1')\na + x")
    check("on cuda:1" in text and "explain P" in text, "the drawing", text)
    _, text, shown = run(kernel, "%px %where")
    check("[output:0-2]" in text and "cuda:1" in shown[0]["text/plain"] and "text/html" in shown[0], "%where there", (text, shown))
    _, _, shown = run(kernel, "1 + 1")
    check(shown[-1]["text/plain"] == "2", "the kernel's own cells", shown)


def typing(kernel):
    matches = kernel.ask("complete_request", code="%%px --targets 0\nimport to", cursor_pos=26)[0]["matches"]
    check("torch" in matches, "completion in the cell", matches)
    matches = kernel.ask("complete_request", code="%ranks st", cursor_pos=9)[0]["matches"]
    check(matches == ["start", "stop"], "completion of %ranks", matches)
    matches = kernel.ask("complete_request", code="%%p", cursor_pos=3)[0]["matches"]
    check("%%px" in matches, "completion of %%px", matches)
    reply = kernel.ask("inspect_request", code="%%px", cursor_pos=4, detail_level=0)[0]
    check("--targets" in reply["data"].get("text/plain", ""), "inspection", reply)
    status = kernel.ask("is_complete_request", code="%%px\nfor i in range(3):\n    print(i)")[0]["status"]
    check(status in ("incomplete", "complete"), "a cell's end", status)


def interrupted(kernel):
    timer = threading.Timer(2 * harness.slowness(), lambda: os.kill(kernel.process.pid, 2))
    timer.start()
    since = time.monotonic()
    reply, text, _ = run(kernel, "%%px\nif r: dist.barrier()\nelse: time.sleep(100)")
    check(reply["status"] == "error" and reply["ename"] == "KeyboardInterrupt" and time.monotonic() - since < 20 * harness.slowness(), "an interrupt reaches them", (reply, text))
    _, _, shown = run(kernel, "%px x = torch.ones(1); dist.all_reduce(x); x.item()")
    check(all(data["text/plain"].endswith(": 3.0") for data in shown) and shown, "and they go on", shown)
    reply, text, _ = run(kernel, "%%px\nimport os\nif r == 2: os._exit(7)\ndist.barrier()")
    check(reply["status"] == "error" and "Rank 2 exited with 7" in text, "a rank dies, the kernel does not", (reply, text))
    _, text, _ = run(kernel, "%ranks restart")
    check("3 ranks wait" in text, "restart", text)


def main():
    name, value = "PERCH_TEST_MARK", MARK
    environment = {name: value, **{key: text for key, text in os.environ.items() if key.startswith("OMPI_")}}
    with Kernel(environment=environment) as kernel:
        kernel.patience = 60 * harness.slowness()
        session(kernel)
        typing(kernel)
        interrupted(kernel)
        check(len(marked()) > 3, "its processes are seen", marked())
        kernel.process.kill()
        kernel.process.wait()
        check(emptied(), "the kernel is killed: its ranks end", marked())
    with Kernel(environment=environment) as kernel:
        run(kernel, "%ranks start 2")
        kernel.send("control", "shutdown_request", restart=False)
        kernel.process.wait(30 * harness.slowness())
        check(emptied(), "the kernel ends: nothing is left", marked())
    print("done", flush=True)


main()
