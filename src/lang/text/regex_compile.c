/*
 * From the tree to a program. First the flags in force are brought down to each node and one-character nodes become
 * atoms (resolve); then code is put out, each node told what may follow it, so that runs which need no back-tracking
 * are made possessive and alternatives get a filter on their first character; last comes how a search finds its starts.
 *
 * A program's words are described at the OP_ list in regex_impl.h.
 */
#include "regex_impl.h"

#include <string.h>

typedef struct {
    RegexProg *prog;
    RxParser *parser;
    RegexError *err;
} Compiler;

static bool no_memory(Compiler *c)
{
    rx_fail(c->err, REGEX_NO_MEMORY, "");
    return false;
}

/* ---- Resolving ---- */

static unsigned combine_flags(unsigned flags, unsigned add, unsigned del)
{
    unsigned type = REGEX_ASCII | REGEX_LOCALE | REGEX_UNICODE;
    if (add & type)
        flags &= ~type;
    return (flags | add) & ~del;
}

static bool resolve_literal(Compiler *c, RxNode *n, unsigned flags)
{
    bool folds = (flags & REGEX_IGNORECASE) && rx_is_cased(flags & REGEX_UNICODE ? 2 : 1, n->c);
    n->atom = n->op == N_LITERAL ? ATOM_CHAR : ATOM_NOT_CHAR;
    n->arg = n->c;
    if (!folds)
        return true;
    n->atom = ATOM_SET;
    return rx_make_set(c->prog, n, flags, &n->arg) || no_memory(c);
}

static void resolve_at(RxNode *n, unsigned flags)
{
    if (flags & REGEX_MULTILINE) {
        if (n->at == AT_BEGINNING)
            n->at = AT_BEGINNING_LINE;
        else if (n->at == AT_END)
            n->at = AT_END_LINE;
    }
    if (flags & REGEX_UNICODE) {
        if (n->at == AT_BOUNDARY)
            n->at = AT_UNI_BOUNDARY;
        else if (n->at == AT_NON_BOUNDARY)
            n->at = AT_UNI_NON_BOUNDARY;
    }
}

static bool resolve(Compiler *c, RxSeq *seq, unsigned flags);

static bool resolve_node(Compiler *c, RxNode *n, unsigned flags)
{
    switch (n->op) {
    case N_LITERAL:
    case N_NOT_LITERAL: return resolve_literal(c, n, flags);
    case N_ANY: n->atom = flags & REGEX_DOTALL ? ATOM_ALL : ATOM_ANY; return true;
    case N_SET:
        n->atom = ATOM_SET;
        return rx_make_set(c->prog, n, flags, &n->arg) || no_memory(c);
    case N_AT: resolve_at(n, flags); return true;
    case N_BACKREF: n->arg = !(flags & REGEX_IGNORECASE) ? 0 : flags & REGEX_UNICODE ? 2 : 1; return true;
    case N_GROUP: return resolve(c, n->body, combine_flags(flags, n->add, n->del));
    case N_BRANCH:
        for (RxSeq *a = n->body; a; a = a->next)
            if (!resolve(c, a, flags))
                return false;
        return true;
    case N_ASSERT:
        if (n->behind) {
            RxWidth w = rx_width(c->parser, n->body);
            if (w.lo != w.hi)
                rx_fail(c->err, REGEX_ERROR, "look-behind requires fixed-width pattern");
            n->min = (uint32_t)w.lo;
        }
        return c->err->kind == REGEX_OK && resolve(c, n->body, flags);
    case N_COND:
        return resolve(c, n->body, flags) && (n->other == NULL || resolve(c, n->other, flags));
    case N_REPEAT:
    case N_ATOMIC: return resolve(c, n->body, flags);
    default: return true;
    }
}

static bool resolve(Compiler *c, RxSeq *seq, unsigned flags)
{
    for (RxNode *n = seq->first; n; n = n->next)
        if (!resolve_node(c, n, flags))
            return false;
    return true;
}

/* ---- Output ---- */

