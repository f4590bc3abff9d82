/* random.c: CPU kernels of the random ops. On the CPU they give the numbers that the accent's library would give for the same seed, in order on one thread; on a simulated
 * GPU they draw from Philox, where every element has its own words, so that threads may share the work.
 */
#include <math.h>
#include <string.h>

#include "draw_block.h"
#include "kernels.h"

enum { DRAWS = WORK_STEPS - (1 << 12) }; /* a draw is worth many steps: asked 2^12 apart */
typedef double (*DrawOne)(const Work *w, Draw *d, DType type);
typedef struct Fill {
    Work *w;
    DrawOne one;
} Fill;

static inline void store(const View *out, int64_t i, double x)
{
    if (out->dtype == DT_FLOAT32) ((float *)(void *)out->at)[i] = (float)x;
    else dtype_store(out->dtype, out->at + i * (int64_t)dtype_bytes(out->dtype), scalar_float(x));
}

static void fill_part(void *data, Twister *t, int64_t from, int64_t to)
{
    Fill *f = data;
    const View *out = &f->w->out[0];
    Draw d = draw_open(f->w, t, from);
    for (int64_t i = from; i < to && !work_paced(f->w, i | DRAWS); i++) {
        if (!t) d = draw_open(f->w, NULL, i);
        store(out, i, f->one(f->w, &d, out->dtype));
    }
}

/* Every element by `one`. */
static bool fill(Work *w, DrawOne one) { return draw_all(w, w->out[0].size, 4096, fill_part, &(Fill){w, one}); }

/* MXNet looks at parameters when it draws: its accent is refused here, the others by infer_random. BAD_VALUE: RANDOM_PARAMETER, which one, the bits of its
 * value and of what it is held against. */
static bool refused(Work *w, bool wrong, RandomParameter which, double value, double than)
{
    if (!wrong || !accent_rules(w->accent)->checks_when_drawn) return false;
    work_fail(w, CE_BAD_VALUE, "a range is empty, or a deviation, rate or scale is none");
    w->numbers_wrong[0] = RANDOM_PARAMETER;
    w->numbers_wrong[1] = which;
    memcpy(&w->numbers_wrong[2], &value, sizeof value);
    memcpy(&w->numbers_wrong[3], &than, sizeof than);
    return true;
}

/* ---- uniform ---- */
static double stretch_low(double u, double a, double b, DType type) { return a + (b - a) * u; }
static double stretch_rounded(double u, double a, double b, DType type) /* in the dtype, if that is a float's */
{
    if (type == DT_FLOAT64 || !dtype_is_float(type)) return stretch_low(u, a, b, type);
    float low = (float)a, wide = (float)b - low;
    return low + wide * (float)u;
}
static double stretch_mixed(double u, double a, double b, DType type) /* bounds of the dtype, multiplied in double precision */
{
    if (type == DT_FLOAT64 || !dtype_is_float(type)) return u * (b - a) + a;
    float low = (float)a, wide = (float)b - low;
    return u * wide + low;
}

static double one_uniform(const Work *w, Draw *d, DType type)
{
    const DrawRules *rules = &draw_rules[w->accent];
    return rules->stretch(rules->unit(d, type), w->attrs[random_a].f, w->attrs[random_b].f, type);
}
bool cpu_random_uniform(Work *w)
{
    double low = w->attrs[random_a].f, high = w->attrs[random_b].f;
    if (refused(w, high < low && accent_rules(w->accent)->bounds_in_order, PARAMETER_HIGH, high, low)) return false; /* mx.np takes the bounds as they come */
    return block_uniform(w) ? w->error == CORE_OK : fill(w, one_uniform);
}

/* ---- normal ---- */
static double shift_first(double x, double mean, double deviation, DType type) { return mean + deviation * x; }
static double shift_last(double x, double mean, double deviation, DType type) { return x * deviation + mean; }
static double shift_rounded(double x, double mean, double deviation, DType type)
{
    return type == DT_FLOAT32 ? (float)x * (float)deviation + (float)mean : shift_last(x, mean, deviation, type);
}

static double one_normal(const Work *w, Draw *d, DType type)
{
    const DrawRules *rules = &draw_rules[w->accent];
    return rules->shift(rules->normal(d, type), w->attrs[random_a].f, w->attrs[random_b].f, type);
}

