/* ew_line.c: lays a program's steps out as a line (ew.h): which value is at hand, what must be in memory and when outputs are written.
 *
 * Sums, products and the like of the commoner float type work on the value at hand; every other step is a kernel called on a unit. A value goes to its register's
 * memory only if a later step wants it from there.
 */
#include <string.h>

#include "ew.h"

enum { NOTHING = -1 };

typedef struct Planner {
    EwLine *line;
    const EwProgram *p;
    bool stream, full;
    int hand;                    /* the register whose value is at hand */
    DType type;                  /* of what can be at hand */
    bool in_memory[EW_REGS];
    int last_use[EW_REGS];       /* step */
} Planner;

/* What a formula of one or two operands is on the value at hand: as its first operand and as its second; 0: a kernel's work. */
typedef struct Native { int16_t function; uint8_t code, turned; bool one; } Native;
static const Native natives[] = {
    {FN_add, LINE_ADD, LINE_ADD_TO, false}, {FN_subtract, LINE_SUBTRACT, LINE_SUBTRACT_FROM, false}, {FN_multiply, LINE_MULTIPLY, LINE_MULTIPLY_INTO, false},
    {FN_divide, LINE_DIVIDE, LINE_DIVIDE_INTO, false}, {FN_maximum, LINE_MAXIMUM, 0, false}, {FN_minimum, LINE_MINIMUM, 0, false}, {FN_sigmoid_grad, LINE_SLOPE, 0, false},
    {FN_square, LINE_SQUARE, 0, true}, {FN_negative, LINE_NEGATE, 0, true}, {FN_relu, LINE_RELU, 0, true},
    {FN_exp, LINE_EXP, 0, true}, {FN_sigmoid, LINE_SIGMOID, 0, true}, {FN_silu, LINE_SILU, 0, true}, {FN_tanh, LINE_TANH, 0, true}, /* the swift ones alone */
};

static const Native *native_of(const EwProgram *p, const EwStep *s, DType type)
{
    if (s->function < 0 || p->regs[s->dst].type != type) return NULL;
    for (size_t i = 0; i < sizeof natives / sizeof *natives; i++)
        if (natives[i].function == s->function) return natives[i].code < LINE_EXP || natives[i].code >= LINE_ADD || s->kernel == ew_isa()->swift[s->function] ? &natives[i] : NULL;
    return NULL;
}

static EwLineStep *add(Planner *l, int code, int r0, int r1)
{
    static const EwNumber none[3];
    if (l->line->count == EW_LINE_STEPS) {
        l->full = true;
        return NULL;
    }
    EwLineStep *s = &l->line->steps[l->line->count++];
    memset(s, 0, sizeof *s);
    s->code = (uint8_t)code;
    s->reg[0] = (int8_t)r0;
    s->reg[1] = (int8_t)r1;
    s->reg[2] = s->reg[3] = s->out = NOTHING;
    s->k = none;
    for (int i = 0; i < 4; i++) s->at[i] = (char *)none;
    return s;
}

/* The value at hand goes to its memory if a step from `from` on wants it. */
static void keep(Planner *l, int from)
{
    int r = l->hand;
    if (r == NOTHING || l->in_memory[r] || l->last_use[r] < from) return;
    add(l, LINE_STORE, r, NOTHING);
    l->in_memory[r] = true;
}

/* The operand in memory, or a number */
static void with_operand(Planner *l, int code, int reg)
{
    const EwRegister *r = &l->p->regs[reg];
    EwLineStep *s = add(l, r->number ? code + LINE_BY_NUMBER : code, NOTHING, r->number ? NOTHING : reg);
    if (s && r->number) s->k = &r->value;
}

