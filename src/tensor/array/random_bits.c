/* random_bits.c: the generators: MT19937 (core/twister.h); O'Neill's PCG64 with the outputs XSL-RR and DXSM; Philox-4x64-10 (Salmon and others, 2011); Doty-Humphrey's SFC64. */
#include "random_bits.h"

#include <string.h>

static inline uint64_t rotated(uint64_t x, unsigned left) { return x << (left & 63) | x >> (-left & 63); }
static inline double unit(uint64_t x) { return (double)(x >> 11) * 0x1p-53; }

/* The four functions of a generator that is its 64-bit words. */
#define WORDS(prefix, type, next)                                                          \
    static uint64_t prefix##_64(void *s) { return next(s); }                               \
    static uint32_t prefix##_32(void *s)                                                   \
    {                                                                                      \
        Half *h = &((type *)s)->half;                                                      \
        if (h->has) {                                                                      \
            h->has = 0;                                                                    \
            return h->half;                                                                \
        }                                                                                  \
        uint64_t x = next(s);                                                              \
        h->has = 1;                                                                        \
        h->half = (uint32_t)(x >> 32);                                                     \
        return (uint32_t)x;                                                                \
    }                                                                                      \
    static double prefix##_double(void *s) { return unit(next(s)); }                       \
    static void prefix##_doubles(void *s, int64_t n, double *out)                          \
    {                                                                                      \
        type here = *(type *)s;                                                            \
        for (int64_t i = 0; i < n; i++) out[i] = unit(next(&here));                        \
        *(type *)s = here;                                                                 \
    }

/* ---- PCG ---- */
#define PCG_BY ((Wide)0x2360ED051FC65DA4u << 64 | 0x4385DF649FCCF645u)
#define PCG_CHEAP_BY 0xDA942042E4DD58B5u

static inline uint64_t pcg_next(Pcg *p)
{
    p->state = p->state * PCG_BY + p->step;
    return rotated((uint64_t)(p->state >> 64) ^ (uint64_t)p->state, -(unsigned)(p->state >> 122));
}
static inline uint64_t dxsm_next(Pcg *p)
{
    uint64_t high = (uint64_t)(p->state >> 64), low = (uint64_t)p->state | 1;
    p->state = p->state * PCG_CHEAP_BY + p->step;
    high ^= high >> 32;
    high *= PCG_CHEAP_BY;
    high ^= high >> 48;
    return high * low;
}
WORDS(pcg, Pcg, pcg_next)
WORDS(dxsm, Pcg, dxsm_next)

/* Both outputs are seeded with the long multiplier. */
void pcg_seed(Pcg *p, Wide state, Wide sequence)
{
    p->step = sequence << 1 | 1;
    p->state = (p->step + state) * PCG_BY + p->step; /* one step from 0, the seed added, another step */
    p->half = (Half){0, 0};
}

/* `by` steps at once: x -> a x + c composed with itself by squaring (Brown, 1994). */
void pcg_advance(Pcg *p, Wide by, bool dxsm)
{
    Wide a = dxsm ? (Wide)PCG_CHEAP_BY : PCG_BY, c = p->step, all_a = 1, all_c = 0;
    for (; by; by >>= 1) {
        if (by & 1) {
            all_a *= a;
            all_c = all_c * a + c;
        }
        c *= a + 1;
        a *= a;
    }
    p->state = all_a * p->state + all_c;
}

/* ---- Philox ---- */
static void philox_count(Philox *p)
{
    for (int i = 0; i < 4 && ++p->counter[i] == 0; i++) {}
}
static void philox_refill(Philox *p)
{
    philox_count(p);
    uint64_t x[4], key[2] = {p->key[0], p->key[1]};
    memcpy(x, p->counter, sizeof x);
    for (int round = 0; round < 10; round++) {
        Wide a = (Wide)0xD2E7470EE14C6C93u * x[0], b = (Wide)0xCA5A826395121157u * x[2];
        uint64_t x1 = x[1], x3 = x[3];
        x[0] = (uint64_t)(b >> 64) ^ x1 ^ key[0];
        x[1] = (uint64_t)b;
        x[2] = (uint64_t)(a >> 64) ^ x3 ^ key[1];
        x[3] = (uint64_t)a;
        key[0] += 0x9E3779B97F4A7C15u; /* the golden ratio */
        key[1] += 0xBB67AE8584CAA73Bu; /* sqrt(3) - 1 */
    }
    memcpy(p->buffer, x, sizeof x);
    p->pos = 0;
}
static inline uint64_t philox_next(Philox *p)
{
    if (p->pos >= 4) philox_refill(p);
    return p->buffer[p->pos++];
}
WORDS(philox, Philox, philox_next)

void philox_advance(Philox *p, const uint64_t by[4])
{
    uint64_t carry = 0;
    for (int i = 0; i < 4; i++) {
        Wide sum = (Wide)p->counter[i] + by[i] + carry;
        p->counter[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
}

/* ---- SFC ---- */
static inline uint64_t sfc_next(Sfc *s)
{
    uint64_t out = s->s[0] + s->s[1] + s->s[3]++;
    s->s[0] = s->s[1] ^ s->s[1] >> 11;
    s->s[1] = s->s[2] + (s->s[2] << 3);
    s->s[2] = rotated(s->s[2], 24) + out;
    return out;
}
WORDS(sfc, Sfc, sfc_next)
void sfc_seed(Sfc *s, const uint64_t seed[3])
{
    *s = (Sfc){{seed[0], seed[1], seed[2], 1}, {0, 0}};
    for (int i = 0; i < 12; i++) sfc_next(s); /* its author's number of rounds until the seed is mixed */
}

/* ---- MT19937 ---- */
static uint64_t mt_64(void *s) { return twister_next_long(s); }
static uint32_t mt_32(void *s) { return twister_next(s); }
static uint64_t mt_raw(void *s) { return twister_next(s); }
static double mt_double(void *s) { return twister_unit(s); }
static void mt_doubles(void *s, int64_t n, double *out)
{
    enum { MANY = 512 };
    uint32_t words[2 * MANY];
    while (n > 0) {
        int m = n < MANY ? (int)n : MANY;
        twister_fill(s, words, 2 * m);
        for (int i = 0; i < m; i++) out[i] = ((double)(words[2 * i] >> 5) * 67108864.0 + (double)(words[2 * i + 1] >> 6)) * 0x1p-53;
        out += m;
        n -= m;
    }
}

const Bits bits_of_kind[BITS_KINDS] = {
    [BITS_MT19937] = {NULL, mt_64, mt_32, mt_double, mt_raw, mt_doubles},
    [BITS_PCG64] = {NULL, pcg_64, pcg_32, pcg_double, pcg_64, pcg_doubles},
    [BITS_PCG64DXSM] = {NULL, dxsm_64, dxsm_32, dxsm_double, dxsm_64, dxsm_doubles},
    [BITS_PHILOX] = {NULL, philox_64, philox_32, philox_double, philox_64, philox_doubles},
    [BITS_SFC64] = {NULL, sfc_64, sfc_32, sfc_double, sfc_64, sfc_doubles},
};
