/* binding.c: runs a row of a binding table: arguments to operands and attributes, core_call, an object around the result. */
#include "core/said.h"
#include "accents.h"

void attrs_default(const Op *op, Attr *attrs)
{
    for (int i = 0; i < op->attr_count; i++) {
        switch (op_attr_info(op, i)->type) {
        case ATTR_INTS: attrs[i].ints = INTS_ABSENT; break;
        case ATTR_DTYPE: attrs[i].i = DT_NONE; break;
        case ATTR_FLOAT: attrs[i].f = 0; break;
        case ATTR_NUMBER: attrs[i].number = scalar_int(0); break;
        case ATTR_TEXT: attrs[i].text = NULL; break;
        default: attrs[i].i = 0; break;
        }
    }
}

/* A number: also from a tensor of one element. */
static bool number_of(TensorLib *lib, Ref v, Scalar *out)
{
    VM *vm = lib->vm;
    if (tensor_number(vm, v, out)) return true;
    if (err_occurred(vm)) return false;
    if (is_tensor(v)) return tensor_item(lib, v, out) || (tensor_raise(lib, (Accent)as_obj(v)->aux), false);
    double d;
    if (!num_to_double(vm, v, &d)) return false;
    *out = scalar_float(d);
    return true;
}

bool attr_from_value(TensorLib *lib, const AttrInfo *info, Ref v, Attr *out, Dims *room)
{
    VM *vm = lib->vm;
    Scalar s;
    switch (info->type) {
    case ATTR_INTS:
        if (is_none(v)) out->ints = INTS_ABSENT;
        else {
            if (!tensor_ints(vm, v, room)) return false;
            out->ints = (Ints){room->d, room->n};
        }
        return true;
    case ATTR_INT:
        if (is_bool(v)) out->i = v == V_TRUE;
        else if (!num_index_i64(vm, v, &out->i)) return false;
        return true;
    case ATTR_FLOAT:
        if (!number_of(lib, v, &s)) return false;
        out->f = scalar_as_double(s);
        return true;
    case ATTR_BOOL: {
        int truth = op_truth(vm, v);
        out->i = truth > 0;
        return truth >= 0;
    }
    case ATTR_DTYPE: {
        DType d;
        if (!tensor_dtype(lib, v, &d)) return false;
        out->i = d;
        return true;
    }
    case ATTR_NUMBER: return number_of(lib, v, &out->number);
    case ATTR_TEXT: {
        size_t n;
        if (is_none(v)) out->text = NULL;
        else if (!is_str(v)) return err_false(vm, EXC_TypeError, "%s must be str, not %T", info->name, v);
        else out->text = str_utf8(vm, v, &n);
        return is_none(v) || out->text;
    }
    }
    return true;
}

/* PyTorch's words for what is no tensor; an array of NumPy's is drawn. */
static bool must_be_tensor(VM *vm, const char *function, int position, Ref v)
{
    err_raise(vm, EXC_TypeError, "%s(): argument '%s' (position %d) must be Tensor, not %s", function, position ? "other" : "input", position + 1, type_name(vm, type_of(vm, v)));
    return (is_numpy_array(vm, v) || is_tensor(v)) && tensor_explained_of(vm, "P0304", &v, 1, ACCENT_TORCH) != NO_VALUE;
}

