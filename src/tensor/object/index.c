/* index.c: x[key] and x[key] = value: integers, slices, None and ... give a view, arrays and masks go through index_get and index_put.
 *
 * The basic part is taken first (as view ops when a gradient may flow, else as one view), leaving a list of index arrays by axis. Where the originals
 * differ: MXNet's result of one element keeps one dimension and shares memory only where it is contiguous; only NumPy takes a negative step as a
 * view; an integer beside arrays counts as an array in NumPy, in PyTorch it is taken first.
 * Long because getting and setting go by one plan of a key, which three libraries settle in their own order.
 */
#include "core/rules.h"
#include "core/said.h"
#include "accents.h"

typedef struct Plan {
    TensorLib *lib;
    Accent accent;
    uint32_t site;
    Tensor *view;                   /* owned: what the basic part leaves */
    Tensor *arrays[MAX_DIMS];       /* owned: index arrays by axis of view; NULL: the whole axis */
    Tensor *masks[MAX_DIMS];        /* owned: PyTorch's masks, which stand for one axis until all keys are taken */
    int array_count;                /* how many are not NULL */
    int last;                       /* one past the last axis with an array */
    Value items;                    /* owned: the items of a list that stands for a tuple */
    Tensor *mask;                   /* owned: the whole key was one mask of bools for the leading axes */
    bool masked;                    /* an index array came of a mask */
    int bytes;                      /* how many masks were of uint8 to PyTorch */
    bool numbered;                  /* one did not */
    bool strange;                   /* one is of another dtype than PyTorch's indices are */
    bool writes;                    /* what is chosen is written: it must lie where x does */
    int late[MAX_DIMS], late_count; /* MXNet's None behind the one array of a key: axes of what is read, where the array counts for none */
} Plan;

static void plan_drop(Plan *p)
{
    Core *c = p->lib->core;
    if (p->view) tensor_release(c, p->view);
    if (p->mask) tensor_release(c, p->mask);
    release(p->lib->vm, p->items);
    for (int i = 0; i < MAX_DIMS; i++)
        if (p->arrays[i]) tensor_release(c, p->arrays[i]);
    for (int i = 0; i < MAX_DIMS; i++)
        if (p->masks[i]) tensor_release(c, p->masks[i]);
}

static bool failed(Plan *p) { return tensor_raise(p->lib, p->accent), false; }

/* view = op(view) */
static bool step(Plan *p, OpId op, const Attr *attrs)
{
    Core *c = p->lib->core;
    Arg in = arg_tensor(p->view);
    Tensor *out;
    if (!core_call(c, op, p->accent, p->site, &in, 1, attrs, 0, &out)) return failed(p);
    tensor_release(c, p->view);
    p->view = out;
    return true;
}

static bool index_range(Plan *p, int64_t index, int axis, int64_t size)
{
    Core *c = p->lib->core;
    core_fail(c, CE_INDEX_RANGE, "index %lld is out of range for axis %d with size %lld", (long long)index, axis, (long long)size);
    CoreError *e = core_error(c);
    e->numbers[0] = index;
    e->numbers[1] = size;
    e->numbers[2] = p->accent == ACCENT_MXNP ? 0 : axis; /* (its index walks axis after axis) */
    return failed(p);
}

static bool take_one(Plan *p, int axis, int64_t index, int said_axis)
{
    int64_t size = p->view->shape[axis];
    if (index < -size || index >= size) return index_range(p, index, said_axis, size);
    Attr attrs[slice_ATTRS] = {[slice_axis].i = axis, [slice_start].i = index < 0 ? index + size : index, [slice_length].i = 1, [slice_step].i = 1};
    return step(p, OP_select, attrs);
}

static bool take_slice(Plan *p, int axis, Ref slice)
{
    VM *vm = p->lib->vm;
    Core *c = p->lib->core;
    int64_t start, stop, by, count;
    if (!slice_indices(vm, slice, &p->view->shape[axis], &start, &stop, &by, &count)) return false;
    if (by < 0) {
        if (p->accent == ACCENT_TORCH) return err_false(vm, EXC_ValueError, "step must be greater than zero");
        if (p->accent == ACCENT_NUMPY || p->writes || (p->accent == ACCENT_MXNP && !grad_flows(p->view))) { /* a view that walks backwards */
            int64_t shape[MAX_DIMS], strides[MAX_DIMS];
            Tensor *t = p->view;
            memcpy(shape, t->shape, sizeof *shape * t->ndim);
            memcpy(strides, t->strides, sizeof *strides * t->ndim);
            int64_t offset = t->offset + (count ? start * strides[axis] : 0);
            shape[axis] = count;
            strides[axis] *= by;
            Tensor *out = tensor_view(c, t, shape, strides, t->ndim, offset);
            if (!out) return failed(p);
            tensor_release(c, t);
            p->view = out;
            return true;
        }
        /* MXNet: turn around what a forward slice takes */
        int64_t last = count ? start + (count - 1) * by : start;
        Attr attrs[slice_ATTRS] = {[slice_axis].i = axis, [slice_start].i = count ? last : 0, [slice_length].i = count, [slice_step].i = -by};
        Attr axes[1] = {{.ints = {(const int64_t[]){axis}, 1}}};
        return step(p, OP_slice, attrs) && step(p, OP_flip, axes);
    }
    if (start == 0 && by == 1 && count == p->view->shape[axis]) return true; /* the whole axis */
    Attr attrs[slice_ATTRS] = {[slice_axis].i = axis, [slice_start].i = count ? start : 0, [slice_length].i = count, [slice_step].i = by};
    return step(p, OP_slice, attrs);
}

static bool new_axis(Plan *p, int axis)
{
    Attr attrs[axes_ATTRS] = {{.ints = {(const int64_t[]){axis}, 1}}};
    return step(p, OP_unsqueeze, attrs);
}

static Value sizes_list(VM *vm, const Tensor *t)
{
    Value list = list_new(vm, t->ndim);
    for (int i = 0; list && i < t->ndim; i++)
        if (!list_append_take(vm, list, make_small(t->shape[i]))) value_clear(vm, &list);
    return list;
}

