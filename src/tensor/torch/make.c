/* make.c: torch's functions that make tensors (zeros, arange, tensor, rand …); what fills one is in fill.c.
 *
 * A maker gathers sizes, dtype, place and requires_grad, runs a creation op where it is to be, and marks the result.
 */
#include <math.h>
#include <stddef.h>

#include "core/rng.h"
#include "core/layout.h"
#include "torch.h"

typedef struct Wanted { /* the arguments that all makers share */
    TensorLib *lib;
    const char *name;
    DType dtype;
    Device *device;
    bool requires, pinned;
    TorchFormat format;
    const Layout *laid; /* like()'s */
    Layout own;
    Ref names; /* of the dimensions; NULL: none */
} Wanted;

#define PLACE_SIG "dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None, generator=None, memory_format=None, names=None"
enum { PLACE_DTYPE, PLACE_LAYOUT, PLACE_DEVICE, PLACE_REQUIRES, PLACE_PIN, PLACE_OUT, PLACE_GENERATOR, PLACE_FORMAT, PLACE_NAMES };

static bool dtype_arg(TensorLib *lib, const char *name, Ref v, DType *out)
{
    if (v && (is_str(v) || is_int(v))) return err_false(lib->vm, EXC_TypeError, "%s(): argument 'dtype' must be torch.dtype, not %T", name, v);
    return tensor_dtype(lib, v, out);
}

/* layout=: elements in their places; sparse tensors are made by functions of their own. */
static bool strided(VM *vm, const char *name, Ref layout)
{
    if (!layout || is_none(layout)) return true;
    Value word = obj_getattr_c(vm, layout, "_name");
    if (!word) return err_clear(vm), err_false(vm, EXC_TypeError, "%s(): argument 'layout' must be torch.layout, not %T", name, layout);
    bool yes = is_str(word) && str_equal_c(word, "strided");
    release(vm, word);
    return yes || err_false(vm, EXC_NotImplementedError, "%s(layout=torch.sparse_coo) is not in perch; the nearest is torch.sparse_coo_tensor(size)", name);
}

/* device=, or the home that is not here; NULL: nothing is said. false: raised, in the words of what makes a tensor there */
static bool placed(TensorLib *lib, const char *name, Ref device, Device **out)
{
    int index = 0;
    if (!device || is_none(device)) {
        if (!lib->torch_home_said || lib->torch_home) return true;
        device = REF(lib->torch_home_said);
    }
    size_t n = strlen(name);
    const char *foreign = strcmp(name, "tensor") && strcmp(name, "as_tensor") && strcmp(name, "new_tensor") ? place_foreign(lib, device, &index) : NULL;
    if (!foreign) return tensor_device_arg(lib, ACCENT_TORCH, device, out);
    return torch_refuse_foreign(lib->vm, foreign, index, n > 5 && !strcmp(name + n - 5, "_like") ? FOREIGN_LIKE : FOREIGN_EMPTY), false;
}

static bool wanted(VM *vm, const char *name, const Ref *place, Wanted *w)
{
    w->lib = tensor_lib(vm);
    w->name = name;
    w->device = NULL;
    if (!w->lib || !dtype_arg(w->lib, name, place[PLACE_DTYPE], &w->dtype)) return false;
    Ref device = place[PLACE_DEVICE], requires = place[PLACE_REQUIRES], out = place[PLACE_OUT];
    if (out && is_tensor(out)) { /* out= decides on the dtype */
        DType given = (DType)tensor_of(out)->dtype;
        if (w->dtype != DT_NONE && w->dtype != given) return err_false(vm, EXC_RuntimeError, "dtype %s does not match dtype of out parameter (%s)", torch_type_word(w->dtype), torch_type_word(given));
        w->dtype = given;
    }
    if (!placed(w->lib, name, device, &w->device)) return false;
    int on = requires ? op_truth(vm, requires) : 0;
    w->requires = on > 0;
    w->pinned = false;
    int pinned = place[PLACE_PIN] ? op_truth(vm, place[PLACE_PIN]) : 0;
    if (pinned < 0) return false;
    w->pinned = pinned > 0;
    if (pinned && device_gpu_count(w->lib->core) == 0) return err_false(vm, EXC_RuntimeError, "Pinned memory requires CUDA.");
    if (pinned && w->device && w->device->kind == DEVICE_GPU)
        return err_raise(vm, EXC_RuntimeError, "Only dense CPU tensors can be pinned"), tensor_explained(vm, "P0115") != NO_VALUE;
    core_set_accent(w->lib->core, ACCENT_TORCH);
    w->laid = NULL;
    if (!strided(vm, name, place[PLACE_LAYOUT])) return false;
    if (!torch_format(vm, name, place[PLACE_FORMAT], &w->format)) return false;
    w->names = place[PLACE_NAMES];
    return on >= 0;
}

/* Where things are made that say no device. NULL: the device is gone, recorded. */
static Device *home(TensorLib *lib) { return lib->torch_home ? lib->torch_home : lib->torch_on_gpu ? device_gpu(lib->core, lib->torch_current) : device_cpu(lib->core); }
static Device *bound_for(const Wanted *w) { return w->device || w->pinned ? w->device : home(w->lib); } /* where what is wanted will live; NULL: the host */

/* What was made, with names= as the names of its dimensions (torch/_named.py). */
static Value named(Wanted *w, Value made /*taken*/)
{
    if (!made || !w->names || is_none(w->names)) return made;
    Value with = import_call(w->lib->vm, "torch._named", "_made", (Ref[]){made, w->names}, 2);
    release(w->lib->vm, made);
    return with;
}

