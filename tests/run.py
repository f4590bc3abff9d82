"""Runs the test suites and adds up their counts: tests/run.py LEVEL [SUITE...].

Every suite is a command whose last line reads `N passed, N failed[, N skipped]`.
`quick` runs those marked quick, `full` all but what is built and run under sanitizers and the like (half an hour at most), `ci` these too; naming suites runs just these. A suite that dies
without its line, or passes its time, counts as one failure. `list` shows the table.
Lanes run at once: suites that wait more than they work go aside, those that wait for a terminal in the
second, those that wait for clients in the third; the seeds and CPython's own files have the fourth, what is checked while it runs the fifth. What a suite said is printed when it has ended.
"""

import os
import re
import shutil
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import compilers  # noqa: E402
from harness import ROOT  # noqa: E402

# The originals' answers were taken with OpenBLAS's kernels for this kind of processor; those for others round otherwise.
os.environ.setdefault("OPENBLAS_CORETYPE", "Haswell")
PYTHON = "/usr/bin/python3"
CLOSING = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.M)
SANITIZED = {
    "PERCH": os.path.join(ROOT, "build-asan", "perch"),
    "PERCH_TEST_SLOWNESS": "6",
    # (gcc 12's guess at what glibc keeps of a library's thread-local memory is wrong for oneDNN's and crashes its own leak checker.)
    "ASAN_OPTIONS": "detect_leaks=1:allocator_may_return_null=1:detect_stack_use_after_return=0:intercept_tls_get_addr=0",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    "LSAN_OPTIONS": "print_suppressions=0:suppressions=" + os.path.join(ROOT, "tests", "leaks.txt"),
}


class Suite:
    def __init__(self, name, what, command, quick=False, build=None, env=None, minutes=None, by_name=False, targets=(), aside=None, outside=False, ci=False, within=None):
        self.name, self.what, self.command, self.quick = name, what, command, quick
        self.build, self.env = build or [], env or {}
        self.minutes = minutes or (40 if any(b != "build" for b in self.build) else 25) # a hang's end; no measure of speed
        self.by_name = by_name # long: run only when named
        self.ci = ci           # too long for ./test: CI runs it
        self.within = within   # the suite that plays all of this one and more
        self.aside = aside     # waits more than it works: for what
        self.outside = outside # needs more than a built tree: the network, a build of its own
        self.worked = 0.0      # seconds of a processor
        self.targets = targets # more to build than others need, in each of its folders

    def lane(self):
        return self.aside or (WATCHED if any(build != "build" for build in self.build) else None)

    def level(self):
        return "named" if self.by_name else "ci" if self.ci else "quick" if self.quick else "full"


# CI ends a run after 90 minutes, and what was found by then is lost: on a machine too slow for all, what only CI plays is not begun so late that it might not end. It is told as skipped.
LAST_BEGIN = 65 * 60

LEVELS = {"quick": ["quick"], "full": ["quick", "full"], "ci": ["quick", "full", "ci"]}


def script(path, *arguments):
    return [PYTHON, os.path.join(ROOT, "tests", path), *arguments]


# What is checked while it runs is compiled quickly: most of such a folder's time is its making, and lines are all that a report wants of the debug information.
CHECKED = ["-Dbuildtype=debugoptimized", "-Doptimization=1", "-Dc_args=-g1", "-Db_lundef=false"]

# A build folder's name -> the options it is configured with.
BUILDS = {
    "build": ["-Dbuildtype=release"],
    "build-fuzz": [*CHECKED, "-Db_sanitize=address,undefined", "-Dfuzz=true", "-Dfrozen_code=false"],
    "build-tsan": [*CHECKED, "-Db_sanitize=thread"],
    "build-asan": [*CHECKED, "-Db_sanitize=address,undefined"],
}

TERMINAL, CLIENTS, BESIDE, WATCHED = "terminal", "clients", "beside", "watched" # lanes of suites that wait, or may

