/* select_find.c: where an array is true, where it is greatest, and one of two by a third.
 *
 * Truth is asked once, into a plain bool array; what follows is loops over bytes.
 */
#include "element.h"
#include "promote.h"
#include "select.h"
#include "transfer.h"
#include "walk.h"

/* ---- truth ---- */
static bool truths_by_element(VM *vm, NdArray *a, char *out)
{
    Walk w;
    char *data[1] = {a->data};
    const int64_t *strides[1] = {a->strides};
    walk_open_ordered(&w, a->ndim, a->shape, 1, data, strides);
    do {
        for (int64_t i = 0; i < w.inner; i++) {
            int t = element_truth(vm, a->descr, w.at[0] + i * w.inner_strides[0]);
            if (t < 0 || ((i & 1023) == 1023 && !vm_poll(vm))) return false;
            *out++ = (char)t;
        }
    } while (walk_next(&w));
    return true;
}
NdArray *array_truths(VM *vm, NdArray *a)
{
    Descr *d = descr_of(np_of(a), NP_BOOL);
    NdArray *out = NULL;
    if (num_is_number(a->descr->num) || num_is_time(a->descr->num)) out = array_as(vm, a, d, ARRAY_C | ARRAY_ALIGNED | ARRAY_FORCE_CAST);
    else if ((out = array_new(vm, np_of(a), d, a->shape, a->ndim, ORDER_C))) {
        array_retain(a);
        if (!truths_by_element(vm, a, out->data)) {
            array_release(vm, out);
            out = NULL;
        }
        array_release(vm, a);
    }
    descr_release(vm, d);
    return out;
}
static int64_t trues(const char *at, int64_t n)
{
    int64_t count = 0;
    while (n > 0) { /* sums of bytes in a byte, which vectors hold many of */
        int64_t m = n < 255 ? n : 255;
        uint8_t few = 0;
        for (int64_t i = 0; i < m; i++) few = (uint8_t)(few + (at[i] != 0));
        count += few;
        at += m;
        n -= m;
    }
    return count;
}
int64_t array_count_nonzero(VM *vm, NdArray *a)
{
    NdArray *t = array_truths(vm, a);
    if (!t) return -1;
    int64_t count = trues(t->data, array_size(t));
    array_release(vm, t);
    return count;
}

/* ---- nonzero ---- */
static void nonzero_fill(const NdArray *t, int ndim, const int64_t *shape, int64_t count, int64_t *const *out)
{
    if (ndim == 1) { /* without a branch that a mask in no order would mislead */
        for (int64_t j = 0, k = 0; k < count; j++) {
            out[0][k] = j;
            k += t->data[j] != 0;
        }
        return;
    }
    int64_t n = array_size(t), k = 0, index[NP_DIMS_MOST] = {0}, row = ndim ? shape[ndim - 1] : 1;
    for (int64_t i = 0; i < n; i += row) { /* a row along the last dimension at a time */
        for (int64_t j = 0; j < row; j++) {
            if (!t->data[i + j]) continue;
            for (int d = 0; d < ndim - 1; d++) out[d][k] = index[d];
            out[ndim - 1][k++] = j;
        }
        for (int d = ndim - 2; d >= 0 && ++index[d] == shape[d]; d--) index[d] = 0;
    }
}
static bool warn_zero_d(VM *vm)
{
    return err_warn(vm, EXC_DeprecationWarning,
                    str_from_c(vm, "Calling nonzero on 0d arrays is deprecated, as it behaves surprisingly. Use `atleast_1d(cond).nonzero()` if the old behavior was intended. If the context of this "
                                   "warning is of the form `arr[nonzero(cond)]`, just use `arr[cond]`."));
}
Value array_nonzero(VM *vm, NdArray *a)
{
    if (!a->ndim && !warn_zero_d(vm)) return NO_VALUE;
    NdArray *t = array_truths(vm, a);
    if (!t) return NO_VALUE;
    int64_t one = 1, count = trues(t->data, array_size(t)), *places[NP_DIMS_MOST];
    const int64_t *shape = t->ndim ? t->shape : &one;
    int ndim = t->ndim ? t->ndim : 1;
    Value out = tuple_new(vm, ndim);
    Descr *intp = descr_of(np_of(a), NP_LONG);
    bool ok = out != NO_VALUE;
    for (int d = 0; d < ndim && ok; d++) {
        NdArray *index = array_new(vm, np_of(a), intp, &count, 1, ORDER_C);
        ok = index != NULL;
        if (ok) places[d] = (int64_t *)index->data;
        if (ok) as_tuple(out)->items[d] = VAL(index);
    }
    if (ok && count) nonzero_fill(t, ndim, shape, count, places);
    descr_release(vm, intp);
    array_release(vm, t);
    if (ok) return out;
    release(vm, out);
    return NO_VALUE;
}