bool cpu_random_normal(Work *w)
{
    double scale = w->attrs[random_b].f;
    bool np = accent_rules(w->accent)->scale_may_be_zero;
    if (refused(w, np ? !(scale >= 0) : !(scale > 0), np ? PARAMETER_NP_SCALE : PARAMETER_SCALE, scale, 0)) return false;
    return block_normal(w) ? w->error == CORE_OK : fill(w, one_normal);
}

/* ---- integers ---- */
/* NumPy makes several small numbers of one word. */
typedef struct Pieces {
    uint32_t word;
    int left;
} Pieces;

static uint32_t piece(Twister *t, Pieces *p, int bits)
{
    if (p->left == 0) {
        p->word = twister_next(t);
        p->left = 32 / bits;
    } else
        p->word = bits == 32 ? p->word : p->word >> bits;
    p->left--;
    return bits == 32 ? p->word : p->word & ((1u << bits) - 1);
}

static bool integers_of_pieces(Work *w)
{
    const View *out = &w->out[0];
    int64_t low = w->attrs[random_low].i;
    uint64_t last = (uint64_t)w->attrs[random_high].i - 1 - (uint64_t)low;
    Twister *t = draw_twister(w, 0);
    Pieces p = {0, 0};
    if (!t) return false;
    int bits = out->dtype == DT_BOOL ? 1 : dtype_is_float(out->dtype) ? 64
                                                                      : 8 * (int)dtype_bytes(out->dtype);
    for (int64_t i = 0; i < out->size && !work_paced(w, i); i++) {
        uint64_t value = 0;
        if (last == 0) value = 0;
        else if (bits >= 32) value = twister_below(t, last);
        else {
            uint32_t mask = UINT32_MAX >> __builtin_clz((uint32_t)last);
            do value = piece(t, &p, bits) & mask;
            while (value > last);
        }
        dtype_store(out->dtype, out->at + i * (int64_t)dtype_bytes(out->dtype), scalar_int((int64_t)(value + (uint64_t)low)));
    }
    return true;
}

/* MXNet's: both words of one sum, whose remainder by the range comes of a product with its inverse. */
static void integers_of_sums(Work *w, Twister *t, int64_t from, int64_t to, int64_t low, uint64_t range)
{
    enum { MANY = 512 };
    const View *out = &w->out[0];
    uint32_t words[2 * MANY];
    const uint64_t inverse = UINT64_MAX / range;
    for (int64_t at = from; at < to && !work_paced(w, at | DRAWS); at += MANY) {
        int n = to - at < MANY ? (int)(to - at) : MANY;
        twister_fill(t, words, 2 * n);
        for (int i = 0; i < n; i++) {
            uint64_t sum = ((uint64_t)words[2 * i] << 31) + words[2 * i + 1];
            int64_t rest;
            if (sum >> 63) rest = (int64_t)sum % (int64_t)range;
            else {
                uint64_t r = sum - (uint64_t)(((unsigned __int128)sum * inverse) >> 64) * range;
                while (r >= range) r -= range;
                rest = (int64_t)r;
            }
            rest = (int64_t)((uint64_t)rest + (uint64_t)low);
            if (out->dtype == DT_INT32) ((int32_t *)(void *)out->at)[at + i] = (int32_t)rest;
            else dtype_store(out->dtype, out->at + (at + i) * (int64_t)dtype_bytes(out->dtype), scalar_int(rest));
        }
    }
}

static void integers_part(void *data, Twister *t, int64_t from, int64_t to)
{
    Work *w = data;
    const View *out = &w->out[0];
    int64_t low = w->attrs[random_low].i;
    uint64_t range = (uint64_t)w->attrs[random_high].i - (uint64_t)low;
    if (t && accent_rules(w->accent)->integers_of_two_words && !(range >> 63)) {
        integers_of_sums(w, t, from, to, low, range);
        return;
    }
    bool two = accent_rules(w->accent)->integers_of_two_words;
    Draw d = draw_open(w, t, from);
    for (int64_t i = from; i < to && !work_paced(w, i | DRAWS); i++) {
        if (!t) d = draw_open(w, NULL, i);
        int64_t value;
        if (two && t) {
            uint64_t high = draw_word(&d);
            value = (int64_t)((high << 31) + draw_word(&d)) % (int64_t)range;
        } else
            value = (int64_t)((range >> 32 ? draw_long(&d) : draw_word(&d)) % range);
        dtype_store(out->dtype, out->at + i * (int64_t)dtype_bytes(out->dtype), scalar_int((int64_t)((uint64_t)value + (uint64_t)low)));
    }
}

