/* random.cu: random numbers by Philox-4x32-10 (Salmon et al. 2011). Thread i of a launch has sequence i of the seed, from the generator's offset on, and its numbers go to
 * elements a whole grid apart, four words (two for doubles) a turn: so torch.manual_seed gives the numbers that it gives on CUDA. What rejects (gamma, Poisson) has a
 * sequence for each element. */
#include "each.cuh"
#include "element.cuh"
#include "philox.cuh"

static __device__ void normal_pair(uint32_t x, uint32_t y, float *first, float *second)
{
    float u = unit(x), v = (float)y * (2.3283064e-10f * 6.2831855f) + 2.3283064e-10f * 6.2831855f / 2.0f, s = sqrtf(-2.0f * logf(u));
    __sincosf(v, first, second);
    *first *= s;
    *second *= s;
}
static __device__ void normal_pair(double u, double v, double *first, double *second)
{
    double s = sqrt(-2.0 * log(u));
    *first = s * sin(2 * 3.14159265358979323846 * v); /* (its sine comes first) */
    *second = s * cos(2 * 3.14159265358979323846 * v);
}

static __device__ void put(const GpuRandom &r, int64_t i, int type, GpuNumber n) { store(r.out.dtype, r.out.at, i, convert(type, r.out.dtype, n)); }

/* What four words become, for elements `apart` from one another. */
static __device__ void put_floats(const GpuRandom &r, int64_t at, int64_t apart, const uint32_t *w)
{
    float v[4] = {unit(w[0]), unit(w[1]), unit(w[2]), unit(w[3])}, a = (float)r.a, b = (float)r.b;
    if (r.kind == GPU_NORMAL) {
        normal_pair(w[0], w[1], &v[0], &v[1]);
        normal_pair(w[2], w[3], &v[2], &v[3]);
    }
    for (int k = 0; k < 4; k++, at += apart) {
        if (at >= r.out.size) return;
        GpuNumber n;
        n.bits = 0;
        switch (r.kind) {
        case GPU_UNIFORM: /* the bounds are turned: low itself may come, high may not */
            n.F = fmaf(v[k] == 1.0f ? 0.0f : v[k], b - a, a);
            if (n.F == b) n.F = a;
            break;
        case GPU_NORMAL: n.F = fmaf(v[k], b, a); break;
        case GPU_EXPONENTIAL: n.F = -(float)r.a * logf(v[k]); break;
        default: n.F = v[k] < a ? b : 0.0f; break; /* GPU_MASK: kept with probability a, scaled by b */
        }
        put(r, at, GPU_FLOAT32, n);
    }
}
static __device__ void put_doubles(const GpuRandom &r, int64_t at, int64_t apart, const uint32_t *w)
{
    double v[2] = {unit(w[0], w[1]), unit(w[2], w[3])};
    if (r.kind == GPU_NORMAL) normal_pair(v[0], v[1], &v[0], &v[1]);
    for (int k = 0; k < 2; k++, at += apart) {
        if (at >= r.out.size) return;
        GpuNumber n;
        switch (r.kind) {
        case GPU_UNIFORM: n.D = fma(v[k] == 1.0 ? 0.0 : v[k], r.b - r.a, r.a); break;
        case GPU_NORMAL: n.D = fma(v[k], r.b, r.a); break;
        case GPU_EXPONENTIAL: n.D = -r.a * log(v[k]); break;
        default: n.D = v[k] < r.a ? r.b : 0.0; break;
        }
        put(r, at, GPU_FLOAT64, n);
    }
}
static __device__ void put_integers(const GpuRandom &r, int64_t at, int64_t apart, const uint32_t *w)
{
    bool wide = r.range > 0xFFFFFFFFu || r.range == 0; /* 0: all of them */
    for (int k = 0; k < (wide ? 2 : 4); k++, at += apart) {
        if (at >= r.out.size) return;
        uint64_t word = wide ? (uint64_t)w[2 * k] << 32 | w[2 * k + 1] : w[k];
        GpuNumber n;
        n.L = (int64_t)((uint64_t)r.low + (r.range ? word % r.range : word));
        put(r, at, GPU_INT64, n);
    }
}

