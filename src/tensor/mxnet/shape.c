/* shape.c: mxnet's functions and methods that change shapes, join and cut. Results own their memory as MXNet's do, but for reshape as a
 * method and what a gradient flows through. */
#include "mxnet.h"
#include "operator.h"


static Tensor *with_ints(TensorLib *lib, OpId op, Tensor *t, int attr, const int64_t *d, int n)
{
    Attr attrs[MAX_ATTRS];
    attrs_default(op_get(op), attrs);
    attrs[attr].ints = (Ints){d, n};
    return mx_run1(lib, op, t, attrs);
}

static Tensor *cut(TensorLib *lib, Tensor *t, int axis, int64_t start, int64_t length, int64_t step)
{
    Attr attrs[slice_ATTRS] = {[slice_axis].i = axis, [slice_start].i = start, [slice_length].i = length, [slice_step].i = step};
    return mx_run1(lib, OP_slice, t, attrs);
}

/* ---- reshape ---- */
#define code_fails(...) (mx_refuse_said(__VA_ARGS__), (Tensor *)NULL)

static void turn(int64_t *d, int n)
{
    for (int i = 0; i < n / 2; i++) {
        int64_t keep = d[i];
        d[i] = d[n - 1 - i], d[n - 1 - i] = keep;
    }
}

/* The sizes that MXNet's codes stand for: 0 a size as it is, -1 what is left, -2 all others, -3 two in one, -4 one in two. false: refused. */
typedef struct Codes { TensorLib *lib; int64_t have[MAX_DIMS]; int n, at, open; Dims *out; } Codes;
static bool code_has(Codes *c, int more) { return c->at + more < c->n ? true : (code_fails(c->lib, more ? MXNET_SAYS(CODE_LAST) : MXNET_SAYS(CODE_NEXT), c->at, c->n - more), false); }
static bool code_split(Codes *c, const Dims *codes, int i)
{
    if (i + 2 >= codes->n) return code_fails(c->lib, MXNET_SAYS(CODE_PAIR), i + 2, codes->n), false;
    if (!code_has(c, 0)) return false;
    int64_t size = c->have[c->at++], first = codes->d[i + 1], second = codes->d[i + 2];
    if (first == -1 && second == -1) return code_fails(c->lib, "%s", MXNET_SAYS(CODE_OPEN)), false;
    if (first == -1 && second) first = size / second;
    if (second == -1 && first) second = size / first;
    if (first * second != size) return code_fails(c->lib, MXNET_SAYS(CODE_DIVIDE), (long long)first, (long long)second, (long long)size), false;
    c->out->d[c->out->n++] = first, c->out->d[c->out->n++] = second;
    return true;
}

static bool codes_read(TensorLib *lib, const Tensor *t, const Dims *given, bool reverse, Dims *out)
{
    Dims codes = *given;
    Codes c = {.lib = lib, .n = t->ndim, .open = -1, .out = out};
    memcpy(c.have, t->shape, sizeof *c.have * (size_t)t->ndim);
    if (reverse) turn(codes.d, codes.n), turn(c.have, c.n);
    out->n = 0;
    for (int i = 0; i < codes.n; i++) {
        int64_t code = codes.d[i];
        if (out->n + c.n + 2 > MAX_DIMS) return code_fails(lib, "%s", MXNET_SAYS(CODE_MANY)), false;
        if (code == 0) {
            if (!code_has(&c, 0)) return false;
            out->d[out->n++] = c.have[c.at++];
        } else if (code == -1) {
            if (c.open >= 0) return code_fails(lib, MXNET_SAYS(CODE_TWICE), c.open), false;
            c.open = i, codes.d[i] = out->n; /* (where it stands) */
            out->d[out->n++] = 1, c.at++;
        } else if (code == -2) {
            while (c.at < c.n) out->d[out->n++] = c.have[c.at++];
        } else if (code == -3) {
            if (!code_has(&c, 1)) return false;
            out->d[out->n++] = c.have[c.at] * c.have[c.at + 1], c.at += 2;
        } else if (code == -4) {
            if (!code_split(&c, &codes, i)) return false;
            i += 2;
        } else if (code < -4) return code_fails(lib, MXNET_SAYS(DIMENSION), (long long)code, (long long)code), false;
        else out->d[out->n++] = code, c.at++;
    }
    int64_t size = 1;
    for (int i = 0; i < out->n; i++) size *= out->d[i];
    if (c.open >= 0 && size) out->d[codes.d[c.open]] = t->size / size;
    if (reverse) turn(out->d, out->n);
    return true;
}

static int64_t size_of(const Dims *d)
{
    int64_t size = 1;
    for (int i = 0; i < d->n; i++) size *= d->d[i];
    return size;
}

