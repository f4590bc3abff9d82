/* ufunc.c: NumPy's universal functions as objects: np.add, np.exp … (rows of ufunc.def).
 *
 * A plain call goes straight to core. out=, where=, dtype= and the like, and functions that no op of core is (np.gcd), are numpy._ufuncs' (Python), which
 * also gives the class its methods reduce, accumulate, outer and at.
 */
#include <string.h>

#include "core/op_more.h"
#include "lang/object/args.h"
#include "lang/types/seq.h"
#include "numpy.h"

typedef struct Ufunc {
    Obj head;
    const char *name;
    int op;        /* an OpId; -1: `python` does it */
    int nin, nout;
    Value python;  /* owned; a function, or NULL */
    Value text;    /* owned: the name, of one made in Python */
} Ufunc;
static Ufunc *as_ufunc(Ref v) { return (Ufunc *)BITS(v); }

static void ufunc_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { seq_visit(((Ufunc *)o)->python, visit, arg); }
static void ufunc_clear(VM *vm, Obj *o) { value_clear(vm, &((Ufunc *)o)->python); }

static void ufunc_dealloc(VM *vm, Obj *o)
{
    ufunc_clear(vm, o);
    release(vm, ((Ufunc *)o)->text);
    obj_free(vm, o, sizeof(Ufunc));
}

static Value new_ufunc(VM *vm, Numpy *np, const char *name, int op, int nin, int nout)
{
    Ufunc *u = (Ufunc *)obj_alloc(vm, np->ufunc_type, sizeof *u);
    if (!u) return NO_VALUE;
    u->name = name;
    u->op = op;
    u->nin = nin;
    u->nout = nout;
    return VAL(u);
}

/* ---- calling ---- */
/* One operand as an Arg; *made: a tensor to give back. */
static bool operand(Numpy *np, const Ufunc *u, Ref v, Arg *in, Tensor **made)
{
    TensorLib *lib = np->lib;
    VM *vm = lib->vm;
    *made = NULL;
    if (is_tensor(v) && as_obj(v)->aux == ACCENT_NUMPY) {
        *in = arg_tensor(tensor_of(v));
        return true;
    }
    DType d;
    Scalar s;
    if (numpy_is_scalar(v, &d, &s)) {
        char room[DTYPE_MAX_BYTES];
        if (d == DT_FLOAT64 || d == DT_INT64 || d == DT_BOOL || d == DT_COMPLEX128) {
            *in = arg_number(s);
            return true;
        }
        dtype_store(d, room, s);
        *made = tensor_from_host(lib->core, device_cpu(lib->core), d, NULL, 0, room);
        if (!*made) return tensor_raise(lib, ACCENT_NUMPY), false;
    } else if (tensor_number_any(vm, v, &s)) {
        *in = arg_number(s);
        return true;
    } else if (is_none(v))
        return err_false(vm, EXC_TypeError, "loop of ufunc does not support argument 0 of type NoneType which has no callable %s method", u->name);
    else if (err_occurred(vm) || !(*made = numpy_tensor(lib, v)))
        return false;
    *in = arg_tensor(*made);
    return true;
}

/* rint's operand, which core would leave an integer (as np.round does). */
static bool as_float(TensorLib *lib, Arg *in, Tensor **made)
{
    DType d = in->tensor ? (DType)in->tensor->dtype : dtype_of_scalar(ACCENT_NUMPY, in->number);
    if (dtype_is_inexact(d)) return true;
    Attr attrs[cast_ATTRS] = {[cast_dtype].i = dtype_bytes(d) == 1 ? DT_FLOAT16 : dtype_bytes(d) == 2 ? DT_FLOAT32 : DT_FLOAT64};
    Tensor *t;
    if (!core_call(lib->core, OP_cast, ACCENT_NUMPY, lang_site(lib->vm), in, 1, attrs, CALL_NO_GRAD, &t)) return tensor_raise(lib, ACCENT_NUMPY), false;
    if (*made) tensor_release(lib->core, *made);
    *in = arg_tensor(*made = t);
    return true;
}

static Value plain_call(Numpy *np, const Ufunc *u, const Ref *args)
{
    TensorLib *lib = np->lib;
    Core *c = lib->core;
    Arg in[2];
    Tensor *made[2] = {NULL, NULL}, *out = NULL;
    for (int i = 0; i < u->nin; i++)
        if (is_str(args[i]) || is_bytes(args[i])) return numpy_text_operand(lib, (OpId)u->op, u->name, args[0], u->nin > 1 ? args[1] : NULL);
    bool ok = operand(np, u, args[0], &in[0], &made[0]) && (u->nin == 1 || operand(np, u, args[1], &in[1], &made[1])) && (u->op != OP_round || as_float(lib, &in[0], &made[0]));
    if (ok) {
        Attr attrs[matrix_ATTRS] = {[matrix_alpha].number = scalar_int(1), [matrix_beta].number = scalar_int(1)};
        ok = core_call(c, (OpId)u->op, ACCENT_NUMPY, lang_site(lib->vm), in, u->nin, u->op == OP_matmul ? attrs : NULL, CALL_NO_GRAD, &out);
        if (!ok) tensor_raise(lib, ACCENT_NUMPY);
        else if (!numpy_warn(lib, (OpId)u->op, in, u->nin, out, false)) {
            tensor_release(c, out);
            ok = false;
        }
    }
    for (int i = 0; i < 2; i++)
        if (made[i]) tensor_release(c, made[i]);
    return ok ? numpy_show(lib, out) : NO_VALUE;
}

