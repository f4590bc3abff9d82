/* accent.c: accents.def as a table, a row for each accent. */
#include "accent.h"

#include "dtype.h"
#include "shape.h"

const AccentRules accent_table[ACCENT_COUNT] = {
#define RULE(rule, mxnet, torch, numpy, mxnp) .rule = mxnet,
    [ACCENT_MXNET] = {
#include "accents.def"
    },
#undef RULE
#define RULE(rule, mxnet, torch, numpy, mxnp) .rule = torch,
    [ACCENT_TORCH] = {
#include "accents.def"
    },
#undef RULE
#define RULE(rule, mxnet, torch, numpy, mxnp) .rule = numpy,
    [ACCENT_NUMPY] = {
#include "accents.def"
    },
#undef RULE
#define RULE(rule, mxnet, torch, numpy, mxnp) .rule = mxnp,
    [ACCENT_MXNP] = {
#include "accents.def"
    },
#undef RULE
};
