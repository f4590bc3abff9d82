/* mutate.c: changes a Python program so that it mostly stays one: tokens are replaced by others, expressions are wrapped,
 * lines of equal indentation change places, two programs are joined at top-level lines. A part of the changes is left to
 * the fuzzer's own, which knows bytes alone. Every change is a splice: `gone` bytes at `at` give way to a text.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "mutate.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t na, const uint8_t *b, size_t nb, uint8_t *out, size_t max, unsigned seed);

static const char *const atoms[] = {
    "0", "1", "-1", "2", "True", "None", "...", "2**63", "-2**63", "2**31", "10**20", "0.0", "-0.0", "1e308", "float('nan')", "float('inf')", "1j",
    "''", "'a'", "'\\ud800'", "'\\U0001f600'", "'%s'", "b''", "b'a'", "bytearray(b'abc')", "memoryview(b'abc')", "[]", "[1, 2, 3]", "()", "(1,)", "{}", "{1: 2}",
    "set()", "{1, 2}", "frozenset()", "range(0)", "range(10**6)", "slice(None, None, -1)", "slice(0, 2)", "object()", "object", "type", "int", "str", "list",
    "dict", "tuple", "property()", "staticmethod(len)", "classmethod(len)", "super", "Exception", "ValueError('x')", "StopIteration", "GeneratorExit",
    "BaseException", "ExceptionGroup('g', [ValueError(1)])", "iter([])", "iter((1, 2))", "(x for x in (1, 2))", "lambda *a, **k: a", "lambda: None", "len", "print", "repr",
    "globals()", "locals()", "vars()", "dir()", "NotImplemented", "__name__", "self", "enumerate('ab')", "zip('ab', 'cd')", "map(str, (1, 2))", "reversed([1, 2])",
};
static const char *const wraps[] = { /* @ is the token */
    "(@)", "[@]", "(@, @)", "{@: @}", "{@}", "-@", "~@", "not @", "@()", "@(@)", "@[@]", "@[::-1]", "@[1:]", "@[-1]", "@.__class__", "@.__dict__", "@.__init__", "@.__doc__",
    "@ + @", "@ * 3", "@ % @", "@ ** @", "@ // @", "@ << 3", "@ == @", "@ < @", "@ in @", "@ is @", "@ and @", "@ if @ else @", "lambda: @", "(yield @)", "(yield from @)",
    "*@", "**@", "*@,", "(q := @)", "f'{@!r:>9}'", "f'{@}'", "[q for q in @]", "{q: @ for q in @}", "list(@)", "tuple(@)", "set(@)", "dict(@)", "iter(@)", "next(iter(@))", "str(@)",
    "repr(@)", "hash(@)", "len(@)", "int(@)", "float(@)", "bytes(@)", "bytearray(@)", "memoryview(@)", "sorted(@)", "reversed(@)", "sum(@)", "max(@, @)", "type(@)", "type('T', (@,), {})",
    "isinstance(@, @)", "issubclass(@, @)", "getattr(@, '__class__')", "setattr(@, 'a', @)", "delattr(@, 'a')", "super(@, @)", "format(@, '>5')", "'%s' % @", "@.copy()", "@.append(@)",
    "@.pop()", "@.clear()", "@.update(@)", "@.extend(@)", "@.sort()", "@.close()", "@.send(@)", "@.throw(@)", "@.join(@)", "@.split(@)", "@.replace(@, @)", "@.format(@)", "@.encode()",
    "@.items()", "@.__next__()", "@.__iter__()", "@.__del__()", "@.__new__(@)", "@.__eq__(@)", "@.__setattr__('a', @)", "@.__getattribute__('a')", "@.__reduce_ex__(2)",
    "eval(repr(@))", "divmod(@, @)", "pow(@, @, @)", "round(@, @)", "slice(@, @)", "range(@)", "zip(@, @)", "map(@, @)", "filter(@, @)", "enumerate(@)", "property(@)", "await @",
};
static const char *const lines[] = { /* put before a line, at its indentation */
    "return", "return @", "yield", "raise", "raise @", "break", "continue", "pass", "del @", "global @", "nonlocal @", "@ = @", "@ += @", "@, *q = @", "@[@] = @", "del @[@]",
    "@[:] = @", "@.a = @", "del @.a", "try: @\n#finally: pass", "for @ in @: pass", "with @: pass", "with @ as q: @", "if @: @", "assert @, @", "import math, itertools", "class @(@): pass",
    "class q(@, metaclass=@): @ = @", "def @(*a, **k): return @", "def __del__(self): @", "def __eq__(self, o): return @", "def __hash__(self): return @", "def __iter__(self): yield @",
    "@.__class__ = @", "@.__bases__ = (@,)", "@.__dict__ = @", "@.__slots__ = @", "match @: \n#    case q: pass", "try: @\n#except @ as @: @", "raise @ from @",
};
#define COUNT(a) (sizeof(a) / sizeof *(a))

