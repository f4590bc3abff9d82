/* ew.c: plans elementwise calls: the core's program (which formulas, which conversions, axes joined) as the structure that goes to a card. */
#include <string.h>

#include "plan.h"
#include "core/cpu/functions.h"

static GpuNumber number_of(const EwNumber *n, int type)
{
    GpuNumber r = {.bits = 0};
    switch (type) {
    case DT_FLOAT32: r.F = n->F; break;
    case DT_FLOAT64: r.D = n->D; break;
    case DT_INT32: r.I = n->I; break;
    case DT_INT64: r.L = n->L; break;
    default: r.B = n->B; break;
    }
    return r;
}

static void set_view(GpuView *to, const EwView *from, const EwProgram *p, const int8_t *slots)
{
    *to = (GpuView){.at = from->at, .dtype = (uint8_t)from->dtype, .slot = slots[from->reg], .type = p->regs[from->reg].type};
    memcpy(to->strides, from->strides, sizeof *to->strides * (size_t)p->ndim);
}

/* Registers that live at different times share a slot; those that are numbers need none. */
static void share_slots(const EwProgram *p, GpuProgram *to, int8_t slots[EW_REGS])
{
    int last_use[EW_REGS], numbers = 0, free_count = 0;
    int8_t free_slots[EW_REGS];
    for (int i = 0; i < p->reg_count; i++) {
        last_use[i] = -1;
        if (!p->regs[i].number) continue;
        slots[i] = (int8_t)(-2 - numbers);
        to->number[numbers++] = number_of(&p->regs[i].value, p->regs[i].type);
    }
    for (int s = 0; s < p->step_count; s++)
        for (int i = 0; i < 3; i++)
            if (p->steps[s].src[i] >= 0) last_use[p->steps[s].src[i]] = s;
    for (int v = 0; v < p->out_count; v++) last_use[p->out[v].reg] = p->step_count;
    for (int v = 0; v < p->in_count; v++) slots[p->in[v].reg] = (int8_t)to->slots++;
    for (int s = 0; s < p->step_count; s++) {
        const EwStep *step = &p->steps[s];
        for (int i = 0; i < 3; i++) {
            int src = step->src[i];
            bool again = false;
            for (int k = 0; k < i; k++) again |= step->src[k] == src;
            if (src >= 0 && !again && last_use[src] == s && !p->regs[src].number) free_slots[free_count++] = slots[src];
        }
        slots[step->dst] = free_count ? free_slots[--free_count] : (int8_t)to->slots++;
        if (last_use[step->dst] < 0) free_slots[free_count++] = slots[step->dst];
    }
}

static int8_t slot_of(const int8_t *slots, int reg) { return reg < 0 ? -1 : slots[reg]; }

/* May it be read without its strides: by the element's number, or as one element for all? */
static bool is_plain(const EwProgram *p, const EwView *v)
{
    if (v->whole) return true;
    for (int i = 0; i < p->ndim; i++)
        if (v->strides[i]) return false;
    return true;
}

/* *plain: may it be read without strides? */
static void lay_out(const Card *c, const EwProgram *p, GpuProgram *to_, bool *plain_)
{
    _Static_assert((int)GPU_STEPS >= (int)EW_STEPS && (int)GPU_VIEWS >= (int)EW_VIEWS && (int)GPU_NUMBERS >= (int)EW_REGS && (int)GPU_SLOTS >= (int)EW_VIEWS + (int)EW_STEPS, "room for every program");
    int8_t slots[EW_REGS];
    GpuProgram to = {.size = p->size, .ndim = p->ndim, .steps = p->step_count, .ins = p->in_count, .outs = p->out_count, .fault = c->fault};
    memcpy(to.shape, p->shape, sizeof *to.shape * (size_t)p->ndim);
    bool plain = true;
    share_slots(p, &to, slots);
    for (int i = 0; i < p->in_count; i++) {
        set_view(&to.in[i], &p->in[i], p, slots);
        plain &= is_plain(p, &p->in[i]);
    }
    for (int i = 0; i < p->out_count; i++) {
        set_view(&to.out[i], &p->out[i], p, slots);
        plain &= is_plain(p, &p->out[i]);
    }
    for (int i = 0; i < p->step_count; i++) {
        const EwStep *s = &p->steps[i];
        int type = s->function < 0 ? p->regs[s->dst].type : p->regs[s->src[s->function == FN_where ? 1 : 0]].type;
        to.step[i] = (GpuStep){.function = s->function, .type = (uint8_t)type, .from = p->regs[s->src[0]].type, .dst = slots[s->dst], .check = s->check};
        for (int k = 0; k < 3; k++) to.step[i].src[k] = slot_of(slots, s->src[k]);
        for (int k = 0; k < 3; k++) to.step[i].k[k] = number_of(&s->k[k], type);
    }
    *to_ = to;
    *plain_ = plain;
}

void gpu_launch_program(GpuWork *g, const EwProgram *p)
{
    GpuProgram to;
    bool plain;
    lay_out(g->card, p, &to, &plain);
    to.piece = (uint32_t)g->card->given;
    gpu_run_program(g->stream, &to, plain);
}

/* ---- programs that are held, to be launched together ---- */
enum { FEW_ELEMENTS = 1 << 18 }; /* of a program that is worth holding: more keep a card busy by themselves */

static bool same_step(const GpuStep *a, const GpuStep *b)
{
    bool same = a->function == b->function && a->type == b->type && a->from == b->from && a->check == b->check && a->dst == b->dst;
    for (int i = 0; i < 3; i++) same = same && a->src[i] == b->src[i] && a->k[i].bits == b->k[i].bits;
    return same;
}
static bool same_view(const GpuView *a, int an, const GpuView *b, int bn) { return a->dtype == b->dtype && a->type == b->type && a->slot == b->slot && !a->strides[an - 1] == !b->strides[bn - 1]; }

