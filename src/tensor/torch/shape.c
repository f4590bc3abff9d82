/* shape.c: torch's methods and functions that look at a tensor in another shape: view, transpose, t, squeeze, flatten, swaps; and the strict products. */
#include "torch.h"

static Value shaped(VM *vm, OpId op, Tensor *t, const int64_t *sizes, int n)
{
    Arg in = arg_tensor(t);
    Attr attrs[shape_ATTRS] = {[shape_shape].ints = {sizes, n}};
    Value v = torch_call(vm, op, &in, 1, attrs);
    return v && op == OP_reshape && tensor_of(v)->storage != t->storage ? torch_named(v, "UnsafeViewBackward0") : v;
}

/* The same bytes in a dtype of another size: the last axis takes more elements or fewer. */
static bool respaced(VM *vm, const Tensor *t, DType to, int64_t *shape, int64_t *strides, int64_t *offset)
{
    DType from = (DType)t->dtype;
    int64_t each = (int64_t)dtype_bytes(from), want = (int64_t)dtype_bytes(to), more = each / want, fewer = want / each;
    const char *a = torch_type_word(from), *b = torch_type_word(to);
    int last = t->ndim - 1;
    if (last < 0) return err_false(vm, EXC_RuntimeError, "self.dim() cannot be 0 to view %s as %s (different element sizes)", a, b);
    if (t->strides[last] != 1) return err_false(vm, EXC_RuntimeError, "self.stride(-1) must be 1 to view %s as %s (different element sizes), but got %lld", a, b, (long long)t->strides[last]);
    if (more) {
        for (int i = 0; i < last; i++) strides[i] *= more;
        *offset *= more;
        return !__builtin_mul_overflow(shape[last], more, &shape[last]) || err_false(vm, EXC_RuntimeError, "numel: integer multiplication overflow");
    }
    if (shape[last] % fewer) return err_false(vm, EXC_RuntimeError, "self.size(-1) must be divisible by %lld to view %s as %s (different element sizes), but got %lld", (long long)fewer, a, b, (long long)shape[last]);
    if (*offset % fewer) return err_false(vm, EXC_RuntimeError, "self.storage_offset() must be divisible by %lld to view %s as %s (different element sizes), but got %lld", (long long)fewer, a, b, (long long)*offset);
    for (int i = 0; i < last; i++) {
        if (strides[i] % fewer) return err_false(vm, EXC_RuntimeError, "self.stride(%d) must be divisible by %lld to view %s as %s (different element sizes), but got %lld", i, (long long)fewer, a, b, (long long)strides[i]);
        strides[i] /= fewer;
    }
    shape[last] /= fewer;
    *offset /= fewer;
    return true;
}

static Value seen_as(TensorLib *lib, Tensor *t, DType dtype)
{
    int64_t shape[MAX_DIMS], strides[MAX_DIMS], offset = t->offset;
    memcpy(shape, t->shape, sizeof *shape * t->ndim);
    memcpy(strides, t->strides, sizeof *strides * t->ndim);
    if (dtype_bytes(dtype) != dtype_bytes((DType)t->dtype) && !respaced(lib->vm, t, dtype, shape, strides, &offset)) return NO_VALUE;
    Tensor *view = tensor_view(lib->core, t, shape, strides, t->ndim, offset);
    if (view) view->dtype = (uint8_t)dtype, view->made = lang_site(lib->vm);
    return tensor_show(lib, ACCENT_TORCH, view);
}

/* view(*sizes), view(dtype) */
static Value m_view(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Dims shape;
    const Tuple *sizes = as_tuple(args[1]);
    TensorLib *lib = lib_of(self_of(args[0]));
    Ref v = sizes->len == 1 ? (is_int(sizes->items[0]) ? args[1] : (Ref)sizes->items[0]) : sizes->len && (is_tuple(sizes->items[0]) || is_list(sizes->items[0])) ? (Ref)sizes->items[0] : args[1];
    if (sizes->len == 0) return err_raise(vm, EXC_TypeError, "view() received an invalid combination of arguments - got (), but expected one of:\n * (torch.dtype dtype)\n * (tuple of ints size)\n");
    if (is_kind(v, KIND_OPAQUE) && as_obj(v)->type == lib->dtype_type) {
        DType dtype;
        if (!tensor_dtype(lib, v, &dtype)) return NO_VALUE;
        Tensor *t = self_of(args[0]);
        if (dtype == t->dtype) return shaped(vm, OP_view, t, t->shape, t->ndim);
        if (grad_flows(t)) return err_raise(vm, EXC_NotImplementedError, "view(dtype): perch has no gradient of another look at the same bytes; nearest: detach() before it");
        return seen_as(lib, t, dtype);
    }
    if (is_str(v) || is_float_any(v)) return torch_bad_overload(vm, "view", true, (const Ref[]){args[0], v}, 2, NULL);
    return tensor_ints(vm, v, &shape) ? shaped(vm, OP_view, self_of(args[0]), shape.d, shape.n) : NO_VALUE;
}