/* The function: fewer elements than there are are the first ones where oneDNN copies, float32 on a CPU, and refused elsewhere. */
static Tensor *reshaped_function(TensorLib *lib, Tensor *t, Ref shape, bool reverse)
{
    Dims given, dims;
    if (!tensor_ints(lib->vm, shape, &given) || !codes_read(lib, t, &given, reverse, &dims)) return NULL;
    int64_t size = size_of(&dims);
    bool onednn = t->dtype == DT_FLOAT32 && tensor_device(t)->kind == DEVICE_CPU;
    if (!dims.n && onednn) return code_fails(lib, "%s", MXNET_SAYS(NO_AXES));
    if (size == t->size) return mx_in_shape(lib, t, dims.d, dims.n);
    if (size > t->size || !onednn) return code_fails(lib, MXNET_SAYS(RESHAPE_SIZES), (long long)t->size, (long long)size);
    Tensor *flat = mx_in_shape(lib, t, &t->size, 1), *less = flat ? cut(lib, flat, 0, 0, size, 1) : NULL;
    tensor_release(lib->core, flat);
    Tensor *made = less ? mx_in_shape(lib, less, dims.d, dims.n) : NULL;
    if (less) tensor_release(lib->core, less);
    return made;
}

static Tensor *reshaped_method(TensorLib *lib, Tensor *t, Ref shape, bool reverse)
{
    Dims given, dims;
    char text[DIMS_ROOM];
    if (!tensor_ints(lib->vm, shape, &given) || !codes_read(lib, t, &given, reverse, &dims)) return NULL;
    int64_t size = size_of(&dims);
    if (size == t->size) return with_ints(lib, OP_reshape, t, shape_shape, dims.d, dims.n);
    if (core_mode(lib->core)->grad[ACCENT_MXNET]) return code_fails(lib, MXNET_SAYS(RESHAPE_RECORDING), (long long)t->size, (long long)size);
    bool plain = size > 0 && given.n == dims.n && memcmp(given.d, dims.d, sizeof *dims.d * (size_t)dims.n) == 0;
    if (size > t->size || plain) return with_ints(lib, OP_reshape, t, shape_shape, dims.d, dims.n); /* the core refuses it, and draws why */
    err_raise(lib->vm, EXC_ValueError, MXNET_SAYS(RESHAPE_SMALLER), (long long)t->size, dims_text(&given, "(", ", ", given.n == 1 ? ",)" : ")", text, sizeof text));
    return NULL;
}

static Tensor *reshaped(TensorLib *lib, Tensor *t, Ref shape, bool reverse)
{
    Dims dims;
    if (!tensor_ints(lib->vm, shape, &dims)) return NULL;
    Attr attrs[shape_ATTRS] = {[shape_shape].ints = {dims.d, dims.n}, [shape_reverse].i = reverse};
    return mx_run1(lib, OP_reshape, t, attrs);
}

/* The older way to say a shape: one 0 stands for what is left; with keep_highest the first axis stays, whatever is said of it. */
static Tensor *reshaped_target(TensorLib *lib, Tensor *t, Ref target, bool keep_highest)
{
    Dims dims;
    if (!tensor_ints(lib->vm, target, &dims)) return NULL;
    if (keep_highest && dims.n && t->ndim) dims.d[0] = t->shape[0];
    int open = -1;
    for (int i = keep_highest; i < dims.n && open < 0; i++)
        if (dims.d[i] == 0) open = i, dims.d[i] = 1;
    int64_t size = size_of(&dims);
    if (open >= 0 && size > 0) dims.d[open] = t->size / size, size *= dims.d[open];
    if (size != t->size || !dims.n) return code_fails(lib, MXNET_SAYS(RESHAPE_SIZES), (long long)t->size, (long long)size);
    return mx_in_shape(lib, t, dims.d, dims.n);
}

/* data, shape=None, reverse=False, target_shape=None, keep_highest=False, out=None, name=None */
static Value fn_reshape(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], "reshape", &lib);
    bool reverse, keep_highest;
    if (!t || !mx_true(vm, args[2], false, &reverse) || !mx_true(vm, args[4], false, &keep_highest)) return NO_VALUE;
    if (!mx_given(args[1]) && mx_given(args[3])) return mx_give(lib, mx_own(lib, reshaped_target(lib, t, args[3], keep_highest)), args[5]);
    if (!args[1]) return err_raise(vm, EXC_TypeError, "reshape() missing required argument 'shape' (pos 2)");
    bool codes = as_obj(args[0])->aux == ACCENT_MXNET && t->size;
    return mx_give(lib, mx_own(lib, codes ? reshaped_function(lib, t, args[1], reverse) : reshaped(lib, t, args[1], reverse)), args[5]);
}

/* self, *shape, **kwargs: the same memory */
static Value m_reshape(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = lib_of(tensor_of(args[0]));
    Ref sizes = args[1], kwargs = args[2], key, value;
    bool reverse = false;
    if (as_tuple(sizes)->len == 1 && !is_int(as_tuple(sizes)->items[0])) sizes = as_tuple(sizes)->items[0];
    int64_t pos = 0;
    while (kwargs && dict_next(kwargs, &pos, &key, &value)) {
        if (str_equal_c(key, "shape")) {
            if (as_tuple(args[1])->len) return err_raise(vm, EXC_TypeError, "reshape() got multiple values for argument 'shape'");
            sizes = value;
        } else if (!str_equal_c(key, "reverse"))
            return err_raise(vm, EXC_TypeError, "Got unknown keywords in reshape: %U. Accepted keyword arguments are 'shape' and 'reverse'.", key);
        else if (!mx_true(vm, value, false, &reverse)) return NO_VALUE;
    }
    if (is_tuple(sizes) && !as_tuple(sizes)->len) return err_raise(vm, EXC_AssertionError, "Shape must be provided.");
    bool codes = as_obj(args[0])->aux == ACCENT_MXNET && tensor_of(args[0])->size;
    return mx_give(lib, codes ? reshaped_method(lib, tensor_of(args[0]), sizes, reverse) : reshaped(lib, tensor_of(args[0]), sizes, reverse), NULL);
}

