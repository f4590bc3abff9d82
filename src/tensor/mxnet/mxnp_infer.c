/* mxnp_infer.c: what mx.np's operators know of shapes and dtypes before they run: what does not fit is refused in MXNet's order and words.
 *
 * Without npx.set_np() an array without axes is not known at all, and a size of 0 is not known either: such a size is written -1 and fits whatever it meets, and an operator that still does
 * not know its result's shape in the end is refused. */
#include "mxnp.h"


typedef struct NpCall {
    TensorLib *lib;
    const char *own; /* what MXNet registers the operator as */
    const Arg *in;
    int n;
    const Attr *attrs; /* NULL: of an operator of the language's */
    Tensor *out;       /* in place, or out=; NULL: a new one */
} NpCall;
typedef bool (*Infer)(const NpCall *c);

enum { TEXT_ROOM = 1024 };

/* ---- words ---- */
#define refuse(c, ...) mx_refuse_said((c)->lib, __VA_ARGS__)
static bool unknown(const NpCall *c) { return refuse(c, MXNET_SAYS(UNKNOWN_SHAPE), c->own); }

/* As MXNet's types are told to one another; it has no word for bool there. */
static const char *named(DType d) { return d == DT_BOOL ? "unknown" : dtype_info[d].name; }
static const char *dtype_of(const Tensor *t) { return named((DType)t->dtype); }

static const char *text_of(const Dims *d, char room[DIMS_ROOM]) { return dims_text(d, "[", ",", "]", room, DIMS_ROOM); }
static bool drawn(const NpCall *c, const char *code) { return c->n == 2 && mx_drawn(c->lib, code, c->in[0].tensor, c->in[1].tensor); }
static bool inconsistent(const NpCall *c, const Dims *provided, const Dims *inferred)
{
    char a[DIMS_ROOM], b[DIMS_ROOM];
    return refuse(c, MXNET_SAYS(PRODUCT_INFERRED), text_of(provided, a), text_of(inferred, b)) || drawn(c, c->n == 2 && !strcmp(c->own, "_np_dot") ? "P0203" : "P0202");
}
static bool types_inconsistent(const NpCall *c, DType provided, DType inferred) { return refuse(c, MXNET_SAYS(TYPE_INCONSISTENT), named(provided), named(inferred)) || drawn(c, "P0301"); }

/* ---- shapes as they are known ---- */
static bool is_open(const NpCall *c, const Tensor *t) { return !t->ndim && !c->lib->np_shape; }
static Dims seen(const NpCall *c, const Tensor *t)
{
    Dims d = {.n = t->ndim};
    for (int i = 0; i < t->ndim; i++) d.d[i] = t->shape[i] || c->lib->np_shape ? t->shape[i] : -1;
    return d;
}
static bool is_known(const Dims *d)
{
    for (int i = 0; i < d->n; i++)
        if (d->d[i] < 0) return false;
    return true;
}
static int64_t size_of(const Dims *d)
{
    int64_t n = 1;
    for (int i = 0; i < d->n; i++) n *= d->d[i];
    return n;
}
/* What is known of either, where they agree. */
static bool merge(Dims *into, const Dims *d)
{
    Dims both = *into;
    if (into->n != d->n) return false;
    for (int i = 0; i < d->n; i++) {
        if (both.d[i] < 0) both.d[i] = d->d[i];
        else if (d->d[i] >= 0 && d->d[i] != both.d[i]) return false;
    }
    *into = both;
    return true;
}
static bool broadcast(const NpCall *c, const Dims *a, const Dims *b, Dims *out)
{
    char left[DIMS_ROOM], right[DIMS_ROOM];
    out->n = a->n > b->n ? a->n : b->n;
    for (int i = 1; i <= out->n; i++) {
        int64_t x = i <= a->n ? a->d[a->n - i] : 1, y = i <= b->n ? b->d[b->n - i] : 1;
        if (x != y && x != 1 && y != 1 && x >= 0 && y >= 0) return refuse(c, MXNET_SAYS(BROADCAST), text_of(a, left), text_of(b, right)) || drawn(c, "P0201");
        out->d[out->n - i] = x == 1 ? y : y == 1 ? x : x < 0 || y < 0 ? -1 : x;
    }
    return true;
}

