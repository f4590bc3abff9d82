/* infer.c: operators infer shapes and dtypes: what does not fit is refused in MXNet's order and words, before the function that computes is called. */
#include "infer.h"

#include <stdarg.h>

/* ---- parameters and words ---- */
Ref infer_param(const Inferred *c, const char *name)
{
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->given[i].key, name) == 0) return c->other[i] ? (Ref)c->other[i] : c->given[i].value;
    return NULL;
}

int64_t infer_int(const Inferred *c, const char *name, int64_t absent)
{
    Ref v = infer_param(c, name);
    return v && is_small(v) ? small_of(v) : v == V_TRUE ? 1 : v == V_FALSE ? 0 : absent;
}

/* A shape's sizes; false: not given, or None. */
static bool ints_param(const Inferred *c, const char *name, Dims *out)
{
    Ref v = infer_param(c, name);
    out->n = 0;
    if (!v || is_none(v)) return false;
    if (is_small(v)) return out->d[out->n++] = small_of(v), true;
    if (!is_tuple(v)) return false;
    for (int64_t i = 0; i < as_tuple(v)->len && i < MAX_DIMS; i++) out->d[out->n++] = is_small(as_tuple(v)->items[i]) ? small_of(as_tuple(v)->items[i]) : 0;
    return true;
}

enum { TEXT_ROOM = 1024 };

#define refuse(c, ...) mx_refuse_said((c)->lib, __VA_ARGS__)

/* Of a kind that core refuses too: told as core tells it, with the operands drawn. */
static bool refuse_as(const Inferred *c, ErrorKind kind, const char *words, ...) __attribute__((format(printf, 3, 4)));
static bool refuse_as(const Inferred *c, ErrorKind kind, const char *words, ...)
{
    char text[TEXT_ROOM];
    va_list ap;
    va_start(ap, words);
    int length = vsnprintf(text, sizeof text, words, ap);
    va_end(ap);
    Core *core = c->lib->core;
    CoreError *e = core_error(core);
    if (length >= (int)sizeof e->text) return refuse(c, "%s", text);
    core_fail(core, kind, "%s", text);
    e->said = true;
    e->site = lang_site(c->lib->vm);
    if (kind == CE_BAD_AXIS && c->in[0]) e->numbers[1] = -c->in[0]->ndim, e->numbers[2] = c->in[0]->ndim - 1; /* the axes that there are */
    for (int i = 0; i < c->n && i < ERROR_OPERANDS; i++) {
        e->operands[e->operand_count++] = c->in[i];
        if (c->in[i]) tensor_retain(c->in[i]);
    }
    tensor_raise(c->lib, ACCENT_MXNET);
    return false;
}

const char *infer_shown_shape(const Tensor *t, char room[DIMS_ROOM])
{
    Dims d = {.n = t->ndim};
    memcpy(d.d, t->shape, sizeof *d.d * (size_t)t->ndim);
    return dims_text(&d, "[", ",", "]", room, DIMS_ROOM);
}

static bool same_shape(const Tensor *a, const Tensor *b) { return a->ndim == b->ndim && tensor_same_shape(a, b); }
static const char *dtype_of(const Tensor *t) { return dtype_info[t->dtype].name; }

/* ---- what many say ---- */
static bool shapes_alike(const Inferred *c)
{
    char a[DIMS_ROOM], b[DIMS_ROOM];
    for (int i = 1; i < c->n; i++)
        if (c->in[0] && c->in[i] && !same_shape(c->in[0], c->in[i])) return refuse(c, MXNET_SAYS(SHAPES), i, "input", infer_shown_shape(c->in[0], a), infer_shown_shape(c->in[i], b)) || mx_drawn(c->lib, "P0202", c->in[0], c->in[i]);
    if (c->out && c->in[0] && !same_shape(c->in[0], c->out)) return refuse(c, MXNET_SAYS(SHAPES), 0, "output", infer_shown_shape(c->in[0], a), infer_shown_shape(c->out, b));
    return true;
}

