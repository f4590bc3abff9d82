/* draw_block.c: random numbers by blocks of DRAW_BLOCK: words, units and normal numbers come from the vector loops of isa/draw.c.
 *
 * Whatever is not here (a rare dtype, fewer than 16 normal numbers of PyTorch's) is drawn one at a time by random.c. One set of formulas serves both: a number of
 * a block has the bits that draw.c gives it; normal and exponential numbers that are made in double for float results come from own functions instead of the C
 * library's, which round to the same float but for one in a hundred million.
 */
#include "draw_block.h"

#include <math.h>
#include <string.h>

#include "draw_loops.h"
#include "ew.h"

typedef struct Block {
    Work *w;
    const EwIsa *isa;
    const DrawLoops *loops;
    void (*make)(const struct Block *b, Twister *t, int64_t at, int64_t n); /* the numbers at … at + n - 1; n <= DRAW_BLOCK */
    double a, b;                                                            /* the op's */
} Block;
typedef void Make(const Block *b, Twister *t, int64_t at, int64_t n);

/* How an accent fills blocks; NULL: one at a time, by draw_rules. */
typedef struct BlockRules {
    Make *uniform, *uniform_double, *uniform_half; /* by the result's dtype */
    Make *normal, *normal_gpu;                     /* normal NULL: PyTorch's sixteens */
    bool normal_single;                            /* float32 alone */
    Make *exponential;
} BlockRules;
static const BlockRules block_rules[ACCENT_COUNT];

static Block block_open(Work *w, void (*make)(const Block *b, Twister *t, int64_t at, int64_t n))
{
    const EwIsa *isa = ew_isa();
    return (Block){.w = w, .isa = isa, .loops = isa->draw, .make = make, .a = w->attrs[random_a].f, .b = w->attrs[random_b].f};
}

static void make_part(void *data, Twister *t, int64_t from, int64_t to)
{
    const Block *b = data;
    for (int64_t at = from; at < to && !work_paced(b->w, at | (DRAW_BLOCK - 1)); at += DRAW_BLOCK) b->make(b, t, at, to - at < DRAW_BLOCK ? to - at : DRAW_BLOCK);
}
static bool make_all(Block *b)
{
    draw_all(b->w, b->w->out[0].size, 4 * DRAW_BLOCK, make_part, b);
    return true;
}

/* Where the numbers go: the output itself if it has the dtype, else `room`, from which `put` converts. */
static void *place(const Block *b, DType type, int64_t at, void *room)
{
    const View *out = &b->w->out[0];
    return out->dtype == type ? out->at + at * (int64_t)dtype_bytes(type) : room;
}
static void put(const Block *b, DType type, int64_t at, int64_t n, const void *from)
{
    const View *out = &b->w->out[0];
    if (out->dtype != type) ew_convert(b->isa, n, out->at + at * (int64_t)dtype_bytes(out->dtype), out->dtype, from, type);
}

/* ---- words ---- */
/* One or two words for each number: [0] and [1] say where the first and second are, `step` how far it is to the next number's. */
typedef struct Words {
    uint32_t room[4][DRAW_BLOCK];
    const uint32_t *first, *second;
    int step;
} Words;

static void draw_words(const Work *w, const DrawLoops *loops, Twister *t, int64_t at, int64_t n, int each, Words *out)
{
    if (t) twister_fill(t, out->room[0], (int)n * each);
    else loops->philox(n, w->seed[0], w->seed[1] + (uint64_t)at, out->room);
    out->first = out->room[0];
    out->second = t ? out->room[0] + 1 : out->room[1];
    out->step = t ? each : 1;
}
static void words(const Block *b, Twister *t, int64_t at, int64_t n, int each, Words *out) { draw_words(b->w, b->loops, t, at, n, each, out); }

static void units_torch(const Block *b, int64_t n, float *out, const uint32_t *from)
{
    DType type = b->w->out[0].dtype;
    uint32_t mask = type == DT_FLOAT16 ? 0x7FF : type == DT_BFLOAT16 ? 0xFF
                                                                     : 0xFFFFFF;
    b->loops->units(n, out, from, mask, 1.0f / (float)(mask + 1));
}

/* ---- uniform ---- */
/* A float as it is in a half type */
static float rounded(DType type, float x) { return type == DT_FLOAT16 ? half_to_float(half_from_float(x)) : bfloat_to_float(bfloat_from_float(x)); }

