/* verify.c: checks that code keeps what opcodes.def promises to the eval loop: operands in bounds, jumps that land, tests
 * followed by their jump, and temporaries that are live when they are consumed and dead when a frame returns.
 *
 * Each temporary is, at each instruction, empty, live or "maybe" (on some ways here it is live); a maybe may only be
 * cleared or overwritten. States are merged over all ways in until nothing changes.
 */
#include "code.h"
#include "lang/object/vm.h"

#include "temps.h"

enum { EMPTY = TEMP_EMPTY, LIVE = TEMP_LIVE, MAYBE = TEMP_MAYBE, UNKNOWN = TEMP_UNKNOWN };
static bool is_live(uint8_t state) { return state >= TEMP_LIVE; }

typedef struct Verify {
    VM *vm;
    const Code *c;
    int ntemps;
    uint8_t *states;  /* nins * ntemps, UNKNOWN where not reached */
    bool *reached;
    uint32_t *work;
    bool *queued;
    uint32_t nwork;
    uint8_t *cur;
    bool ok;
    uint32_t at;
} Verify;

static void bad(Verify *v, const char *what, int n)
{
    if (v->ok) err_raise(v->vm, EXC_SystemError, "bad code in %U at %d (%s): %s %d", REF(v->c->qualname), (int)v->at, opcode_names[v->c->ins[v->at].op], what, n);
    v->ok = false;
}

static void flow(Verify *v, int64_t to)
{
    if (to < 0 || to >= v->c->nins) {
        bad(v, "jump out of code to", (int)to);
        return;
    }
    uint8_t *s = v->states + (size_t)to * (size_t)v->ntemps;
    bool changed = !v->reached[to];
    v->reached[to] = true;
    for (int i = 0; i < v->ntemps; i++) {
        uint8_t old = s[i], now = v->cur[i];
        uint8_t merged = old == UNKNOWN || old == now ? now : is_live(old) && is_live(now) ? LIVE : MAYBE;
        if (merged != old) s[i] = merged, changed = true;
    }
    if (changed && !v->queued[to]) {
        v->queued[to] = true;
        v->work[v->nwork++] = (uint32_t)to;
    }
}

static int temp_of(Verify *v, unsigned r) { return r >= v->c->nlocals ? (int)(r - v->c->nlocals) : -1; }

static void check_reg(Verify *v, unsigned r)
{
    if (r >= v->c->nregs) bad(v, "register out of bounds", (int)r);
}

static void use(Verify *v, unsigned r, bool consume)
{
    check_reg(v, r);
    int t = temp_of(v, r);
    if (t < 0 || !v->ok) return;
    if (!is_live(v->cur[t])) bad(v, "temporary not live", t);
    if (consume) v->cur[t] = EMPTY;
}

static void set(Verify *v, unsigned r)
{
    check_reg(v, r);
    int t = temp_of(v, r);
    if (t >= 0 && v->ok) v->cur[t] = LIVE;
}

/* Consumes n temporaries from r on; maybe[i] where one may be empty. Nothing live above. */
static void range(Verify *v, unsigned r, int n, bool may_be_empty)
{
    int t = temp_of(v, r);
    if (t < 0) {
        bad(v, "range of locals", (int)r);
        return;
    }
    for (int i = 0; i < n && v->ok; i++) {
        check_reg(v, r + (unsigned)i);
        if (!v->ok) return;
        if (!is_live(v->cur[t + i]) && !may_be_empty) bad(v, "range holds no value", t + i);
        v->cur[t + i] = EMPTY;
    }
    for (int i = t + n; i < v->ntemps && v->ok; i++)
        if (is_live(v->cur[i])) bad(v, "live temporary above the range", i);
}

static void range_result(Verify *v, unsigned r, int n)
{
    for (int i = 0; i < n && v->ok; i++) set(v, r + (unsigned)i);
}

static void operands(Verify *v, const Ins *ins)
{
    const Code *c = v->c;
    const char *form = opcode_forms[ins->op];
    const unsigned operand[3] = {ins->a, ins->b, ins->c};
    for (int k = 0; k < 3 && form[k] && v->ok; k++) {
        unsigned x = operand[k];
        switch (form[k]) {
        case 's': use(v, x, true); break;
        case 'k': use(v, x, false); break;
        case 'o':
            if (x != NO_REG) use(v, x, true);
            break;
        case 'n':
            if (x >= c->nconsts) bad(v, "no such constant", (int)x);
            break;
        case 'm':
            if (x >= c->nnames) bad(v, "no such name", (int)x);
            break;
        case 'c':
            if (x >= c->ncaches) bad(v, "no such cache", (int)x);
            break;
        case 'r':
            if (x >= c->nlocals) bad(v, "cell register is no local", (int)x);
            break;
        case 'f':
            if (x >= c->nfree) bad(v, "no such free variable", (int)x);
            break;
        case 'd': case 'u': check_reg(v, x); break;
        default: break;
        }
    }
    if (ins->op == BC_LOADK && (uint32_t)ins_bc(*ins) >= c->nconsts) bad(v, "no such constant", ins_bc(*ins));
}