/* PyTorch's words for a mask whose axis i is not as long as the tensor's axis at. */
static bool mask_misfits(Plan *p, const Tensor *mask, int i, int at)
{
    VM *vm = p->lib->vm;
    Value mine = sizes_list(vm, mask), its = sizes_list(vm, p->view);
    if (mine && its)
        err_raise(vm, EXC_IndexError, "The shape of the mask %R at index %d does not match the shape of the indexed tensor %R at index %d", (Ref)mine, i, (Ref)its, at);
    release(vm, mine);
    release(vm, its);
    return tensor_explained(vm, "P0202") != NO_VALUE;
}

/* The positions of a mask's true elements, one index array an axis, from `axis` on. */
static bool take_mask(Plan *p, Tensor *mask, int axis)
{
    Core *c = p->lib->core;
    for (int i = 0; i < mask->ndim; i++) {
        if (axis + i < p->view->ndim && mask->shape[i] == p->view->shape[axis + i]) continue;
        VM *vm = p->lib->vm;
        if (p->accent == ACCENT_TORCH)
            return mask_misfits(p, mask, i, axis + i);
        return err_false(vm, EXC_IndexError, "boolean index did not match indexed array along dimension %d; dimension is %lld but corresponding boolean dimension is %lld", axis + i,
                         (long long)(axis + i < p->view->ndim ? p->view->shape[axis + i] : 0), (long long)mask->shape[i]);
    }
    Arg in = arg_tensor(mask);
    Tensor *where; /* n x ndim */
    if (core_is_batched(c, mask)) return core_said(c, CE_BAD_VALUE, BATCHED_MASK), failed(p);
    if (!core_call(c, OP_nonzero, ACCENT_TORCH, p->site, &in, 1, NULL, CALL_NO_GRAD, &where)) return failed(p);
    bool ok = true;
    for (int i = 0; ok && i < mask->ndim; i++) {
        Attr attrs[slice_ATTRS] = {[slice_axis].i = 1, [slice_start].i = i, [slice_length].i = 1, [slice_step].i = 1};
        Arg one = arg_tensor(where);
        ok = core_call(c, OP_select, ACCENT_TORCH, p->site, &one, 1, attrs, CALL_NO_GRAD, &p->arrays[axis + i]) || failed(p);
        if (ok) p->array_count++;
    }
    tensor_release(c, where);
    p->masked = p->masked || mask->ndim;
    p->last = axis + mask->ndim;
    if (mask->dtype == DT_UINT8) p->bytes++;
    return ok && (mask->dtype != DT_UINT8 || p->writes || torch_warn(p->lib->vm, "INDEX_BYTES", NO_VALUE, NO_VALUE));
}

/* An index array: a tensor, or a list of numbers made into one on the view's device. */
static Tensor *array_of(Plan *p, Ref v)
{
    Core *c = p->lib->core;
    Device *d = tensor_device(p->view);
    if (!is_tensor(v)) {
        Tensor *t = tensor_from_value(p->lib, p->accent == ACCENT_NUMPY ? ACCENT_NUMPY : ACCENT_TORCH, v, DT_NONE, d);
        bool whole = p->accent == ACCENT_TORCH && !is_tensor(v); /* a list of floats is cut */
        if (t && (t->size == 0 || whole) && dtype_is_float((DType)t->dtype)) { /* []: integers that are not there */
            Tensor *none = tensor_to(c, t, d, DT_INT64, false, p->site);
            tensor_release(c, t);
            return none;
        }
        return t;
    }
    Tensor *t = tensor_of(v);
    if (accent_library(p->accent) == ACCENT_MXNET && t->dtype != DT_BOOL) { /* MXNet's indices are floats as often as not, and go to the array wherever they lie */
        Tensor *whole = tensor_to(c, t, d, dtype_is_float((DType)t->dtype) ? DT_INT64 : DT_NONE, false, p->site);
        if (!whole) failed(p);
        return whole;
    }
    if (p->accent == ACCENT_TORCH && as_obj(v)->aux == ACCENT_NUMPY && t->dtype != DT_BOOL && t->dtype != DT_UINT8 && t->dtype != DT_INT64 && !dtype_is_complex((DType)t->dtype)) {
        Tensor *whole = tensor_to(c, t, d, DT_INT64, false, p->site); /* an array of NumPy's is read as a list of its numbers is */
        if (!whole) failed(p);
        return whole;
    }
    if (tensor_device(t) != d && tensor_device(t)->kind == DEVICE_CPU) { /* indices may lie on the CPU */
        Tensor *there = tensor_to(c, t, d, DT_NONE, false, p->site);
        if (!there) failed(p);
        return there;
    }
    if (tensor_device(t) != d && p->accent == ACCENT_TORCH) {
        Value base = tensor_show(p->lib, p->accent, tensor_retain(p->view));
        if (!base) return NULL;
        err_raise(p->lib->vm, EXC_RuntimeError, d->kind == DEVICE_CPU ? "indices should be either on cpu or on the same device as the indexed tensor (cpu)"
                                                                      : "indices should be either on cpu or on the same device as the indexed tensor (cuda:%d)", d->index);
        tensor_explained_of(p->lib->vm, "P0103", (Ref[]){base, v}, 2, ACCENT_TORCH);
        release(p->lib->vm, base);
        return NULL;
    }
    return tensor_retain(t);
}

/* A scalar or array of bool without dimensions means True or False (PyTorch: uint8 too); to MXNet's arrays they are 1 and 0. */
static Ref plain_truth(TensorLib *lib, Accent accent, Ref key)
{
    DType d;
    Scalar s;
    if (accent == ACCENT_MXNET && is_bool(key)) return (Ref)make_small(key == V_TRUE);
    if (is_tensor(key) && tensor_of(key)->ndim == 0 && (tensor_of(key)->dtype == DT_BOOL || (accent == ACCENT_TORCH && tensor_of(key)->dtype == DT_UINT8)))
        return tensor_item(lib, key, &s) ? (Ref)make_bool(s.i != 0) : key;
    return accent == ACCENT_NUMPY && numpy_number(lib->vm, key, &d, &s) && d == DT_BOOL ? (Ref)make_bool(s.i != 0) : key;
}

