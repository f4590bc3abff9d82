/* accent.h: whose rules an op follows where the libraries differ: a table of rules by accent (accents.def), that core asks by what a rule means.
 *
 * An accent is data: a new difference is a line of accents.def. Fixed uses have names here.
 */
#ifndef PERCH_CORE_ACCENT_H
#define PERCH_CORE_ACCENT_H

#include <stdbool.h>
#include <stdint.h>

typedef enum Accent {
    ACCENT_MXNET, ACCENT_TORCH, ACCENT_NUMPY,
    ACCENT_MXNP, /* mx.np: MXNet's places and gradients, shapes and dtypes near to NumPy's */
    ACCENT_COUNT,
    /* Fixed uses */
    GRADIENT_ACCENT = ACCENT_TORCH, /* gradients are written with its rules: promotion, no codes in shapes */
    RULED_ACCENT = ACCENT_TORCH,    /* whose calls autocast, inference mode and anomaly detection rule (rules.c) */
    PLAIN_ACCENT = ACCENT_MXNET     /* core's own calls and programs: no check of numbers, no library's own formula */
} Accent;

typedef enum AccentWords { WORDS_MXNET, WORDS_TORCH, WORDS_NUMPY, WORDS_MXNP } AccentWords;
typedef enum AccentPromotion { PROMOTE_NEVER, PROMOTE_IN_ARITHMETIC, PROMOTE_ALWAYS } AccentPromotion;
typedef enum AccentFloats {
    FLOATS_NONE,     /* integers stay */
    FLOATS_OF_PAIRS, /* one operand of integers stays; two, and bools, are the default float */
    FLOATS_DEFAULT,
    FLOATS_BY_WIDTH  /* each operand's own float, and the widest of those */
} AccentFloats;
typedef enum AccentMeans { MEANS_KEEP, MEANS_REFUSE, MEANS_FLOAT } AccentMeans;
typedef enum AccentElementwise { ELEMENTWISE_AS_MET, ELEMENTWISE_REFUSING, ELEMENTWISE_BY_LOOPS } AccentElementwise;
typedef enum AccentComplex { COMPLEX_NONE, COMPLEX_TORCH, COMPLEX_NUMPY } AccentComplex;
enum { FORMULA_SIGN_ZERO = 1, FORMULA_MOD_SIGNED = 2, FORMULA_MOD_OR_ZERO = 4, FORMULA_CLIP_HIGH_FIRST = 8, FORMULA_ROUND_DOWN = 16, FORMULA_SHIFT_WRAPPED = 32 };

typedef struct AccentRules {
#define RULE(rule, mxnet, torch, numpy, mxnp) uint8_t rule;
#include "accents.def"
#undef RULE
} AccentRules;
extern const AccentRules accent_table[ACCENT_COUNT];
static inline const AccentRules *accent_rules(Accent a) { return &accent_table[a]; }
static inline Accent accent_library(Accent a) { return (Accent)accent_table[a].library; }

#endif
