"""Cells played by a session (build/tests/session-events), and what they show, as text."""
import json
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402


def play(sources):
    """For each cell its events. In a folder of its own: lessons write files."""
    events_program = os.path.abspath(os.environ.get("PERCH_EVENTS") or os.path.join(os.path.dirname(harness.perch_path()), "tests", "session-events"))
    text = "".join(f"# %%\n{source}" for source in sources)
    environment = harness.clean_environment(PERCH_GPUS="sim:2,mem=16G", PERCH_CLOCK="model")
    with tempfile.TemporaryDirectory() as folder:
        run = harness.run_program([events_program, "--front", "terminal"], 60, cwd=folder, stdin=text.encode(), env=environment)
    found, now = [], []
    for line in run.out.decode().splitlines():
        event = json.loads(line)
        if event["event"] == "done":
            found.append(now)
            now = []
        else:
            now.append(event)
    return found, run


def shown(event):
    if event["event"] == "stream":
        return event["text"]
    if event["event"] in ("result", "display"):
        return event["data"]["text/plain"] + "\n"
    return event.get("text", "")


def transcript(sources, played):
    lines = []
    for i, (source, events) in enumerate(zip(sources, played), 1):
        for n, line in enumerate(source.rstrip("\n").split("\n")):
            lines.append((f"In [{i}]: " if n == 0 else "   ...: ".rjust(len(f"In [{i}]: "))) + line)
        for e in events:
            lines.append((f"Out[{i}]: " if e["event"] == "result" else "") + shown(e).rstrip("\n"))
        lines.append("")
    return "\n".join(lines)
