/* twister.h: the 32-bit Mersenne twister (MT19937) that PyTorch, NumPy and MXNet draw from on a CPU, and what each library keeps beside it.
 *
 * Lanes are the generators of one library's stream: PyTorch and NumPy have one, MXNet 1,024 that share out an array
 * and one that draws single numbers (LANE_SINGLE: pictures' changes, orders, choices by chances). They are made at first use.
 */
#ifndef PERCH_CORE_TWISTER_H
#define PERCH_CORE_TWISTER_H

#include <stdbool.h>
#include <stdint.h>

#include "dtype.h"

enum { TWISTER_WORDS = 624,
       LANES = 1024,
       LANE_SINGLE = LANES,
       LANES_ALL,
       LANE_LEAST = 64 /* numbers a lane draws at least, when there are many */ };
typedef struct Twister {
    uint32_t key[TWISTER_WORDS];
    int pos;         /* words of key that are used up */
    bool has_normal; /* the second of a pair of normal numbers waits */
    double normal;
} Twister;

void twister_seed(Twister *t, uint32_t seed);
void twister_seed_list(Twister *t, const uint32_t *seed, int n); /* NumPy's seed([...]) */
void twister_refill(Twister *t);
static inline uint32_t twister_next(Twister *t)
{
    if (t->pos >= TWISTER_WORDS) twister_refill(t);
    uint32_t y = t->key[t->pos++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9D2C5680u;
    y ^= y << 15 & 0xEFC60000u;
    return y ^ y >> 18;
}
void twister_fill(Twister *t, uint32_t *out, int n);            /* the next n */
int twister_ahead(Twister *t, uint32_t *out /*TWISTER_WORDS*/); /* the next few, at least one, as they will be drawn: how many; t->pos moves on by those that are used */
static inline uint64_t twister_next_long(Twister *t)
{
    uint64_t high = twister_next(t);
    return high << 32 | twister_next(t);
}
double twister_unit(Twister *t);                   /* NumPy's: 53 bits of two words, 0 <= x < 1 */
double twister_polar(Twister *t);                  /* NumPy's normal numbers */
uint64_t twister_below(Twister *t, uint64_t last); /* NumPy's: 0 … last, by masks and rejection: shuffle, permutation, randint */

typedef struct Core Core;
typedef struct Lanes {
    Core *core;
    Accent accent;
    uint32_t seed;
    Twister *lane[LANES_ALL]; /* NULL: not used since the seed was set */
} Lanes;
Lanes *lanes_open(Core *c, Accent accent, uint64_t seed); /* NULL: no memory, recorded */
void lanes_close(Lanes *l);
void lanes_seed(Lanes *l, uint64_t seed); /* as torch.manual_seed, np.random.seed, mx.random.seed do */
Twister *lanes_get(Lanes *l, int i);      /* NULL: no memory, recorded */

#endif