/* But for sizes and addresses */
static bool same_program(const GpuProgram *a, const GpuProgram *b)
{
    bool same = a->steps == b->steps && a->ins == b->ins && a->outs == b->outs && a->slots == b->slots && memcmp(a->number, b->number, sizeof a->number) == 0;
    for (int i = 0; same && i < a->steps; i++) same = same_step(&a->step[i], &b->step[i]);
    for (int i = 0; same && i < a->ins; i++) same = same_view(&a->in[i], a->ndim, &b->in[i], b->ndim);
    for (int i = 0; same && i < a->outs; i++) same = same_view(&a->out[i], a->ndim, &b->out[i], b->ndim);
    return same;
}

static bool meet(const char *a, int64_t a_size, const GpuView *a_is, const char *b, int64_t b_size, const GpuView *b_is, int an, int bn)
{
    const char *a_end = a + (a_is->strides[an - 1] ? a_size : 1) * (int64_t)dtype_bytes((DType)a_is->dtype), *b_end = b + (b_is->strides[bn - 1] ? b_size : 1) * (int64_t)dtype_bytes((DType)b_is->dtype);
    return a < b_end && b < a_end;
}

/* Does the program write what a held one reads or writes, or read what it writes? */
static bool touches(const GpuJoined *j, const GpuProgram *p)
{
    const GpuProgram *h = &j->program;
    for (int i = 0; i < j->sets; i++) {
        const GpuSet *s = &j->set[i];
        for (int o = 0; o < p->outs; o++) {
            for (int v = 0; v < h->outs; v++)
                if (meet(p->out[o].at, p->size, &p->out[o], s->out[v], s->size, &h->out[v], p->ndim, h->ndim)) return true;
            for (int v = 0; v < h->ins; v++)
                if (meet(p->out[o].at, p->size, &p->out[o], s->in[v], s->size, &h->in[v], p->ndim, h->ndim)) return true;
        }
        for (int o = 0; o < h->outs; o++)
            for (int v = 0; v < p->ins; v++)
                if (meet(p->in[v].at, p->size, &p->in[v], s->out[o], s->size, &h->out[o], p->ndim, h->ndim)) return true;
    }
    return false;
}

bool gpu_hold_program(Card *c, const EwProgram *p)
{
    GpuProgram to;
    bool plain;
    if (!c->held || !p->size || p->size > FEW_ELEMENTS || p->ndim > GPU_DIMS || c->held->sets == GPU_SETS) return false;
    lay_out(c, p, &to, &plain);
    if (!plain || (c->held->sets && (!same_program(&c->held->program, &to) || touches(c->held, &to)))) return false;
    if (!c->held->sets) c->held->program = to;
    GpuSet *s = &c->held->set[c->held->sets++];
    *s = (GpuSet){.size = to.size};
    for (int i = 0; i < to.ins; i++) s->in[i] = to.in[i].at;
    for (int i = 0; i < to.outs; i++) s->out[i] = to.out[i].at;
    return true;
}

void gpu_launch_held(GpuWork *g)
{
    GpuJoined *j = g->card->held;
    j->program.piece = (uint32_t)g->card->given;
    if (j->sets == 1) gpu_run_program(g->stream, &j->program, true);
    else gpu_run_joined(g->stream, j);
    j->sets = 0;
}

bool gpu_program(Work *w, GpuWork *g, const EwProgram *p)
{
    if (p->size && p->ndim > GPU_DIMS) return gpu_too_many_axes(w);
    if (p->size) gpu_launch_program(g, p);
    return true;
}

bool gpu_ew(Work *w, GpuWork *g);
bool gpu_ew(Work *w, GpuWork *g)
{
    EwProgram p;
    return cuda_host->program(w, &p) && gpu_program(w, g, &p);
}

static bool of_two(Work *w, GpuWork *g, int function, const View *a, const View *b, const View *out)
{
    GpuProgram to = {.size = out->size, .ndim = out->ndim ? out->ndim : 1, .steps = 1, .ins = 2, .outs = 1, .slots = 3, .piece = (uint32_t)g->card->given, .fault = g->card->fault};
    const View *views[3] = {a, b, out};
    GpuView *slots[3] = {&to.in[0], &to.in[1], &to.out[0]};
    DType type = out->dtype == DT_FLOAT64 ? DT_FLOAT64 : DT_FLOAT32;
    if (out->ndim > GPU_DIMS) return gpu_too_many_axes(w);
    to.shape[0] = 1;
    for (int i = 0; i < out->ndim; i++) to.shape[i] = out->shape[i];
    for (int k = 0; k < 3; k++) {
        *slots[k] = (GpuView){.at = views[k]->at, .dtype = (uint8_t)views[k]->dtype, .slot = (int8_t)k, .type = (uint8_t)type};
        shape_spread(views[k]->shape, views[k]->strides, views[k]->ndim, out->ndim, slots[k]->strides);
    }
    to.step[0] = (GpuStep){.function = (int16_t)function, .type = (uint8_t)type, .dst = 2, .src = {0, 1, -1}};
    if (out->size) gpu_run_program(g->stream, &to, 0);
    return true;
}

bool gpu_times(Work *w, GpuWork *g, const View *a, const View *b, const View *out) { return of_two(w, g, FN_multiply, a, b, out); }
bool gpu_plus(Work *w, GpuWork *g, const View *a, const View *b, const View *out) { return of_two(w, g, FN_add, a, b, out); }
