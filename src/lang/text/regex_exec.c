/*
 * Running a program. The matcher itself is regex_exec.inc, compiled once for each width of a subject's units; here is
 * what does not depend on the width: the back-tracking stack, registers, polling, and the entry point.
 *
 * The stack holds choices (where to go on after a failure) and undo records (what to put back on the way there). What
 * a record restores was changed after every record below it, so popping in order is all that failing takes.
 */
#include "regex_impl.h"

#include <string.h>

#include "unicode.h"

/* kind in the low bits of kx, a word of the program, a slot or a loop above. */
enum {
    E_CHOICE,  /* go on at x with a */
    E_BRANCH,  /* the OP_BRANCH at x, with a, from its alternative y on */
    E_REP,     /* the OP_REP at x: give back one from b, down to a */
    E_LAZY,    /* the OP_REP at x: take one more at a, up to b */
    E_LOOP,    /* the OP_LOOP at x, at a: put back count y and last b, then the other way */
    E_COUNT,   /* put back loop x's count y and last b */
    E_MARK,    /* put back mark x to a */
    E_MARKEND, /* put back mark x to a and lastindex to b */
    E_BITS = 3,
};

typedef struct {
    uint32_t kx, y;
    size_t a, b;
} Entry;

typedef struct {
    uint32_t count;
    size_t last; /* where the last optional turn began, REGEX_UNSET for none yet */
} Loop;

enum {
    INLINE_ENTRIES = 128,
    INLINE_WORDS = 64,
    POLL_EVERY = 20000, /* steps of some 2 to 20 ns */
};

typedef struct {
    const RegexProg *prog;
    const RegexHooks *hooks;
    Entry *stack;
    size_t cap;
    size_t *marks;
    size_t lastindex;
    Loop *loops;
    size_t *regs;
    long budget;
    bool full, must_advance;
    Entry inline_stack[INLINE_ENTRIES];
    size_t inline_words[INLINE_WORDS];
    void *words;
    size_t words_size;
} Exec;

static bool grow_stack(Exec *x)
{
    const RegexMem *mem = &x->prog->mem;
    size_t cap = x->cap * 2;
    if (cap > SIZE_MAX / sizeof(Entry) / 2)
        return false;
    bool was_inline = x->stack == x->inline_stack;
    Entry *now = mem->resize(mem->ctx, was_inline ? NULL : x->stack, was_inline ? 0 : x->cap * sizeof *now, cap * sizeof *now);
    if (now == NULL)
        return false;
    if (was_inline)
        memcpy(now, x->inline_stack, sizeof x->inline_stack);
    x->stack = now;
    x->cap = cap;
    return true;
}

static bool poll_stop(Exec *x)
{
    x->budget = POLL_EVERY;
    return x->hooks && x->hooks->interrupted && x->hooks->interrupted(x->hooks->ctx);
}

static bool is_word(uint32_t c, bool unicode)
{
    if (c < 128)
        return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
    return unicode && uni_is_alnum(c);
}

static uint32_t fold_char(uint32_t fold, uint32_t c)
{
    if (fold == 2)
        return uni_simple_lower(c);
    return fold == 1 && c >= 'A' && c <= 'Z' ? c + 32 : c;
}

/* Removes the choices above `floor`, keeps the undo records of groups: what an atomic group or a lookahead leaves. */
static size_t cut_stack(Exec *x, size_t floor, size_t sp)
{
    size_t out = floor;
    for (size_t i = floor; i < sp; i++) {
        uint32_t kind = x->stack[i].kx & ((1u << E_BITS) - 1);
        if (kind == E_MARK || kind == E_MARKEND)
            x->stack[out++] = x->stack[i];
    }
    return out;
}

