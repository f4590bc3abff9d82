"""Runs the fuzz targets: fuzz/run.py [MINUTES each, default 1]. Seeds are the corpus's cases; findings stay in build-fuzz/.

With CI=true in the environment, and MINUTES not given, every seed runs once and nothing is made up: what lands must not
hang on luck. The search itself belongs to `./test` at a desk and to the long runs."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "conformance"))
import cases  # noqa: E402
import harness  # noqa: E402

BUILD = os.path.join(harness.ROOT, "build-fuzz")


def seeds(folder):
    os.makedirs(folder, exist_ok=True)
    for topic in cases.topics():
        for name, source in cases.read_cases(topic):
            with open(os.path.join(folder, f"{topic}-{name}".replace("/", "-")), "w", encoding="utf-8",
                      errors="surrogateescape", newline="") as file:
                file.write(source)


def main():
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 1
    limit = "-runs=0" if os.environ.get("CI") == "true" and len(sys.argv) == 1 else f"-max_total_time={int(minutes * 60)}"
    tally = harness.Tally("fuzz")
    folder = os.path.join(BUILD, "seeds")
    seeds(folder)
    running = []
    for target in ("fuzz_compile", "fuzz_program"):
        grown = os.path.join(BUILD, target + "-corpus")
        os.makedirs(grown, exist_ok=True)
        command = [os.path.join(BUILD, "tests", target), limit, "-timeout=25", "-rss_limit_mb=3000",
                   "-max_len=8192", f"-artifact_prefix={BUILD}/{target}-", grown, folder]
        running.append((target, subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
                                                 env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1"})))
    for target, process in running:
        _, err = process.communicate()
        finding = [line for line in err.splitlines() if "ERROR" in line or "artifact" in line or "runtime error" in line][:4]
        tally.check(process.returncode == 0, target, "\n".join(finding) or err[-600:])
    tally.close()


if __name__ == "__main__":
    main()
