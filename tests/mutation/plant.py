"""Plants small bugs in a copy of the sources, all of them at once, each asleep behind its number: PERCH_MUTANT=N wakes the N-th.

In C a condition `if (x < n)` becomes `if (MUTANT(7) ? !!(x <= n) : !!(x < n))`, a call that is to be left out `if (!MUTANT(8)) call();`; in Python `if x < n:` becomes
`if (x <= n if __mutant__ == 7 else x < n):`. So one build serves hundreds of bugs, and a run of the suites costs what it costs without them.

PERCH_REACHED=FOLDER lets each process leave a file there: a byte a bug, 1 where the program came by it, and behind them its folder and its command line.
(Both variables are also read without their PERCH_: some suites take away all that begin with it.)

Which bugs are chosen hangs on the seed and on each line's text alone, so that a line that is mended later changes its own bug and hardly another.
"""
import ast
import os
import random
import re

MOST = 4096         # bugs in one build
READER_IN = "src/core/mutant.c"    # every program here holds the core

HEADER = """/* Bugs that sleep (tests/mutation): which is awake, and which are come by. */
#ifndef PERCH_MUTANT_H
#define PERCH_MUTANT_H
#define MUTANTS 4096
extern char perch_mutants[MUTANTS];         /* 0: asleep; 1: awake; 2: asleep, and it is to be noted that the program came by */
_Bool perch_mutant_met(int n);
#define MUTANT(n) (__builtin_expect(perch_mutants[n], 0) && perch_mutant_met(n))
#endif
"""

READER = r"""/* Reads which bug is awake, or leaves the file of what was come by. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
char perch_mutants[MUTANTS];
static char *mutants_met;

_Bool perch_mutant_met(int n)
{
    if (!mutants_met) return 1;
    mutants_met[n] = 1;
    perch_mutants[n] = 0;
    return 0;
}

static const char *mutant_variable(const char *name)
{
    const char *value = getenv(name);
    return value ? value : getenv(name + 6);
}

__attribute__((constructor)) static void mutants_read(void)
{
    const char *awake = mutant_variable("PERCH_MUTANT"), *folder = mutant_variable("PERCH_REACHED");
    if (awake) perch_mutants[atoi(awake)] = 1;
    if (!folder) return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    char path[600], more[5000];
    snprintf(path, sizeof path, "%s/%d-%ld%09ld", folder, (int)getpid(), (long)now.tv_sec, now.tv_nsec);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return;
    char *map = ftruncate(file, MUTANTS) ? MAP_FAILED : mmap(NULL, MUTANTS, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ssize_t size = readlink("/proc/self/cwd", more, 600);
    if (size < 0) size = 0;
    more[size++] = 0;
    int said = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t got = said < 0 ? 0 : read(said, more + size, sizeof more - (size_t)size);
    if (pwrite(file, more, (size_t)(size + (got > 0 ? got : 0)), MUTANTS) < 0 || map == MAP_FAILED) map = NULL;
    if (said >= 0) close(said);
    close(file);
    if (!map) return;
    mutants_met = map;
    memset(perch_mutants, 2, sizeof perch_mutants);
    setenv("PERCH_REACHED_FILE", path, 1);
}
"""

# What is turned into what: (what it is called, pattern, replacement).
TURNS = [
    ("comparison turned", r"(?<![<>=!-])<(?![<=])", "<="), ("comparison turned", r"(?<![<>=!-])>(?![>=])", ">="), ("comparison turned", r"<=(?!=)", "<"), ("comparison turned", r"(?<!-)>=(?!=)", ">"),
    ("comparison turned", r"==", "!="), ("comparison turned", r"!=", "=="), ("off by one", r" \+ 1\b(?!\.)", " + 2"), ("off by one", r" - 1\b(?!\.)", " - 2"),
]
C_TURNS = TURNS + [("branch joined", r"&&", "||"), ("branch joined", r"\|\|", "&&")]
PYTHON_TURNS = TURNS + [("branch joined", r"\band\b", "or"), ("branch joined", r"\bor\b", "and"), ("negation lost", r"\bnot (?!in\b)", "")]
QUIET = re.compile(r"\b(free|release|drop|unref|clear|close|trace|assert|CHECK|va_|mem_|yield|usleep|prefetch|reserve|track|nanosleep|madvise)\w*\(|_destroy\(|_free\(|_release\(|_drop\(|_close\(|_clear\(")     # a leak or a hint: no suite without sanitizers can see it