static void undo_entry(Exec *x, const Entry *e)
{
    uint32_t at = e->kx >> E_BITS;
    switch (e->kx & ((1u << E_BITS) - 1)) {
    case E_LOOP: at = x->prog->code[at + 1]; /* fall through */
    case E_COUNT:
        x->loops[at].count = e->y;
        x->loops[at].last = e->b;
        break;
    case E_MARKEND: x->lastindex = e->b; /* fall through */
    case E_MARK: x->marks[at] = e->a; break;
    default: break;
    }
}

#define JOIN2(a, b) a##b
#define JOIN(a, b)  JOIN2(a, b)
#define FN(name)    JOIN(name, WIDTH)

#define WIDTH 1
#define CH    uint8_t
#include "regex_exec.inc"
#undef WIDTH
#undef CH
#define WIDTH 2
#define CH    uint16_t
#include "regex_exec.inc"
#undef WIDTH
#undef CH
#define WIDTH 4
#define CH    uint32_t
#include "regex_exec.inc"

/* Marks, loops and registers in one piece of memory, in the Exec itself where they fit. */
static bool open_exec(Exec *x, const RegexProg *prog)
{
    size_t marks = 2 * ((size_t)prog->groups + 1);
    size_t loop_words = prog->loops * (sizeof(Loop) / sizeof(size_t));
    size_t need = marks + loop_words + prog->registers;
    size_t *words = x->inline_words;
    if (need > INLINE_WORDS) {
        x->words_size = need * sizeof *words;
        words = x->words = prog->mem.resize(prog->mem.ctx, NULL, 0, x->words_size);
        if (words == NULL)
            return false;
    }
    for (size_t i = 0; i < marks; i++)
        words[i] = REGEX_UNSET;
    memset(words + marks, 0, (need - marks) * sizeof *words);
    x->marks = words;
    x->loops = (Loop *)(words + marks);
    x->regs = words + marks + loop_words;
    return true;
}

static void close_exec(Exec *x)
{
    const RegexMem *mem = &x->prog->mem;
    if (x->stack != x->inline_stack)
        mem->resize(mem->ctx, x->stack, x->cap * sizeof *x->stack, 0);
    if (x->words)
        mem->resize(mem->ctx, x->words, x->words_size, 0);
}

static void fill_spans(const Exec *x, size_t *spans, size_t *lastindex)
{
    size_t n = 2 * ((size_t)x->prog->groups + 1);
    for (size_t i = 0; i < n; i += 2) {
        size_t from = x->marks[i], to = x->marks[i + 1];
        bool set = from != REGEX_UNSET && to != REGEX_UNSET && to >= from;
        spans[i] = set ? from : REGEX_UNSET;
        spans[i + 1] = set ? to : REGEX_UNSET;
    }
    if (lastindex)
        *lastindex = x->lastindex;
}

int regex_exec(const RegexProg *prog, const RegexText *subject, size_t pos, size_t endpos, RegexMode mode,
               bool must_advance, size_t *spans, size_t *lastindex, const RegexHooks *hooks) {
    Exec x;
    x.prog = prog;
    x.hooks = hooks;
    x.stack = x.inline_stack;
    x.cap = INLINE_ENTRIES;
    x.lastindex = 0;
    x.budget = POLL_EVERY;
    x.full = mode == REGEX_FULLMATCH;
    x.must_advance = must_advance;
    x.words = NULL;
    if (endpos > subject->len)
        endpos = subject->len;
    if (pos > subject->len)
        pos = subject->len;
    if (pos > endpos)
        return REGEX_NOMATCH;
    if (!open_exec(&x, prog))
        return REGEX_MEMORY;
    bool search = mode == REGEX_SEARCH;
    int rc = subject->width == 1 ? start_1(&x, subject->data, pos, endpos, search)
           : subject->width == 2 ? start_2(&x, subject->data, pos, endpos, search)
                                 : start_4(&x, subject->data, pos, endpos, search);
    if (rc == REGEX_MATCHED)
        fill_spans(&x, spans, lastindex);
    close_exec(&x);
    return rc;
}
