/* reduce.c: NumPy's reductions, the same as functions and as methods: sum prod max min any all mean var std argmax argmin cumsum cumprod.
 *
 * mean, var and std are composed as NumPy composes them, so that their last digit is NumPy's. initial= and where= are the Python side's.
 */
#include "numpy.h"
#include "call.h"

/* axis=None, a number or a tuple of them; *axes lives in room */
static bool read_axes(VM *vm, Ref v, Dims *room, Ints *axes)
{
    *axes = INTS_ABSENT;
    if (!v || is_none(v)) return true;
    if (is_tuple(v)) {
        if (!tensor_ints(vm, v, room)) return false;
    } else {
        room->n = 1;
        if (!num_index_i64(vm, v, &room->d[0])) {
            if (err_matches(vm, EXC_TypeError)) {
                err_clear(vm);
                return err_false(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer", v);
            }
            return false;
        }
    }
    *axes = (Ints){room->d, room->n};
    return true;
}

/* axis=(): nothing is reduced; core takes no axes for all of them. */
static bool nothing_goes(const Ints *axes) { return axes->count == 0; }

static bool truth_of(VM *vm, Ref v, bool *out)
{
    *out = false;
    if (!v || is_none(v)) return true;
    int yes = op_truth(vm, v);
    if (yes >= 0) *out = yes;
    return yes >= 0;
}

Value numpy_give(TensorLib *lib, Tensor *result, Ref out)
{
    if (!out || is_none(out) || !result) return numpy_show(lib, result);
    if (is_tuple(out) && as_tuple(out)->len == 1) out = as_tuple(out)->items[0];
    if (!is_tensor(out)) {
        tensor_release(lib->core, result);
        return err_raise(lib->vm, EXC_TypeError, NUMPY_SAYS(OUT_TYPE));
    }
    Arg in = arg_tensor(result);
    Tensor *to = tensor_of(out);
    bool ok = core_call(lib->core, OP_copy, ACCENT_NUMPY, lang_site(lib->vm), &in, 1, NULL, CALL_OUT_GIVEN | CALL_NO_GRAD, &to);
    tensor_release(lib->core, result);
    if (!ok) return tensor_raise(lib, ACCENT_NUMPY);
    tensor_release(lib->core, to);
    return retain(out);
}

Tensor *numpy_call1(TensorLib *lib, OpId op, Tensor *a, const Attr *attrs)
{
    Arg in = arg_tensor(a);
    Tensor *out[MAX_OUTPUTS] = {NULL};
    if (!core_call(lib->core, op, ACCENT_NUMPY, lang_site(lib->vm), &in, 1, attrs, CALL_NO_GRAD, out)) return tensor_raise(lib, ACCENT_NUMPY), NULL;
    return out[0];
}

Tensor *numpy_call2(TensorLib *lib, OpId op, Tensor *a, Arg b)
{
    Arg in[2] = {arg_tensor(a), b};
    Tensor *out;
    if (!core_call(lib->core, op, ACCENT_NUMPY, lang_site(lib->vm), in, 2, NULL, CALL_NO_GRAD, &out)) return tensor_raise(lib, ACCENT_NUMPY), NULL;
    return out;
}

/* a = f(a): takes it */
static bool step1(TensorLib *lib, OpId op, Tensor **a, const Attr *attrs)
{
    Tensor *out = numpy_call1(lib, op, *a, attrs);
    tensor_release(lib->core, *a);
    *a = out;
    return out != NULL;
}
static bool step2(TensorLib *lib, OpId op, Tensor **a, Arg b)
{
    Tensor *out = numpy_call2(lib, op, *a, b);
    tensor_release(lib->core, *a);
    *a = out;
    return out != NULL;
}
static bool step_cast(TensorLib *lib, Tensor **a, DType d)
{
    if ((*a)->dtype == d) return true;
    return step1(lib, OP_cast, a, (Attr[cast_ATTRS]){[cast_dtype].i = d});
}

typedef struct Asked { /* a reduction's arguments, read */
    TensorLib *lib;
    Tensor *t;      /* owned */
    Dims room;
    Ints axes;
    DType dtype;
    bool keepdims;
    Ref out;
} Asked;

static bool ask(VM *vm, Asked *q, Ref a, Ref axis, Ref dtype, Ref out, Ref keepdims)
{
    q->t = NULL;
    q->lib = tensor_lib(vm);
    q->out = out;
    q->dtype = DT_NONE;
    if (!q->lib || !read_axes(vm, axis, &q->room, &q->axes) || !truth_of(vm, keepdims, &q->keepdims)) return false;
    if (dtype && !tensor_dtype(q->lib, dtype, &q->dtype)) return false;
    return (q->t = numpy_tensor(q->lib, a)) != NULL;
}

static void fill(const Asked *q, Attr *attrs, DType dtype, bool keepdims)
{
    attrs[reduce_axes].ints = q->axes;
    attrs[reduce_keepdims].i = keepdims;
    attrs[reduce_dtype].i = dtype;
    attrs[reduce_ddof].f = 0;
    attrs[reduce_order].f = 2;
}

/* Extra words (initial=, where=): all arguments again, for the Python side. */
static Value slow(VM *vm, const char *name, const Ref *args, int n)
{
    TensorLib *lib = tensor_lib(vm);
    Numpy *np = lib ? numpy_of(lib) : NULL;
    if (!np) return NO_VALUE;
    if (!np->reduce_slow) return err_raise(vm, EXC_NotImplementedError, "numpy.%s: initial= and where=", name);
    Value all = tuple_new(vm, n), text = str_from_c(vm, name), result = NO_VALUE;
    for (int i = 0; all && i < n; i++) as_tuple(all)->items[i] = args[i] ? retain(args[i]) : V_NONE;
    if (all && text) result = call2(vm, np->reduce_slow, text, all);
    release(vm, all);
    release(vm, text);
    return result;
}

static Value plain(VM *vm, OpId op, Ref a, Ref axis, Ref dtype, Ref out, Ref keepdims)
{
    Asked q;
    if (!ask(vm, &q, a, axis, dtype, out, keepdims)) return NO_VALUE;
    Attr attrs[reduce_ATTRS];
    fill(&q, attrs, q.dtype, q.keepdims);
    if (op == OP_any || op == OP_all) attrs[reduce_dtype].i = DT_NONE;
    Tensor *r;
    if (nothing_goes(&q.axes)) { /* axis=(): each element by itself */
        bool truth = op == OP_any || op == OP_all;
        r = numpy_call1(q.lib, OP_cast, q.t, (Attr[cast_ATTRS]){[cast_dtype].i = truth ? DT_BOOL : q.dtype != DT_NONE ? q.dtype : q.t->dtype});
    } else
        r = numpy_call1(q.lib, op, q.t, attrs);
    tensor_release(q.lib->core, q.t);
    return r ? numpy_give(q.lib, r, out) : NO_VALUE;
}

static bool given(Ref v) { return v && !is_none(v) && v != V_TRUE; }

#define SUMMING(name, op)                                                                       \
    Value numpy_##name(VM *vm, const Ref *args, int n, Ref kwnames) /* axis dtype out keepdims initial where */ \
    {                                                                                           \
        if (given(args[5]) || given(args[6])) return slow(vm, #name, args, 7);                  \
        return plain(vm, op, args[0], args[1], args[2], args[3], args[4]);                      \
    }
SUMMING(sum, OP_sum)
SUMMING(prod, OP_prod)
#define EXTREME(name, op)                                                                       \
    Value numpy_##name(VM *vm, const Ref *args, int n, Ref kwnames) /* axis out keepdims initial where */ \
    {                                                                                           \
        if (given(args[4]) || given(args[5])) return slow(vm, #name, args, 6);                  \
        return plain(vm, op, args[0], args[1], NULL, args[2], args[3]);                         \
    }
EXTREME(max, OP_max)
EXTREME(min, OP_min)
#define TRUTH(name, op)                                                                         \
    Value numpy_##name(VM *vm, const Ref *args, int n, Ref kwnames) /* axis out keepdims where */ \
    {                                                                                           \
        if (given(args[4])) return slow(vm, #name, args, 5);                                    \
        return plain(vm, op, args[0], args[1], NULL, args[2], args[3]);                         \
    }
TRUTH(any, OP_any)
TRUTH(all, OP_all)

/* ---- mean, var, std ---- */
static int64_t count_of(const Asked *q)
{
    if (q->axes.count < 0) return q->t->size;
    int64_t n = 1;
    for (int i = 0; i < q->axes.count; i++) {
        int axis;
        if (shape_axis(q->axes.d[i], q->t->ndim, &axis) && q->t->ndim) n *= q->t->shape[axis];
    }
    return n;
}

/* What it is summed in, and what the result is cut to. */
static void mean_types(const Asked *q, DType *sum, DType *result)
{
    DType own = (DType)q->t->dtype;
    *sum = q->dtype != DT_NONE ? q->dtype : !dtype_is_inexact(own) ? DT_FLOAT64 : own;
    *result = *sum;
    if (q->dtype == DT_NONE && (own == DT_FLOAT16 || own == DT_BFLOAT16)) {
        *sum = DT_FLOAT32;
        *result = own;
    }
}

static Tensor *mean_of(const Asked *q, bool keepdims, DType sum)
{
    Attr attrs[reduce_ATTRS];
    fill(q, attrs, sum, keepdims);
    Tensor *t = nothing_goes(&q->axes) ? numpy_call1(q->lib, OP_cast, q->t, (Attr[cast_ATTRS]){[cast_dtype].i = sum}) : numpy_call1(q->lib, OP_sum, q->t, attrs);
    if (!t) return NULL;
    DType own = (DType)t->dtype;
    if (!step2(q->lib, OP_divide, &t, arg_number(scalar_int(count_of(q)))) || !step_cast(q->lib, &t, own)) return NULL;
    return t;
}

Value numpy_mean(VM *vm, const Ref *args, int n, Ref kwnames) /* axis dtype out keepdims where */
{
    if (given(args[5])) return slow(vm, "mean", args, 6);
    Asked q;
    if (!ask(vm, &q, args[0], args[1], args[2], args[3], args[4])) return NO_VALUE;
    DType sum, result;
    mean_types(&q, &sum, &result);
    if (q.t->size == 0 && count_of(&q) == 0 && !(err_warn(vm, EXC_RuntimeWarning, str_from_c(vm, "Mean of empty slice.")) && numpy_warn_text(numpy_of(q.lib), 2, "scalar ", "divide"))) {
        tensor_release(q.lib->core, q.t);
        return NO_VALUE;
    }
    Tensor *t = mean_of(&q, q.keepdims, sum);
    if (t && !step_cast(q.lib, &t, result)) t = NULL;
    tensor_release(q.lib->core, q.t);
    return t ? numpy_give(q.lib, t, q.out) : NO_VALUE;
}

static Value spread(VM *vm, const Ref *args, bool root, const char *name) /* axis dtype out ddof keepdims where */
{
    if (given(args[6])) return slow(vm, name, args, 7);
    Asked q;
    double ddof = 0;
    if (args[4] && !is_none(args[4]) && !num_to_double(vm, args[4], &ddof)) return NO_VALUE;
    if (!ask(vm, &q, args[0], args[1], args[2], args[3], args[5])) return NO_VALUE;
    TensorLib *lib = q.lib;
    DType sum, result;
    mean_types(&q, &sum, &result);
    bool ok = (double)count_of(&q) - ddof > 0 || err_warn(vm, EXC_RuntimeWarning, str_from_c(vm, NUMPY_SAYS(DEGREES)));
    if (ok && dtype_is_complex(sum) && dtype_is_complex((DType)q.t->dtype)) { /* core's own: of the distances from the mean */
        Attr attrs[reduce_ATTRS];
        fill(&q, attrs, DT_NONE, q.keepdims);
        attrs[reduce_ddof].f = ddof;
        Tensor *made = numpy_call1(lib, root ? OP_std : OP_var, q.t, attrs);
        tensor_release(lib->core, q.t);
        return made ? numpy_give(lib, made, q.out) : NO_VALUE;
    }
    Tensor *mean = ok ? mean_of(&q, true, sum) : NULL, *x = NULL;
    ok = mean != NULL;
    if (ok) {
        bool zero_d = mean->ndim == 0; /* then nothing keeps float16's sum from being weak */
        x = tensor_retain(q.t);
        ok = (!zero_d || step_cast(lib, &x, sum)) && step2(lib, OP_subtract, &x, arg_tensor(mean));
    }
    if (ok) {
        Tensor *square = numpy_call2(lib, OP_multiply, x, arg_tensor(x));
        tensor_release(lib->core, x);
        x = square;
        ok = x != NULL;
    }
    if (ok && !nothing_goes(&q.axes)) {
        Attr attrs[reduce_ATTRS];
        fill(&q, attrs, sum, q.keepdims);
        ok = step1(lib, OP_sum, &x, attrs);
    }
    if (ok) {
        double left = (double)count_of(&q) - ddof;
        ok = step2(lib, OP_divide, &x, arg_number(left == (double)(int64_t)left ? scalar_int(left > 0 ? (int64_t)left : 0) : scalar_float(left > 0 ? left : 0))) &&
             step_cast(lib, &x, sum) && (!root || step1(lib, OP_sqrt, &x, NULL)) && step_cast(lib, &x, result);
    }
    if (mean) tensor_release(lib->core, mean);
    tensor_release(lib->core, q.t);
    return ok ? numpy_give(lib, x, q.out) : NO_VALUE;
}
Value numpy_var(VM *vm, const Ref *args, int n, Ref kwnames) { return spread(vm, args, false, "var"); }
Value numpy_std(VM *vm, const Ref *args, int n, Ref kwnames) { return spread(vm, args, true, "std"); }

/* ---- along one axis ---- */
static bool one_axis(VM *vm, Ref v, Attr *attrs)
{
    attrs[axis_flat].i = !v || is_none(v);
    attrs[axis_axis].i = 0;
    return attrs[axis_flat].i || num_index_i64(vm, v, &attrs[axis_axis].i);
}

static Value along(VM *vm, OpId op, Ref a, Ref axis, Ref dtype, Ref out, Ref keepdims)
{
    TensorLib *lib = tensor_lib(vm);
    Attr attrs[axis_ATTRS] = {[axis_dtype].i = DT_NONE};
    DType d = DT_NONE;
    bool keep;
    if (!lib || !one_axis(vm, axis, attrs) || (dtype && !tensor_dtype(lib, dtype, &d)) || !truth_of(vm, keepdims, &keep)) return NO_VALUE;
    attrs[axis_dtype].i = d;
    attrs[axis_keepdims].i = keep;
    Tensor *t = numpy_tensor(lib, a);
    if (!t) return NO_VALUE;
    if (!t->ndim && (op == OP_cumsum || op == OP_cumprod)) { /* a running sum has a dimension */
        int64_t one = 1;
        Tensor *row = tensor_view(lib->core, t, &one, &one, 1, t->offset);
        tensor_release(lib->core, t);
        if (!(t = row)) return tensor_raise(lib, ACCENT_NUMPY);
    }
    Tensor *r = numpy_call1(lib, op, t, attrs);
    tensor_release(lib->core, t);
    return r ? numpy_give(lib, r, out) : NO_VALUE;
}
Value numpy_argmax(VM *vm, const Ref *args, int n, Ref kwnames) { return along(vm, OP_argmax, args[0], args[1], NULL, args[2], args[3]); }
Value numpy_argmin(VM *vm, const Ref *args, int n, Ref kwnames) { return along(vm, OP_argmin, args[0], args[1], NULL, args[2], args[3]); }
Value numpy_cumsum(VM *vm, const Ref *args, int n, Ref kwnames) { return along(vm, OP_cumsum, args[0], args[1], args[2], args[3], NULL); }
Value numpy_cumprod(VM *vm, const Ref *args, int n, Ref kwnames) { return along(vm, OP_cumprod, args[0], args[1], args[2], args[3], NULL); }