static Value flattened(VM *vm, Ref data, Ref out, bool own)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, data, "flatten", &lib);
    if (!t) return NO_VALUE;
    int64_t rest = 1;
    for (int i = 1; i < t->ndim; i++) rest *= t->shape[i];
    const int64_t shape[2] = {t->ndim ? t->shape[0] : 1, rest};
    Attr attrs[shape_ATTRS] = {[shape_shape].ints = {shape, 2}};
    /* sizes as they are, 0 too: MXNet's codes do not apply */
    Arg in = arg_tensor(t);
    Tensor *result[MAX_OUTPUTS];
    if (!core_call(lib->core, t->size ? OP_reshape : OP_view, ACCENT_MXNET, lang_site(vm), &in, 1, attrs, 0, result)) return tensor_raise(lib, ACCENT_MXNET);
    return mx_give(lib, own ? mx_own(lib, result[0]) : result[0], out);
}
static Value fn_flatten(VM *vm, const Ref *args, int n, Ref kwnames) { return flattened(vm, args[0], args[1], true); }
static Value fn_Flatten(VM *vm, const Ref *args, int n, Ref kwnames) { return flattened(vm, args[0], args[1], false); }
static Value m_flatten(VM *vm, const Ref *args, int n, Ref kwnames) { return flattened(vm, args[0], NULL, true); }

/* The part of a shape from begin to end, either of which may be None. */
static bool part_of(VM *vm, TensorLib *lib, const Tensor *t, Ref begin, Ref end, const char *side, int64_t *from, int64_t *to)
{
    int64_t first, last;
    if (!mx_int(vm, begin, 0, &first) || !mx_int(vm, end, t->ndim, &last)) return false;
    *from = first < 0 ? first + t->ndim : first;
    *to = last < 0 ? last + t->ndim : last;
    if (*from >= 0 && *from < *to && *to <= t->ndim) return true;
    Value shown[2] = {op_repr(vm, begin ? begin : V_NONE), op_repr(vm, end ? end : V_NONE)};
    const char *a = shown[0] ? str_utf8(vm, shown[0], NULL) : NULL, *b = shown[1] ? str_utf8(vm, shown[1], NULL) : NULL;
    if (a && b) mx_refuse_said(lib, MXNET_SAYS(LIKE_PART), side, a, side, b);
    release(vm, shown[0]);
    release(vm, shown[1]);
    return false;
}

/* lhs, rhs, lhs_begin, lhs_end, rhs_begin, rhs_end, out, name: a part of the one's shape becomes a part of the other's */
static Value fn_reshape_like(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], "reshape_like", &lib), *like = t ? mx_tensor(vm, args[1], "reshape_like", &lib) : NULL;
    int64_t from, to, first, last, count = 0, size = 1;
    if (!like || !part_of(vm, lib, t, args[2], args[3], "lhs", &from, &to) || !part_of(vm, lib, like, args[4], args[5], "rhs", &first, &last)) return NO_VALUE;
    Dims made = {.n = (int)(t->ndim - (to - from) + last - first)};
    if (made.n > MAX_DIMS) return err_raise(vm, EXC_ValueError, "reshape_like: more than %d dimensions", MAX_DIMS);
    for (int64_t i = 0; i < from; i++) made.d[count++] = t->shape[i];
    for (int64_t i = first; i < last; i++) made.d[count++] = like->shape[i];
    for (int64_t i = to; i < t->ndim; i++) made.d[count++] = t->shape[i];
    for (int i = 0; i < made.n; i++) size *= made.d[i];
    if (size != t->size) {
        char a[DIMS_ROOM], b[DIMS_ROOM];
        Dims have = {.n = t->ndim};
        memcpy(have.d, t->shape, sizeof *have.d * (size_t)t->ndim);
        return mx_refuse_said(lib, MXNET_SAYS(RESHAPE_LIKE), (long long)t->size, (long long)size, dims_text(&have, "[", ",", "]", a, sizeof a), dims_text(&made, "[", ",", "]", b, sizeof b)), NO_VALUE;
    }
    return mx_give(lib, mx_own(lib, mx_in_shape(lib, t, made.d, made.n)), args[6]);
}

/* ---- axes ---- */
/* data, axes=None, out, name */
static Value fn_transpose(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], "transpose", &lib);
    Dims dims;
    Attr attrs[axes_ATTRS];
    if (!t || !mx_axes(vm, args[1], &dims, &attrs[axes_axes].ints)) return NO_VALUE;
    return mx_give(lib, mx_own(lib, mx_run1(lib, OP_transpose, t, attrs)), args[2]);
}