static bool out_alike(const Inferred *c)
{
    if (c->out && c->in[0] && c->in[0]->dtype != c->out->dtype) return refuse(c, MXNET_SAYS(OUT_DTYPE), dtype_of(c->in[0]), dtype_of(c->out));
    return true;
}

bool infer_dtypes_alike(const Inferred *c)
{
    for (int i = 1; i < c->n; i++)
        if (c->in[0] && c->in[i] && c->in[0]->dtype != c->in[i]->dtype) return refuse(c, MXNET_SAYS(DTYPES), i, dtype_of(c->in[0]), dtype_of(c->in[i])) || mx_drawn(c->lib, "P0301", c->in[0], c->in[i]);
    return out_alike(c);
}

static bool infer_elementwise(Inferred *c) { return shapes_alike(c) && infer_dtypes_alike(c); }

static bool infer_broadcast(Inferred *c)
{
    char a[DIMS_ROOM], b[DIMS_ROOM];
    const Tensor *l = c->in[0], *r = c->in[1];
    if (!l || !r) return true;
    for (int i = 1; i <= l->ndim && i <= r->ndim; i++) {
        int64_t x = l->shape[l->ndim - i], y = r->shape[r->ndim - i];
        if (x != y && x != 1 && y != 1) return refuse_as(c, CE_NOT_BROADCASTABLE, MXNET_SAYS(BROADCAST), infer_shown_shape(l, a), infer_shown_shape(r, b));
    }
    return infer_dtypes_alike(c);
}

static bool axis_exceeds(const Inferred *c, int64_t axis, int ndim) { return axis < ndim && axis >= -ndim ? true : refuse_as(c, CE_BAD_AXIS, MXNET_SAYS(AXIS_EXCEEDS), (long long)axis, ndim); }

bool infer_index_of(const Inferred *c, int64_t i, int ndim) { return i >= 0 && i < ndim ? true : refuse(c, MXNET_SAYS(SHAPE_INDEX), (long long)i, ndim); }

bool infer_not_found(const Inferred *c) { return refuse(c, MXNET_SAYS(UNKNOWN_SHAPE), c->op->own); }

/* ---- reductions ---- */
static bool reduced_over(Inferred *c, const char *name)
{
    Dims given, axes;
    char text[DIMS_ROOM], shape[DIMS_ROOM];
    const Tensor *t = c->in[0];
    if (!t || !ints_param(c, name, &given) || !given.n) return true;
    axes = given;
    for (int i = 0; i < axes.n; i++)
        if (axes.d[i] < 0) axes.d[i] += t->ndim;
    for (int i = 1; i < axes.n; i++)
        for (int k = i; k > 0 && axes.d[k - 1] > axes.d[k]; k--) {
            int64_t keep = axes.d[k];
            axes.d[k] = axes.d[k - 1], axes.d[k - 1] = keep;
        }
    for (int i = 1; i < axes.n; i++)
        if (axes.d[i - 1] == axes.d[i]) return refuse(c, MXNET_SAYS(REDUCTION_TWICE), (long long)axes.d[i], (long long)axes.d[i], dims_text(&axes, "[", ",", "]", text, sizeof text));
    int64_t last = axes.d[axes.n - 1];
    if (last >= t->ndim) return refuse_as(c, CE_BAD_AXIS, MXNET_SAYS(REDUCTION_AXIS), (long long)last, t->ndim, (long long)last, infer_shown_shape(t, shape));
    if (axes.d[0] < 0) return refuse_as(c, CE_BAD_AXIS, MXNET_SAYS(REDUCTION_LOW), (long long)axes.d[0], dims_text(&given, "[", ",", "]", text, sizeof text), infer_shown_shape(t, shape));
    return true;
}
static bool infer_reduction(Inferred *c) { return reduced_over(c, "axis") && out_alike(c); }
static bool infer_moments(Inferred *c)
{
    Dims axes;
    if (!ints_param(c, "axes", &axes) || !axes.n) return refuse(c, "%s", MXNET_SAYS(MOMENTS_AXES));
    return reduced_over(c, "axes");
}

static bool infer_one_axis(Inferred *c)
{
    Ref axis = infer_param(c, "axis");
    return !c->in[0] || !axis || is_none(axis) || axis_exceeds(c, small_of(axis), c->in[0]->ndim);
}