/* PyTorch takes a list for a tuple when it holds more than numbers. */
static bool list_is_tuple(Ref key)
{
    if (!is_list(key) || as_list(key)->len >= 32) return false;
    for (int64_t i = 0; i < as_list(key)->len; i++) {
        Ref item = as_list(key)->items[i];
        if (is_list(item) || is_tuple(item) || is_tensor(item) || is_str(item) || is_kind(item, KIND_RANGE) || is_kind(item, KIND_SLICE) || item == V_ELLIPSIS || is_none(item)) return true;
    }
    return false;
}

static bool is_array(Ref v) { return is_list(v) || is_kind(v, KIND_RANGE) || (is_tensor(v) && !(tensor_of(v)->ndim == 0 && tensor_of(v)->dtype != DT_BOOL)); }
static bool is_bool_key(Ref v) { return is_bool(v); }

/* How many axes of x one item of the key stands for. */
static int axes_of(Ref item)
{
    if (is_none(item) || item == V_ELLIPSIS || is_bool_key(item)) return 0;
    if (is_tensor(item) && (tensor_of(item)->dtype == DT_BOOL || tensor_of(item)->dtype == DT_UINT8) && tensor_of(item)->ndim > 0) return tensor_of(item)->ndim;
    return 1;
}

static bool bad_key(Plan *p, Ref item)
{
    VM *vm = p->lib->vm;
    if (p->accent == ACCENT_TORCH && is_str(item)) return err_raise(vm, EXC_TypeError, "new(): invalid data type 'str'"), tensor_explained(vm, "P0602") != NO_VALUE;
    if (p->accent == ACCENT_TORCH)
        return err_raise(vm, is_str(item) ? EXC_TypeError : EXC_IndexError,
                         "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got %T)", item),
               tensor_explained(vm, "P0602") != NO_VALUE;
    if (accent_library(p->accent) == ACCENT_MXNET) return err_false(vm, EXC_ValueError, "NDArray does not support slicing with key %S of type %R.", item, REF(type_of(vm, item)));
    return err_false(vm, EXC_IndexError, "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices");
}

/* One item that is no array; *axis moves on behind what it leaves. */
static bool take_basic(Plan *p, Ref item, int *axis, int *said, bool beside_arrays)
{
    VM *vm = p->lib->vm;
    if (is_none(item)) return new_axis(p, (*axis)++);
    if (is_kind(item, KIND_SLICE)) {
        (*said)++;
        return take_slice(p, (*axis)++, item);
    }
    int64_t index;
    if (is_int(item) || (is_tensor(item) && tensor_of(item)->ndim == 0) || type_of(vm, item)->s.to_index) {
        Scalar s;
        if (is_tensor(item) && as_obj(item)->aux == ACCENT_MXNP) { /* (it is no index of Python's) */
            if (!tensor_item(p->lib, item, &s)) return failed(p);
            index = s.kind == SCALAR_FLOAT ? (int64_t)s.f : s.i;
        } else if (!num_index_i64(vm, item, &index)) {
            if (p->accent != ACCENT_NUMPY || !is_int(item)) return false;
            err_clear(vm);
            return bad_key(p, item);
        }
        if (beside_arrays && p->accent == ACCENT_NUMPY) { /* broadcasts with the arrays */
            int64_t size = p->view->shape[*axis];
            if (index < -size || index >= size) return index_range(p, index, *said, size);
            p->arrays[*axis] = tensor_from_host(p->lib->core, tensor_device(p->view), DT_INT64, NULL, 0, &index);
            if (!p->arrays[*axis]) return failed(p);
            p->array_count++;
            p->last = ++*axis;
            (*said)++;
            return true;
        }
        return take_one(p, *axis, index, (*said)++);
    }
    return bad_key(p, item);
}

static bool take_array(Plan *p, Ref item, int *axis, int *said)
{
    Core *c = p->lib->core;
    Tensor *t = array_of(p, item);
    if (!t && p->accent == ACCENT_NUMPY && is_list(item) && (err_matches(p->lib->vm, EXC_TypeError) || err_matches(p->lib->vm, EXC_NotImplementedError))) {
        err_clear(p->lib->vm);
        return bad_key(p, item);
    }
    if (!t) return false;
    if (p->accent == ACCENT_TORCH && (t->dtype == DT_BOOL || t->dtype == DT_UINT8)) {
        p->masks[*axis] = t;
        *said += t->ndim;
        p->last = ++*axis;
        return true;
    }
    if (t->dtype == DT_BOOL) {
        bool ok = take_mask(p, t, *axis);
        *axis += t->ndim;
        *said += t->ndim;
        tensor_release(c, t);
        return ok;
    }
    p->strange = p->strange || (p->accent == ACCENT_TORCH && t->dtype != DT_INT64 && !(t->dtype == DT_INT32 && torch_indexes_int32()));
    p->numbered = true;
    if (!dtype_is_integer((DType)t->dtype) && p->accent != ACCENT_TORCH) {
        tensor_release(c, t);
        if (is_list(item) && p->accent == ACCENT_NUMPY) return bad_key(p, item);
        return err_false(p->lib->vm, EXC_IndexError, "arrays used as indices must be of integer (or boolean) type");
    }
    p->arrays[*axis] = t;
    p->array_count++;
    p->last = ++*axis;
    (*said)++;
    return true;
}

/* PyTorch's words for a key of a tensor without dimensions. */
static bool number_indexed(VM *vm, Ref key)
{
    int64_t index;
    if (is_int(key)) {
        if (!int_fits_i64(key, &index)) return err_false(vm, EXC_RuntimeError, "Overflow when unpacking long");
        if (index) return err_false(vm, EXC_IndexError, "index %lld is out of bounds for dimension 0 with size 0", (long long)index);
        return err_false(vm, EXC_IndexError, "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim tensor to a number");
    }
    if (!is_kind(key, KIND_SLICE)) return err_false(vm, EXC_IndexError, "too many indices for tensor of dimension 0");
    Ref step = REF(((Slice *)BITS(key))->step);
    if (is_int(step) && int_fits_i64(step, &index) && index <= 0) return err_false(vm, EXC_ValueError, index ? "step must be greater than zero" : "slice step cannot be zero");
    return err_false(vm, EXC_IndexError, "slice() cannot be applied to a 0-dim tensor.");
}

