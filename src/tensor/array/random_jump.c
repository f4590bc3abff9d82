/* random_jump.c: MT19937 moved on by 2**128 words: the sum of those successors of its state that a polynomial names (tools/make_mt_jump.py), by Horner's rule. */
#include <string.h>

#include "random_bits.h"

enum { WORDS = TWISTER_WORDS, AHEAD = 397 };
static const uint32_t polynomial[WORDS] = {
#include "random_jump.inc"
};
typedef struct Ring { uint32_t x[WORDS]; int at; } Ring; /* the words of a state, from `at` on round */

static inline int round_of(int i) { return i >= WORDS ? i - WORDS : i; }
static void step(Ring *r)
{
    uint32_t y = (r->x[r->at] & 0x80000000u) | (r->x[round_of(r->at + 1)] & 0x7FFFFFFFu);
    r->x[r->at] = r->x[round_of(r->at + AHEAD)] ^ y >> 1 ^ (y & 1 ? 0x9908B0DFu : 0);
    r->at = round_of(r->at + 1);
}
static void add(Ring *r, const Ring *s)
{
    int to = r->at, from = s->at;
    for (int i = 0; i < WORDS; i++) {
        r->x[to] ^= s->x[from];
        to = round_of(to + 1);
        from = round_of(from + 1);
    }
}
static bool term(int i) { return polynomial[i >> 5] >> (i & 31) & 1; }

void twister_jump(Twister *t)
{
    Ring start = {.at = t->pos % WORDS};
    memcpy(start.x, t->key, sizeof start.x);
    Ring sum = start;
    int i = WORDS * 32 - 1;
    while (!term(i)) i--;
    while (i-- > 0) {
        step(&sum);
        if (term(i)) add(&sum, &start);
    }
    memcpy(t->key, sum.x, sizeof sum.x);
    t->pos = sum.at;
}
