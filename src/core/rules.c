/* rules.c: autocast's casts, the alerts of nondeterministic ops, what inference tensors refuse, and NaN among gradients (rules.h). */
#include "core/op_more.h"
#include "rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core_impl.h"
#include "infer.h"
#include "resize.h"
#include "said.h"

enum Cast { CAST_NONE, CAST_LOWER, CAST_FLOAT, CAST_RESULT, CAST_WIDEST, CAST_ADDED_WIDEST, CAST_FLOAT_3D, CAST_FLOAT_EDGE, CAST_CONV, CAST_CONTRACT };
static const uint8_t casts[OPS_TOTAL][2] = {
#define CAST(op, cpu, gpu) [OP_##op] = {CAST_##cpu, CAST_##gpu},
#include "rules.def"
};

Rules *core_rules(Core *c) { return &c->ruling; }
uint16_t core_rule_bits(const Core *c) { return c->rules; }
void core_set_rule(Core *c, uint16_t bits, bool on) { c->rules = (uint16_t)(on ? c->rules | bits : c->rules & ~bits); }

void core_set_autocast(Core *c, DeviceKind kind, bool on, DType dtype)
{
    c->ruling.on[kind] = on;
    c->ruling.dtype[kind] = (uint8_t)dtype;
    core_set_rule(c, RULES_CAST, c->ruling.on[DEVICE_CPU] || c->ruling.on[DEVICE_GPU]);
}

void core_forget_casts(Core *c)
{
    Rules *r = &c->ruling;
    while (r->count) {
        CastEntry e = r->entries[--r->count];
        tensor_release(c, e.leaf);
        tensor_release(c, e.cast);
    }
    if (r->entries) core_free(c, r->entries, sizeof *r->entries * (size_t)r->capacity);
    r->entries = NULL;
    r->capacity = 0;
}

/* ---- casts ---- */
static bool is_eligible(const Tensor *t, DeviceKind kind) { return t && tensor_device(t)->kind == kind && dtype_is_float((DType)t->dtype) && t->dtype != DT_FLOAT64; }

/* A leaf's cast is made once for all calls under the mode: a weight that serves several times is cast once, and its gradients meet in that cast. */
static bool may_keep(const Core *c, const Tensor *t, DType to)
{
    return c->ruling.remember && t->dtype == DT_FLOAT32 && to != DT_FLOAT32 && c->mode.grad[RULED_ACCENT] && grad_flows(t) && grad_is_leaf(t) && !(t->flags & T_VIEW);
}

static bool keep_cast(Core *c, Tensor *leaf, Tensor *cast)
{
    Rules *r = &c->ruling;
    if (r->count == r->capacity) {
        int capacity = r->capacity ? r->capacity * 2 : 16;
        CastEntry *more = core_alloc(c, sizeof *more * (size_t)capacity);
        if (!more) return false;
        if (r->count) memcpy(more, r->entries, sizeof *more * (size_t)r->count);
        if (r->entries) core_free(c, r->entries, sizeof *r->entries * (size_t)r->capacity);
        r->entries = more;
        r->capacity = capacity;
    }
    r->entries[r->count++] = (CastEntry){tensor_retain(leaf), tensor_retain(cast)};
    return true;
}

static Tensor *cast_of(Core *c, Tensor *t, DType to)
{
    bool keep = may_keep(c, t, to);
    if (keep)
        for (int i = 0; i < c->ruling.count; i++)
            if (c->ruling.entries[i].leaf == t && c->ruling.entries[i].cast->dtype == to) return tensor_retain(c->ruling.entries[i].cast);
    Attr attr = {.i = to};
    Device *place = c->place; /* the call's, not the cast's */
    c->place = NULL;
    c->ruling.busy = true;
    Tensor *made = core_with(c, OP_cast, &t, 1, &attr);
    c->ruling.busy = false;
    c->place = place;
    if (made) made->made = t->made;
    if (made && keep && !keep_cast(c, t, made)) {
        tensor_release(c, made);
        return NULL;
    }
    return made;
}

static bool ruled_operands(Core *c, Ruled *r, Arg *in, int n)
{
    if (r->in != in) return true;
    r->room = 0;
    if (n > MAX_INPUTS_FIXED) {
        r->room = (size_t)n * (sizeof *r->in + sizeof *r->made);
        char *bytes = core_alloc(c, r->room);
        if (!bytes) return false;
        r->in = (Arg *)bytes;
        r->made = (Tensor **)(bytes + (size_t)n * sizeof *r->in);
    } else {
        r->in = r->few;
        r->made = r->few_made;
    }
    if (n) memcpy(r->in, in, sizeof *in * (size_t)n);
    return true;
}