/* ---- argmax and argmin: the first of the greatest; a NaN or NaT is found before all others ---- */
typedef int64_t (*ExtremeFn)(const void *at, int64_t n, bool max);

#define EXTREME_INT(NAME, TYPE)                                                                                                                                                                   \
    static int64_t NAME(const void *at, int64_t n, bool max)                                                                                                                                      \
    {                                                                                                                                                                                             \
        const TYPE *v = at;                                                                                                                                                                       \
        TYPE best = v[0];                                                                                                                                                                         \
        if (max)                                                                                                                                                                                  \
            for (int64_t i = 1; i < n; i++) best = v[i] > best ? v[i] : best;                                                                                                                     \
        else                                                                                                                                                                                      \
            for (int64_t i = 1; i < n; i++) best = v[i] < best ? v[i] : best;                                                                                                                     \
        int64_t i = 0;                                                                                                                                                                            \
        while (v[i] != best) i++;                                                                                                                                                                 \
        return i;                                                                                                                                                                                 \
    }
#define EXTREME_FLOAT(NAME, TYPE, IS_NAN, GREATER)                                                                                                                                                \
    static int64_t NAME(const void *at, int64_t n, bool max)                                                                                                                                      \
    {                                                                                                                                                                                             \
        const TYPE *v = at;                                                                                                                                                                       \
        int64_t where = 0;                                                                                                                                                                        \
        for (int64_t i = 0; i < n; i++) {                                                                                                                                                         \
            if (IS_NAN(v[i])) return i;                                                                                                                                                           \
            if (max ? GREATER(v[i], v[where]) : GREATER(v[where], v[i])) where = i;                                                                                                               \
        }                                                                                                                                                                                         \
        return where;                                                                                                                                                                             \
    }
#define NAN_FLOAT(x) ((x) != (x))
#define NAN_COMPLEX(x) ((x).re != (x).re || (x).im != (x).im)
#define NAN_HALF(x) (((x) & 0x7fff) > 0x7c00)
#define NAN_TIME(x) ((x) == NAT)
#define ABOVE(a, b) ((a) > (b))
#define ABOVE_COMPLEX(a, b) ((a).re > (b).re || ((a).re == (b).re && (a).im > (b).im))
static inline int half_key(uint16_t h) { return h & 0x8000 ? -(h & 0x7fff) : h; }
#define ABOVE_HALF(a, b) (half_key(a) > half_key(b))
EXTREME_INT(extreme_u8, uint8_t)
EXTREME_INT(extreme_i8, int8_t)
EXTREME_INT(extreme_u16, uint16_t)
EXTREME_INT(extreme_i16, int16_t)
EXTREME_INT(extreme_u32, uint32_t)
EXTREME_INT(extreme_i32, int32_t)
EXTREME_INT(extreme_u64, uint64_t)
EXTREME_INT(extreme_i64, int64_t)
EXTREME_FLOAT(extreme_f32, float, NAN_FLOAT, ABOVE)
EXTREME_FLOAT(extreme_f64, double, NAN_FLOAT, ABOVE)
EXTREME_FLOAT(extreme_f80, long double, NAN_FLOAT, ABOVE)
EXTREME_FLOAT(extreme_f16, uint16_t, NAN_HALF, ABOVE_HALF)
EXTREME_FLOAT(extreme_c32, Np_cfloat, NAN_COMPLEX, ABOVE_COMPLEX)
EXTREME_FLOAT(extreme_c64, Np_cdouble, NAN_COMPLEX, ABOVE_COMPLEX)
EXTREME_FLOAT(extreme_c80, Np_clongdouble, NAN_COMPLEX, ABOVE_COMPLEX)
EXTREME_FLOAT(extreme_time, int64_t, NAN_TIME, ABOVE)