static bool infer_softmax(Inferred *c)
{
    if (c->in[0] && !(dtype_is_integer((DType)c->in[0]->dtype) && dtype_bytes((DType)c->in[0]->dtype) > 1) && !infer_one_axis(c)) return false;
    if (c->in[0] && (c->in[0]->dtype == DT_INT8 || c->in[0]->dtype == DT_UINT8)) return refuse(c, MXNET_SAYS(SOFTMAX_BYTES), dtype_of(c->in[0]));
    if (c->in[0] && dtype_is_integer((DType)c->in[0]->dtype)) return true; /* (said by core) */
    return infer_one_axis(c);
}

static bool infer_ordering(Inferred *c)
{
    Ref given = infer_param(c, "axis");
    const Tensor *t = c->in[0];
    if (!t || (given && is_none(given))) return true;
    int64_t axis = given ? small_of(given) : -1;
    if (axis < 0) axis += t->ndim;
    if (axis < 0 || axis >= t->ndim) return refuse(c, MXNET_SAYS(ORDER_AXIS), t->ndim, (long long)axis);
    return t->dtype == DT_FLOAT16 && strcmp(c->op->own, "topk") != 0 ? refuse(c, "%s", MXNET_SAYS(NO_HALVES)) : true;
}

static bool infer_running_sum(Inferred *c)
{
    Ref axis = infer_param(c, "axis");
    const Tensor *t = c->in[0];
    if (!t || !axis || is_none(axis)) return true;
    if (small_of(axis) >= t->ndim || small_of(axis) < -t->ndim) return refuse(c, MXNET_SAYS(AXIS_VALUE), (long long)small_of(axis));
    return infer_index_of(c, small_of(axis), t->ndim);
}

/* ---- joining and cutting ---- */
static bool infer_concat(Inferred *c)
{
    int64_t dim = infer_int(c, "dim", 1);
    char a[DIMS_ROOM], b[DIMS_ROOM];
    if (!c->n) return true;
    for (int i = 0; i < c->n; i++)
        if (!axis_exceeds(c, dim, c->in[i]->ndim)) return false;
    const Tensor *first = c->in[0];
    int64_t axis = dim < 0 ? dim + first->ndim : dim;
    Dims want = {.n = first->ndim};
    for (int k = 0; k < first->ndim; k++) want.d[k] = k == axis ? -1 : first->shape[k];
    for (int i = 1; i < c->n; i++) {
        const Tensor *t = c->in[i];
        bool fits = t->ndim == first->ndim;
        for (int k = 0; fits && k < t->ndim; k++) fits = k == axis || t->shape[k] == first->shape[k];
        if (!fits) return refuse(c, MXNET_SAYS(CONCAT_SHAPE), dims_text(&want, "[", ",", "]", a, sizeof a), infer_shown_shape(t, b)) || mx_drawn(c->lib, "P0202", first, t);
    }
    for (int i = 1; i < c->n; i++)
        if (c->in[i]->dtype != first->dtype) return refuse(c, MXNET_SAYS(CONCAT_DTYPE), dtype_of(first), dtype_of(c->in[i]), i);
    return true;
}

static bool infer_stack(Inferred *c)
{
    if (!c->n || !axis_exceeds(c, infer_int(c, "axis", 0), c->in[0]->ndim + 1) || !infer_dtypes_alike(c)) return false;
    for (int i = 1; i < c->n; i++)
        if (c->in[i]->size != c->in[0]->size) return refuse(c, MXNET_SAYS(STACK_SIZE), (long long)c->in[i]->size, (long long)c->in[0]->size);
    return true;
}