static bool cast_all(Core *c, Ruled *r, Arg *in, int n, DeviceKind kind, DType to)
{
    for (int i = 0; i < n; i++) {
        Tensor *t = r->in[i].tensor;
        if (!is_eligible(t, kind) || t->dtype == to) continue;
        if (!ruled_operands(c, r, in, n)) return false;
        Tensor *made = cast_of(c, t, to);
        if (!made) return false;
        r->made[r->made_count++] = made;
        r->in[i].tensor = made;
    }
    return true;
}

static bool any_float32(const Ruled *r, int n, DeviceKind kind)
{
    for (int i = 0; i < n; i++)
        if (is_eligible(r->in[i].tensor, kind) && r->in[i].tensor->dtype == DT_FLOAT32) return true;
    return false;
}

/* The attribute that says the result's dtype, where there is one. */
static int dtype_attr(const Op *op)
{
    for (int i = 0; i < op->attr_count; i++)
        if (op_attr_info(op, i)->type == ATTR_DTYPE) return i;
    return -1;
}

static bool cast_result(const Op *op, Ruled *r, int n, DeviceKind kind)
{
    int at = dtype_attr(op);
    if (!n || !is_eligible(r->in[0].tensor, kind) || at < 0 || !r->attrs || r->attrs[at].i != DT_NONE) return true;
    if (r->attrs != r->own) memcpy(r->own, r->attrs, sizeof *r->own * op->attr_count);
    r->own[at].i = DT_FLOAT32;
    r->attrs = r->own;
    return true;
}

/* Is something summed? An index is missing in the result, or comes twice among the operands (without `->` that is summed over). */
static bool contracts(const char *equation)
{
    const char *arrow = equation ? strstr(equation, "->") : NULL;
    if (!equation) return true;
    for (const char *p = equation; *p && p != arrow; p++) {
        if ((*p < 'a' || *p > 'z') && (*p < 'A' || *p > 'Z')) continue;
        if (arrow ? !strchr(arrow, *p) : strchr(p + 1, *p) != NULL) return true;
    }
    return false;
}

static bool cast_for(Core *c, const Op *op, Arg *in, int n, DeviceKind kind, Ruled *r)
{
    DType lower = (DType)c->ruling.dtype[kind];
    const Tensor *first = n ? r->in[0].tensor : NULL;
    switch ((enum Cast)casts[op->id][kind]) {
    case CAST_NONE: return true;
    case CAST_LOWER: return cast_all(c, r, in, n, kind, lower);
    case CAST_FLOAT: return cast_all(c, r, in, n, kind, DT_FLOAT32);
    case CAST_FLOAT_3D: return !first || first->ndim != 5 || cast_all(c, r, in, n, kind, DT_FLOAT32);
    case CAST_FLOAT_EDGE: return !r->attrs || !r->attrs[pad_mode].text || strcmp(r->attrs[pad_mode].text, "constant") == 0 || cast_all(c, r, in, n, kind, DT_FLOAT32);
    case CAST_CONV: return cast_all(c, r, in, n, kind, r->attrs && r->attrs[conv_transposed].i ? DT_FLOAT32 : lower);
    case CAST_CONTRACT: return !(r->attrs && contracts(r->attrs[einsum_equation].text)) || cast_all(c, r, in, n, kind, lower);
    case CAST_RESULT: return cast_result(op, r, n, kind);
    case CAST_ADDED_WIDEST:
        if (!r->attrs || !r->attrs[index_accumulate].i) return true;
        __attribute__((fallthrough));
    case CAST_WIDEST: return !any_float32(r, n, kind) || cast_all(c, r, in, n, kind, DT_FLOAT32);
    }
    return true;
}

/* ---- alerts ---- */
static bool is_resized(const Attr *attrs, const char *mode, const Tensor *t, int ndim)
{
    return attrs && t->ndim == ndim && resize_mode_of(attrs[resize_mode].text) == resize_mode_of(mode);
}

/* CUBLAS_WORKSPACE_CONFIG as CUDA wants it */
static bool workspace_is_fixed(void)
{
    const char *config = getenv("CUBLAS_WORKSPACE_CONFIG");
    return config && (strcmp(config, ":4096:8") == 0 || strcmp(config, ":16:8") == 0);
}

static bool alert(Core *c, const Op *op, const Arg *in, int n, const Attr *attrs)
{
    const Tensor *t = n ? in[0].tensor : NULL;
    if (!t || tensor_device(t)->kind != DEVICE_GPU) return true;
    const char *name = NULL;
    bool found = false;
#define ANY true
#define NDIM(k) (t->ndim == (k))
#define ADDED (attrs && attrs[index_accumulate].i && t->ndim > 1)
#define CLASSES_2D (t->ndim == 4)
#define RESIZED(mode, k) is_resized(attrs, mode, t, k)
#define ALERT(of, word, when) if (op->id == OP_##of && (when)) { name = word; found = true; }
#include "rules.def"
    if (!found || (!name && workspace_is_fixed())) return true;
    if (c->rules & RULES_ALERT_WARN) return !c->ruling.warn || c->ruling.warn(c->owner, name) || core_fail(c, CE_BAD_VALUE, "a warning became an error");
    return core_fail(c, CE_NOT_DETERMINISTIC, "%s", name ? name : "");
}