bool cpu_random_integers(Work *w)
{
    int64_t low = w->attrs[random_low].i, high = w->attrs[random_high].i;
    if (refused(w, high < low, PARAMETER_HIGH, (double)high, (double)low)) return false;
    if (w->lanes && accent_rules(w->accent)->integers_of_pieces) return integers_of_pieces(w);
    return block_integers(w) ? w->error == CORE_OK : draw_all(w, w->out[0].size, 4096, integers_part, w);
}

/* ---- choosing ---- */
/* PyTorch's: element i changes places with one from i on. Places are taken many at a time, so that memory is asked for what is wanted soon. */
static void shuffle_ahead(Work *w, Draw *d, uint32_t *order, int64_t n)
{
    enum { MANY = 256 };
    uint32_t words[MANY];
    for (int64_t at = 0; at < n - 1 && !work_paced(w, at | (MANY - 1)); at += MANY) {
        int m = (int)(n - 1 - at < MANY ? n - 1 - at : MANY);
        if (d->twister) twister_fill(d->twister, words, m);
        else
            for (int i = 0; i < m; i++) words[i] = draw_word(d);
        for (int i = 0; i < m; i++) {
            words[i] = (uint32_t)(at + i) + words[i] % (uint32_t)(n - at - i);
            __builtin_prefetch(order + words[i], 1);
        }
        for (int i = 0; i < m; i++) {
            uint32_t x = order[at + i];
            order[at + i] = order[words[i]];
            order[words[i]] = x;
        }
    }
}

/* NumPy's and MXNet's: from the end, with one that lies before it or itself (twister_below's: as many bits of a word as i has, until they are no more than i). Which words are taken is
 * found for many at a time, without a branch. */
static void shuffle_back(Work *w, Twister *t, uint32_t *order, int64_t n)
{
    uint32_t words[TWISTER_WORDS], others[TWISTER_WORDS];
    int64_t done = 0;
    for (int64_t i = n - 1; i > 0 && !work_after(w, &done, TWISTER_WORDS);) {
        const uint32_t *word = words, *end = words + twister_ahead(t, words);
        uint32_t here = (uint32_t)i;
        int taken = 0;
        while (word < end && here > 0) {
            uint32_t mask = UINT32_MAX >> __builtin_clz(here), least = mask >> 1;
            for (; word < end && here > least; word++) {
                uint32_t other = *word & mask;
                others[taken] = other;
                taken += other <= here;
                here -= other <= here;
            }
        }
        t->pos += (int)(word - words);
        for (int k = 0; k < taken; k++, i--) {
            uint32_t x = order[i];
            order[i] = order[others[k]];
            order[others[k]] = x;
        }
    }
}

/* MXNet's: a place below i + 1 is a word divided by how often that fits into a word; words behind the last whole share are drawn again. */
static void shuffle_scaled(Work *w, Twister *t, uint32_t *order, int64_t n, bool rows)
{
    for (int64_t k = 1; k < n && !work_paced(w, k); k++) {
        uint32_t i = (uint32_t)(rows ? n - k : k), scale = UINT32_MAX / (i + 1), past = scale * (i + 1), x;
        do x = twister_next(t);
        while (x >= past);
        uint32_t other = x / scale, was = order[i];
        order[i] = order[other];
        order[other] = was;
    }
}