LETTING_GO = re.compile(r"\s*(?:\{\s*)?\w*(?:free|release|unref|decref)\w*\((.*)\);\s*$")
GROWTH = re.compile(r"[<>]=? ?(?:\w+(?:->|\.))*(?:\w+_)?(?:cap|capacity)\b|\b(?:cap|capacity) [<>]")
# What fails only where memory is at its end: tests/robust/memory.py and session-memory step through these, by name, and no suite of a room does.
TAKES_MEMORY = re.compile(r"\(?(\w[\w.>\[\]-]*)\s*=\s*(?:\([^()]*\)\s*)?(?:mem_\w+|[mc]alloc|realloc|strn?dup|(?:arena|comp|work)_(?:alloc|grow|scratch|dup)|(?:list|tuple|dict|set|str|cell)_new|(?:str|bytes|tuple|list)_from|str_from_c|str_intern_c|strb_take)\(")

# What a Python module reads: the number that is awake, or what notes each number that it is compared with.
WAKER = ("__mutant__ = (lambda p: int(p.environ.get(b'PERCH_MUTANT', p.environ.get(b'MUTANT', -1))) if b'PERCH_REACHED_FILE' not in p.environ else "
         "type('Mutant', (), {'__eq__': lambda self, n, seen=set(): n not in seen and (seen.add(n), (lambda f: (p.pwrite(f, b'\\x01', n), p.close(f)))"
         "(p.open(p.environ[b'PERCH_REACHED_FILE'], 1))) is None})())(__import__('posix'))")


class Bug:
    """One planted bug: its number, place, what it is, the text before and after."""

    def __init__(self, path, line, kind, before, after):
        self.path, self.line, self.kind, self.before, self.after = path, line, kind, before, after
        self.number = None

    def __str__(self):
        return f"{self.path}:{self.line}: {self.kind}: {self.before.strip()}  ->  {self.after.strip()}"


class Chances:
    """Luck that hangs on the seed and on a text alone: each line of a file has its own."""

    def __init__(self, seed, path):
        self.seed, self.path, self.times = seed, path, {}

    def of(self, text):
        text = text.strip()
        self.times[text] = self.times.get(text, 0) + 1
        return random.Random(f"{self.seed} {self.path} {text} {self.times[text]}")


def turned(text, turns, chance):
    """(what, the text with one thing turned), or None."""
    found = [(what, match, new) for what, pattern, new in turns for match in re.finditer(pattern, text)]
    if not found:
        return None
    what, match, new = chance.choice(found)
    return what, text[:match.start()] + new + text[match.end():]


# ---- C ----

def closing(text, at):
    """The place of the parenthesis that closes the one at `at`; -1: it is not on this line."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if not depth:
            return i
    return -1


def is_left_out(line):
    """Whether what stands behind such a line of the preprocessor is no part of the build that is run."""
    return bool(re.match(r"#\s*(ifdef (PERCH_CHECKED|STREAM_LINE)|ifndef (PERCH_READLINE|PERCH_DNNL|__x86_64__)|if 0)", line))


def is_leak(what, condition, body):
    """Whether the bug only keeps what should be let go, or lets go of nothing: `if (x) free(x);`."""
    match = LETTING_GO.match(body)
    return bool(match) and (what == "branch lost" or what == "branch always" and condition in match.group(1))


def is_growth(what, condition):
    """Whether the bug makes room one too early, which is the same, or one too late, which is the sanitizers' to see."""
    return what in ("comparison turned", "branch always") and bool(GROWTH.search(condition))