/* ---- operations element by element ---- */
static DType meeting(DType a, DType b, bool divides)
{
    bool x = dtype_is_inexact(a), y = dtype_is_inexact(b);
    if (!x && !y && divides) return DT_FLOAT32;
    if (x != y) return x ? a : b;
    return a == DT_BOOL || dtype_info[a].bytes < dtype_info[b].bytes ? b : a;
}
static bool shapes_meet(const NpCall *c)
{
    const Tensor *a = c->in[0].tensor, *b = c->n > 1 ? c->in[1].tensor : NULL;
    const Tensor *one = a ? a : b;
    if (!one) return true;
    if (!a || !b) return (is_open(c, one) || (!one->size && !c->lib->np_shape)) ? unknown(c) : true;
    if (is_open(c, a) || is_open(c, b)) return unknown(c);
    Dims x = seen(c, a), y = seen(c, b), r;
    if (!broadcast(c, &x, &y, &r)) return false;
    if (c->out) {
        Dims to = seen(c, c->out), both = to;
        if (!merge(&both, &r)) return inconsistent(c, &to, &r);
    }
    return is_known(&x) && is_known(&y) ? true : unknown(c);
}
static bool result_fits(const NpCall *c, bool divides)
{
    if (!c->out) return true;
    const Tensor *a = c->in[0].tensor, *b = c->n > 1 ? c->in[1].tensor : NULL;
    DType to = (DType)c->out->dtype, r = a && b ? meeting((DType)a->dtype, (DType)b->dtype, divides) : to == DT_BOOL ? DT_INT64 : divides && !dtype_is_inexact(to) ? DT_FLOAT32 : to;
    return r == to || types_inconsistent(c, to, r);
}
static bool infer_arithmetic(const NpCall *c) { return shapes_meet(c) && result_fits(c, false); }
static bool infer_divide(const NpCall *c)
{
    if (!shapes_meet(c)) return false;
    const Tensor *a = c->in[0].tensor, *b = c->n > 1 ? c->in[1].tensor : NULL;
    bool alike = !a || !b || a->dtype == b->dtype || dtype_is_inexact((DType)a->dtype) != dtype_is_inexact((DType)b->dtype) || a->dtype == DT_BOOL || b->dtype == DT_BOOL;
    if (!alike) return refuse(c, "%s", MXNET_SAYS(NOT_IMPLEMENTED));
    return result_fits(c, true);
}
static bool infer_compare(const NpCall *c)
{
    if (!shapes_meet(c)) return false;
    const Tensor *a = c->in[0].tensor, *b = c->in[1].tensor;
    return !a || !b || a->dtype == b->dtype || types_inconsistent(c, (DType)a->dtype, (DType)b->dtype);
}
/* Input i has another dtype than input 0. */
static bool dtypes_differ(const NpCall *c, int told, const Tensor *first, const Tensor *other) { return refuse(c, MXNET_SAYS(DTYPES), told, dtype_of(first), dtype_of(other)) || mx_drawn(c->lib, "P0301", first, other); }
static bool infer_extreme(const NpCall *c)
{
    if (!shapes_meet(c)) return false;
    const Tensor *a = c->in[0].tensor, *b = c->in[1].tensor;
    return !a || !b || a->dtype == b->dtype || dtypes_differ(c, 1, a, b);
}
static bool infer_where(const NpCall *c)
{
    const Tensor *t[3] = {c->in[0].tensor, c->n > 1 ? c->in[1].tensor : NULL, c->n > 2 ? c->in[2].tensor : NULL};
    if (!t[0] || !t[1] || !t[2]) return true;
    Dims d[3];
    int most = 0;
    for (int i = 0; i < 3; i++) {
        d[i] = seen(c, t[i]);
        most = d[i].n > most ? d[i].n : most;
    }
    for (int i = 1; i <= most; i++) {
        int64_t s[3];
        for (int k = 0; k < 3; k++) s[k] = i <= d[k].n ? d[k].d[d[k].n - i] : 1;
        bool ones = (s[0] == 1) + (s[1] == 1) + (s[2] == 1) >= 2, pair = (s[0] == 1 && s[1] == s[2]) || (s[1] == 1 && s[0] == s[2]) || (s[2] == 1 && s[0] == s[1]);
        if (!ones && !pair && !(s[0] == s[1] && s[1] == s[2])) return refuse(c, "%s", MXNET_SAYS(WHERE_BROADCAST));
    }
    return t[1]->dtype == t[2]->dtype || dtypes_differ(c, 1, t[1], t[2]);
}

