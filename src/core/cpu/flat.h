/* flat.h: operands as contiguous arrays of the dtype that a kernel computes in: in place where they are so already, else copies.
 *
 * Kernels of networks are written for contiguous float (for half types, too) and double; this is their way in and out.
 */
#ifndef PERCH_CORE_CPU_FLAT_H
#define PERCH_CORE_CPU_FLAT_H

#include "core/cpu/wide/wide.h"
#include "work.h"

typedef struct Flat {
    void *at;      /* row-major, without gaps; NULL where the operand is absent */
    void *scratch; /* what has to be freed; NULL: `at` is the operand itself */
    const View *view;
    DType dtype;
} Flat;

bool flat_in(Work *w, const View *v, DType as, Flat *f);  /* absent: at NULL, true. false: no memory */
bool flat_out(Work *w, const View *v, DType as, Flat *f); /* room for a result */
void flat_drop(Work *w, Flat *f);                         /* an input is done with */
void flat_store(Work *w, Flat *f);                        /* a result goes to its view */
/* A kernel with one result and three operands ends: all are given back, the result is stored if all went well. */
void flat_close(Work *w, bool ok, Flat *out, Flat *a, Flat *b, Flat *c);

/* The same for plain arrays: n elements apart by strides, converted. */
void flat_copy(Work *w, void *to, DType to_dtype, const int64_t *to_strides, const void *from, DType from_dtype, const int64_t *from_strides, const int64_t *shape, int ndim);

static inline const WideReal *flat_loops(DType compute) { return &wide_loops()->real[compute == DT_FLOAT64]; }
static inline double flat_number(DType compute, const void *at, int64_t i) { return compute == DT_FLOAT64 ? ((const double *)at)[i] : (double)((const float *)at)[i]; }
static inline char *flat_at(const void *base, DType compute, int64_t i) { return (char *)(uintptr_t)base + i * (int64_t)dtype_bytes(compute); }

#endif
