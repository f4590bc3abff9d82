/* random_bits.h: where random bits come from: a generator's state behind four functions, laid out as NumPy's bitgen_t is, which others call through the capsule and ctypes. */
#ifndef PERCH_TENSOR_ARRAY_RANDOM_BITS_H
#define PERCH_TENSOR_ARRAY_RANDOM_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/twister.h"

typedef unsigned __int128 Wide;
typedef struct Bits {
    void *state;
    uint64_t (*next64)(void *state);
    uint32_t (*next32)(void *state);
    double (*next_double)(void *state);       /* 0 <= x < 1, of 53 bits */
    uint64_t (*next_raw)(void *state);
    void (*doubles)(void *state, int64_t n, double *out); /* many at once; the same numbers */
} Bits;
static inline uint64_t bits64(const Bits *b) { return b->next64(b->state); }
static inline uint32_t bits32(const Bits *b) { return b->next32(b->state); }
static inline double bits_unit(const Bits *b) { return b->next_double(b->state); }
static inline float bits_unit_float(const Bits *b) { return (float)(bits32(b) >> 8) * 0x1p-24f; }

typedef struct Half { int has; uint32_t half; } Half; /* the upper half of a word, kept for the next 32 bits */
typedef struct Pcg { Wide state, step; Half half; } Pcg;
typedef struct Philox { uint64_t counter[4], key[2], buffer[4]; int pos; Half half; } Philox;
typedef struct Sfc { uint64_t s[4]; Half half; } Sfc;

typedef enum BitsKind { BITS_MT19937, BITS_PCG64, BITS_PCG64DXSM, BITS_PHILOX, BITS_SFC64, BITS_KINDS } BitsKind;
typedef union BitsState { Twister twister; Pcg pcg; Philox philox; Sfc sfc; } BitsState;
extern const Bits bits_of_kind[BITS_KINDS];  /* without a state */

void pcg_seed(Pcg *p, Wide state, Wide sequence);
void pcg_advance(Pcg *p, Wide by, bool dxsm);
void philox_advance(Philox *p, const uint64_t by[4]);
void sfc_seed(Sfc *s, const uint64_t seed[3]);
void twister_jump(Twister *t);              /* 2**128 numbers on */

#endif