/* ---- products ---- */
static bool floats_alone(const NpCall *c, const Tensor *t, const char *who)
{
    bool half = t->dtype == DT_FLOAT16 && tensor_device(t)->kind != DEVICE_CPU;
    return t->dtype == DT_FLOAT32 || t->dtype == DT_FLOAT64 || half || refuse(c, MXNET_SAYS(PRODUCT_FLOATS), who);
}

/* Of two rows or matrices: is their common size the same? A vector in front of a matrix gives way (dot) or not (matmul). */
static bool sizes_meet(const NpCall *c, const Tensor *a, const Tensor *b, bool gives_way)
{
    Dims x = seen(c, a), y = seen(c, b);
    int64_t k = x.d[x.n - 1], other = y.n == 1 ? y.d[0] : y.d[y.n - 2]; /* (of which one may be open: then it takes over the other) */
    if (x.n > 2 || y.n > 2) return true; /* (said by core) */
    if (k >= 0 && other >= 0 && k != other) {
        Dims wanted = {.n = x.n, .d = {x.n == 1 ? other : -1, other}};
        if (x.n == 1 && y.n == 2 && !gives_way) return wanted = (Dims){.n = 2, .d = {k, -1}}, inconsistent(c, &y, &wanted);
        return inconsistent(c, &x, &wanted);
    }
    bool rows = x.n == 1 || x.d[0] >= 0, columns = y.n == 1 || y.d[1] >= 0;
    return (rows && columns) || unknown(c);
}
static bool infer_product(const NpCall *c, bool dot)
{
    const Tensor *a = c->in[0].tensor, *b = c->n > 1 ? c->in[1].tensor : NULL;
    if (!a || !b) return true;
    if (is_open(c, a) || is_open(c, b)) return unknown(c);
    if (!a->ndim || !b->ndim) return true;
    if (!sizes_meet(c, a, b, dot)) return false;
    if (a->dtype != b->dtype) return dtypes_differ(c, 1, a, b);
    DType d = (DType)a->dtype;
    if (!dot) return floats_alone(c, a, "Matmul");
    if (d == DT_BOOL) return refuse(c, MXNET_SAYS(TYPE_ENUM), 7);
    if (d == DT_INT8 || d == DT_UINT8) return refuse(c, MXNET_SAYS(SOFTMAX_BYTES), named(d));
    if (dtype_is_integer(d)) return refuse(c, MXNET_SAYS(SOFTMAX_FLOATS), named(d));
    return floats_alone(c, a, "Tensordot");
}
static bool infer_dot(const NpCall *c) { return infer_product(c, true); }
static bool infer_matmul(const NpCall *c) { return infer_product(c, false); }
static bool infer_outer(const NpCall *c)
{
    const Tensor *a = c->in[0].tensor, *b = c->in[1].tensor;
    if (!a || !b) return true;
    if (is_open(c, a) || is_open(c, b)) return unknown(c);
    return a->dtype != b->dtype ? dtypes_differ(c, 1, a, b) : floats_alone(c, a, "Tensordot");
}