/* random_low 1: of rows. */
bool cpu_random_permutation(Work *w)
{
    const View *out = &w->out[0];
    int64_t n = out->size;
    if (n > UINT32_MAX) return work_fail(w, CE_HOST_MEMORY, "no memory to put %lld numbers in order", (long long)n);
    uint32_t *order = work_scratch(w, sizeof *order * (size_t)n);
    bool scaled = accent_rules(w->accent)->orders_scaled;
    Twister *t = draw_twister(w, scaled ? LANE_SINGLE : 0);
    if (!order || w->error) {
        work_scratch_free(w, order);
        return false;
    }
    Draw d = draw_open(w, t, 0);
    for (int64_t i = 0; i < n && !work_paced(w, i); i++) order[i] = (uint32_t)i;
    if (scaled && t) shuffle_scaled(w, t, order, n, w->attrs[random_low].i == 1);
    else if (accent_rules(w->accent)->shuffles_ahead || !t) shuffle_ahead(w, &d, order, n);
    else shuffle_back(w, t, order, n);
    if (out->dtype == DT_INT64)
        for (int64_t i = 0; i < n && !work_paced(w, i); i++) ((int64_t *)(void *)out->at)[i] = order[i];
    else
        for (int64_t i = 0; i < n && !work_paced(w, i); i++) dtype_store(out->dtype, out->at + i * (int64_t)dtype_bytes(out->dtype), scalar_int(order[i]));
    work_scratch_free(w, order);
    return true;
}

static double element(const View *v, const int64_t *at)
{
    int64_t place = 0;
    for (int k = 0; k < v->ndim; k++) place += at[k] * v->strides[k];
    return scalar_as_double(dtype_load(v->dtype, v->at + place * (int64_t)dtype_bytes(v->dtype)));
}

/* in[0]: each element's probability. random_low 1: PyTorch's bernoulli_(p) with a number, which draws doubles. */
bool cpu_random_bernoulli(Work *w)
{
    const View *p = &w->in[0], *out = &w->out[0];
    int64_t at[MAX_DIMS] = {0};
    Twister *t = draw_twister(w, 0);
    if (w->error) return false;
    if (t && block_bernoulli(w, t)) return w->error == CORE_OK;
    DrawNumber unit = draw_rules[w->accent].unit;
    Draw d = draw_open(w, t, 0);
    DType type = w->attrs[random_low].i == 1 || p->dtype == DT_FLOAT64 ? DT_FLOAT64 : DT_FLOAT32;
    for (int64_t i = 0; i < out->size && !work_paced(w, i); i++) {
        if (!t) d = draw_open(w, NULL, i);
        double chance = element(p, at);
        if (!(chance >= 0 && chance <= 1)) return work_fail(w, CE_BAD_VALUE, BLOCK_NO_CHANCE, chance);
        dtype_store(out->dtype, out->at + i * (int64_t)dtype_bytes(out->dtype), scalar_int(unit(&d, type) < chance));
        for (int k = p->ndim - 1; k >= 0; k--) {
            if (++at[k] < p->shape[k]) break;
            at[k] = 0;
        }
    }
    return true;
}

/* Weights into `row`; their sum, or below zero when they are none (BAD_VALUE: 4 a negative, infinite or NaN weight, 5 all zero). */
static double read_weights(Work *w, const View *x, int64_t row, double *weights)
{
    int64_t n = x->shape[x->ndim - 1], at[2] = {row, 0};
    double sum = 0;
    const char *base = x->at + (x->ndim == 2 ? row * x->strides[0] : 0) * (int64_t)dtype_bytes(x->dtype);
    bool floats = x->dtype == DT_FLOAT32 && x->strides[x->ndim - 1] == 1;
    for (int64_t i = 0; i < n && !work_paced(w, i); i++) {
        at[x->ndim - 1] = i;
        weights[i] = floats ? ((const float *)(const void *)base)[i] : element(x, at);
        if (!(weights[i] >= 0) || isinf(weights[i])) {
            work_fail(w, CE_BAD_VALUE, "a weight is negative, infinite or no number");
            w->numbers_wrong[0] = 4;
            return -1;
        }
        sum += weights[i];
    }
    if (sum > 0) return sum;
    work_fail(w, CE_BAD_VALUE, "the weights are all zero");
    w->numbers_wrong[0] = 5;
    return -1;
}

static void put(const View *out, int64_t i, int64_t value) { dtype_store(out->dtype, out->at + i * (int64_t)dtype_bytes(out->dtype), scalar_int(value)); }