static void at_hand(Planner *l, const EwStep *step, int s, const Native *n)
{
    int a = step->src[0], b = n->one ? NOTHING : step->src[1];
    bool square = !n->one && a == b && n->code == LINE_MULTIPLY;
    if (l->hand != NOTHING && (a == b || (a != l->hand && (b != l->hand || !n->turned)))) { /* not this value, or both: one comes from memory */
        keep(l, a == b && square ? s + 1 : s);
        if (a != l->hand) l->hand = NOTHING;
    } else if (l->hand != NOTHING) keep(l, s + 1);
    bool turned = l->hand != a && l->hand == b && b != NOTHING;
    if (l->hand == NOTHING) {
        if (l->p->regs[a].number && b != NOTHING && n->turned && !l->p->regs[b].number) {
            add(l, LINE_LOAD, NOTHING, b);
            turned = true;
        } else add(l, LINE_LOAD, NOTHING, a);
    }
    if (n->one || square) add(l, square ? LINE_SQUARE : n->code, NOTHING, NOTHING);
    else with_operand(l, turned ? n->turned : n->code, turned ? a : b);
    l->hand = step->dst;
}

static void by_kernel(Planner *l, const EwStep *step, int s)
{
    keep(l, s);
    EwLineStep *c = add(l, LINE_CALL, step->dst, step->src[0]);
    if (!c) return;
    c->kernel = step->kernel;
    c->k = step->k;
    c->reg[2] = step->src[1];
    c->reg[3] = step->src[2];
    l->hand = NOTHING;
    l->in_memory[step->dst] = true;
}

/* The register's value goes to output o. */
static void write_out(Planner *l, int reg, int o)
{
    const EwProgram *p = l->p;
    DType type = p->regs[reg].type, dtype = p->out[o].dtype;
    EwLineStep *s;
    if (l->hand == reg && dtype == type) s = add(l, l->stream ? LINE_STREAM : LINE_STORE, reg, NOTHING);
    else if (dtype == type) {
        s = add(l, l->stream ? LINE_COPY_STREAM : LINE_COPY, reg, reg);
        if (s) s->bytes = (uint8_t)dtype_bytes(type);
    } else {
        if (l->hand == reg && !l->in_memory[reg]) add(l, LINE_STORE, reg, NOTHING);
        else keep(l, 0);
        l->in_memory[reg] = true;
        s = add(l, LINE_CALL, reg, reg);
        if (s) s->kernel = ew_isa()->convert[type][dtype];
        l->hand = NOTHING;
    }
    if (s) s->out = (int8_t)o;
}

/* Must the output wait for the unit's last step, since an input or another output lies there? */
static bool is_late(const EwProgram *p, int o)
{
    bool late = false;
    for (int v = 0; v < p->in_count; v++) late |= p->in[v].at == p->out[o].at;
    return late;
}

bool ew_line_plan(EwLine *line, const EwProgram *p, bool stream)
{
    Planner l = {.line = line, .p = p, .stream = stream, .hand = NOTHING};
    int floats = 0, doubles = 0;
    line->count = 0;
    for (int s = 0; s < p->step_count; s++) {
        if (p->steps[s].check) return false;
        floats += native_of(p, &p->steps[s], DT_FLOAT32) != NULL;
        doubles += native_of(p, &p->steps[s], DT_FLOAT64) != NULL;
    }
    line->doubles = doubles > floats;
    l.type = line->doubles ? DT_FLOAT64 : DT_FLOAT32;
    for (int i = 0; i < p->reg_count; i++) {
        l.in_memory[i] = p->regs[i].number || p->regs[i].view >= 0;
        l.last_use[i] = NOTHING;
    }
    for (int s = 0; s < p->step_count; s++)
        for (int i = 0; i < 3; i++)
            if (p->steps[s].src[i] >= 0) l.last_use[p->steps[s].src[i]] = s;
    for (int o = 0; o < p->out_count; o++)
        if (is_late(p, o)) l.last_use[p->out[o].reg] = p->step_count;
    for (int s = 0; s < p->step_count; s++) {
        const EwStep *step = &p->steps[s];
        const Native *n = native_of(p, step, l.type);
        if (n) at_hand(&l, step, s, n);
        else by_kernel(&l, step, s);
        for (int o = 0; o < p->out_count; o++)
            if (p->out[o].reg == step->dst && !is_late(p, o)) write_out(&l, step->dst, o);
    }
    for (int o = 0; o < p->out_count; o++) {
        bool made = false;
        for (int s = 0; s < p->step_count; s++) made |= p->steps[s].dst == p->out[o].reg;
        if (is_late(p, o) || !made) write_out(&l, p->out[o].reg, o); /* what no step makes is an operand or a number */
    }
    return !l.full;
}