static bool put(Compiler *c, uint32_t word)
{
    RegexProg *g = c->prog;
    if (g->code_len >= (1u << 28) || !rx_grow(&g->mem, &g->code, &g->code_cap, g->code_len, 1, sizeof *g->code))
        return no_memory(c);
    g->code[g->code_len++] = word;
    return true;
}

static bool put2(Compiler *c, uint32_t a, uint32_t b)
{
    return put(c, a) && put(c, b);
}

static uint32_t here(const Compiler *c)
{
    return (uint32_t)c->prog->code_len;
}

/* The number of a filter, 0 for one that filters nothing. */
static bool put_filter(Compiler *c, const RxFirst *f, uint32_t *index)
{
    RegexProg *g = c->prog;
    *index = 0;
    if (f->any)
        return true;
    for (size_t i = 1; i < g->filter_count && i < 32; i++)
        if (memcmp(&g->filters[i], f, sizeof *f) == 0) {
            *index = (uint32_t)i;
            return true;
        }
    if (!rx_grow(&g->mem, &g->filters, &g->filter_cap, g->filter_count, 1, sizeof *f))
        return no_memory(c);
    *index = (uint32_t)g->filter_count;
    g->filters[g->filter_count++] = *f;
    return true;
}

static bool compile_from(Compiler *c, const RxNode *n, const RxFirst *follow);

static bool compile_branch(Compiler *c, const RxNode *n, const RxFirst *follow)
{
    uint32_t count = 0, filter;
    for (const RxSeq *a = n->body; a; a = a->next)
        count++;
    if (!put2(c, OP_BRANCH, count))
        return false;
    uint32_t table = here(c), chain = 0;
    for (const RxSeq *a = n->body; a; a = a->next) {
        RxFirst first;
        rx_first_seq(c->prog, a->first, follow, &first);
        if (!put_filter(c, &first, &filter) || !put2(c, filter, 0))
            return false;
    }
    /* Each alternative's final jump holds the place of the one before until all are known. */
    for (const RxSeq *a = n->body; a; a = a->next, table += 2) {
        c->prog->code[table + 1] = here(c);
        if (!compile_from(c, a->first, follow))
            return false;
        if (a->next) {
            if (!put2(c, OP_JUMP, chain))
                return false;
            chain = here(c) - 1;
        }
    }
    while (chain) {
        uint32_t before = c->prog->code[chain];
        c->prog->code[chain] = here(c);
        chain = before;
    }
    return true;
}

static bool compile_atomic(Compiler *c, const RxNode *body)
{
    RxFirst full;
    rx_first_full(&full);
    uint32_t reg = c->prog->registers;
    c->prog->registers += 2;
    return put2(c, OP_ATOMIC, reg) && compile_from(c, body, &full) && put2(c, OP_ATOMIC_END, reg);
}

/* One character test, repeated. */
static bool compile_run(Compiler *c, const RxNode *n, const RxFirst *follow)
{
    const RxNode *one = n->body->first;
    RxFirst atom;
    uint32_t filter;
    rx_first_atom(c->prog, one->atom, one->arg, &atom);
    uint32_t mode = n->mode;
    /* Where nothing of the run itself can follow it, stopping early cannot help, and stopping late is the same. */
    if (mode != POSSESSIVE && rx_first_disjoint(&atom, follow))
        mode = POSSESSIVE;
    if (n->min == n->max)
        mode = POSSESSIVE;
    return put_filter(c, follow, &filter) && put2(c, OP_REP, mode) && put2(c, one->atom, one->arg) &&
           put2(c, n->min, n->max) && put(c, filter);
}

/* The body at most once: alternatives, the other one empty. */
static bool compile_optional(Compiler *c, const RxNode *n, const RxFirst *follow)
{
    RxFirst first;
    uint32_t filter, empty;
    rx_first_seq(c->prog, n->body->first, follow, &first);
    if (!put_filter(c, &first, &filter) || !put_filter(c, follow, &empty) || !put2(c, OP_BRANCH, 2))
        return false;
    uint32_t table = here(c), body = n->mode == LAZY ? 2 : 0;
    if (!put2(c, body ? empty : filter, 0) || !put2(c, body ? filter : empty, 0))
        return false;
    c->prog->code[table + body + 1] = here(c);
    if (!compile_from(c, n->body->first, follow))
        return false;
    c->prog->code[table + (2 - body) + 1] = here(c);
    return true;
}