static Value m_like(VM *vm, OpId op, const char *name, const Ref *args)
{
    Tensor *t = torch_input(vm, name, args[1]);
    return t ? shaped(vm, op, self_of(args[0]), t->shape, t->ndim) : NO_VALUE;
}
static Value m_view_as(VM *vm, const Ref *args, int n, Ref kwnames) { return m_like(vm, OP_view, "view_as", args); }
static Value m_reshape_as(VM *vm, const Ref *args, int n, Ref kwnames) { return m_like(vm, OP_reshape, "reshape_as", args); }
static Value m_expand_as(VM *vm, const Ref *args, int n, Ref kwnames) { return m_like(vm, OP_expand, "expand_as", args); }

Value torch_exchanged(VM *vm, Tensor *t, int a, int b, const char *node)
{
    int64_t axes[MAX_DIMS];
    for (int i = 0; i < t->ndim; i++) axes[i] = i;
    if (t->ndim) axes[a] = b, axes[b] = a;
    Arg in = arg_tensor(t);
    Attr attrs[axes_ATTRS] = {[axes_axes].ints = {axes, t->ndim}};
    return torch_named(torch_call(vm, OP_transpose, &in, 1, attrs), node);
}
static Value f_transpose(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = torch_input(vm, "transpose", args[0]);
    int a, b;
    return t && torch_dim(vm, args[1], t->ndim, &a) && torch_dim(vm, args[2], t->ndim, &b) ? torch_exchanged(vm, t, a, b, "TransposeBackward0") : NO_VALUE;
}
static Value f_t(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = torch_input(vm, "t", args[0]);
    if (!t) return NO_VALUE;
    if (t->ndim > 2) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(LINEAR_WEIGHT_NDIM), t->ndim);
    return torch_exchanged(vm, t, 0, t->ndim < 2 ? 0 : 1, "TBackward0");
}
static Value f_permute(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = torch_input(vm, "permute", args[0]);
    Dims dims;
    if (!t || !tensor_ints(vm, args[1], &dims)) return NO_VALUE;
    Arg in = arg_tensor(t);
    Attr attrs[axes_ATTRS] = {[axes_axes].ints = {dims.d, dims.n}};
    return torch_call(vm, OP_transpose, &in, 1, attrs);
}
static Value f_reshape(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = torch_input(vm, "reshape", args[0]);
    Dims dims;
    return t && tensor_ints(vm, args[1], &dims) ? shaped(vm, OP_reshape, t, dims.d, dims.n) : NO_VALUE;
}
static Value f_flip(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = torch_input(vm, "flip", args[0]);
    Dims dims;
    if (!t || !tensor_ints(vm, args[1], &dims)) return NO_VALUE;
    Arg in = arg_tensor(t);
    Attr attrs[axes_ATTRS] = {[axes_axes].ints = {dims.d, dims.n}};
    return torch_call(vm, OP_flip, &in, 1, attrs);
}

/* squeeze(dim), squeeze((dim, …)) of PyTorch 2: an axis whose size is not 1 stays, without an error */
static Value f_squeeze(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = torch_input(vm, "squeeze", args[0]);
    if (!t) return NO_VALUE;
    Arg in = arg_tensor(t);
    Ref which = args[1] && !is_none(args[1]) ? args[1] : args[2] && !is_none(args[2]) ? args[2] : NULL;
    bool several = which && (is_tuple(which) || is_list(which));
    Dims axes = {.n = 0};
    Attr attrs[axes_ATTRS] = {[axes_axes].ints = INTS_ABSENT};
    for (int64_t i = 0, count = !which ? 0 : !several ? 1 : is_tuple(which) ? as_tuple(which)->len : as_list(which)->len; i < count; i++) {
        Ref each = !several ? which : is_tuple(which) ? (Ref)as_tuple(which)->items[i] : (Ref)as_list(which)->items[i];
        int dim;
        if (!torch_dim(vm, each, t->ndim, &dim)) return NO_VALUE;
        for (int k = 0; k < axes.n; k++)
            if (axes.d[k] == dim) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(DIM_TWICE), (long long)dim);
        if (t->ndim && t->shape[dim] == 1) axes.d[axes.n++] = dim;
    }
    if (which) attrs[axes_axes].ints = (Ints){axes.d, axes.n};
    return torch_named(torch_call(vm, OP_squeeze, &in, 1, attrs), several ? "SqueezeBackward2" : which ? "SqueezeBackward1" : "SqueezeBackward0");
}