static const ExtremeFn extremes[NP_NUMS] = {
    [NP_BOOL] = extreme_u8, [NP_BYTE] = extreme_i8, [NP_UBYTE] = extreme_u8, [NP_SHORT] = extreme_i16, [NP_USHORT] = extreme_u16, [NP_INT] = extreme_i32, [NP_UINT] = extreme_u32,
    [NP_LONG] = extreme_i64, [NP_ULONG] = extreme_u64, [NP_LONGLONG] = extreme_i64, [NP_ULONGLONG] = extreme_u64, [NP_FLOAT] = extreme_f32, [NP_DOUBLE] = extreme_f64,
    [NP_LONGDOUBLE] = extreme_f80, [NP_HALF] = extreme_f16, [NP_CFLOAT] = extreme_c32, [NP_CDOUBLE] = extreme_c64, [NP_CLONGDOUBLE] = extreme_c80, [NP_DATETIME] = extreme_time,
    [NP_TIMEDELTA] = extreme_time,
};
static Value object_at(const char *at)
{
    Value v;
    memcpy(&v, at, sizeof v);
    return v ? retain(v) : V_NONE;
}
static int object_beats(VM *vm, const char *a, const char *b, bool max) /* 1, 0, -1 raised */
{
    Value x = object_at(a), y = object_at(b), r = op_compare(vm, x, y, max ? CMP_GT : CMP_LT);
    int answer = r ? op_truth(vm, r) : -1;
    release(vm, r);
    release(vm, x);
    release(vm, y);
    return answer;
}
static bool extreme_compared(VM *vm, Descr *d, const char *at, int64_t n, bool max, int64_t *out)
{
    *out = 0;
    for (int64_t i = 1; i < n; i++) {
        const char *a = at + i * d->size, *b = at + *out * d->size;
        bool failed = false;
        int order, beats;
        if (d->num == NP_OBJECT) beats = object_beats(vm, a, b, max);
        else beats = (order = element_compare(vm, d, a, b, &failed), failed ? -1 : max ? order > 0 : order < 0);
        if (beats < 0 || ((i & 1023) == 0 && !vm_poll(vm))) return false;
        if (beats) *out = i;
    }
    return true;
}
/* a with the axis last, plain; owned. */
static NdArray *axis_last(VM *vm, NdArray *a, int axis)
{
    int64_t shape[NP_DIMS_MOST], strides[NP_DIMS_MOST];
    int n = 0;
    for (int d = 0; d < a->ndim; d++) {
        if (d == axis) continue;
        shape[n] = a->shape[d];
        strides[n++] = a->strides[d];
    }
    shape[n] = a->shape[axis];
    strides[n++] = a->strides[axis];
    NdArray *view = array_make(vm, np_of(a), NULL, a->descr, shape, strides, n, a->data, a->flags & (ARRAY_WRITEABLE | ARRAY_ALIGNED), retain(REF(a)), NULL);
    if (view) array_update_flags(view);
    NdArray *plain = view ? array_as(vm, view, NULL, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE) : NULL;
    array_release(vm, view);
    return plain;
}
static bool extreme_lines(VM *vm, NdArray *plain, int64_t n, bool max, int64_t *out)
{
    Descr *d = plain->descr;
    ExtremeFn fn = extremes[d->num];
    int64_t lines = array_size(plain) / n;
    for (int64_t i = 0; i < lines; i++) {
        const char *at = plain->data + i * n * d->size;
        if (fn) out[i] = fn(at, n, max);
        else if (!extreme_compared(vm, d, at, n, max, &out[i])) return false;
        if ((i & 1023) == 1023 && !vm_poll(vm)) return false;
    }
    return true;
}
static NdArray *extreme_result(VM *vm, NdArray *a, NdArray *line, int axis, bool flat, bool keepdims)
{
    int64_t shape[NP_DIMS_MOST];
    int n = 0;
    for (int d = 0; d < (flat ? a->ndim : line->ndim); d++) {
        if (flat || d == axis) {
            if (keepdims) shape[n++] = 1;
        } else shape[n++] = line->shape[d];
    }
    Descr *intp = descr_of(np_of(a), NP_LONG);
    NdArray *out = array_make(vm, np_of(a), as_obj(REF(a))->type, intp, shape, NULL, n, NULL, 0, NO_VALUE, REF(a));
    descr_release(vm, intp);
    return out;
}
static bool check_out(VM *vm, const NdArray *result, Ref out, const char *name)
{
    if (!is_array(out, np_of(result))) return err_false(vm, EXC_TypeError, "output must be an array");
    NdArray *to = as_array(out);
    if (to->ndim != result->ndim || memcmp(to->shape, result->shape, (size_t)to->ndim * sizeof *to->shape))
        return err_false(vm, EXC_ValueError, "output array does not match result of np.%s.", name);
    if (!descr_can_cast(vm, to->descr, result->descr, CASTING_SAFE)) return raise_cannot_cast(vm, to->descr, result->descr, CASTING_SAFE, false);
    return array_writeable(vm, to, "output array");
}
NdArray *array_arg_extreme(VM *vm, NdArray *a, Ref axis, Ref out, bool keepdims, bool max)
{
    const char *name = max ? "argmax" : "argmin";
    int64_t along;
    bool flat = !axis || is_none(axis);
    NdArray *line = array_along(vm, a, axis, &along), *result = NULL, *plain = NULL;
    bool ok = line != NULL;
    if (ok && a->descr->num == NP_VOID) ok = err_false(vm, EXC_TypeError, "data type not ordered");
    if (ok && !line->shape[along]) ok = err_false(vm, EXC_ValueError, "attempt to get %s of an empty sequence", name);
    if (ok) ok = (plain = axis_last(vm, line, (int)along)) && (result = extreme_result(vm, a, line, (int)along, flat || !a->ndim, keepdims));
    if (ok && array_size(plain)) ok = extreme_lines(vm, plain, line->shape[along], max, (int64_t *)result->data);
    if (ok && out && !is_none(out)) {
        ok = check_out(vm, result, out, name) && array_copy_into(vm, as_array(out), result);
        array_release(vm, result);
        result = ok ? array_retain(as_array(out)) : NULL;
    }
    array_release(vm, plain);
    array_release(vm, line);
    if (ok) return result;
    array_release(vm, result);
    return NULL;
}

