/* test_random.c: the originals' streams number by number (golden_random.h), the counter-based generator, and the random ops' errors. */
#include "check.h"
#include "core/cpu/draw_loops.h"
#include "core/cpu/ew.h"
#include "core/rng.h"

typedef struct Golden {
    Accent accent;
    int64_t seed;
    OpId op;
    DType dtype;
    int64_t n;
    double a, b;
    int64_t low, high;
    const double *values;
} Golden;

static const Golden golden[] = {
#include "golden_random.h"
};

static Tensor *draw(Core *c, Accent accent, OpId op, DType dtype, int64_t n, double a, double b, int64_t low, int64_t high)
{
    Attr attrs[random_ATTRS] = {[random_shape] = {.ints = {&n, 1}}, [random_dtype] = {.i = dtype}, [random_a] = {.f = a}, [random_b] = {.f = b}, [random_low] = {.i = low}, [random_high] = {.i = high}};
    Tensor *out = NULL;
    if (!core_call(c, op, accent, 1, NULL, 0, attrs, 0, &out)) return NULL;
    return out;
}

CASE(streams_of_the_originals)
{
    Core *c = open_core();
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        const Golden *g = &golden[i];
        if (g->seed >= 0) rng_seed_accent(c, g->accent, (uint64_t)g->seed);
        Tensor *t = draw(c, g->accent, g->op, g->dtype, g->n, g->a, g->b, g->low, g->high);
        CHECK(t != NULL);
        if (!t) break;
        bool exact = g->op != OP_random_normal && g->op != OP_random_gamma && g->op != OP_random_exponential;
        double worst = 0;
        for (int64_t k = 0; k < g->n; k++) {
            double off = fabs(at(c, t, k) - g->values[k]) / (1 + fabs(g->values[k]));
            if (!(off <= worst)) worst = off;
        }
        double limit = g->accent == ACCENT_MXNET ? 1e-7 : exact ? 0 : g->dtype == DT_FLOAT64 ? 1e-14 : 3e-6; /* PyTorch's vector units have a logarithm and a sine of their own */
        if (!(worst <= limit)) {
            char text[160];
            snprintf(text, sizeof text, "row %zu (%s, accent %d, n %lld) is off by %g", i, op_get(g->op)->name, (int)g->accent, (long long)g->n, worst);
            check_failed(__FILE__, __LINE__, text);
        }
        checks_done++;
        tensor_release(c, t);
    }
    close_core(c);
}

/* Numbers come by blocks of vectors; so many calls for one number each must give the same ones (on a GPU too, where each has words of its own). */
CASE(blocks_give_the_numbers_of_single_draws)
{
    enum { MANY = 2 * DRAW_BLOCK + 77 };
    static const struct { Accent accent; OpId op; DType dtype; double a, b; int64_t low, high; double off; } rows[] = {
        {ACCENT_TORCH, OP_random_uniform, DT_FLOAT32, -0.31, 2.77, 0, 0, 0},   {ACCENT_TORCH, OP_random_uniform, DT_FLOAT64, -0.31, 2.77, 0, 0, 0},
        {ACCENT_TORCH, OP_random_uniform, DT_FLOAT16, -0.31, 2.77, 0, 0, 0},   {ACCENT_TORCH, OP_random_uniform, DT_BFLOAT16, -0.31, 2.77, 0, 0, 0},
        {ACCENT_TORCH, OP_random_exponential, DT_FLOAT32, 1.7, 0, 0, 0, 0},    {ACCENT_TORCH, OP_random_exponential, DT_FLOAT64, 1.7, 0, 0, 0, 0},
        {ACCENT_TORCH, OP_random_integers, DT_INT64, 0, 0, -5, 7, 0},          {ACCENT_TORCH, OP_random_integers, DT_INT64, 0, 0, 0, UINT32_MAX, 0},
        {ACCENT_TORCH, OP_random_integers, DT_INT64, 0, 0, 0, (int64_t)1 << 40, 0}, {ACCENT_TORCH, OP_random_integers, DT_FLOAT32, 0, 0, 0, 1000003, 0},
        {ACCENT_TORCH, OP_random_integers, DT_INT32, 0, 0, 3, 4, 0},           {ACCENT_NUMPY, OP_random_uniform, DT_FLOAT64, -0.31, 2.77, 0, 0, 0},
        {ACCENT_NUMPY, OP_random_normal, DT_FLOAT64, -0.31, 2.77, 0, 0, 0},    {ACCENT_MXNP, OP_random_uniform, DT_FLOAT32, -0.31, 2.77, 0, 0, 0},
    };
    static double one[MANY], all[MANY];
    Core *c = open_core();
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        Tensor *t;
        rng_seed(c, 11);
        for (int i = 0; i < MANY; i++) {
            t = draw(c, rows[r].accent, rows[r].op, rows[r].dtype, 1, rows[r].a, rows[r].b, rows[r].low, rows[r].high);
            CHECK(t != NULL);
            one[i] = t ? at(c, t, 0) : 0;
            tensor_release(c, t);
        }
        rng_seed(c, 11);
        t = draw(c, rows[r].accent, rows[r].op, rows[r].dtype, MANY, rows[r].a, rows[r].b, rows[r].low, rows[r].high);
        int wrong = 0;
        for (int i = 0; i < MANY; i++) wrong += (all[i] = at(c, t, i)) != one[i];
        if (wrong) printf("     row %zu: %d of %d differ\n", r, wrong, MANY);
        CHECK(wrong == 0);
        tensor_release(c, t);
    }
    close_core(c);
}