/* ---- a heap of places: on top the largest of x, the first of those that are the same ---- */
static bool comes_before(const double *x, uint32_t a, uint32_t b) { return x[a] > x[b] || (x[a] == x[b] && a < b); }
/* A heap whose root comes last of all in it. */
static void sink(const double *x, uint32_t *heap, int64_t n, int64_t at)
{
    uint32_t moved = heap[at];
    for (int64_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && comes_before(x, heap[child], heap[child + 1])) child++;
        if (!comes_before(x, moved, heap[child])) break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
}
/* All places by digits of the numbers, which are floats of 0 and more, the first of those that are the same first; two times n to work in */
static const uint64_t *places_by_digits(Work *w, const double *x, uint64_t *keys, int64_t n)
{
    enum { DIGITS = 2048 };
    uint64_t *from = keys, *to = keys + n;
    for (int64_t i = 0; i < n && !work_paced(w, i); i++) {
        float value = (float)x[i] + 0.0f;
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        keys[i] = (uint64_t)~bits << 32 | (uint64_t)i;
    }
    for (int shift = 32; shift < 64; shift += 11) {
        int64_t starts[DIGITS + 1] = {0};
        for (int64_t i = 0; i < n && !work_paced(w, i); i++) starts[(from[i] >> shift & (DIGITS - 1)) + 1]++;
        for (int d = 0; d < DIGITS; d++) starts[d + 1] += starts[d];
        for (int64_t i = 0; i < n && !work_paced(w, i); i++) to[starts[from[i] >> shift & (DIGITS - 1)]++] = from[i];
        uint64_t *was = from;
        from = to;
        to = was;
    }
    return from;
}
/* The places of the `draws` largest, in falling order */
static bool race_places(Work *w, const double *x, int64_t n, int64_t draws, int64_t count)
{
    const View *out = &w->out[0];
    if (w->in[0].dtype == DT_FLOAT32 && draws > n / 16 && n >= 4096 && n < UINT32_MAX) {
        uint64_t *keys = work_scratch(w, sizeof *keys * 2 * (size_t)n);
        const uint64_t *order = keys ? places_by_digits(w, x, keys, n) : NULL;
        for (int64_t k = 0; order && k < draws; k++) dtype_store(out->dtype, out->at + (count + k) * (int64_t)dtype_bytes(out->dtype), scalar_int((int64_t)(uint32_t)order[k]));
        work_scratch_free(w, keys);
        return order != NULL;
    }
    uint32_t *heap = n > UINT32_MAX ? NULL : work_scratch(w, sizeof *heap * (size_t)draws); /* the best so far: most of the others are compared with the last of them alone */
    if (!heap) return n > UINT32_MAX ? work_fail(w, CE_HOST_MEMORY, "no memory to put %lld weights in order", (long long)n) : false;
    for (int64_t i = 0; i < draws; i++) heap[i] = (uint32_t)i;
    for (int64_t i = draws / 2 - 1; i >= 0 && !work_paced(w, i | DRAWS); i--) sink(x, heap, draws, i);
    for (int64_t i = draws; i < n && !work_paced(w, i); i++) {
        if (!(x[i] > x[heap[0]])) continue;
        heap[0] = (uint32_t)i;
        sink(x, heap, draws, 0);
    }
    for (int64_t k = draws; k-- > 0 && !work_paced(w, k | DRAWS);) {
        dtype_store(out->dtype, out->at + (count + k) * (int64_t)dtype_bytes(out->dtype), scalar_int(heap[0]));
        heap[0] = heap[k];
        sink(x, heap, k, 0);
    }
    work_scratch_free(w, heap);
    return true;
}
/* Numbers to divide weights by, all before the first is used */
static void race_times(Work *w, Twister *t, Draw *d, double *times, int64_t n)
{
    bool floats = w->in[0].dtype != DT_FLOAT64;
    enum { MANY = 1024 };
    for (int64_t at = 0; t && floats && at < n && !work_paced(w, at | DRAWS); at += MANY) {
        int64_t m = n - at < MANY ? n - at : MANY;
        block_exponentials(w, t, at, m, times + at);
        for (int64_t i = at; i < at + m; i++) times[i] = (float)times[i];
    }
    for (int64_t i = 0; !(t && floats) && i < n && !work_paced(w, i | DRAWS); i++) {
        double q = -log1p(-draw_masked(d, DT_FLOAT64));
        times[i] = floats ? (float)q : q;
    }
}

/* Running sums (the last is 1 or nearly), and for many draws where each n-th part of the way begins: places[g] is the first whose sum is g / n or more, n - 1 where there is none. */
typedef struct Sums { const double *at; int64_t n, *places; } Sums;
enum { DRAWS_WORTH_PLACES = 32 };

