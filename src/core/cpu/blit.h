/* blit.h: copying a block of elements from one strided layout to another: what most ops that move elements come to.
 *
 * Describe it (blit_open, an axis at a time; strides in elements, 0 repeats, negative goes backwards), then run it. Source and target must
 * not overlap; every target element is written once, so that threads may share the work.
 */
#ifndef PERCH_CORE_CPU_BLIT_H
#define PERCH_CORE_CPU_BLIT_H

#include "work.h"

enum { BLIT_AXES = 2 * MAX_DIMS + 2 };
typedef struct Blit {
    Work *w; /* while it runs */
    int n;
    DType to_type, from_type;
    char *to;
    const char *from;
    int64_t size[BLIT_AXES], to_step[BLIT_AXES], from_step[BLIT_AXES];
} Blit;

/* What kernels that only move elements need of memory that is not the host's: with it they plan for any device (plugin.h). */
struct Gemm;
struct EwProgram;
typedef struct Elsewhere {
    void (*blit)(Work *w, const Blit *b);              /* arranged: axes joined, the outermost first */
    void (*fill)(Work *w, char *to, int64_t n, const void *element, size_t bytes);
    bool (*gemm)(Work *w, const struct Gemm *g);
    bool (*program)(Work *w, struct EwProgram *p);     /* laid out */
    void (*row_sums)(Work *w, DType type, const char *from, int64_t rows, int64_t n, char *to); /* float32, float64, int64 */
    void *(*scratch)(Work *w, size_t bytes);           /* NULL: w->error; what follows on the device may use it until it is given back */
    void (*scratch_free)(Work *w, void *p);
    void *data;
} Elsewhere;

void blit_open(Blit *b, char *to, DType to_type, const char *from, DType from_type);
void blit_axis(Blit *b, int64_t size, int64_t to_step, int64_t from_step);
void blit_run(Work *w, Blit *b);
/* All of `from` over the first axes of `to` (the same shape). */
void blit_view(Work *w, char *to, DType to_type, const int64_t *to_strides, const View *from);
/* A contiguous view without copying, or a contiguous copy in scratch (*mine: give it back with work_scratch_free). NULL: no memory. */
const char *blit_contiguous(Work *w, const View *v, void **mine);
/* n elements of one value */
void blit_fill(Work *w, char *to, DType type, int64_t n, Scalar value);

#endif
