/* layout.c: the order of axes that results take over from operands (layout.h). */
#include "layout.h"

#include <string.h>

#include "core/op_more.h"
#include "core_impl.h"
#include "device.h"
#include "resize.h"

/* ---- what a tensor's steps say ---- */
/* Do sizes and steps, the axes taken in this order, lie without gaps? Axes of one element may have any step. */
static bool is_tight(const Tensor *t, const uint8_t *from_last)
{
    int64_t expected = 1;
    for (int i = 0; i < t->ndim; i++) {
        int d = from_last[i];
        if (t->shape[d] == 1) continue;
        if (t->strides[d] != expected) return false;
        expected *= t->shape[d];
    }
    return true;
}
static const uint8_t channels_first_step[2][5] = {{1, 3, 2, 0}, {1, 4, 3, 2, 0}};
static const uint8_t *channels_order(int n) { return n == 4 || n == 5 ? channels_first_step[n - 4] : NULL; }

bool layout_is_channels_last(const Tensor *t)
{
    const uint8_t *order = channels_order(t->ndim);
    return order && is_tight(t, order);
}

bool layout_suggests_channels_last(const Tensor *t)
{
    const uint8_t *order = channels_order(t->ndim);
    int64_t least = 0;
    if (!order || !t->strides[1]) return false;
    for (int i = 0; i < t->ndim; i++) {
        int d = order[i];
        if (!t->shape[d] || t->strides[d] < least) return false;
        if (d == 0 && least == t->strides[1]) return false; /* one channel of one element: row-major as well */
        least = t->strides[d] * (t->shape[d] > 1 ? t->shape[d] : 1);
    }
    return true;
}

void layout_channels_last(const int64_t *shape, int n, int64_t *strides)
{
    const uint8_t *order = channels_order(n);
    int64_t step = 1;
    for (int i = 0; i < n; i++) {
        strides[order[i]] = step;
        step *= shape[order[i]];
    }
}

/* Axes by their steps, the longest first; equal ones stay. */
static void by_steps(const int64_t *strides, int n, uint8_t *order)
{
    for (int i = 0; i < n; i++) {
        int at = i;
        while (at > 0 && strides[order[at - 1]] < strides[i]) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = (uint8_t)i;
    }
}

static bool is_dense_in(const Tensor *t, const uint8_t *order)
{
    uint8_t from_last[MAX_DIMS];
    int n = 0;
    for (int i = t->ndim; i-- > 0;)
        if (t->shape[order[i]] != 1) from_last[n++] = order[i];
    int64_t expected = 1;
    for (int i = 0; i < n; i++) {
        if (t->strides[from_last[i]] != expected) return false;
        expected *= t->shape[from_last[i]];
    }
    return true;
}

bool layout_is_dense(const Tensor *t)
{
    uint8_t order[MAX_DIMS];
    if (tensor_is_contiguous(t)) return true;
    by_steps(t->strides, t->ndim, order);
    return is_dense_in(t, order);
}

bool layout_of(const Tensor *t, Layout *l)
{
    if (tensor_is_contiguous(t) || t->ndim < 2) return false;
    l->n = t->ndim;
    by_steps(t->strides, t->ndim, l->order);
    for (int i = 0; i < t->ndim; i++) {
        l->strides[i] = t->strides[i];
        if (t->shape[i] > 1 && t->strides[i] <= 0) return false;
    }
    return true;
}

void layout_of_steps(const int64_t *strides, int n, Layout *l)
{
    l->n = n;
    by_steps(strides, n, l->order);
    memcpy(l->strides, strides, sizeof *strides * (size_t)n);
}

/* ---- what results take over ---- */
/* An operand as the call's axes see it: steps of 0 where it is repeated, or has no such axis. */
typedef struct Steps {
    const Tensor *t;
    int shift;
} Steps;
static int64_t step_of(const Steps *s, const Dims *shape, int axis)
{
    int d = axis - s->shift;
    if (d < 0 || (s->t->shape[d] == 1 && shape->d[axis] != 1)) return 0;
    return s->t->strides[d] * (int64_t)dtype_bytes((DType)s->t->dtype);
}

/* Above 0: `a`, which is to lie inside `b`, has the longer steps. The first operand that has an opinion decides. */
static int compared(const Steps *steps, int n, const Dims *shape, int a, int b)
{
    for (int i = 0; i < n; i++) {
        int64_t of_a = step_of(&steps[i], shape, a), of_b = step_of(&steps[i], shape, b);
        if (!of_a || !of_b) continue;
        if (of_a != of_b) return of_a < of_b ? -1 : 1;
        if (shape->d[a] > shape->d[b]) return 1;
    }
    return 0;
}