static Value done(Wanted *w, Tensor *t /*taken; NULL: failed*/)
{
    if (t && w->pinned && tensor_device(t)->kind == DEVICE_CPU) t->storage->pinned = true;
    if (t && w->requires && !dtype_is_inexact((DType)t->dtype)) {
        tensor_release(w->lib->core, t);
        return err_raise(w->lib->vm, EXC_RuntimeError, TORCH_SAYS(GRAD_DTYPE_MADE));
    }
    if (t && w->requires && !grad_attach(w->lib->core, t, GRAD_ADD)) {
        tensor_release(w->lib->core, t);
        t = NULL;
    }
    return named(w, tensor_show(w->lib, ACCENT_TORCH, t));
}

static Value run(Wanted *w, OpId op, const Attr *attrs, Ref given)
{
    Core *c = w->lib->core;
    Tensor *out[MAX_OUTPUTS];
    if (given && !is_none(given)) {
        if (!is_tensor(given)) return err_raise(w->lib->vm, EXC_TypeError, TORCH_SAYS(OUT_TENSOR), w->name, given);
        out[0] = tensor_of(given);
        core_set_place(c, tensor_device(out[0]));
        if (!core_call(c, op, ACCENT_TORCH, lang_site(w->lib->vm), NULL, 0, attrs, CALL_OUT_GIVEN | CALL_RESIZE, out)) return tensor_raise(w->lib, ACCENT_TORCH);
        tensor_release(c, out[0]);
        return retain(given);
    }
    core_set_place(c, w->device || !(w->lib->torch_on_gpu || w->lib->torch_home) || w->pinned ? w->device : home(w->lib));
    core_set_layout(c, w->laid);
    return core_call(c, op, ACCENT_TORCH, lang_site(w->lib->vm), NULL, 0, attrs, 0, out) ? done(w, out[0]) : tensor_raise(w->lib, ACCENT_TORCH);
}

/* "*size": integers, or one sequence of them; or the keyword size= */
static bool sizes(VM *vm, const char *name, Ref tuple, Ref keyword, Dims *out)
{
    const char *what = strcmp(name, "zeros") == 0 || strcmp(name, "ones") == 0 || strcmp(name, "empty") == 0 || strcmp(name, "full") == 0 ? torch_versioned(TORCH_TEXT_SYM_INTS) : "ints";
    Ref v = keyword && !is_none(keyword) ? keyword : tuple;
    bool one = v == tuple && as_tuple(v)->len == 1;
    if (one && is_bool(as_tuple(v)->items[0])) return err_false(vm, EXC_TypeError, TORCH_SAYS(SIZE_TUPLE), name, what, as_tuple(v)->items[0]);
    if (one && !is_int(as_tuple(v)->items[0])) {
        v = as_tuple(v)->items[0];
        if (is_tensor(v) && tensor_of(v)->ndim == 0) v = tuple;
        else if (!is_tuple(v) && !is_list(v) && !is_tensor(v)) {
            Value index;
            int64_t number;
            if (is_float_any(v) || is_str(v) || is_none(v)) return err_false(vm, EXC_TypeError, TORCH_SAYS(SIZE_TUPLE), name, what, v);
            (void)index;
            if (num_index_i64(vm, v, &number)) { /* numpy's integers */
                *out = (Dims){1, {number}};
                return true;
            }
            return false;
        }
    }
    if (is_tuple(v) || is_list(v)) {
        int64_t n = is_tuple(v) ? as_tuple(v)->len : as_list(v)->len;
        for (int64_t i = 0; i < n; i++) {
            Ref item = is_tuple(v) ? as_tuple(v)->items[i] : as_list(v)->items[i];
            if (is_float_any(item) || is_str(item) || is_none(item) || is_tuple(item) || is_list(item) || (is_tensor(item) && dtype_is_inexact((DType)tensor_of(item)->dtype))) {
                if (v != tuple && i == 0) return err_false(vm, EXC_TypeError, TORCH_SAYS(SIZE_TUPLE), name, what, v);
                return v == tuple && i == 0 ? err_false(vm, EXC_TypeError, TORCH_SAYS(SIZE_TUPLE), name, what, item)
                                            : err_false(vm, EXC_TypeError, "%s(): argument 'size' must be tuple of %s, but found element of type %T at pos %lld", name, what, item, (long long)i + 1);
            }
        }
    }
    return tensor_ints(vm, v, out);
}

static DType number_dtype(TensorLib *lib, Scalar s)
{
    if (s.kind == SCALAR_COMPLEX) return dtype_complex_of(core_default_dtype(lib->core));
    return s.kind == SCALAR_BOOL ? DT_BOOL : s.kind == SCALAR_INT ? DT_INT64 : core_default_dtype(lib->core);
}

/* ---- one value everywhere ---- */
/* What is made will have these steps. */
static void lies(Wanted *w, const Dims *shape, const int64_t *strides)
{
    if (shape_is_contiguous(shape->d, strides, shape->n) && w->format != FORMAT_LAST && w->format != FORMAT_LAST_3D) return;
    layout_of_steps(strides, shape->n, &w->own);
    w->laid = &w->own;
}

static Value filled(Wanted *w, const Dims *shape, Scalar value, Ref given)
{
    if (value.kind == SCALAR_COMPLEX && w->dtype == DT_BOOL) value = scalar_float(value.f); /* (PyTorch looks at the real part) */
    Attr attrs[create_ATTRS] = {[create_shape].ints = {shape->d, shape->n}, [create_dtype].i = w->dtype == DT_NONE ? core_default_dtype(w->lib->core) : w->dtype,
                                [create_value].number = value};
    return run(w, OP_full, attrs, given);
}