def is_of_memory(condition, before):
    """Whether a condition asks only if memory was had: `!x`, or several of them, where each x has just been taken."""
    parts = [part.strip() for part in condition.split("||")]
    taken = {match.group(1) for line in before for match in TAKES_MEMORY.finditer(line)}
    return all(part.startswith("!") and (part[1:] in taken or TAKES_MEMORY.match(part[1:])) for part in parts)


def c_candidates(path, text, chances):
    """[(Bug, the new line with {n} for its number, its index, its lot)]"""
    lines, found = text.split("\n"), []
    inside, left_out = False, []                                # a function's body; the conditions that the line stands under
    for i, line in enumerate(lines):
        if re.match(r"#\s*if", line):
            left_out.append(is_left_out(line))
        elif re.match(r"#\s*el", line) and left_out:
            left_out[-1] = False
        elif re.match(r"#\s*endif", line) and left_out:
            left_out.pop()
        if line.startswith("{"):
            inside = True
        elif line.startswith("}"):
            inside = False
        if not inside or any(left_out) or '"' in line or "'" in line or line.lstrip().startswith(("#", "*", "/*", "static", "const", "case", "enum", "for", ".")) or line.endswith("\\"):
            continue
        chance = chances.of(line)
        match = re.match(r"(\s+(?:\} else |else )?(?:if|while) )\(", line)
        if match:
            at = match.end() - 1
            end = closing(line, at)
            if end < 0:
                continue
            condition = line[at + 1:end]
            new = turned(condition, C_TURNS, chance) if chance.random() < 0.8 else None
            if new is None:
                if "while" in match.group(1):
                    continue
                new = ("branch lost", "false") if chance.random() < 0.7 else ("branch always", "true")
            if "while" in match.group(1) and "off by" not in new[0]:
                continue                                        # (most only hang)
            if is_leak(new[0], condition, line[end + 1:]) or is_growth(new[0], condition) or new[0] == "branch lost" and is_of_memory(condition, lines[max(0, i - 3):i]):
                continue
            found.append((Bug(path, i + 1, new[0], condition, new[1]), f"{match.group(1)}(MUTANT({{n}}) ? !!({new[1]}) : !!({condition})){line[end + 1:]}", i, chance.random()))
            continue
        match = re.match(r"(\s+return )([^;{}]+);$", line)
        if match:
            value = match.group(2)
            new = turned(value, C_TURNS, chance)
            if new is None and value in ("true", "false"):
                new = ("answer turned", "false" if value == "true" else "true")
            if new is None and re.fullmatch(r"-?\d+", value):
                new = ("constant changed", str(int(value) + 1))
            if new:
                found.append((Bug(path, i + 1, new[0], value, new[1]), f"{match.group(1)}MUTANT({{n}}) ? ({new[1]}) : ({value});", i, chance.random()))
            continue
        match = re.match(r"(\s+[\w.>\[\]-]+ [+|-]?= )(\d+);$", line)
        if match:
            value = str(int(match.group(2)) + 1)
            found.append((Bug(path, i + 1, "constant changed", line, match.group(1) + value), f"{match.group(1)}MUTANT({{n}}) ? {value} : {match.group(2)};", i, chance.random()))
            continue
        match = re.match(r"(\s+)([a-z]\w+\(.*\);)$", line)
        if match and not QUIET.search(line) and closing(line, line.index("(")) == len(line) - 2 and not (i + 1 < len(lines) and lines[i + 1].lstrip().startswith("else")):
            found.append((Bug(path, i + 1, "call left out", line, ""), f"{match.group(1)}if (!MUTANT({{n}})) {match.group(2)}", i, chance.random()))
    return found


# ---- Python ----

