/*
 * What can be told of a piece of a pattern without running it: how wide it is, and what can come first.
 *
 * Widths serve lookbehind, which must be of one width. The first characters of a place are a superset of those with
 * which what follows may begin: the compiler filters alternatives, loops and start positions by it, and takes
 * back-tracking away from runs that could not profit from it. `any` means that nothing is known: what follows may match
 * without looking at a character.
 */
#include "regex_impl.h"

#include <string.h>

/* ---- Widths, for lookbehind ---- */

static uint64_t add_bound(uint64_t a, uint64_t b, uint64_t cap)
{
    return a >= cap || b >= cap || a + b > cap ? cap : a + b;
}

static uint64_t times_bound(uint64_t a, uint64_t n, uint64_t cap)
{
    return a == 0 || n == 0 ? 0 : a >= cap || n >= cap || a * n > cap ? cap : a * n;
}

static RxWidth node_width(const RxParser *p, const RxNode *n)
{
    RxWidth w = {0, 0}, o = {0, 0};
    switch (n->op) {
    case N_LITERAL:
    case N_NOT_LITERAL:
    case N_ANY:
    case N_SET: return (RxWidth){1, 1};
    case N_GROUP:
    case N_ATOMIC: return rx_width(p, n->body);
    case N_BACKREF: return p->widths[n->c];
    case N_REPEAT:
        w = rx_width(p, n->body);
        return (RxWidth){times_bound(w.lo, n->min, RX_MAXREPEAT - 1), times_bound(w.hi, n->max, RX_MAXREPEAT)};
    case N_COND:
        w = rx_width(p, n->body);
        if (n->other)
            o = rx_width(p, n->other);
        return (RxWidth){o.lo < w.lo ? o.lo : w.lo, o.hi > w.hi ? o.hi : w.hi};
    case N_BRANCH:
        w = rx_width(p, n->body);
        for (const RxSeq *a = n->body->next; a; a = a->next) {
            o = rx_width(p, a);
            w = (RxWidth){o.lo < w.lo ? o.lo : w.lo, o.hi > w.hi ? o.hi : w.hi};
        }
        return w;
    default: return w;
    }
}

RxWidth rx_width(const RxParser *p, const RxSeq *seq)
{
    RxWidth w = {0, 0};
    for (const RxNode *n = seq->first; n; n = n->next) {
        RxWidth one = node_width(p, n);
        w.lo = add_bound(w.lo, one.lo, RX_MAXREPEAT - 1);
        w.hi = add_bound(w.hi, one.hi, RX_MAXREPEAT);
    }
    return w;
}

/* ---- First characters ---- */

/* So many nodes are looked at before giving up (then anything may come), so that compiling stays linear. The first
   question of a program, where a search may start, is worth more. */
enum { BUDGET = 200 };

void rx_first_full(RxFirst *f)
{
    memset(f->bits, 0xFF, sizeof f->bits);
    f->high = f->eos = f->any = true;
}

static void unite(RxFirst *to, const RxFirst *from)
{
    for (int i = 0; i < 8; i++)
        to->bits[i] |= from->bits[i];
    to->high |= from->high;
    to->eos |= from->eos;
    to->any |= from->any;
}

static void intersect(RxFirst *to, const RxFirst *with)
{
    for (int i = 0; i < 8; i++)
        to->bits[i] &= with->bits[i];
    to->high &= with->high;
    to->eos &= with->eos;
}

bool rx_first_disjoint(const RxFirst *a, const RxFirst *b)
{
    if (a->any || b->any || (a->high && b->high))
        return false;
    for (int i = 0; i < 8; i++)
        if (a->bits[i] & b->bits[i])
            return false;
    return true;
}