static bool compile_loop(Compiler *c, const RxNode *n, const RxFirst *follow)
{
    RxFirst first, again, full;
    uint32_t filter, loop = c->prog->loops++;
    bool possessive = n->mode == POSSESSIVE;
    rx_first_full(&full);
    if (possessive)
        follow = &full;
    /* Behind the body comes the body again, or what follows the loop. */
    rx_first_seq(c->prog, n->body->first, &full, &first);
    again = first;
    for (int i = 0; i < 8; i++)
        again.bits[i] |= follow->bits[i];
    again.high |= follow->high;
    again.eos |= follow->eos;
    again.any |= follow->any;
    uint32_t reg = c->prog->registers;
    if (possessive)
        c->prog->registers += 2;
    if ((possessive && !put2(c, OP_ATOMIC, reg)) || !put_filter(c, &first, &filter) || !put2(c, OP_LOOP_INIT, loop) ||
        !put(c, 0))
        return false;
    uint32_t body = here(c);
    if (!(possessive ? compile_atomic(c, n->body->first) : compile_from(c, n->body->first, &again)))
        return false;
    c->prog->code[body - 1] = here(c);
    return put2(c, OP_LOOP, loop) && put2(c, possessive ? GREEDY : n->mode, n->min) && put2(c, n->max, filter) &&
           put(c, body) && (!possessive || put2(c, OP_ATOMIC_END, reg));
}

static bool compile_repeat(Compiler *c, const RxNode *n, const RxFirst *follow)
{
    const RxNode *one = n->body->first;
    if (n->body->count == 1 && one->op <= N_SET)
        return compile_run(c, n, follow);
    if (n->min == 0 && n->max == 1 && n->mode != POSSESSIVE)
        return compile_optional(c, n, follow);
    return compile_loop(c, n, follow);
}

static bool compile_assert(Compiler *c, const RxNode *n)
{
    RxFirst full;
    rx_first_full(&full);
    uint32_t reg = c->prog->registers, back = n->behind ? n->min : 0, patch;
    c->prog->registers += 2;
    if (!n->negate)
        return put2(c, OP_LOOK, reg) && put(c, back) && compile_from(c, n->body->first, &full) &&
               put2(c, OP_LOOK_END, reg);
    if (!put2(c, OP_NOT_LOOK, reg) || !put2(c, back, 0))
        return false;
    patch = here(c) - 1;
    if (!compile_from(c, n->body->first, &full) || !put2(c, OP_NOT_LOOK_END, reg))
        return false;
    c->prog->code[patch] = here(c);
    return true;
}

static bool compile_condition(Compiler *c, const RxNode *n, const RxFirst *follow)
{
    if (!put2(c, OP_COND, n->c) || !put(c, 0))
        return false;
    uint32_t patch = here(c) - 1;
    if (!compile_from(c, n->body->first, follow))
        return false;
    if (n->other) {
        if (!put2(c, OP_JUMP, 0))
            return false;
        c->prog->code[patch] = here(c);
        patch = here(c) - 1;
        if (!compile_from(c, n->other->first, follow))
            return false;
    }
    c->prog->code[patch] = here(c);
    return true;
}

static bool compile_node(Compiler *c, const RxNode *n, const RxFirst *follow)
{
    switch (n->op) {
    case N_LITERAL:
    case N_NOT_LITERAL:
    case N_SET:
    case N_ANY: return n->atom == ATOM_ANY || n->atom == ATOM_ALL ? put(c, OP_CHAR + n->atom) : put2(c, OP_CHAR + n->atom, n->arg);
    case N_AT: return put2(c, OP_AT, n->at);
    case N_BRANCH: return compile_branch(c, n, follow);
    case N_GROUP:
        if (n->c == 0)
            return compile_from(c, n->body->first, follow);
        return put2(c, OP_SAVE, 2 * n->c) && compile_from(c, n->body->first, follow) && put2(c, OP_SAVE_END, 2 * n->c + 1);
    case N_REPEAT: return compile_repeat(c, n, follow);
    case N_BACKREF: return put2(c, OP_BACKREF, n->c) && put(c, n->arg);
    case N_COND: return compile_condition(c, n, follow);
    case N_ASSERT: return compile_assert(c, n);
    case N_ATOMIC: return compile_atomic(c, n->body->first);
    default: return put(c, OP_FAIL);
    }
}

