"""tests/pylib/*.py: each program of the modules' own tests prints the same under perch and under CPython: library.py [t_NAME.py…]"""

import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness  # noqa: E402


def main():
    tally = harness.Tally("library")
    folder = os.path.join(harness.ROOT, "tests", "pylib")
    names = sorted(n for n in os.listdir(folder) if n.startswith("t_") and n.endswith(".py") and (n in sys.argv[1:] or not sys.argv[1:])) if os.path.isdir(folder) else []

    def work(name):
        runs = []
        with tempfile.TemporaryDirectory() as place: # its name is the same for both: programs print it
            for program in (harness.ORACLE, harness.perch_path()):
                os.mkdir(os.path.join(place, "own"))
                runs.append(harness.run_program([program, os.path.join(folder, name)], 30, cwd=os.path.join(place, "own"), env=harness.clean_environment(TMPDIR=place)))
                shutil.rmtree(os.path.join(place, "own"))
        return runs
    for name, (expected, received) in zip(names, harness.in_parallel(work, names)):
        detail = harness.show_difference(expected.out, received.out) or received.last_line()
        tally.check(expected.out == received.out and expected.code == received.code, name, detail)
    tally.close()


if __name__ == "__main__":
    main()