static Value make_filled(VM *vm, const char *name, const Ref *args, int64_t value)
{
    Wanted w;
    Dims shape;
    if (!wanted(vm, name, args + 2, &w) || !sizes(vm, name, args[0], args[1], &shape)) return NO_VALUE;
    return filled(&w, &shape, scalar_int(value), args[2 + PLACE_OUT]);
}
static Value fn_zeros(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Dims shape;
    bool own = vm->frame && vm->frame->code && (vm->frame->code->flags & CODE_LIBRARY); /* new_zeros says it as all others do */
    if (torch_two(TORCH_FLAG_ZEROS_CHECKED) && !own) {
        if (!sizes(vm, "zeros", args[0], args[1], &shape)) return NO_VALUE;
        for (int i = 0; i < shape.n; i++)
            if (shape.d[i] < 0) return err_raise(vm, EXC_RuntimeError, "zeros: Dimension size must be non-negative.");
    }
    return make_filled(vm, "zeros", args, 0);
}
static Value fn_ones(VM *vm, const Ref *args, int n, Ref kwnames) { return make_filled(vm, "ones", args, 1); }
static Value fn_empty(VM *vm, const Ref *args, int n, Ref kwnames) /* large ones are left as the memory is */
{
    enum { SMALL = 4096 };
    Wanted w;
    Dims shape;
    int64_t size;
    if (!wanted(vm, "empty", args + 2, &w) || !sizes(vm, "empty", args[0], args[1], &shape)) return NO_VALUE;
    if (w.format == FORMAT_PRESERVE) return err_raise(vm, EXC_RuntimeError, "unsupported memory format Preserve");
    if (w.format >= FORMAT_LAST) {
        int64_t strides[MAX_DIMS];
        if (!torch_format_strides(vm, w.format, shape.d, shape.n, strides)) return NO_VALUE;
        lies(&w, &shape, strides);
        return filled(&w, &shape, scalar_int(0), args[2 + PLACE_OUT]);
    }
    if (!shape_size(shape.d, shape.n, &size) || size <= SMALL) return filled(&w, &shape, scalar_int(0), args[2 + PLACE_OUT]);
    core_set_site(w.lib->core, lang_site(vm)); /* its memory is this line's, too */
    Tensor *t = tensor_new(w.lib->core, w.device ? w.device : home(w.lib), w.dtype == DT_NONE ? core_default_dtype(w.lib->core) : w.dtype, shape.d, shape.n);
    return done(&w, t);
}

static Value fn_full(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Wanted w;
    Dims shape;
    Scalar value;
    if (!wanted(vm, "full", args + 2, &w)) return NO_VALUE;
    if (is_int(args[0])) return err_raise(vm, EXC_TypeError, TORCH_SAYS(SIZE_TUPLE), "full", torch_versioned(TORCH_TEXT_SYM_INTS), args[0]);
    if (!tensor_ints(vm, args[0], &shape)) return NO_VALUE;
    if (is_tensor(args[1])) {
        if (!tensor_item(w.lib, args[1], &value)) return tensor_raise(w.lib, ACCENT_TORCH);
    } else if (!tensor_number_any(vm, args[1], &value))
        return err_occurred(vm) ? (tensor_number_words(vm, ACCENT_TORCH), NO_VALUE) : err_raise(vm, EXC_TypeError, "full(): argument 'fill_value' (position 2) must be Number, not %T", args[1]);
    if (w.dtype == DT_NONE) w.dtype = number_dtype(w.lib, value);
    return filled(&w, &shape, value, args[2 + PLACE_OUT]);
}

/* Shape, dtype and place of another tensor, where nothing else is said. */
static bool like(VM *vm, const char *name, Ref v, const Ref *place, Wanted *w, Dims *shape)
{
    Tensor *t = torch_input(vm, name, v);
    if (t && place[PLACE_OUT]) return err_false(vm, EXC_TypeError, "%s() got an unexpected keyword argument 'out'", name);
    if (!t || !wanted(vm, name, place, w)) return false;
    if (t->flags & T_ELSEWHERE) return err_false(vm, EXC_NotImplementedError, "%s of a sparse tensor is not in perch; the nearest is %s of its to_dense()", name, name);
    if (w->dtype == DT_NONE) w->dtype = (DType)t->dtype;
    if (!w->device) w->device = tensor_device(t);
    shape->n = t->ndim;
    memcpy(shape->d, t->shape, sizeof *t->shape * (size_t)t->ndim);
    int64_t strides[MAX_DIMS];
    if (!torch_format_like(vm, w->format, t, strides)) return false;
    lies(w, shape, strides);
    return true;
}
static Value filled_like(VM *vm, const char *name, const Ref *args, int64_t value)
{
    Wanted w;
    Dims shape;
    return like(vm, name, args[0], args + 1, &w, &shape) ? filled(&w, &shape, scalar_int(value), NULL) : NO_VALUE;
}
static Value fn_zeros_like(VM *vm, const Ref *args, int n, Ref kwnames) { return filled_like(vm, "zeros_like", args, 0); }
static Value fn_ones_like(VM *vm, const Ref *args, int n, Ref kwnames) { return filled_like(vm, "ones_like", args, 1); }
static Value fn_empty_like(VM *vm, const Ref *args, int n, Ref kwnames) { return filled_like(vm, "empty_like", args, 0); }
static Value fn_full_like(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Wanted w;
    Dims shape;
    Scalar value;
    if (!like(vm, "full_like", args[0], args + 2, &w, &shape)) return NO_VALUE;
    if (is_tensor(args[1]) && tensor_of(args[1])->ndim == 0) {
        if (!tensor_item(w.lib, args[1], &value)) return tensor_raise(w.lib, ACCENT_TORCH);
    } else if (!tensor_number_any(vm, args[1], &value)) return err_occurred(vm) ? (tensor_number_words(vm, ACCENT_TORCH), NO_VALUE) : err_raise(vm, EXC_TypeError, "full_like(): argument 'fill_value' (position 2) must be Number, not %T", args[1]);
    return filled(&w, &shape, value, NULL);
}