bool operand_arg(TensorLib *lib, Accent accent, const char *function, int position, Ref v, Arg *out, Tensor **made)
{
    VM *vm = lib->vm;
    if (is_foreign_array(vm, v) && accent != ACCENT_TORCH) {
        Value held;
        if (!numpy_lend(lib, &v, &held)) return false;
        bool ok = operand_arg(lib, accent, function, position, v, out, made);
        if (ok) *made = tensor_retain(out->tensor);
        release(vm, held);
        return ok;
    }
    if (is_tensor(v)) {
        Accent other = (Accent)as_obj(v)->aux;
        if (other != accent && accent != ACCENT_NUMPY && !(accent == ACCENT_MXNET && other == ACCENT_MXNP)) {
            if (accent == ACCENT_TORCH) return must_be_tensor(vm, function, position, v);
            err_raise(vm, EXC_TypeError, "type %R not supported", REF(type_of(vm, v)));
            return tensor_explained_of(vm, "P0304", &v, 1, accent) != NO_VALUE;
        }
        if (accent == ACCENT_NUMPY && other != accent && tensor_device(tensor_of(v))->kind != DEVICE_CPU)
            return err_false(vm, EXC_TypeError, "can't convert %S device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.", v);
        if (other == ACCENT_MXNP) lib->np = true;
        if (tensor_of(v)->user & TENSOR_USER_DISPATCH && torch_dispatching(lib, tensor_of(v))) /* its class would not hear of it */
            return err_false(vm, EXC_NotImplementedError, "%s of a %T is not in perch, which does not know of which of PyTorch's operators it is made", function, v);
        *out = arg_tensor(tensor_of(v));
        return true;
    }
    Scalar s;
    if (accent_library(accent) == ACCENT_MXNET ? tensor_number(vm, v, &s) : tensor_number_any(vm, v, &s)) {
        *out = arg_number(s);
        return true;
    }
    if (err_occurred(vm)) return false;
    if (accent == ACCENT_NUMPY) { /* whatever array() takes */
        *made = tensor_from_value(lib, accent, v, DT_NONE, device_cpu(lib->core));
        if (!*made) return false;
        *out = arg_tensor(*made);
        return true;
    }
    if (accent == ACCENT_TORCH) return must_be_tensor(vm, function, position, v);
    return err_false(vm, EXC_TypeError, "type %R not supported", REF(type_of(vm, v)));
}

bool out_without_grad(TensorLib *lib, const char *function, OpId op, const Arg *in, int n, const Tensor *out)
{
    if (!op_get(op)->grad || !core_mode(lib->core)->grad[ACCENT_TORCH]) return true;
    bool flows = grad_flows(out);
    for (int i = 0; i < n; i++) flows = flows || (in[i].tensor && grad_flows(in[i].tensor));
    return !flows || err_false(lib->vm, EXC_RuntimeError, "%s(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad.", function);
}

Value tensor_result(TensorLib *lib, Accent accent, Tensor *t)
{
    if (t && accent == ACCENT_NUMPY && t->ndim == 0) return numpy_show(lib, t);
    if (accent == ACCENT_MXNET && lib->np) accent = ACCENT_MXNP;
    return tensor_show(lib, accent, t);
}

/* ---- a row ---- */
enum { MANY_INPUTS = 64 };
typedef struct Run {
    TensorLib *lib;
    const Binding *b;
    const Op *op;
    Arg few[MANY_INPUTS], *in;
    Tensor *made[MANY_INPUTS];
    int in_count, made_count;
    size_t room;            /* of `in` when it is not `few` */
    Value sequence;         /* owned: holds the tensors of TS() */
    Attr attrs[MAX_ATTRS];
    Dims dims[MAX_ATTRS];
    Tensor *out;            /* out= */
    Ref out_object;
} Run;

/* PyTorch's arithmetic takes a number before the tensor, too. */
static bool number_is_wrapped(OpId op) { return op == OP_multiply || op == OP_divide || op == OP_floor_divide; } /* (as a tensor, so that two numbers are enough) */
static bool number_may_lead(OpId op) { return op == OP_power || op == OP_multiply || op == OP_divide || op == OP_floor_divide || op == OP_mod; }

static bool put_input(Run *r, int i, Ref v)
{
    Tensor *made = NULL;
    if (i == 0 && r->b->accent == ACCENT_TORCH && !is_tensor(v) && !number_is_wrapped(r->op->id) && !(number_may_lead(r->op->id) && (is_int(v) || is_float_any(v)))) /* torch wants a tensor first */
        return must_be_tensor(r->lib->vm, r->b->name, 0, v);
    if (r->b->accent == ACCENT_MXNP && !is_tensor(v) && strcmp(family_name[r->op->family], "matrix") == 0) /* mx.np's products take arrays alone */
        return err_false(r->lib->vm, EXC_AssertionError, "Argument %s must have NDArray type, but got %S", i ? "b" : "a", v);
    bool ok = operand_arg(r->lib, (Accent)r->b->accent, r->b->name, i, v, &r->in[i], &made);
    if (made) r->made[r->made_count++] = made;
    if (i >= r->in_count) r->in_count = i + 1;
    return ok;
}

