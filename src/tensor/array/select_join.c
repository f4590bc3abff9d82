/* select_join.c: arrays one behind the other (concatenate), and diagonals with their sums. */
#include "promote.h"
#include "select.h"
#include "transfer.h"
#include "ufunc.h"
#include "walk.h"

/* ---- concatenate ---- */
typedef struct Join {
    NdArray **arrays;
    int n;
    int64_t axis;
    bool flat;
    NpDims dims;   /* of the result */
} Join;

static bool join_flat_dims(VM *vm, Join *j)
{
    j->dims = (NpDims){.n = 1};
    for (int i = 0; i < j->n; i++)
        if (__builtin_add_overflow(j->dims.v[0], array_size(j->arrays[i]), &j->dims.v[0])) return err_false(vm, EXC_ValueError, "total number of elements too large to concatenate");
    return true;
}
static bool join_dims(VM *vm, Join *j)
{
    NdArray *first = j->arrays[0];
    if (j->flat) return join_flat_dims(vm, j);
    if (!first->ndim) return err_false(vm, EXC_ValueError, "zero-dimensional arrays cannot be concatenated");
    if (!np_axis(vm, &j->axis, first->ndim)) return false;
    j->dims.n = first->ndim;
    memcpy(j->dims.v, first->shape, (size_t)first->ndim * sizeof *first->shape);
    for (int i = 1; i < j->n; i++) {
        NdArray *a = j->arrays[i];
        if (a->ndim != first->ndim)
            return err_false(vm, EXC_ValueError, "all the input arrays must have same number of dimensions, but the array at index 0 has %d dimension(s) and the array at index %d has %d dimension(s)",
                             first->ndim, i, a->ndim);
        for (int d = 0; d < a->ndim; d++) {
            if (d == j->axis) j->dims.v[d] += a->shape[d];
            else if (a->shape[d] != j->dims.v[d])
                return err_false(vm, EXC_ValueError,
                                 "all the input array dimensions except for the concatenation axis must match exactly, but along dimension %d, the array at index 0 has size %lld and the array at index %d has size %lld",
                                 d, (long long)j->dims.v[d], i, (long long)a->shape[d]);
        }
    }
    return true;
}
static Descr *join_descr(VM *vm, Np *np, const Join *j, Descr *asked)
{
    if (!asked) return descr_result(vm, np, j->arrays, j->n, NULL, 0);
    Descr *have = NULL;
    for (int i = 0; i < j->n; i++) {
        Descr *d = descr_adapted(vm, asked, j->arrays[i]);
        if (d && have) {
            Descr *met = descr_promote(vm, have, d);
            descr_release(vm, d);
            d = met;
        }
        descr_release(vm, have);
        if (!(have = d)) return NULL;
        if (have == asked) break; /* it needs nothing of the arrays */
    }
    return have;
}
/* The class of the array with the highest __array_priority__; NULL: plain. */
static bool join_type(VM *vm, Np *np, const Join *j, Type **out, NdArray **of)
{
    double best = 0;
    *out = NULL;
    *of = NULL;
    for (int i = 0; i < j->n; i++) {
        if (is_array_exact(REF(j->arrays[i]), np)) continue;
        double priority = 0;
        Value v = obj_getattr_c(vm, REF(j->arrays[i]), "__array_priority__");
        bool ok = v && num_to_double(vm, v, &priority);
        release(vm, v);
        if (!ok) return false;
        if (priority > best || (!*out && priority >= best)) {
            best = priority;
            *of = j->arrays[i];
            *out = as_obj(REF(*of))->type;
        }
    }
    return true;
}
static bool join_is_fortran(const Join *j)
{
    if (j->flat || j->dims.n < 2) return false;
    for (int i = 0; i < j->n; i++)
        if (!array_is(j->arrays[i], ARRAY_F) || array_is(j->arrays[i], ARRAY_C)) return false;
    return true;
}
static NdArray *join_made(VM *vm, Np *np, const Join *j, Descr *asked)
{
    Type *type;
    NdArray *of;
    if (!join_type(vm, np, j, &type, &of)) return NULL;
    Descr *d = join_descr(vm, np, j, asked);
    int64_t strides[NP_DIMS_MOST];
    NdArray *out = NULL;
    if (d && !array_strides_fill(strides, j->dims.v, j->dims.n, d->size, join_is_fortran(j) ? ORDER_F : ORDER_C)) err_raise(vm, EXC_ValueError, "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.");
    else if (d) out = array_make(vm, np, type, d, j->dims.v, NULL, j->dims.n, NULL, join_is_fortran(j) ? ARRAY_F : 0, NO_VALUE, of ? REF(of) : NULL);
    descr_release(vm, d);
    return out;
}
/* The piece of out that array i fills: at the place where the pieces before it end. */
static NdArray *join_piece(VM *vm, NdArray *out, const Join *j, const NdArray *a, int64_t at)
{
    int64_t strides[NP_DIMS_MOST];
    char *data = out->data + at * out->strides[j->axis];
    unsigned flags = out->flags & (ARRAY_WRITEABLE | ARRAY_ALIGNED);
    if (!j->flat) return array_make(vm, np_of(out), NULL, out->descr, a->shape, out->strides, a->ndim, data, flags, retain(REF(out)), NULL);
    int64_t step = out->strides[0];
    for (int d = a->ndim - 1; d >= 0; d--) {
        strides[d] = step;
        step *= a->shape[d];
    }
    return array_make(vm, np_of(out), NULL, out->descr, a->shape, strides, a->ndim, data, flags, retain(REF(out)), NULL);
}
static bool join_fill(VM *vm, NdArray *out, const Join *j, Casting casting)
{
    int64_t at = 0;
    for (int i = 0; i < j->n; i++) {
        NdArray *a = j->arrays[i];
        if (!array_can_cast(vm, a, out->descr, casting)) return raise_cannot_cast(vm, a->descr, out->descr, casting, !a->ndim);
        NdArray *piece = join_piece(vm, out, j, a, at);
        if (piece) array_update_flags(piece);
        bool ok = piece && array_copy_into(vm, piece, a);
        array_release(vm, piece);
        if (!ok) return false;
        at += j->flat ? array_size(a) : a->shape[j->axis];
    }
    return true;
}
static NdArray *join_out(VM *vm, Np *np, const Join *j, Ref out)
{
    if (!is_array(out, np)) return err_raise(vm, EXC_TypeError, "'out' must be an array"), NULL;
    NdArray *to = as_array(out);
    if (to->ndim != j->dims.n) return err_raise(vm, EXC_ValueError, "Output array has wrong dimensionality"), NULL;
    if (memcmp(to->shape, j->dims.v, (size_t)to->ndim * sizeof *to->shape)) return err_raise(vm, EXC_ValueError, "Output array is the wrong shape"), NULL;
    return array_retain(to);
}
static Value join_run(VM *vm, Np *np, Join *j, Ref out, Descr *asked, Casting casting)
{
    if (!join_dims(vm, j)) return NO_VALUE;
    NdArray *to = out ? join_out(vm, np, j, out) : join_made(vm, np, j, asked);
    if (to && join_fill(vm, to, j, casting)) return VAL(to);
    array_release(vm, to);
    return NO_VALUE;
}
static Value join_list(VM *vm, Np *np, Ref list, Ref axis, Ref out, Descr *asked, Casting casting)
{
    Join j = {.flat = axis && is_none(axis)};
    int64_t n = as_list(list)->len;
    if (axis && !j.flat && !np_integer(vm, axis, &j.axis, "an integer is required for the axis")) return NO_VALUE;
    if (out && !is_none(out) && !is_array(out, np)) return err_raise(vm, EXC_TypeError, "'out' must be an array");
    if (!n) return err_raise(vm, EXC_ValueError, "need at least one array to concatenate");
    if (n > INT32_MAX) return err_raise(vm, EXC_ValueError, "too many arrays to concatenate");
    j.arrays = mem_zalloc(vm->mem, (size_t)n * sizeof *j.arrays);
    if (!j.arrays) return err_no_memory(vm);
    for (; j.n < n && j.n < as_list(list)->len; j.n++) {
        Value item = retain(as_list(list)->items[j.n]);
        j.arrays[j.n] = array_from_any(vm, np, item, NULL, 0);
        release(vm, item);
        if (!j.arrays[j.n]) break;
    }
    Value result = j.n == n ? join_run(vm, np, &j, out, asked, casting) : NO_VALUE;
    for (int i = 0; i < j.n; i++) array_release(vm, j.arrays[i]);
    mem_free(vm->mem, j.arrays, (size_t)n * sizeof *j.arrays);
    return result;
}
Value function_concatenate(VM *vm, const Ref *args, int n, Ref kwnames) /* arrays, axis, out, dtype, casting */
{
    Np *np = np_state(vm);
    Casting casting = CASTING_SAME_KIND;
    Descr *asked = NULL;
    Ref out = args[2] && !is_none(args[2]) ? args[2] : NULL;
    (void)n;
    (void)kwnames;
    if (!np || !np_casting(vm, args[4], &casting) || (args[3] && !is_none(args[3]) && !(asked = descr_parse(vm, np, args[3], false)))) return NO_VALUE;
    if (out && asked) {
        descr_release(vm, asked);
        return err_raise(vm, EXC_TypeError, "concatenate() only takes `out` or `dtype` as an argument, but both were provided.");
    }
    Value list = NO_VALUE, result = NO_VALUE;
    if (is_array(args[0], np) && !as_array(args[0])->ndim) err_raise(vm, EXC_TypeError, "The first input argument needs to be a sequence");
    else list = list_from_iter(vm, args[0]);
    if (list) result = join_list(vm, np, list, args[1], out, asked, casting);
    release(vm, list);
    descr_release(vm, asked);
    return result;
}

