/* random.c: plans random numbers: the grid of PyTorch's generator on CUDA, how far a call takes its offset, and what MXNet refuses when it draws. */
#include <math.h>
#include <string.h>

#include "plan.h"
#include "core/attention.h"

enum { THREADS = 256, WORDS = 4 };

/* Blocks of a call over n elements: no more than the card holds at a time. */
static uint32_t blocks_of(const Card *c, int64_t n)
{
    int64_t blocks = (n + THREADS - 1) / THREADS, most = (int64_t)c->processors * (c->threads / THREADS);
    if (most > 0 && blocks > most) blocks = most;
    return blocks > 0 ? (uint32_t)blocks : 1;
}

/* Every thread draws as many words as the one with most to do. */
static uint64_t words_of(const Card *c, int64_t n)
{
    int64_t turn = (int64_t)THREADS * blocks_of(c, n) * WORDS;
    return n > 0 ? (uint64_t)((n - 1) / turn + 1) * WORDS : 0;
}

enum { REJECTING = 4096 }; /* words that a sequence with an unknown number of draws is given */
uint64_t gpu_draws(Device *d, const Call *call)
{
    const Card *c = d->state;
    int64_t n = call->out[0]->size;
    switch (call->op->id) {
    case OP_attention: return words_of(c, attention_draws(call));
    case OP_random_gamma: case OP_random_poisson: case OP_random_poisson_each: return REJECTING;
    case OP_random_multinomial: case OP_random_permutation: return WORDS;
    default: return words_of(c, n);
    }
}

uint32_t gpu_draw_blocks(const Card *c, int64_t n) { return blocks_of(c, n); }

static GpuRandom open_random(Work *w, GpuWork *g, const View *out, int kind)
{
    return (GpuRandom){.out = {.at = out->at, .size = out->size, .ndim = 1, .shape = {out->size}, .strides = {1}, .dtype = (uint8_t)out->dtype, .present = 1}, .seed = w->seed[0], .offset = w->seed[1],
                       .apart = gpu_draws_apart(g->card), .fault = g->card->fault, .piece = (uint32_t)g->card->given, .blocks = blocks_of(g->card, out->size), .error = CE_BAD_VALUE, .kind = (uint8_t)kind};
}

static bool run(GpuWork *g, const GpuRandom *r)
{
    if (r->out.size) gpu_run_random(g->stream, r);
    return true;
}

/* MXNet looks at parameters when it draws. */
static bool refused(Work *w, bool wrong, RandomParameter which, double value, double than)
{
    if (!wrong || !accent_rules(w->accent)->checks_when_drawn) return false;
    cuda_host->work_fail(w, CE_BAD_VALUE, "a range is empty, or a deviation, rate or scale is none");
    w->numbers_wrong[0] = RANDOM_PARAMETER;
    w->numbers_wrong[1] = which;
    memcpy(&w->numbers_wrong[2], &value, sizeof value);
    memcpy(&w->numbers_wrong[3], &than, sizeof than);
    return true;
}

#define DRAWN(name) \
    bool gpu_##name(Work *w, GpuWork *g); \
    bool gpu_##name(Work *w, GpuWork *g)