static bool infer_split(Inferred *c)
{
    const Tensor *t = c->in[0];
    char shape[DIMS_ROOM];
    int64_t parts = infer_int(c, "num_outputs", 1), axis = infer_int(c, "axis", 1);
    if (!t) return true;
    if (axis >= t->ndim) return refuse(c, MXNET_SAYS(SPLIT_AXIS), (long long)axis, t->ndim);
    if (axis < 0) axis += t->ndim;
    if (!infer_index_of(c, axis, t->ndim)) return false;
    if (t->shape[axis] % parts)
        return refuse(c, MXNET_SAYS(SPLIT_UNEVEN), (long long)(t->shape[axis] % parts), (long long)axis, infer_shown_shape(t, shape), (long long)parts, (long long)parts, (long long)t->shape[axis]);
    if (infer_int(c, "squeeze_axis", 0) && t->shape[axis] != parts)
        return refuse(c, MXNET_SAYS(SPLIT_SQUEEZE), (long long)t->shape[axis], (long long)parts, infer_shown_shape(t, shape), (long long)axis, (long long)parts);
    return true;
}

static bool infer_slice_axis(Inferred *c)
{
    const Tensor *t = c->in[0];
    if (!t) return true;
    int64_t said = infer_int(c, "axis", 0), axis = said < 0 ? said + t->ndim : said, from = infer_int(c, "begin", 0);
    Ref end = infer_param(c, "end");
    if (axis < 0 || axis >= t->ndim) return refuse(c, MXNET_SAYS(SLICE_AXIS), (long long)said, t->ndim, (long long)axis);
    int64_t size = t->shape[axis], begin = from < 0 ? from + size : from, to = size;
    if (begin < 0) return refuse(c, MXNET_SAYS(SLICE_BEGIN), (long long)from);
    char shown[24] = "None";
    if (end && is_small(end)) {
        to = small_of(end);
        snprintf(shown, sizeof shown, "%lld", (long long)to);
        if (to < 0) to += size;
        if (to > size) return refuse(c, MXNET_SAYS(SLICE_END), (long long)to, (long long)size);
    }
    return begin < to ? true : refuse(c, MXNET_SAYS(SLICE_ORDER), (long long)from, shown);
}

static bool infer_slice(Inferred *c)
{
    Dims begin, end, step;
    const Tensor *t = c->in[0];
    if (!t) return true;
    ints_param(c, "begin", &begin), ints_param(c, "end", &end);
    if (begin.n > t->ndim) return refuse(c, MXNET_SAYS(SLICE_MANY), begin.n, t->ndim);
    if (begin.n != end.n) return refuse(c, MXNET_SAYS(SLICE_LENGTHS), begin.n, end.n);
    if (ints_param(c, "step", &step) && step.n) {
        if (step.n != begin.n) return refuse(c, MXNET_SAYS(SLICE_STEPS), step.n, begin.n);
        Ref given = infer_param(c, "step");
        for (int i = 0; i < step.n; i++)
            if (!step.d[i] && !(is_tuple(given) && is_none(as_tuple(given)->items[i]))) return refuse(c, MXNET_SAYS(SLICE_ZERO), i);
    }
    return out_alike(c);
}

static bool infer_slice_like(Inferred *c)
{
    const Tensor *t = c->in[0], *like = c->in[1];
    Dims axes;
    if (!t || !like || (ints_param(c, "axes", &axes) && axes.n) || t->ndim == like->ndim) return true;
    return refuse(c, MXNET_SAYS(SLICE_LIKE), t->ndim, like->ndim, t->ndim, like->ndim);
}

/* ---- axes ---- */
static bool infer_flip(Inferred *c)
{
    Dims axes;
    const Tensor *t = c->in[0];
    if (!t) return true;
    if (!ints_param(c, "axis", &axes)) return infer_param(c, "axis") ? refuse(c, "%s", MXNET_SAYS(FLIP_NONE)) : true;
    for (int i = 0; i < axes.n; i++) {
        if (axes.d[i] >= t->ndim) return refuse(c, MXNET_SAYS(FLIP_AXIS), (long long)axes.d[i], t->ndim);
        if (!infer_index_of(c, axes.d[i], t->ndim)) return false;
    }
    return true;
}

static bool infer_transpose(Inferred *c)
{
    Dims axes;
    const Tensor *t = c->in[0];
    if (!t || !ints_param(c, "axes", &axes) || !axes.n) return true;
    if (axes.n != t->ndim) return refuse(c, MXNET_SAYS(TRANSPOSE_MANY), t->ndim, axes.n);
    for (int i = 0; i < axes.n; i++) {
        if (axes.d[i] >= t->ndim) return refuse(c, "%s", MXNET_SAYS(TRANSPOSE_AXIS));
        if (!infer_index_of(c, axes.d[i], t->ndim)) return false;
    }
    return true;
}