/* ---- rows of numbers ---- */
bool torch_number_arg(TensorLib *lib, const char *name, const char *what, int position, Ref v, Scalar *out)
{
    VM *vm = lib->vm;
    if (is_tensor(v) && tensor_of(v)->ndim == 0) return tensor_item(lib, v, out) || (tensor_raise(lib, ACCENT_TORCH), false);
    if (!is_tensor(v) && tensor_number(vm, v, out)) return true;
    if (err_occurred(vm)) return tensor_number_words(vm, ACCENT_TORCH), false;
    double d;
    if (!is_str(v) && !is_none(v) && !is_tensor(v) && num_to_double(vm, v, &d)) return *out = scalar_float(d), true; /* numpy's numbers */
    if (err_occurred(vm)) err_clear(vm);
    return err_false(vm, EXC_TypeError, "%s(): argument '%s' (position %d) must be Number, not %T", name, what, position, v);
}

static Value fn_arange(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Wanted w;
    if (!wanted(vm, "arange", args + 3, &w)) return NO_VALUE;
    Ref given[3] = {args[0], args[1], args[2]};
    if (!given[0] && !given[1]) return torch_bad_overload(vm, "arange", false, args, 0, NULL);
    if (given[2] && !(given[0] && given[1])) return torch_bad_overload(vm, "arange", false, args, given[0] ? 1 : 0, NULL);
    if (!given[1] || is_none(given[1])) given[1] = given[0], given[0] = NULL; /* arange(end) */
    Scalar start = scalar_int(0), end, step = scalar_int(1);
    if ((given[0] && !is_none(given[0]) && !torch_number_arg(w.lib, "arange", "start", 1, given[0], &start)) || !torch_number_arg(w.lib, "arange", "end", given[0] ? 2 : 1, given[1], &end)
        || (given[2] && !is_none(given[2]) && !torch_number_arg(w.lib, "arange", "step", 3, given[2], &step)))
        return NO_VALUE;
    bool whole = start.kind != SCALAR_FLOAT && end.kind != SCALAR_FLOAT && step.kind != SCALAR_FLOAT;
    if (w.dtype == DT_INT64) { /* the ends are cut first */
        if (start.kind == SCALAR_FLOAT && isfinite(start.f)) start = scalar_int(scalar_as_int(start));
        if (end.kind == SCALAR_FLOAT && isfinite(end.f)) end = scalar_int(scalar_as_int(end));
        if (step.kind == SCALAR_FLOAT && isfinite(step.f)) step = scalar_int(scalar_as_int(step));
    }
    double from = scalar_as_double(start), to = scalar_as_double(end), by = scalar_as_double(step);
    if (by == 0 || isnan(by)) return err_raise(vm, EXC_RuntimeError, "step must be nonzero");
    if (!isfinite(from) || !isfinite(to)) return err_raise(vm, EXC_RuntimeError, "unsupported range: %g -> %g", from, to);
    if ((by > 0 && to < from) || (by < 0 && to > from)) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(ARANGE_SIGN));
    if (w.dtype == DT_NONE) w.dtype = whole ? DT_INT64 : core_default_dtype(w.lib->core);
    double count = ceil((to - from) / by);
    if (!(count < 9e15)) return err_raise(vm, EXC_RuntimeError, "invalid size, possible overflow?");
    if (!dtype_is_inexact(w.dtype) && w.dtype != DT_BOOL) { /* counted before, from start on by step as the dtype has them */
        if (start.kind == SCALAR_FLOAT) start = scalar_int(scalar_as_int(start));
        if (step.kind == SCALAR_FLOAT && isfinite(step.f)) step = scalar_int(scalar_as_int(step));
    }
    Attr attrs[range_ATTRS] = {[range_start].number = start, [range_step].number = step, [range_stop].number = end, [range_count].i = (int64_t)count, [range_dtype].i = w.dtype, [range_repeat].i = 1};
    Ref wanted_out = args[3 + PLACE_OUT];
    Tensor *out = wanted_out && is_tensor(wanted_out) ? tensor_of(wanted_out) : NULL;
    if (!out || out->ndim == 1 || out->size != (int64_t)count) return run(&w, OP_arange, attrs, wanted_out);
    Value row = run(&w, OP_arange, attrs, NULL); /* as many as wanted: it keeps its shape */
    if (!row) return NO_VALUE;
    int64_t strides[MAX_DIMS], step_of = 1;
    for (int d = out->ndim; d--; step_of *= out->shape[d]) strides[d] = step_of;
    Tensor *laid = tensor_view(w.lib->core, tensor_of(row), out->shape, strides, out->ndim, tensor_of(row)->offset);
    Arg in = arg_tensor(laid);
    bool ok = laid && core_call(w.lib->core, OP_copy, ACCENT_TORCH, lang_site(vm), &in, 1, NULL, CALL_OUT_GIVEN, &out);
    if (ok) tensor_release(w.lib->core, out);
    if (laid) tensor_release(w.lib->core, laid);
    release(vm, row);
    return ok ? retain(wanted_out) : tensor_raise(w.lib, ACCENT_TORCH);
}

static Value fn_linspace(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Wanted w;
    Scalar start, end;
    int64_t steps;
    if (!wanted(vm, "linspace", args + 3, &w) || !torch_number_arg(w.lib, "linspace", "start", 1, args[0], &start) || !torch_number_arg(w.lib, "linspace", "end", 2, args[1], &end)
        || (is_bool(args[2]) ? !err_false(vm, EXC_TypeError, "linspace(): argument 'steps' (position 3) must be int, not bool") : !num_index_i64(vm, args[2], &steps)))
        return NO_VALUE;
    if (steps < 0) return err_raise(vm, EXC_RuntimeError, "number of steps must be non-negative");
    if (w.dtype == DT_NONE) w.dtype = core_default_dtype(w.lib->core);
    if (!core_number_fits(w.lib->core, ACCENT_TORCH, w.dtype, start) || !core_number_fits(w.lib->core, ACCENT_TORCH, w.dtype, end)) return tensor_raise(w.lib, ACCENT_TORCH);
    Attr attrs[range_ATTRS] = {[range_start].number = start, [range_step].number = scalar_int(0), [range_stop].number = end, [range_count].i = steps, [range_dtype].i = w.dtype, [range_endpoint].i = 1};
    return run(&w, OP_linspace, attrs, args[3 + PLACE_OUT]);
}