static __global__ void random_kernel(GpuRandom r)
{
    int64_t me = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, apart = (int64_t)gridDim.x * blockDim.x;
    bool integers = r.kind == GPU_INTEGERS, doubles = !integers && r.out.dtype == GPU_FLOAT64;
    int each_turn = doubles || (integers && (r.range > 0xFFFFFFFFu || r.range == 0)) ? 2 : 4;
    Philox p = philox_open(seed_of(r.seed, r.apart), (uint64_t)me, behind(r.offset, r.apart));
    for (int64_t at = me; at < r.out.size; at += apart * each_turn) {
        philox_block(p);
        if (integers) put_integers(r, at, apart, p.words);
        else if (doubles) put_doubles(r, at, apart, p.words);
        else put_floats(r, at, apart, p.words);
    }
}

/* ---- a sequence for each element ---- */
static __device__ double next_unit(Philox &p)
{
    uint32_t x = next_word(p);
    return unit(x, next_word(p));
}
static __device__ double next_normal(Philox &p)
{
    double first, second, u = next_unit(p);
    normal_pair(u, next_unit(p), &first, &second);
    return first;
}
static __device__ double gamma_of(Philox &p, double shape) /* Marsaglia and Tsang 2000 */
{
    double scale = 1;
    if (shape == 0) return 0;
    if (shape < 1) {
        scale = pow(next_unit(p), 1 / shape);
        shape += 1;
    }
    double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double x, y;
        do {
            x = next_normal(p);
            y = 1 + c * x;
        } while (y <= 0);
        double v = y * y * y, u = next_unit(p);
        if (u < 1 - 0.0331 * x * x * x * x || log(u) < 0.5 * x * x + d * (1 - v + log(v))) return scale * d * v;
    }
}
static __device__ double poisson_of(Philox &p, double rate) /* a product of units; from 10 on Hörmann's PTRS 1993 */
{
    if (!(rate > 0)) return 0;
    if (rate < 10) {
        double limit = exp(-rate), product = 1;
        for (int64_t k = 0;; k++)
            if ((product *= next_unit(p)) <= limit) return (double)k;
    }
    double root = sqrt(rate), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b, inverse = 1.1239 + 1.1328 / (b - 3.4), v_r = 0.9277 - 3.6224 / (b - 2);
    for (;;) {
        double u = next_unit(p) - 0.5, v = next_unit(p), us = 0.5 - fabs(u), k = floor((2 * a / us + b) * u + rate + 0.43);
        if (us >= 0.07 && v <= v_r) return k;
        if (k < 0 || (us < 0.013 && v > us)) continue;
        if (log(v) + log(inverse) - log(a / (us * us) + b) <= -rate + k * log(rate) - lgamma(k + 1)) return k;
    }
}

struct RandomEach {
    GpuRandom r;
    __device__ void operator()(int64_t i) const
    {
        Philox p = philox_open(seed_of(r.seed, r.apart), (uint64_t)i, behind(r.offset, r.apart));
        GpuNumber n;
        double given = r.in.present ? convert(r.in.dtype, GPU_FLOAT64, load(r.in.dtype, r.in.at, offset_of(r.in, i))).D : r.a;
        if (r.kind == GPU_BERNOULLI) {
            if (!(given >= 0 && given <= 1)) fault(r.fault, r.piece, r.error, i, 0, 0);
            n.D = r.in.dtype == GPU_FLOAT64 ? next_unit(p) <= given : (double)unit(next_word(p)) <= given;
        } else if (r.kind == GPU_GAMMA) n.D = r.b * gamma_of(p, r.a);
        else n.D = poisson_of(p, given);
        put(r, i, GPU_FLOAT64, n);
    }
};

extern "C" void gpu_run_random(GpuStream stream, const GpuRandom *given)
{
    GpuRandom r = *given;
    if (r.kind >= GPU_BERNOULLI) {
        each(stream, r.out.size, RandomEach{r});
        return;
    }
    dim3 grid(r.blocks), block(BLOCK);
    LAUNCH(random_kernel, grid, block, stream, r);
}