void rx_first_atom(const RegexProg *prog, uint32_t atom, uint32_t arg, RxFirst *out)
{
    memset(out, 0, sizeof *out);
    if (atom == ATOM_CHAR) {
        if (arg < 256)
            out->bits[arg >> 5] |= 1u << (arg & 31);
        else
            out->high = true;
        return;
    }
    if (atom == ATOM_SET) {
        const RxSet *set = &prog->sets[arg];
        memcpy(out->bits, set->bits, sizeof out->bits);
        const uint32_t *r = prog->ranges + set->range_at;
        out->high = set->negate || set->fold == 2 || (set->cats & ~(CAT_DIGIT | CAT_SPACE | CAT_WORD)) != 0 ||
                    (set->range_count > 0 && r[2 * set->range_count - 1] > 255);
        return;
    }
    memset(out->bits, 0xFF, sizeof out->bits);
    out->high = true;
    if (atom == ATOM_ANY)
        out->bits[0] &= ~(1u << '\n');
    if (atom == ATOM_NOT_CHAR && arg < 256)
        out->bits[arg >> 5] &= ~(1u << (arg & 31));
}

static void first_from(const RegexProg *prog, const RxNode *n, const RxFirst *follow, int *budget, RxFirst *out);

static void first_node(const RegexProg *prog, const RxNode *n, const RxFirst *rest, int *budget, RxFirst *out)
{
    RxFirst one;
    switch (n->op) {
    case N_LITERAL:
    case N_NOT_LITERAL:
    case N_ANY:
    case N_SET: rx_first_atom(prog, n->atom, n->arg, out); return;
    case N_AT:
        if (n->at == AT_END || n->at == AT_END_LINE || n->at == AT_END_STRING) {
            memset(out, 0, sizeof *out);
            out->eos = true;
            if (n->at != AT_END_STRING)
                out->bits[0] |= 1u << '\n';
        } else {
            *out = *rest;
        }
        return;
    case N_GROUP:
    case N_ATOMIC: first_from(prog, n->body->first, rest, budget, out); return;
    case N_BRANCH:
        memset(out, 0, sizeof *out);
        for (const RxSeq *a = n->body; a; a = a->next) {
            first_from(prog, a->first, rest, budget, &one);
            unite(out, &one);
        }
        return;
    case N_REPEAT:
        if (n->max == 0) {
            *out = *rest;
            return;
        }
        /* Empty at the first turn, a body may still not be at the second: then anything of it or behind it. */
        first_from(prog, n->body->first, rest, budget, out);
        if (n->min == 0)
            unite(out, rest);
        return;
    case N_ASSERT:
        *out = *rest;
        if (n->negate || n->behind)
            return;
        /* Both what is looked for and what follows must fit. */
        rx_first_full(&one);
        first_from(prog, n->body->first, &one, budget, &one);
        if (out->any)
            *out = one;
        else if (!one.any)
            intersect(out, &one);
        return;
    case N_FAIL: memset(out, 0, sizeof *out); return;
    default: rx_first_full(out); return;
    }
}

static void first_from(const RegexProg *prog, const RxNode *n, const RxFirst *follow, int *budget, RxFirst *out)
{
    if (n == NULL) {
        *out = *follow;
        return;
    }
    /* What must consume stands alone; only a node that may be empty needs what is behind it. */
    bool alone = n->op <= N_SET || n->op == N_FAIL || (n->op == N_AT && n->at >= AT_END && n->at <= AT_END_STRING) ||
                 (n->op == N_AT && n->at == AT_END_LINE);
    RxFirst rest;
    if (--*budget < 0) {
        rx_first_full(out);
        return;
    }
    if (alone)
        rx_first_full(&rest);
    else
        first_from(prog, n->next, follow, budget, &rest);
    first_node(prog, n, &rest, budget, out);
}

void rx_first_seq(const RegexProg *prog, const RxNode *from, const RxFirst *follow, RxFirst *out)
{
    int budget = prog->code_len == 0 ? 10 * BUDGET : BUDGET;
    first_from(prog, from, follow, &budget, out);
}