static void ranges(Verify *v, const Ins *ins)
{
    switch (ins->op) {
    case BC_BUILD_SLICE: case BC_BUILD_TUPLE: case BC_BUILD_LIST: case BC_BUILD_SET: case BC_BUILD_STRING: range(v, ins->b, ins->c, false); break;
    case BC_GETSLICE: range(v, ins->c, 2, false); break;
    case BC_SETSLICE: range(v, ins->b, 2, false); break;
    case BC_BUILD_DICT: range(v, ins->b, ins->c * 2, false); break;
    case BC_CALL: range(v, ins->b, ins->c + 1, false); break;
    case BC_CALL_KW: case BC_CALL_METHOD: range(v, ins->b, ins->c + 2, false); break;
    case BC_CALL_METHOD_KW: range(v, ins->b, ins->c + 3, false); break;
    case BC_CALL_EX: range(v, ins->b, 2 + ins->c, false); break;
    case BC_CALL_SUPER: range(v, ins->b, 2, false); break;
    case BC_LOAD_METHOD: range_result(v, ins->a, 2); break;
    case BC_UNPACK_SEQ: range(v, ins->b, 0, false); range_result(v, ins->b, ins->c); break;
    case BC_UNPACK_EX: range(v, ins->b, 0, false); range_result(v, ins->b, (ins->c & 255) + 1 + (ins->c >> 8)); break;
    case BC_MAKE_FUNCTION:
        if (ins->c != NO_REG) range(v, ins->c, 3, true);
        break;
    case BC_IMPORT_NAME: range(v, ins->c, 2, false); break;
    case BC_MATCH_CLASS: range(v, ins->c, 3, false); break;
    case BC_WITH_ENTER: case BC_AWITH_ENTER: use(v, ins->b, false); break;
    case BC_AWITH_EXIT: range(v, ins->b, 1, false); break;
    case BC_WITH_EXIT: range(v, ins->a, 1, false); break;
    case BC_STAR_BEGIN: use(v, ins->a, false); range_result(v, ins->a + 2u, 3); break;
    case BC_STAR_MATCH:
        for (unsigned k = 0; k < 5; k++) use(v, ins->b + k, false);
        break;
    case BC_STAR_END: range(v, ins->b + 2u, 3, false); break;
    case BC_POP_EXC: case BC_END_ASYNC_FOR:
        use(v, ins->a, true);
        use(v, ins->a + 1u, true);
        break;
    default: break;
    }
}

static void name_kind(Verify *v, unsigned r, uint8_t kind)
{
    int t = temp_of(v, r);
    if (t >= 0 && v->ok) v->cur[t] = kind;
}

/* What stays in a temporary from line to line. */
static void name_kinds(Verify *v, const Ins *ins)
{
    if (ins->op == BC_GET_ITER || ins->op == BC_GET_AITER) name_kind(v, ins->a, TEMP_ITERATOR);
    else if (ins->op == BC_WITH_ENTER || ins->op == BC_AWITH_ENTER) name_kind(v, ins->b, TEMP_EXIT);
}