/* ---- orders and choices ---- */
struct RandomKeys {
    GpuKey *keys;
    int64_t n;
    uint64_t seed, offset;
    const uint64_t *apart;
    __device__ void operator()(int64_t i) const
    {
        Philox p = philox_open(seed_of(seed, apart), (uint64_t)i, behind(offset, apart));
        uint64_t high = next_word(p);
        keys[i].key = i < n ? high << 32 | next_word(p) : UINT64_MAX;
        keys[i].at = i < n ? i : INT64_MAX;
    }
};
extern "C" void gpu_run_random_keys(GpuStream stream, GpuKey *keys, int64_t n, int64_t padded, uint64_t seed, uint64_t offset, const uint64_t *apart)
{
    each(stream, padded, RandomKeys{keys, n, seed, offset, apart});
}

struct KeyPlaces {
    const GpuKey *keys;
    GpuTensor out;
    __device__ void operator()(int64_t i) const
    {
        GpuNumber n;
        n.L = keys[i].at;
        store(out.dtype, out.at, offset_of(out, i), convert(GPU_INT64, out.dtype, n));
    }
};
extern "C" void gpu_run_key_places(GpuStream stream, const GpuKey *keys, int64_t n, const GpuTensor *out) { each(stream, n, KeyPlaces{keys, *out}); }

/* A row's weights: none may be below zero, infinite or NaN, and not all zero (BAD_VALUE: 4, 5). */
struct RunningWeights {
    GpuChoice c;
    __device__ void operator()(int64_t row) const
    {
        double sum = 0;
        for (int64_t i = 0; i < c.n; i++) {
            double w = c.weights[row * c.n + i];
            if (!(w >= 0) || w > 1.7976931348623157e308) fault(c.fault, c.piece, c.error, 4, 0, 0);
            c.running[row * c.n + i] = sum += w;
        }
        if (!(sum > 0)) fault(c.fault, c.piece, c.error, 5, 0, 0);
    }
};
struct ChoiceKeys { /* the largest weight / exponential first: keys are turned over */
    GpuChoice c;
    __device__ void operator()(int64_t i) const
    {
        int64_t row = i / c.padded, k = i % c.padded;
        Philox p = philox_open(seed_of(c.seed, c.apart), (uint64_t)i, behind(c.offset, c.apart));
        GpuNumber n;
        n.bits = 0;
        if (k < c.n) n.D = c.weights[row * c.n + k] / -log(next_unit(p));
        c.keys[i].key = k < c.n ? ~(n.bits | 0x8000000000000000u) : UINT64_MAX;
        c.keys[i].at = k < c.n ? k : INT64_MAX;
    }
};
struct ChoiceTake {
    GpuChoice c;
    __device__ void operator()(int64_t i) const
    {
        int64_t row = i / c.draws, k = i % c.draws, best = 0;
        if (!c.replace) best = c.keys[row * c.padded + k].at;
        else {
            Philox p = philox_open(seed_of(c.seed, c.apart), (uint64_t)i, behind(c.offset, c.apart));
            const double *running = c.running + row * c.n;
            double u = next_unit(p) * running[c.n - 1];
            int64_t high = c.n - 1;
            while (best < high) {
                int64_t middle = best + (high - best) / 2;
                if (running[middle] < u) best = middle + 1;
                else high = middle;
            }
        }
        GpuNumber n;
        n.L = best;
        store(c.out.dtype, c.out.at, i, convert(GPU_INT64, c.out.dtype, n));
    }
};
extern "C" void gpu_run_choice(GpuStream stream, const GpuChoice *c)
{
    each(stream, c->rows, RunningWeights{*c});
    if (!c->replace) {
        each(stream, c->rows * c->padded, ChoiceKeys{*c});
        gpu_run_order_keys(stream, c->keys, c->rows, c->padded);
    }
    each(stream, c->rows * c->draws, ChoiceTake{*c});
}