/* ---- inference tensors ---- */
static bool refuse_inference(Core *c, int what)
{
    core_fail(c, CE_INFERENCE_TENSOR, "an inference tensor takes no part here");
    c->error.numbers[0] = what;
    return false;
}

/* An operand is kept for the other one's gradient alone. */
static bool is_product(const Op *op)
{
    switch (op->id) {
    case OP_multiply: case OP_matmul: case OP_bmm: case OP_dot: case OP_linear: case OP_conv: case OP_outer: return true;
    default: return false;
    }
}

static bool may_use(Core *c, const Op *op, const Arg *in, int n, int flags, const Tensor *given)
{
    if (given && given->flags & T_INFERENCE) return refuse_inference(c, INFERENCE_IN_PLACE);
    if (!c->mode.grad[RULED_ACCENT] || flags & CALL_NO_GRAD || op->view || !op->grad) return true;
    bool flows[MAX_INPUTS_FIXED] = {false}, any = false;
    for (int i = 0; i < n; i++) {
        bool flow = in[i].tensor && grad_flows(in[i].tensor);
        any = any || flow;
        if (i < MAX_INPUTS_FIXED) flows[i] = flow;
    }
    for (int i = 0; any && i < n; i++) {
        if (!in[i].tensor || !(in[i].tensor->flags & T_INFERENCE) || !(op->save & (i < 8 ? 1 << i : 0x80))) continue;
        if (!is_product(op) || i > 1 || flows[1 - i]) return refuse_inference(c, INFERENCE_SAVED);
    }
    return true;
}

/* ---- a call ---- */
bool rules_enter(Core *c, const Op *op, Arg *in, int n, const Attr *attrs, int flags, Tensor *given, Ruled *r)
{
    r->in = in;
    r->attrs = attrs;
    r->made = r->few_made;
    r->made_count = 0;
    r->room = 0;
    if (c->ruling.busy) return true;
    if (c->rules & RULES_INFERRED && !(c->rules & RULES_INFERENCE) && !may_use(c, op, in, n, flags, given)) return false;
    if (c->rules & RULES_ALERT && !alert(c, op, in, n, attrs)) return false;
    if (!(c->rules & RULES_CAST) || flags & (CALL_OUT_GIVEN | CALL_NO_GRAD)) return true;
    for (int kind = DEVICE_GPU; kind >= DEVICE_CPU; kind--)
        if (c->ruling.on[kind] && !cast_for(c, op, in, n, (DeviceKind)kind, r)) {
            rules_leave(c, r);
            return false;
        }
    return true;
}

void rules_leave(Core *c, Ruled *r)
{
    for (int i = 0; i < r->made_count; i++) tensor_release(c, r->made[i]);
    r->made_count = 0;
    if (r->room) core_free(c, r->in, r->room);
    r->room = 0;
}

/* ---- anomalies ---- */
/* Is one of its elements NaN? The host reads a maximum, which NaN wins. */
static bool has_nan(Core *c, Tensor *t, bool *nan)
{
    *nan = false;
    if (!dtype_is_float((DType)t->dtype) || !t->size || c->mode.dry) return true; /* a dry run has no values */
    uint16_t rules = c->rules;
    bool records = c->mode.grad[RULED_ACCENT], ok;
    c->rules = 0;
    c->mode.grad[RULED_ACCENT] = false;
    Attr attrs[reduce_ATTRS] = {[reduce_axes] = {.ints = INTS_ABSENT}, [reduce_dtype] = {.i = DT_NONE}};
    Scalar s = scalar_float(0);
    Tensor *most = core_with(c, OP_max, &t, 1, attrs);
    ok = most && tensor_read_item(c, most, &s);
    if (most) tensor_release(c, most);
    c->rules = rules;
    c->mode.grad[RULED_ACCENT] = records;
    *nan = ok && isnan(scalar_as_double(s));
    return ok;
}

void rules_tell_failure(Core *c, GradNode *n)
{
    CoreError kept = c->error; /* telling runs the binding's code */
    memset(&c->error, 0, sizeof c->error);
    if (c->ruling.anomaly) c->ruling.anomaly(c->owner, n, -1);
    core_error_clear(c);
    c->error = kept;
}