SUITES = [
    Suite("layers", "who may include whom; a file's length and opening", script("layers.py"), quick=True),
    Suite("reference", "docs/reference against its tables (tools/reference.py), variables of the environment, links of documents", script("reference.py"), quick=True),
    Suite("names", "each name that docs/reference/names.md says is absent is asked: its error says that the original has it", script("names.py"), quick=True, build=["build"]),
    Suite("names-now", "the same, and the page and its table are what the originals and perch say now (skipped without them)", script("names.py", "--now"), outside=True),
    Suite("formats", "files of each format both ways between perch and its original (.npy, pickles, .pth, .params, RecordIO, CSV, safetensors), damaged ones refused in its words", script("formats.py"), build=["build"]),
    Suite("documents", "the command lines that docs and README show, typed, and their answers", script("documents.py"), quick=True, build=["build"]),
    Suite("pretends", "names of torch and mxnet that answer and do nothing, arguments never read: each with its reason (tests/pretends.txt)", script("pretends.py"), quick=True),
    Suite("dead", "every function that others can see is called by somebody", script("dead.py"), quick=True, build=["build"]),
    Suite("originality", "nothing in the tree is another project's (../shared/tools/originality.py; excuses: tests/originality.txt)", script("originality.py"), outside=True),
    Suite("compilers", "both compilers build it without a warning", script("compilers.py"), minutes=40, outside=True, ci=True),
    Suite("format", "the C of src/ against .clang-format, but for what that cannot say (ninja format-check)", script("format.py"), quick=True),
    Suite("unit", "C tests registered with meson", script("unit.py"), quick=True, build=["build"]),
    Suite("core", "tensors, devices, ops, gradients: the C core without the language", ["build/tests/core-test"], quick=True, build=["build"]),
    Suite("array-text", "printed arrays against NumPy's, MXNet's and PyTorch's, in C", ["build/tests/array-text-test", "tests/lib/array_text.golden"],
          quick=True, build=["build"]),
    Suite("core-asan", "the same under ASan and UBSan", ["build-asan/tests/core-test"], build=["build-asan"], env=SANITIZED, ci=True),
    Suite("core-tsan", "the same under ThreadSanitizer", ["build-tsan/tests/core-test"], build=["build-tsan"], ci=True),
    Suite("explain", "placement errors drawn: operands, places, lines, fixes that run; pages; notes", script("tensors/explain/run.py"), quick=True, build=["build"]),
    Suite("notes", "notes about silent mistakes: none in correct programs of every kind, each where it is true", script("notes/run.py"), quick=True, build=["build"]),
    Suite("catalogue", "every program of examples/errors: its error, its repairs run; perch explain finds it and writes its pages", script("catalogue/run.py"),
          quick=True, build=["build"]),
    Suite("unicode", "every character's properties, names and normal forms against Python's", script("unit/unicode.py"),
          quick=True),
    Suite("regex", "regular expressions against Python's re, random ones too", script("unit/regex.py"), quick=True),
    Suite("regex-asan", "the same under ASan and UBSan", script("unit/regex.py", "--sanitize", "--seed", "2"), outside=True),
    Suite("conformance", "small programs against CPython's output", script("conformance/run.py"), quick=True,
          build=["build"]),
    Suite("machine-code", "the same with all code as machine code (PERCH_JIT=always), and what is its own: interrupts, tracing, code that dies while it runs, a machine that forbids it",
          script("conformance/machine_code.py"), build=["build"]),
    Suite("golden", "tracebacks, SyntaxErrors, dumps, in full", script("golden/run.py"), quick=True, build=["build"]),
    Suite("cli", "the command line: arguments, exit codes, imports", script("cli/run.py"), quick=True,
          build=["build"]),
    Suite("session", "a session's events beside IPython's; its own; history under kill -9 and several writers; interrupts; 10,000 cells; hostile cells",
          script("session/run.py"), quick=True, build=["build"]),
    Suite("session-asan", "the same under ASan and UBSan", script("session/run.py"), build=["build-asan"],
          env={**SANITIZED, "PERCH_EVENTS": os.path.join(ROOT, "build-asan", "tests", "session-events")}, ci=True),
    Suite("session-pulse", "the line about the devices asked for by other threads while cells run, under ThreadSanitizer", ["build-tsan/tests/session-pulse"],
          build=["build-tsan"], env={"PERCH_GPUS": "sim:2"}, ci=True),
    Suite("session-memory", "each request for memory failing in turn in a session: a sample (all: tests/session/memory.py --all)", script("session/memory.py"),
          build=["build-asan"], env={**SANITIZED, "PERCH_EVENTS": os.path.join(ROOT, "build-asan", "tests", "session-events")}, ci=True),
    Suite("session-typing", "completion, inspection and magics of a session beside IPython's; colour, brackets, signatures, the debugger",
          script("session/run_typing.py"), quick=True, build=["build"]),
    Suite("repairs", "mistakes as people make them, over several cells: what the fix key puts in is run until they run", script("session/run_repairs.py"), quick=True, build=["build"]),
    Suite("views", "where things live, who holds which bytes, what moved and ran, dry runs, repairs; both columns of the sentences",
          script("session/run_views.py"), quick=True, build=["build"]),
    Suite("culprits", "mistakes over several cells: the original's words, the operands drawn, the line that is blamed", script("session/run_culprits.py"), quick=True, build=["build"]),
    Suite("rich", "results on a notebook's page: which have HTML, what it says; well formed, escaped, bounded, readable on light and dark",
          script("session/run_rich.py"), quick=True, build=["build"]),
    Suite("views-asan", "the same under ASan and UBSan", script("session/run_views.py"), build=["build-asan"],
          env={**SANITIZED, "PERCH_EVENTS": os.path.join(ROOT, "build-asan", "tests", "session-events")}, ci=True),
    Suite("session-typing-asan", "the same under ASan and UBSan", script("session/run_typing.py"), build=["build-asan"],
          env={**SANITIZED, "PERCH_EVENTS": os.path.join(ROOT, "build-asan", "tests", "session-events")}, ci=True),
    Suite("repl", "the terminal, played through a pseudo-terminal: a few screens (all: repl-full)", script("repl/run.py", "--quick"), quick=True, build=["build"], aside=TERMINAL, within="repl-full"),
    Suite("newcomer", "a first session: five errors of placement, each repaired with one key, as the recording in docs/transcripts has it", script("repl/newcomer.py"), quick=True, build=["build"], aside=TERMINAL),
    Suite("capture", "the picture of the terminal in docs is what tmux shows", script("repl/capture.py"), build=["build"]),
    Suite("repl-full", "the terminal: typing, history, paste, wide characters, modes, signals, jobs, kills", script("repl/run.py"), build=["build"], aside=TERMINAL),
    Suite("repl-asan", "the same under ASan and UBSan", script("repl/run.py"), build=["build-asan"], env=SANITIZED, aside=TERMINAL, ci=True),
    Suite("robust", "hostile programs end in the right exception", script("robust/run.py"), quick=True,
          build=["build"]),
    Suite("workers", "DataLoader's processes killed, interrupted, left, orphaned; what they may do with GPUs; threads of the CPU's kernels", script("workers/run.py"),
          quick=True, build=["build"], aside=TERMINAL),
    Suite("ranks", "several processes of one run over MPI beside PyTorch's gloo; what goes wrong ends on every rank, with ranks, calls and lines named (skipped without openmpi-bin)", script("ranks/run.py"),
          build=["build"], aside=TERMINAL, targets=("tests/libperch_cuda_emulated.so", "tests/libperch_fake_blas.so", "tests/libperch_fake_dnn.so", "tests/libperch_fake_nccl.so")),
    Suite("library", "the modules' own programs against CPython's output", script("library.py"), quick=True, build=["build"]),
    Suite("tensors", "lessons' programs against what PyTorch, NumPy and MXNet print", script("tensors/run.py"), quick=True, build=["build"]),
    Suite("vision-models", "of each family of torchvision.models the smallest, forward and backward, against the original's sums (tests/tensors/vision_models.expected; all 118: vision-models-all)",
          script("tensors/vision_models.py", "--part"), build=["build"], ci=True, minutes=40),
    Suite("vision-models-all", "all 118 models of torchvision.models", script("tensors/vision_models.py"), build=["build"], minutes=60, by_name=True),
    Suite("cuda", "the plugin for real GPUs on an emulated card: the op matrix, networks, PyTorch's numbers, faults of its calls", script("cuda/run.py"), build=["build"],
          targets=("tests/emulated-wrong", "tests/libperch_cuda_emulated.so", "tests/libperch_fake_blas.so", "tests/libperch_fake_dnn.so", "tests/libperch_fake_nccl.so", "tests/libperch_fake_plugin.so", "tests/libperch_fake_driver.so")),
    Suite("complex", "complex numbers: every op, promotion with every dtype, places, texts, transforms, against PyTorch's and NumPy's answers and exceptions", script("tensors/complex/run.py"), quick=True, build=["build"]),
    Suite("edges", "20,000 edge cases of tensors (indexes, dtypes, shapes, bounds, gradients) against PyTorch's, NumPy's and MXNet's answers, exceptions and messages", script("tensors/edges/run.py"), quick=True, build=["build"]),
    Suite("options", "each option of each layer, loss, metric, scheduler, sampler, loader, optimizer and initializer at two values or more: outputs, gradients, states, exceptions of PyTorch's and MXNet's", script("tensors/options/run.py"), quick=True, build=["build"]),
    Suite("everywhere", "every function of torch and mx.nd, with many forms of arguments: what the CPU can a GPU can, and its answers lie there", script("tensors/everywhere/run.py"), quick=True, build=["build"]),
    Suite("seeds", "the seed lessons whole, from their own text, as programs, typed in the terminal, as notebooks and over Jupyter's protocol, beside MXNet's and PyTorch's numbers (skipped where they are not; 001 needs gluonbook from PyPI)",
          script("seeds/run.py"), build=["build"], minutes=50, aside=BESIDE, outside=True),
    Suite("data", "perch data and --data standin: sets made, read back by CPython; downloads and hashes answered; notes after network errors; downloads over a loopback server, whole, broken, interrupted; no room and no permission for what is written; proxies, and the folders that the environment names", script("data/run.py"), build=["build"]),
    Suite("stress", "a collection at every allocation, and each allocation failing in turn: a sample",
          script("stress.py"), build=["build"]),
    Suite("fuzz", "the compiler, whole programs, the library's tensors and threads, the kernel's messages, objects that change what they stand in (language, tensors, every C module), a minute each (long: tests/fuzz/run.py MINUTES)",
          script("fuzz/run.py"), build=["build-fuzz", "build-asan"], by_name=True),
    Suite("fuzz-seeds", "each seed of theirs once, under gcc's sanitizers", script("fuzz/run.py", "--once"), build=["build-asan"], targets=("fuzzers",), ci=True),
    Suite("fuzz-machine-code", "whole programs and objects that change what they stand in, all of it as machine code (PERCH_JIT=always)",
          script("fuzz/run.py", "fuzz_program", "hostile"), build=["build-fuzz", "build-asan"], env={"PERCH_JIT": "always"}, by_name=True),
    Suite("conformance-asan", "the corpus under ASan and UBSan", script("conformance/run.py"),
          build=["build-asan"], env=SANITIZED, ci=True),
    Suite("machine-code-asan", "the corpus with all code as machine code, under ASan and UBSan", script("conformance/machine_code.py"), build=["build-asan"], env=SANITIZED, ci=True),
    Suite("robust-asan", "the hostile programs under ASan and UBSan", script("robust/run.py"),
          build=["build-asan"], env=SANITIZED, ci=True),
    Suite("tensors-asan", "every other of the lessons' programs under ASan and UBSan, the next day the others (all: tests/tensors/run.py with PERCH)", script("tensors/run.py", "--half"), build=["build-asan"],
          env=SANITIZED, ci=True),
    Suite("lessons", "lesson files: played, tested, converted there and back; bad ones", script("lessons/run.py"), build=["build"]),
    Suite("lessons-asan", "the same under ASan and UBSan", script("lessons/run.py"), build=["build-asan"], env=SANITIZED, ci=True),
    Suite("figures", "figures and pictures in the fronts: what a notebook is sent, what a terminal draws (kitty's graphics, sixels, half blocks) and is asked", script("session/run_figures.py"),
          build=["build"], aside=TERMINAL),
    Suite("packages", "lessons' packages from PyPI (gluonbook, d2lzh, d2l): each helper on stand-in data, trainers on one and two simulated GPUs (skipped without PyPI)",
          script("lessons/packages.py"), build=["build"], minutes=40, outside=True),
    Suite("pictures", "6,000 changed files of pictures in all formats, read by perch and by Pillow's own Python: the same picture or the same exception (skipped without python3-pil)", script("fuzz/pictures_beside.py", "6000", "1"), build=["build"]),
    Suite("pictures-calls", "9,000 calls on pictures of every mode, with good, odd and no arguments, under perch and under Pillow's own Python: the same pixels, value or exception", script("fuzz/pictures_calls.py", "9000", "1"), build=["build"]),
    Suite("pictures-asan", "the same under ASan and UBSan", script("fuzz/pictures_beside.py", "6000", "2"), build=["build-asan"], env=SANITIZED, ci=True),
    Suite("plots", "250 figures beside matplotlib's own: what their artists say, and their pages to the last bit; ten more as SVG and PDF, to the last byte", script("plots/run.py"), build=["build"]),
    Suite("plots-calls", "300 figures drawn from a seed, under perch and under matplotlib's own Python: the same limits, ticks, texts and dots, or the same exception", script("fuzz/plots_calls.py", "300", "1"), build=["build"], by_name=True),
    Suite("demos", "perch demo: every demo on no, one and two GPUs, in both languages; its checker, recordings, a person's keys (all: demos-full)",
          script("demos/run.py", "--quick"), quick=True, build=["build"], aside=TERMINAL, within="demos-full"),
    Suite("demos-full", "the same with signals, jobs, sizes of the screen, pauses", script("demos/run.py"), build=["build"], aside=TERMINAL),
    Suite("demos-asan", "the same under ASan and UBSan", script("demos/run.py"), build=["build-asan"], env=SANITIZED, aside=TERMINAL, ci=True),
    Suite("examples", "lessons of examples/ cell by cell against their transcripts", script("examples/run.py"), quick=True, build=["build"]),
    Suite("course", "the thirty lessons of examples/course cell by cell: without a GPU each shows what PyTorch, MXNet, pandas and matplotlib showed; with two simulated GPUs each runs",
          script("course/run.py"), build=["build"]),
    Suite("kernel", "the Jupyter kernel: its protocol, hostile messages, real clients (from PyPI)", script("kernel/run.py"), build=["build"], aside=CLIENTS, outside=True),
    Suite("hub", "a class on one server: JupyterHub with a room and limits for each user, nothing shared that should not be; nbgrader's way of an assignment, with ten pupils' grades (from PyPI; skipped without it)",
          script("hub/run.py"), build=["build"], aside=CLIENTS, outside=True, ci=True),
    Suite("browser", "JupyterLab and Notebook in a headless Chromium: run, see, complete, interrupt, restart, answer, themes (skipped without Chromium)",
          script("kernel/browser.py"), build=["build"], aside=CLIENTS, outside=True),
    Suite("kernel-soak", "several clients, interrupts, restarts and malformed messages for two minutes (an hour: tests/kernel/run.py soak --seconds 3600)", script("kernel/run.py", "soak", "--seconds", "120"),
          build=["build"], aside=CLIENTS, outside=True, ci=True),
    Suite("kernel-asan", "the protocol and the subshells under ASan and UBSan", script("kernel/run.py", "protocol", "subshells"), build=["build-asan"], env=SANITIZED, aside=CLIENTS, ci=True),
    Suite("kernel-tsan", "the subshells under ThreadSanitizer", script("kernel/run.py", "subshells"), build=["build-tsan"], by_name=True, targets=("perch", "perch-kernel"),
          env={"PERCH": os.path.join(ROOT, "build-tsan", "perch"), "PERCH_TEST_SLOWNESS": "8", "TSAN_OPTIONS": "suppressions=" + os.path.join(ROOT, "tests", "kernel", "tsan.txt")}),
    Suite("interrupt", "SIGINT stops whatever runs within 50 ms", script("robust/interrupt.py"), build=["build"]),
    Suite("closing", "programs and sessions closed at each of their statements, interrupted ones too: what they leave behind runs on a whole interpreter (of the points a third)",
          script("robust/closing.py", "--every", "3"), quick=True, build=["build"]),
    Suite("closing-asan", "the same at every point, under ASan and UBSan", script("robust/closing.py"), build=["build-asan"], env=SANITIZED, ci=True),
    Suite("fairness", "who has slept wakes within 50 ms of its time beside busy threads of every kind", script("robust/fairness.py"), build=["build"]),
    Suite("cpython", "CPython's own test files: a part that CPython plays in five minutes, drawn anew each day (all: tests/cpython/run.py; needs libpython3.11-testsuite)",
          script("cpython/run.py", "--sample", "300"), build=["build"], by_name=True, minutes=40, outside=True),
    Suite("cpython-part", "CPython's own test files: those of the language, its types and the library in memory (tests/cpython/part.py); skipped without libpython3.11-testsuite",
          ["nice", "-n", "5", *script("cpython/run.py", "--part", "--workers", "1")], build=["build"], minutes=40, aside=BESIDE, ci=True, outside=True),
    Suite("cpython-machine-code", "the same part with all code as machine code (PERCH_JIT=always)",
          ["nice", "-n", "5", *script("cpython/run.py", "--part", "--workers", "1")], build=["build"], env={"PERCH_JIT": "always"}, minutes=40, aside=BESIDE, by_name=True, outside=True),
    Suite("numpy", "NumPy's own test files (Debian's python3-numpy) case by case beside CPython's outcome; what is known to fail: tests/numpy/known.txt", script("numpy/run.py"),
          build=["build"], by_name=True, minutes=40, outside=True),
    Suite("numpy-part", "NumPy's own test files: a few whole ones, always the same (all: numpy)", script("numpy/run.py", "--part", "--workers", "1"), build=["build"], ci=True, outside=True),
    Suite("memory", "failing allocations stepped through programs, under ASan", script("robust/memory.py"),
          build=["build-asan"], env=SANITIZED, by_name=True),
]


