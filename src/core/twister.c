/* twister.c: MT19937 (Matsumoto and Nishimura 1998) and NumPy's ways to draw from it. */
#include "twister.h"

#include <math.h>
#include <string.h>

#include "core.h"
#include "core/cpu/draw_loops.h"
#include "core/cpu/ew.h"

void twister_seed(Twister *t, uint32_t seed)
{
    t->key[0] = seed;
    for (uint32_t i = 1; i < TWISTER_WORDS; i++) t->key[i] = 1812433253u * (t->key[i - 1] ^ t->key[i - 1] >> 30) + i;
    t->pos = TWISTER_WORDS;
    t->has_normal = false;
}

void twister_seed_list(Twister *t, const uint32_t *seed, int n)
{
    static const uint32_t zero;
    int i = 1, j = 0, steps = n > TWISTER_WORDS ? n : TWISTER_WORDS;
    if (n == 0) {
        seed = &zero;
        n = 1;
    }
    twister_seed(t, 19650218u);
    for (int k = 0; k < steps; k++) {
        t->key[i] = (t->key[i] ^ (t->key[i - 1] ^ t->key[i - 1] >> 30) * 1664525u) + seed[j] + (uint32_t)j;
        if (++i == TWISTER_WORDS) {
            t->key[0] = t->key[TWISTER_WORDS - 1];
            i = 1;
        }
        if (++j == n) j = 0;
    }
    for (int k = 1; k < TWISTER_WORDS; k++) {
        t->key[i] = (t->key[i] ^ (t->key[i - 1] ^ t->key[i - 1] >> 30) * 1566083941u) - (uint32_t)i;
        if (++i == TWISTER_WORDS) {
            t->key[0] = t->key[TWISTER_WORDS - 1];
            i = 1;
        }
    }
    t->key[0] = 0x80000000u;
    t->pos = TWISTER_WORDS;
    t->has_normal = false;
}

void twister_refill(Twister *t)
{
    ew_isa()->draw->refill(t->key);
    t->pos = 0;
}

void twister_fill(Twister *t, uint32_t *restrict out, int n)
{
    while (n > 0) {
        if (t->pos >= TWISTER_WORDS) twister_refill(t);
        int m = TWISTER_WORDS - t->pos < n ? TWISTER_WORDS - t->pos : n;
        ew_isa()->draw->temper(m, out, t->key + t->pos);
        t->pos += m;
        out += m;
        n -= m;
    }
}

int twister_ahead(Twister *t, uint32_t *out)
{
    if (t->pos >= TWISTER_WORDS) twister_refill(t);
    int n = TWISTER_WORDS - t->pos;
    ew_isa()->draw->temper(n, out, t->key + t->pos);
    return n;
}

double twister_unit(Twister *t)
{
    uint32_t a = twister_next(t) >> 5, b = twister_next(t) >> 6;
    return (a * 67108864.0 + b) / 9007199254740992.0;
}

double twister_polar(Twister *t)
{
    if (t->has_normal) {
        t->has_normal = false;
        return t->normal;
    }
    double x, y, r;
    do {
        x = 2.0 * twister_unit(t) - 1.0;
        y = 2.0 * twister_unit(t) - 1.0;
        r = x * x + y * y;
    } while (r >= 1.0 || r == 0.0);
    double f = sqrt(-2.0 * log(r) / r);
    t->normal = f * x;
    t->has_normal = true;
    return f * y;
}

uint64_t twister_below(Twister *t, uint64_t last)
{
    if (last == 0) return 0;
    uint64_t mask = UINT64_MAX >> __builtin_clzll(last), value;
    do value = (last <= UINT32_MAX ? twister_next(t) : twister_next_long(t)) & mask;
    while (value > last);
    return value;
}

/* ---- lanes ---- */
Lanes *lanes_open(Core *c, Accent accent, uint64_t seed)
{
    Lanes *l = core_alloc(c, sizeof *l);
    if (!l) return NULL;
    memset(l, 0, sizeof *l);
    l->core = c;
    l->accent = accent;
    l->seed = (uint32_t)seed;
    return l;
}

void lanes_close(Lanes *l)
{
    lanes_seed(l, 0);
    core_free(l->core, l, sizeof *l);
}

void lanes_seed(Lanes *l, uint64_t seed)
{
    l->seed = (uint32_t)seed;
    for (int i = 0; i < LANES_ALL; i++) {
        core_free(l->core, l->lane[i], sizeof *l->lane[i]);
        l->lane[i] = NULL;
    }
}

Twister *lanes_get(Lanes *l, int i)
{
    if (l->lane[i]) return l->lane[i];
    Twister *t = core_alloc(l->core, sizeof *t);
    if (!t) return NULL;
    /* MXNet multiplies the seed before it numbers the lanes */
    twister_seed(t, accent_rules(l->accent)->numbered_lanes ? l->seed * 127u + (uint32_t)(i % LANES) : l->seed);
    return l->lane[i] = t;
}
