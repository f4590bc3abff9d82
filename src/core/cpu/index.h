/* index.h: reading index arrays, and the plan of an indexed place, for the kernels that take and those that put. */
#ifndef PERCH_CORE_CPU_INDEX_H
#define PERCH_CORE_CPU_INDEX_H

#include "work.h"

/* What to do with an index outside 0 … size - 1. RAISE: below zero counts from the end; STRICT: not even that; ANY: the caller looks. */
typedef enum IndexMode { INDEX_RAISE, INDEX_STRICT, INDEX_CLIP, INDEX_WRAP, INDEX_ANY } IndexMode;
IndexMode index_mode_of(const Work *w);
/* v broadcast to shape, as int64 in scratch, checked against `size`; NULL: failed, recorded. */
int64_t *index_read(Work *w, const View *v, const int64_t *shape, int n, int64_t size, int axis, IndexMode mode);

typedef struct IndexAxes { int n; int64_t size[MAX_DIMS], step[MAX_DIMS]; } IndexAxes;
/* x[…, arrays, …] is front axes x the arrays' common shape (`block`, `count` places) x back axes. */
typedef struct IndexPlan {
    IndexAxes front, back;
    int64_t front_size, back_size, count;
    Dims block;
    int64_t *places;   /* scratch: element offsets in x */
    bool back_packed;  /* the back axes are one run of memory */
} IndexPlan;
bool index_plan(Work *w, const View *x, const View *arrays, int count, IndexMode mode, IndexPlan *p);
int64_t index_axes_place(const IndexAxes *a, int64_t i); /* the offset of the i-th in row-major order */

#endif