def setup(function, *arguments, said=None, **environment):
    """Call a function of tools/setup.sh; its words are added to `said`, a list, where there is one."""
    line = f'set -eu; root={ROOT!r}; . "$root/tools/setup.sh"; "$@"'
    process = subprocess.Popen(["bash", "-c", line, "setup", function, *arguments], env={**os.environ, **environment}, stderr=subprocess.PIPE if said is not None else None,
                               encoding="utf-8", errors="backslashreplace")
    for text in process.stderr or []:
        sys.stderr.write(text)
        said.append(text)
    return process.wait() == 0


def make_build(name, targets=(), done={}, locks={name: threading.Lock() for name in BUILDS}):
    folder = os.path.join(ROOT, name)
    compiler = {"CC": "clang"} if name == "build-fuzz" else {}
    more = {"build": ["tests/embed", "tests/interrupts", "tests/stress", "tests/core-test", "tests/array-text-test", "tests/session-events"], "build-asan": ["tests/core-test", "tests/array-text-test", "tests/session-events"],
            "build-tsan": ["tests/core-test", "tests/session-pulse"], "build-fuzz": ["fuzzers"]}.get(name, [])
    with locks[name]:
        if name not in done:
            new, said = not os.path.exists(os.path.join(folder, "build.ninja")), []
            digest = compilers.sources() if new else None
            done[name] = setup("configure", folder, *BUILDS[name], **compiler) and setup("build", folder, *more, *(["programs"] if name not in ("build-fuzz", "build-tsan") else []), said=said, **compiler)
            if new and done[name]:
                compilers.remember(folder, digest, "".join(said))
        return done[name] and (not targets or setup("build", folder, *targets, **compiler))