/* ---- where ---- */
static NdArray *raise_shapes(VM *vm, NdArray *const *ops, int n)
{
    StrB b = STRB_INIT(vm);
    err_clear(vm);
    strb_c(&b, "operands could not be broadcast together with shapes ");
    for (int i = 0; i < n; i++) {
        Value s = np_shape_text(vm, ops[i]->shape, ops[i]->ndim);
        if (s) strb_str(&b, s);
        release(vm, s);
        strb_char(&b, ' ');
    }
    Value text = strb_take(&b);
    if (text) err_raise(vm, EXC_ValueError, "%U", text);
    release(vm, text);
    return NULL;
}
#define SELECT(NAME, TYPE)                                                                                                                                                                        \
    static void NAME(char *const *at, const int64_t *steps, int64_t n)                                                                                                                            \
    {                                                                                                                                                                                             \
        char *to = at[0];                                                                                                                                                                         \
        const char *t = at[1], *x = at[2], *y = at[3];                                                                                                                                            \
        if (steps[0] == sizeof(TYPE) && steps[1] == 1 && (steps[2] == sizeof(TYPE) || !steps[2]) && (steps[3] == sizeof(TYPE) || !steps[3])) {                                                    \
            int64_t sx = steps[2] ? 1 : 0, sy = steps[3] ? 1 : 0;                                                                                                                                 \
            const TYPE *a = (const TYPE *)x, *b = (const TYPE *)y;                                                                                                                                \
            TYPE *restrict o = (TYPE *)to;                                                                                                                                                        \
            if (sx && sy)                                                                                                                                                                         \
                for (int64_t i = 0; i < n; i++) o[i] = t[i] ? a[i] : b[i];                                                                                                                        \
            else                                                                                                                                                                                  \
                for (int64_t i = 0; i < n; i++) o[i] = t[i] ? a[i * sx] : b[i * sy];                                                                                                              \
            return;                                                                                                                                                                               \
        }                                                                                                                                                                                         \
        for (; n > 0; n--, to += steps[0], t += steps[1], x += steps[2], y += steps[3]) *(TYPE *)to = *t ? *(const TYPE *)x : *(const TYPE *)y;                                                   \
    }
