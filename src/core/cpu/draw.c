/* draw.c: words of Philox, and units and normal numbers as each library makes them. */
#include "draw.h"

#include <math.h>

#include "core/philox.h"

Draw draw_open(const Work *w, Twister *t, int64_t i)
{
    if (t && accent_rules(w->accent)->takes_pairs) t->has_normal = false;
    return (Draw){.twister = t, .key = w->seed[0], .block = w->seed[1] + (uint64_t)i};
}

void draw_refill(Draw *d)
{
    const uint32_t counter[4] = {(uint32_t)d->block, (uint32_t)(d->block >> 32), d->round++, 0}, key[2] = {(uint32_t)d->key, (uint32_t)(d->key >> 32)};
    uint32_t words[4];
    philox_words(counter, key, words);
    for (int i = 0; i < 4; i++) d->words[3 - i] = words[i]; /* draw_word takes them from the end */
    d->left = 4;
}

Twister *draw_twister(Work *w, int lane)
{
    if (!w->lanes) return NULL;
    const AccentRules *rules = accent_rules(w->accent);
    if (rules->numbered_lanes && !rules->shares_lanes) lane = LANE_SINGLE; /* who has several and shares no array among them draws everything one by one */
    Twister *t = lanes_get(w->lanes, lane);
    if (!t) work_fail(w, CE_HOST_MEMORY, "no memory for a generator");
    return t;
}

typedef struct Share { DrawPart part; void *data; } Share;
static void share_part(void *data, int64_t from, int64_t to)
{
    Share *s = data;
    s->part(s->data, NULL, from, to);
}

bool draw_all(Work *w, int64_t n, int64_t grain, DrawPart part, void *data)
{
    if (!w->lanes) {
        work_parallel(w, n, grain, share_part, &(Share){part, data});
        return true;
    }
    int64_t parts = accent_rules(w->accent)->shares_lanes ? (n + LANE_LEAST - 1) / LANE_LEAST : 1;
    if (parts > LANES) parts = LANES;
    int64_t step = parts ? (n + parts - 1) / parts : 0;
    for (int64_t lane = 0; lane < parts && lane * step < n; lane++) {
        Twister *t = draw_twister(w, (int)lane);
        if (!t) return false;
        part(data, t, lane * step, (lane + 1) * step < n ? (lane + 1) * step : n);
    }
    return true;
}

double draw_canonical(Draw *d, DType type)
{
    if (type == DT_FLOAT32) {
        float x = (float)draw_word(d) / 4294967296.0f;
        return x >= 1.0f ? 0x1.FFFFFEp-1f : x;
    }
    double low = draw_word(d), x = (low + draw_word(d) * 4294967296.0) / 18446744073709551616.0;
    return x >= 1.0 ? 0x1.FFFFFFFFFFFFFp-1 : x;
}

double draw_53(Draw *d, DType type) { return draw_double_53(d); }

double draw_masked(Draw *d, DType type)
{
    switch (type) {
    case DT_FLOAT64: return draw_double_masked(d);
    case DT_FLOAT32: return (draw_word(d) & 0xFFFFFF) * 0x1p-24;
    case DT_FLOAT16: return (draw_word(d) & 0x7FF) * 0x1p-11;
    case DT_BFLOAT16: return (draw_word(d) & 0xFF) * 0x1p-8;
    default: return draw_53(d, type);
    }
}

/* The second of a pair goes to *other. */
static double polar(Draw *d, DType type, double *other)
{
    if (type == DT_FLOAT32) {
        float x, y, r;
        do {
            x = 2.0f * (float)draw_canonical(d, type) - 1.0f;
            y = 2.0f * (float)draw_canonical(d, type) - 1.0f;
            r = x * x + y * y;
        } while (r > 1.0f || r == 0.0f);
        float scale = sqrtf(-2.0f * logf(r) / r);
        *other = x * scale;
        return y * scale;
    }
    double x, y, r;
    do {
        x = 2.0 * draw_canonical(d, type) - 1.0;
        y = 2.0 * draw_canonical(d, type) - 1.0;
        r = x * x + y * y;
    } while (r > 1.0 || r == 0.0);
    double scale = sqrt(-2.0 * log(r) / r);
    *other = x * scale;
    return y * scale;
}

double draw_normal_polar(Draw *d, DType type)
{
    double other;
    return polar(d, type, &other);
}

/* What is left at the end of an array is forgotten (draw_open). */
double draw_normal_both(Draw *d, DType type)
{
    Twister *t = d->twister;
    if (!t) return draw_normal_polar(d, type);
    if (t->has_normal) {
        t->has_normal = false;
        return t->normal;
    }
    t->has_normal = true;
    return polar(d, type, &t->normal);
}

double draw_normal_pair(Draw *d, DType type)
{
    Twister *t = d->twister;
    if (t && t->has_normal) {
        t->has_normal = false;
        return t->normal;
    }
    double turn = 2.0 * M_PI * draw_masked(d, DT_FLOAT64), radius = sqrt(-2.0 * log1p(-draw_masked(d, DT_FLOAT64)));
    if (t) {
        t->has_normal = true;
        t->normal = radius * sin(turn);
    }
    return radius * cos(turn);
}

double draw_normal_legacy(Draw *d, DType type) { return d->twister ? twister_polar(d->twister) : draw_normal_pair(d, type); }
