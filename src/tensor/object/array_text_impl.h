/* array_text_impl.h: what the files of array_text share. */
#ifndef PERCH_LIB_ARRAY_TEXT_IMPL_H
#define PERCH_LIB_ARRAY_TEXT_IMPL_H

#include "array_text.h"
#include "core/shape.h"

/* ---- array_text_walk.c ---- */
/* An array laid out for walking. With `summary`, an axis longer than 2 * edge shows its first and last `edge` elements only. */
typedef struct Walk {
    const HostArray *a;
    int64_t size, strides[MAX_DIMS], edge;
    bool summary;
} Walk;
bool text_walk_open(VM *vm, Walk *w, const HostArray *a, double threshold, int64_t edge); /* false: raised (a shape that cannot be) */
static inline bool walk_cuts(const Walk *w, int axis) { return w->summary && w->a->shape[axis] > 2 * w->edge; }
static inline const char *walk_at(const Walk *w, int64_t index)
{
    return (const char *)w->a->data + (size_t)index * dtype_bytes(w->a->dtype);
}
/* Calls visit for every element that is shown, in order (with edge 0 the last axis cut still gives all: the originals slice [-0:]). */
typedef void WalkVisit(void *ctx, const char *at);
bool walk_shown(VM *vm, const Walk *w, WalkVisit *visit, void *ctx); /* false: interrupted */
bool walk_check(VM *vm); /* to be called now and then in long loops; false: raised */

bool array_text_parts(VM *vm, const HostArray *a, HostArray parts[2]); /* a complex array's, to be dropped. false: raised */
void array_text_parts_drop(VM *vm, HostArray parts[2]);
double array_text_load(DType dtype, const void *at); /* a floating element */
int array_text_int(DType dtype, const void *at, char *buf /* >= 24 */); /* an integer's digits; their number */
void array_text_tuple(StrB *b, const int64_t *shape, int n); /* (2, 3), (2,), () */
int64_t array_text_column(const StrB *b, int64_t start); /* characters since the last newline at or after `start`, else since start */
void array_text_strip(StrB *b, int64_t start); /* white space off the end, as far back as start */
int64_t array_text_chars(const char *utf8);    /* characters in it */

/* ---- array_text_digits.c ---- */
/* One finite number taken apart: what stands before and behind the point, and the exponent. Points into itself or into scratch. */
typedef struct FloatParts {
    StrB *scratch;
    const char *whole, *fraction;
    int64_t n_whole, n_fraction, zeros; /* zeros follow the fraction's digits */
    bool negative, point;
    int exponent;
    char text[720]; /* the widest: 5e-324 in full has 324 digits, the largest double 309 */
} FloatParts;
bool float_split(FloatParts *p, double x, const FloatSpec *spec);
static inline int64_t float_fraction(const FloatParts *p) { return p->n_fraction + p->zeros; }
int64_t float_exponent_length(const FloatParts *p, const FloatSpec *spec); /* digits, without e and sign */
int64_t float_length(const FloatParts *p, const FloatSpec *spec);
bool float_write(StrB *b, const FloatParts *p, const FloatSpec *spec);

#endif