/* When all keys are taken PyTorch looks whether what is chosen may be written, then at the indices' dtypes, then at its masks, each of which becomes an index array an axis. */
static bool settle(Plan *p)
{
    Core *c = p->lib->core;
    int at = 0, count = p->last;
    bool chosen = p->array_count > 0;
    for (int i = 0; i < count; i++) chosen = chosen || p->masks[i];
    if (!chosen) return true;
    if (p->writes && !grad_check_in_place(c, p->view)) return failed(p);
    if (p->strange) return err_false(p->lib->vm, EXC_IndexError, "%s", torch_index_words());
    Tensor *arrays[MAX_DIMS];
    memcpy(arrays, p->arrays, sizeof arrays);
    memset(p->arrays, 0, sizeof p->arrays);
    bool ok = true;
    for (int i = 0; i < count; i++) {
        Tensor *mask = p->masks[i];
        if (mask) {
            ok = ok && (at + mask->ndim <= MAX_DIMS ? take_mask(p, mask, at) : mask_misfits(p, mask, 0, at));
            at += mask->ndim;
        } else if (ok && at < MAX_DIMS) p->arrays[at++] = arrays[i];
        else if (arrays[i]) tensor_release(c, arrays[i]);
    }
    p->last = at;
    return ok;
}

static bool plan_make(Plan *p, TensorLib *lib, Ref o, Ref key, bool writes)
{
    VM *vm = lib->vm;
    Tensor *x = tensor_of(o);
    *p = (Plan){.lib = lib, .accent = (Accent)as_obj(o)->aux, .site = lang_site(vm), .view = tensor_retain(x), .writes = writes};
    const Ref *items = &key;
    int64_t n = 1;
    bool torch = p->accent == ACCENT_TORCH;
    if (is_tuple(key)) {
        items = as_refs(as_tuple(key)->items);
        n = as_tuple(key)->len;
    } else if (torch && list_is_tuple(key)) {
        p->items = tuple_from_iter(vm, key); /* (a tensor's item may run code that changes the list) */
        if (!p->items) return false;
        items = as_refs(as_tuple(p->items)->items);
        n = as_tuple(p->items)->len;
    }
    int used = 0, arrays = 0, dots = 0;
    for (int64_t i = 0; i < n; i++) {
        Ref item = plain_truth(lib, p->accent, items[i]);
        used += axes_of(item);
        if (item == V_ELLIPSIS) dots++;
        if (is_array(item) || (torch && is_tuple(item))) arrays++;
        if (is_bool_key(item)) arrays++;
    }
    if (dots > 1 && !torch) return err_false(vm, EXC_IndexError, "an index can only have a single ellipsis ('...')");
    if (used > x->ndim && !x->ndim && as_obj(o)->aux == ACCENT_TORCH)
        return number_indexed(vm, key);
    if (used > x->ndim) {
        if (!writes && accent_library(p->accent) == ACCENT_MXNET && (is_float(items[0]) || is_str(items[0]))) return bad_key(p, items[0]);
        if (!x->ndim && as_obj(o)->aux == ACCENT_MXNP) return err_false(vm, EXC_IndexError, "scalar tensor can only accept `()` as index");
        core_fail(lib->core, CE_TOO_MANY_INDICES, "%d indices for %d dimensions", used, x->ndim);
        core_error(lib->core)->numbers[0] = x->ndim;
        core_error(lib->core)->numbers[1] = used;
        return failed(p);
    }
    int axis = 0, said = 0;
    for (int64_t i = 0; i < n; i++) {
        Ref item = plain_truth(lib, p->accent, items[i]);
        bool ok;
        if (torch) said = (int)i; /* (it counts the keys) */
        if (item != V_ELLIPSIS && !is_none(item) && !is_bool_key(item) && axis >= p->view->ndim) /* behind a second ellipsis */
            return err_false(vm, EXC_IndexError, "Dimension out of range (expected to be in range of [%d, %d], but got %d)", -p->view->ndim, p->view->ndim - 1, axis);
        if (item == V_ELLIPSIS) {
            axis += x->ndim - used;
            said += x->ndim - used;
            ok = true;
        } else if (is_bool_key(item)) { /* x[True]: a new axis of one or none */
            int64_t zero = 0;
            ok = new_axis(p, axis);
            if (ok) {
                int64_t count[1] = {item == V_TRUE};
                p->numbered = true;
                p->arrays[axis] = tensor_from_host(lib->core, tensor_device(p->view), DT_INT64, count, 1, &zero);
                ok = p->arrays[axis] != NULL || failed(p);
                p->array_count++;
                p->last = ++axis;
            }
        } else if (is_none(item) && p->array_count == 1 && arrays == 1 && !writes && accent_library(p->accent) == ACCENT_MXNET) {
            ok = p->late_count < MAX_DIMS;
            if (ok) p->late[p->late_count] = axis - 1 + p->late_count, p->late_count++;
        } else
            ok = is_array(item) || (torch && is_tuple(item)) ? take_array(p, item, &axis, &said) : take_basic(p, item, &axis, &said, arrays > 0);
        if (!ok) return false;
    }
    return !torch || settle(p);
}

/* index_get's and index_put's operands: x (and values), then the arrays. */
static int fill_args(const Plan *p, Arg *in, int n)
{
    for (int i = 0; i < p->last; i++) in[n++] = p->arrays[i] ? arg_tensor(p->arrays[i]) : ARG_ABSENT;
    return n;
}

static const Attr index_attrs[index_ATTRS] = {[index_mode].text = "raise"};

/* ---- NumPy's commonest keys, without a plan ---- */
static inline bool plain_index(Ref key, int64_t size, int64_t *i)
{
    if (!is_small(key)) return false;
    *i = small_of(key);
    if (*i < 0) *i += size;
    return *i >= 0 && *i < size;
}

/* Where the one element stands that integers for all axes mean; NULL: another key (or out of range: the plan says so). */
static char *one_element(TensorLib *lib, Tensor *t, Ref key)
{
    int64_t i, offset = 0;
    if (t->ndim == 1) {
        if (is_tuple(key) && as_tuple(key)->len == 1) key = as_tuple(key)->items[0];
        if (!plain_index(key, t->shape[0], &i)) return NULL;
        offset = i * t->strides[0];
    } else {
        if (!is_tuple(key) || as_tuple(key)->len != t->ndim) return NULL;
        for (int k = 0; k < t->ndim; k++) {
            if (!plain_index(as_tuple(key)->items[k], t->shape[k], &i)) return NULL;
            offset += i * t->strides[k];
        }
    }
    char *at = tensor_map(lib->core, t);
    return at ? at + offset * (int64_t)dtype_bytes((DType)t->dtype) : NULL;
}

