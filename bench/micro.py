"""perch against CPython, one operation at a time: bench/micro.py [-n ROUNDS] [-o FILE] [-w RATIO] [TOPIC...].

Each file of bench/micro/ prepares what it needs and lists rows `name | statement` in ROWS (` ;; ` parts the lines of one). This script runs itself under
both programs, in turns; there every row's statement is put into a loop of its own, repeated until it takes long enough,
and the best time counts. The table gives the ratio (CPython's time over perch's: above 1 perch is faster). -w shows only
the rows below RATIO. What counts is the time of the process, not the clock's: a busy machine matters less.

bench/micro.py --train runs every row for a moment in the program it is started with: what the tuned build learns from (tools/setup.sh).
"""

import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PERCH = os.environ.get("PERCH") or os.path.join(HERE, "..", "build", "perch")
CPYTHON = "/usr/bin/python3"
LONG_ENOUGH, TAKES = 0.004, 4      # seconds of a take, takes of a row
MOMENT = 0.002                     # seconds of a row in training: all rows together weigh about what bench/lang does


def rows(text):
    """(name, statement) of each line of ROWS that holds one."""
    for line in text.splitlines():
        name, bar, statement = line.partition("|")
        if bar:
            yield name.strip(), statement.strip()


def looped(code, scope):
    """A function of (count, clock): the seconds that a statement takes so often."""
    lines = "".join(f"\n        {part}" for part in code.split(" ;; "))
    exec(f"def run(count, clock):\n    start = clock()\n    for _ in range(count):{lines}\n    return clock() - start", scope)
    return scope["run"]


def timed(code, scope):
    """Seconds of one run of a statement, the loop's own share included."""
    run, count = looped(code, scope), 1
    while (took := run(count, time.process_time)) < LONG_ENOUGH:
        count = max(count * 2, int(count * LONG_ENOUGH / max(took, 1e-6) * 0.7))
    return min(run(count, time.process_time) for _ in range(TAKES)) / count


def topic_rows(path):
    """(name, statement, the names it uses) of each row of a topic."""
    scope = {"__name__": "micro", "__file__": path}
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), scope)
    return [(name, statement, scope) for name, statement in rows(scope["ROWS"])]


def child(path):
    """Runs the rows of one topic and prints nanoseconds."""
    for name, statement, scope in topic_rows(path):
        try:
            print(name, timed(statement, scope) * 1e9, sep="\t", flush=True)
        except Exception as error:
            print(name, f"{type(error).__name__}: {error}", sep="\t", flush=True)


def train():
    for topic in topic_names():
        for name, statement, scope in topic_rows(os.path.join(HERE, "micro", topic + ".py")):
            run, until = looped(statement, scope), time.process_time() + MOMENT
            while time.process_time() < until:
                run(10, time.process_time)


def topic_names():
    return sorted(n[:-3] for n in os.listdir(os.path.join(HERE, "micro")) if n.endswith(".py"))


def measure(topic, rounds):
    """{row: {program: nanoseconds or a complaint}} in the order of the rows."""
    import subprocess

    table = {}
    for number in range(rounds):
        for program in (CPYTHON, PERCH) if number % 2 == 0 else (PERCH, CPYTHON):
            done = subprocess.run([program, __file__, "--child", os.path.join(HERE, "micro", topic + ".py")],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            if done.returncode:
                table.setdefault("(all)", {})[program] = done.stderr.strip()[-200:] or f"exit {done.returncode}"
            for line in done.stdout.splitlines():
                name, _, figure = line.partition("\t")
                row = table.setdefault(name, {})
                try:
                    row[program] = min(float(figure), row.get(program, float("inf")))
                except ValueError:
                    row[program] = figure
    return table


def main():
    import argparse
    import math

    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("-n", type=int, default=3, help="rounds (default 3)")
    arguments.add_argument("-o", help="write the table to this file too")
    arguments.add_argument("-w", type=float, help="show only rows with a lower ratio")
    arguments.add_argument("topics", nargs="*")
    options = arguments.parse_args()
    topics = options.topics or topic_names()
    lines, failed = [], 0

    def say(line):
        lines.append(line)
        print(line, flush=True)

    for topic in topics:
        say(f"{topic:<34}{'CPython':>12}{'perch':>12}{'ratio':>8}")
        ratios = {}
        for name, row in measure(topic, options.n).items():
            cpython, perch = row.get(CPYTHON), row.get(PERCH)
            if not isinstance(cpython, float) or not isinstance(perch, float):
                failed += 1
                say(f"  {name:<32}{cpython!r:>12}{perch!r:>12}")
                continue
            ratios[name] = cpython / perch
            if options.w is None or ratios[name] < options.w:
                say(f"  {name:<32}{cpython:>9.0f} ns{perch:>9.0f} ns{ratios[name]:>7.2f}x")
        if ratios:
            mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
            worst = min(ratios, key=ratios.get)
            slow = sum(ratio < 1 / 1.3 for ratio in ratios.values())
            say(f"  geometric mean {mean:.2f}x over {len(ratios)}, worst {ratios[worst]:.2f}x {worst}, {slow} slower than 1.3 of CPython's time")
    if options.o:
        with open(options.o, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2])
    elif sys.argv[1:] == ["--train"]:
        train()
    else:
        main()