def run_suite(suite):
    """What one suite said, without its closing line, and its (passed, failed, skipped)."""
    for build in suite.build:
        if not make_build(build, suite.targets):
            return f"FAIL {suite.name}: {build}/ could not be built\n", (0, 1, 0)
    process = subprocess.Popen(suite.command, cwd=ROOT, env={**os.environ, **suite.env}, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    late = threading.Timer(suite.minutes * 60, process.kill)
    late.start()
    output = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0) # what it and all it waited for have used
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    if not late.is_alive():
        output += f"\nFAIL {suite.name}: not done after {suite.minutes} minutes\n".encode()
    late.cancel()
    suite.worked = used.ru_utime + used.ru_stime
    text = output.decode("utf-8", "backslashreplace")
    closing = list(CLOSING.finditer(text))
    said = CLOSING.sub("", text).rstrip("\n") + "\n" if CLOSING.sub("", text).strip() else ""
    if not closing:
        return said + f"FAIL {suite.name}: ended with status {process.returncode} and without its counts\n", (0, 1, 0)
    passed, failed, skipped = (int(n or 0) for n in closing[-1].groups())
    return said, (passed, failed or (1 if process.returncode else 0), skipped)


def run_lane(suites, total, lock, failures, last):
    """`last`: when the last suite of CI's own begins."""
    for suite in suites:
        start = time.monotonic()
        if suite.ci and start > last:
            said, counts = f"skip {suite.name}: not begun: the run has taken {LAST_BEGIN // 60} minutes already\n", (0, 0, 1)
        else:
            said, counts = run_suite(suite)
        with lock:
            for i in range(3):
                total[i] += counts[i]
            if counts[1]:
                failures.append(f"FAIL {suite.name}: {counts[1]}\n" + "".join(f"  {line[:200]}\n" for line in said.splitlines() if line.startswith("FAIL"))[:2000])
            print(f"{said}{'ok  ' if not counts[1] else 'FAIL'} {suite.name}: {counts[0]}/{counts[0] + counts[1]}"
                  f"{f', {counts[2]} skipped' if counts[2] else ''}  ({time.monotonic() - start:.1f} s, {suite.worked:.0f} s of a processor)", flush=True)