static bool says_dots(Ref key)
{
    if (key == V_ELLIPSIS) return true;
    for (int64_t i = 0; is_tuple(key) && i < as_tuple(key)->len; i++)
        if (as_tuple(key)->items[i] == V_ELLIPSIS) return true;
    return false;
}

static Value quick_get(VM *vm, TensorLib *lib, Tensor *t, Ref key) /* NULL without error: the plan's */
{
    char *at = one_element(lib, t, key);
    if (at) return numpy_scalar_at(lib->numpy, (DType)t->dtype, at);
    int64_t i;
    if (t->ndim < 2 || !plain_index(key, t->shape[0], &i)) return NO_VALUE;
    Tensor *row = tensor_view(lib->core, t, t->shape + 1, t->strides + 1, t->ndim - 1, t->offset + i * t->strides[0]);
    return row ? tensor_show(lib, ACCENT_NUMPY, row) : NO_VALUE;
}

/* NumPy's words for a number that its integers do not hold. */
static bool numpy_takes(VM *vm, DType d, Scalar s)
{
    if (s.kind != SCALAR_FLOAT || dtype_is_float(d) || d == DT_BOOL || (s.f >= -0x1p63 && s.f < 0x1p63)) return true;
    if (s.f != s.f) return err_false(vm, EXC_ValueError, "cannot convert float NaN to integer");
    if (s.f - s.f != 0) return err_false(vm, EXC_OverflowError, "cannot convert float infinity to integer");
    return err_false(vm, EXC_OverflowError, "Python int too large to convert to C long");
}

/* What NumPy makes of values that are no plain numbers: texts, None, integers beyond 64 bits. Owned; NULL: raised; V_NOTIMPL: none of these. */
static Value numpy_number_of(VM *vm, DType d, Ref v)
{
    int64_t i;
    double f;
    bool floats = dtype_is_float(d);
    if (is_str(v) && d != DT_BOOL) return floats ? float_from_text(vm, v) : call1(vm, REF(vm->types[TYPE_int]), v);
    if (is_none(v) && floats) return make_float_any(__builtin_nan(""));
    if (is_none(v) && d != DT_BOOL) return err_raise(vm, EXC_TypeError, "int() argument must be a string, a bytes-like object or a real number, not 'NoneType'");
    if (is_none(v)) return make_bool(false);
    if (is_int(v) && !int_fits_i64(v, &i) && (floats || d == DT_BOOL)) return num_to_double(vm, v, &f) ? make_float_any(f) : NO_VALUE;
    return V_NOTIMPL;
}

static bool quick_set(VM *vm, TensorLib *lib, Tensor *t, Ref key, Ref v)
{
    Scalar s;
    if (grad_flows(t) || is_tensor(v) || !tensor_number_any(vm, v, &s)) return false;
    if (s.kind == SCALAR_COMPLEX && !dtype_is_complex((DType)t->dtype)) return false;
    char *at = one_element(lib, t, key);
    if (!at || !numpy_takes(vm, (DType)t->dtype, s)) return false;
    dtype_store((DType)t->dtype, at, s);
    tensor_count_write(t);
    return true;
}

/* A key's arrays of NumPy's, lent: *held is the key then. false: raised */
static bool lend_key(TensorLib *lib, Ref *key, Value *held)
{
    VM *vm = lib->vm;
    *held = NO_VALUE;
    if (!is_tuple(*key)) return numpy_lend(lib, key, held);
    int64_t n = as_tuple(*key)->len, first = 0;
    while (first < n && !is_foreign_array(vm, as_tuple(*key)->items[first])) first++;
    if (first == n) return true;
    *held = tuple_new(vm, n);
    for (int64_t i = 0; *held && i < n; i++) {
        Ref item = as_tuple(*key)->items[i];
        Value one;
        if (!numpy_lend(lib, &item, &one)) return value_clear(vm, held), false;
        as_tuple(*held)->items[i] = one ? one : retain(item);
    }
    *key = *held;
    return *held != NO_VALUE;
}

static Value get_plain(VM *vm, TensorLib *lib, Ref o, Ref key);
Value tensor_getitem(VM *vm, Ref o, Ref key)
{
    TensorLib *lib = lib_of(tensor_of(o));
    Value held, answer;
    if (__builtin_expect(vm->answers, 0) && torch_method_answers(vm, "__getitem__", false, (Ref[]){o, key}, 2, &answer)) return answer;
    if (!lend_key(lib, &key, &held)) return NO_VALUE;
    Value result = get_plain(vm, lib, o, key);
    release(vm, held);
    return result;
}

static Value get_plain(VM *vm, TensorLib *lib, Ref o, Ref key)
{
    Core *c = lib->core;
    if (as_obj(o)->aux == ACCENT_NUMPY) {
        key = plain_truth(lib, ACCENT_NUMPY, key);
        Value quick = quick_get(vm, lib, tensor_of(o), key);
        if (quick || err_occurred(vm)) return quick;
    }
    Plan p;
    Value result = NO_VALUE;
    if (plan_make(&p, lib, o, key, false)) {
        bool ok = true;
        if (p.array_count) {
            Arg in[MAX_DIMS + 1];
            in[0] = arg_tensor(p.view);
            int n = fill_args(&p, in, 1);
            Tensor *out;
            ok = core_call(c, OP_index_get, p.accent, p.site, in, n, index_attrs, 0, &out) || failed(&p);
            if (ok) {
                tensor_release(c, p.view);
                p.view = out;
            }
            for (int i = 0; ok && i < p.late_count; i++) ok = new_axis(&p, p.late[i]);
        } else if (p.view == tensor_of(o)) { /* x[:], x[...]: another look at the same; a slice by name in torch */
            bool slice = p.accent == ACCENT_TORCH && p.view->ndim && !(key == V_ELLIPSIS);
            Attr whole[slice_ATTRS] = {[slice_axis].i = 0, [slice_start].i = 0, [slice_length].i = slice ? p.view->shape[0] : 0, [slice_step].i = 1};
            ok = step(&p, slice ? OP_slice : OP_alias, slice ? whole : NULL);
        }
        if (ok && accent_library(p.accent) == ACCENT_MXNET) {
            if (p.view->ndim == 0 && p.accent == ACCENT_MXNET) ok = new_axis(&p, 0);
            if (ok && !tensor_is_contiguous(p.view)) ok = step(&p, OP_copy, NULL);
        }
        if (ok) {
            result = p.accent == ACCENT_NUMPY && !says_dots(key) ? tensor_result(lib, p.accent, p.view) : tensor_show(lib, p.accent, p.view);
            p.view = NULL;
        }
    }
    plan_drop(&p);
    return result;
}