/* ---- joining ---- */
static bool stack_sizes(const NpCall *c, const Dims *all)
{
    for (int i = 0; i < c->n; i++)
        if (c->in[i].tensor->size != size_of(all)) return refuse(c, MXNET_SAYS(STACK_SIZE), (long long)c->in[i].tensor->size, (long long)size_of(all));
    return true;
}
static bool all_tensors(const NpCall *c)
{
    for (int i = 0; i < c->n; i++)
        if (!c->in[i].tensor) return false;
    return c->n > 0;
}
static bool infer_stack(const NpCall *c)
{
    if (!all_tensors(c)) return true;
    Dims all = {.n = 0};
    bool open = true, fits = true;
    for (int i = 0; i < c->n && fits; i++) { /* what is not known takes over what is */
        Dims d = seen(c, c->in[i].tensor);
        if (is_open(c, c->in[i].tensor)) continue;
        if (open) all = d, open = false;
        else if (!is_known(&all)) fits = merge(&all, &d);
        else break;
    }
    int64_t axis = c->attrs[join_axis].i;
    if (!open && (axis > all.n || axis < -all.n - 1)) return refuse(c, MXNET_SAYS(AXIS_EXCEEDS), (long long)axis, all.n + 1);
    if (open || !fits || !is_known(&all)) return unknown(c);
    for (int i = 1; i < c->n; i++)
        if (c->in[i].tensor->dtype != c->in[0].tensor->dtype) return dtypes_differ(c, i, c->in[0].tensor, c->in[i].tensor);
    return stack_sizes(c, &all);
}

/* Sizes of 0 that were taken for unknown ones hold no elements where some are wanted. */
static bool filled(const NpCall *c, int i, const Dims *merged)
{
    const Tensor *t = c->in[i].tensor;
    Dims wanted = seen(c, t);
    for (int k = 0; k < wanted.n; k++)
        if (wanted.d[k] < 0) wanted.d[k] = merged->d[k];
    return t->size == size_of(&wanted) || refuse(c, MXNET_SAYS(STACK_SIZE), (long long)t->size, (long long)size_of(&wanted));
}
static bool types_alike(const NpCall *c)
{
    for (int i = 1; i < c->n; i++)
        if (c->in[i].tensor->dtype != c->in[0].tensor->dtype) return types_inconsistent(c, (DType)c->in[i].tensor->dtype, (DType)c->in[0].tensor->dtype);
    return true;
}
static bool infer_concatenate(const NpCall *c)
{
    if (!all_tensors(c)) return true;
    int64_t said = c->attrs[join_axis].i;
    char a[DIMS_ROOM], b[DIMS_ROOM];
    Dims all = {.n = -1};
    bool open = false;
    for (int i = 0; i < c->n; i++) {
        const Tensor *t = c->in[i].tensor;
        if (is_open(c, t)) continue;
        if (said >= t->ndim || said < -t->ndim) return refuse(c, MXNET_SAYS(AXIS_EXCEEDS), (long long)said, t->ndim);
    }
    for (int i = 0; i < c->n; i++) {
        const Tensor *t = c->in[i].tensor;
        if (is_open(c, t)) continue;
        Dims d = seen(c, t);
        int64_t axis = said < 0 ? said + d.n : said;
        open = open || d.d[axis] < 0;
        d.d[axis] = -1;
        if (all.n < 0) all = d;
        else if (!merge(&all, &d)) return d = seen(c, t), refuse(c, MXNET_SAYS(CONCAT_SHAPE), text_of(&all, a), text_of(&d, b)) || mx_drawn(c->lib, "P0202", c->in[0].tensor, t);
    }
    if (all.n < 0 || open) return unknown(c);
    for (int k = 0; k < all.n; k++)
        if (all.d[k] < 0 && k != (said < 0 ? said + all.n : said)) return unknown(c);
    if (!types_alike(c)) return false;
    for (int i = 0; i < c->n; i++) {
        if (is_open(c, c->in[i].tensor)) return said > 0 ? refuse(c, MXNET_SAYS(AXIS_OF_NONE), (long long)said) : refuse(c, MXNET_SAYS(SHAPE_INDEX), 0LL, 0);
        if (!filled(c, i, &all)) return false;
    }
    return true;
}
/* Rows below one another: what has one axis is one row. */
static bool infer_rows(const NpCall *c)
{
    if (!all_tensors(c)) return true;
    Dims all = {.n = -1};
    for (int i = 0; i < c->n; i++)
        if (is_open(c, c->in[i].tensor)) return unknown(c);
    for (int i = 0; i < c->n; i++) {
        Dims d = seen(c, c->in[i].tensor), rest;
        if (d.n == 1) d = (Dims){.n = 2, .d = {1, d.d[0]}};
        rest = d;
        rest.d[0] = -1;
        if (all.n < 0) all = rest;
        else if (!merge(&all, &rest)) return inconsistent(c, &d, &all);
    }
    for (int k = 1; k < all.n; k++)
        if (all.d[k] < 0) return unknown(c);
    if (!types_alike(c)) return false;
    for (int i = 0; i < c->n; i++)
        if (c->in[i].tensor->ndim > 1 && !filled(c, i, &all)) return false;
    return true;
}