static Value fn_eye(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Wanted w;
    Dims shape = {.n = 2};
    if (!wanted(vm, "eye", args + 2, &w) || !num_index_i64(vm, args[0], &shape.d[0])) return NO_VALUE;
    shape.d[1] = shape.d[0];
    if (args[1] && !is_none(args[1]) && !num_index_i64(vm, args[1], &shape.d[1])) return NO_VALUE;
    if (shape.d[0] < 0) return err_raise(vm, EXC_RuntimeError, "n must be greater or equal to 0, got %lld", (long long)shape.d[0]);
    if (shape.d[1] < 0) return err_raise(vm, EXC_RuntimeError, "m must be greater or equal to 0, got %lld", (long long)shape.d[1]);
    Attr attrs[create_ATTRS] = {[create_shape].ints = {shape.d, 2}, [create_dtype].i = w.dtype == DT_NONE ? core_default_dtype(w.lib->core) : w.dtype, [create_value].number = scalar_int(0)};
    return run(&w, OP_eye, attrs, args[2 + PLACE_OUT]);
}

/* ---- from values ---- */
/* Does an array of NumPy's go through memory forwards? */
static bool goes_forward(VM *vm, Ref v)
{
    if (!is_numpy_array(vm, v)) return true;
    Value steps = obj_getattr_c(vm, v, "strides");
    bool back = false;
    for (int64_t i = 0, step; steps && is_tuple(steps) && i < as_tuple(steps)->len; i++) back = back || (int_fits_i64(as_tuple(steps)->items[i], &step) && step < 0);
    if (!steps) return false;
    release(vm, steps);
    return !back || err_false(vm, EXC_ValueError, TORCH_SAYS(NUMPY_STRIDES));
}

/* An array that may only be read, whose memory is to be shared: said. */
static bool may_be_written(VM *vm, Ref v)
{
    if (!is_numpy_array(vm, v)) return true;
    Value flags = obj_getattr_c(vm, v, "flags"), writeable = flags ? obj_getattr_c(vm, flags, "writeable") : NO_VALUE;
    bool locked = writeable == V_FALSE;
    release(vm, flags);
    release(vm, writeable);
    return writeable && (!locked || torch_warn(vm, "READ_ONLY", NO_VALUE, NO_VALUE));
}

static Value fn_tensor(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Wanted w;
    if (args[1 + PLACE_OUT]) return err_raise(vm, EXC_TypeError, "tensor() got an unexpected keyword argument 'out'");
    Ref requires = args[1 + PLACE_REQUIRES];
    if (requires && (is_int(requires) || is_float_any(requires)) && !is_bool(requires)) return err_raise(vm, EXC_TypeError, "tensor(): argument 'requires_grad' must be bool, not %T", requires);
    if (!wanted(vm, "tensor", args + 1, &w)) return NO_VALUE;
    if (is_tensor(args[0]) && as_obj(args[0])->aux == ACCENT_TORCH
        && !err_warn(vm, EXC_UserWarning, str_format(vm, TORCH_SAYS(COPIES_TENSOR), "torch.tensor")))
        return NO_VALUE;
    if (!goes_forward(vm, args[0])) return NO_VALUE;
    Device *device = w.device ? w.device : is_tensor(args[0]) ? tensor_device(tensor_of(args[0])) : home(w.lib);
    Tensor *t = tensor_from_value(w.lib, ACCENT_TORCH, args[0], w.dtype, device);
    if (!t) return NO_VALUE;
    tensor_made_at(t, lang_site(vm));
    return done(&w, t);
}

static Value as_tensor(TensorLib *lib, Ref data, DType dtype, Device *device) /* no copy where none is needed; NumPy's memory is shared */
{
    VM *vm = lib->vm;
    core_set_accent(lib->core, ACCENT_TORCH);
    if (!is_tensor(data)) {
        Tensor *t = tensor_from_value(lib, ACCENT_TORCH, data, dtype, device ? device : home(lib));
        if (!t) return NO_VALUE;
        tensor_made_at(t, lang_site(vm));
        return tensor_show(lib, ACCENT_TORCH, t);
    }
    Tensor *t = tensor_of(data);
    if (as_obj(data)->aux == ACCENT_TORCH) return tensor_show(lib, ACCENT_TORCH, tensor_to(lib->core, t, device ? device : tensor_device(t), dtype, false, lang_site(vm)));
    Tensor *view = tensor_view(lib->core, t, t->shape, t->strides, t->ndim, t->offset);
    if (!view) return tensor_raise(lib, ACCENT_TORCH);
    view->made = lang_site(vm);
    view->moved = 0;
    Tensor *moved = tensor_to(lib->core, view, device ? device : tensor_device(t), dtype, false, lang_site(vm));
    tensor_release(lib->core, view);
    return tensor_show(lib, ACCENT_TORCH, moved);
}
static Value fn_as_tensor(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    DType dtype;
    Device *device = NULL;
    Ref data = args[0];
    Value held;
    if (!goes_forward(vm, data) || !may_be_written(vm, data)) return NO_VALUE;
    if (!lib || !dtype_arg(lib, "as_tensor", args[1], &dtype) || !placed(lib, "as_tensor", args[2], &device) || !numpy_lend(lib, &data, &held)) return NO_VALUE;
    Value made = as_tensor(lib, data, dtype, device);
    release(vm, held);
    return made;
}

/* ---- random numbers ---- */