/* Literals in a row become one OP_STRING. Returns the node behind them, or n where there is at most one. */
static const RxNode *literal_run(const RxNode *n, uint32_t *count)
{
    const RxNode *start = n;
    for (*count = 0; n && n->op == N_LITERAL && n->atom == ATOM_CHAR; n = n->next)
        ++*count;
    return *count > 1 ? n : start;
}

static bool compile_from(Compiler *c, const RxNode *n, const RxFirst *follow)
{
    while (n) {
        uint32_t count;
        const RxNode *end = literal_run(n, &count);
        if (end != n) {
            if (!put2(c, OP_STRING, count))
                return false;
            for (; n != end; n = n->next)
                if (!put(c, n->c))
                    return false;
            continue;
        }
        RxFirst rest;
        bool needs = n->op == N_BRANCH || n->op == N_REPEAT || n->op == N_COND || n->op == N_GROUP;
        if (needs)
            rx_first_seq(c->prog, n->next, follow, &rest);
        if (!compile_node(c, n, needs ? &rest : follow))
            return false;
        n = n->next;
    }
    return true;
}

/* ---- How a search begins ---- */

static bool collect_prefix(Compiler *c, const RxSeq *seq, bool *open)
{
    RegexProg *g = c->prog;
    for (const RxNode *n = seq->first; n && *open; n = n->next) {
        if (n->op == N_GROUP) {
            if (!collect_prefix(c, n->body, open))
                return false;
        } else if (n->op == N_LITERAL && n->atom == ATOM_CHAR) {
            if (!rx_grow(&g->mem, &g->prefix, &g->prefix_cap, g->prefix_len, 1, sizeof *g->prefix))
                return no_memory(c);
            g->prefix[g->prefix_len++] = n->c;
        } else {
            *open = false;
        }
    }
    return true;
}

static bool uses_groups(const RxSeq *seq)
{
    for (const RxNode *n = seq->first; n; n = n->next) {
        if (n->op == N_BACKREF || n->op == N_COND)
            return true;
        if (n->op == N_BRANCH) {
            for (const RxSeq *a = n->body; a; a = a->next)
                if (uses_groups(a))
                    return true;
        } else if (n->body && uses_groups(n->body)) {
            return true;
        }
    }
    return false;
}

static void find_start(Compiler *c, const RxSeq *seq)
{
    RegexProg *g = c->prog;
    const RxNode *n = seq->first;
    while (n && n->op == N_GROUP && n->body->first)
        n = n->body->first;
    g->anchored = n && n->op == N_AT && (n->at == AT_BEGINNING || n->at == AT_BEGINNING_STRING);
    /* The program's first words tell whether its leading run is possessive. */
    size_t at = 0;
    while (at < g->code_len && g->code[at] == OP_SAVE)
        at += 2;
    if (g->code[at] == OP_REP && g->code[at + 1] == POSSESSIVE && g->code[at + 4] <= 1 &&
        g->code[at + 5] == RX_MAXREPEAT && !uses_groups(seq)) {
        g->skip_run = true;
        g->run_atom = g->code[at + 2];
        g->run_arg = g->code[at + 3];
    }
}

/* ---- The whole ---- */