/* ---- assignment ---- */
static Tensor *expanded(Plan *p, Tensor *value)
{
    Core *c = p->lib->core;
    Tensor *v = tensor_retain(value);
    while (v->ndim && (v->ndim > p->view->ndim || (p->accent == ACCENT_TORCH && !tensor_same_shape(v, p->view))) && v->shape[0] == 1) { /* leading ones too many do not matter */
        Attr attrs[slice_ATTRS] = {[slice_axis].i = 0, [slice_start].i = 0, [slice_length].i = 1, [slice_step].i = 1};
        Arg in = arg_tensor(v);
        Tensor *less;
        bool ok = core_call(c, OP_select, p->accent, p->site, &in, 1, attrs, 0, &less);
        tensor_release(c, v);
        if (!ok) return NULL;
        v = less;
    }
    if (tensor_same_shape(v, p->view)) return v;
    Attr attrs[shape_ATTRS] = {[shape_shape].ints = {p->view->shape, p->view->ndim}};
    Arg in = arg_tensor(v);
    Tensor *out;
    bool ok = core_call(c, OP_expand, p->accent, p->site, &in, 1, attrs, 0, &out);
    tensor_release(c, v);
    return ok ? out : NULL;
}

/* PyTorch lays at index arrays without the value's leading ones. Owned; NULL: failed. */
static Tensor *without_leading_ones(const Plan *p, Tensor *value)
{
    Tensor *v = tensor_retain(value);
    while (v && p->accent == ACCENT_TORCH && v->ndim > 1 && v->shape[0] == 1) {
        Attr attrs[slice_ATTRS] = {[slice_axis].i = 0, [slice_start].i = 0, [slice_length].i = 1, [slice_step].i = 1};
        Arg in = arg_tensor(v);
        Tensor *less;
        bool ok = core_call(p->lib->core, OP_select, p->accent, p->site, &in, 1, attrs, 0, &less);
        tensor_release(p->lib->core, v);
        v = ok ? less : NULL;
    }
    return v;
}

/* Into the view: a number, or a tensor that broadcasts. */
static bool put_basic(Plan *p, Arg value)
{
    Core *c = p->lib->core;
    Tensor *out = p->view;
    bool ok;
    if (!value.tensor) {
        Attr attrs[value_ATTRS] = {[value_value].number = value.number};
        Arg in = arg_tensor(p->view);
        ok = core_call(c, OP_fill, p->accent, p->site, &in, 1, attrs, CALL_OUT_GIVEN, &out);
    } else {
        Tensor *v = expanded(p, value.tensor);
        if (!v) return failed(p);
        Device *there = tensor_device(p->view);
        if (tensor_device(v) != there) { /* x[:] = y carries y over, as copy_ and MXNet's assignment do */
            Tensor *moved = tensor_to(c, v, there, DT_NONE, false, p->site);
            tensor_release(c, v);
            if (!moved) return failed(p);
            v = moved;
        }
        Arg in = arg_tensor(v);
        ok = core_call(c, OP_copy, p->accent, p->site, &in, 1, NULL, CALL_OUT_GIVEN, &out);
        tensor_release(c, v);
    }
    if (!ok) return failed(p);
    tensor_release(c, out);
    return true;
}

/* PyTorch fills what a mask chooses with a single number, of whatever dtype. */
static bool fills_mask(const Plan *p, const Tensor *value) { return value->size == 1 && p->masked && !p->numbered; }

/* What is assigned where masks of bytes choose: each is warned of, or the one that is filled. */
static bool warn_of_bytes(const Plan *p, const Arg *value)
{
    bool filled = p->bytes == 1 && (!value->tensor || fills_mask(p, value->tensor)) && !p->numbered, ok = true;
    for (int i = 0; ok && i < p->bytes; i++) ok = torch_warn(p->lib->vm, filled ? "FILL_BYTES" : "INDEX_BYTES", NO_VALUE, NO_VALUE);
    return ok;
}

static bool differs_in_dtype(const Plan *p, const Tensor *value)
{
    return err_false(p->lib->vm, EXC_RuntimeError, "Index put requires the source and destination dtypes match, got %s for the destination and %s for the source.",
                     torch_type_word((DType)p->view->dtype), torch_type_word((DType)value->dtype));
}

/* What index_get gives where all indices are 0; NULL: nothing, and no error. */
static Tensor *laid_at_zeros(Plan *p, Arg *in, int n)
{
    Core *c = p->lib->core;
    Tensor *made[MAX_DIMS + 2] = {NULL}, *there = NULL;
    bool ok = true;
    for (int i = 1; ok && i < n; i++) {
        const Tensor *t = in[i].tensor;
        if (!t) continue;
        Attr attrs[create_ATTRS] = {[create_shape].ints = {t->shape, t->ndim}, [create_dtype].i = DT_INT64, [create_value].number = scalar_int(0)};
        core_set_place(c, tensor_device(p->view));
        ok = core_call(c, OP_full, p->accent, p->site, NULL, 0, attrs, CALL_NO_GRAD, &made[i]);
        if (ok) in[i] = arg_tensor(made[i]);
    }
    ok = ok && core_call(c, OP_index_get, p->accent, p->site, in, n, index_attrs, CALL_NO_GRAD, &there);
    if (!ok) core_error_clear(c);
    for (int i = 1; i < n; i++)
        if (made[i]) tensor_release(c, made[i]);
    return ok ? there : NULL;
}