static bool infer_swap_axes(Inferred *c)
{
    const Tensor *t = c->in[0];
    static const char *const names[] = {"dim1", "dim2"};
    for (int i = 0; t && i < 2; i++) {
        int64_t said = infer_int(c, names[i], 0), axis = said < 0 ? said + t->ndim : said;
        if (axis < 0 || axis >= t->ndim) return refuse(c, MXNET_SAYS(SWAP_AXIS), i + 1, i + 1, (long long)said, t->ndim);
    }
    return true;
}

bool mx_squeezable(TensorLib *lib, const Tensor *t, const int64_t *axes, int n)
{
    bool gone[MAX_DIMS] = {false};
    for (int i = 0; i < n; i++) {
        int64_t axis = axes[i] < 0 ? axes[i] + t->ndim : axes[i];
        if (axis < 0) return mx_refuse_said(lib, MXNET_SAYS(SQUEEZE_LOW), (long long)axis, (long long)axes[i], t->ndim);
        if (axis >= t->ndim) return mx_refuse_said(lib, MXNET_SAYS(SQUEEZE_HIGH), (long long)axis, t->ndim, (long long)axis, t->ndim);
        if (t->shape[axis] != 1) return mx_refuse_said(lib, MXNET_SAYS(SQUEEZE_SIZE), (long long)t->shape[axis], (long long)t->shape[axis]);
        if (gone[axis]) return mx_refuse_said(lib, "%s", MXNET_SAYS(SQUEEZE_TWICE));
        gone[axis] = true;
    }
    return true;
}

static bool infer_squeeze(Inferred *c)
{
    Dims axes;
    return !c->in[0] || !ints_param(c, "axis", &axes) || mx_squeezable(c->lib, c->in[0], axes.d, axes.n);
}

static bool infer_repeat(Inferred *c)
{
    const Tensor *t = c->in[0];
    Ref given = infer_param(c, "axis");
    int64_t repeats = infer_int(c, "repeats", 1);
    if (!t) return true;
    if (repeats < 0) return refuse(c, MXNET_SAYS(REPEAT_COUNT), (long long)repeats);
    if (!given || is_none(given)) return true;
    int64_t axis = small_of(given) < 0 ? small_of(given) + t->ndim : small_of(given);
    return axis >= 0 && axis < t->ndim ? true : refuse(c, MXNET_SAYS(REPEAT_AXIS), (long long)small_of(given));
}

static bool infer_tile(Inferred *c)
{
    Dims reps;
    const Tensor *t = c->in[0];
    bool open = false;
    if (!t || !ints_param(c, "reps", &reps)) return true;
    int n = reps.n > t->ndim ? reps.n : t->ndim;
    for (int i = 0; i < n; i++) {
        int64_t size = i < n - t->ndim ? 1 : t->shape[i - n + t->ndim], by = i < n - reps.n ? 1 : reps.d[i - n + reps.n];
        if (size * by < -1) return refuse(c, MXNET_SAYS(DIMENSION), (long long)(size * by), (long long)(size * by));
        open = open || size * by <= 0;
    }
    return open ? infer_not_found(c) : true;
}

static bool infer_take(Inferred *c)
{
    const Tensor *t = c->in[0];
    int64_t axis = infer_int(c, "axis", 0);
    return !t || (axis >= -t->ndim && axis < t->ndim) ? true : refuse(c, "%s", MXNET_SAYS(TAKE_AXIS));
}

