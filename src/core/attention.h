/* attention.h: the sizes of an attention's operands: batches of (queries, depth), (sources, depth), (sources, wide). */
#ifndef PERCH_CORE_ATTENTION_H
#define PERCH_CORE_ATTENTION_H

#include "op.h"

typedef struct AttentionSizes { int64_t batches, queries, sources, depth, wide; } AttentionSizes;

/* Of the shapes of the queries and the values, which have n axes. */
static inline AttentionSizes attention_sizes(const int64_t *queries, const int64_t *values, int n)
{
    AttentionSizes s = {1, queries[n - 2], values[n - 2], queries[n - 1], values[n - 1]};
    for (int i = 0; i < n - 2; i++) s.batches *= queries[i];
    return s;
}

/* Numbers that dropout takes: one for each pair of a query and a source. */
static inline int64_t attention_draws(const Call *call)
{
    AttentionSizes s = attention_sizes(call->in[0].tensor->shape, call->in[2].tensor->shape, call->in[0].tensor->ndim);
    return call->attrs[attention_p].f > 0 ? s.batches * s.queries * s.sources : 0;
}

#endif
