/* call.c: _tensor's functions that make, move and read tensors, and `op`, which runs any row of ops.def. */
#include <math.h>
#include <stdlib.h>

#include "core/op_more.h"
#include "core/rules.h"
#include "accents.h"

static Value not_tensor(VM *vm, Ref v) { return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", v); }

static bool accent_arg(VM *vm, Ref v, Accent *out)
{
    int64_t i;
    *out = ACCENT_MXNET;
    if (!num_index_i64(vm, v, &i)) return false;
    if (i < 0 || i >= ACCENT_COUNT) return err_false(vm, EXC_ValueError, "no such accent: %lld", (long long)i);
    *out = (Accent)i;
    return true;
}

/* ---- op(name, accent, inputs, out=None, device=None, **attrs): device is where it runs when no operand says ---- */
static int op_number(TensorLib *lib, Ref name)
{
    VM *vm = lib->vm;
    if (!lib->op_ids) {
        Value ids = dict_new(vm);
        for (int i = 0; ids && i < OPS_TOTAL; i++)
            if (!dict_set_c(vm, ids, op_table[i].name, make_small(i))) value_clear(vm, &ids);
        if (!ids) return -1;
        lib->op_ids = ids;
    }
    Ref found = is_str(name) ? dict_get_str(vm, lib->op_ids, name) : NULL;
    if (!found) return err_minus(vm, EXC_ValueError, "there is no op %R", name);
    return (int)small_of(found);
}

static bool fill_attrs(TensorLib *lib, Accent accent, const Op *op, Ref given, Attr *attrs, Dims *dims, Device **place)
{
    VM *vm = lib->vm;
    *place = NULL;
    int64_t pos = 0;
    Ref key, value;
    while (dict_next(given, &pos, &key, &value)) {
        int i = 0;
        if (str_equal_c(key, "device")) {
            if (!is_none(value) && !tensor_device_arg(lib, accent, value, place)) return false;
            continue;
        }
        while (i < op->attr_count && !str_equal_c(key, op_attr_info(op, i)->name)) i++;
        if (i == op->attr_count) return err_false(vm, EXC_TypeError, "%s has no attribute %R", op->name, key);
        if (is_none(value) && op_attr_info(op, i)->type != ATTR_INTS && op_attr_info(op, i)->type != ATTR_DTYPE) continue;
        if (!attr_from_value(lib, op_attr_info(op, i), value, &attrs[i], &dims[i])) return false;
    }
    return true;
}

static Value show_outputs(TensorLib *lib, Accent accent, const Op *op, Tensor **out)
{
    VM *vm = lib->vm;
    if (op->out_count == 1) return tensor_result(lib, accent, out[0]);
    Value t = tuple_new(vm, op->out_count);
    bool ok = t != NO_VALUE;
    for (int i = 0; i < op->out_count; i++) {
        Value v = ok ? tensor_result(lib, accent, out[i]) : NO_VALUE;
        if (!ok) tensor_release(lib->core, out[i]);
        else as_tuple(t)->items[i] = v ? v : V_NONE;
        ok = v != NO_VALUE;
    }
    if (!ok) value_clear(vm, &t);
    return t;
}

static Value fn_op(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Accent accent;
    if (!lib || !accent_arg(vm, args[1], &accent)) return NO_VALUE;
    int id = op_number(lib, args[0]);
    if (id < 0) return NO_VALUE;
    const Op *op = op_get((OpId)id);
    Value items = tuple_from_iter(vm, args[2]);
    if (!items) return NO_VALUE;
    int64_t count = as_tuple(items)->len;
    Value result = NO_VALUE;
    Arg few[16], *in = few;
    Tensor *made[16];
    int made_count = 0;
    if (op->in_count != 255 && count != op->in_count) {
        err_raise(vm, EXC_TypeError, "%s takes %d operands, not %lld", op->name, op->in_count, (long long)count);
        release(vm, items);
        return NO_VALUE;
    }
    if (count > 16 && !(in = core_alloc(lib->core, (size_t)count * sizeof *in))) {
        release(vm, items);
        return tensor_raise(lib, accent);
    }
    bool ok = true;
    for (int64_t i = 0; ok && i < count; i++) {
        Ref v = as_tuple(items)->items[i];
        Tensor *new = NULL;
        if (is_none(v)) in[i] = ARG_ABSENT;
        else if (count > 16 && !is_tensor(v)) ok = err_false(vm, EXC_TypeError, "%s: operand %lld is no tensor", op->name, (long long)i);
        else ok = operand_arg(lib, accent, op->name, (int)i, v, &in[i], &new);
        if (new) made[made_count++] = new;
    }
    Attr attrs[MAX_ATTRS];
    Dims dims[MAX_ATTRS];
    attrs_default(op, attrs);
    Device *place = NULL;
    ok = ok && fill_attrs(lib, accent, op, args[4], attrs, dims, &place);
    Tensor *out[MAX_OUTPUTS];
    Ref given = args[3] && !is_none(args[3]) ? args[3] : NULL;
    if (ok && given && !is_tensor(given)) ok = not_tensor(vm, given) != NO_VALUE;
    if (ok) {
        if (given) out[0] = tensor_of(given);
        core_set_place(lib->core, place);
        if (!core_call(lib->core, (OpId)id, accent, lang_site(vm), in, (int)count, op->attr_count ? attrs : NULL, given ? CALL_OUT_GIVEN : 0, out)) tensor_raise(lib, accent);
        else if (given) {
            for (int i = 0; i < op->out_count; i++) tensor_release(lib->core, out[i]);
            result = retain(given);
        } else
            result = show_outputs(lib, accent, op, out);
    }
    for (int i = 0; i < made_count; i++) tensor_release(lib->core, made[i]);
    if (in != few) core_free(lib->core, in, (size_t)count * sizeof *in);
    release(vm, items);
    return result;
}

/* ---- making ---- */
static Value fn_make(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Accent accent;
    DType dtype;
    Device *device;
    if (!lib || !accent_arg(vm, args[0], &accent) || !tensor_dtype(lib, args[2], &dtype) || !tensor_device_arg(lib, accent, args[3], &device)) return NO_VALUE;
    Tensor *t = tensor_from_value(lib, accent, args[1], dtype, device);
    if (!t) return NO_VALUE;
    tensor_made_at(t, lang_site(vm));
    return tensor_show(lib, accent, t);
}

static Tensor *alias(TensorLib *lib, Tensor *t)
{
    Tensor *view = tensor_view(lib->core, t, t->shape, t->strides, t->ndim, t->offset);
    if (!view) return NULL;
    view->made = t->made;
    view->moved = t->moved;
    return view;
}

static Value share(TensorLib *lib, Accent accent, Ref v)
{
    VM *vm = lib->vm;
    Tensor *t = tensor_of(v);
    if (tensor_device(t)->kind != DEVICE_CPU)
        return err_raise(vm, EXC_TypeError, "can't convert cuda:%d device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.", tensor_device(t)->index), tensor_explained_of(vm, "P0105", &v, 1, ACCENT_TORCH);
    if (!tensor_wait(t)) return tensor_raise(lib, accent);
    Tensor *same = alias(lib, t);
    if (same && accent == ACCENT_TORCH) /* what NumPy's accent made knows nothing of it */
        same->flags = (uint8_t)(core_rule_bits(lib->core) & RULES_INFERENCE ? same->flags | T_INFERENCE : same->flags & ~T_INFERENCE);
    return tensor_show(lib, accent, same);
}
static Value fn_share(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Accent accent;
    if (!lib || !accent_arg(vm, args[0], &accent)) return NO_VALUE;
    Ref given = args[1];
    Value held;
    if (!numpy_lend(lib, &given, &held)) return NO_VALUE;
    Value shared = is_tensor(given) ? share(lib, accent, given) : not_tensor(vm, given);
    release(vm, held);
    return shared;
}

static Value fn_subclass(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (!is_tensor(args[1])) return not_tensor(vm, args[1]);
    Accent accent = (Accent)as_obj(args[1])->aux;
    if (!is_type(args[0]) || !type_is_subtype(as_type(args[0]), lib->types[accent])) return err_raise(vm, EXC_TypeError, "%R is not a subclass of %R", args[0], REF(lib->types[accent]));
    Tensor *t = tensor_of(args[1]), *same;
    Arg in = arg_tensor(t);
    bool flows = accent == ACCENT_MXNET && core_mode(lib->core)->grad[accent] && grad_flows(t); /* (torch's as_subclass says itself what it does with gradients) */
    if (!flows) same = alias(lib, t);
    else if (!core_call(lib->core, OP_alias, accent, lang_site(vm), &in, 1, NULL, 0, &same)) same = NULL;
    return same ? tensor_object_new(lib, as_type(args[0]), accent, same) : tensor_raise(lib, accent);
}

/* ---- moving ---- */
static Value fn_to(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (!is_tensor(args[0])) return not_tensor(vm, args[0]);
    Accent accent = (Accent)as_obj(args[0])->aux;
    Tensor *t = tensor_of(args[0]);
    Device *device = tensor_device(t);
    DType dtype;
    if (args[1] && !is_none(args[1]) && !tensor_device_arg(lib, accent, args[1], &device)) return NO_VALUE;
    if (!tensor_dtype(lib, args[2], &dtype)) return NO_VALUE;
    bool copy = args[3] && op_truth(vm, args[3]) > 0;
    core_set_accent(lib->core, accent);
    return tensor_show(lib, accent, tensor_to(lib->core, t, device, dtype, copy, lang_site(vm)));
}

static Value fn_copy_into(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (!is_tensor(args[0]) || !is_tensor(args[1])) return not_tensor(vm, args[is_tensor(args[0]) ? 1 : 0]);
    Accent accent = (Accent)as_obj(args[1])->aux;
    Core *c = lib->core;
    Tensor *target = tensor_of(args[1]);
    core_set_accent(c, accent);
    Tensor *here = tensor_to(c, tensor_of(args[0]), tensor_device(target), DT_NONE, false, lang_site(vm));
    if (!here) return tensor_raise(lib, accent);
    Arg in = arg_tensor(here);
    Tensor *out = target;
    bool ok = core_call(c, OP_copy, accent, lang_site(vm), &in, 1, NULL, CALL_OUT_GIVEN, &out);
    tensor_release(c, here);
    if (!ok) return tensor_raise(lib, accent);
    tensor_release(c, out);
    if (tensor_device(tensor_of(args[0])) != tensor_device(target)) target->moved = lang_site(vm);
    return retain(args[1]);
}

static Value fn_set_data(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (!is_tensor(args[0]) || !is_tensor(args[1])) return not_tensor(vm, args[is_tensor(args[0]) ? 1 : 0]);
    tensor_notes_taken(lib, tensor_of(args[0]), tensor_of(args[1]));
    if (!tensor_take_data(lib->core, tensor_of(args[0]), tensor_of(args[1]))) return tensor_raise(lib, (Accent)as_obj(args[0])->aux);
    return V_NONE;
}

/* ---- reading ---- */
static Value fn_tolist(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (!is_tensor(args[0])) return not_tensor(vm, args[0]);
    core_set_accent(lib->core, (Accent)as_obj(args[0])->aux);
    return tensor_to_list(lib, tensor_of(args[0]));
}

static Value fn_item(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Scalar s;
    if (!lib) return NO_VALUE;
    if (!is_tensor(args[0])) return not_tensor(vm, args[0]);
    if (!tensor_item(lib, args[0], &s)) return tensor_raise(lib, (Accent)as_obj(args[0])->aux);
    return scalar_value(vm, s);
}

static Value fn_bytes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (!is_tensor(args[0])) return not_tensor(vm, args[0]);
    Tensor *t = tensor_of(args[0]);
    core_set_accent(lib->core, (Accent)as_obj(args[0])->aux);
    Value b = bytes_from(vm, NULL, (int64_t)tensor_bytes(t));
    if (b && !tensor_read(lib->core, t, as_bytes(b)->data)) {
        release(vm, b);
        return tensor_raise(lib, (Accent)as_obj(args[0])->aux);
    }
    return b;
}