SELECT(select1, uint8_t)
SELECT(select2, uint16_t)
SELECT(select4, uint32_t)
SELECT(select8, uint64_t)

static void (*select_loop(const Descr *d))(char *const *, const int64_t *, int64_t)
{
    if (!num_is_number(d->num) && !num_is_time(d->num)) return NULL;
    if (num_is_complex(d->num)) return NULL; /* their parts are aligned less than they are wide */
    return d->size == 1 ? select1 : d->size == 2 ? select2 : d->size == 4 ? select4 : d->size == 8 ? select8 : NULL;
}
/* All of one plain dtype: in one pass. */
static bool where_run(VM *vm, NdArray *out, NdArray *truth, NdArray *x, NdArray *y)
{
    void (*loop)(char *const *, const int64_t *, int64_t) = select_loop(out->descr);
    NdArray *ops[4] = {out, truth, array_as(vm, x, out->descr, ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST), array_as(vm, y, out->descr, ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST)};
    int64_t strides[4][NP_DIMS_MOST];
    const int64_t *steps[4] = {strides[0], strides[1], strides[2], strides[3]};
    char *data[4];
    bool ok = ops[2] && ops[3];
    for (int i = 0; i < 4 && ok; i++) {
        data[i] = ops[i]->data;
        ok = array_strides_in(vm, ops[i], out->shape, out->ndim, strides[i]);
    }
    if (ok) {
        Walk w;
        walk_open(&w, out->ndim, out->shape, 4, data, steps);
        do loop(w.at, w.inner_strides, w.inner);
        while (walk_next(&w));
        ok = vm_poll(vm);
    }
    array_release(vm, ops[2]);
    array_release(vm, ops[3]);
    return ok;
}
NdArray *array_where(VM *vm, NdArray *condition, NdArray *x, NdArray *y)
{
    NdArray *ops[3] = {condition, x, y}, *values[2] = {x, y}, *out = NULL;
    NpDims dims;
    Np *np = np_of(condition);
    if (!np_broadcast(vm, ops, 3, &dims)) return raise_shapes(vm, ops, 3);
    Descr *common = descr_result(vm, np, values, 2, NULL, 0);
    NdArray *truth = common ? array_truths(vm, condition) : NULL;
    bool plain = true; /* of C's order unless all that are of full shape are of Fortran's */
    for (int i = 0; i < 3; i++)
        if (ops[i]->ndim == dims.n && dims.n > 1 && array_is(ops[i], ARRAY_F) && !array_is(ops[i], ARRAY_C)) plain = false;
    if (truth) out = array_zeros(vm, np, common, dims.v, dims.n, plain ? ORDER_C : ORDER_F);
    if (out) {
        bool ok = select_loop(common) ? where_run(vm, out, truth, x, y) : array_copy_into(vm, out, y) && array_copy_where(vm, out, x, truth);
        if (!ok) {
            array_release(vm, out);
            out = NULL;
        }
    }
    array_release(vm, truth);
    descr_release(vm, common);
    return out;
}