static bool infer_pick(Inferred *c)
{
    const Tensor *t = c->in[0], *index = c->in[1];
    Ref given = infer_param(c, "axis");
    char a[DIMS_ROOM], b[DIMS_ROOM];
    if (!t || !index || (given && is_none(given))) return true;
    int64_t axis = given ? small_of(given) : -1;
    if (!axis_exceeds(c, axis, t->ndim)) return false;
    if (axis < 0) axis += t->ndim;
    bool kept = index->ndim == t->ndim;
    Dims want = {.n = 0};
    for (int i = 0; i < t->ndim; i++)
        if (i != axis) want.d[want.n++] = t->shape[i];
        else if (kept) want.d[want.n++] = 1;
    if (!want.n) want.d[want.n++] = 1;
    bool fits = index->ndim == want.n;
    for (int i = 0; fits && i < want.n; i++) fits = index->shape[i] == want.d[i];
    return fits || refuse(c, MXNET_SAYS(PRODUCT_INFERRED), infer_shown_shape(index, a), dims_text(&want, "[", ",", "]", b, sizeof b)) || mx_drawn(c->lib, "P0202", t, index);
}

static bool infer_one_hot(Inferred *c)
{
    int64_t depth = infer_int(c, "depth", 0);
    return depth >= 0 ? true : refuse(c, MXNET_SAYS(ONE_HOT), (long long)depth);
}

static bool infer_where(Inferred *c)
{
    const Tensor *condition = c->in[0], *x = c->in[1], *y = c->in[2];
    if (!condition || !x || !y) return true;
    if (!same_shape(x, y)) return infer_not_found(c);
    if (condition->ndim == x->ndim ? !same_shape(condition, x) : condition->ndim != 1) return infer_not_found(c);
    if (condition->ndim != x->ndim && condition->size != x->shape[0]) return refuse(c, MXNET_SAYS(WHERE_ROWS), (long long)condition->size, (long long)x->shape[0]);
    return x->dtype == y->dtype ? true : refuse(c, "%s", MXNET_SAYS(WHERE_DTYPE));
}

/* ---- other shapes ---- */
static bool expands(const Inferred *c, const Tensor *t, const Dims *to, const char *ndims, const char *sizes)
{
    char a[DIMS_ROOM], b[DIMS_ROOM];
    if (t->ndim != to->n) return refuse(c, ndims, t->ndim, to->n, infer_shown_shape(t, a), dims_text(to, "[", ",", "]", b, sizeof b));
    for (int i = 0; i < to->n; i++)
        if (to->d[i] != 0 && t->shape[i] != to->d[i] && t->shape[i] != 1) return refuse(c, sizes, infer_shown_shape(t, a), dims_text(to, "[", ",", "]", b, sizeof b));
    return true;
}
static bool infer_broadcast_to(Inferred *c)
{
    Dims to;
    return !c->in[0] || !ints_param(c, "shape", &to) || expands(c, c->in[0], &to, MXNET_SAYS(TO_NDIM), MXNET_SAYS(TO_SIZE));
}
static bool infer_broadcast_like(Inferred *c)
{
    const Tensor *t = c->in[0], *like = c->in[1];
    Ref axes = infer_param(c, "lhs_axes");
    if (!t || !like || (axes && !is_none(axes))) return true;
    Dims to = {.n = like->ndim};
    memcpy(to.d, like->shape, sizeof *to.d * (size_t)like->ndim);
    return expands(c, t, &to, MXNET_SAYS(LIKE_NDIM), MXNET_SAYS(LIKE_SIZE));
}
static bool infer_broadcast_axis(Inferred *c)
{
    Dims axes, sizes;
    const Tensor *t = c->in[0];
    if (!t) return true;
    bool none = !ints_param(c, "size", &sizes) && infer_param(c, "size");
    if (!ints_param(c, "axis", &axes) && infer_param(c, "axis")) axes.n = -1;
    if (axes.n != (none ? -1 : sizes.n)) return refuse(c, MXNET_SAYS(AXES_SIZES), axes.n, none ? -1 : sizes.n);
    for (int i = 0; i < axes.n; i++) {
        if (!infer_index_of(c, axes.d[i], t->ndim)) return false;
        if (t->shape[axes.d[i]] != 1) return refuse(c, MXNET_SAYS(BROADCAST_SIZE), (long long)t->shape[axes.d[i]]);
        if (sizes.d[i] < -1) return refuse(c, MXNET_SAYS(DIMENSION), (long long)sizes.d[i], (long long)sizes.d[i]);
        if (sizes.d[i] < 0) return refuse(c, MXNET_SAYS(SIZE_NEGATIVE), (long long)sizes.d[i]);
    }
    return true;
}