/* data, dim1=0, dim2=0, out, name */
static Value fn_swapaxes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], "swapaxes", &lib);
    int64_t a, b, axes[MAX_DIMS];
    if (!t || !mx_int(vm, args[1], 0, &a) || !mx_int(vm, args[2], 0, &b)) return NO_VALUE;
    if (a < 0) a += t->ndim;
    if (b < 0) b += t->ndim;
    if (a < 0 || b < 0 || a >= t->ndim || b >= t->ndim) return err_raise(vm, EXC_ValueError, "swapaxes: axes %R and %R of an array with %d dimensions", args[1], args[2], t->ndim);
    for (int i = 0; i < t->ndim; i++) axes[i] = i == a ? b : i == b ? a : i;
    return mx_give(lib, mx_own(lib, with_ints(lib, OP_transpose, t, axes_axes, axes, t->ndim)), args[3]);
}

static Value axes_changed(VM *vm, OpId op, const char *name, Ref data, Ref axes, bool own, Ref out)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, data, name, &lib);
    Dims dims;
    Attr attrs[axes_ATTRS];
    if (!t || !mx_axes(vm, axes, &dims, &attrs[axes_axes].ints)) return NO_VALUE;
    t = mx_run1(lib, op, t, attrs);
    if (t && t->ndim == 0) { /* squeezed to nothing: MXNet keeps one axis */
        const int64_t one = 1;
        Tensor *kept = mx_in_shape(lib, t, &one, 1);
        tensor_release(lib->core, t);
        t = kept;
    }
    return mx_give(lib, own ? mx_own(lib, t) : t, out);
}
/* data, axis, (inplace=False) */
static Value fn_expand_dims(VM *vm, const Ref *args, int n, Ref kwnames) { return axes_changed(vm, OP_unsqueeze, "expand_dims", args[0], args[1], true, args[2]); }
static Value fn_squeeze(VM *vm, const Ref *args, int n, Ref kwnames) { return axes_changed(vm, OP_squeeze, "squeeze", args[0], args[1], true, args[2]); }
static Value m_expand_dims(VM *vm, const Ref *args, int n, Ref kwnames) { return axes_changed(vm, OP_unsqueeze, "expand_dims", args[0], args[1], args[2] != V_TRUE, NULL); }
static Value m_squeeze(VM *vm, const Ref *args, int n, Ref kwnames) { return axes_changed(vm, OP_squeeze, "squeeze", args[0], args[1], args[2] != V_TRUE, NULL); }

/* ---- repeating ---- */
static Value no_broadcast(VM *vm, const Tensor *t, Ref shape)
{
    char from[DIMS_ROOM];
    Dims have = {.n = t->ndim};
    memcpy(have.d, t->shape, sizeof *have.d * (size_t)t->ndim);
    Value to = op_repr(vm, shape);
    const char *wanted = to ? str_utf8(vm, to, NULL) : NULL;
    if (wanted) err_raise(vm, EXC_ValueError, MXNET_SAYS(REMAPPED), dims_text(&have, "(", ", ", t->ndim == 1 ? ",)" : ")", from, sizeof from), wanted);
    release(vm, to);
    return NO_VALUE;
}

static Value broadcast(VM *vm, TensorLib *lib, Tensor *t, const int64_t *shape, int n, Ref out)
{
    return mx_give(lib, mx_own(lib, with_ints(lib, OP_expand, t, shape_shape, shape, n)), out);
}

/* data, shape, out, name */
static Value fn_broadcast_to(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], "broadcast_to", &lib);
    Dims dims;
    if (!t || !tensor_ints(vm, args[1], &dims)) return NO_VALUE;
    return broadcast(vm, lib, t, dims.d, dims.n, args[2]);
}
static Value m_broadcast_to(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Dims dims;
    const Tensor *t = tensor_of(args[0]);
    if (!tensor_ints(vm, args[1], &dims)) { /* (sizes are compared before they are read) */
        if (!is_tuple(args[1]) && !is_list(args[1])) return NO_VALUE;
        err_clear(vm);
        return no_broadcast(vm, t, args[1]);
    }
    bool fits = dims.n >= t->ndim;
    for (int i = 0; fits && i < t->ndim; i++) fits = t->shape[i] == 1 ? dims.d[dims.n - t->ndim + i] != 0 : t->shape[i] == dims.d[dims.n - t->ndim + i];
    if (!fits) return no_broadcast(vm, t, args[1]);
    return broadcast(vm, lib_of(tensor_of(args[0])), tensor_of(args[0]), dims.d, dims.n, NULL);
}
static Value fn_broadcast_like(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], "broadcast_like", &lib), *like = t ? mx_tensor(vm, args[1], "broadcast_like", &lib) : NULL;
    if (!like || args[2] == V_NONE || !args[2]) return like ? broadcast(vm, lib, t, like->shape, like->ndim, args[4]) : NO_VALUE;
    Dims to, from, made = {.n = t->ndim};
    if (!tensor_ints(vm, args[2], &to) || !tensor_ints(vm, args[3] ? args[3] : V_NONE, &from)) return NO_VALUE;
    if (to.n != from.n) return mx_refuse_said(lib, "%s", MXNET_SAYS(LIKE_AXES)), NO_VALUE;
    if (!to.n) return mx_refuse_said(lib, "%s", MXNET_SAYS(LIKE_NO_AXES)), NO_VALUE;
    memcpy(made.d, t->shape, sizeof *made.d * (size_t)t->ndim);
    for (int i = 0; i < to.n; i++) {
        int64_t axis = to.d[i] < 0 ? to.d[i] + t->ndim : to.d[i], other = from.d[i] < 0 ? from.d[i] + like->ndim : from.d[i];
        if (axis < 0 || axis >= t->ndim) return mx_refuse_said(lib, MXNET_SAYS(LIKE_AXIS), "lhs", (long long)to.d[i]), NO_VALUE;
        if (other < 0 || other >= like->ndim) return mx_refuse_said(lib, MXNET_SAYS(LIKE_AXIS), "rhs", (long long)from.d[i]), NO_VALUE;
        if (t->shape[axis] != 1) return mx_refuse_said(lib, MXNET_SAYS(LIKE_NOT_ONE), (long long)axis, (long long)i, (long long)like->shape[other]), NO_VALUE;
        made.d[axis] = like->shape[other];
    }
    return broadcast(vm, lib, t, made.d, made.n, args[4]);
}
/* data, axis=(), size=(), out, name */
static Value fn_broadcast_axis(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], "broadcast_axis", &lib);
    Dims axes = {0, {0}}, sizes = {0, {0}};
    int64_t shape[MAX_DIMS];
    if (!t || (args[1] && !tensor_ints(vm, args[1], &axes)) || (args[2] && !tensor_ints(vm, args[2], &sizes))) return NO_VALUE;
    if (axes.n != sizes.n) return err_raise(vm, EXC_ValueError, "broadcast_axis: %d axes and %d sizes", axes.n, sizes.n);
    for (int i = 0; i < t->ndim; i++) shape[i] = t->shape[i];
    for (int i = 0; i < axes.n; i++) {
        int64_t axis = axes.d[i] < 0 ? axes.d[i] + t->ndim : axes.d[i];
        if (axis < 0 || axis >= t->ndim) return err_raise(vm, EXC_ValueError, "broadcast_axis: axis %lld of an array with %d dimensions", (long long)axes.d[i], t->ndim);
        shape[axis] = sizes.d[i];
    }
    return broadcast(vm, lib, t, shape, t->ndim, args[3]);
}