static void uniform_torch(const Block *b, Twister *t, int64_t at, int64_t n)
{
    float room[DRAW_BLOCK], *u = place(b, DT_FLOAT32, at, room), low = (float)b->a, wide = (float)b->b - low;
    Words from;
    if (u == room) { /* a half type: its bounds and their distance are halves, the sum is rounded from float */
        DType type = b->w->out[0].dtype;
        low = rounded(type, low);
        wide = rounded(type, rounded(type, (float)b->b) - low);
    }
    words(b, t, at, n, 1, &from);
    units_torch(b, n, u, from.first);
    b->loops->stretch_torch(n, u, u, low, wide);
    put(b, DT_FLOAT32, at, n, u);
}
static void uniform_mxnet(const Block *b, Twister *t, int64_t at, int64_t n)
{
    float *u = place(b, DT_FLOAT32, at, NULL), low = (float)b->a;
    Words from;
    words(b, t, at, n, 1, &from);
    b->loops->units_mxnet(n, u, from.first);
    b->loops->stretch_mxnet(n, u, u, low, (float)b->b - low);
}
static void uniform_long(const Block *b, Twister *t, int64_t at, int64_t n, bool numpy)
{
    double room[DRAW_BLOCK], *u = place(b, DT_FLOAT64, at, room);
    Words from;
    words(b, t, at, n, 2, &from);
    (numpy ? b->loops->units_numpy : b->loops->units_long)(n, u, from.first, from.second, from.step);
    b->loops->stretch_long(n, u, u, b->a, b->b - b->a);
    put(b, DT_FLOAT64, at, n, u);
}
static void uniform_masked(const Block *b, Twister *t, int64_t at, int64_t n) { uniform_long(b, t, at, n, false); }
static void uniform_53(const Block *b, Twister *t, int64_t at, int64_t n) { uniform_long(b, t, at, n, true); }

bool block_uniform(Work *w)
{
    DType type = w->out[0].dtype;
    const BlockRules *rules = &block_rules[w->accent];
    Make *uniform = !dtype_is_float(type) ? NULL : type == DT_FLOAT32 ? rules->uniform
                                               : type == DT_FLOAT64   ? rules->uniform_double
                                                                      : rules->uniform_half;
    if (!uniform) return false;
    Block b = block_open(w, uniform);
    return make_all(&b);
}

/* ---- normal ---- */
/* PyTorch fills 16 and more at a time: 16 units become 8 pairs of normal numbers, one's units 8 before the other's. n is a multiple of 16. */
static void normal_torch(const Block *b, Twister *t, int64_t at, int64_t n)
{
    float room[DRAW_BLOCK], *out = place(b, DT_FLOAT32, at, room), u[2][DRAW_BLOCK / 2], pair[2][DRAW_BLOCK / 2];
    Words from;
    words(b, t, at, n, 1, &from);
    units_torch(b, n, out, from.first);
    for (int64_t i = 0; i < n; i += 16)
        for (int half = 0; half < 2; half++) memcpy(u[half] + i / 2, out + i + 8 * half, sizeof(float[8]));
    b->loops->pairs(n / 2, u[0], u[1], pair[0], pair[1]);
    for (int64_t i = 0; i < n; i += 16)
        for (int half = 0; half < 2; half++) memcpy(out + i + 8 * half, pair[half] + i / 2, sizeof(float[8]));
    b->loops->stretch_mxnet(n, out, out, (float)b->a, (float)b->b);
    put(b, DT_FLOAT32, at, n, out);
}
/* One of PyTorch's pairs in halves: float16's logarithm and the last steps are float's, each step of bfloat16 is rounded. */
static void pair_of_halves(DType type, float u, float v, float mean, float deviation, float out[2])
{
    bool each = type == DT_BFLOAT16;
    float l = each ? rounded(type, -2 * rounded(type, logf(1 - u))) : -2 * logf(1 - u), radius = rounded(type, sqrtf(l)), turn = rounded(type, (float)(2.0 * M_PI * v));
    float along[2] = {cosf(turn), sinf(turn)};
    for (int i = 0; i < 2; i++) {
        float x = each ? rounded(type, radius * rounded(type, along[i])) : radius * along[i];
        x = each ? rounded(type, x * deviation) : x * deviation;
        out[i] = x + mean;
    }
}
static void normal_torch_half(const Block *b, Twister *t, int64_t at, int64_t n)
{
    float out[DRAW_BLOCK], pair[2];
    DType type = b->w->out[0].dtype;
    float mean = rounded(type, (float)b->a), deviation = rounded(type, (float)b->b);
    Words from;
    words(b, t, at, n, 1, &from);
    units_torch(b, n, out, from.first);
    for (int64_t i = 0; i < n; i += 16)
        for (int64_t k = i; k < i + 8; k++) {
            pair_of_halves(type, out[k], out[k + 8], mean, deviation, pair);
            out[k] = pair[0];
            out[k + 8] = pair[1];
        }
    put(b, DT_FLOAT32, at, n, out);
}
static void normal_torch_long(const Block *b, Twister *t, int64_t at, int64_t n)
{
    double *out = place(b, DT_FLOAT64, at, NULL);
    Words from;
    words(b, t, at, n, 2, &from);
    b->loops->units_long(n, out, from.first, from.second, from.step);
    for (int64_t i = 0; i < n; i += 16)
        for (int64_t k = i; k < i + 8; k++) {
            double radius = sqrt(-2 * log(1 - out[k])), turn = 2.0 * M_PI * out[k + 8];
            out[k] = radius * cos(turn) * b->b + b->a;
            out[k + 8] = radius * sin(turn) * b->b + b->a;
        }
}

