/* op.c: the table of ops made from ops.def, and core_call, the one way to run one. */
#include "op.h"
#include "core/op_more.h"
#include "said.h"

#include <math.h>
#include <string.h>

#include "bundle.h"
#include "complex_calls.h"
#include "refused.h"
#include "core_impl.h"
#include "infer.h"
#include "layout.h"
#include "graph.h"
#include "ledger.h"
#include "replay_graph.h"

#define FAMILY(f) _Static_assert((int)f##_ATTRS <= (int)MAX_ATTRS, "attributes of " #f);
#define ATTR(f, name, type)
#define END(f)
#include "attrs.def"
#undef FAMILY
#undef ATTR
#undef END

/* shape rules and gradient functions, from the table; grad_none stands for "no gradient flows" */
#define OP(name, family, in, out, shape, dtype, kernel, grad, save, doc) bool infer_##shape(Call *); bool grad_##grad(Core *, GradNode *, Tensor *const *, Tensor **);
#include "ops.def"
#undef OP
bool grad_none(Core *c, GradNode *n, Tensor *const *out, Tensor **in)
{
    (void)out, (void)in;
    return accent_rules((Accent)n->accent)->any_dtype_has_grad /* MXNet: zeros */ || core_fail(c, CE_NO_GRAD_FUNCTION, "no gradient flows here");
}

enum {
#define FAMILY(f) FAMILY_##f,
#define ATTR(f, name, type)
#define END(f)
#include "attrs.def"
#undef FAMILY
#undef ATTR
#undef END
};
const char *const family_name[] = {
#define FAMILY(f) #f,
#define ATTR(f, name, type)
#define END(f)
#include "attrs.def"
#undef FAMILY
#undef ATTR
#undef END
};
#define FAMILY(f) static const AttrInfo f##_attrs[] = {
#define ATTR(f, name, type) {#name, ATTR_##type},
#define END(f) {NULL, ATTR_INT}};
#include "attrs.def"
#undef FAMILY
#undef ATTR
#undef END
static const AttrInfo *const family_attrs[] = {
#define FAMILY(f) f##_attrs,
#define ATTR(f, name, type)
#define END(f)
#include "attrs.def"
#undef FAMILY
#undef ATTR
#undef END
};

