/* infer.h: what the shape rules share: places, promotion, errors with their facts.
 *
 * An infer function is bool infer_<rule>(Call *): it checks everything that can be checked without looking at values, fills in
 * call->device, call->specs[i] and, for a view op, call->out[0]. It runs nothing. op.c declares them from ops.def.
 */
#ifndef PERCH_CORE_INFER_H
#define PERCH_CORE_INFER_H

#include "core.h"

/* Where the call runs: all tensors on one device, but for 0-d CPU tensors, which mix with a GPU's in PyTorch's and NumPy's accent. No tensor among the
 * operands: the device that call->device says already (creation), else the CPU. false: CE_DEVICES_DIFFER, CE_KINDS_DIFFER with `wrong` set. */
bool infer_device(Call *call);
/* The dtype that the operands meet in by the op's rule, for the first `count` operands; *compute: what it computes in (comparisons: the operands'). MXNet:
 * CE_DTYPES_DIFFER where tensors differ. */
bool infer_dtype(Call *call, int first, int count, DType *result, DType *compute);
/* The broadcast shape of operands first … first + count - 1 into specs[0].shape; CE_NOT_BROADCASTABLE. */
bool infer_broadcast(Call *call, int first, int count, Dims *out);
bool infer_ew(Call *call); /* the rule of elementwise ops */
void infer_copy_shape(Dims *to, const Tensor *from);
/* The dtype of floats that nobody said: the accent's, or what the program set. */
static inline DType infer_default_float(const Call *call)
{
    const AccentRules *rules = accent_rules(call->accent);
    return rules->default_float_is_set ? core_default_dtype(call->core) : (DType)rules->default_float;
}
/* The dtype of results that are positions: what was said, else the accent's. */
DType infer_position_dtype(const Call *call, int64_t said);
/* false with CE_BAD_AXIS and its numbers. */
bool infer_axis(Call *call, int64_t axis, int ndim, int *out);
/* An axes list into marks[MAX_DIMS] (absent or empty: all); CE_BAD_AXIS, CE_DUPLICATE_AXIS. */
bool infer_axes(Call *call, Ints axes, int ndim, bool *marks);
static inline const Tensor *infer_in(const Call *call, int i) { return call->in[i].tensor; }
static inline void infer_shapes_error(Call *call, const Tensor *a, const Tensor *b);
/* Record the two shapes of an error, for the accents' words. */
static inline void infer_shapes_error(Call *call, const Tensor *a, const Tensor *b)
{
    CoreError *e = core_error(call->core);
    if (a) infer_copy_shape(&e->shapes[0], a);
    if (b) infer_copy_shape(&e->shapes[1], b);
}
/* PyTorch's check of a number that becomes an element of dtype d: false with CE_BAD_VALUE where it does not stand there (dtype_holds). */
bool infer_number(Call *call, DType d, Scalar s);
/* "2x3" into text of at least n bytes, for neutral messages */
const char *infer_shape_text(const int64_t *shape, int ndim, char *text, size_t n);

#endif