/* What is left over after whole sixteens is the end of one more sixteen, whose units are drawn after those of all the elements. */
static void normal_torch_all(Block *b, Twister *t)
{
    const View *out = &b->w->out[0];
    int64_t n = out->size, whole = n / 16 * 16;
    make_part(b, t, 0, whole);
    if (whole == n) return;
    uint32_t unused[32];
    twister_fill(t, unused, (int)(n - whole) * (out->dtype == DT_FLOAT64 ? 2 : 1));
    b->make(b, t, n - 16, 16);
}

/* MXNet: points of a square until enough lie in the circle; each is two numbers, the second of which mx.nd forgets and mx.np takes. */
static void normal_mxnet(const Block *b, Twister *t, int64_t at, int64_t n)
{
    float *out = place(b, DT_FLOAT32, at, NULL), x[DRAW_BLOCK], y[DRAW_BLOCK];
    int64_t each = accent_rules(b->w->accent)->takes_pairs ? 2 : 1, need = (n + each - 1) / each, have = 0;
    while (have < need) { /* never more than are needed, so that no word is drawn too many */
        int64_t m = need - have, kept = have;
        Words from;
        words(b, t, at, m, 2, &from);
        b->loops->points(m, from.first, from.second, from.step, x + have, y + have);
        for (int64_t i = have; i < have + m; i++) {
            float r = x[i] * x[i] + y[i] * y[i];
            x[kept] = x[i];
            y[kept] = y[i];
            kept += !(r > 1.0f || r == 0.0f);
        }
        have = kept;
    }
    b->loops->polar_end(have, x, y);
    if (each == 1) memcpy(out, y, sizeof *out * (size_t)n);
    else
        for (int64_t i = 0; i < n; i++) out[i] = i & 1 ? x[i / 2] : y[i / 2];
    b->loops->stretch_mxnet(n, out, out, (float)b->a, (float)b->b);
}
/* On a GPU every element has points of its own: one in five has to try again. */
static void normal_mxnet_gpu(const Block *b, Twister *t, int64_t at, int64_t n)
{
    float *out = place(b, DT_FLOAT32, at, NULL), x[DRAW_BLOCK];
    Words from;
    words(b, t, at, n, 2, &from);
    b->loops->points(n, from.first, from.second, from.step, x, out);
    for (int64_t i = 0; i < n; i++) {
        float r = x[i] * x[i] + out[i] * out[i];
        if (!(r > 1.0f || r == 0.0f)) continue;
        Draw d = draw_open(b->w, NULL, at + i);
        do {
            x[i] = 2.0f * (float)draw_canonical(&d, DT_FLOAT32) - 1.0f;
            out[i] = 2.0f * (float)draw_canonical(&d, DT_FLOAT32) - 1.0f;
            r = x[i] * x[i] + out[i] * out[i];
        } while (r > 1.0f || r == 0.0f);
    }
    b->loops->polar_end(n, x, out);
    b->loops->stretch_mxnet(n, out, out, (float)b->a, (float)b->b);
}
/* PyTorch on a GPU: two units of an element's own make one number. */
static void normal_torch_gpu(const Block *b, Twister *t, int64_t at, int64_t n)
{
    double u[DRAW_BLOCK], v[DRAW_BLOCK], x[DRAW_BLOCK];
    Words from;
    words(b, t, at, n, 2, &from);
    b->loops->units_long(n, u, from.room[0], from.room[1], 1);
    b->loops->units_long(n, v, from.room[2], from.room[3], 1);
    b->loops->pairs_long(n, u, v, x);
    b->loops->stretch_long(n, x, x, b->a, b->b);
    put(b, DT_FLOAT64, at, n, x);
}