/* ---- axes ---- */
static Ints ints_of(const NpCall *c, int which) { return c->attrs ? c->attrs[which].ints : INTS_ABSENT; }
static bool first_known(const NpCall *c)
{
    const Tensor *t = c->in[0].tensor;
    return !t || c->lib->np_shape || (t->ndim && t->size) || unknown(c);
}
static bool infer_reduce(const NpCall *c)
{
    const Tensor *t = c->in[0].tensor;
    if (!t || !first_known(c)) return !t;
    Ints given = ints_of(c, reduce_axes);
    bool extreme = strcmp(c->own, "_np_max") == 0 || strcmp(c->own, "_np_min") == 0;
    char text[DIMS_ROOM], shape[DIMS_ROOM];
    if (given.count <= 0 || given.count > MAX_DIMS) return true;
    Dims said = {.n = given.count}, axes = said, d = seen(c, t);
    for (int i = 0; i < said.n; i++) {
        said.d[i] = given.d[i];
        axes.d[i] = given.d[i] < 0 ? given.d[i] + t->ndim : given.d[i];
        for (int k = i; k > 0 && axes.d[k - 1] > axes.d[k]; k--) {
            int64_t keep = axes.d[k];
            axes.d[k] = axes.d[k - 1], axes.d[k - 1] = keep;
        }
    }
    for (int i = 0; extreme && i < said.n; i++) /* (these look at the sizes first) */
        if (said.d[i] >= t->ndim) return refuse(c, MXNET_SAYS(SHAPE_INDEX), (long long)said.d[i], t->ndim);
    for (int i = 1; i < axes.n; i++)
        if (axes.d[i - 1] == axes.d[i]) return refuse(c, MXNET_SAYS(REDUCTION_TWICE), (long long)axes.d[i], (long long)axes.d[i], text_of(&axes, text));
    int64_t last = axes.d[axes.n - 1];
    if (last >= t->ndim) return refuse(c, MXNET_SAYS(REDUCTION_AXIS), (long long)last, t->ndim, (long long)last, text_of(&d, shape));
    if (axes.d[0] < 0) return refuse(c, MXNET_SAYS(REDUCTION_LOW), (long long)axes.d[0], text_of(&said, text), text_of(&d, shape));
    return true;
}
static bool infer_flip(const NpCall *c)
{
    const Tensor *t = c->in[0].tensor;
    if (!t || !first_known(c)) return !t;
    Ints axes = ints_of(c, axes_axes);
    for (int i = 0; i < axes.count; i++) {
        if (axes.d[i] >= t->ndim) return refuse(c, MXNET_SAYS(NP_FLIP_AXIS), (long long)axes.d[i], t->ndim, (long long)axes.d[i], t->ndim);
        if (axes.d[i] < 0) return refuse(c, MXNET_SAYS(SHAPE_INDEX), (long long)axes.d[i], t->ndim);
    }
    return true;
}
static bool infer_squeeze(const NpCall *c)
{
    const Tensor *t = c->in[0].tensor;
    if (!t || !first_known(c)) return !t;
    Ints axes = ints_of(c, axes_axes);
    return mx_squeezable(c->lib, t, axes.d, axes.count);
}
static bool infer_transpose(const NpCall *c)
{
    const Tensor *t = c->in[0].tensor;
    if (!t) return true;
    Ints axes = ints_of(c, axes_axes);
    char text[DIMS_ROOM], shape[DIMS_ROOM];
    if (is_open(c, t) || axes.count < 0 || axes.count > MAX_DIMS) return first_known(c);
    Dims said = {.n = axes.count}, d = seen(c, t);
    memcpy(said.d, axes.d, sizeof *said.d * (size_t)axes.count);
    if (!axes.count) return first_known(c);
    if (axes.count != t->ndim) return refuse(c, MXNET_SAYS(NP_TRANSPOSE_MANY), t->ndim, axes.count, text_of(&said, text), text_of(&d, shape));
    int different = 0;
    for (int i = 0; i < axes.count; i++) {
        int64_t axis = axes.d[i] < 0 ? axes.d[i] + t->ndim : axes.d[i];
        bool again = false;
        if (axis < 0 || axis >= t->ndim) return refuse(c, MXNET_SAYS(NP_TRANSPOSE_AXIS), i, (long long)axis, t->ndim);
        for (int k = 0; k < i; k++) again = again || (axes.d[k] < 0 ? axes.d[k] + t->ndim : axes.d[k]) == axis;
        different += !again;
    }
    if (different == axes.count) return first_known(c);
    char words[TEXT_ROOM];
    snprintf(words, sizeof words, MXNET_SAYS(NP_TRANSPOSE_TWICE), different, axes.count, text_of(&said, text));
    return err_false(c->lib->vm, EXC_ValueError, "%s", words);
}
static bool infer_broadcast_to(const NpCall *c)
{
    const Tensor *t = c->in[0].tensor;
    if (!t || !first_known(c)) return !t;
    Ints to = ints_of(c, shape_shape);
    char a[DIMS_ROOM], b[DIMS_ROOM];
    if (to.count < 0 || to.count > MAX_DIMS) return true;
    Dims d = seen(c, t), want = {.n = to.count};
    memcpy(want.d, to.d, sizeof *want.d * (size_t)to.count);
    bool fits = true;
    if (d.n > want.n) return refuse(c, MXNET_SAYS(NP_BROADCAST_MANY), d.n, want.n, text_of(&d, a), text_of(&want, b));
    for (int i = 1; fits && i <= d.n; i++) fits = d.d[d.n - i] == want.d[want.n - i] || d.d[d.n - i] == 1;
    return fits || refuse(c, MXNET_SAYS(NP_BROADCAST_TO), text_of(&d, a), text_of(&want, b));
}
static bool infer_reshape(const NpCall *c)
{
    const Tensor *t = c->in[0].tensor;
    if (!t) return true;
    Ints to = ints_of(c, shape_shape);
    char text[DIMS_ROOM];
    if (to.count < 0) return unknown(c);
    if (to.count > MAX_DIMS) return first_known(c);
    if (!c->lib->np_shape && !t->ndim) return unknown(c);
    Dims want = {.n = to.count};
    memcpy(want.d, to.d, sizeof *want.d * (size_t)to.count);
    int64_t known = 1;
    int open = 0;
    for (int i = 0; i < want.n; i++) {
        if (want.d[i] < -1) return refuse(c, MXNET_SAYS(NP_RESHAPE_CODE), (long long)want.d[i]);
        if (want.d[i] < 0 && open++) return refuse(c, "%s", MXNET_SAYS(NP_RESHAPE_OPEN));
        if (want.d[i] >= 0) known *= want.d[i];
    }
    if (!t->size && !c->lib->np_shape) return open || !known ? unknown(c) : refuse(c, MXNET_SAYS(RESHAPE_SIZES), (long long)t->size, (long long)known);
    if (open && !known) return refuse(c, MXNET_SAYS(NP_RESHAPE_NONE), (long long)t->size, text_of(&want, text));
    if (open && t->size % known) return refuse(c, MXNET_SAYS(NP_RESHAPE_REST), (long long)(t->size % known), (long long)t->size, text_of(&want, text));
    return open || known == t->size || refuse(c, MXNET_SAYS(NP_RESHAPE_SIZE), (long long)t->size, (long long)known, (long long)t->size, text_of(&want, text));
}
static bool infer_einsum(const NpCall *c)
{
    const char *terms = c->attrs ? c->attrs[einsum_equation].text : NULL;
    if (!all_tensors(c) || !terms || strpbrk(terms, ". ")) return true;
    const char *at = terms;
    for (int i = 0; i < c->n; i++) {
        const Tensor *t = c->in[i].tensor;
        size_t n = strcspn(at, ",-");
        if ((int)n != t->ndim && (t->ndim || c->lib->np_shape))
            return refuse(c, MXNET_SAYS(EINSUM_TERM), t->ndim, n, (int)n, at, i);
        at += n + (at[n] == ',');
    }
    for (int i = 0; i < c->n; i++)
        if (!c->lib->np_shape && (!c->in[i].tensor->ndim || !c->in[i].tensor->size)) return unknown(c);
    return true;
}