typedef struct Text {
    uint8_t *data;
    size_t size, max;
    uint64_t random;
} Text;

typedef struct Piece { size_t at, n; } Piece;

static size_t pick(Text *t, size_t n)
{
    t->random ^= t->random << 13, t->random ^= t->random >> 7, t->random ^= t->random << 17;
    return n ? (size_t)(t->random >> 11) % n : 0;
}

/* One of ours, or as often one of the target's. */
static const char *pick_text(Text *t, const char *const *ours, size_t n, const char *const *more)
{
    size_t count = 0;
    while (more[count]) count++;
    return count && pick(t, 2) ? more[pick(t, count)] : ours[pick(t, n)];
}
#define PICK_ATOM(t) pick_text(t, atoms, COUNT(atoms), mutate_atoms)

static void splice(Text *t, size_t at, size_t gone, const char *text, size_t n)
{
    if (at + gone > t->size || t->size - gone + n > t->max) return;
    memmove(t->data + at + n, t->data + at + gone, t->size - at - gone);
    memcpy(t->data + at, text, n);
    t->size += n - gone;
}

static int class_of(uint8_t c)
{
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80) return 1;
    if (c >= '0' && c <= '9') return 2;
    if (c == '"' || c == '\'') return 3;
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' ? 0 : 4;
}

/* The token in which, or behind which, `at` lies; false at the text's end. */
static bool token_at(const Text *t, size_t at, Piece *out)
{
    while (at > 0 && class_of(t->data[at]) && class_of(t->data[at - 1]) && class_of(t->data[at]) < 3 && class_of(t->data[at - 1]) < 3) at--;
    while (at < t->size && !class_of(t->data[at])) at++;
    if (at >= t->size) return false;
    int kind = class_of(t->data[at]);
    size_t end = at + 1;
    if (kind < 3) {
        while (end < t->size && class_of(t->data[end]) && class_of(t->data[end]) < 3) end++;
    } else if (kind == 3) {
        while (end < t->size && t->data[end] != t->data[at] && t->data[end] != '\n') end += t->data[end] == '\\' ? 2 : 1;
        end = end < t->size ? end + 1 : t->size;
    }
    *out = (Piece){at, end - at};
    return true;
}

static bool random_token(Text *t, Piece *out, bool operand)
{
    for (int tries = 0; t->size && tries < 20; tries++)
        if (token_at(t, pick(t, t->size), out) && (!operand || class_of(t->data[out->at]) < 4)) return true;
    return false;
}

/* `form` with each @ replaced by the token, or now and then by another one or an atom, and each # by the indentation. */
static size_t fill_form(Text *t, const char *form, Piece token, size_t indent, char *out, size_t room)
{
    size_t n = 0;
    for (bool first = true; *form; form++) {
        Piece p = token;
        const char *from = (char *)t->data + p.at;
        size_t m = p.n;
        if (*form == '#') {
            if (n + indent > room) return 0;
            memset(out + n, ' ', indent);
            n += indent;
            continue;
        }
        if (*form != '@') {
            from = form, m = 1;
        } else if (!first || !m) {
            if (pick(t, 3) == 0) from = PICK_ATOM(t), m = strlen(from);
            else if (pick(t, 2) && random_token(t, &p, true)) from = (char *)t->data + p.at, m = p.n;
        }
        if (*form == '@') first = false;
        if (n + m > room) return 0;
        memcpy(out + n, from, m);
        n += m;
    }
    return n;
}