static bool with_a_dimension(Run *r, int i)
{
    Tensor *t = r->in[i].tensor;
    if (t && t->ndim > 1) return err_false(r->lib->vm, EXC_IndexError, "%s(): Index is supposed to be a vector", r->b->name);
    if (!t || t->ndim) return true;
    int64_t one = 1;
    Tensor *row = tensor_view(r->lib->core, t, &one, &one, 1, t->offset);
    if (!row) return tensor_raise(r->lib, (Accent)r->b->accent), false;
    r->made[r->made_count++] = r->in[i].tensor = row;
    return true;
}

static bool put_sequence(Run *r, int from, Ref v)
{
    VM *vm = r->lib->vm;
    bool torch = r->b->accent == ACCENT_TORCH;
    if (torch && !is_list(v) && !is_tuple(v) && !is_tensor(v)) return err_false(vm, EXC_TypeError, "%s(): argument 'tensors' (position 1) must be tuple of Tensors, not %T", r->b->name, v);
    r->sequence = tensor_items(vm, v); /* of a tensor: its rows */
    if (!r->sequence) return false;
    int64_t n = as_tuple(r->sequence)->len;
    if (from + n > MANY_INPUTS) {
        if (n > 1 << 24) return err_no_memory(vm), false;
        r->room = (size_t)(from + n) * sizeof(Arg);
        Arg *more = core_alloc(r->lib->core, r->room);
        if (!more) return tensor_raise(r->lib, (Accent)r->b->accent), false;
        memcpy(more, r->few, sizeof(Arg) * (size_t)from);
        r->in = more;
    }
    for (int64_t i = 0; i < n; i++) {
        Ref item = as_tuple(r->sequence)->items[i];
        if (r->made_count >= MANY_INPUTS && !is_tensor(item)) return err_false(vm, EXC_ValueError, "%s: too many operands that are no tensors", r->b->name);
        if (torch && !is_tensor(item) && !is_numpy_array(vm, item)) return err_false(vm, EXC_TypeError, "expected Tensor as element %lld in argument 0, but got %T", (long long)i, item);
        if (torch && (!is_tensor(item) || as_obj(item)->aux != ACCENT_TORCH)) return err_raise(vm, EXC_TypeError, "expected Tensor as element %lld in argument 0, but got %T", (long long)i, item), tensor_explained_of(vm, "P0304", &item, 1, ACCENT_TORCH) != NO_VALUE;
        if (!put_input(r, from + (int)i, item)) return false;
    }
    return true;
}

static bool put_varints(Run *r, int attr, Ref tuple)
{
    if (r->b->accent == ACCENT_TORCH && tuple && as_tuple(tuple)->len) {
        Ref first = as_tuple(tuple)->items[0];
        if (is_str(first) || is_float_any(first) || is_none(first))
            return err_false(r->lib->vm, EXC_TypeError, "%s(): argument '%s' (position 1) must be tuple of %s, not %T", r->b->name, op_attr_info(r->op, attr)->name,
                             r->op->id == OP_reshape ? "SymInts" : "ints", first);
    }
    if (!tuple || as_tuple(tuple)->len == 0) {
        r->dims[attr].n = 0;
        r->attrs[attr].ints = (Ints){r->dims[attr].d, 0};
        return true;
    }
    Ref v = as_tuple(tuple)->len == 1 && !is_int(as_tuple(tuple)->items[0]) ? (Ref)as_tuple(tuple)->items[0] : tuple;
    return attr_from_value(r->lib, op_attr_info(r->op, attr), v, &r->attrs[attr], &r->dims[attr]);
}