/* data, repeats, axis=None, out, name */
static Value fn_repeat(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], "repeat", &lib), *flat = NULL;
    Attr attrs[slice_ATTRS];
    if (!t) return NO_VALUE;
    attrs_default(op_get(OP_repeat), attrs);
    if (!num_index_i64(vm, args[1], &attrs[slice_length].i) || !mx_int(vm, args[2], 0, &attrs[slice_axis].i)) return NO_VALUE;
    if (!mx_given(args[2])) {
        const int64_t all = t->size;
        t = flat = mx_in_shape(lib, t, &all, 1);
        if (!t) return NO_VALUE;
    }
    Value result = mx_give(lib, mx_run1(lib, OP_repeat, t, attrs), args[3]);
    tensor_release(lib->core, flat);
    return result;
}

/* ---- cutting ---- */
static Tensor *cut_next(TensorLib *lib, Tensor *t /*taken*/, int axis, int64_t start, int64_t length, int64_t step)
{
    Tensor *next = t ? cut(lib, t, axis, start, length, step) : NULL;
    if (t) tensor_release(lib->core, t);
    return next;
}

/* Bounds as Python's slices have them, for steps above 0. */
static bool bounds(VM *vm, Ref begin, Ref end, int64_t size, int64_t *from, int64_t *to)
{
    if (!mx_int(vm, begin, 0, from) || !mx_int(vm, end, size, to)) return false;
    if (*from < 0) *from += size;
    if (*to < 0) *to += size;
    if (*from < 0) *from = 0;
    if (*to > size) *to = size;
    if (*to < *from) *to = *from;
    return true;
}

/* data, axis, begin, end, out, name */
static Value fn_slice_axis(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], "slice_axis", &lib);
    int64_t axis, from, to;
    if (!t || !num_index_i64(vm, args[1], &axis)) return NO_VALUE;
    int64_t at = axis < 0 ? axis + t->ndim : axis;
    if (at < 0 || at >= t->ndim) return err_raise(vm, EXC_ValueError, "slice_axis: axis %lld of an array with %d dimensions", (long long)axis, t->ndim);
    if (!bounds(vm, args[2], args[3], t->shape[at], &from, &to)) return NO_VALUE;
    return mx_give(lib, mx_own(lib, cut(lib, t, (int)at, from, to - from, 1)), args[4]);
}

/* data, begin, end, step=None, out, name */
static Value fn_slice(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], "slice", &lib);
    if (!t) return NO_VALUE;
    Value lists[3] = {NO_VALUE, NO_VALUE, NO_VALUE};
    bool ok = true;
    for (int i = 0; ok && i < 3; i++) {
        Ref v = args[i + 1];
        if (!mx_given(v)) lists[i] = retain(vm->empty_tuple);
        else if (is_int(v)) lists[i] = tuple_of(vm, 1, v);
        else lists[i] = tuple_from_iter(vm, v);
        ok = lists[i] != NO_VALUE;
    }
    int64_t count = ok ? as_tuple(lists[0])->len : 0;
    if (ok && (as_tuple(lists[1])->len != count || count > t->ndim)) ok = err_false(vm, EXC_ValueError, "slice: begin, end and the array's dimensions do not fit one another");
    Tensor *now = ok ? tensor_retain(t) : NULL;
    for (int i = 0; ok && i < count; i++) {
        int64_t step = 1, from, to;
        if (i < as_tuple(lists[2])->len) ok = mx_int(vm, as_tuple(lists[2])->items[i], 1, &step);
        if (ok && step < 1) ok = err_false(vm, EXC_NotImplementedError, "slice: steps below 1 are not there yet; flip the array first");
        ok = ok && bounds(vm, as_tuple(lists[0])->items[i], as_tuple(lists[1])->items[i], t->shape[i], &from, &to);
        if (ok) ok = (now = cut_next(lib, now, i, from, (to - from + step - 1) / step, step)) != NULL;
    }
    for (int i = 0; i < 3; i++) release(vm, lists[i]);
    if (!ok) {
        tensor_release(lib->core, now);
        return NO_VALUE;
    }
    return mx_give(lib, mx_own(lib, now), args[4]);
}