static Piece line_at(const Text *t, size_t at, size_t *indent)
{
    while (at > 0 && t->data[at - 1] != '\n') at--;
    size_t end = at;
    while (end < t->size && t->data[end] != '\n') end++;
    *indent = 0;
    while (at + *indent < end && t->data[at + *indent] == ' ') ++*indent;
    return (Piece){at, end - at + (end < t->size)};
}

static void change_lines(Text *t)
{
    char copy[2048];
    size_t indent, other;
    Piece line = line_at(t, pick(t, t->size), &indent), to = line;
    if (line.n > 800) return;
    bool found = false;
    for (int tries = 0; tries < 20 && !found; tries++) {
        to = line_at(t, pick(t, t->size), &other);
        found = other == indent && to.at != line.at && to.n < 800;
    }
    switch (pick(t, 4)) {
    case 0: splice(t, line.at, line.n, "", 0); return;
    case 1: {
        Piece token = {line.at + indent, 0};
        random_token(t, &token, true);
        memset(copy, ' ', indent);
        size_t n = fill_form(t, lines[pick(t, COUNT(lines))], token, indent, copy + indent, sizeof copy - indent - 1);
        copy[indent + n] = '\n';
        splice(t, line.at, 0, copy, indent + n + 1);
        return;
    }
    case 2:
        memcpy(copy, t->data + line.at, line.n);
        if (found) splice(t, to.at, 0, copy, line.n);
        return;
    default:
        memcpy(copy, t->data + line.at, line.n);
        if (!found) return;
        splice(t, line.at, line.n, "", 0);
        splice(t, to.at > line.at ? to.at - line.n : to.at, 0, copy, line.n);
    }
}

static void change_token(Text *t)
{
    char copy[1024];
    Piece token, other;
    if (!random_token(t, &token, true) || token.n > 200) return;
    const char *atom = PICK_ATOM(t);
    switch (pick(t, 4)) {
    case 0: splice(t, token.at, token.n, atom, strlen(atom)); return;
    case 1: {
        size_t n = fill_form(t, pick_text(t, wraps, COUNT(wraps), mutate_wraps), token, 0, copy, sizeof copy);
        if (n) splice(t, token.at, token.n, copy, n);
        return;
    }
    default:
        for (int tries = 0; tries < 20; tries++) {
            if (!random_token(t, &other, false) || other.n > 200 || class_of(t->data[other.at]) != class_of(t->data[token.at])) continue;
            memcpy(copy, t->data + other.at, other.n);
            splice(t, token.at, token.n, copy, other.n);
            return;
        }
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    Text t = {data, size, max, seed * 0x9e3779b97f4a7c15u + 1};
    if (pick(&t, 6) == 0 || !size) return LLVMFuzzerMutate(data, size, max);
    for (size_t n = 1 + pick(&t, 4); n-- && t.size;) {
        if (pick(&t, 3)) change_token(&t);
        else change_lines(&t);
    }
    return t.size;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t na, const uint8_t *b, size_t nb, uint8_t *out, size_t max, unsigned seed)
{
    Text t = {out, 0, max, seed * 0x9e3779b97f4a7c15u + 1};
    size_t cut = pick(&t, na + 1), from = pick(&t, nb + 1);
    while (cut < na && !(cut && a[cut - 1] == '\n' && class_of(a[cut]))) cut++;
    while (from < nb && !(from && b[from - 1] == '\n' && class_of(b[from]))) from++;
    splice(&t, 0, 0, (const char *)a, cut < max ? cut : max);
    splice(&t, t.size, 0, (const char *)b + from, nb - from);
    return t.size;
}
