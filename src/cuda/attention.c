/* attention.c: plans attention and its gradient: operands as they lie, what dropout draws, memory for a number a query. */
#include "plan.h"
#include "core/attention.h"

/* The last two axes and those in front; a mask repeats what it has not. */
static GpuMatrices matrices(const View *v, int n)
{
    int64_t strides[MAX_DIMS];
    GpuMatrices m = {.at = v->at};
    if (!v->present) return m;
    shape_spread(v->shape, v->strides, v->ndim, n, strides);
    m.row = strides[n - 2];
    m.column = strides[n - 1];
    for (int i = 0; i < n - 2; i++) m.batch[i] = strides[i];
    return m;
}

/* Queries, keys, values and mask from operand `at` on. */
static bool open_attention(Work *w, GpuWork *g, int at, GpuAttention *a)
{
    const View *q = &w->in[at], *v = &w->in[at + 2], *mask = &w->in[at + 3];
    int n = q->ndim;
    AttentionSizes s = attention_sizes(q->shape, v->shape, n);
    double p = w->attrs[attention_p].f;
    if (n - 2 > GPU_DIMS) return gpu_too_many_axes(w);
    *a = (GpuAttention){.q = matrices(q, n), .k = matrices(&w->in[at + 1], n), .v = matrices(v, n), .mask = matrices(mask, n), .batches = s.batches, .queries = s.queries, .sources = s.sources,
                        .depth = s.depth, .wide = s.wide, .batch_axes = n - 2, .dtype = (uint8_t)q->dtype, .mask_of_bools = mask->present && mask->dtype == DT_BOOL, .causal = w->attrs[attention_causal].i != 0,
                        .scale = w->attrs[attention_scale].f, .keep = 1 - p, .drops = p > 0, .blocks = gpu_draw_blocks(g->card, s.batches * s.queries * s.sources)};
    a->factor = q->dtype == DT_FLOAT64 ? 1 / a->keep : (double)(1.0f / (float)a->keep);
    if (q->dtype == DT_FLOAT16) a->factor = (double)half_to_float(half_from_float((float)a->factor));
    if (q->dtype == DT_BFLOAT16) a->factor = (double)bfloat_to_float(bfloat_from_float((float)a->factor));
    for (int i = 0; i < n - 2; i++) a->batch_shape[i] = q->shape[i];
    return true;
}

bool gpu_attention(Work *w, GpuWork *g);
bool gpu_attention(Work *w, GpuWork *g)
{
    GpuAttention a;
    GpuFlat sums, drawn;
    if (!open_attention(w, g, 0, &a) || !gpu_flat_out(w, g, &w->out[1], dtype_computed(w->in[0].dtype), &sums) || !gpu_flat_out(w, g, &w->out[2], DT_INT64, &drawn)) return false;
    a.out = matrices(&w->out[0], w->out[0].ndim);
    a.sums = sums.at;
    a.drawn = (int64_t *)(void *)drawn.at;
    a.seed = w->seed[0];
    a.offset = w->seed[1];
    if (a.drops) a.apart = gpu_draws_apart(g->card);
    gpu_run_attention(g->stream, &a);
    return gpu_flat_store(w, g, &sums) && gpu_flat_store(w, g, &drawn);
}

/* in: result's gradient, queries, keys, values, mask, and the three results */
bool gpu_attention_grad(Work *w, GpuWork *g);
bool gpu_attention_grad(Work *w, GpuWork *g)
{
    GpuAttention a;
    int n = w->in[0].ndim;
    DType type = dtype_computed(w->in[0].dtype);
    if (!open_attention(w, g, 1, &a)) return false;
    if (w->in[6].size && !(a.sums = (void *)(uintptr_t)gpu_flat(w, g, &w->in[6], type))) return false;
    if (!(a.drawn = (int64_t *)(uintptr_t)gpu_flat(w, g, &w->in[7], DT_INT64)) || !(a.delta = gpu_scratch(w, g, (size_t)(a.batches * a.queries) * dtype_bytes(type)))) return false;
    a.g = matrices(&w->in[0], n);
    a.out = matrices(&w->in[5], n);
    a.dq = matrices(&w->out[0], n);
    a.dk = matrices(&w->out[1], n);
    a.dv = matrices(&w->out[2], n);
    gpu_run_attention_grad(g->stream, &a);
    return true;
}