static Value f_flatten(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = torch_input(vm, "flatten", args[0]);
    int first = 0, last = t && t->ndim ? t->ndim - 1 : 0;
    if (!t || (args[1] && !torch_dim(vm, args[1], t->ndim, &first)) || (args[2] && !torch_dim(vm, args[2], t->ndim, &last))) return NO_VALUE;
    if (first > last) return err_raise(vm, EXC_RuntimeError, "flatten() has invalid args: start_dim cannot come after end_dim");
    if (first == last && t->ndim) return retain(args[0]);
    int64_t sizes[MAX_DIMS], all = 1;
    int count = 0;
    for (int i = 0; i < first; i++) sizes[count++] = t->shape[i];
    for (int i = first; i <= last && i < t->ndim; i++) all *= t->shape[i];
    sizes[count++] = all;
    for (int i = last + 1; i < t->ndim; i++) sizes[count++] = t->shape[i];
    return shaped(vm, OP_reshape, t, sizes, count);
}

static Value f_select(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = torch_input(vm, "select", args[0]);
    int dim;
    int64_t index;
    if (!t || !torch_dim(vm, args[1], t->ndim, &dim) || !num_index_i64(vm, args[2], &index)) return NO_VALUE;
    if (!t->ndim) return err_raise(vm, EXC_IndexError, "select() cannot be applied to a 0-dim tensor.");
    if (index < -t->shape[dim] || index >= t->shape[dim])
    {
        Value size = torch_size(lib_of(t), t->shape, t->ndim), text = size ? list_from_iter(vm, size) : NO_VALUE;
        if (text) err_raise(vm, EXC_IndexError, "select(): index %lld out of range for tensor of size %R at dimension %d", (long long)index, (Ref)text, dim);
        release(vm, size);
        release(vm, text);
        return NO_VALUE;
    }
    Arg in = arg_tensor(t);
    Attr attrs[slice_ATTRS] = {[slice_axis].i = dim, [slice_start].i = index < 0 ? index + t->shape[dim] : index};
    return torch_call(vm, OP_select, &in, 1, attrs);
}
static Value f_narrow(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = torch_input(vm, "narrow", args[0]);
    int dim;
    int64_t start, length;
    if (!t || !torch_dim(vm, args[1], t->ndim, &dim) || !num_index_i64(vm, args[2], &start) || !num_index_i64(vm, args[3], &length)) return NO_VALUE;
    if (!t->ndim) return err_raise(vm, EXC_RuntimeError, "narrow() cannot be applied to a 0-dim tensor.");
    if (length < 0) return err_raise(vm, EXC_RuntimeError, "narrow(): length must be non-negative.");
    int64_t size = t->shape[dim];
    int at;
    if (start != size) {
        Value number = int_from_i64(vm, start);
        bool ok = torch_dim(vm, number, (int)size, &at);
        release(vm, number);
        if (!ok) return NO_VALUE;
        start = at;
    }
    if (start < 0 || start > size - length)
        return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(NARROW_RANGE), (long long)start, (long long)length, (long long)size);
    Arg in = arg_tensor(t);
    Attr attrs[slice_ATTRS] = {[slice_axis].i = dim, [slice_start].i = start, [slice_length].i = length, [slice_step].i = 1};
    return torch_call(vm, OP_slice, &in, 1, attrs);
}