static bool infer_dot(Inferred *c)
{
    const Tensor *l = c->in[0], *r = c->in[1];
    char a[DIMS_ROOM], b[DIMS_ROOM];
    if (!l || !r || !l->ndim || !r->ndim) return true;
    if (l->ndim == 1 && r->ndim == 1) return l->shape[0] == r->shape[0] ? true : refuse_as(c, CE_MATMUL_SHAPES, MXNET_SAYS(DOT_VECTORS), (long long)l->shape[0], (long long)r->shape[0], infer_shown_shape(l, a), infer_shown_shape(r, b));
    int64_t inner = l->shape[infer_int(c, "transpose_a", 0) ? 0 : l->ndim - 1], first = r->shape[infer_int(c, "transpose_b", 0) ? r->ndim - 1 : 0];
    return inner == first ? true : refuse_as(c, CE_MATMUL_SHAPES, MXNET_SAYS(DOT_SHAPES), (long long)inner, (long long)first, infer_shown_shape(l, a), infer_shown_shape(r, b));
}

static bool infer_gemm2(Inferred *c)
{
    const Tensor *l = c->in[0], *r = c->in[1];
    if (!l || !r || l->ndim < 2 || r->ndim < 2) return true;
    if (l->ndim != r->ndim) return infer_not_found(c);
    int64_t inner = l->shape[l->ndim - (infer_int(c, "transpose_a", 0) ? 2 : 1)], first = r->shape[r->ndim - (infer_int(c, "transpose_b", 0) ? 1 : 2)];
    return inner == first ? infer_dtypes_alike(c) : refuse(c, MXNET_SAYS(GEMM_INNER), (long long)inner, (long long)first);
}

static bool infer_activation(Inferred *c) { return !c->in[0] || !dtype_is_integer((DType)c->in[0]->dtype) ? true : refuse(c, MXNET_SAYS(FLOATS_ALONE), dtype_of(c->in[0])); }

/* A size of 0 is one that is to be found out. */
static const char *open_shape_of(const Tensor *t, char room[DIMS_ROOM])
{
    Dims d = {.n = t->ndim};
    for (int i = 0; i < t->ndim; i++) d.d[i] = t->shape[i] ? t->shape[i] : -1;
    return dims_text(&d, "[", ",", "]", room, DIMS_ROOM);
}

static bool infer_layer_norm(Inferred *c)
{
    const Tensor *t = c->in[0];
    char a[DIMS_ROOM], b[DIMS_ROOM];
    if (!t) return true;
    int64_t axis = infer_int(c, "axis", -1);
    if (axis < 0) axis += t->ndim;
    if (axis < 0 || axis >= t->ndim) return true; /* (said by core) */
    Dims want = {.n = 1, .d = {t->shape[axis]}};
    for (int i = 1; i < 3; i++)
        if (c->in[i] && (c->in[i]->ndim != 1 || c->in[i]->shape[0] != t->shape[axis])) return refuse(c, MXNET_SAYS(PRODUCT_INFERRED), infer_shown_shape(c->in[i], a), dims_text(&want, "[", ",", "]", b, sizeof b)) || mx_drawn(c->lib, "P0202", t, c->in[i]);
    return true;
}

static bool infer_batch_dot(Inferred *c)
{
    const Tensor *l = c->in[0], *r = c->in[1];
    char a[DIMS_ROOM], b[DIMS_ROOM];
    if (!l || !r || l->ndim < 3 || l->ndim != r->ndim || l->dtype == r->dtype) return true; /* (said by core) */
    for (int i = 0; i < l->ndim - 2; i++)
        if (l->shape[i] != r->shape[i])
            return refuse(c, MXNET_SAYS(BATCH_DOT_BATCH), (long long)l->shape[i], (long long)(r->shape[i] ? r->shape[i] : -1), open_shape_of(l, a), open_shape_of(r, b), (int)infer_int(c, "transpose_a", 0), (int)infer_int(c, "transpose_b", 0));
    return true;
}