/* data, shape_like, axes=(), out, name */
static Value fn_slice_like(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], "slice_like", &lib), *like = t ? mx_tensor(vm, args[1], "slice_like", &lib) : NULL;
    Dims axes = {0, {0}};
    if (!like || (mx_given(args[2]) && !tensor_ints(vm, args[2], &axes))) return NO_VALUE;
    Tensor *now = tensor_retain(t);
    for (int i = 0; now && i < t->ndim && i < like->ndim; i++) {
        bool wanted = axes.n == 0;
        for (int k = 0; k < axes.n; k++) wanted = wanted || axes.d[k] == i || axes.d[k] + t->ndim == i;
        if (wanted) now = cut_next(lib, now, i, 0, like->shape[i], 1);
    }
    return mx_give(lib, now ? mx_own(lib, now) : NULL, args[3]);
}

/* What out= has for the i-th of several results: a sequence's own, the array itself for the only one. */
static Ref out_part(VM *vm, Ref out, int64_t i, int64_t parts)
{
    if (!mx_given(out)) return NULL;
    if (!is_list(out) && !is_tuple(out)) return parts == 1 ? out : NULL;
    return i < (is_list(out) ? as_list(out)->len : as_tuple(out)->len) ? (is_list(out) ? as_list(out)->items[i] : as_tuple(out)->items[i]) : NULL;
}

/* data, num_outputs, axis=1, squeeze_axis=False, out, name */
static Value fn_split(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], "split", &lib);
    int64_t parts, axis;
    bool squeeze;
    if (!t || !num_index_i64(vm, args[1], &parts) || !mx_int(vm, args[2], 1, &axis) || !mx_true(vm, args[3], false, &squeeze)) return NO_VALUE;
    if (axis < 0) axis += t->ndim;
    if (axis < 0 || axis >= t->ndim || parts < 1 || t->shape[axis] % parts) {
        char text[256];
        int at = 0;
        for (int i = 0; i < t->ndim && at < 200; i++) at += snprintf(text + at, sizeof text - (size_t)at, "%s%lld", i ? "," : "", (long long)t->shape[i]);
        text[at] = 0;
        core_fail(lib->core, CE_UNEVEN_SPLIT,
                  "You are trying to split the %lld-th axis of input tensor with shape [%s] into num_outputs=%lld evenly sized chunks, but this is not possible because %lld does not evenly divide %lld",
                  (long long)axis, text, (long long)parts, (long long)parts, (long long)(axis >= 0 && axis < t->ndim ? t->shape[axis] : 0));
        return tensor_raise(lib, ACCENT_MXNET);
    }
    int64_t size = t->shape[axis] / parts;
    Value list = list_new(vm, parts);
    for (int64_t i = 0; list && i < parts; i++) {
        Tensor *part = cut(lib, t, (int)axis, i * size, size, 1);
        if (part && squeeze) {
            Tensor *less = with_ints(lib, OP_squeeze, part, axes_axes, &axis, 1);
            tensor_release(lib->core, part);
            part = less;
        }
        Value v = part ? mx_give(lib, mx_own(lib, part), out_part(vm, args[4], i, parts)) : NO_VALUE;
        if (!v || !list_append_take(vm, list, v)) value_clear(vm, &list);
    }
    if (list && parts == 1) {
        Value only = retain(as_list(list)->items[0]);
        release(vm, list);
        return only;
    }
    return list;
}

/* ---- joining ---- */
static Value joined_items(VM *vm, OpId op, const char *name, Ref items, int64_t axis, Ref out) /* of a tuple */
{
    enum { FEW = 64 };
    int64_t count = as_tuple(items)->len;
    if (!count) return err_raise(vm, EXC_ValueError, "%s: there is nothing to join", name);
    TensorLib *lib = tensor_lib(vm);
    Arg few[FEW], *in = few;
    if (!lib) return NO_VALUE;
    if (count > FEW && !(in = core_alloc(lib->core, (size_t)count * sizeof *in))) return tensor_raise(lib, ACCENT_MXNET);
    Tensor *t = NULL;
    int64_t i = 0;
    for (; i < count; i++) {
        t = mx_tensor(vm, as_tuple(items)->items[i], name, &lib);
        if (!t) break;
        in[i] = arg_tensor(t);
    }
    Attr attrs[join_ATTRS] = {[join_axis].i = axis};
    Value result = t ? mx_give(lib, mx_run(lib, op, in, (int)count, attrs), out) : NO_VALUE;
    if (in != few) core_free(lib->core, in, (size_t)count * sizeof *in);
    return result;
}