/* ---- products that say how many dimensions they want ---- */
static Value product(VM *vm, const char *name, OpId op, Tensor *a, Tensor *b, Ref out)
{
    Arg in[2] = {arg_tensor(a), arg_tensor(b)};
    Attr attrs[matrix_ATTRS] = {[matrix_alpha].number = scalar_int(1), [matrix_beta].number = scalar_int(1)};
    return out && !is_none(out) ? torch_call_out(vm, name, op, out, in, 2, attrs) : torch_call(vm, op, in, 2, attrs);
}
static bool pair(VM *vm, const char *name, const char *second, const Ref *args, Tensor **a, Tensor **b)
{
    if (!(*a = torch_input(vm, name, args[0]))) return false;
    if (!is_tensor(args[1]) || as_obj(args[1])->aux != ACCENT_TORCH) {
        err_raise(vm, EXC_TypeError, TORCH_SAYS(ARGUMENT_TENSOR), name, second, 2, type_name(vm, type_of(vm, args[1])));
        return is_tensor(args[1]) && tensor_explained_of(vm, "P0304", args, 2, ACCENT_TORCH) != NO_VALUE;
    }
    *b = tensor_of(args[1]);
    return true;
}
static const char *dtype_word(const Tensor *t)
{
    return torch_type_word((DType)t->dtype);
}
/* A layer whose bias has several dimensions: one row is as good as a vector, a row for each row of a matrix is a product added to it. */
static Value with_rows(VM *vm, Tensor *x, Tensor *weight, Tensor *bias)
{
    if (bias->shape[0] == 1) {
        Value row = shaped(vm, OP_reshape, bias, bias->shape + 1, 1);
        Arg in[3] = {arg_tensor(x), arg_tensor(weight), row ? arg_tensor(tensor_of(REF(row))) : ARG_ABSENT};
        Value made = row ? torch_call(vm, OP_linear, in, 3, NULL) : NO_VALUE;
        release(vm, row);
        return made;
    }
    Value turned = torch_exchanged(vm, weight, 0, 1, "TBackward0");
    if (!turned) return NO_VALUE;
    Arg in[3] = {arg_tensor(bias), arg_tensor(x), arg_tensor(tensor_of(REF(turned)))};
    Attr attrs[matrix_ATTRS] = {[matrix_alpha].number = scalar_int(1), [matrix_beta].number = scalar_int(1)};
    Value made = torch_call(vm, OP_addmm, in, 3, attrs);
    release(vm, turned);
    return made;
}
static Value f_linear(VM *vm, const Ref *args, int n, Ref kwnames)
{
    static const Param params[] = {T(0) T(1) TO(2) {P_END, 0, 0, NULL}};
    static const Binding row = {"linear", OP_linear, false, ACCENT_TORCH, params};
    if (args[2] && is_tensor(args[2]) && tensor_of(args[2])->ndim == 2 && is_tensor(args[0]) && is_tensor(args[1])) {
        Tensor *x = tensor_of(args[0]), *weight = tensor_of(args[1]), *bias = tensor_of(args[2]);
        bool fits = weight->ndim == 2 && bias->shape[1] == weight->shape[0] && x->ndim >= 2 && (bias->shape[0] == 1 || x->ndim == 2);
        if (fits && bias->size != 1) return with_rows(vm, x, weight, bias);
    }
    return binding_run(vm, &row, args, false);
}
static Value f_mm(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *a, *b = NULL;
    if (!pair(vm, "mm", "mat2", args, &a, &b)) return NO_VALUE;
    if (a->ndim != 2) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(MM_MATRIX), "self", a->ndim), tensor_explained(vm, "P0208");
    if (b->ndim != 2) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(MM_MATRIX), "mat2", b->ndim), tensor_explained(vm, "P0208");
    return product(vm, "mm", OP_matmul, a, b, args[2]);
}
static Value f_mv(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *a, *b = NULL;
    if (!pair(vm, "mv", "vec", args, &a, &b)) return NO_VALUE;
    if (a->ndim != 2 || b->ndim != 1) return err_raise(vm, EXC_RuntimeError, "vector + matrix @ vector expected, got 1, %d, %d", a->ndim, b->ndim), tensor_explained(vm, "P0208");
    return product(vm, "mv", OP_matmul, a, b, args[2]);
}
static Value f_dot(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *a, *b = NULL;
    if (!pair(vm, "dot", "tensor", args, &a, &b)) return NO_VALUE;
    if (a->ndim != 1 || b->ndim != 1) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(DOT_1D), a->ndim, b->ndim), tensor_explained(vm, "P0208");
    if (a->dtype != b->dtype) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(DOT_DTYPES), dtype_word(a), dtype_word(b)), tensor_explained(vm, "P0301");
    if (args[2] && is_tensor(args[2]) && tensor_of(args[2])->dtype != a->dtype)
        return err_raise(vm, EXC_RuntimeError, "result dtype %s does not match input dtype %s", dtype_word(tensor_of(args[2])), dtype_word(a));
    return product(vm, "dot", OP_matmul, a, b, args[2]);
}
static Value f_bmm(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *a, *b = NULL;
    if (!pair(vm, "bmm", "mat2", args, &a, &b)) return NO_VALUE;
    if (a->ndim != 3) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(BMM_3D), 1), tensor_explained(vm, "P0208");
    if (b->ndim != 3) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(BMM_3D), 2), tensor_explained(vm, "P0208");
    if (b->shape[0] != a->shape[0] || b->shape[1] != a->shape[2])
        return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(BMM_SIZES), (long long)a->shape[0], (long long)a->shape[2],
                         (long long)b->shape[0], (long long)b->shape[1]), tensor_explained(vm, "P0203");
    return product(vm, "bmm", OP_bmm, a, b, args[2]);
}