static Value fn_from_bytes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Accent accent;
    DType dtype;
    Dims shape;
    int64_t size;
    if (!lib || !accent_arg(vm, args[0], &accent) || !tensor_dtype(lib, args[2], &dtype) || !tensor_ints(vm, args[3], &shape)) return NO_VALUE;
    if (!is_kind(args[1], KIND_BYTES)) return err_raise(vm, EXC_TypeError, "expected bytes, not %T", args[1]);
    if (dtype == DT_NONE || !shape_size(shape.d, shape.n, &size) || size * (int64_t)dtype_bytes(dtype) != as_bytes(args[1])->len)
        return err_raise(vm, EXC_ValueError, "%lld bytes are not of this shape and dtype", (long long)as_bytes(args[1])->len);
    Tensor *t = tensor_from_host(lib->core, device_cpu(lib->core), dtype, shape.d, shape.n, as_bytes(args[1])->data);
    if (t) tensor_made_at(t, lang_site(vm));
    return tensor_show(lib, accent, t);
}

/* ---- over the memory of bytes-like objects ---- */
typedef struct Lent {
    VM *vm;
    BufferView view;
} Lent;

static void give_back(void *owner)
{
    Lent *lent = owner;
    buffer_release(lent->vm, &lent->view);
    free(lent);
}