static Value joined(VM *vm, OpId op, const char *name, Ref given, int64_t axis, Ref out)
{
    Value items = tensor_items(vm, given);
    while (items && as_tuple(items)->len == 1 && (is_list(as_tuple(items)->items[0]) || is_tuple(as_tuple(items)->items[0]))) { /* a list as the only argument */
        Value inner = tensor_items(vm, as_tuple(items)->items[0]);
        release(vm, items);
        items = inner;
        if (!vm_poll(vm)) value_clear(vm, &items); /* (a list may hold itself) */
    }
    Value result = items ? joined_items(vm, op, name, items, axis, out) : NO_VALUE;
    release(vm, items);
    return result;
}

/* *data, dim=1, num_args=None, out=None, name=None */
static Value fn_concat(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t axis;
    return mx_int(vm, args[1], 1, &axis) ? joined(vm, OP_concat, "concat", args[0], axis, args[3]) : NO_VALUE;
}
static Value fn_stack(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t axis;
    return mx_int(vm, args[1], 0, &axis) ? joined(vm, OP_stack, "stack", args[0], axis, args[3]) : NO_VALUE;
}
/* arrays, axis=0, always_copy=True */
static Value fn_concatenate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t axis;
    if (!is_list(args[0]) && !is_tuple(args[0])) return err_raise(vm, EXC_TypeError, "concatenate: expected a list of NDArrays, not %T", args[0]);
    return mx_int(vm, args[1], 0, &axis) ? joined(vm, OP_concat, "concatenate", args[0], axis, NULL) : NO_VALUE;
}

/* *args, num_args=None, out=None, name=None */
static Value fn_add_n(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = NULL;
    Ref given = args[0];
    if (as_tuple(given)->len == 1 && is_list(as_tuple(given)->items[0])) given = as_tuple(given)->items[0];
    Value items = tensor_items(vm, given);
    int64_t count = items ? as_tuple(items)->len : 0;
    Tensor *sum = NULL;
    for (int64_t i = 0; i < count; i++) {
        Tensor *t = mx_tensor(vm, as_tuple(items)->items[i], "add_n", &lib), *next = NULL;
        if (t && !sum) next = count == 1 ? mx_run1(lib, OP_copy, t, NULL) : tensor_retain(t);
        else if (t) {
            Arg in[2] = {arg_tensor(sum), arg_tensor(t)};
            next = mx_run(lib, OP_add, in, 2, NULL);
        }
        if (lib && sum) tensor_release(lib->core, sum);
        sum = next;
        if (!sum) break;
    }
    release(vm, items);
    if (!sum) return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_ValueError, "add_n: there is nothing to add");
    return mx_give(lib, sum, args[2]);
}

/* data, depth, on_value=1, off_value=0, dtype='float32', out, name */
static Value fn_one_hot(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], "one_hot", &lib);
    Attr attrs[index_ATTRS];
    double on, off;
    DType d;
    if (!t) return NO_VALUE;
    attrs_default(op_get(OP_one_hot), attrs);
    if (!num_index_i64(vm, args[1], &attrs[index_depth].i) || !mx_float(vm, args[2], 1, &on) || !mx_float(vm, args[3], 0, &off) || !tensor_dtype(lib, args[4], &d)) return NO_VALUE;
    attrs[index_mode].text = "clip";
    attrs[index_padding].i = -1;
    Tensor *hot = mx_run1(lib, OP_one_hot, t, attrs);
    if (hot && (on != 1 || off != 0)) {
        Arg in[3] = {arg_tensor(hot), arg_number(scalar_float(on)), arg_number(scalar_float(off))};
        Tensor *chosen = mx_run(lib, OP_where, in, 3, NULL);
        tensor_release(lib->core, hot);
        hot = chosen;
    }
    if (hot && d != DT_NONE && d != (DType)hot->dtype) {
        Attr cast[cast_ATTRS] = {[cast_dtype].i = d};
        Tensor *other = mx_run1(lib, OP_cast, hot, cast);
        tensor_release(lib->core, hot);
        hot = other;
    }
    return mx_give(lib, hot, args[5]);
}

/* data, dtype */
static Value fn_cast(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], "cast", &lib);
    DType d;
    if (!t || !tensor_dtype(lib, args[1], &d)) return NO_VALUE;
    Attr attrs[cast_ATTRS] = {[cast_dtype].i = d == DT_NONE ? DT_FLOAT32 : d};
    return mx_give(lib, mx_run1(lib, OP_cast, t, attrs), args[2]);
}

static Value fn_stop(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], "BlockGrad", &lib);
    if (!t) return NO_VALUE;
    Arg in = arg_tensor(t);
    Tensor *out;
    if (!core_call(lib->core, OP_copy, ACCENT_MXNET, lang_site(vm), &in, 1, NULL, CALL_NO_GRAD, &out)) return tensor_raise(lib, ACCENT_MXNET);
    if (!grad_record_stop(lib->core, t, out)) {
        tensor_release(lib->core, out);
        return tensor_raise(lib, ACCENT_MXNET);
    }
    return mx_give(lib, out, args[1]);
}