/* A twister's words by the book (Matsumoto's and Nishimura's recurrence), on every vector unit this machine has, and its normal numbers by the C library. */
CASE(vector_loops_draw_the_same_on_every_unit)
{
    static const char *const units[] = {"base", "avx2", "avx512"};
    enum { N = DRAW_BLOCK - 3 };
    static uint32_t key[624], slow[624], words[4][DRAW_BLOCK], first_words[4][DRAW_BLOCK];
    static float u[N], v[N], cosines[N], sines[N], first[2][N];
    for (int k = 0; k < 3; k++) {
        const EwIsa *isa = ew_isa_named(units[k]);
        if (!isa) continue;
        const DrawLoops *d = isa->draw;
        Twister t;
        twister_seed(&t, 7);
        memcpy(key, t.key, sizeof key);
        memcpy(slow, t.key, sizeof slow);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 624; i++) {
                uint32_t y = (slow[i] & 0x80000000u) | (slow[(i + 1) % 624] & 0x7FFFFFFFu);
                slow[i] = slow[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908B0DFu : 0);
            }
            d->refill(key);
            CHECK(memcmp(key, slow, sizeof key) == 0);
        }
        int off = 0;
        for (uint32_t start = 0; start < 1u << 24; start += 1u << 17) { /* u and v are 24-bit numbers */
            for (uint32_t i = 0; i < N; i++) {
                u[i] = (float)((start + i * 127) & 0xFFFFFF) * 0x1p-24f;
                v[i] = (float)((start * 5 + i * 8191) & 0xFFFFFF) * 0x1p-24f;
            }
            if (start == 0) u[0] = v[0] = 0, u[1] = v[1] = 0x1.FFFFFEp-1f;
            d->pairs(N, u, v, cosines, sines);
            for (int i = 0; i < N; i++) {
                float radius = sqrtf(-2 * logf(1 - u[i])), turn = (float)(2.0 * M_PI * (double)v[i]), c = radius * cosf(turn), s = radius * sinf(turn);
                off += c != cosines[i];
                off += s != sines[i];
                CHECK(fabsf(c - cosines[i]) <= 3e-7f * fabsf(c) && fabsf(s - sines[i]) <= 3e-7f * fabsf(s));
            }
        }
        if (off) printf("     %s: %d numbers are not the C library's\n", units[k], off);
        CHECK(off <= 2); /* of 262,144; with glibc 2.36 none of all 2^48 pairs */
        d->philox(N, 0x0123456789ABCDEFu, 0xFFFFFFF0u, words);
        if (k == 0) {
            memcpy(first_words, words, sizeof words);
            memcpy(first[0], cosines, sizeof cosines);
            memcpy(first[1], sines, sizeof sines);
        }
        CHECK(memcmp(first_words, words, sizeof words) == 0);
        CHECK(memcmp(first[0], cosines, sizeof cosines) == 0 && memcmp(first[1], sines, sizeof sines) == 0);
    }
}

/* A mask made of words is the one made of their units: also where a unit is the bound itself, or the one before. */
CASE(masks_of_words_are_those_of_units)
{
    static const char *const units[] = {"base", "avx2", "avx512"};
    enum { N = DRAW_BLOCK / 2 - 5 };
    static uint32_t words[2 * N];
    static double u[N];
    static float wanted[N], mask[N];
    Twister t;
    twister_seed(&t, 11);
    for (int k = 0; k < 3; k++) {
        const EwIsa *isa = ew_isa_named(units[k]);
        if (!isa) continue;
        for (int i = 0; i < N; i++) {
            twister_fill(&t, words, 2 * N);
            isa->draw->units_long(N, u, words, words + 1, 2);
            const double bounds[] = {u[i], nextafter(u[i], 1), 0.9, 0.5, 1, 1e-9, 0.1f};
            for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++) {
                isa->draw->mask(N, wanted, u, bounds[b], 1.25f);
                isa->draw->mask_words(N, mask, words, (uint64_t)ceil(bounds[b] * 0x1p53), 1.25f);
                CHECK(memcmp(mask, wanted, sizeof mask) == 0);
            }
        }
    }
}

