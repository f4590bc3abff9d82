"""Plays seeds of hostile.py for so long and tells each kind of failure once: chase.py SECONDS [FIRST SEED] [GROUP].

The program under test is a checked build (build-asan/perch, or what PERCH names). A round that kills it or hangs is named by its
seed and number (`hostile.py SEED NUMBER 1 GROUP` plays it alone), and the seed goes on behind it."""

import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROUNDS = 600   # of one seed
SILENT = 25    # seconds without a new round: it hangs
CHECKS = {"ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=0:intercept_tls_get_addr=0:max_allocation_size_mb=512",
          "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1"}
FAULT = re.compile(r"ERROR: AddressSanitizer: [\w-]+|.*runtime error: .*|mem_free: .*|perch: \d+ bytes still live.*|Traceback .*")
FRAME = re.compile(r"#\d+ \S+ in (\S+ \S*src/\S+)")
ROUND = re.compile(r"^(\d+) (\d+): (.*)", re.M)


def perch():
    return os.environ.get("PERCH") or os.path.join(harness.ROOT, "build-asan", "perch")


def play(seed, first, group, log, end):
    """(how it ended: 0, an exit code, 'hang' or 'over'; what it wrote)"""
    log.seek(0)
    log.truncate()
    process = subprocess.Popen([perch(), os.path.join(HERE, "hostile.py"), str(seed), str(first), str(ROUNDS - first), group], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=log, cwd=tempfile.gettempdir(), env={**harness.clean_environment(**CHECKS), "PERCH_HOSTILE_LOG": "1"})
    size, moved, code = 0, time.monotonic(), None
    while code is None:
        try:
            code = process.wait(1)
        except subprocess.TimeoutExpired:
            now, written = time.monotonic(), os.path.getsize(log.name)
            if written != size:
                size, moved = written, now
            if now - moved > SILENT * harness.slowness() or now > end:
                process.kill()
                process.wait()
                code = "over" if now > end and now - moved <= SILENT * harness.slowness() else "hang"
    log.seek(0)
    return code, log.read()


def chase(seconds, seed=1, group="language", tell=print):
    """(rounds played, {kind of failure: where it came first})"""
    end, rounds, found = time.monotonic() + seconds, 0, {}
    with tempfile.NamedTemporaryFile("w+", encoding="utf-8", errors="replace", suffix=".log") as log:
        while time.monotonic() < end:
            first = 0
            while first < ROUNDS and time.monotonic() < end:
                code, text = play(seed, first, group, log, end)
                rows = [row for row in ROUND.findall(text) if row[0] == str(seed)]
                at = int(rows[-1][1]) if rows else first
                rounds += at - first + 1
                if code in (0, "over"):
                    break
                fault = FAULT.search(text.partition(f"\n{seed} {at}: ")[2] or text)
                kind = (fault.group(0)[:100] if fault else str(code), *FRAME.findall(text)[:3]) if code != "hang" else ("hang", rows[-1][2][:80] if rows else "")
                if kind not in found:
                    found[kind] = f"seed {seed} round {at}: {rows[-1][2][:120] if rows else text[-200:]}"
                    tell(f"     {time.strftime('%H:%M')} hostile {found[kind]}\n       " + "\n       ".join(kind))
                    sys.stdout.flush()
                first = at + 1
            seed += 1
    return rounds, found


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    rounds, found = chase(seconds, int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time()), sys.argv[3] if len(sys.argv) > 3 else "language")
    print(f"{rounds} rounds, {len(found)} kinds of failure")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