/* As an integer; what is none, and what is beyond, becomes a bound that every check refuses. */
static int64_t whole(double v) { return v >= -0x1p63 && v < 0x1p63 ? (int64_t)v : v < 0 ? INT64_MIN : INT64_MAX; }

static void put_number(Run *r, int attr, double value)
{
    switch (op_attr_info(r->op, attr)->type) {
    case ATTR_INTS:
        r->dims[attr].n = 1;
        r->dims[attr].d[0] = whole(value);
        r->attrs[attr].ints = (Ints){r->dims[attr].d, 1};
        break;
    case ATTR_FLOAT: r->attrs[attr].f = value; break;
    case ATTR_NUMBER: r->attrs[attr].number = value == (double)whole(value) && value < 0x1p63 ? scalar_int(whole(value)) : scalar_float(value); break;
    default: r->attrs[attr].i = whole(value); break;
    }
}

static bool is_axis(const AttrInfo *info) { return strcmp(info->name, "axis") == 0 || strcmp(info->name, "axes") == 0; }

/* MXNet reads what is given as text: what is no integer or no shape of integers is refused in its parser's words. */
static bool is_integer_text(VM *vm, Ref v) { return (is_int(v) && !is_bool(v)) || (!is_int(v) && !is_tensor(v) && type_of(vm, v)->s.to_index != NULL); }
static bool mxnet_reads(TensorLib *lib, const AttrInfo *info, Ref v)
{
    VM *vm = lib->vm;
    const char *wanted = info->type == ATTR_INT ? "int" : info->type == ATTR_INTS ? "Shape(tuple)" : NULL;
    bool fits = !wanted || is_none(v) || is_tensor(v) || is_integer_text(vm, v);
    if (!fits && info->type == ATTR_INTS && (is_list(v) || is_tuple(v))) {
        fits = true;
        int64_t n = is_list(v) ? as_list(v)->len : as_tuple(v)->len;
        for (int64_t i = 0; fits && i < n; i++) {
            Ref item = is_list(v) ? (Ref)as_list(v)->items[i] : (Ref)as_tuple(v)->items[i];
            fits = is_none(item) || is_tensor(item) || is_integer_text(vm, item);
        }
    } else if (!fits && info->type == ATTR_INTS && !is_str(v) && !is_float_any(v) && !is_bool(v))
        fits = true; /* whatever else is iterable */
    if (fits) return true;
    Value text = op_str(vm, v);
    const char *shown = text ? str_utf8(vm, text, NULL) : NULL;
    if (shown) {
        core_said(lib->core, CE_BAD_VALUE, PARAMETER_FORMAT, info->name, wanted, shown);
        tensor_raise(lib, ACCENT_MXNET);
    }
    release(vm, text);
    return false;
}