#define METHOD(name) static Value m_##name(VM *vm, const Ref *args, int n, Ref kwnames) { return f_##name(vm, (Ref[]){args[0], args[1], NULL}, 3, kwnames); }
METHOD(mm)
METHOD(mv)
METHOD(dot)
METHOD(bmm)
#undef METHOD

/* The first operand: a tensor, or a number before a tensor. The answer is the tensor of both that says device and library. */
static Tensor *leading(VM *vm, const char *name, const Ref *args, Arg *in)
{
    Scalar number;
    if (!is_tensor(args[0]) && is_tensor(args[1]) && (is_int(args[0]) || is_float_any(args[0])) && tensor_number_any(vm, args[0], &number)) {
        *in = arg_number(number);
        return tensor_of(args[1]);
    }
    Tensor *a = err_occurred(vm) ? NULL : torch_input(vm, name, args[0]);
    if (a) *in = arg_tensor(a);
    return a;
}

static Value given_to(VM *vm, const char *name, OpId op, Ref given, bool in_place, Arg *in, int n, const Attr *attrs)
{
    return in_place ? torch_call_in(vm, op, given, in, n, attrs) : torch_call_out(vm, name, op, given, in, n, attrs);
}

/* add, sub with alpha: a + alpha * b */
static Value weighted(VM *vm, const char *name, OpId plain, int sign, const Ref *args, bool in_place)
{
    TensorLib *lib;
    Arg in[3];
    Tensor *made = NULL;
    Scalar alpha = scalar_int(1);
    Tensor *a = leading(vm, name, args, &in[0]);
    if (!a) return NO_VALUE;
    lib = lib_of(a);
    if (!operand_arg(lib, ACCENT_TORCH, name, 1, args[1], &in[1], &made)) return tensor_number_words(vm, ACCENT_TORCH), NO_VALUE;
    if (args[2] && !tensor_number(vm, args[2], &alpha)) {
        if (err_occurred(vm)) return tensor_number_words(vm, ACCENT_TORCH), NO_VALUE;
        if (!is_tensor(args[2]) || !tensor_item(lib, args[2], &alpha)) return err_raise(vm, EXC_TypeError, "%s(): argument 'alpha' must be Number, not %T", name, args[2]);
    }
    bool one = scalar_as_double(alpha) == 1, floats = dtype_is_inexact((DType)a->dtype) || (!in[0].tensor && in[0].number.kind >= SCALAR_FLOAT) || (in[1].tensor ? dtype_is_inexact((DType)in[1].tensor->dtype) : in[1].number.kind >= SCALAR_FLOAT);
    DType other = in[1].tensor ? (DType)in[1].tensor->dtype : in[1].number.kind == SCALAR_BOOL ? DT_BOOL : DT_INT64;
    if (args[2] && alpha.kind == SCALAR_FLOAT && !floats) return err_raise(vm, EXC_RuntimeError, "For integral input tensors, argument alpha must not be a floating point number.");
    if (args[2] && alpha.kind == SCALAR_BOOL && !(a->dtype == DT_BOOL && other == DT_BOOL)) return err_raise(vm, EXC_RuntimeError, "Boolean alpha only supported for Boolean results.");
    Ref given = in_place ? args[0] : args[3] && !is_none(args[3]) ? args[3] : NULL;
    if (given && !is_tensor(given)) return err_raise(vm, EXC_TypeError, TORCH_SAYS(OUT_TENSOR), name, given);
    if (a->dtype == DT_BOOL && other == DT_BOOL) { /* bools add as one or the other; alpha 0 leaves the first */
        if (scalar_as_double(alpha) == 0) in[1] = arg_number(scalar_bool(false));
        one = true;
    }
    if (one) return given ? given_to(vm, name, plain, given, in_place, in, 2, NULL) : torch_call(vm, plain, in, 2, NULL);
    if (!in[0].tensor) { /* a number before: the tensor is weighted first */
        Value weighed = torch_call(vm, OP_multiply, (Arg[]){in[1], arg_number(alpha)}, 2, NULL);
        if (!weighed) return NO_VALUE;
        in[1] = arg_tensor(tensor_of(REF(weighed)));
        Value sum = given ? given_to(vm, name, plain, given, in_place, in, 2, NULL) : torch_call(vm, plain, in, 2, NULL);
        release(vm, weighed);
        return sum;
    }
    if (sign < 0) alpha = alpha.kind == SCALAR_FLOAT ? scalar_float(-alpha.f) : scalar_int(-alpha.i);
    in[2] = arg_number(scalar_int(1));
    Attr attrs[value_ATTRS] = {[value_value].number = alpha, [value_other].number = scalar_int(0), [value_third].number = scalar_int(0)};
    return given ? given_to(vm, name, OP_addcmul, given, in_place, in, 3, attrs) : torch_call(vm, OP_addcmul, in, 3, attrs);
}
/* Two numbers: the first becomes a tensor; `ways` has four arguments, the second is in [1]. */
static Value of_two(VM *vm, const Ref *args, Value (*ways)(VM *, const Ref *))
{
    TensorLib *lib = is_tensor(args[0]) ? NULL : tensor_lib(vm);
    Tensor *first = lib ? number_as_tensor(lib, args[0], args[1]) : NULL;
    if (!first) return err_occurred(vm) ? NO_VALUE : ways(vm, args);
    Value shown = tensor_show(lib, ACCENT_TORCH, first);
    Value made = shown ? ways(vm, (Ref[]){REF(shown), args[1], args[2], args[3]}) : NO_VALUE;
    release(vm, shown);
    return made;
}
static Value added(VM *vm, const Ref *args) { return weighted(vm, "add", OP_add, 1, args, false); }
static Value subtracted(VM *vm, const Ref *args) { return weighted(vm, "sub", OP_subtract, -1, args, false); }
static Value f_add(VM *vm, const Ref *args, int n, Ref kwnames) { return of_two(vm, args, added); }
static Value f_sub(VM *vm, const Ref *args, int n, Ref kwnames) { return of_two(vm, args, subtracted); }
static Value f_add_(VM *vm, const Ref *args, int n, Ref kwnames) { return weighted(vm, "add_", OP_add, 1, args, true); }
static Value f_sub_(VM *vm, const Ref *args, int n, Ref kwnames) { return weighted(vm, "sub_", OP_subtract, -1, args, true); }