def python_candidates(path, text, chances):
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return []
    lines, found = text.split("\n"), []

    def span(node):
        """The node's columns where it stands on one line alone and in ASCII, or None."""
        line = lines[node.lineno - 1]
        return (node.col_offset, node.end_col_offset) if node.lineno == node.end_lineno and line.isascii() else None

    def put(node, kind, new):
        place = span(node)
        if place is None:
            return
        line = lines[node.lineno - 1]
        old = line[place[0]:place[1]]
        if new != old:
            found.append((Bug(path, node.lineno, kind, old, new), f"{line[:place[0]]}(({new}) if __mutant__ == {{n}} else ({old})){line[place[1]:]}", node.lineno - 1, chance.random()))

    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        for inner in ast.walk(node):
            if not hasattr(inner, "lineno"):
                continue
            chance = chances.of(lines[inner.lineno - 1])
            test = inner.test if isinstance(inner, (ast.If, ast.IfExp)) else inner.value if isinstance(inner, ast.Return) else None
            if test is not None and span(test) and "\\" not in lines[test.lineno - 1] and not any(isinstance(part, (ast.JoinedStr, ast.NamedExpr)) for part in ast.walk(test)):
                text_of = lines[test.lineno - 1][slice(*span(test))]
                new = turned(text_of, PYTHON_TURNS, chance) if "'" not in text_of and '"' not in text_of else None
                if new:
                    try:
                        ast.parse(new[1], mode="eval")
                    except SyntaxError:
                        new = None
                if new:
                    put(test, *new)
                elif isinstance(inner, ast.If):
                    put(test, "branch lost", "False")
            if isinstance(inner, ast.Call) and span(inner) and inner.keywords and all(k.arg for k in inner.keywords) and span(inner.keywords[-1]):
                line = lines[inner.lineno - 1]
                last = inner.keywords[-1]
                before = line[inner.col_offset:last.col_offset].rstrip().rstrip(",")
                put(inner, "argument dropped", before + line[last.end_col_offset:inner.end_col_offset])
            if isinstance(inner, ast.Constant) and type(inner.value) in (int, bool) and span(inner):
                new = str(not inner.value) if isinstance(inner.value, bool) else str(inner.value + 1)
                put(inner, "constant changed", new)
    return found


def wake_line(text):
    """Where a module's line that reads the number goes: behind its doc string and its __future__ imports."""
    tree = ast.parse(text)
    at = 0
    for node in tree.body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) or isinstance(node, ast.ImportFrom) and node.module == "__future__":
            at = node.end_lineno
        else:
            break
    return at


# ---- all of it ----

def candidates(root, path, seed):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        text = file.read()
    return (c_candidates if path.endswith(".c") else python_candidates)(path, text, Chances(seed, path))


def plant(root, bugs):
    """Writes them into the tree; bugs: [(Bug, new line, index of the line)], one a line at the most."""
    by_path = {}
    for row in bugs:
        by_path.setdefault(row[0].path, []).append(row)
    for path, rows in by_path.items():
        with open(os.path.join(root, path), encoding="utf-8") as file:
            lines = file.read().split("\n")
        for bug, new, i, _ in rows:
            lines[i] = new.replace("{n}", str(bug.number))
        if path.endswith(".py"):
            lines.insert(wake_line("\n".join(lines)), WAKER)
        with open(os.path.join(root, path), "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
    with open(os.path.join(root, "src", "mutant.h"), "w") as file:
        file.write(HEADER)
    with open(os.path.join(root, READER_IN), "w") as file:
        file.write(READER)


def choose(root, rooms, count, seed, taken=()):
    """[(Bug, new line, index, lot)] spread over the rooms: {name: (weight, [paths])}; never two on a line, none on lines that are taken."""
    total = sum(weight for weight, _ in rooms.values())
    chosen = []
    for name, (weight, paths) in rooms.items():
        found = sorted((row for path in paths for row in candidates(root, path, seed)), key=lambda row: row[3])
        wanted, lines, kinds = max(1, round(count * weight / total)), set(taken), {}
        for row in found:
            bug = row[0]
            if sum(kinds.values()) == wanted:
                break
            if (bug.path, bug.line) in lines or kinds.get(bug.kind, 0) > 1 + wanted * 0.3:
                continue
            kinds[bug.kind] = kinds.get(bug.kind, 0) + 1
            lines.add((bug.path, bug.line))
            bug.room = name
            chosen.append(row)
    return chosen