static bool put_params(Run *r, const Ref *args)
{
    VM *vm = r->lib->vm;
    int at = 0;
    for (const Param *p = r->b->params; p->kind != P_END; p++) {
        Ref v = p->kind < P_CONST ? args[at++] : NULL;
        switch (p->kind) {
        case P_TENSOR:
            if (!put_input(r, p->index, v)) return false;
            break;
        case P_TENSOR_1D:
            if (!put_input(r, p->index, v) || !with_a_dimension(r, p->index)) return false;
            break;
        case P_OPTIONAL:
            if (v && !is_none(v)) {
                if (!put_input(r, p->index, v)) return false;
            } else {
                r->in[p->index] = ARG_ABSENT;
                if (p->index >= r->in_count) r->in_count = p->index + 1;
            }
            break;
        case P_TENSORS:
            if (!put_sequence(r, p->index, v)) return false;
            break;
        case P_ATTR: case P_ATTR_NUMBER: case P_ATTR_TEXT:
            if (v && !(is_none(v) && p->kind != P_ATTR)) {
                if (is_none(v) && op_attr_info(r->op, p->index)->type != ATTR_INTS && op_attr_info(r->op, p->index)->type != ATTR_DTYPE) break;
                if (is_bool(v) && r->b->accent == ACCENT_NUMPY && is_axis(op_attr_info(r->op, p->index)))
                    return err_false(vm, EXC_TypeError, "an integer is required%s", op_attr_info(r->op, p->index)->type == ATTR_INT ? " for the axis" : "");
                if (accent_library((Accent)r->b->accent) == ACCENT_MXNET && !mxnet_reads(r->lib, op_attr_info(r->op, p->index), v)) return false;
                if (is_complex(v) && r->b->accent == ACCENT_TORCH && op_attr_info(r->op, p->index)->type == ATTR_NUMBER) tensor_number_any(vm, v, &r->attrs[p->index].number);
                else if (!attr_from_value(r->lib, op_attr_info(r->op, p->index), v, &r->attrs[p->index], &r->dims[p->index])) return false;
            } else if (p->kind == P_ATTR_NUMBER) put_number(r, p->index, p->value);
            else if (p->kind == P_ATTR_TEXT) r->attrs[p->index].text = p->text;
            break;
        case P_VARINTS:
            if (!put_varints(r, p->index, v)) return false;
            break;
        case P_OUT:
            if (v && !is_none(v)) {
                if (!is_tensor(v)) return err_false(vm, EXC_TypeError, "%s(): argument 'out' must be a tensor, not %T", r->b->name, v);
                r->out = tensor_of(v);
                r->out_object = v;
            }
            break;
        case P_CONST: put_number(r, p->index, p->value); break;
        case P_CONST_TEXT: r->attrs[p->index].text = p->text; break;
        case P_CONST_INPUT:
            r->in[p->index] = arg_number(p->value == (double)(int64_t)p->value ? scalar_int((int64_t)p->value) : scalar_float(p->value));
            if (p->index >= r->in_count) r->in_count = p->index + 1;
            break;
        default: break;
        }
    }
    return true;
}

static Value all_outputs(Run *r, Tensor **out)
{
    VM *vm = r->lib->vm;
    int n = r->op->out_count;
    Value t = tuple_new(vm, n);
    bool ok = t != NO_VALUE;
    for (int i = 0; i < n; i++) {
        if (!ok) {
            tensor_release(r->lib->core, out[i]);
            continue;
        }
        Value v = tensor_result(r->lib, (Accent)r->b->accent, out[i]);
        as_tuple(t)->items[i] = v ? v : V_NONE;
        ok = v != NO_VALUE;
    }
    if (!ok) value_clear(vm, &t);
    return t;
}

/* mx.np's other shapes of an array are copies; where a gradient flows nobody may write into either. Takes t. */
static Tensor *of_its_own(TensorLib *lib, Tensor *t)
{
    if (grad_flows(t)) return t;
    Arg in = arg_tensor(t);
    Tensor *copy = NULL;
    if (!core_call(lib->core, OP_copy, ACCENT_MXNP, lang_site(lib->vm), &in, 1, NULL, 0, &copy)) copy = NULL;
    tensor_release(lib->core, t);
    return copy;
}

static bool takes_tensors(const Run *r)
{
    for (int i = 0; i < r->in_count; i++)
        if (r->in[i].tensor) return true;
    return r->in_count == 0;
}

Tensor *number_as_tensor(TensorLib *lib, Ref first, Ref second)
{
    Scalar a, b;
    if (is_tensor(first) || is_tensor(second) || !tensor_number_any(lib->vm, first, &a) || !tensor_number_any(lib->vm, second, &b)) return NULL;
    static const DType of[] = {[SCALAR_BOOL] = DT_BOOL, [SCALAR_INT] = DT_INT64, [SCALAR_FLOAT] = DT_FLOAT64, [SCALAR_COMPLEX] = DT_COMPLEX128};
    return tensor_from_value(lib, ACCENT_TORCH, first, a.kind == b.kind ? of[a.kind] : DT_NONE, device_cpu(lib->core));
}