def main():
    level, names = sys.argv[1], sys.argv[2:]
    known = {suite.name: suite for suite in SUITES}
    if level == "list":
        for suite in SUITES:
            print(f"{suite.name:18} {suite.level():6} {suite.what}")
        return
    for name in names:
        if name not in known:
            sys.exit(f"no suite is called {name!r}: {', '.join(known)}")
    chosen = [known[n] for n in names] or [s for s in SUITES if s.level() in LEVELS[level] and not (s.within and known[s.within].level() in LEVELS[level])]
    lanes = [lane for lane in ([s for s in chosen if s.lane() == kind] for kind in (None, TERMINAL, CLIENTS, BESIDE, WATCHED)) if lane]
    if len(lanes) > 1:
        os.environ.setdefault("PERCH_TEST_SLOWNESS", str(len(lanes))) # what a suite waits for may be held up by the other lanes
    if any(s.build for s in chosen):
        setup("find_meson") # (before several lanes look for it)
    total, lock, failures = [0, 0, 0], threading.Lock(), []
    last = float("inf") if names else time.monotonic() + LAST_BEGIN
    threads = [threading.Thread(target=run_lane, args=(lane, total, lock, failures, last)) for lane in lanes]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    skipped = f", {total[2]} skipped" if total[2] else ""
    print("".join(failures), end="") # once more: what is read of a long log is its end
    print(f"{total[0]} passed, {total[1]} failed{skipped}")
    sys.exit(1 if total[1] else 0)


if __name__ == "__main__":
    main()