/* What PyTorch lays at index arrays has the tensor's dtype; asked after the indices and the shape, which have words of their own. */
static bool torch_lays(Plan *p, const Tensor *value)
{
    Core *c = p->lib->core;
    if (value->dtype == p->view->dtype || fills_mask(p, value)) return true;
    int ones = 0;
    while (ones < value->ndim - 1 && value->shape[ones] == 1) ones++;
    Arg in[MAX_DIMS + 2] = {arg_tensor(p->view)};
    int n = fill_args(p, in, 1);
    Tensor *there;
    if (!core_call(c, OP_index_get, p->accent, p->site, in, n, index_attrs, CALL_NO_GRAD, &there)) {
        bool range = core_error(c)->kind == CE_INDEX_RANGE; /* (the dtypes come before the indices' values: of their shapes zeros will do) */
        core_error_clear(c);
        if (!range || !(there = laid_at_zeros(p, in, n))) return true; /* (said by what lays it) */
    }
    Dims both;
    bool fits = shape_broadcast(value->shape + ones, value->ndim - ones, there->shape, there->ndim, &both) && shape_same(both.d, both.n, there->shape, there->ndim);
    tensor_release(c, there);
    return !fits || differs_in_dtype(p, value);
}

static bool put_arrays(Plan *p, Arg value)
{
    Core *c = p->lib->core;
    Tensor *v = value.tensor ? without_leading_ones(p, value.tensor) : NULL;
    if (!v && value.tensor) return failed(p);
    if (!v) {
        char element[DTYPE_MAX_BYTES];
        if (!core_number_fits(c, p->accent, (DType)p->view->dtype, value.number)) return failed(p);
        dtype_store((DType)p->view->dtype, element, value.number);
        v = tensor_from_host(c, tensor_device(p->view), (DType)p->view->dtype, NULL, 0, element);
    } else if (tensor_device(v) != tensor_device(p->view) || v->dtype != p->view->dtype) {
        bool stays = p->accent == ACCENT_TORCH && v->size != 1; /* PyTorch carries over a single number: what else lives elsewhere is refused below */
        Tensor *fit = tensor_to(c, v, tensor_device(stays ? v : p->view), (DType)p->view->dtype, false, p->site);
        tensor_release(c, v);
        v = fit;
    }
    if (!v) return failed(p);
    Arg in[MAX_DIMS + 2];
    in[0] = arg_tensor(p->view);
    in[1] = arg_tensor(v);
    int n = fill_args(p, in, 2);
    Tensor *out = p->view;
    bool ok = core_call(c, OP_index_put, p->accent, p->site, in, n, index_attrs, CALL_OUT_GIVEN, &out) || failed(p);
    tensor_release(c, v);
    if (ok) tensor_release(c, out);
    return ok;
}

bool tensor_bytes_are_bits(TensorLib *lib, Accent accent, const Tensor *mask)
{
    Core *c = lib->core;
    Attr attrs[reduce_ATTRS] = {[reduce_axes].ints = INTS_ABSENT, [reduce_dtype].i = DT_NONE};
    Arg in = arg_tensor((Tensor *)mask);
    Tensor *most;
    Scalar s;
    if (!mask->size) return true;
    if (!core_call(c, OP_max, accent, lang_site(lib->vm), &in, 1, attrs, CALL_NO_GRAD, &most)) return tensor_raise(lib, accent), false;
    bool ok = tensor_read_item(c, most, &s);
    tensor_release(c, most);
    if (!ok) return tensor_raise(lib, accent), false;
    return scalar_as_double(s) <= 1 || err_false(lib->vm, EXC_RuntimeError, "Mask tensor can take 0 and 1 values only");
}

/* A single number fills a mask of bytes in PyTorch. */
static bool mask_of_bytes_fits(const Plan *p, Ref key, const Arg *value)
{
    if (p->accent != ACCENT_TORCH || !is_tensor(key) || tensor_of(key)->dtype != DT_UINT8 || !p->masked || (value->tensor && value->tensor->size != 1)) return true;
    return tensor_bytes_are_bits(p->lib, p->accent, tensor_of(key));
}

/* NumPy's words where a row of values does not fill the true places of a mask. */
static bool mask_takes(const Plan *p, Ref o, Ref key, const Tensor *value)
{
    if (p->accent != ACCENT_NUMPY || !p->array_count || !value || value->ndim != 1 || !is_tensor(key)) return true;
    const Tensor *mask = tensor_of(key);
    if (mask->dtype != DT_BOOL || mask->ndim != tensor_of(o)->ndim || !p->arrays[0]) return true;
    int64_t places = p->arrays[0]->size;
    if (value->size == places || value->size == 1) return true;
    return err_false(p->lib->vm, EXC_ValueError, "NumPy boolean array indexing assignment cannot assign %lld input values to the %lld output values where the mask is true",
                     (long long)value->size, (long long)places);
}

/* PyTorch looks at what is assigned before it looks at where. */
static bool torch_takes(TensorLib *lib, Ref o, Ref v)
{
    VM *vm = lib->vm;
    Tensor *t = tensor_of(o);
    if (is_tensor(v)) return true;
    DType d;
    Scalar s;
    bool narrow = numpy_number(vm, v, &d, &s) && d != DT_FLOAT64 && d != DT_INT64; /* (float64's is a float of Python) */
    if (narrow || is_list(v) || is_tuple(v) || is_kind(v, KIND_RANGE) || is_str(v) || is_none(v) || is_dict(v) || is_set(v))
        return err_false(vm, EXC_TypeError, "can't assign a %T to a torch.%s%sTensor", v, tensor_device(t)->kind == DEVICE_GPU ? "cuda." : "", torch_type_word((DType)t->dtype));
    if (is_int(v) && !int_fits_i64(v, &s.i)) return err_false(vm, EXC_RuntimeError, "Overflow when unpacking long");
    if (!tensor_number_any(vm, v, &s)) return !err_occurred(vm);
    if (s.kind == SCALAR_COMPLEX && t->dtype == DT_BOOL) s = scalar_float(s.f); /* (it looks at the real part) */
    return core_number_fits(lib->core, ACCENT_TORCH, (DType)t->dtype, s) || (tensor_raise(lib, ACCENT_TORCH), false);
}