/* div with rounding_mode */
static Value divided(VM *vm, const Ref *args, bool in_place)
{
    OpId op = OP_divide;
    Arg in[2];
    Tensor *a = leading(vm, "div", args, &in[0]), *made = NULL;
    if (!a) return NO_VALUE;
    if (!operand_arg(lib_of(a), ACCENT_TORCH, "div", 1, args[1], &in[1], &made)) return tensor_number_words(vm, ACCENT_TORCH), NO_VALUE;
    if (args[2] && !is_none(args[2])) {
        if (!is_str(args[2])) return err_raise(vm, EXC_TypeError, "div(): argument 'rounding_mode' must be str, not %T", args[2]);
        if (str_equal_c(args[2], "floor")) op = OP_floor_divide;
        else if (str_equal_c(args[2], "trunc")) op = OP_trunc_divide;
        else return err_raise(vm, EXC_RuntimeError, "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '%S'", args[2]);
    }
    Ref given = in_place ? args[0] : args[3] && !is_none(args[3]) && is_tensor(args[3]) ? args[3] : NULL;
    return given ? given_to(vm, "div", op, given, in_place, in, 2, NULL) : torch_call(vm, op, in, 2, NULL);
}
static Value quotient(VM *vm, const Ref *args) { return divided(vm, args, false); }
static Value f_div(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value v = of_two(vm, args, quotient);
    return args[2] && !is_none(args[2]) ? torch_named(v, "DivBackward2") : is_tensor(args[0]) ? v : torch_named(v, "DivBackward0");
}
static Value f_div_(VM *vm, const Ref *args, int n, Ref kwnames) { return divided(vm, args, true); }