#define BOTH_ROWS                                                                                                                             \
    {"transpose", fn_transpose, "data, axes=None, out=None, name=None", "Axes in another order; reversed when none is said.", NATIVE_KW},     \
    {"swapaxes", fn_swapaxes, "data, dim1=0, dim2=0, out=None, name=None", "Two axes exchanged.", NATIVE_KW},                                 \
    {"repeat", fn_repeat, "data, repeats, axis=None, out=None, name=None", "Each element several times.", NATIVE_KW},                         \
    {"slice", fn_slice, "data, begin, end, step=None, out=None, name=None", "A part of each axis.", NATIVE_KW},                               \
    {"slice_axis", fn_slice_axis, "data, axis, begin, end, out=None, name=None", "A part of one axis.", NATIVE_KW},                           \
    {"slice_like", fn_slice_like, "data, shape_like, axes=(), out=None, name=None", "A part of the other's size.", NATIVE_KW},                                     \
    {"split", fn_split, "data, num_outputs, axis=1, squeeze_axis=False, out=None, name=None", "Equal parts of an axis, a list.", NATIVE_KW},                       \
    {"reshape_like", fn_reshape_like, "lhs, rhs, lhs_begin=None, lhs_end=None, rhs_begin=None, rhs_end=None, out=None, name=None", "In the other's shape.", NATIVE_KW},                                                        \
    {"broadcast_like", fn_broadcast_like, "lhs, rhs, lhs_axes=None, rhs_axes=None, out=None, name=None", "Repeated to the other's shape.", NATIVE_KW},                                           \
    {"broadcast_axes", fn_broadcast_axis, "data, axis=(), size=(), out=None, name=None", "Axes of size 1 repeated.", NATIVE_KW},              \
    {"one_hot", fn_one_hot, "indices, depth, on_value=1, off_value=0, dtype=None, out=None, name=None", "A row with one 1 for each.", NATIVE_KW},
const NativeDef mx_shape_functions[] = {
    BOTH_ROWS
    {"reshape", fn_reshape, "data, shape=None, reverse=False, target_shape=None, keep_highest=False, out=None, name=None", "In another shape.", NATIVE_KW},
    {"Reshape", fn_reshape, "data, shape=None, reverse=False, target_shape=None, keep_highest=False, out=None, name=None", "In another shape.", NATIVE_KW},
    {"flatten", fn_flatten, "data, out=None, name=None", "All axes but the first as one.", NATIVE_KW},
    {"Flatten", fn_Flatten, "data, out=None, name=None", "All axes but the first as one.", NATIVE_KW},
    {"SwapAxis", fn_swapaxes, "data, dim1=0, dim2=0, out=None, name=None", "Two axes exchanged.", NATIVE_KW},
    {"expand_dims", fn_expand_dims, "data, axis, out=None, name=None", "With a new axis of size 1.", NATIVE_KW},
    {"squeeze", fn_squeeze, "data, axis=None, out=None, name=None", "Without axes of size 1.", NATIVE_KW},
    {"broadcast_to", fn_broadcast_to, "data, shape, out=None, name=None", "Axes of size 1 repeated to a shape.", NATIVE_KW},
    {"broadcast_axis", fn_broadcast_axis, "data, axis=(), size=(), out=None, name=None", "Axes of size 1 repeated.", NATIVE_KW},
    {"SliceChannel", fn_split, "data, num_outputs, axis=1, squeeze_axis=False, out=None, name=None", "Equal parts of an axis, a list.", NATIVE_KW},
    {"concat", fn_concat, "*data, dim=1, num_args=None, out=None, name=None", "One behind the other.", NATIVE_KW},
    {"Concat", fn_concat, "*data, dim=1, num_args=None, out=None, name=None", "One behind the other.", NATIVE_KW},
    {"stack", fn_stack, "*data, axis=0, num_args=None, out=None, name=None", "Side by side along a new axis.", NATIVE_KW},
    {"concatenate", fn_concatenate, "arrays, axis=0, always_copy=True", "One behind the other.", NATIVE_KW},
    {"add_n", fn_add_n, "*args, num_args=None, out=None, name=None", "The sum of arrays.", NATIVE_KW},
    {"ElementWiseSum", fn_add_n, "*args, num_args=None, out=None, name=None", "The sum of arrays.", NATIVE_KW},
    {"cast", fn_cast, "data, dtype, out=None, name=None", "In another dtype.", NATIVE_KW},
    {"Cast", fn_cast, "data, dtype, out=None, name=None", "In another dtype.", NATIVE_KW},
    {"BlockGrad", fn_stop, "data, out=None, name=None", "The same values; no gradient flows.", NATIVE_KW},
    {"stop_gradient", fn_stop, "data, out=None, name=None", "The same values; no gradient flows.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
const NativeDef mx_shape_methods[] = {
    BOTH_ROWS
    {"reshape", m_reshape, "self, *shape, **kwargs", "The same memory in another shape; 0, -1, -2, -3, -4 are codes.", NATIVE_KW},
    {"flatten", m_flatten, "self, inplace=False", "All axes but the first as one.", NATIVE_KW},
    {"expand_dims", m_expand_dims, "self, axis, inplace=False", "With a new axis of size 1.", NATIVE_KW},
    {"squeeze", m_squeeze, "self, axis=None, inplace=False", "Without axes of size 1.", NATIVE_KW},
    {"broadcast_to", m_broadcast_to, "self, shape", "Axes of size 1 repeated to a shape.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