/* Complex numbers are pairs of draws, along a last axis; normal ones are of deviation 1 together. */
static Value drawn_into(Wanted *w, OpId op, Dims *shape, Ref generator, Ref given, double a, double b)
{
    VM *vm = w->lib->vm;
    Core *c = w->lib->core;
    Attr attrs[MAX_ATTRS];
    bool pairs = dtype_is_complex(w->dtype);
    DType d = pairs ? dtype_real_of(w->dtype) : w->dtype;
    if (!dtype_is_float(d)) return torch_not_drawn(vm, op, w->dtype);
    if ((pairs && given && !is_none(given)) || w->laid || torch_drawn_wide(op, d, w->device)) { /* made, and filled as what is there already */
        if (given && !is_none(given) && !is_tensor(given)) return err_raise(vm, EXC_TypeError, TORCH_SAYS(OUT_TENSOR), w->name, given);
        Attr sizes[create_ATTRS] = {[create_shape].ints = {shape->d, shape->n}, [create_dtype].i = w->dtype, [create_value].number = scalar_int(0)};
        bool requires = w->requires;
        w->requires = false;
        Value made = run(w, OP_full, sizes, given), filled = made ? torch_refill(vm, made, op, a, b, 0, 0, generator) : NO_VALUE;
        release(vm, made);
        if (!filled || !requires || grad_attach(c, tensor_of(filled), GRAD_ADD)) return filled;
        release(vm, filled);
        return tensor_raise(w->lib, ACCENT_TORCH);
    }
    if (pairs && shape->n == MAX_DIMS) return err_raise(vm, EXC_RuntimeError, "numbers of %d dimensions cannot be drawn in pairs", MAX_DIMS);
    if (pairs) shape->d[shape->n++] = 2;
    torch_random_attrs(attrs, shape, d, a, pairs && op == OP_random_normal ? b * M_SQRT1_2 : b);
    if (!torch_stream_of(vm, generator, bound_for(w), attrs)) return NO_VALUE;
    if (!pairs) return run(w, op, attrs, given);
    Tensor *parts, *made = NULL;
    core_set_place(c, w->device);
    if (!core_call(c, op, ACCENT_TORCH, lang_site(vm), NULL, 0, attrs, 0, &parts)) return tensor_raise(w->lib, ACCENT_TORCH);
    Arg in = arg_tensor(parts);
    bool ok = core_call(c, OP_view_as_complex, ACCENT_TORCH, lang_site(vm), &in, 1, NULL, CALL_NO_GRAD, &made);
    tensor_release(c, parts);
    return ok ? done(w, made) : tensor_raise(w->lib, ACCENT_TORCH);
}

static Value drawn(VM *vm, const char *name, OpId op, const Ref *args, double a, double b)
{
    Wanted w;
    Dims shape;
    if (!wanted(vm, name, args + 2, &w) || !sizes(vm, name, args[0], args[1], &shape)) return NO_VALUE;
    if (w.dtype == DT_NONE) w.dtype = core_default_dtype(w.lib->core);
    return drawn_into(&w, op, &shape, args[2 + PLACE_GENERATOR], args[2 + PLACE_OUT], a, b);
}
static Value fn_rand(VM *vm, const Ref *args, int n, Ref kwnames) { return drawn(vm, "rand", OP_random_uniform, args, 0, 1); }
static Value fn_randn(VM *vm, const Ref *args, int n, Ref kwnames) { return drawn(vm, "randn", OP_random_normal, args, 0, 1); }

static Value drawn_like(VM *vm, const char *name, OpId op, const Ref *args)
{
    Wanted w;
    Dims shape;
    if (!like(vm, name, args[0], args + 1, &w, &shape)) return NO_VALUE;
    return drawn_into(&w, op, &shape, NULL, NULL, 0, 1);
}
static Value fn_rand_like(VM *vm, const Ref *args, int n, Ref kwnames) { return drawn_like(vm, "rand_like", OP_random_uniform, args); }
static Value fn_randn_like(VM *vm, const Ref *args, int n, Ref kwnames) { return drawn_like(vm, "randn_like", OP_random_normal, args); }

static Value fn_randint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Wanted w;
    Dims shape;
    Attr attrs[MAX_ATTRS];
    int64_t low = 0, high;
    Ref l = args[0], h = args[1], size = args[2];
    if (!size && h && !is_int(h)) size = h, h = l, l = NULL; /* randint(high, size) */
    else if (!h) h = l, l = NULL;
    if (!h || !size) return torch_bad_overload(vm, "randint", false, args, args[0] != NULL, NULL);
    if (!wanted(vm, "randint", args + 3, &w) || (l && !num_index_i64(vm, l, &low)) || !num_index_i64(vm, h, &high)) return NO_VALUE;
    if (is_int(size)) return err_raise(vm, EXC_TypeError, "randint(): argument 'size' (position 2) must be tuple of ints, not int");
    if (!tensor_ints(vm, size, &shape)) return NO_VALUE;
    if (low >= high) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(RANDOM_RANGE), (long long)low, (long long)high);
    DType d = w.dtype == DT_NONE ? DT_INT64 : w.dtype;
    static const int64_t least[] = {[DT_BOOL] = 0, [DT_UINT8] = 0, [DT_INT8] = -128, [DT_INT16] = -32768, [DT_INT32] = INT32_MIN}, most[] = {[DT_BOOL] = 1, [DT_UINT8] = 255, [DT_INT8] = 127, [DT_INT16] = 32767, [DT_INT32] = INT32_MAX};
    for (int i = 0; i < 2 && d < DT_INT64; i++)
        if ((i ? high - 1 : low) < least[d] || (i ? high - 1 : low) > most[d]) return err_raise(vm, EXC_RuntimeError, "%s is out of bounds for %s", i ? "to - 1" : "from", torch_c_name(d));
    torch_random_attrs(attrs, &shape, d, 0, 0);
    attrs[random_low].i = low;
    attrs[random_high].i = high;
    if (!torch_stream_of(vm, args[3 + PLACE_GENERATOR], bound_for(&w), attrs)) return NO_VALUE;
    return run(&w, OP_random_integers, attrs, args[3 + PLACE_OUT]);
}