/* ---- one operand ---- */
/* These have no loop for bools. */
static bool infer_numbers(const NpCall *c)
{
    if (!first_known(c)) return false;
    return !c->in[0].tensor || c->in[0].tensor->dtype != DT_BOOL || refuse(c, MXNET_SAYS(TYPE_ENUM), 7);
}
static bool infer_bits(const NpCall *c)
{
    if (!first_known(c)) return false;
    const Tensor *t = c->in[0].tensor;
    return !t || !dtype_is_inexact((DType)t->dtype) || refuse(c, MXNET_SAYS(INTEGERS_ALONE), dtype_of(t));
}

static bool infer_nothing(const NpCall *c) { return c->lib != NULL; }

/* The operators by the names of this accent's rows; MXNet's own where it is not _npi_ and that name. */
typedef struct Row { const char *name, *own; Infer infer; } Row;
static const Row rows[] = {
    {"add", NULL, infer_arithmetic}, {"subtract", NULL, infer_arithmetic}, {"multiply", NULL, infer_arithmetic}, {"mod", "_npi_mod", infer_arithmetic}, {"remainder", "_npi_mod", infer_arithmetic},
    {"power", NULL, infer_arithmetic}, {"divide", "_npi_true_divide", infer_divide}, {"true_divide", "_npi_true_divide", infer_divide},
    {"equal", NULL, infer_compare}, {"not_equal", NULL, infer_compare}, {"less", NULL, infer_compare}, {"less_equal", NULL, infer_compare}, {"greater", NULL, infer_compare}, {"greater_equal", NULL, infer_compare},
    {"maximum", "broadcast_maximum", infer_extreme}, {"minimum", "broadcast_minimum", infer_extreme}, {"where", NULL, infer_where},
    {"dot", "_np_dot", infer_dot}, {"matmul", NULL, infer_matmul}, {"outer", "_npi_tensordot", infer_outer}, {"stack", NULL, infer_stack}, {"concat", "_npi_concatenate", infer_concatenate}, {"vstack", NULL, infer_rows},
    {"sum", "_np_sum", infer_reduce}, {"prod", "_np_prod", infer_reduce}, {"max", "_np_max", infer_reduce}, {"min", "_np_min", infer_reduce}, {"any", "_np_any", infer_reduce}, {"all", "_np_all", infer_reduce},
    {"amax", "_np_max", infer_reduce}, {"amin", "_np_min", infer_reduce}, {"mean", NULL, infer_reduce}, {"std", NULL, infer_reduce}, {"var", NULL, infer_reduce},
    {"flip", NULL, infer_flip}, {"squeeze", "_np_squeeze", infer_squeeze}, {"transpose", "_np_transpose", infer_transpose}, {"broadcast_to", NULL, infer_broadcast_to}, {"reshape", "_np_reshape", infer_reshape},
    {"einsum", NULL, infer_einsum},
    {"abs", "_npi_absolute", infer_numbers}, {"absolute", NULL, infer_numbers}, {"exp", NULL, infer_numbers}, {"expm1", NULL, infer_numbers}, {"sqrt", NULL, infer_numbers}, {"cbrt", NULL, infer_numbers},
    {"sign", NULL, infer_numbers}, {"log", NULL, infer_numbers}, {"log2", NULL, infer_numbers}, {"log10", NULL, infer_numbers}, {"log1p", NULL, infer_numbers}, {"sin", NULL, infer_numbers}, {"cos", NULL, infer_numbers},
    {"tan", NULL, infer_numbers}, {"sinh", NULL, infer_numbers}, {"cosh", NULL, infer_numbers}, {"tanh", NULL, infer_numbers}, {"floor", NULL, infer_numbers}, {"ceil", NULL, infer_numbers},
    {"trunc", NULL, infer_numbers}, {"fix", NULL, infer_numbers}, {"square", NULL, infer_numbers}, {"negative", NULL, infer_numbers}, {"reciprocal", NULL, infer_numbers}, {"rint", NULL, infer_numbers},
    {"invert", "_npi_bitwise_not", infer_bits}, {"bitwise_not", NULL, infer_bits},
    {"cast", NULL, infer_nothing}, {"npx_reshape", "_npx_reshape", first_known}, {"np_copy", "_np_copy", first_known}, {"nonzero", NULL, first_known}, {"copy", "_copyto", first_known}, {"cumsum", "_np_cumsum", first_known}, {"repeat", "repeat", first_known}, {"roll", "_np_roll", first_known}, {"trace", "_np_trace", first_known}, {"astype", "_copyto", first_known},
    {"clip", "clip", infer_numbers}, {"expand_dims", "expand_dims", first_known}, {"tile", "tile", first_known}, {"take", "take", first_known}, {"zeros_like", "_npi_full_like", first_known}, {"ones_like", "_npi_full_like", first_known},
    {"sort", "sort", first_known}, {"argsort", "argsort", first_known}, {"argmax", NULL, first_known}, {"argmin", NULL, first_known}, {"swapaxes", "SwapAxis", first_known}, {"relu", "_npx_relu", infer_numbers},
    {"sigmoid", "_npx_sigmoid", infer_numbers}, {"softmax", "softmax", first_known}, {"log_softmax", "log_softmax", first_known}, {"full_like", NULL, first_known},
};

