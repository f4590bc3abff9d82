/* random_draw.h: who draws: Generator and RandomState are each a Drawer, and share what goes element by element. */
#ifndef PERCH_TENSOR_ARRAY_RANDOM_DRAW_H
#define PERCH_TENSOR_ARRAY_RANDOM_DRAW_H

#include "random.h"

typedef struct Drawer {
    Obj head;
    Value bit_generator;             /* a BitGen, whose bits `legacy` has */
    Legacy legacy;                   /* Generator: its bits alone */
} Drawer;
static inline Drawer *as_drawer(Ref v) { return (Drawer *)BITS(v); }
bool drawer_take(VM *vm, Drawer *d, Ref bit_generator); /* false: raised: it is none */
void drawer_dealloc(VM *vm, Obj *o);
void drawer_traverse(VM *vm, Obj *o, VisitFn visit, void *arg);
Value drawer_text(VM *vm, Ref v);    /* Generator(PCG64) */
Value drawer_repr(VM *vm, Ref v);

extern const NativeDef random_laws_new[], random_laws_old[]; /* the methods of random_laws.def */

/* size=: None gives *one. */
bool random_size(VM *vm, Ref size, NpDims *dims, bool *one);
/* out= as an array to be filled: of this dtype, contiguous, of this size. */
NdArray *random_out(VM *vm, Ref out, Descr *d, Ref size, bool any_order);
/* n elements by part(data, from, to), looking for interrupts. */
typedef void (*RandomPart)(void *data, int64_t from, int64_t to);
bool random_fill(VM *vm, int64_t n, RandomPart part, void *data);

/* random_integers.c: low <= x < high (closed: <= high) of a dtype, by masks (RandomState) or not */
Value random_integers(VM *vm, Drawer *d, Ref low, Ref high, Ref size, Ref dtype, bool masked, bool closed);
void random_longs(Drawer *d, int64_t *out, int64_t n, uint64_t last, bool masked); /* 0 … last, added to what stands there */

/* random_order.c: what both do with sequences */
Value random_bytes(VM *vm, Drawer *d, Ref length);
bool random_shuffle(VM *vm, Drawer *d, Ref x, int64_t axis, bool old);
bool random_mix_longs(VM *vm, Drawer *d, int64_t *v, int64_t n, int64_t first); /* places n - 1 … first change with one at or before them */
Value random_choice(VM *vm, Drawer *d, const Ref *args /* a size replace p axis shuffle */, bool old);
Value random_permutation(VM *vm, Drawer *d, Ref x, int64_t axis, bool old);
Value random_permuted(VM *vm, Drawer *d, Ref x, Ref axis, Ref out);

/* random_many.c: several numbers at once */
Value random_multivariate_normal(VM *vm, Drawer *d, const Ref *args /* mean cov size check_valid tol method */, bool old);
Value random_multinomials(VM *vm, Drawer *d, Ref n, Ref pvals, Ref size, bool old);
Value random_dirichlet(VM *vm, Drawer *d, Ref alpha, Ref size, bool old);
Value random_multivariate_hypergeometric(VM *vm, Drawer *d, Ref colors, Ref nsample, Ref size, Ref method);

#endif