/* buffer(accent, obj, dtype, count, offset): count elements that stand at byte `offset`; the caller has looked that they are there. */
static Value fn_buffer(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Accent accent;
    DType dtype;
    int64_t count, offset, stride = 1;
    if (!lib || !accent_arg(vm, args[0], &accent) || !tensor_dtype(lib, args[2], &dtype) || !num_index_i64(vm, args[3], &count) || !num_index_i64(vm, args[4], &offset)) return NO_VALUE;
    Lent *lent = calloc(1, sizeof *lent);
    if (!lent) return err_no_memory(vm);
    lent->vm = vm;
    if (!buffer_get(vm, args[1], &lent->view)) {
        free(lent);
        return NO_VALUE;
    }
    int64_t step = dtype == DT_NONE ? 1 : (int64_t)dtype_bytes(dtype), there = lent->view.len;
    if (dtype == DT_NONE || count < 0 || offset < 0 || offset > there || count > (there - offset) / step) {
        give_back(lent);
        return err_raise(vm, EXC_ValueError, "buffer is smaller than requested size");
    }
    Tensor *t = tensor_borrow_host(lib->core, dtype, &count, &stride, 1, (char *)lent->view.data + offset, (size_t)(count * step), give_back, lent);
    if (!t) {
        give_back(lent);
        return tensor_raise(lib, accent);
    }
    t->made = lang_site(vm);
    return tensor_show(lib, accent, t);
}