enum { TRACE_MOST = 100 };
void rules_trace(Core *c, GradNode *n)
{
    uint32_t sites[TRACE_MOST + 1];
    int count = c->ruling.sites ? c->ruling.sites(c->owner, sites + 1, TRACE_MOST) : 0;
    sites[0] = (uint32_t)count;
    n->trace = count ? core_alloc(c, sizeof *sites * (size_t)(count + 1)) : NULL;
    if (n->trace) memcpy(n->trace, sites, sizeof *sites * (size_t)(count + 1));
    else if (count) core_error_clear(c); /* without memory for it: the line of the call itself is known all the same */
}

/* What is drawn under the error: the forward's line, and those of its operands that the gradient kept. */
static void keep_operands(Core *c, GradNode *n)
{
    CoreError *e = &c->error, found = *e;
    for (int i = 0; n->op && i < n->in_count && i < ERROR_OPERANDS; i++) {
        bool kept = i < MAX_INPUTS_FIXED && n->save >> i & 1 && n->inputs[i].present;
        Tensor *t = n->edges[i].leaf ? tensor_retain(n->edges[i].leaf) : kept && !n->freed ? grad_saved_in(c, n, i) : NULL;
        *e = found; /* a value that cannot be had is not drawn */
        e->operands[i] = t;
        e->operand_count = i + 1;
        found = *e;
    }
    e->op = n->op;
    e->site = n->site;
    e->late = true;
}

bool rules_check_gradient(Core *c, GradNode *n, Tensor *const *in)
{
    for (int i = 0; i < n->in_count; i++) {
        bool nan;
        if (!in[i] || !grad_wanted(n, i)) continue;
        if (!has_nan(c, in[i], &nan)) return false;
        if (!nan) continue;
        if (c->ruling.anomaly && !c->ruling.anomaly(c->owner, n, i)) return core_fail(c, CE_BAD_VALUE, "a warning became an error");
        core_fail(c, CE_ANOMALY, "a gradient is NaN");
        keep_operands(c, n);
        c->error.numbers[0] = i;
        return false;
    }
    return true;
}

bool rules_all_here(Core *c, const Op *op, const Arg *in, int n, int flags, Tensor *const *out)
{
    const Tensor *away = flags & CALL_OUT_GIVEN && out[0]->flags & T_ELSEWHERE ? out[0] : NULL;
    for (int i = 0; i < n && !away; i++)
        if (in[i].tensor && in[i].tensor->flags & T_ELSEWHERE) away = in[i].tensor;
    return !away || core_said(c, CE_NOT_IMPLEMENTED, SPARSE_BACKEND, op->name, away->user & KEPT_AS_INTEGERS ? "QuantizedCPU" : "SparseCPU");
}

/* ---- vmap: a function of one example is called for each ---- */
int64_t core_set_batch(Core *c, int64_t examples)
{
    int64_t before = c->rules & RULES_BATCHED ? c->ruling.batch : 0;
    c->ruling.batch = examples;
    core_set_rule(c, RULES_BATCHED, examples > 0);
    return before;
}

bool core_is_batched(const Core *c, const Tensor *t) { return c->rules & RULES_BATCHED && t->flags & T_BATCHED; }

static bool from_example(const Core *c, const Arg *in, int n)
{
    for (int i = 0; i < n; i++)
        if (in[i].tensor && in[i].tensor->flags & T_BATCHED) return true;
    return false;
}

bool rules_batch_admits(Core *c, const Op *op, const Arg *in, int n, int flags, Tensor *const *out)
{
    if (!from_example(c, in, n)) return true;
    switch (op->id) {
    case OP_nonzero: return core_said(c, CE_BAD_VALUE, BATCHED_SHAPE, "nonzero");
    case OP_unique: return core_said(c, CE_BAD_VALUE, BATCHED_SHAPE, "_unique2");
    case OP_masked_select: return core_said(c, CE_BAD_VALUE, BATCHED_SELECT);
    default: break;
    }
    if (!(flags & CALL_OUT_GIVEN) || out[0]->flags & T_BATCHED || flags & CALL_NO_GRAD) return true;
    core_fail(c, CE_SHAPE_MISMATCH, "%s: a tensor of no example cannot hold what each example gives", op->name); /* as if the examples were there together */
    infer_copy_shape(&c->error.shapes[0], out[0]);
    c->error.shapes[1].n = out[0]->ndim + 1 < MAX_DIMS ? out[0]->ndim + 1 : MAX_DIMS;
    c->error.shapes[1].d[0] = c->ruling.batch;
    for (int i = 1; i < c->error.shapes[1].n; i++) c->error.shapes[1].d[i] = out[0]->shape[i - 1];
    c->error.numbers[0] = 1;
    return false;
}

void rules_batch_marks(Core *c, const Op *op, const Arg *in, int n, Tensor *const *out)
{
    if (!from_example(c, in, n)) return;
    for (int i = 0; i < op->out_count; i++)
        if (out[i]) out[i]->flags |= T_BATCHED;
}
