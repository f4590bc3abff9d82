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

static bool set_view(GpuView *to, const EwView *from, const EwProgram *p)
{
    *to = (GpuView){.at = from->at, .dtype = (uint8_t)from->dtype, .reg = (uint8_t)from->reg, .type = p->regs[from->reg].type};
    memcpy(to->strides, from->strides, sizeof *to->strides * (size_t)p->ndim);
    return true;
}

/* May it be read without its strides: by the element's number, or as one element for all? */
static bool is_plain(const EwProgram *p, const EwView *v)
{
    if (v->whole) return true;
    for (int i = 0; i < p->ndim; i++)
        if (v->strides[i]) return false;
    return true;
}

bool gpu_program(Work *w, GpuWork *g, const EwProgram *p)
{
    if (p->size == 0) return true;
    if (p->ndim > GPU_DIMS) return gpu_too_many_axes(w);
    GpuProgram to = {.size = p->size, .ndim = p->ndim, .steps = p->step_count, .ins = p->in_count, .outs = p->out_count, .piece = (uint32_t)g->card->given, .fault = g->card->fault};
    memcpy(to.shape, p->shape, sizeof *to.shape * (size_t)p->ndim);
    bool plain = true;
    for (int i = 0; i < p->in_count; i++) plain &= set_view(&to.in[i], &p->in[i], p) && is_plain(p, &p->in[i]);
    for (int i = 0; i < p->out_count; i++) plain &= set_view(&to.out[i], &p->out[i], p) && is_plain(p, &p->out[i]);
    for (int i = 0; i < p->reg_count; i++)
        if (p->regs[i].number && to.numbers < GPU_VIEWS) {
            to.number[to.numbers].reg = (uint8_t)i;
            to.number[to.numbers++].value = number_of(&p->regs[i].value, p->regs[i].type);
        }
    for (int i = 0; i < p->step_count; i++) {
        const EwStep *s = &p->steps[i];
        int type = s->function < 0 ? p->regs[s->dst].type : p->regs[s->src[s->function == FN_where ? 1 : 0]].type;
        to.step[i] = (GpuStep){.function = s->function, .type = (uint8_t)type, .from = p->regs[s->src[0]].type, .dst = s->dst, .check = s->check};
        memcpy(to.step[i].src, s->src, sizeof s->src);
        for (int k = 0; k < 3; k++) to.step[i].k[k] = number_of(&s->k[k], type);
    }
    gpu_run_program(g->stream, &to, plain);
    return true;
}

bool gpu_ew(Work *w, GpuWork *g);
bool gpu_ew(Work *w, GpuWork *g)
{
    EwProgram p;
    return cuda_host->program(w, &p) && gpu_program(w, g, &p);
}

bool gpu_times(Work *w, GpuWork *g, const View *a, const View *b, const View *out)
{
    GpuProgram to = {.size = out->size, .ndim = out->ndim ? out->ndim : 1, .steps = 1, .ins = 2, .outs = 1, .piece = (uint32_t)g->card->given, .fault = g->card->fault};
    const View *views[3] = {a, b, out};
    GpuView *slots[3] = {&to.in[0], &to.in[1], &to.out[0]};
    DType type = out->dtype == DT_FLOAT64 ? DT_FLOAT64 : DT_FLOAT32;
    if (out->ndim > GPU_DIMS) return gpu_too_many_axes(w);
    to.shape[0] = 1;
    for (int i = 0; i < out->ndim; i++) to.shape[i] = out->shape[i];
    for (int k = 0; k < 3; k++) {
        *slots[k] = (GpuView){.at = views[k]->at, .dtype = (uint8_t)views[k]->dtype, .reg = (uint8_t)k, .type = (uint8_t)type};
        shape_spread(views[k]->shape, views[k]->strides, views[k]->ndim, out->ndim, slots[k]->strides);
    }
    to.step[0] = (GpuStep){.function = FN_multiply, .type = (uint8_t)type, .dst = 2, .src = {0, 1, -1}};
    if (out->size) gpu_run_program(g->stream, &to, 0);
    return true;
}