static bool set_plain(VM *vm, TensorLib *lib, Ref o, Ref key, Ref v);
bool tensor_setitem(VM *vm, Ref o, Ref key, Ref v)
{
    if (!v) return err_false(vm, EXC_ValueError, "cannot delete array elements");
    TensorLib *lib = lib_of(tensor_of(o));
    Value held_key, held = NO_VALUE, answer;
    if (__builtin_expect(vm->answers, 0) && torch_value_answers(vm, "__setitem__", false, (Ref[]){o, key, v}, 3, &answer)) return answer ? (release(vm, answer), true) : false;
    if (!lend_key(lib, &key, &held_key)) return false;
    bool ok = numpy_lend(lib, &v, &held) && set_plain(vm, lib, o, key, v);
    release(vm, held);
    release(vm, held_key);
    return ok;
}

/* MXNet reads what is assigned as NumPy would: None is NaN among floats, False among bools. */
static bool mxnet_takes(const Plan *p, Ref *given)
{
    VM *vm = p->lib->vm;
    Ref v = *given;
    if (!is_str(v) && !is_none(v)) return true;
    if (is_none(v) && (p->view->dtype == DT_BOOL || dtype_is_float((DType)p->view->dtype))) {
        *given = p->view->dtype == DT_BOOL ? V_FALSE : make_float_any(__builtin_nan(""));
        return true;
    }
    if (p->accent == ACCENT_MXNP) return err_false(vm, EXC_TypeError, "mxnet.np.ndarray does not support assignment with non-array-like object %S of type %R", v, REF(type_of(vm, v)));
    return err_false(vm, EXC_TypeError, "%R does not support assignment with non-array-like object %S of type %R", REF(p->lib->types[ACCENT_MXNET]), v, REF(type_of(vm, v)));
}

static bool set_plain(VM *vm, TensorLib *lib, Ref o, Ref key, Ref v)
{
    if (as_obj(o)->aux == ACCENT_NUMPY) {
        key = plain_truth(lib, ACCENT_NUMPY, key);
        bool plain = !is_int(v) || is_small(v) || is_bool(v); /* (others may be beyond 64 bits) */
        if (plain && quick_set(vm, lib, tensor_of(o), key, v)) return true;
        if (err_occurred(vm)) return false;
    }
    Plan p;
    Arg value;
    Value made = NO_VALUE;
    if (as_obj(o)->aux == ACCENT_TORCH && !torch_takes(lib, o, v)) return false;
    if (as_obj(o)->aux == ACCENT_TORCH && key == V_FALSE) return true; /* nothing is chosen, whatever the value's shape */
    bool ok = plan_make(&p, lib, o, key, true);
    if (ok && p.accent == ACCENT_NUMPY && (is_str(v) || is_none(v) || (is_int(v) && !is_small(v)))) {
        Value number = numpy_number_of(vm, (DType)p.view->dtype, v);
        ok = number != NO_VALUE;
        if (ok && number != V_NOTIMPL) v = made = number;
    }
    bool torch = ok && p.accent == ACCENT_TORCH && !is_tensor(v), sequence = is_list(v) || is_tuple(v) || is_kind(v, KIND_RANGE);
    if (ok && sequence && !torch) { /* nested numbers */
        Tensor *t = tensor_from_value(lib, p.accent, v, p.accent == ACCENT_NUMPY ? DT_NONE : (DType)p.view->dtype, tensor_device(p.view));
        if (t && p.accent == ACCENT_NUMPY && dtype_is_complex((DType)t->dtype) && !dtype_is_complex((DType)p.view->dtype) && p.view->dtype != DT_BOOL) {
            tensor_release(lib->core, t);
            t = NULL;
            numpy_needs_real(vm, (DType)p.view->dtype);
        }
        if (t && p.accent == ACCENT_NUMPY && !p.array_count && p.view->ndim && t->ndim > p.view->ndim) {
            tensor_release(lib->core, t);
            t = NULL;
            err_raise(vm, EXC_ValueError, "setting an array element with a sequence. The requested array would exceed the maximum number of dimension of %d.", p.view->ndim);
        }
        ok = t && (made = tensor_show(lib, p.accent, t));
        v = made;
    }
    if (ok && accent_library(p.accent) == ACCENT_MXNET) ok = mxnet_takes(&p, &v);
    ok = ok && tensor_arg(lib, p.accent, v, &value);
    if (ok && !value.tensor && accent_library(p.accent) == ACCENT_MXNET && dtype_is_integer((DType)p.view->dtype)) value.number = scalar_cut_as_c(value.number, (DType)p.view->dtype);
    if (ok && p.accent == ACCENT_TORCH && !value.tensor && value.number.kind == SCALAR_COMPLEX && p.view->dtype == DT_BOOL) value.number = scalar_float(value.number.f); /* (PyTorch looks at the real part) */
    if (ok && p.accent == ACCENT_NUMPY && !value.tensor && value.number.kind == SCALAR_COMPLEX && !dtype_is_complex((DType)p.view->dtype) && p.view->dtype != DT_BOOL) ok = numpy_needs_real(vm, (DType)p.view->dtype);
    if (ok && p.accent == ACCENT_NUMPY && value.tensor && dtype_is_complex((DType)value.tensor->dtype) && !dtype_is_complex((DType)p.view->dtype) && p.view->dtype != DT_BOOL) ok = numpy_warn_complex(vm);
    ok = ok && (value.tensor || p.accent != ACCENT_NUMPY || numpy_takes(vm, (DType)p.view->dtype, value.number)) && mask_takes(&p, o, key, value.tensor) && warn_of_bytes(&p, &value) && mask_of_bytes_fits(&p, key, &value) && (p.accent != ACCENT_TORCH || p.array_count || !value.tensor || torch_warn_imaginary(vm, value.tensor, (DType)p.view->dtype)) && (p.array_count && !(p.accent == ACCENT_TORCH && key == V_TRUE) ? (p.accent != ACCENT_TORCH || !value.tensor || torch_lays(&p, value.tensor)) && put_arrays(&p, value) : put_basic(&p, value));
    release(vm, made);
    plan_drop(&p);
    return ok;
}