/* A tensor among the operands wraps the result (PyTorch's tensors have __array_wrap__); takes it. */
static Value wrapped(VM *vm, const Ref *args, int n, Value result)
{
    for (int i = 0; result && !is_tuple(result) && i < n; i++) {
        if (!is_tensor(args[i]) || as_obj(args[i])->aux != ACCENT_TORCH) continue;
        Value name = str_intern_c(vm, "__array_wrap__"), wrap = name ? call_method(vm, args[i], name, (Ref[]){result}, 1) : NO_VALUE;
        release(vm, name);
        release(vm, result);
        return wrap;
    }
    return result;
}

static Value ufunc_call(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    const Ufunc *u = as_ufunc(self);
    TensorLib *lib = tensor_lib(vm);
    Numpy *np = lib ? numpy_of(lib) : NULL;
    if (!np) return NO_VALUE;
    int most = u->nin + u->nout;
    if (n < u->nin || n > most) {
        Value name = str_from_c(vm, u->name);
        if (name)
            err_raise(vm, EXC_TypeError, "%U() takes from %d to %d positional arguments but %d %s given", (Ref)name, u->nin, most, n, n == 1 ? "were" : "were");
        release(vm, name);
        return NO_VALUE;
    }
    if (n == u->nin && (!kwnames || as_tuple(kwnames)->len == 0)) return wrapped(vm, args, n, u->op >= 0 ? plain_call(np, u, args) : call(vm, u->python, args, n, NULL));
    if (!np->ufunc_slow) return err_raise(vm, EXC_RuntimeError, "numpy._ufuncs is not loaded");
    Value positional = tuple_from(vm, args, n), kw = dict_new(vm), result = NO_VALUE;
    bool ok = positional && kw;
    for (int64_t i = 0; ok && kwnames && i < as_tuple(kwnames)->len; i++) ok = dict_set(vm, kw, as_tuple(kwnames)->items[i], args[n + i]);
    if (ok) result = call3(vm, np->ufunc_slow, self, positional, kw);
    release(vm, positional);
    release(vm, kw);
    return result;
}

/* ---- looks ---- */
static Value ufunc_repr(VM *vm, Ref v) { return str_format(vm, "<ufunc '%s'>", as_ufunc(v)->name); }
static Value get_name(VM *vm, Ref v) { return str_from_c(vm, as_ufunc(v)->name); }
static Value get_nin(VM *vm, Ref v) { return make_small(as_ufunc(v)->nin); }
static Value get_nout(VM *vm, Ref v) { return make_small(as_ufunc(v)->nout); }
static Value get_nargs(VM *vm, Ref v) { return make_small(as_ufunc(v)->nin + as_ufunc(v)->nout); }
static Value get_op(VM *vm, Ref v) { return as_ufunc(v)->op < 0 ? V_NONE : str_from_c(vm, op_get((OpId)as_ufunc(v)->op)->name); }
static Value get_python(VM *vm, Ref v) { return as_ufunc(v)->python ? retain(as_ufunc(v)->python) : V_NONE; }

static const GetSetDef getsets[] = {
    {"__name__", get_name, NULL, "its name"},       {"nin", get_nin, NULL, "how many operands"},
    {"nout", get_nout, NULL, "how many results"},   {"nargs", get_nargs, NULL, "both together"},
    {"_op", get_op, NULL, "core's op"},             {"_python", get_python, NULL, "the function behind it"},
    {NULL, NULL, NULL, NULL},
};

static const TypeDef ufunc_def = {
    .name = "numpy.ufunc",
    .doc = "A function of numbers, taken element by element over arrays.",
    .kind = KIND_OPAQUE,
    .size = sizeof(Ufunc),
    .flags = TYPE_GC | TYPE_NO_NEW,
    .s = {.repr = ufunc_repr, .call = ufunc_call},
    .dealloc = ufunc_dealloc,
    .traverse = ufunc_traverse,
    .clear = ufunc_clear,
    .getsets = getsets,
};

/* _numpy.ufunc(name, nin, nout, function): one written in Python */
static Value fn_ufunc(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Numpy *np = lib ? numpy_of(lib) : NULL;
    if (!np || !is_str(args[0]) || !is_small(args[1]) || !is_small(args[2])) return np ? err_raise(vm, EXC_TypeError, "_numpy.ufunc(name, nin, nout, function)") : NO_VALUE;
    Value text = str_intern(vm, retain(args[0]));
    size_t bytes;
    Value u = text ? new_ufunc(vm, np, str_utf8(vm, text, &bytes), -1, (int)small_of(args[1]), (int)small_of(args[2])) : NO_VALUE;
    if (!u) {
        release(vm, text);
        return NO_VALUE;
    }
    as_ufunc(u)->text = text;
    as_ufunc(u)->python = retain(args[3]);
    return u;
}
static const NativeDef make_row = {"ufunc_of", fn_ufunc, "name, nin, nout, function, /", "A ufunc around a function written in Python.", 0};

bool numpy_ufuncs_open(VM *vm, Numpy *np, Dict *ns)
{
    np->ufunc_type = type_from_def(vm, &ufunc_def, NULL);
    if (np->ufunc_type) np->ufunc_type->flags &= ~(uint32_t)TYPE_IMMUTABLE; /* py/numpy adds reduce, outer … */
    if (!np->ufunc_type || !module_add_type(vm, ns, np->ufunc_type)) return false;
    static const struct { const char *name; OpId op; int nin; } rows[] = {
#define UFUNC(name, op, nin) {#name, OP_##op, nin},
#include "ufunc.def"
#undef UFUNC
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!module_add(vm, ns, rows[i].name, new_ufunc(vm, np, rows[i].name, (int)rows[i].op, rows[i].nin, 1))) return false;
    return module_add(vm, ns, make_row.name, native_new(vm, &make_row, NULL, NULL));
}
