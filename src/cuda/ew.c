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

void gpu_launch_program(GpuWork *g, const EwProgram *p)
{
    _Static_assert((int)GPU_STEPS >= (int)EW_STEPS && (int)GPU_VIEWS >= (int)EW_VIEWS && (int)GPU_NUMBERS >= (int)EW_REGS && (int)GPU_SLOTS >= (int)EW_VIEWS + (int)EW_STEPS, "room for every program");
    int8_t slots[EW_REGS];
    GpuProgram to = {.size = p->size, .ndim = p->ndim, .steps = p->step_count, .ins = p->in_count, .outs = p->out_count, .piece = (uint32_t)g->card->given, .fault = g->card->fault};
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
    gpu_run_program(g->stream, &to, plain);
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