/* NumPy's legacy: points in double precision, both numbers taken; the second of the last may wait for the next call. */
static void normal_numpy(const Block *b, Twister *t, int64_t at, int64_t n)
{
    double room[DRAW_BLOCK + 1], u[2 * DRAW_BLOCK];
    int64_t done = 0;
    if (t->has_normal && n) {
        t->has_normal = false;
        room[done++] = t->normal;
    }
    while (done < n) {
        int64_t points = (n - done + 1) / 2;
        Words from;
        words(b, t, at, 2 * points, 2, &from);
        b->loops->units_numpy(2 * points, u, from.first, from.second, from.step);
        for (int64_t i = 0; i < points; i++) {
            double x = 2.0 * u[2 * i] - 1.0, y = 2.0 * u[2 * i + 1] - 1.0, r = x * x + y * y;
            if (r >= 1.0 || r == 0.0) continue;
            double scale = sqrt(-2.0 * log(r) / r);
            room[done++] = scale * y;
            room[done++] = scale * x;
        }
    }
    if (done > n) {
        t->has_normal = true;
        t->normal = room[n];
    }
    double *out = place(b, DT_FLOAT64, at, room);
    b->loops->stretch_long(n, out, room, b->a, b->b);
    put(b, DT_FLOAT64, at, n, out);
}

bool block_normal(Work *w)
{
    DType type = w->out[0].dtype;
    const BlockRules *rules = &block_rules[w->accent];
    if (!dtype_is_float(type) || (type != DT_FLOAT32 && (!w->lanes || rules->normal_single))) return false;
    if (!w->lanes || rules->normal) {
        Block b = block_open(w, w->lanes ? rules->normal : rules->normal_gpu);
        return make_all(&b);
    }
    if (w->out[0].size < 16 || w->attrs[random_low].i) return false; /* (low: one at a time) */
    Block b = block_open(w, type == DT_FLOAT64 ? normal_torch_long : type == DT_FLOAT32 ? normal_torch : normal_torch_half);
    Twister *t = draw_twister(w, 0);
    if (t) normal_torch_all(&b, t);
    return true;
}

/* ---- exponential ---- */
static void exponential_torch(const Block *b, Twister *t, int64_t at, int64_t n)
{
    double x[DRAW_BLOCK], u[DRAW_BLOCK];
    Words from;
    words(b, t, at, n, 2, &from);
    b->loops->units_long(n, u, from.first, from.second, from.step);
    b->loops->exponentials(n, x, u);
    b->loops->stretch_long(n, x, x, 0, b->a);
    put(b, DT_FLOAT64, at, n, x);
}

void block_exponentials(const Work *w, Twister *t, int64_t at, int64_t n, double *out)
{
    const DrawLoops *loops = ew_isa()->draw;
    double u[DRAW_BLOCK];
    Words from;
    draw_words(w, loops, t, at, n, 2, &from);
    loops->units_long(n, u, from.first, from.second, from.step);
    loops->exponentials(n, out, u);
}

bool block_exponential(Work *w)
{
    DType type = w->out[0].dtype;
    if (!block_rules[w->accent].exponential || !dtype_is_float(type) || type == DT_FLOAT64) return false;
    Block b = block_open(w, block_rules[w->accent].exponential);
    return make_all(&b);
}

/* ---- integers ---- */
static void integers_torch(const Block *b, Twister *t, int64_t at, int64_t n)
{
    int64_t room[DRAW_BLOCK], *out = place(b, DT_INT64, at, room), low = b->w->attrs[random_low].i;
    Words from;
    words(b, t, at, n, 1, &from);
    b->loops->integers(n, out, from.first, (uint32_t)((uint64_t)b->w->attrs[random_high].i - (uint64_t)low), low);
    put(b, DT_INT64, at, n, out);
}

bool block_integers(Work *w)
{
    DType type = w->out[0].dtype;
    uint64_t range = (uint64_t)w->attrs[random_high].i - (uint64_t)w->attrs[random_low].i;
    bool drawn_so = !w->lanes || accent_rules(w->accent)->integers_by_remainder;
    if (!drawn_so || range == 0 || range >> 32 || !(type == DT_INT64 || type == DT_INT32 || type == DT_FLOAT32 || type == DT_FLOAT64)) return false;
    Block b = block_open(w, integers_torch);
    return make_all(&b);
}