/* ---- asking ---- */
static Value fn_device_of(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (!is_tensor(args[0])) return not_tensor(vm, args[0]);
    return place_of(lib, (Accent)as_obj(args[0])->aux, tensor_device(tensor_of(args[0])));
}

static Value fn_dtype_of(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (!is_tensor(args[0])) return not_tensor(vm, args[0]);
    return dtype_new(lib, (Accent)as_obj(args[0])->aux, (DType)tensor_of(args[0])->dtype);
}

static Value fn_number(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    DType d;
    if (!lib) return NO_VALUE;
    ArrayFacts f;
    if (is_tensor(args[0])) return make_small(tensor_of(args[0])->dtype);
    if (numpy_facts(vm, args[0], &f)) return f.number == DT_NONE ? V_NONE : make_small(f.number);
    if (!tensor_dtype(lib, args[0], &d)) return NO_VALUE;
    return d == DT_NONE ? V_NONE : make_small(d);
}

static Value dtype_by_number(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Accent accent;
    int64_t d;
    if (!lib || !accent_arg(vm, args[0], &accent) || !num_index_i64(vm, args[1], &d)) return NO_VALUE;
    if (d < 0 || d >= DTYPE_COUNT) return err_raise(vm, EXC_ValueError, "no such dtype: %lld", (long long)d);
    return dtype_new(lib, accent, (DType)d);
}