/* ---- diagonals ---- */
static bool axis_named(VM *vm, int64_t *axis, int ndim, const char *name)
{
    if (*axis >= -ndim && *axis < ndim) {
        *axis += *axis < 0 ? ndim : 0;
        return true;
    }
    Value prefix = str_from_c(vm, name);
    bool ok = prefix && np_raise_axis(vm, *axis, ndim, prefix);
    release(vm, prefix);
    return ok;
}
NdArray *array_diagonal(VM *vm, NdArray *a, int64_t offset, int64_t axis1, int64_t axis2)
{
    if (a->ndim < 2) return err_raise(vm, EXC_ValueError, "diag requires an array of at least two dimensions"), NULL;
    if (!axis_named(vm, &axis1, a->ndim, "axis1") || !axis_named(vm, &axis2, a->ndim, "axis2")) return NULL;
    if (axis1 == axis2) return err_raise(vm, EXC_ValueError, "axis1 and axis2 cannot be the same"), NULL;
    int64_t n1 = a->shape[axis1], n2 = a->shape[axis2], shape[NP_DIMS_MOST], strides[NP_DIMS_MOST];
    char *data = a->data;
    if (offset >= 0) {
        n2 = n2 > offset ? n2 - offset : 0;
        if (n2) data += offset * a->strides[axis2];
    } else {
        n1 = n1 + offset > 0 ? n1 + offset : 0;
        if (n1) data -= offset * a->strides[axis1];
    }
    int n = 0;
    for (int d = 0; d < a->ndim; d++) {
        if (d == axis1 || d == axis2) continue;
        shape[n] = a->shape[d];
        strides[n++] = a->strides[d];
    }
    shape[n] = n1 < n2 ? n1 : n2;
    strides[n++] = a->strides[axis1] + a->strides[axis2];
    NdArray *view = array_view(vm, a, NULL, shape, strides, n, data);
    if (view) view->flags &= ~(unsigned)ARRAY_WRITEABLE;
    return view;
}
static NdArray *diagonal_of(VM *vm, const Ref *args, bool (*read)(VM *vm, Ref v, int64_t *out))
{
    int64_t of[3] = {0, 0, 1};
    for (int i = 0; i < 3; i++)
        if (args[1 + i] && !read(vm, args[1 + i], &of[i])) return NULL;
    return array_diagonal(vm, as_array(args[0]), of[0], of[1], of[2]);
}
Value method_diagonal(VM *vm, const Ref *args, int n, Ref kwnames)
{
    (void)n;
    (void)kwnames;
    return VAL(diagonal_of(vm, args, num_index_i64));
}
Value method_trace(VM *vm, const Ref *args, int n, Ref kwnames) /* self, offset, axis1, axis2, dtype, out */
{
    NdArray *diagonal = diagonal_of(vm, args, np_plain_integer);
    (void)n;
    (void)kwnames;
    if (!diagonal) return NO_VALUE;
    Value sum = ufunc_reduce(vm, ufunc_named(vm, np_of(diagonal), "add"), REF(diagonal), make_small(-1), args[4], args[5], false);
    array_release(vm, diagonal);
    return sum;
}