static int64_t first_from(const Sums *s, int64_t low, int64_t high, double u)
{
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (s->at[middle] < u) low = middle + 1;
        else high = middle;
    }
    return low;
}

static bool places_fill(Work *w, const Sums *s)
{
    for (int64_t g = 0, i = 0; g <= s->n; g++) {
        while (i < s->n - 1 && s->at[i] < (double)g / (double)s->n) i++;
        s->places[g] = i;
        if (work_paced(w, g)) return false;
    }
    return true;
}

/* The first whose sum is u or more. */
static int64_t place_of(const Sums *s, double u)
{
    if (!s->places) return first_from(s, 0, s->n - 1, u);
    int64_t g = (int64_t)(u * (double)s->n);
    if (g > s->n - 1) g = s->n - 1;
    while (g > 0 && (double)g / (double)s->n > u) g--; /* the product may have been rounded up */
    return first_from(s, s->places[g], u <= (double)(g + 1) / (double)s->n ? s->places[g + 1] : s->n - 1, u);
}

/* Without putting back (and for one draw) the largest of weight / exponential, as PyTorch does; else where a unit falls in the running sum. */
bool cpu_random_multinomial(Work *w)
{
    const View *x = &w->in[0], *out = &w->out[0];
    int64_t n = x->shape[x->ndim - 1], rows = x->ndim == 2 ? x->shape[0] : 1, draws = w->attrs[random_high].i, count = 0;
    const AccentRules *rules = accent_rules(w->accent);
    Twister *t = draw_twister(w, rules->chooses_by_single ? LANE_SINGLE : 0);
    double *weights = w->error ? NULL : work_scratch(w, sizeof *weights * (size_t)n);
    if (!weights) return false;
    bool race = rules->chooses_by_race && !w->attrs[random_replace].i;
    Draw d = draw_open(w, t, 0);
    double *times = race ? work_scratch(w, sizeof *times * (size_t)(n * rows)) : NULL;
    bool guided = !race && draws >= DRAWS_WORTH_PLACES && draws >= n / 4;
    Sums sums = {weights, n, guided ? work_scratch(w, sizeof *sums.places * (size_t)(n + 1)) : NULL};
    bool ok = (!race || times) && (!guided || sums.places);
    if (ok && race) race_times(w, t, &d, times, n * rows);
    for (int64_t row = 0; row < rows && ok; row++) {
        double sum = read_weights(w, x, row, weights);
        if (sum < 0) ok = false;
        for (int64_t i = 0; i < n && ok && race && !work_paced(w, i); i++) weights[i] = x->dtype == DT_FLOAT64 ? weights[i] / times[row * n + i] : (float)((float)weights[i] / (float)times[row * n + i]);
        double running = 0;
        for (int64_t i = 0; i < n && ok && !race && !work_paced(w, i); i++) {
            running += weights[i];
            weights[i] = running / sum;
        }
        if (ok && guided) ok = places_fill(w, &sums);
        if (ok && race && draws > 1) {
            ok = race_places(w, weights, n, draws, count);
            count += draws;
            continue;
        }
        for (int64_t k = 0; k < draws && ok; k++) {
            int64_t best = 0;
            if (race) {
                for (int64_t i = 1; i < n; i++)
                    if (weights[i] > weights[best]) best = i;
            } else best = place_of(&sums, draw_rules[w->accent].unit(&d, rules->chooses_by_single ? DT_FLOAT32 : DT_FLOAT64));
            put(out, count++, best);
        }
    }
    work_scratch_free(w, times);
    work_scratch_free(w, sums.places);
    work_scratch_free(w, weights);
    return ok;
}

/* ---- exponential, gamma, Poisson ---- */
static double exponential_53(Draw *d, double scale, DType type) { return scale * -log(1.0 - draw_53(d, type)); }
static double exponential_canonical(Draw *d, double scale, DType type) { return -log(1.0 - draw_canonical(d, type)) * scale; }
static double exponential_masked(Draw *d, double scale, DType type) { return -scale * log1p(-draw_masked(d, DT_FLOAT64)); }
static double one_exponential(const Work *w, Draw *d, DType type) { return draw_rules[w->accent].exponential(d, w->attrs[random_a].f, type); }
bool cpu_random_exponential(Work *w)
{
    double scale = w->attrs[random_a].f;
    if (refused(w, scale < 0, PARAMETER_RATE, 1 / scale, 0)) return false;
    return block_exponential(w) ? w->error == CORE_OK : fill(w, one_exponential);
}