static Value dims_tuple(VM *vm, const int64_t *d, int n)
{
    Value t = tuple_new(vm, n);
    for (int i = 0; t && i < n; i++) as_tuple(t)->items[i] = make_small(d[i]);
    return t;
}

static Value fn_shape(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ArrayFacts f;
    if (numpy_facts(vm, args[0], &f)) return dims_tuple(vm, f.shape, f.ndim);
    if (!is_tensor(args[0])) return not_tensor(vm, args[0]);
    return dims_tuple(vm, tensor_of(args[0])->shape, tensor_of(args[0])->ndim);
}
static Value fn_strides(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_tensor(args[0])) return not_tensor(vm, args[0]);
    return dims_tuple(vm, tensor_of(args[0])->strides, tensor_of(args[0])->ndim);
}
static Value fn_offset(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return is_tensor(args[0]) ? int_from_i64(vm, tensor_of(args[0])->offset) : not_tensor(vm, args[0]);
}
/* How many elements its memory has room for, from the first byte. */
static Value fn_room(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_tensor(args[0])) return not_tensor(vm, args[0]);
    const Tensor *t = tensor_of(args[0]);
    return int_from_i64(vm, t->storage ? (int64_t)(t->storage->size / dtype_bytes((DType)t->dtype)) : 0);
}
static Value fn_contiguous(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return is_tensor(args[0]) ? make_bool(tensor_is_contiguous(tensor_of(args[0]))) : not_tensor(vm, args[0]);
}
/* An address that tells whether two tensors share memory; 0 for none. */
static Value fn_address(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ArrayFacts f;
    if (numpy_facts(vm, args[0], &f)) return int_from_u64(vm, f.address);
    return is_tensor(args[0]) ? int_from_u64(vm, (uintptr_t)tensor_address(tensor_of(args[0]))) : not_tensor(vm, args[0]);
}
static Value fn_is_view(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ArrayFacts f;
    if (numpy_facts(vm, args[0], &f)) return make_bool(f.view);
    return is_tensor(args[0]) ? make_bool(tensor_of(args[0])->flags & T_VIEW) : not_tensor(vm, args[0]);
}
static Value fn_dtype_name(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ArrayFacts f;
    if (numpy_facts(vm, args[0], &f)) return op_str(vm, f.dtype);
    return is_tensor(args[0]) ? str_from_c(vm, dtype_info[tensor_of(args[0])->dtype].name) : not_tensor(vm, args[0]);
}
static Value fn_nbytes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ArrayFacts f;
    if (numpy_facts(vm, args[0], &f)) return int_from_u64(vm, f.bytes);
    return is_tensor(args[0]) ? int_from_u64(vm, (uint64_t)tensor_of(args[0])->size * dtype_bytes((DType)tensor_of(args[0])->dtype)) : not_tensor(vm, args[0]);
}

static Value fn_is_array(VM *vm, const Ref *args, int n, Ref kwnames) { return make_bool(is_numpy_array(vm, args[0]) || (is_tensor(args[0]) && as_obj(args[0])->aux == ACCENT_NUMPY)); }

static Value fn_set_errors(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (args[0] && !is_none(args[0])) value_put(vm, &lib->mxnet_error, retain(args[0]));
    if (args[1] && !is_none(args[1])) value_put(vm, &lib->torch_memory_error, retain(args[1]));
    return V_NONE;
}

static Value fn_set_numpy(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (!is_dict(args[0]) || !is_dict(args[1])) return err_raise(vm, EXC_TypeError, "expected two dicts");
    value_put(vm, &lib->numpy_classes, retain(args[0]));
    value_put(vm, &lib->numpy_dtypes, retain(args[1]));
    return V_NONE;
}