DRAWN(random_uniform)
{
    GpuRandom r = open_random(w, g, &w->out[0], GPU_UNIFORM);
    r.a = w->attrs[random_a].f;
    r.b = w->attrs[random_b].f;
    return !refused(w, r.b < r.a, PARAMETER_HIGH, r.b, r.a) && run(g, &r);
}
DRAWN(random_normal)
{
    GpuRandom r = open_random(w, g, &w->out[0], GPU_NORMAL);
    r.a = w->attrs[random_a].f;
    r.b = w->attrs[random_b].f;
    return !refused(w, r.b < 0, PARAMETER_SCALE, r.b, 0) && run(g, &r);
}
DRAWN(random_integers)
{
    GpuRandom r = open_random(w, g, &w->out[0], GPU_INTEGERS);
    r.low = w->attrs[random_low].i;
    r.range = (uint64_t)w->attrs[random_high].i - (uint64_t)r.low;
    return run(g, &r);
}
DRAWN(random_exponential)
{
    GpuRandom r = open_random(w, g, &w->out[0], GPU_EXPONENTIAL);
    r.a = w->attrs[random_a].f;
    return !refused(w, r.a < 0, PARAMETER_RATE, 1 / r.a, 0) && run(g, &r);
}
DRAWN(random_gamma)
{
    GpuRandom r = open_random(w, g, &w->out[0], GPU_GAMMA);
    r.a = w->attrs[random_a].f;
    r.b = w->attrs[random_b].f;
    return !refused(w, !(r.a > 0), PARAMETER_ALPHA, r.a, 0) && !refused(w, !(r.b > 0), PARAMETER_BETA, r.b, 0) && run(g, &r);
}
DRAWN(random_poisson)
{
    GpuRandom r = open_random(w, g, &w->out[0], GPU_POISSON);
    r.a = w->attrs[random_a].f;
    return !refused(w, r.a < 0, PARAMETER_LAMBDA, r.a, 0) && run(g, &r);
}
DRAWN(random_poisson_each)
{
    GpuRandom r = open_random(w, g, &w->out[0], GPU_POISSON_EACH);
    return gpu_tensor(w, &w->in[0], &r.in) && run(g, &r);
}
DRAWN(random_bernoulli)
{
    GpuRandom r = open_random(w, g, &w->out[0], GPU_BERNOULLI);
    return gpu_tensor(w, &w->in[0], &r.in) && run(g, &r);
}

DRAWN(random_permutation)
{
    int64_t n = w->out[0].size, padded = gpu_power_above(n);
    GpuTensor out;
    if (n == 0) return true;
    GpuKey *keys = gpu_scratch(w, g, (size_t)padded * sizeof *keys);
    if (!keys || !gpu_tensor(w, &w->out[0], &out)) return false;
    gpu_run_random_keys(g->stream, keys, n, padded, w->seed[0], w->seed[1], gpu_draws_apart(g->card));
    gpu_run_order_keys(g->stream, keys, 1, padded);
    gpu_run_key_places(g->stream, keys, n, &out);
    return true;
}

DRAWN(random_multinomial)
{
    const View *x = &w->in[0], *out = &w->out[0];
    GpuChoice c = {.n = x->shape[x->ndim - 1], .rows = x->ndim == 2 ? x->shape[0] : 1, .draws = w->attrs[random_high].i, .replace = w->attrs[random_replace].i != 0, .seed = w->seed[0], .offset = w->seed[1], .apart = gpu_draws_apart(g->card),
                   .fault = g->card->fault, .piece = (uint32_t)g->card->given, .error = CE_BAD_VALUE};
    if (out->size == 0) return true;
    c.padded = gpu_power_above(c.n);
    c.out = (GpuTensor){.at = out->at, .size = out->size, .dtype = (uint8_t)out->dtype};
    c.weights = (const double *)(const void *)gpu_flat(w, g, x, DT_FLOAT64);
    c.running = gpu_scratch(w, g, (size_t)(c.rows * c.n) * sizeof *c.running);
    c.keys = c.replace ? NULL : gpu_scratch(w, g, (size_t)(c.rows * c.padded) * sizeof *c.keys);
    if (!c.weights || !c.running || (!c.replace && !c.keys)) return false;
    gpu_run_choice(g->stream, &c);
    return true;
}

/* out[1]: what each element was multiplied by; broadcast where axes share it. */
DRAWN(dropout)
{
    const View *in = &w->in[0], *noise = &w->out[1];
    double p = w->attrs[dropout_p].f, keep = 1 - p;
    bool idle = !w->attrs[dropout_training].i || p == 0;
    if (in->size == 0) return true;
    double factor = idle ? 1 : keep == 0 ? 0 : in->dtype == DT_FLOAT64 ? 1 / keep : (double)(1.0f / (float)keep);
    if (idle || keep == 0) {
        GpuFill f = {.bytes = (uint8_t)dtype_bytes(noise->dtype)};
        if (!gpu_tensor(w, noise, &f.out)) return false;
        dtype_store(noise->dtype, f.value, (Scalar){.kind = SCALAR_FLOAT, .f = factor});
        gpu_run_fill(g->stream, &f);
    } else {
        GpuRandom r = open_random(w, g, noise, GPU_MASK);
        r.a = keep;
        r.b = factor;
        run(g, &r);
    }
    return gpu_times(w, g, in, noise, &w->out[0]);
}