/* Marsaglia and Tsang's: below 1 NumPy has another way, PyTorch and MXNet draw one more and scale. */
static double gamma_numpy(Draw *d, double shape, DType type)
{
    if (shape == 1) return -log(1.0 - draw_53(d, DT_FLOAT64));
    if (shape == 0) return 0;
    if (shape < 1)
        for (;;) {
            double u = draw_53(d, DT_FLOAT64), v = -log(1.0 - draw_53(d, DT_FLOAT64));
            if (u <= 1.0 - shape) {
                double x = pow(u, 1.0 / shape);
                if (x <= v) return x;
            } else {
                double y = -log((1 - u) / shape), x = pow(1.0 - shape + shape * y, 1.0 / shape);
                if (x <= v + y) return x;
            }
        }
    double b = shape - 1.0 / 3.0, c = 1.0 / sqrt(9 * b);
    for (;;) {
        double x, v;
        do {
            x = draw_normal_legacy(d, DT_FLOAT64);
            v = 1.0 + c * x;
        } while (v <= 0.0);
        v = v * v * v;
        double u = draw_53(d, DT_FLOAT64);
        if (u < 1.0 - 0.0331 * (x * x) * (x * x) || log(u) < 0.5 * x * x + b * (1.0 - v + log(v))) return b * v;
    }
}

static double gamma_torch(Draw *d, double shape, DType type)
{
    double scale = 1;
    if (shape == 0) return 0;
    if (shape < 1) {
        scale = pow(1 - draw_masked(d, DT_FLOAT64), 1.0 / shape);
        shape += 1;
    }
    double b = shape - (double)(1.0f / 3.0f), c = 1.0 / sqrt(9 * b); /* its third is a float's */
    for (;;) {
        double x, y;
        do {
            x = draw_normal_pair(d, DT_FLOAT64);
            y = 1.0 + c * x;
        } while (y <= 0);
        double v = y * y * y, u = 1 - draw_masked(d, DT_FLOAT64), xx = x * x;
        if (u < 1.0 - 0.0331 * xx * xx || log(u) < 0.5 * xx + b * (1.0 - v + log(v))) return scale * b * v;
    }
}

static double gamma_mxnet(Draw *d, double shape, DType type)
{
    DType t = type == DT_FLOAT64 ? DT_FLOAT64 : DT_FLOAT32;
    double b = shape < 1 ? shape + 2.0 / 3.0 : shape - 1.0 / 3.0, k = sqrt(9.0 * b);
    for (;;) {
        double z = draw_normal_polar(d, t);
        if (z <= -k) continue;
        double x = 1.0 + z / k, v = x * x * x;
        if (log(1.0 - draw_canonical(d, t)) >= 0.5 * z * z + b * (1.0 - v + log(v))) continue;
        return shape < 1 ? b * v * pow(draw_canonical(d, t), 1.0 / shape) : b * v;
    }
}

static double one_gamma(const Work *w, Draw *d, DType type) { return w->attrs[random_b].f * draw_rules[w->accent].gamma(d, w->attrs[random_a].f, type); }
bool cpu_random_gamma(Work *w)
{
    double alpha = w->attrs[random_a].f, beta = w->attrs[random_b].f;
    return !refused(w, !(alpha > 0), PARAMETER_ALPHA, alpha, 0) && !refused(w, !(beta > 0), PARAMETER_BETA, beta, 0) && fill(w, one_gamma);
}