/* The axes from the innermost on: sorted by insertion, passing over those that no operand compares. */
static void sort_axes(const Steps *steps, int n, const Dims *shape, uint8_t *inner)
{
    for (int i = 0; i < shape->n && i < MAX_DIMS; i++) inner[i] = (uint8_t)(shape->n - 1 - i);
    for (int i = 1; i < shape->n; i++) {
        int at = i;
        for (int before = i - 1; before >= 0; before--) {
            int said = compared(steps, n, shape, inner[before], inner[at]);
            if (said < 0) break;
            if (said == 0) continue;
            uint8_t axis = inner[before];
            inner[before] = inner[at];
            inner[at] = axis;
            at = before;
        }
    }
}

static bool lay_inner(const Dims *shape, const uint8_t *inner, Layout *l)
{
    int64_t step = 1;
    bool row_major = true;
    l->n = shape->n;
    for (int i = 0; i < shape->n; i++) {
        row_major &= inner[i] == shape->n - 1 - i;
        l->order[shape->n - 1 - i] = inner[i];
        l->strides[inner[i]] = step;
        step *= shape->d[inner[i]];
    }
    return !row_major;
}

/* All operands of the result's shape and alike in their layout: theirs, as it is. -1: not so; 0: row-major; 1: *l */
static int alike(const Steps *steps, int n, const Dims *shape, Layout *l)
{
    bool contiguous = true, channels = true, same = true;
    for (int i = 0; i < n; i++) {
        const Tensor *t = steps[i].t;
        if (!shape_same(t->shape, t->ndim, shape->d, shape->n)) return -1;
        contiguous &= tensor_is_contiguous(t);
        channels &= t->ndim == 4 && layout_is_channels_last(t);
        same &= !memcmp(t->strides, steps[0].t->strides, sizeof *t->strides * (size_t)t->ndim);
    }
    if (contiguous) return 0;
    if (channels) return lay_inner(shape, channels_first_step[0], l);
    if (!same || !layout_is_dense(steps[0].t)) return -1;
    by_steps(steps[0].t->strides, shape->n, l->order);
    l->n = shape->n;
    memcpy(l->strides, steps[0].t->strides, sizeof *l->strides * (size_t)shape->n);
    return 1;
}

static bool takes_over(const Op *op)
{
    return op->elementwise && op->id != OP_copy && op->id != OP_prelu && op->id != OP_masked_fill;
}

/* Row-major to the last step: those of axes of one element say something, too, where operands are repeated. */
static bool steps_are_plain(const Tensor *t)
{
    int64_t step = 1;
    for (int i = t->ndim; i-- > 0; step *= t->shape[i])
        if (t->strides[i] != step) return false;
    return true;
}

bool layout_kept(const Call *call, Layout *l)
{
    const Dims *shape = &call->specs[0].shape;
    Steps steps[MAX_INPUTS_FIXED];
    int n = 0;
    bool plain = true, whole = true;
    if (shape->n < 2 || !accent_rules(call->accent)->keeps_layout || call->in_count > MAX_INPUTS_FIXED || !takes_over(call->op)) return false;
    for (int i = 0; i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        if (!t) whole &= n == 0; /* a number behind a tensor is another shape */
        else if (t->ndim > shape->n) return false;
        else if (t->ndim || n) {
            steps[n++] = (Steps){t, shape->n - t->ndim};
            plain &= tensor_is_contiguous(t) && steps_are_plain(t);
        }
    }
    if (!n || plain) return false;
    for (int i = 1; i < call->out_count; i++)
        if (!shape_same(call->specs[i].shape.d, call->specs[i].shape.n, shape->d, shape->n)) return false;
    int said = whole ? alike(steps, n, shape, l) : -1;
    if (said >= 0) return said;
    uint8_t inner[MAX_DIMS];
    sort_axes(steps, n, shape, inner);
    return lay_inner(shape, inner, l);
}