static Value fn_set_default_dtype(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    DType d;
    if (!lib || !tensor_dtype(lib, args[0], &d)) return NO_VALUE;
    Value before = dtype_new(lib, ACCENT_TORCH, core_default_dtype(lib->core));
    if (d != DT_NONE) {
        if (!dtype_is_float(d)) {
            release(vm, before);
            return err_raise(vm, EXC_TypeError, "only floating-point types are supported as the default type");
        }
        core_set_default_dtype(lib->core, d);
    }
    return before;
}

/* within(t, low, high): None: no bound there. */
static Value fn_within(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t;
    double low = -INFINITY, high = INFINITY;
    bool within;
    if (!is_tensor(args[0])) return not_tensor(vm, args[0]);
    t = tensor_of(args[0]);
    if ((!is_none(args[1]) && !num_to_double(vm, args[1], &low)) || (!is_none(args[2]) && !num_to_double(vm, args[2], &high))) return NO_VALUE;
    TensorLib *lib = lib_of(t);
    core_set_site(lib->core, lang_site(vm));
    return core_within(lib->core, t, low, high, &within) ? make_bool(within) : tensor_raise(lib, tensor_accent(lib, args[0]));
}

const NativeDef tensor_call_functions[] = {
    {"within", fn_within, "t, low, high", "Are all its numbers within these bounds (None: none)? No number of it leaves the core.", 0},
    {"op", fn_op, "name, accent, inputs, out=None, **attrs", "Runs a row of ops.def.", NATIVE_KW},
    {"make", fn_make, "accent, data, dtype=None, device=None", "A new tensor from nested values.", NATIVE_KW},
    {"share", fn_share, "accent, t", "The same memory in another accent.", 0},
    {"subclass", fn_subclass, "cls, t", "An object of a subclass over t's memory; while MXNet records, gradients flow.", 0},
    {"to", fn_to, "t, device=None, dtype=None, copy=False", "t there, in that dtype; itself when nothing changes.", NATIVE_KW},
    {"copy_into", fn_copy_into, "source, target", "Writes source's values into target, wherever both live.", 0},
    {"set_data", fn_set_data, "t, other", "t takes other's memory, shape and dtype.", 0},
    {"tolist", fn_tolist, "t", "Nested lists.", 0},
    {"item", fn_item, "t", "The one element.", 0},
    {"bytes", fn_bytes, "t", "The elements in row-major order.", 0},
    {"from_bytes", fn_from_bytes, "accent, data, dtype, shape", "A tensor from such bytes.", 0},
    {"buffer", fn_buffer, "accent, obj, dtype, count, offset", "A tensor over the memory of a bytes-like object.", 0},
    {"device_of", fn_device_of, "t", "Where it lives.", 0},
    {"dtype_of", fn_dtype_of, "t", "Its dtype, as its accent has it.", 0},
    {"number", fn_number, "t", "The number of its dtype, or of a dtype.", 0},
    {"dtype_by_number", dtype_by_number, "accent, number", "A dtype in an accent.", 0},
    {"shape", fn_shape, "t", "A tuple.", 0},
    {"strides", fn_strides, "t", "A tuple, in elements.", 0},
    {"offset", fn_offset, "t", "Where in its memory it begins, in elements.", 0},
    {"room", fn_room, "t", "How many elements its memory has.", 0},
    {"is_contiguous", fn_contiguous, "t", "Row-major without gaps?", 0},
    {"address", fn_address, "t", "An address on its device.", 0},
    {"is_view", fn_is_view, "t", "Does it share memory with what it was taken from?", 0},
    {"dtype_name", fn_dtype_name, "t", "What its dtype is called.", 0},
    {"nbytes", fn_nbytes, "t", "How many bytes its elements have.", 0},
    {"is_array", fn_is_array, "obj", "Is it an array of NumPy's?", 0},
    {"set_errors", fn_set_errors, "mxnet_error=None, torch_memory_error=None", "The classes that errors of core become.", 0},
    {"set_numpy", fn_set_numpy, "classes, dtypes", "Dicts: number to scalar class, number to dtype object.", 0},
    {"set_default_dtype", fn_set_default_dtype, "dtype=None", "torch's default floating dtype; the one before.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