static void step(Verify *v, uint32_t i)
{
    const Code *c = v->c;
    const Ins *ins = &c->ins[i];
    v->at = i;
    if (ins->op >= BC_COUNT || ins->op == BC_READ_CODE) { /* (that one stands in no code that is read) */
        v->ok = false;
        err_raise(v->vm, EXC_SystemError, "bad opcode %d", ins->op);
        return;
    }
    for (uint32_t h = 0; h < c->nhandlers && v->ok; h++) { /* an error in it */
        const Handler *p = &c->handlers[h];
        if (i < p->start || i >= p->end) continue;
        uint8_t *keep = v->cur, copy[4096];
        if (v->ntemps > 4096) break;
        memcpy(copy, keep, (size_t)v->ntemps);
        int d = (int)p->depth - c->nlocals;
        for (int k = 0; k < v->ntemps; k++)
            if (k >= d) copy[k] = EMPTY;
        if (d < 0 || p->reg + 1u >= c->nregs) bad(v, "bad handler", (int)h);
        else {
            copy[p->reg - c->nlocals] = TEMP_EXCEPTION;
            copy[p->reg - c->nlocals + 1] = TEMP_OUTER;
            /* what the failing instruction consumes may be gone: below depth it consumes nothing but POP_EXC and exits */
            v->cur = copy;
            flow(v, p->target);
            v->cur = keep;
        }
        break;
    }
    const char *form = opcode_forms[ins->op];
    operands(v, ins);
    if (!v->ok) return;
    if (ins->op == BC_CLEAR) {
        int t = temp_of(v, ins->a);
        if (t >= 0) v->cur[t] = EMPTY;
        flow(v, (int64_t)i + 1);
        return;
    }
    ranges(v, ins);
    if (!v->ok) return;
    int64_t jump = (int64_t)i + 1 + ins_bc(*ins);
    switch (ins->op) {
    case BC_RETURN: case BC_RETURN_NONE:
        for (int t = 0; t < v->ntemps && v->ok; t++)
            if (is_live(v->cur[t]) || v->cur[t] == MAYBE) bad(v, "returns with a live temporary", t);
        return;
    case BC_RAISE: case BC_RERAISE: return;
    case BC_JMP: case BC_JMP_BACK: flow(v, jump); return;
    case BC_JMP_FALSE: case BC_JMP_TRUE: flow(v, jump); flow(v, (int64_t)i + 1); return;
    case BC_JMP_FALSE_OR_POP: case BC_JMP_TRUE_OR_POP:
        use(v, ins->a, false);
        flow(v, jump);
        use(v, ins->a, true);
        flow(v, (int64_t)i + 1);
        return;
    case BC_FOR_ITER: {
        uint8_t op = i + 1 < c->nins ? (uint8_t)(c->ins[i + 1].op == BC_JMP || c->ins[i + 1].op == BC_JMP_BACK) : 0;
        if (!op) bad(v, "no jump behind", 0);
        int it = temp_of(v, ins->b), d = temp_of(v, ins->a);
        uint8_t was = it >= 0 ? v->cur[it] : 0;
        if (it >= 0) v->cur[it] = EMPTY;
        if (v->ok) flow(v, (int64_t)i + 2 + ins_bc(c->ins[i + 1]));
        if (it >= 0) v->cur[it] = was;
        if (d >= 0) v->cur[d] = LIVE;
        flow(v, (int64_t)i + 2);
        return;
    }
    default: break;
    }
    if (ins->op >= BC_TEST_LT && ins->op <= BC_TEST_TRUE) {
        if (i + 1 >= c->nins || (c->ins[i + 1].op != BC_JMP && c->ins[i + 1].op != BC_JMP_BACK)) bad(v, "no jump behind", 0);
        else {
            flow(v, (int64_t)i + 2 + ins_bc(c->ins[i + 1]));
            flow(v, (int64_t)i + 2);
        }
        return;
    }
    if (ins->op == BC_YIELD_FROM) {
        int it = temp_of(v, ins->b);
        if (it >= 0) v->cur[it] = EMPTY;
    }
    for (int k = 0; k < 3; k++)
        if (form[k] == 'd' && ins->op != BC_DEL_LOCAL) set(v, k == 0 ? ins->a : k == 1 ? ins->b : ins->c);
    name_kinds(v, ins);
    flow(v, (int64_t)i + 1);
}

static bool follow(Verify *v)
{
    Mem *m = v->vm->mem;
    const Code *c = v->c;
    size_t nt = (size_t)v->ntemps, total = (size_t)c->nins * nt;
    v->states = mem_alloc(m, total);
    v->reached = mem_zalloc(m, c->nins);
    v->queued = mem_zalloc(m, c->nins);
    v->work = mem_alloc(m, c->nins * sizeof *v->work);
    v->cur = mem_zalloc(m, nt);
    if ((!v->states && total) || !v->reached || !v->queued || !v->work || (!v->cur && nt)) {
        v->ok = false;
        err_no_memory(v->vm);
        return false;
    }
    if (total) memset(v->states, UNKNOWN, total);
    flow(v, 0);
    while (v->nwork && v->ok) {
        uint32_t i = v->work[--v->nwork];
        v->queued[i] = false;
        if (nt) memcpy(v->cur, v->states + (size_t)i * nt, nt);
        step(v, i);
    }
    return v->ok;
}

static void forget(Verify *v)
{
    Mem *m = v->vm->mem;
    mem_free(m, v->states, (size_t)v->c->nins * (size_t)v->ntemps);
    mem_free(m, v->reached, v->c->nins);
    mem_free(m, v->queued, v->c->nins);
    mem_free(m, v->work, v->c->nins * sizeof *v->work);
    mem_free(m, v->cur, (size_t)v->ntemps);
}

static bool is_too_large(const Code *c) { return !c->nins || c->nregs < c->nlocals || (size_t)c->nins * (size_t)(c->nregs - c->nlocals) > (64u << 20); }

bool code_verify(VM *vm, Ref code)
{
    const Code *c = as_code(code);
    if (is_too_large(c)) return true; /* to be worth it */
    Verify v = {.vm = vm, .c = c, .ntemps = c->nregs - c->nlocals, .ok = true};
    follow(&v);
    forget(&v);
    return v.ok;
}

uint8_t *code_temps(VM *vm, const Code *c)
{
    if (!code_whole(vm, c)) return NULL;
    if (is_too_large(c)) return err_raise(vm, EXC_ValueError, "stack to deep to analyze"), NULL;
    Verify v = {.vm = vm, .c = c, .ntemps = c->nregs - c->nlocals, .ok = true};
    uint8_t *states = follow(&v) ? v.states : NULL;
    if (states) v.states = NULL;
    forget(&v);
    return states;
}