#define SHARED                                                                                                              \
    {"transpose", f_transpose, "input, dim0, dim1", "Two dimensions exchanged.", NATIVE_KW},                                \
    {"swapaxes", f_transpose, "input, axis0, axis1", "Two dimensions exchanged.", NATIVE_KW},                               \
    {"swapdims", f_transpose, "input, dim0, dim1", "Two dimensions exchanged.", NATIVE_KW},                                 \
    {"t", f_t, "input", "A matrix transposed.", 0},                                                                         \
    {"squeeze", f_squeeze, "input, dim=None, *, axis=None", "Without dimensions of size 1.", NATIVE_KW},                    \
    {"flatten", f_flatten, "input, start_dim=0, end_dim=-1", "Some dimensions as one.", NATIVE_KW},                         \
    {"select", f_select, "input, dim, index", "One of a dimension.", NATIVE_KW},                                            \
    {"narrow", f_narrow, "input, dim, start, length", "A part of a dimension.", NATIVE_KW},                                 \
    {"add", f_add, "input, other, *, alpha=1, out=None", "input + alpha * other", NATIVE_KW},                               \
    {"sub", f_sub, "input, other, *, alpha=1, out=None", "input - alpha * other", NATIVE_KW},                               \
    {"subtract", f_sub, "input, other, *, alpha=1, out=None", "input - alpha * other", NATIVE_KW},                          \
    {"div", f_div, "input, other, *, rounding_mode=None, out=None", "input / other", NATIVE_KW},                            \
    {"divide", f_div, "input, other, *, rounding_mode=None, out=None", "input / other", NATIVE_KW},

static Value fn_c_name(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "_c_name() wants a tensor, not %T", args[0]);
    return str_from_c(vm, torch_c_name((DType)tensor_of(args[0])->dtype));
}

const NativeDef torch_shape_functions[] = {
    {"_c_name", fn_c_name, "tensor, /", "Its dtype as C++ calls it.", 0},
    SHARED
    {"linear", f_linear, "input, weight, bias=None", NULL, NATIVE_KW},
    {"mm", f_mm, "input, mat2, *, out=None", "The product of two matrices.", NATIVE_KW},
    {"mv", f_mv, "input, vec, *, out=None", "A matrix by a vector.", NATIVE_KW},
    {"dot", f_dot, "input, tensor, *, out=None", "The sum of the products of two vectors.", NATIVE_KW},
    {"bmm", f_bmm, "input, mat2, *, out=None", "A product for each of a batch.", NATIVE_KW},
    {"permute", f_permute, "input, dims", "The dimensions in another order.", NATIVE_KW},
    {"reshape", f_reshape, "input, shape", "Another shape.", NATIVE_KW},
    {"flip", f_flip, "input, dims", "Dimensions backwards.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
const NativeDef torch_shape_methods[] = {
    SHARED
    {"mm", m_mm, "input, mat2", "The product of two matrices.", NATIVE_KW},
    {"mv", m_mv, "input, vec", "A matrix by a vector.", NATIVE_KW},
    {"dot", m_dot, "input, tensor", "The sum of the products of two vectors.", NATIVE_KW},
    {"bmm", m_bmm, "input, mat2", "A product for each of a batch.", NATIVE_KW},
    {"view", m_view, "self, *size", "Another shape of the same memory.", 0},
    {"view_as", m_view_as, "self, other", "The shape of another tensor.", NATIVE_KW},
    {"reshape_as", m_reshape_as, "self, other", "The shape of another tensor.", NATIVE_KW},
    {"expand_as", m_expand_as, "self, other", "Repeated to another tensor's shape.", NATIVE_KW},
    {"add_", f_add_, "self, other, *, alpha=1", "self += alpha * other", NATIVE_KW},
    {"sub_", f_sub_, "self, other, *, alpha=1", "self -= alpha * other", NATIVE_KW},
    {"subtract_", f_sub_, "self, other, *, alpha=1", "self -= alpha * other", NATIVE_KW},
    {"div_", f_div_, "self, other, *, rounding_mode=None", "self /= other", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