static Value fn_randperm(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Wanted w;
    Dims none = {.n = 0};
    Attr attrs[MAX_ATTRS];
    int64_t count;
    if (!wanted(vm, "randperm", args + 1, &w) || !num_index_i64(vm, args[0], &count)) return NO_VALUE;
    if (count < 0) {
        char list[32];
        snprintf(list, sizeof list, "[%lld]", (long long)count);
        return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(NEGATIVE_DIMENSION), (long long)count, list);
    }
    torch_random_attrs(attrs, &none, w.dtype == DT_NONE ? DT_INT64 : w.dtype, 0, 0);
    attrs[random_high].i = count;
    if (!torch_stream_of(vm, args[1 + PLACE_GENERATOR], bound_for(&w), attrs)) return NO_VALUE;
    return run(&w, OP_random_permutation, attrs, args[1 + PLACE_OUT]);
}

/* A stream of one's own: stream(seed).address is what random_stream takes. */
typedef struct StreamObj {
    Obj head;
    TensorLib *lib;
    Lanes *lanes;
} StreamObj;
static void stream_dealloc(VM *vm, Obj *o)
{
    StreamObj *s = (StreamObj *)o;
    TensorLib *lib = s->lib;
    if (s->lanes) lanes_close(s->lanes);
    obj_free(vm, o, sizeof *s);
    if (lib && --lib->living == 0) tensor_lib_let_go(lib);
}
static Value stream_address(VM *vm, Ref self) { return int_from_u64(vm, (uintptr_t)((StreamObj *)BITS(self))->lanes); }
static const GetSetDef stream_getsets[] = {{"address", stream_address, NULL, NULL}, {NULL, NULL, NULL, NULL}};
const TypeDef torch_stream_def = {.name = "_torch.Stream", .kind = KIND_OPAQUE, .size = sizeof(StreamObj), .flags = TYPE_NO_NEW, .dealloc = stream_dealloc, .getsets = stream_getsets};

static Value fn_stream(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t seed, accent = ACCENT_TORCH;
    if (!lib || !num_index_i64(vm, args[0], &seed) || (args[1] && !num_index_i64(vm, args[1], &accent))) return NO_VALUE;
    StreamObj *s = (StreamObj *)obj_alloc(vm, lib->torch_stream_type, sizeof *s);
    if (!s) return NO_VALUE;
    s->lib = lib;
    lib->living++;
    s->lanes = lanes_open(lib->core, accent == ACCENT_MXNET ? ACCENT_MXNET : ACCENT_TORCH, (uint64_t)seed);
    if (s->lanes) return VAL(s);
    release(vm, VAL(s));
    return tensor_raise(lib, ACCENT_TORCH);
}

/* The lane that a stream object draws from, or the default one's for None. */
static Twister *stream_twister(TensorLib *lib, Ref stream)
{
    Lanes *lanes = NULL;
    if (is_kind(stream, KIND_OPAQUE) && as_obj(stream)->type == lib->torch_stream_type) lanes = ((StreamObj *)BITS(stream))->lanes;
    else if (is_none(stream)) lanes = rng_lanes(lib->core, ACCENT_TORCH);
    else return err_raise(lib->vm, EXC_TypeError, "expected a stream or None, not %T", stream), NULL;
    Twister *t = lanes ? lanes_get(lanes, 0) : NULL;
    if (!t) tensor_raise(lib, ACCENT_TORCH);
    return t;
}

/* stream_state(stream): where it stands, as bytes; set_stream_state(stream, bytes) */
static Value fn_stream_state(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Twister *t = lib ? stream_twister(lib, args[0]) : NULL;
    return t ? bytes_from(vm, (const char *)t, sizeof *t) : NO_VALUE;
}
static Value fn_set_stream_state(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Twister *t = lib ? stream_twister(lib, args[0]) : NULL, state;
    if (!t) return NO_VALUE;
    if (!is_bytes(args[1]) || as_bytes(args[1])->len < (int64_t)sizeof state) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(RNG_STATE));
    memcpy(&state, as_bytes(args[1])->data, sizeof state);
    unsigned char waits = ((const unsigned char *)as_bytes(args[1])->data)[offsetof(Twister, has_normal)];
    if (state.pos < 0 || state.pos > TWISTER_WORDS || waits > 1) return err_raise(vm, EXC_RuntimeError, "Invalid mt19937 state");
    *t = state;
    return V_NONE;
}