static bool first_is_wrapped(Run *r, const Ref *args)
{
    Tensor *first = number_is_wrapped((OpId)r->b->op) ? number_as_tensor(r->lib, args[0], args[1]) : NULL;
    if (!first) return false;
    r->made[r->made_count++] = first;
    r->in[0] = arg_tensor(first);
    return true;
}

/* MXNet's broadcast_… take arrays alone; its other functions of two numbers give Python's number. */
static Value of_numbers(Run *r, const Ref *args)
{
    VM *vm = r->lib->vm;
    Tensor *out;
    Scalar s;
    if (strncmp(r->b->name, "broadcast_", 10) == 0)
        return err_raise(vm, EXC_AssertionError, r->in[0].tensor ? "Argument rhs must have NDArray type, but got %S" : "Argument lhs must have NDArray type, but got %S", args[r->in[0].tensor != NULL]);
    if (!core_call(r->lib->core, r->op->id, ACCENT_NUMPY, lang_site(vm), r->in, 2, NULL, CALL_NO_GRAD, &out)) return tensor_raise(r->lib, ACCENT_NUMPY);
    bool ok = tensor_read_item(r->lib->core, out, &s);
    tensor_release(r->lib->core, out);
    if (!ok) return tensor_raise(r->lib, ACCENT_NUMPY);
    if (s.kind == SCALAR_BOOL) s.kind = SCALAR_INT;
    return scalar_value(vm, s);
}

/* PyTorch's sums and products are computed in the dtype that is said, else in out='s: what goes in is converted first. */
static bool summed_as_said(Run *r)
{
    Core *c = r->lib->core;
    OpId op = (OpId)r->b->op;
    int at = -1;
    if (op != OP_sum && op != OP_prod && op != OP_cumsum && op != OP_cumprod) return true;
    for (int i = 0; i < r->op->attr_count; i++)
        if (op_attr_info(r->op, i)->type == ATTR_DTYPE) at = i;
    if (at < 0) return true;
    if (r->attrs[at].i == DT_NONE && r->out) r->attrs[at].i = r->out->dtype;
    DType said = (DType)r->attrs[at].i;
    Tensor *t = r->in[0].tensor, *cast;
    if (said == DT_NONE || dtype_is_inexact(said) || !t || !dtype_is_inexact((DType)t->dtype)) return true;
    Attr attrs[cast_ATTRS] = {[cast_dtype].i = said};
    if (!core_call(c, OP_cast, ACCENT_TORCH, lang_site(r->lib->vm), r->in, 1, attrs, CALL_NO_GRAD, &cast)) return tensor_raise(r->lib, ACCENT_TORCH), false;
    r->made[r->made_count++] = cast;
    r->in[0] = arg_tensor(cast);
    return true;
}

/* PyTorch's gather and scatter take indices of int64 alone; core's, which gradients use in every accent, any integers. */
static bool indexed_widely(const Run *r)
{
    const Tensor *t = r->in[0].tensor, *index = r->in_count > 1 ? r->in[1].tensor : NULL;
    VM *vm = r->lib->vm;
    if (!t || !index) return true;
    if (r->b->op == OP_take && index->dtype != DT_INT64 && index->dtype != DT_INT32 && dtype_is_integer((DType)index->dtype) && strcmp(r->b->name, "index_select") == 0)
        return err_false(vm, EXC_RuntimeError, "index_select(): Expected dtype int32 or int64 for index");
    if (r->b->op == OP_masked_select && index->dtype == DT_UINT8 && !r->out) return tensor_bytes_are_bits(r->lib, ACCENT_TORCH, index);
    if (r->b->op != OP_gather && r->b->op != OP_scatter) return true;
    int64_t dims = t->ndim ? t->ndim : 1, axis = r->attrs[index_axis].i;
    if (axis < -dims || axis >= dims) return true; /* (said by core) */
    bool narrow = torch_indexes_int32();
    if (index->size && index->dtype != DT_INT64 && !(narrow && index->dtype == DT_INT32)) return err_false(vm, EXC_RuntimeError, "%s(): Expected dtype %s for index", r->op->name, narrow ? "int32/int64" : "int64");
    if (r->b->op == OP_scatter && r->in[2].tensor && r->in[2].tensor->dtype != t->dtype) return err_false(vm, EXC_RuntimeError, "scatter(): Expected self.dtype to be equal to src.dtype");
    return true;
}