static const Row *row_of(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0) return &rows[i];
    return NULL;
}
/* _npi_rsubtract_scalar: what stands in front is the number. */
static void own_name(const Row *row, const char *name, const Arg *in, int n, char own[64])
{
    bool pair = n == 2, scalar = pair && (!in[0].tensor || !in[1].tensor), first = pair && !in[0].tensor;
    bool turns = first && (strcmp(name, "subtract") == 0 || strcmp(name, "divide") == 0 || strcmp(name, "mod") == 0 || strcmp(name, "power") == 0);
    bool extreme = strcmp(name, "maximum") == 0 || strcmp(name, "minimum") == 0;
    if (scalar) snprintf(own, 64, extreme ? "_%s%s_scalar" : "_npi_%s%s_scalar", turns ? "r" : "", strcmp(name, "divide") == 0 ? "true_divide" : name);
    else if (row && row->own) snprintf(own, 64, "%s", row->own);
    else snprintf(own, 64, "_npi_%s", name);
}
bool mxnp_infers(TensorLib *lib, const char *name, const Arg *in, int n, const Attr *attrs, Tensor *out)
{
    char own[64];
    if (*name == '_') name++;
    const Row *row = row_of(name);
    own_name(row, name, in, n, own);
    NpCall c = {.lib = lib, .own = own, .in = in, .n = n, .attrs = attrs, .out = out};
    if (row) return row->infer(&c);
    for (int i = 0; i < n; i++)
        if (in[i].tensor && !lib->np_shape && (!in[i].tensor->ndim || !in[i].tensor->size)) return unknown(&c);
    return true;
}

/* (name, arrays, axis=0): the same, for what is composed in Python. */
Value mxnp_fn_infer(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    const char *name = lib && is_str(args[0]) ? str_utf8(vm, args[0], NULL) : NULL;
    if (!name) return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_TypeError, "expected a name");
    Value all = tuple_from_iter(vm, args[1]);
    if (!all) return NO_VALUE;
    int64_t count = as_tuple(all)->len;
    Arg few[16], *in = few;
    bool ok = count <= 16;
    for (int64_t i = 0; ok && i < count; i++) {
        ok = is_of_mxnet(as_tuple(all)->items[i]);
        if (ok) in[i] = arg_tensor(tensor_of(as_tuple(all)->items[i]));
    }
    Attr attrs[MAX_ATTRS] = {{.i = 0}};
    attrs[join_axis].i = args[2] && is_small(args[2]) ? small_of(args[2]) : 0;
    Value r = !ok || mxnp_infers(lib, name, in, (int)count, attrs, NULL) ? V_NONE : NO_VALUE; /* (others are refused by what computes) */
    release(vm, all);
    return r;
}