/* ---- chances ---- */
/* in[0]: probabilities; doubles are drawn for double ones and for PyTorch's bernoulli_(p) with a number (random_low 1). */
static bool bernoulli_part(const Block *b, Twister *t, int64_t at, int64_t n, bool one_for_all)
{
    const View *p = &b->w->in[0], *out = &b->w->out[0];
    double chances[DRAW_BLOCK], u[DRAW_BLOCK];
    float single[DRAW_BLOCK], *kept = place(b, DT_FLOAT32, at, single);
    if (one_for_all) {
        chances[0] = scalar_as_double(dtype_load(p->dtype, p->at));
        for (int64_t i = 1; i < n; i++) chances[i] = chances[0];
    } else
        ew_convert(b->isa, n, chances, DT_FLOAT64, p->at + at * (int64_t)dtype_bytes(p->dtype), p->dtype);
    for (int64_t i = 0; i < n; i++)
        if (!(chances[i] >= 0 && chances[i] <= 1)) return work_fail(b->w, CE_BAD_VALUE, BLOCK_NO_CHANCE, chances[i]);
    Words from;
    if (b->w->attrs[random_low].i == 1 || p->dtype == DT_FLOAT64) {
        words(b, t, at, n, 2, &from);
        b->loops->units_long(n, u, from.first, from.second, from.step);
    } else {
        words(b, t, at, n, 1, &from);
        b->loops->units(n, single, from.first, 0xFFFFFF, 0x1p-24f);
        ew_convert(b->isa, n, u, DT_FLOAT64, single, DT_FLOAT32);
    }
    for (int64_t i = 0; i < n; i++) kept[i] = u[i] < chances[i];
    if (out->dtype != DT_FLOAT32) put(b, DT_FLOAT32, at, n, kept);
    return true;
}

bool block_bernoulli(Work *w, Twister *t)
{
    const View *p = &w->in[0];
    if (!accent_rules(w->accent)->chances_by_block || !dtype_is_float(p->dtype)) return false;
    bool one = true;
    int64_t plain[MAX_DIMS];
    shape_contiguous(p->shape, p->ndim, plain);
    for (int i = 0; i < p->ndim; i++) one = one && (p->strides[i] == 0 || p->shape[i] == 1);
    for (int i = 0; i < p->ndim && !one; i++)
        if (p->strides[i] != plain[i] && p->shape[i] != 1) return false;
    Block b = block_open(w, NULL);
    for (int64_t at = 0, n = w->out[0].size; at < n && !work_paced(w, at | (DRAW_BLOCK - 1)); at += DRAW_BLOCK)
        if (!bernoulli_part(&b, t, at, n - at < DRAW_BLOCK ? n - at : DRAW_BLOCK, one)) break;
    return true;
}

void block_mask(const Work *w, Twister *t, int64_t at, int64_t n, double p, DType type, double factor, void *mask)
{
    const EwIsa *isa = ew_isa();
    const DrawLoops *loops = isa->draw;
    double u[DRAW_BLOCK];
    Words from;
    if (!accent_rules(w->accent)->mask_takes_bound) {
        draw_words(w, loops, t, at, n, 2, &from);
        if (type == DT_FLOAT32 && from.step == 2) { /* u < p as integers: p 2^53 is exact */
            loops->mask_words(n, mask, from.first, (uint64_t)ceil(p * 0x1p53), (float)factor);
            return;
        }
        loops->units_long(n, u, from.first, from.second, from.step);
    } else {
        if (type == DT_FLOAT32) {
            float single[DRAW_BLOCK];
            draw_words(w, loops, t, at, n, 1, &from);
            loops->units_mxnet(n, single, from.first);
            ew_convert(isa, n, u, DT_FLOAT64, single, DT_FLOAT32);
            p = (float)p;
        } else { /* two words, the first the lower */
            Draw d = draw_open(w, t, at);
            for (int64_t i = 0; i < n; i++) {
                if (!t) d = draw_open(w, NULL, at + i);
                u[i] = draw_canonical(&d, DT_FLOAT64);
            }
        }
        p = nextafter(p, 2); /* p itself is below this */
    }
    if (type == DT_FLOAT64) loops->mask_long(n, mask, u, p, factor);
    else loops->mask(n, mask, u, p, (float)factor);
}

static const BlockRules block_rules[ACCENT_COUNT] = {
    [ACCENT_MXNET] = {uniform_mxnet, NULL, NULL, normal_mxnet, normal_mxnet_gpu, true, NULL},
    [ACCENT_TORCH] = {uniform_torch, uniform_masked, uniform_torch, NULL, normal_torch_gpu, false, exponential_torch},
    [ACCENT_NUMPY] = {uniform_53, uniform_53, uniform_53, normal_numpy, normal_torch_gpu, false, NULL},
    [ACCENT_MXNP] = {uniform_mxnet, NULL, NULL, normal_mxnet, normal_mxnet_gpu, true, NULL},
};