/* Which results have their operands' layout, and what it takes */
typedef enum After {
    AFTER_NONE,
    AFTER_CLONED,   /* the first operand's, without gaps */
    AFTER_CHANNELS, /* the channels last of four axes where the first operand's are */
    AFTER_EITHER,   /* where the first or second operand's are */
    AFTER_ALL,      /* where all operands' are */
    AFTER_DEEP,     /* of four or five axes */
} After;
static After after_of(const Op *op, const Attr *attrs)
{
    switch (op->id) {
    case OP_dropout: case OP_flip: case OP_roll: case OP_sort: return AFTER_CLONED;
    case OP_prelu: case OP_max_pool: case OP_avg_pool: case OP_adaptive_avg_pool: case OP_adaptive_max_pool: return AFTER_CHANNELS;
    case OP_conv: return attrs[conv_transposed].i ? AFTER_NONE : AFTER_EITHER;
    case OP_concat: return AFTER_ALL;
    case OP_batch_norm: case OP_group_norm: return AFTER_DEEP;
    case OP_pad: return !attrs[pad_mode].text || !strcmp(attrs[pad_mode].text, "constant") ? AFTER_CHANNELS : AFTER_NONE;
    case OP_interpolate: return resize_mode_of(attrs[resize_mode].text) == RESIZE_CUBIC ? AFTER_NONE : AFTER_CHANNELS;
    default: return AFTER_NONE;
    }
}

bool layout_after(const Call *call, int at, int64_t *strides)
{
    After after = accent_rules(call->accent)->keeps_layout && call->in_count ? after_of(call->op, call->attrs) : AFTER_NONE;
    const Tensor *first = after ? call->in[0].tensor : NULL, *out = call->out[at];
    bool found = false;
    if (!first) return false;
    if (after == AFTER_CLONED) return !tensor_is_contiguous(first) && tensor_same_shape(first, out) && layout_cloned(first, strides);
    if (out->ndim != 4 && !(after == AFTER_DEEP && out->ndim == 5)) return false;
    if (after == AFTER_ALL) {
        found = true;
        for (int i = 0; i < call->in_count && found; i++) found = call->in[i].tensor && layout_suggests_channels_last(call->in[i].tensor);
    } else
        found = first->ndim == out->ndim && layout_suggests_channels_last(first);
    if (!found && after == AFTER_EITHER && call->in[1].tensor) found = first->ndim == 4 && layout_suggests_channels_last(call->in[1].tensor);
    if (found) layout_channels_last(out->shape, out->ndim, strides);
    return found;
}

bool layout_cloned(const Tensor *t, int64_t *strides)
{
    Layout l;
    Dims shape = {.n = t->ndim};
    if (tensor_is_contiguous(t)) {
        memcpy(strides, t->strides, sizeof *strides * (size_t)t->ndim);
        return true;
    }
    memcpy(shape.d, t->shape, sizeof *shape.d * (size_t)t->ndim);
    Steps steps = {t, 0};
    bool turned = t->ndim > 1;
    if (turned && layout_is_dense(t)) memcpy(l.strides, t->strides, sizeof *strides * (size_t)t->ndim);
    else if (turned) {
        uint8_t inner[MAX_DIMS];
        sort_axes(&steps, 1, &shape, inner);
        turned = lay_inner(&shape, inner, &l);
    }
    if (turned) memcpy(strides, l.strides, sizeof *strides * (size_t)t->ndim);
    return turned;
}

/* ---- turning ---- */
Tensor *layout_turned(Core *c, Tensor *t, const Layout *l)
{
    int64_t shape[MAX_DIMS], strides[MAX_DIMS];
    int shift = l->n - t->ndim;
    for (int i = 0; i < l->n; i++) {
        int d = l->order[i] - shift;
        shape[i] = d < 0 ? 1 : t->shape[d];
        strides[i] = d < 0 ? 0 : t->strides[d];
    }
    return tensor_view(c, t, shape, strides, l->n, t->offset);
}

Tensor *layout_new(Core *c, Device *device, DType dtype, const int64_t *shape, const int64_t *strides, int n)
{
    Tensor *t = tensor_new(c, device, dtype, shape, n);
    if (t) tensor_set_shape(c, t, shape, strides, n);
    return t;
}

Tensor *layout_copied(Core *c, Tensor *t, const int64_t *strides)
{
    if (!memcmp(t->strides, strides, sizeof *strides * (size_t)t->ndim)) return tensor_retain(t);
    Tensor *made = layout_new(c, tensor_device(t), (DType)t->dtype, t->shape, strides, t->ndim);
    Arg in = arg_tensor(t);
    if (made && !core_call(c, OP_copy, c->accent, c->site, &in, 1, NULL, CALL_OUT_GIVEN | CALL_NO_GRAD, &made)) made = NULL;
    else if (made) tensor_release(c, made); /* (it came back retained) */
    return made;
}

void core_set_layout(Core *c, const Layout *l) { c->lays = l; }
