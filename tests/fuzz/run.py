"""Runs the fuzz targets: fuzz/run.py [MINUTES | --once] [TARGET...] (a minute each unless told). Seeds are the corpus's cases, and pieces of the programs
about tensors; findings stay in build-fuzz/. The target `hostile` (and `hostile_tensors`, `hostile_modules`: every C module of the library) is no libFuzzer's: objects whose special methods change
what they stand in (hostile.py), played by the checked build by chase.py; another seed each time.

A target that meets something is started again until its time is over, so one run shows all findings it can.
With --once every seed runs once and nothing is made up, on the build under gcc's sanitizers (once.c): what lands must not
hang on luck. The search itself belongs to a desk and to the long runs."""

import os
import re
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "conformance"))
import cases  # noqa: E402
import chase  # noqa: E402
import frames  # noqa: E402
import harness  # noqa: E402
import pieces  # noqa: E402

ONCE = "--once" in sys.argv
BUILD = os.path.join(harness.ROOT, "build-asan" if ONCE else "build-fuzz")
TARGETS = tuple(t for t in ("fuzz_compile", "fuzz_program", "fuzz_library", "fuzz_frames") if t != "fuzz_frames" or os.path.exists(os.path.join(BUILD, "tests", t))) # (without ZeroMQ there is no kernel)
HOSTILE = {"hostile": "language", "hostile_tensors": "tensors", "hostile_modules": "modules"}
TENSORS = os.path.join(harness.ROOT, "tests", "tensors")
FINDING = re.compile(r".*(?:ERROR|SUMMARY|runtime error|Test unit written).*|.*(?:#\d+ \S+ in (?!__|fuzzer::|LLVMFuzzer)).*/src/.*")


def write_seed(folder, name, text):
    with open(os.path.join(folder, name.replace("/", "-")), "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
        file.write(text)


def seeds():
    """A folder of seeds for each target: the corpus's cases; for the library pieces of the programs about tensors and threads."""
    folders = {target: os.path.join(BUILD, {"fuzz_library": "seeds-library", "fuzz_frames": "seeds-frames"}.get(target, "seeds")) for target in TARGETS}
    for folder in folders.values():
        os.makedirs(folder, exist_ok=True)
    for name, data in frames.seeds() if "fuzz_frames" in folders else ():
        with open(os.path.join(folders["fuzz_frames"], name), "wb") as file:
            file.write(data)
    for topic in cases.topics():
        for name, source in cases.read_cases(topic):
            write_seed(folders["fuzz_program"], f"{topic}-{name}", source)
    programs = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "threads.py")]
    programs += [os.path.join(TENSORS, folder, name) for folder in ("torch", "mxnet", "numpy", "placed") for name in sorted(os.listdir(os.path.join(TENSORS, folder)))
                 if name.endswith(".py")]
    known = set()
    for path in programs:
        for number, text in enumerate(pieces.pieces(cases.read(path))):
            if text not in known:
                known.add(text)
                write_seed(folders["fuzz_library"], f"{os.path.basename(path)}-{number}", text)
    return folders


def run_target(target, seconds, folder, report):
    """Fuzz for so long (0: each seed once); report gets the findings, and the number of programs that were run."""
    grown = os.path.join(BUILD, target + "-corpus")
    if not ONCE:
        os.makedirs(grown, exist_ok=True)
    end, tried, findings = time.monotonic() + seconds, 0, []
    while True:
        left = int(end - time.monotonic())
        command = [os.path.join(BUILD, "tests", target), folder] if ONCE else [
            os.path.join(BUILD, "tests", target), f"-max_total_time={left}", "-timeout=25", "-rss_limit_mb=3000", "-max_len=8192", "-entropic=0", "-print_final_stats=1",
            f"-artifact_prefix={BUILD}/{target}-", grown, folder]
        # A file: nobody would empty a pipe in time, and the target would wait for that.
        with open(os.path.join(BUILD, target + ".log"), "w+", encoding="utf-8", errors="replace") as log:
            code = subprocess.call(command, stdout=log if ONCE else subprocess.DEVNULL, stderr=log,
                                   env={**os.environ, "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1", "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=0:intercept_tls_get_addr=0:max_allocation_size_mb=256"})
            log.seek(0)
            text = log.read()
        counts = re.findall(r"^(\d+) inputs$" if ONCE else r"^stat::number_of_executed_units: (\d+)", text, re.M) or re.findall(r"^#(\d+)\t", text, re.M)
        tried += int(counts[-1]) if counts else 0
        if code:
            findings.append("\n".join([line for line in text.splitlines() if FINDING.match(line)][:12]) or text[-600:])
            if ONCE: # (the log's last line from once.c is the seed's path)
                findings[-1] = "".join(re.findall(rf"^{re.escape(folder)}/.*\n", text, re.M)[-1:]) + findings[-1]
            print(f"     {time.strftime('%H:%M')} {target}:\n{findings[-1]}", flush=True)
        if left < 20 or len(findings) > 20 or not code:
            break
    report[target] = tried, findings


def run_hostile(target, seconds, report):
    rounds, found = chase.chase(seconds or 30, 1 if not seconds else int(time.time()), HOSTILE[target])
    report[target] = rounds, list(found.values())


def main():
    asked = [a for a in sys.argv[1:] if a != "--once"]
    minutes = float(asked.pop(0)) if asked and asked[0][0].isdigit() else 1
    tally = harness.Tally("fuzz")
    folders = seeds()
    report = {}
    seconds = 0 if ONCE else minutes * 60
    threads = [threading.Thread(target=run_hostile, args=(target, seconds, report)) if target in HOSTILE else
               threading.Thread(target=run_target, args=(target, seconds, folders[target], report)) for target in asked or (*TARGETS, *HOSTILE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for target, (tried, findings) in sorted(report.items()):
        print(f"     {target}: {tried} inputs")
        tally.check(not findings and tried, target, f"{len(findings)} findings" if findings else "ran nothing")
    tally.close()


if __name__ == "__main__":
    main()