static bool infer_reshape_like(Inferred *c)
{
    const Tensor *t = c->in[0], *like = c->in[1];
    char a[DIMS_ROOM], b[DIMS_ROOM];
    if (!t || !like || infer_param(c, "lhs_begin") || infer_param(c, "lhs_end") || infer_param(c, "rhs_begin") || infer_param(c, "rhs_end") || t->size == like->size) return true;
    return refuse(c, MXNET_SAYS(RESHAPE_LIKE), (long long)t->size, (long long)like->size, infer_shown_shape(t, a), infer_shown_shape(like, b));
}

static bool infer_diag(Inferred *c)
{
    const Tensor *t = c->in[0];
    if (!t || t->ndim < 2) return true;
    int64_t k = infer_int(c, "k", 0), first = infer_int(c, "axis1", 0), second = infer_int(c, "axis2", 1);
    if (first < 0) first += t->ndim;
    if (second < 0) second += t->ndim;
    if (first < 0 || second < 0 || first >= t->ndim || second >= t->ndim || first == second) return true;
    int64_t rows = t->shape[first], columns = t->shape[second];
    int64_t high = k > 0 ? columns - k : columns, deep = k < 0 ? rows + k : rows;
    return (high < deep ? high : deep) >= 0 ? true : refuse(c, "%s", MXNET_SAYS(NO_DIAGONAL));
}

/* ---- which operator says what ---- */
static const struct { const char *own; Infer infer; } rows[] = {
    {"add_n", infer_elementwise}, {"elemwise_add", infer_elementwise}, {"elemwise_sub", infer_elementwise}, {"elemwise_mul", infer_elementwise}, {"elemwise_div", infer_elementwise},
    {"sum", infer_reduction}, {"mean", infer_reduction}, {"prod", infer_reduction}, {"max", infer_reduction}, {"min", infer_reduction}, {"nansum", infer_reduction}, {"nanprod", infer_reduction}, {"norm", infer_reduction}, {"moments", infer_moments},
    {"argmax", infer_one_axis}, {"argmin", infer_one_axis}, {"softmax", infer_softmax}, {"log_softmax", infer_softmax}, {"softmin", infer_softmax}, {"sort", infer_ordering}, {"argsort", infer_ordering}, {"topk", infer_ordering},
    {"_np_cumsum", infer_running_sum}, {"cumsum", infer_running_sum}, {"Concat", infer_concat}, {"stack", infer_stack}, {"SliceChannel", infer_split}, {"slice_axis", infer_slice_axis}, {"slice", infer_slice}, {"slice_like", infer_slice_like},
    {"reverse", infer_flip}, {"transpose", infer_transpose}, {"SwapAxis", infer_swap_axes}, {"squeeze", infer_squeeze}, {"repeat", infer_repeat}, {"tile", infer_tile}, {"take", infer_take}, {"pick", infer_pick}, {"one_hot", infer_one_hot},
    {"where", infer_where}, {"broadcast_to", infer_broadcast_to}, {"broadcast_like", infer_broadcast_like}, {"broadcast_axis", infer_broadcast_axis}, {"reshape_like", infer_reshape_like}, {"diag", infer_diag}, {"dot", infer_dot}, {"_linalg_gemm2", infer_gemm2}, {"batch_dot", infer_batch_dot}, {"Activation", infer_activation}, {"LayerNorm", infer_layer_norm}, {"clip", infer_elementwise},
};

Infer infer_of(const OperatorRow *op)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].own, op->own) == 0) return rows[i].infer;
    if (strncmp(op->own, CONTRIB, sizeof CONTRIB - 1) == 0 || strcmp(op->own, "ROIPooling") == 0) return infer_of_contrib(op);
    if (strncmp(op->own, "broadcast_", 10) == 0 && strcmp(op->inputs, "lhs rhs") == 0) return infer_broadcast;
    return operator_parameters(op) == 0 && strcmp(op->inputs, "data") == 0 && !(op->flags & (OPERATOR_READS | OPERATOR_STARRED)) ? infer_elementwise : NULL;
}
