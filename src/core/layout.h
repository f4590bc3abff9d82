/* layout.h: in which order of axes the results of a call lie, where the accent keeps its operands' (keeps_layout): PyTorch's order, axis by axis.
 *
 * Kernels do not hear of it: the call runs with its axes turned, so that the result has no gaps as ever, and the result's axes are turned back.
 */
#ifndef PERCH_CORE_LAYOUT_H
#define PERCH_CORE_LAYOUT_H

#include "op.h"

typedef struct Layout {
    int n;
    uint8_t order[MAX_DIMS];   /* the axes, the one with the longest steps first */
    int64_t strides[MAX_DIMS]; /* of the results */
} Layout;
/* false: row-major, as tensor_new makes it. Asked once infer has filled in the specs. */
bool layout_kept(const Call *call, Layout *l);
/* How the next call's results lie, whatever its operands say; *l lives until then. */
void core_set_layout(Core *c, const Layout *l);
/* The same for what does not run with its axes turned: results are made row-major and copied (layout_copied). `at`: which result */
bool layout_after(const Call *call, int at, int64_t *strides);
/* The layout that a tensor itself has: its axes by their steps. false: row-major, or its elements do not lie one to a place. */
bool layout_of(const Tensor *t, Layout *l);
/* Of steps that leave no gaps */
void layout_of_steps(const int64_t *strides, int n, Layout *l);
/* A view of it with the axes in that order, those it lacks in front; NULL: recorded. */
Tensor *layout_turned(Core *c, Tensor *t, const Layout *l);
/* Strides of a tensor that clone, empty_like and their like make of one: its own where it has no gaps, else without gaps in the order of its axes. false: row-major */
bool layout_cloned(const Tensor *t, int64_t *strides);
/* Strides of channels_last (4 axes) and channels_last_3d (5), and what PyTorch finds to be one. */
void layout_channels_last(const int64_t *shape, int n, int64_t *strides);
bool layout_is_channels_last(const Tensor *t);      /* without gaps in that order */
bool layout_suggests_channels_last(const Tensor *t); /* its steps go that way; what is both is row-major */
bool layout_is_dense(const Tensor *t);              /* each element at a place of its own, none between them */
/* A new tensor of those strides; they have no gaps. */
Tensor *layout_new(Core *c, Device *device, DType dtype, const int64_t *shape, const int64_t *strides, int n);
/* t's values in those strides: t itself, retained, if it has them; recorded on no tape. */
Tensor *layout_copied(Core *c, Tensor *t, const int64_t *strides);

#endif
