"""The picture of the terminal in docs: typed into perch in tmux, captured with its colours, drawn by tools/screen_svg.py.

    tests/repl/capture.py [--write]     --write: draw docs/pictures/terminal.svg anew (look at it before committing it)

Without --write the session is typed again, and the picture must hold what tmux shows. Skipped where there is no tmux.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

PICTURE = os.path.join(harness.ROOT, "docs", "pictures", "terminal.svg")
TOOL = os.path.join(harness.ROOT, "tools", "screen_svg.py")
COLUMNS, LINES = 80, 37
# (keys as tmux send-keys takes them, what is on the screen afterwards)
TYPED = [
    (["x = torch.ones(2, 3, device='cuda:0')"], "In [2]: x = torch"), (["Enter"], "In [3]:"),
    (["y = torch.rand(2, 3, device='cuda:1')"], "In [3]: y = torch"), (["Enter"], "In [4]:"),
    (["x + y"], "In [4]: x + y"), (["Enter"], "In [5]:"),
    (["F4"], "In [5]: x.to(y.device) + y"), (["\\;"], "y;"), (["Enter"], "In [6]:"),
    (["%where"], "In [6]: %where"), (["Enter"], "In [7]:"),
    (["for batch in x, y:"], "for batch in x, y:"), (["Enter"], "   ...:"), (["print(torch.nn.functional.softmax(batch, dim="], "softmax(batch"),
]


def main():
    tally = harness.Tally("capture")
    if not shutil.which("tmux"):
        tally.skip("capture", "no tmux")
        tally.close()
    folder = tempfile.mkdtemp(prefix="perch-")
    server = ["tmux", "-L", f"perch-{os.getpid()}", "-f", "/dev/null"]
    env = harness.clean_environment(HOME=folder, XDG_STATE_HOME=folder, XDG_CONFIG_HOME=folder, INPUTRC=os.path.join(folder, "inputrc"), PERCH_GPUS="sim:2,mem=16G",
                                    PERCHSTARTUP="", TERM="xterm-256color", TMUX_TMPDIR=folder)

    def tmux(*args):
        return subprocess.run([*server, *args], env=env, capture_output=True, text=True, encoding="utf-8").stdout

    def see(text):
        end = time.monotonic() + 10 * harness.slowness()
        while text not in tmux("capture-pane", "-p") and time.monotonic() < end:
            time.sleep(0.05)
        return tally.check(text in tmux("capture-pane", "-p"), f"{text!r} is on the screen", tmux("capture-pane", "-p"))

    try:
        tmux("-u", "new-session", "-d", "-x", str(COLUMNS), "-y", str(LINES), harness.perch_path())
        seen = see("In [1]:")
        tmux("send-keys", "import torch", "Enter")
        seen = seen and see("In [2]:")
        for keys, text in TYPED if seen else []:
            tmux("send-keys", *keys)
            if not see(text):
                break
        time.sleep(0.3 * harness.slowness())
        plain, coloured = tmux("capture-pane", "-p"), tmux("capture-pane", "-e", "-p")
    finally:
        tmux("kill-server")
        shutil.rmtree(folder, ignore_errors=True)
    drawn = subprocess.run([sys.executable, TOOL, "--columns", str(COLUMNS), "--title", "perch"], input=coloured, capture_output=True, text=True, encoding="utf-8", check=True).stdout
    if "--write" in sys.argv:
        os.makedirs(os.path.dirname(PICTURE), exist_ok=True)
        with open(PICTURE, "w", encoding="utf-8") as file:
            file.write(drawn)
    else:
        with open(PICTURE, encoding="utf-8") as file:
            kept = file.read()
        tally.check(kept == drawn, "the picture is what tmux shows", plain)
        tally.check(len(set(re.findall(r'fill="(#\w+)"', kept))) > 5, "it is coloured", "")
    tally.close()


if __name__ == "__main__":
    main()