Value binding_run(VM *vm, const Binding *b, const Ref *args, bool in_place)
{
    TensorLib *lib = is_heap(args[0]) && is_tensor(args[0]) ? lib_of(tensor_of(args[0])) : tensor_lib(vm);
    if (!lib) return NO_VALUE;
    Run r;
    r.lib = lib, r.b = b, r.op = op_get((OpId)b->op), r.in = r.few, r.in_count = r.made_count = 0, r.room = 0, r.sequence = NO_VALUE, r.out = NULL, r.out_object = NULL;
    lib->np = false;
    attrs_default(r.op, r.attrs);
    Value result = NO_VALUE;
    if (in_place && !is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "%s_(): argument 'input' (position 1) must be Tensor, not %T", b->name, args[0]);
    if (!put_params(&r, args)) tensor_number_words(vm, (Accent)b->accent);
    else if (b->accent == ACCENT_TORCH && (!indexed_widely(&r) || !summed_as_said(&r))) result = NO_VALUE;
    else if (b->accent == ACCENT_TORCH && number_may_lead((OpId)b->op) && !takes_tensors(&r) && !first_is_wrapped(&r, args)) {
        if (!err_occurred(vm)) must_be_tensor(vm, b->name, 0, args[0]);
    }
    else {
        Accent accent = (Accent)b->accent;
        if (accent == ACCENT_MXNP && !takes_tensors(&r)) accent = ACCENT_NUMPY; /* np.sqrt(2) is NumPy's number */
        Tensor *out[MAX_OUTPUTS];
        if (in_place) r.out = tensor_of(args[0]), r.out_object = args[0];
        bool known = accent != ACCENT_MXNP || !lib->np_infers || lib->np_infers(lib, b->name, r.in, r.in_count, r.op->attr_count ? r.attrs : NULL, r.out);
        bool resizes = r.out && !in_place && accent == ACCENT_TORCH;
        Dims before;
        if (r.out) out[0] = r.out;
        if (resizes) before = dims_of(r.out);
        if (!known) result = NO_VALUE;
        else if (accent == ACCENT_MXNET && r.op->in_count == 2 && r.in_count == 2 && r.op->attr_count == 0 && !(r.in[0].tensor && r.in[1].tensor)
            && (strncmp(b->name, "broadcast_", 10) == 0 || !takes_tensors(&r))) result = of_numbers(&r, args);
        else if (resizes && !out_without_grad(lib, b->name, (OpId)b->op, r.in, r.in_count, r.out))
            result = NO_VALUE;
        else if (!core_call(lib->core, (OpId)b->op, accent, lang_site(vm), r.in, r.in_count, r.op->attr_count ? r.attrs : NULL, resizes ? CALL_OUT_GIVEN | CALL_RESIZE | CALL_NO_GRAD : r.out ? CALL_OUT_GIVEN : 0, out)) tensor_raise(lib, accent);
        else if (r.out) {
            for (int i = 0; i < r.op->out_count; i++) tensor_release(lib->core, out[i]);
            result = !resizes || torch_warn_resized(lib, &before, r.out) ? retain(r.out_object) : NO_VALUE;
        } else if (b->all) result = all_outputs(&r, out);
        else {
            for (int i = 1; i < r.op->out_count; i++) tensor_release(lib->core, out[i]);
            result = tensor_result(lib, accent, accent == ACCENT_MXNP && r.op->view ? of_its_own(lib, out[0]) : out[0]);
        }
    }
    for (int i = 0; i < r.made_count; i++) tensor_release(lib->core, r.made[i]);
    if (r.in != r.few) core_free(lib->core, r.in, r.room);
    release(vm, r.sequence);
    return result;
}