const Op op_table[OPS_TOTAL] = {
#define OP(NAME, FAM, IN, OUT, SHAPE, DTYPE, KERNEL, GRAD, SAVE, DOC)                                                            \
    [OP_##NAME] = {.name = #NAME, .id = OP_##NAME, .family = FAMILY_##FAM, .in_count = (uint8_t)(IN), .out_count = OUT,           \
                   .elementwise = sizeof #KERNEL == 3 && #KERNEL[0] == 'e' && #KERNEL[1] == 'w',                                  \
                   .view = sizeof #KERNEL == 5 && #KERNEL[0] == 'v' && #KERNEL[1] == 'i' && #KERNEL[2] == 'e',                     \
                   .random = (int)FAMILY_##FAM == (int)FAMILY_random || (int)OP_##NAME == (int)OP_dropout || (int)OP_##NAME == (int)OP_attention,          \
                   .quick = sizeof #KERNEL == 3 && #KERNEL[0] == 'e' && FAM##_ATTRS == 0 && ((IN) == 1 || (IN) == 2) && sizeof #SHAPE == 3 \
                            && (RULE_##DTYPE == RULE_PROMOTE || RULE_##DTYPE == RULE_FLOAT),                                        \
                   .dtype_rule = RULE_##DTYPE, .save = SAVE, .attr_count = FAM##_ATTRS, .infer = infer_##SHAPE, .grad = grad_##GRAD, \
                   .kernel = #KERNEL, .doc = DOC},
#include "ops.def"
#undef OP
};

const AttrInfo *op_attr_info(const Op *op, int i) { return &family_attrs[op->family][i]; }

/* The error knows its op, line and operands: the accents draw them. */
static bool refused(Call *call)
{
    CoreError *e = &call->core->error;
    if (e->kind == CORE_OK) core_fail(call->core, CE_NOT_IMPLEMENTED, "%s failed without saying why", call->op->name);
    if (e->op) return false;
    e->op = call->op;
    e->site = call->site;
    e->in_place = call->flags & CALL_OUT_GIVEN;
    e->adds = call->op->id == OP_scatter && call->attrs && call->attrs[index_accumulate].i;
    e->operand_count = call->in_count < ERROR_OPERANDS ? call->in_count : ERROR_OPERANDS;
    for (int i = 0; i < e->operand_count; i++) {
        e->operands[i] = call->in[i].tensor;
        if (e->operands[i]) tensor_retain(e->operands[i]);
    }
    return false;
}

/* Can `out` be written while `in` is read? Yes when they share no byte, or every element stands at its own place. */
static bool overlap_is_safe(const Tensor *out, const Tensor *in)
{
    if (out->storage != in->storage || !out->size || !in->size) return true;
    if (out->offset == in->offset && out->dtype == in->dtype && out->ndim == in->ndim
        && memcmp(out->shape, in->shape, sizeof *in->shape * in->ndim) == 0
        && memcmp(out->strides, in->strides, sizeof *in->strides * in->ndim) == 0)
        return true;
    int64_t low[2], high[2];
    shape_extent(out->shape, out->strides, out->ndim, &low[0], &high[0]);
    shape_extent(in->shape, in->strides, in->ndim, &low[1], &high[1]);
    int64_t a = (int64_t)dtype_bytes((DType)out->dtype), b = (int64_t)dtype_bytes((DType)in->dtype); /* (they differ where complex numbers are seen as pairs) */
    return (out->offset + high[0]) * a <= (in->offset + low[1]) * b || (in->offset + high[1]) * b <= (out->offset + low[0]) * a;
}

/* Do the bytes of two tensors without gaps meet, but not element for element? (PyTorch asks no more of such that have gaps.) */
static bool crosses(const Tensor *out, const Tensor *in)
{
    if (overlap_is_safe(out, in)) return false;
    int64_t low, high;
    shape_extent(out->shape, out->strides, out->ndim, &low, &high);
    if (high - low != out->size) return false;
    shape_extent(in->shape, in->strides, in->ndim, &low, &high);
    return high - low == in->size;
}

/* Does the result go into the dtype of the caller's output? */
static bool casts(const Call *call, DType into)
{
    char to = dtype_info[into].kind, from = dtype_info[call->specs[0].dtype].kind;
    bool lower = (from == 'F' && to != 'F' && to != 'C') || (to == 'B' && from != 'B') || (from == 'C' && to != 'C');
    return !lower || accent_rules(call->accent)->out_casts_down || call->op->id == OP_copy;
}

static bool no_cast(const Call *call, const Tensor *out, int kind)
{
    Core *c = call->core;
    DType made = call->specs[0].dtype;
    core_fail(c, CE_CANNOT_CAST, "%s: a result of %s does not go into %s", call->op->name, dtype_info[made].name, dtype_info[out->dtype].name);
    c->error.numbers[0] = made;
    c->error.numbers[1] = out->dtype;
    c->error.numbers[2] = kind;
    return false;
}

/* Is out= of a dtype that PyTorch's function writes? (Asked before shapes are compared.) */
static bool takes_result(const Call *call, const Tensor *out)
{
    int kind = call->core->out_kinds ? call->core->out_kinds[call->op->id] : 0;
    if (call->op->id == OP_power && call->in_count > 1 && call->in[1].tensor) kind = 0; /* (only a number as exponent asks for more) */
    if (kind && out->dtype != call->specs[0].dtype && !((call->op->id == OP_any || call->op->id == OP_all) && out->dtype == DT_UINT8)) return no_cast(call, out, kind);
    return casts(call, out->dtype) || no_cast(call, out, 0);
}

static bool other_shape(Call *call, const Tensor *out, const Dims *shape)
{
    Core *c = call->core;
    core_fail(c, CE_SHAPE_MISMATCH, "%s: the result has another shape than out", call->op->name);
    infer_copy_shape(&c->error.shapes[0], out);
    c->error.shapes[1] = *shape;
    c->error.numbers[0] = 1; /* "output with shape … doesn't match the broadcast shape …" */
    return false;
}

/* PyTorch refuses what would be written to one place more than once; what fills does not look. */
static bool writes_itself(const Call *call, const Tensor *out)
{
    if (call->op->id == OP_fill || call->op->id == OP_full || call->op->id == OP_masked_fill) return false;
    if (call->op->id == OP_copy && (call->flags & CALL_NO_GRAD || (call->in[0].tensor && !call->in[0].tensor->ndim))) return false; /* (what was made beside; a fill) */
    if (call->op->id == OP_matmul && call->in[1].tensor && call->in[1].tensor->ndim == 1) return false;
    for (int i = 0; i < out->ndim; i++)
        if (out->shape[i] > 1 && !out->strides[i]) return true;
    return false;
}

/* Of elementwise operations into a tensor PyTorch's iterator looks at that first: whether it lies over itself, and whether its shape is the operands'. */
static bool given_first(Call *call, Tensor *out)
{
    if (!accent_rules(call->accent)->overlap_refused || !call->op->elementwise) return true;
    if (writes_itself(call, out)) return core_said(call->core, CE_BAD_VALUE, WRITES_ITSELF);
    Dims both = {0}, more;
    for (int i = 0; i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        if (!t) continue;
        if (!device_same_memory(tensor_device(t), tensor_device(out)) || !shape_broadcast(both.d, both.n, t->shape, t->ndim, &more)) return true; /* (said by the op's own rule) */
        both = more;
    }
    if (call->flags & CALL_RESIZE || call->op->id == OP_copy || call->op->id == OP_subtract || shape_same(out->shape, out->ndim, both.d, both.n)) return true;
    return (call->flags & CALL_NO_GRAD || grad_check_in_place(call->core, out)) && other_shape(call, out, &both);
}

/* The caller's output: its shape must be the result's, its dtype one that the result casts to. */
static bool check_given(Call *call, Tensor *out)
{
    const OutSpec *spec = &call->specs[0];
    Core *c = call->core;
    if (!device_same_memory(tensor_device(out), call->device)) {
        core_fail(c, tensor_device(out)->kind == call->device->kind ? CE_DEVICES_DIFFER : CE_KINDS_DIFFER, "%s: the result lives on another device than out", call->op->name);
        CoreError *e = &c->error;
        e->numbers[0] = 1; /* out's GPU (-1: the CPU), and that of the operands */
        e->numbers[1] = tensor_device(out)->kind == DEVICE_GPU ? tensor_device(out)->index : -1;
        e->numbers[2] = call->device->kind == DEVICE_GPU ? call->device->index : -1;
        for (int i = call->in_count - 1; i >= 0; i--) {
            const Tensor *t = call->in[i].tensor;
            if (t == out) e->wrong[0] = i;
            else if (t && tensor_device(t) == call->device) e->wrong[1] = i;
        }
        return false;
    }
    if (call->flags & CALL_RESIZE && !takes_result(call, out)) return false;
    if (!shape_same(out->shape, out->ndim, spec->shape.d, spec->shape.n)) {
        if (call->flags & CALL_RESIZE) {
            Tensor *room = tensor_new(c, tensor_device(out), (DType)out->dtype, spec->shape.d, spec->shape.n);
            bool ok = room && tensor_take_data(c, out, room);
            if (room) tensor_release(c, room);
            return ok;
        }
        return other_shape(call, out, &spec->shape);
    }
    if (accent_rules(call->accent)->overlap_refused && writes_itself(call, out)) return core_said(c, CE_BAD_VALUE, WRITES_ITSELF);
    if (accent_rules(call->accent)->overlap_refused && call->op->elementwise)
        for (int i = 0; i < call->in_count; i++)
            if (call->in[i].tensor && crosses(out, call->in[i].tensor))
                return core_said(c, CE_BAD_VALUE, WRITES_PART);
    return casts(call, out->dtype) || no_cast(call, out, 0);
}

/* What decided on the place of the results: the first operand that lives where they do; without one it is this call. */
static uint32_t placed_by(const Call *call)
{
    for (int i = 0; i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        if (t && tensor_device(t) == call->device) return t->storage->placed;
    }
    return call->site;
}

static bool make_outputs(Call *call)
{
    for (int i = 0; i < call->out_count; i++) {
        if (call->out[i]) continue;
        const OutSpec *spec = &call->specs[i];
        call->out[i] = tensor_new(call->core, call->device, spec->dtype, spec->shape.d, spec->shape.n);
        if (!call->out[i]) return false;
        call->out[i]->storage->placed = placed_by(call);
    }
    return true;
}

static void drop_outputs(Call *call)
{
    for (int i = 0; i < call->out_count; i++)
        if (call->out[i]) {
            tensor_release(call->core, call->out[i]);
            call->out[i] = NULL;
        }
}

/* CPU tensors without dimensions beside a GPU's: as numbers, or carried over where the op wants tensors. */
static bool bring_scalars(Call *call, Tensor **brought, int *count)
{
    for (int i = 0; i < call->in_count; i++) {
        Tensor *t = call->in[i].tensor;
        if (!t || device_same_memory(tensor_device(t), call->device)) continue;
        Tensor *moved = tensor_new(call->core, call->device, t->dtype, t->shape, t->ndim);
        if (!moved) return false;
        brought[(*count)++] = moved;
        call->in[i].tensor = moved;
        if (t->size
            && !(storage_ready(t->storage, false) && device_copy(call->device, tensor_address(moved), tensor_device(t), tensor_address(t), tensor_bytes(t), call->site)))
            return false;
        if (t->size && call->core->ledger) ledger_copy(call->core, t, moved, tensor_bytes(t), call->site);
    }
    return true;
}

static bool run(Call *call)
{
    Core *c = call->core;
    if (c->watch.call) c->watch.call(c->watch.data, call);
    if (call->op->view) return true;
    if (c->mode.dry && !accent_rules(call->accent)->computes_dry) { /* NumPy's arrays are the host's: they are computed */
        for (int i = 0; i < call->out_count; i++)
            if (call->out[i]) call->out[i]->storage->valueless = true;
        return true;
    }
    if (__builtin_expect(c->as_graph != NULL, 0)) return replay_graph_call(c, call);
    if (__builtin_expect(c->bundle != NULL, 0)) {
        BundleAnswer answer = bundle_call(c, call);
        if (answer != BUNDLE_NOT) return answer == BUNDLE_TAKEN;
    }
    return core_run_call(call);
}

bool core_run_call(Call *call)
{
    Core *c = call->core;
    call->device->calls++;
    if (call->device->captures) return call->device->driver->run(call->device, call) && graph_note(call);
    if (!c->noted || call->device->kind == DEVICE_META) return call->device->driver->run(call->device, call); /* (on meta nothing runs: nothing to write down) */
    LedgerStart start = ledger_begin(c);
    if (!call->device->driver->run(call->device, call)) return false;
    if (c->ledger) ledger_call(c, call, start);
    else if (call->device->kind == DEVICE_CPU) {
        Cost cost = op_cost(call);
        core_model_host(c, cost.flops, cost.bytes);
    }
    return true;
}

/* With its axes turned, so that the results have no gaps and lie as `l` says. */
static bool run_turned(Call *call, const Layout *l)
{
    Core *c = call->core;
    Arg turned[MAX_INPUTS_FIXED], *in = call->in;
    OutSpec own[MAX_OUTPUTS], *specs = call->specs;
    bool ok = true;
    for (int i = 0; i < call->in_count; i++) {
        turned[i] = in[i];
        if (ok && in[i].tensor && in[i].tensor->ndim) ok = (turned[i].tensor = layout_turned(c, in[i].tensor, l)) != NULL;
    }
    for (int k = 0; k < call->out_count; k++) {
        own[k].dtype = specs[k].dtype;
        own[k].shape.n = l->n;
        for (int i = 0; i < l->n; i++) own[k].shape.d[i] = specs[k].shape.d[l->order[i]];
    }
    call->in = turned;
    call->specs = own;
    ok = ok && make_outputs(call) && run(call);
    call->in = in;
    call->specs = specs;
    for (int i = 0; i < call->in_count; i++)
        if (turned[i].tensor && turned[i].tensor != in[i].tensor) tensor_release(c, turned[i].tensor);
    for (int k = 0; ok && k < call->out_count; k++) tensor_set_shape(c, call->out[k], specs[k].shape.d, l->strides, l->n);
    return ok;
}

/* Results that were made row-major, laid out as the operands are. */
static bool lay_after(Call *call)
{
    int64_t strides[MAX_DIMS];
    for (int k = 0; k < call->out_count; k++) {
        if (!layout_after(call, k, strides)) continue;
        Tensor *laid = layout_copied(call->core, call->out[k], strides);
        if (!laid) return false;
        laid->storage->placed = call->out[k]->storage->placed;
        tensor_release(call->core, call->out[k]);
        call->out[k] = laid;
    }
    return true;
}

/* Into the caller's tensor by way of a new one: where it overlaps an operand, or the kernel does not convert. */
static bool run_beside(Call *call, Tensor *given)
{
    Core *c = call->core;
    call->out[0] = NULL;
    if (!make_outputs(call) || !run(call)) return false;
    Tensor *out = given;
    Arg in = arg_tensor(call->out[0]);
    Accent accent = call->accent;
    bool ok = core_call(c, OP_copy, accent, call->site, &in, 1, NULL, CALL_OUT_GIVEN | CALL_NO_GRAD, &out);
    tensor_release(c, call->out[0]);
    call->out[0] = ok ? out : NULL;
    return ok;
}

/* One element, seen as more: what expand makes of a sum's gradient. */
static bool is_one_spread(const Tensor *t)
{
    for (int i = 0; i < t->ndim; i++)
        if (t->strides[i] && t->shape[i] != 1) return false;
    return t->size != 0;
}

/* NumPy looks at a number's size: one that float32 does not hold (an integer: beyond 16 bits) makes the result float64. */
static bool stays_float32(Scalar s)
{
    if (s.kind != SCALAR_FLOAT) return s.i >= INT16_MIN && s.i <= UINT16_MAX;
    return !(s.f > 0x1.FFFFFEp127 || s.f < -0x1.FFFFFEp127) || isinf(s.f);
}

/* The common case without its checks: floats of one dtype and shape on one device, one of them without gaps; the result a new tensor or, where nothing is
 * recorded, the caller's own. Else false, and nothing was done. */
static bool call_quick(Core *c, const Op *op, Accent accent, Arg *in, int in_count, int flags, Tensor **out, bool *failed)
{
    if (in_count != op->in_count) return false;
    Tensor *a = in[0].tensor, *b = in_count == 2 ? in[1].tensor : NULL, *like = a && tensor_is_contiguous(a) ? a : b;
    if (!like || !tensor_is_contiguous(like) || (like->dtype != DT_FLOAT32 && like->dtype != DT_FLOAT64) || !like->size) return false;
    Device *d = tensor_device(like);
    if (!d->driver->quick || c->mode.dry || c->watch.call || c->as_graph || (c->bundle && d->kind == DEVICE_GPU) || like->size >= d->wait_from) return false;
    QuickOperand operands[2] = {{NULL, NULL, false}, {NULL, NULL, false}};
    for (int i = 0; i < in_count; i++) {
        Tensor *t = in[i].tensor;
        if (!t) {
            if (accent_rules(accent)->promotes_by_value && like->dtype == DT_FLOAT32 && !stays_float32(in[i].number)) return false;
            if (in[i].number.kind == SCALAR_COMPLEX || (in[i].number.kind == SCALAR_BOOL && op->id == OP_subtract)) return false; /* PyTorch refuses the latter */
            operands[i].number = &in[i].number;
        } else {
            if (t->storage->waits) return false;
            operands[i].at = tensor_address(t);
            if (t == like) continue;
            if (t->dtype != like->dtype || tensor_device(t) != d || !tensor_same_shape(t, like)) return false;
            operands[i].one = !tensor_is_contiguous(t);
            if (operands[i].one && !is_one_spread(t)) return false;
        }
    }
    Tensor *t;
    if (flags) {
        t = out[0];
        if (t->storage->waits) return false;
        if (c->mode.grad[accent] && !(flags & CALL_NO_GRAD)) return false;
        if (t->dtype != like->dtype || tensor_device(t) != d || !tensor_is_contiguous(t) || !tensor_same_shape(t, like)) return false;
        for (int i = 0; i < in_count; i++) {
            const Tensor *x = in[i].tensor;
            if (x && x->storage == t->storage && (x->offset != t->offset || operands[i].one)) return false;
        }
        tensor_retain(t);
    } else if (!(t = tensor_like(c, like)))
        return *failed = true, false;
    else t->storage->placed = like->storage->placed;
    LedgerStart start = {0};
    if (c->noted && (--c->looks_left < 0 || t->size > LEDGER_FEW)) start = ledger_begin(c);
    if (!d->driver->quick(d, op, (DType)like->dtype, operands, tensor_address(t), t->size)) {
        tensor_release(c, t);
        return false;
    }
    d->calls++;
    if (c->noted) {
        if (c->ledger) ledger_quick(c, d, op, a, b, t, start);
        else if (d->kind == DEVICE_CPU) core_model_host(c, (double)t->size, (double)tensor_bytes(t) * (b ? 3 : 2));
    }
    *out = t;
    if (flags) {
        tensor_count_write(t);
        return true;
    }
    if (!c->mode.grad[accent]) return true;
    if (grad_record_quick(c, op, in, t)) return true;
    tensor_release(c, t);
    *failed = true;
    return false;
}

/* A call without operands into a view of the caller's tensor that has its axes turned */
static bool run_into(Call *call, Tensor *turned, const Layout *l)
{
    OutSpec own = call->specs[0], *specs = call->specs;
    for (int i = 0; i < l->n; i++) own.shape.d[i] = specs[0].shape.d[l->order[i]];
    call->specs = &own;
    bool ok;
    if (tensor_is_contiguous(turned) && (DType)turned->dtype == own.dtype) {
        call->out[0] = turned;
        ok = run(call);
    } else {
        ok = run_beside(call, turned);
        if (ok) tensor_release(call->core, call->out[0]);
    }
    call->specs = specs;
    call->out[0] = NULL;
    return ok;
}

/* A copy into a result that was computed: its gradient ends there, and PyTorch has it as zeros. */
static bool overwrites(const Core *c, OpId id, Accent accent, const Arg *in, int flags, Tensor *const *out)
{
    if (id != OP_copy || flags != CALL_OUT_GIVEN || !accent_rules(accent)->tracks_views || !c->mode.grad[accent]) return false;
    const Tensor *to = out[0], *from = in[0].tensor;
    if (!from || grad_is_leaf(to) || to->grad->base) return false;
    return tensor_same_shape(to, from) && tensor_device(to) == tensor_device(from) && dtype_is_complex((DType)to->dtype) == dtype_is_complex((DType)from->dtype);
}

static __attribute__((noinline)) bool call_any(Core *c, OpId id, Accent accent, uint32_t site, Arg *in, int in_count, const Attr *attrs, int flags, Tensor **out)
{
    Arg both[2];
    if (overwrites(c, id, accent, in, flags, out)) {
        both[0] = arg_tensor(out[0]);
        both[1] = in[0];
        id = OP_overwrite;
        in = both;
        in_count = 2;
    }
    const Op *op = &op_table[id];
    OutSpec specs[MAX_OUTPUTS];
    Tensor *brought[MAX_INPUTS_FIXED];
    int brought_count = 0;
    Tensor *given = flags & CALL_OUT_GIVEN ? out[0] : NULL;
    Call call = {.core = c, .op = op, .accent = accent, .flags = (uint8_t)flags, .site = site, .in_count = in_count, .out_count = op->out_count,
                 .device = given && !c->place ? tensor_device(given) : c->place, .in = in, .attrs = attrs, .compute = DT_NONE, .specs = specs};
    const Layout *lays = c->lays;
    c->place = NULL;
    c->lays = NULL;
    Layout own;
    Arg kept[MAX_INPUTS_FIXED]; /* what the tape records when scalars were carried over */
    call.of_complex = complex_operands(&call);
    bool ok = (!given || given_first(&call, given)) && (!call.of_complex || complex_admit(&call)) && op->infer(&call);
    if (ok && !call.of_complex && (complex_results(&call) || (given && dtype_is_complex((DType)given->dtype)))) {
        call.of_complex = true;
        ok = complex_admit(&call);
    }
    bool judged = ok && accent_rules(accent)->cpu_refuses_dtypes && !call.of_complex && call.device->kind == DEVICE_CPU;
    if (ok && judged && !(given && op->elementwise)) ok = refused_admit(&call);
    if (ok && given) ok = check_given(&call, given) && (flags & CALL_NO_GRAD || grad_check_in_place(c, given));
    if (ok && judged && given && op->elementwise) ok = refused_admit(&call); /* (PyTorch's iterator looks at the output before a kernel is chosen) */
    if (ok && given && !(flags & CALL_NO_GRAD)) ok = grad_keep_before(&call, given);
    if (ok && call.device->kind == DEVICE_GPU && in_count <= MAX_INPUTS_FIXED) {
        if (in_count) memcpy(kept, in, sizeof *in * (size_t)in_count);
        ok = bring_scalars(&call, brought, &brought_count);
    }
    if (ok && given && op->random && !in_count && layout_of(given, &own) && accent_rules(accent)->keeps_layout) { /* numbers go where they lie in memory */
        Tensor *turned = layout_turned(c, given, &own);
        call.in_count = 0;
        ok = turned && run_into(&call, turned, &own);
        if (turned) tensor_release(c, turned);
        if (ok) tensor_count_write(call.out[0] = tensor_retain(given));
    } else if (ok && given) {
        bool direct = op->elementwise || id == OP_fill || id == OP_optimizer_step;
        direct = direct || (in_count == 0 && op->out_count == 1 && tensor_is_contiguous(given) && (DType)given->dtype == specs[0].dtype); /* made of nothing: no second memory for it */
        for (int i = 0; direct && i < in_count; i++)
            if (in[i].tensor && !overlap_is_safe(given, in[i].tensor)) direct = false;
        if (direct) {
            call.out[0] = tensor_retain(given);
            ok = make_outputs(&call) && run(&call);
        } else
            ok = run_beside(&call, given);
        if (ok) tensor_count_write(given);
    } else if (ok) {
        Layout turned; /* (only its first axes are written) */
        if (op->view) ok = make_outputs(&call) && run(&call);
        else if (lays || layout_kept(&call, &turned)) ok = run_turned(&call, lays ? lays : &turned);
        else ok = make_outputs(&call) && run(&call) && lay_after(&call);
    }
    if (brought_count) memcpy(in, kept, sizeof *in * (size_t)in_count);
    if (ok && (op->view || core_records(c)) && !(flags & CALL_NO_GRAD)) ok = grad_record(&call);
    for (int i = 0; i < brought_count; i++) tensor_release(c, brought[i]);
    if (call.before) tensor_release(c, call.before);
    if (!ok) {
        refused(&call);
        drop_outputs(&call);
        return false;
    }
    for (int i = 0; i < op->out_count; i++) out[i] = call.out[i];
    return true;
}

static bool call_plain(Core *c, OpId id, Accent accent, uint32_t site, Arg *in, int in_count, const Attr *attrs, int flags, Tensor **out)
{
    const Op *op = &op_table[id];
    c->site = site;
    c->accent = accent;
    if (op->quick && flags != CALL_NO_GRAD && !(op->dtype_rule == RULE_FLOAT && accent_rules(accent)->own_libm)) { /* NumPy's functions have kernels of their own */
        bool failed = false;
        if (call_quick(c, op, accent, in, in_count, flags, out, &failed)) return true;
        if (failed) return false;
    }
    return call_any(c, id, accent, site, in, in_count, attrs, flags, out);
}

/* PyTorch's modes look at the call first. */
static __attribute__((noinline)) bool call_ruled(Core *c, OpId id, uint32_t site, Arg *in, int n, const Attr *attrs, int flags, Tensor **out)
{
    const Op *op = &op_table[id];
    Ruled r;
    c->site = site;
    c->accent = RULED_ACCENT;
    bool batched = c->rules & RULES_BATCHED;
    if ((c->rules & RULES_ELSEWHERE && !rules_all_here(c, op, in, n, flags, out)) || (batched && !rules_batch_admits(c, op, in, n, flags, out)) || !rules_enter(c, op, in, n, attrs, flags, flags & CALL_OUT_GIVEN ? out[0] : NULL, &r)) {
        c->place = NULL;
        c->lays = NULL;
        return refused(&(Call){.core = c, .op = op, .site = site, .in = in, .in_count = n});
    }
    bool records = c->mode.grad[RULED_ACCENT];
    if (c->rules & RULES_INFERENCE) c->mode.grad[RULED_ACCENT] = false;
    bool ok = call_plain(c, id, RULED_ACCENT, site, r.in, n, r.attrs, flags, out);
    c->mode.grad[RULED_ACCENT] = records;
    if (ok && batched) rules_batch_marks(c, op, in, n, out);
    rules_leave(c, &r);
    return ok;
}

bool core_call_plainly(Core *c, OpId id, Accent accent, uint32_t site, Arg *in, int in_count, const Attr *attrs, int flags, Tensor **out)
{
    if (__builtin_expect(c->rules && accent == RULED_ACCENT, 0)) return call_ruled(c, id, site, in, in_count, attrs, flags, out);
    return call_plain(c, id, accent, site, in, in_count, attrs, flags, out);
}

bool core_call(Core *c, OpId id, Accent accent, uint32_t site, Arg *in, int in_count, const Attr *attrs, int flags, Tensor **out)
{
    if (__builtin_expect(c->replay != NULL, 0)) return replay_call(c, id, accent, site, in, in_count, attrs, flags, out);
    return core_call_plainly(c, id, accent, site, in, in_count, attrs, flags, out);
}

/* ---- short forms ---- */
static Tensor *first_of(Core *c, OpId op, Arg *in, int n, const Attr *attrs)
{
    Tensor *out[MAX_OUTPUTS];
    if (!core_call(c, op, c->accent, c->site, in, n, attrs, 0, out)) return NULL;
    for (int i = 1; i < op_table[op].out_count; i++) tensor_release(c, out[i]);
    return out[0];
}

Tensor *core_unary(Core *c, OpId op, Tensor *a)
{
    Arg in = arg_tensor(a);
    return first_of(c, op, &in, 1, NULL);
}

Tensor *core_with(Core *c, OpId op, Tensor *const *in, int n, const Attr *attrs)
{
    Arg few[MAX_INPUTS_FIXED], *args = few;
    if (n > MAX_INPUTS_FIXED && !(args = core_alloc(c, sizeof *args * (size_t)n))) return NULL;
    for (int i = 0; i < n; i++) args[i] = in[i] ? arg_tensor(in[i]) : ARG_ABSENT;
    Tensor *result = first_of(c, op, args, n, attrs);
    if (args != few) core_free(c, args, sizeof *args * (size_t)n);
    return result;
}