CASE(numpy_seeds_by_a_list)
{
    Twister t;
    twister_seed_list(&t, (uint32_t[]){0x123, 0x234, 0x345, 0x456}, 4);
    CHECK(twister_next(&t) == 1067595299u); /* the first two of the authors' own test output */
    CHECK(twister_next(&t) == 955945823u);
}

CASE(counters_and_moments_on_a_simulated_gpu)
{
    Core *c = open_core();
    Device *gpu = device_gpu(c, 0);
    uint64_t first[2], second[2];
    rng_next(c, gpu, 10, first);
    rng_next(c, gpu, 10, second);
    CHECK(first[0] == second[0] && second[1] - first[1] >= 10);
    /* probabilities on the GPU draw from Philox */
    double half[4000], mean = 0;
    for (int i = 0; i < 4000; i++) half[i] = 0.25;
    Tensor *p = tensor_from_host(c, gpu, DT_FLOAT64, SHAPE(4000), half), *out = NULL;
    Attr attrs[random_ATTRS] = {[random_shape] = {.ints = INTS_ABSENT}, [random_dtype] = {.i = DT_NONE}};
    Arg in = arg_tensor(p);
    CHECK(core_call(c, OP_random_bernoulli, ACCENT_TORCH, 1, &in, 1, attrs, 0, &out));
    CHECK(out && tensor_read(c, out, half));
    for (int i = 0; i < 4000; i++) mean += half[i] / 4000;
    CHECK(fabs(mean - 0.25) < 0.03);
    tensor_release(c, out);
    tensor_release(c, p);
    close_core(c);
}

CASE(multinomial_and_bernoulli_as_pytorch)
{
    Core *c = open_core();
    Tensor *w = tensor_of(c, DT_FLOAT32, SHAPE(3), 0.1, 0.2, 0.7), *out = NULL;
    rng_seed_accent(c, ACCENT_TORCH, 0);
    Attr attrs[random_ATTRS] = {[random_shape] = {.ints = INTS_ABSENT}, [random_dtype] = {.i = DT_NONE}, [random_high] = {.i = 6}, [random_replace] = {.i = 1}};
    Arg in = arg_tensor(w);
    CHECK(core_call(c, OP_random_multinomial, ACCENT_TORCH, 1, &in, 1, attrs, 0, &out));
    for (int i = 0; i < 6; i++) CHECK(at(c, out, i) == 2);
    tensor_release(c, out);
    attrs[random_high].i = 2;
    attrs[random_replace].i = 0;
    CHECK(core_call(c, OP_random_multinomial, ACCENT_TORCH, 1, &in, 1, attrs, 0, &out));
    CHECK(at(c, out, 0) == 2 && at(c, out, 1) == 0);
    tensor_release(c, out);
    attrs[random_high].i = 4;
    CHECK(raises(c, core_call(c, OP_random_multinomial, ACCENT_TORCH, 1, &in, 1, attrs, 0, &out), CE_BAD_VALUE));
    tensor_release(c, w);
    rng_seed_accent(c, ACCENT_TORCH, 0);
    Tensor *p = tensor_of(c, DT_FLOAT32, SHAPE(5), 0.5, 0.5, 0.5, 0.5, 0.5);
    in = arg_tensor(p);
    attrs[random_low].i = 1;
    static const double by_number[] = {0, 0, 1, 0, 0}, by_tensor[] = {1, 1, 1, 1, 1};
    for (int round = 0; round < 2; round++) {
        CHECK(core_call(c, OP_random_bernoulli, ACCENT_TORCH, 1, &in, 1, attrs, 0, &out));
        for (int i = 0; i < 5; i++) CHECK(at(c, out, i) == (round ? by_tensor : by_number)[i]);
        tensor_release(c, out);
        attrs[random_low].i = 0;
    }
    tensor_release(c, p);
    CHECK(raises(c, draw(c, ACCENT_TORCH, OP_random_integers, DT_INT64, 3, 0, 0, 5, 5) != NULL, CE_BAD_VALUE));
    CHECK(raises(c, draw(c, ACCENT_TORCH, OP_random_normal, DT_FLOAT32, 3, 0, -1, 0, 0) != NULL, CE_BAD_VALUE));
    CHECK(raises(c, draw(c, ACCENT_TORCH, OP_random_uniform, DT_FLOAT32, -3, 0, 1, 0, 0) != NULL, CE_BAD_DIMENSION));
    Tensor *none = draw(c, ACCENT_TORCH, OP_random_uniform, DT_FLOAT32, 0, 0, 1, 0, 0);
    CHECK(none && none->size == 0);
    tensor_release(c, none);
    close_core(c);
}