static inline double unit_canonical(Draw *d) { return draw_canonical(d, DT_FLOAT64); }
/* Hörmann's transformed rejection (PTRS, 1993) from a rate of 10 on; below, a product of units. NumPy's and PyTorch's way. */
static inline __attribute__((always_inline)) double poisson(Draw *d, double (*unit)(Draw *d), double rate)
{
    if (rate == 0) return 0;
    if (rate < 10) {
        double limit = exp(-rate), product = 1;
        for (int64_t k = 0;; k++) {
            product *= unit(d);
            if (product <= limit) return (double)k;
        }
    }
    int sign; /* lgamma would keep it in a global */
    double root = sqrt(rate), log_rate = log(rate), b = 0.931 + 2.53 * root, c = -0.059 + 0.02483 * b, inverse = 1.1239 + 1.1328 / (b - 3.4), v_r = 0.9277 - 3.6224 / (b - 2);
    for (;;) {
        double u = unit(d) - 0.5, v = unit(d), us = 0.5 - fabs(u), k = floor((2 * c / us + b) * u + rate + 0.43);
        if (us >= 0.07 && v <= v_r) return k;
        if (k < 0 || (us < 0.013 && v > us)) continue;
        if (log(v) + log(inverse) - log(c / (us * us) + b) <= -rate + k * log_rate - lgamma_r(k + 1, &sign)) return k;
    }
}

static double poisson_mxnet(Draw *d, double rate)
{
    float lambda = (float)rate;
    if (lambda < 12.0f) {
        float limit = expf(-lambda), product = (float)draw_canonical(d, DT_FLOAT32);
        int k = 0;
        for (; product > limit; product *= (float)draw_canonical(d, DT_FLOAT32)) k++;
        return k;
    }
    int sign; /* rejection from a Lorentzian */
    float wide = (float)sqrt(2.0 * lambda), log_lambda = logf(lambda), g = lambda * log_lambda - lgammaf_r(lambda + 1.0f, &sign), k, y, t;
    do {
        do {
            y = tanf(3.1415926f * (float)draw_canonical(d, DT_FLOAT32));
            k = wide * y + lambda;
        } while (k < 0.0f);
        k = floorf(k);
        t = 0.9f * (1.0f + y * y) * expf(k * log_lambda - lgammaf_r(k + 1.0f, &sign) - g);
    } while ((float)draw_canonical(d, DT_FLOAT32) > t);
    return k;
}

static double poisson_53(Draw *d, double rate) { return poisson(d, draw_double_53, rate); }
static double poisson_masked(Draw *d, double rate) { return poisson(d, draw_double_masked, rate); }
static double poisson_canonical(Draw *d, double rate) { return poisson(d, unit_canonical, rate); }
static double one_poisson(const Work *w, Draw *d, DType type) { return draw_rules[w->accent].poisson(d, w->attrs[random_a].f); }
bool cpu_random_poisson(Work *w)
{
    double rate = w->attrs[random_a].f;
    return !refused(w, rate < 0, PARAMETER_LAMBDA, rate, 0) && fill(w, one_poisson);
}

/* in[0]: each element's rate. */
bool cpu_random_poisson_each(Work *w)
{
    const View *rates = &w->in[0], *out = &w->out[0];
    bool plain = rates->contiguous && rates->dtype == DT_FLOAT32;
    int64_t at[MAX_DIMS] = {0};
    Twister *t = draw_twister(w, 0);
    if (w->error) return false;
    Draw d = draw_open(w, t, 0);
    for (int64_t i = 0; i < out->size && !work_paced(w, i | DRAWS); i++) {
        if (!t) d = draw_open(w, NULL, i);
        double rate = plain ? ((const float *)(const void *)rates->at)[i] : element(rates, at);
        store(out, i, rate > 0 ? draw_rules[w->accent].poisson(&d, rate) : 0);
        for (int k = plain ? -1 : rates->ndim - 1; k >= 0; k--) {
            if (++at[k] < rates->shape[k]) break;
            at[k] = 0;
        }
    }
    return true;
}

const DrawRules draw_rules[ACCENT_COUNT] = {
    [ACCENT_MXNET] = {draw_canonical, draw_normal_polar, stretch_rounded, shift_rounded, exponential_canonical, gamma_mxnet, poisson_mxnet},
    [ACCENT_TORCH] = {draw_masked, draw_normal_pair, stretch_mixed, shift_last, exponential_masked, gamma_torch, poisson_masked},
    [ACCENT_NUMPY] = {draw_53, draw_normal_legacy, stretch_low, shift_first, exponential_53, gamma_numpy, poisson_53},
    [ACCENT_MXNP] = {draw_canonical, draw_normal_both, stretch_rounded, shift_rounded, exponential_masked, gamma_torch, poisson_canonical},
};