static bool copy_names(Compiler *c)
{
    RegexProg *g = c->prog;
    const RxParser *p = c->parser;
    for (size_t i = 0; i < p->names_count; i++) {
        const RxName *n = &p->names[i];
        if (!rx_grow(&g->mem, &g->names, &g->name_cap, g->name_count, 1, sizeof *g->names) ||
            !rx_grow(&g->mem, &g->name_text, &g->name_cap_text, g->name_len, n->len * 4 + 2, 1))
            return no_memory(c);
        size_t start = g->name_len;
        for (size_t k = 0; k < n->len; k++)
            rx_put_utf8(g->name_text, g->name_cap_text, &g->name_len, rx_unit(&p->source.text, n->start + k));
        g->names[g->name_count].at = start;
        g->names[g->name_count].len = g->name_len - start;
        g->names[g->name_count++].group = n->group;
        g->name_text[g->name_len++] = 0;
    }
    return true;
}

static bool compile_program(Compiler *c, RxSeq *seq)
{
    RegexProg *g = c->prog;
    RxFirst end;
    bool open = true;
    rx_first_full(&end);
    g->groups = c->parser->groups - 1;
    if (!rx_grow(&g->mem, &g->filters, &g->filter_cap, 0, 1, sizeof end) ||
        !rx_grow(&g->mem, &g->ranges, &g->range_cap, 0, 2, sizeof *g->ranges) ||
        !rx_grow(&g->mem, &g->sets, &g->set_cap, 0, 1, sizeof *g->sets))
        return no_memory(c);
    g->filters[g->filter_count++] = end;
    if (!resolve(c, seq, g->flags) || !copy_names(c) || !collect_prefix(c, seq, &open))
        return false;
    rx_first_seq(g, seq->first, &end, &g->first);
    if (!compile_from(c, seq->first, &end) || !put(c, OP_END))
        return false;
    find_start(c, seq);
    return true;
}

RegexProg *regex_compile(const RegexMem *mem, const RegexText *pattern, bool is_bytes, unsigned flags, RegexError *err)
{
    RxArena arena = {.mem = mem};
    RxParser parser;
    memset(err, 0, sizeof *err);
    RegexProg *prog = NULL;
    RxSeq *seq = rx_parse(&parser, &arena, pattern, is_bytes, flags, err);
    if (seq != NULL) {
        prog = mem->resize(mem->ctx, NULL, 0, sizeof *prog);
        if (prog == NULL) {
            rx_fail(err, REGEX_NO_MEMORY, "");
        } else {
            memset(prog, 0, sizeof *prog);
            prog->mem = *mem;
            prog->flags = parser.flags;
            Compiler c = {prog, &parser, err};
            if (!compile_program(&c, seq)) {
                regex_free(prog);
                prog = NULL;
            }
        }
    }
    if (prog == NULL)
        rx_fail(err, REGEX_NO_MEMORY, "");
    rx_arena_free(&arena);
    return prog;
}

static void give_back(RegexProg *prog, void *array, size_t cap, size_t size)
{
    if (array)
        prog->mem.resize(prog->mem.ctx, array, cap * size, 0);
}

void regex_free(RegexProg *prog)
{
    if (prog == NULL)
        return;
    give_back(prog, prog->code, prog->code_cap, sizeof *prog->code);
    give_back(prog, prog->sets, prog->set_cap, sizeof *prog->sets);
    give_back(prog, prog->ranges, prog->range_cap, sizeof *prog->ranges);
    give_back(prog, prog->filters, prog->filter_cap, sizeof *prog->filters);
    give_back(prog, prog->names, prog->name_cap, sizeof *prog->names);
    give_back(prog, prog->name_text, prog->name_cap_text, 1);
    give_back(prog, prog->prefix, prog->prefix_cap, sizeof *prog->prefix);
    RegexMem mem = prog->mem;
    mem.resize(mem.ctx, prog, sizeof *prog, 0);
}

unsigned regex_flags(const RegexProg *prog)
{
    return prog->flags;
}

size_t regex_groups(const RegexProg *prog)
{
    return prog->groups;
}

size_t regex_names(const RegexProg *prog)
{
    return prog->name_count;
}

const char *regex_name(const RegexProg *prog, size_t index, size_t *len, size_t *group)
{
    *len = prog->names[index].len;
    *group = prog->names[index].group;
    return prog->name_text + prog->names[index].at;
}