#define SIZES "*size_, size=None, " PLACE_SIG
const NativeDef torch_make_functions[] = {
    {"stream", fn_stream, "seed, accent=None", "A random stream of one's own; accent 0: one of MXNet's.", 0},
    {"stream_state", fn_stream_state, "stream", "Where a stream stands (None: the default one), as bytes.", 0},
    {"set_stream_state", fn_set_stream_state, "stream, state", "Puts a stream there.", 0},
    {"zeros", fn_zeros, SIZES, "Zeros of a shape.", 0},
    {"ones", fn_ones, SIZES, "Ones of a shape.", 0},
    {"empty", fn_empty, SIZES, "A tensor of a shape, its values not set.", 0},
    {"full", fn_full, "size, fill_value, *, " PLACE_SIG, "One value everywhere.", NATIVE_KW},
    {"zeros_like", fn_zeros_like, "input, *, " PLACE_SIG, "Zeros of another tensor's shape, dtype and place.", NATIVE_KW},
    {"ones_like", fn_ones_like, "input, *, " PLACE_SIG, "Ones of another tensor's shape, dtype and place.", NATIVE_KW},
    {"empty_like", fn_empty_like, "input, *, " PLACE_SIG, "A tensor like another, its values not set.", NATIVE_KW},
    {"full_like", fn_full_like, "input, fill_value, *, " PLACE_SIG, "One value everywhere, in another tensor's shape, dtype and place.", NATIVE_KW},
    {"arange", fn_arange, "start=None, end=None, step=None, *, " PLACE_SIG, "start, start + step, … up to but not end.", NATIVE_KW},
    {"linspace", fn_linspace, "start, end, steps, *, " PLACE_SIG, "steps numbers from start to end.", NATIVE_KW},
    {"eye", fn_eye, "n, m=None, *, " PLACE_SIG, "Ones on the diagonal.", NATIVE_KW},
    {"tensor", fn_tensor, "data, *, " PLACE_SIG, "A new tensor from numbers, nested lists or another tensor (copied).", NATIVE_KW},
    {"as_tensor", fn_as_tensor, "data, dtype=None, device=None", "data as a tensor, without copying where none is needed.", NATIVE_KW},
    {"rand", fn_rand, SIZES, "Uniform random numbers, 0 <= x < 1.", 0},
    {"randn", fn_randn, SIZES, "Normal random numbers.", 0},
    {"rand_like", fn_rand_like, "input, *, " PLACE_SIG, "rand of another tensor's shape, dtype and place.", NATIVE_KW},
    {"randn_like", fn_randn_like, "input, *, " PLACE_SIG, "randn of another tensor's shape, dtype and place.", NATIVE_KW},
    {"randint", fn_randint, "low=None, high=None, size=None, *, " PLACE_SIG, "Random integers, low <= x < high.", NATIVE_KW},
    {"randperm", fn_randperm, "n, *, " PLACE_SIG, "0 to n - 1 in a random order.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- torch.Tensor(…), and subclasses ---- */
/* What stands where the values should: a sequence, or sizes one by one */
static bool values_or_sizes(VM *vm, const Ref *args, int n)
{
    const Slots *s = &type_of(vm, args[0])->s;
    if (n == 1)
        return (is_int(args[0]) && !is_bool(args[0])) || is_str(args[0]) || (s->getitem && s->len && !is_dict(args[0])) || is_numpy_array(vm, args[0])
               || err_false(vm, EXC_TypeError, "new(): data must be a sequence (got %T)", args[0]);
    if (!is_int(args[0]) && !is_tensor(args[0])) {
        StrB b = STRB_INIT(vm);
        for (int i = 0; i < n; i++) strb_format(&b, i ? ", %T" : "%T", args[i]);
        Value kinds = strb_take(&b);
        if (kinds) err_raise(vm, EXC_TypeError, "new() received an invalid combination of arguments - got (%U), but expected one of:", (Ref)kinds);
        release(vm, kinds);
        return false;
    }
    for (int i = 1; i < n; i++)
        if (is_float_any(args[i]) || is_str(args[i]) || is_none(args[i]) || is_tuple(args[i]) || is_list(args[i]))
            return err_false(vm, EXC_TypeError, "new(): argument 'size' must be tuple of ints, but found element of type %T at pos %d", args[i], i + 1);
    return true;
}

Value torch_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    Core *c = lib->core;
    Device *device = as_type(cls) == lib->types[ACCENT_TORCH] ? home(lib) : device_cpu(c);
    if (kwnames) {
        int index;
        if (as_tuple(kwnames)->len != 1 || !str_equal_c(as_tuple(kwnames)->items[0], "device"))
            return err_raise(vm, EXC_TypeError, "new() received an invalid combination of arguments");
        const char *foreign = place_foreign(lib, args[n], &index);
        if (foreign) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(DEVICE_LEGACY), foreign);
        if (!tensor_device_arg(lib, ACCENT_TORCH, args[n], &device)) return NO_VALUE;
    }
    if (n && !(n == 1 && is_tensor(args[0])) && (!values_or_sizes(vm, args, n) || !goes_forward(vm, args[0]))) return NO_VALUE;
    core_set_accent(c, ACCENT_TORCH);
    Tensor *t;
    Dims shape = {.n = 1};
    if (n == 1 && is_tensor(args[0])) {
        Tensor *from = tensor_of(args[0]);
        t = tensor_view(c, from, from->shape, from->strides, from->ndim, from->offset);
        if (t && as_obj(args[0])->aux != ACCENT_TORCH) {
            Tensor *cast = tensor_to(c, t, device, core_default_dtype(c), false, lang_site(vm));
            tensor_release(c, t);
            t = cast;
        }
    } else if (n == 1 && !is_int(args[0]) && !(is_tuple(args[0]) && as_obj(args[0])->type == lib->torch_size_type)) {
        t = tensor_from_value(lib, ACCENT_TORCH, args[0], core_default_dtype(c), device);
        if (!t) return NO_VALUE;
    } else {
        if (n == 0) shape.d[0] = 0;
        else if (n == 1 && !is_int(args[0])) {
            if (!tensor_ints(vm, args[0], &shape)) return NO_VALUE;
        } else {
            if (n > MAX_DIMS) return err_raise(vm, EXC_ValueError, "too many dimensions");
            for (shape.n = 0; shape.n < n; shape.n++)
                if (!num_index_i64(vm, args[shape.n], &shape.d[shape.n])) return NO_VALUE;
        }
        Attr attrs[create_ATTRS] = {[create_shape].ints = {shape.d, shape.n}, [create_dtype].i = core_default_dtype(c), [create_value].number = scalar_int(0)};
        Tensor *out[1];
        core_set_place(c, device);
        t = core_call(c, OP_full, ACCENT_TORCH, lang_site(vm), NULL, 0, attrs, 0, out) ? out[0] : NULL;
    }
    if (!t) return tensor_raise(lib, ACCENT_TORCH);
    tensor_made_at(t, lang_site(vm));
    return tensor_object_new(lib, as_type(cls), ACCENT_TORCH, t);
}
