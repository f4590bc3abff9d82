/* np.c: the module numpy.core._multiarray_umath: its state, its constants, and the rows that the other files give it. */
#include <limits.h>
#include <math.h>

#include "array.h"
#include "broadcast.h"
#include "element.h"
#include "functions.h"
#include "nditer.h"
#include "time.h"
#include "ufunc.h"

const ElementInfo np_elements[NP_NUMS] = {
#define ELEMENT(NUMBER, letter, kind, class, ctype, bytes, base) [NP_##NUMBER] = {letter, kind, bytes, _Alignof(ctype), class},
#include "elements.def"
#undef ELEMENT
};

/* ---- NumPy's Python half ---- */

static const struct { const char *module, *name; } python[] = {
#define PYTHON(ID, module, name) {module, name},
#include "python.def"
#undef PYTHON
};

Ref np_python(VM *vm, Np *np, PythonId id)
{
    if (!np->python[id]) {
        Value v = import_attr(vm, python[id].module, python[id].name);
        if (!v) return NULL;
        value_put(vm, &np->python[id], v);
    }
    return np->python[id];
}

Value np_ask(VM *vm, Np *np, PythonId id, const Ref *args, int n)
{
    Ref f = np_python(vm, np, id);
    return f ? call(vm, f, args, n, NULL) : NO_VALUE;
}

Value np_raise_python(VM *vm, Np *np, PythonId class, const Ref *args, int n)
{
    Value e = np_ask(vm, np, class, args, n);
    return e ? err_raise_obj(vm, e) : NO_VALUE;
}

bool np_warn(VM *vm, Np *np, PythonId category, Value text)
{
    Ref class = text ? np_python(vm, np, category) : (Ref)NO_VALUE;
    Value warn = class ? import_attr(vm, "warnings", "warn") : NO_VALUE, r = warn ? call2(vm, warn, text, class) : NO_VALUE;
    release(vm, warn);
    release(vm, text);
    release(vm, r);
    return r != NO_VALUE;
}

bool np_dims_fit(VM *vm, int64_t ndim)
{
    return ndim <= NP_DIMS_MOST || err_false(vm, EXC_ValueError, "maximum supported dimension for an ndarray is %d, found %lld", NP_DIMS_MOST, (long long)ndim);
}

bool np_raise_axis(VM *vm, int64_t axis, int ndim, Ref prefix)
{
    Np *np = np_state(vm);
    Value at = int_from_i64(vm, axis);
    Ref given[] = {at, make_small(ndim), prefix ? prefix : (Ref)V_NONE};
    if (np && at) np_raise_python(vm, np, PY_AXIS_ERROR, given, 3);
    release(vm, at);
    return false;
}

/* ---- constants ---- */

static bool constants(VM *vm, Dict *ns)
{
    static const struct { const char *name; int64_t i; } ints[] = {
        {"ALLOW_THREADS", 1}, {"BUFSIZE", 8192}, {"CLIP", 1}, {"WRAP", 2}, {"RAISE", 0}, {"ERR_IGNORE", 0}, {"ERR_WARN", 1}, {"ERR_RAISE", 2}, {"ERR_CALL", 3}, {"ERR_PRINT", 4}, {"ERR_LOG", 5},
        {"ERR_DEFAULT", 521}, {"FLOATING_POINT_SUPPORT", 1}, {"FPE_DIVIDEBYZERO", 1}, {"FPE_OVERFLOW", 2}, {"FPE_UNDERFLOW", 4}, {"FPE_INVALID", 8}, {"ITEM_HASOBJECT", DESCR_HAS_OBJECT},
        {"ITEM_IS_POINTER", DESCR_IS_POINTER}, {"LIST_PICKLE", DESCR_LIST_PICKLE}, {"NEEDS_INIT", DESCR_NEEDS_INIT}, {"NEEDS_PYAPI", DESCR_NEEDS_API}, {"USE_GETITEM", DESCR_USE_GETITEM},
        {"USE_SETITEM", DESCR_USE_SETITEM}, {"MAXDIMS", NP_DIMS_MOST}, {"MAY_SHARE_BOUNDS", 0}, {"MAY_SHARE_EXACT", -1}, {"SHIFT_DIVIDEBYZERO", 0}, {"SHIFT_OVERFLOW", 3}, {"SHIFT_UNDERFLOW", 6},
        {"SHIFT_INVALID", 9}, {"UFUNC_BUFSIZE_DEFAULT", 8192}, {"tracemalloc_domain", 389047}};
    static const struct { const char *name; double f; } floats[] = {{"PINF", INFINITY}, {"NINF", -INFINITY}, {"PZERO", 0.0}, {"NZERO", -0.0}, {"NAN", NAN}, {"e", 2.718281828459045235360287471352662498},
        {"pi", 3.141592653589793238462643383279502884}, {"euler_gamma", 0.577215664901532860606512090082402431}};
    for (size_t i = 0; i < sizeof ints / sizeof *ints; i++)
        if (!module_add(vm, ns, ints[i].name, make_small(ints[i].i))) return false;
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        if (!module_add(vm, ns, floats[i].name, make_float_any(floats[i].f))) return false;
    return module_add(vm, ns, "UFUNC_PYVALS_NAME", str_from_c(vm, "UFUNC_PYVALS")) && module_add(vm, ns, "__version__", str_from_c(vm, "3.1")) && module_add(vm, ns, "DATETIMEUNITS", V_NONE) &&
           module_add(vm, ns, "_ARRAY_API", V_NONE) && module_add(vm, ns, "_UFUNC_API", V_NONE) && module_add(vm, ns, "__cpu_features__", dict_new(vm)) &&
           module_add(vm, ns, "__cpu_baseline__", list_new(vm, 0)) && module_add(vm, ns, "__cpu_dispatch__", list_new(vm, 0));
}

static bool flag_names(VM *vm, Dict *ns)
{
    static const struct { const char *name; int64_t i; } rows[] = {{"OWNDATA", 4}, {"O", 4}, {"FORTRAN", 2}, {"F", 2}, {"CONTIGUOUS", 1}, {"C", 1}, {"C_CONTIGUOUS", 1}, {"F_CONTIGUOUS", 2}, {"ALIGNED", 256},
        {"A", 256}, {"WRITEBACKIFCOPY", 8192}, {"X", 8192}, {"WRITEABLE", 1024}, {"W", 1024}};
    Value d = dict_new(vm);
    bool ok = d != NO_VALUE;
    for (size_t i = 0; ok && i < sizeof rows / sizeof *rows; i++) ok = dict_set_c(vm, d, rows[i].name, make_small(rows[i].i));
    return ok ? module_add(vm, ns, "_flagdict", d) : (release(vm, d), false);
}

/* typeinfo: by the names that C gives its types: (letter, number, bits, alignment[, largest, smallest], class). */
static Value info_row(VM *vm, const Np *np, Num num, char letter)
{
    static const char *const plain_fields[] = {"char", "num", "bits", "alignment", "type", NULL}, *const ranged_fields[] = {"char", "num", "bits", "alignment", "max", "min", "type", NULL};
    const ElementInfo *e = &np_elements[num];
    bool time = num_is_time(num), ranged = num <= NP_ULONGLONG || time;
    Value shown = str_from_char(vm, (uint32_t)letter), most = V_NONE, least = V_NONE, r = NO_VALUE;
    if (ranged) {
        bool is_signed = e->kind == 'i' || time;
        uint64_t top = num == NP_BOOL ? 1 : UINT64_MAX >> (64 - 8 * e->bytes + is_signed);
        most = int_from_u64(vm, top);
        least = is_signed ? int_from_i64(vm, -(int64_t)top - 1) : make_small(0);
    }
    if (shown && most && least) {
        Ref class = REF(np->scalars[num]), four[] = {shown, make_small(num), make_small(8 * e->bytes), make_small(e->align)};
        Ref ranged_row[] = {four[0], four[1], four[2], four[3], most, least, class}, plain_row[] = {four[0], four[1], four[2], four[3], class};
        r = ranged ? structseq_make(vm, "numpy.core.multiarray.typeinforanged", ranged_fields, ranged_row, 7) : structseq_make(vm, "numpy.core.multiarray.typeinfo", plain_fields, plain_row, 5);
    }
    release(vm, shown);
    release(vm, most);
    release(vm, least);
    return r;
}

static bool type_info(VM *vm, const Np *np, Dict *ns)
{
    static const struct { const char *name; Num num; char letter; } rows[] = {{"BOOL", NP_BOOL, '?'}, {"BYTE", NP_BYTE, 'b'}, {"UBYTE", NP_UBYTE, 'B'}, {"SHORT", NP_SHORT, 'h'}, {"USHORT", NP_USHORT, 'H'},
        {"INT", NP_INT, 'i'}, {"UINT", NP_UINT, 'I'}, {"INTP", NP_LONG, 'p'}, {"UINTP", NP_ULONG, 'P'}, {"LONG", NP_LONG, 'l'}, {"ULONG", NP_ULONG, 'L'}, {"LONGLONG", NP_LONGLONG, 'q'},
        {"ULONGLONG", NP_ULONGLONG, 'Q'}, {"HALF", NP_HALF, 'e'}, {"FLOAT", NP_FLOAT, 'f'}, {"DOUBLE", NP_DOUBLE, 'd'}, {"LONGDOUBLE", NP_LONGDOUBLE, 'g'}, {"CFLOAT", NP_CFLOAT, 'F'},
        {"CDOUBLE", NP_CDOUBLE, 'D'}, {"CLONGDOUBLE", NP_CLONGDOUBLE, 'G'}, {"OBJECT", NP_OBJECT, 'O'}, {"STRING", NP_STRING, 'S'}, {"UNICODE", NP_UNICODE, 'U'}, {"VOID", NP_VOID, 'V'},
        {"DATETIME", NP_DATETIME, 'M'}, {"TIMEDELTA", NP_TIMEDELTA, 'm'}};
    static const struct { const char *name; ScalarClass class; } classes[] = {{"Generic", NPC_GENERIC}, {"Number", NPC_NUMBER}, {"Integer", NPC_INTEGER}, {"Inexact", NPC_INEXACT},
        {"SignedInteger", NPC_SIGNED}, {"UnsignedInteger", NPC_UNSIGNED}, {"Floating", NPC_FLOATING}, {"ComplexFloating", NPC_COMPLEXFLOATING}, {"Flexible", NPC_FLEXIBLE}, {"Character", NPC_CHARACTER}};
    Value all = dict_new(vm);
    bool ok = all != NO_VALUE;
    for (size_t i = 0; ok && i < sizeof rows / sizeof *rows; i++) {
        Value row = info_row(vm, np, rows[i].num, rows[i].letter);
        ok = row && dict_set_c(vm, all, rows[i].name, row);
        if (ok && (rows[i].num == NP_BOOL)) ok = dict_set_c(vm, REF(ns), "typeinforanged", REF(type_of(vm, row)));
        release(vm, row);
    }
    for (size_t i = 0; ok && i < sizeof classes / sizeof *classes; i++) ok = dict_set_c(vm, all, classes[i].name, REF(np->abstract[classes[i].class]));
    return ok ? module_add(vm, ns, "typeinfo", all) : (release(vm, all), false);
}

/* ---- the module ---- */

static bool functions(VM *vm, Dict *ns)
{
    Value module = str_intern_c(vm, "numpy.core._multiarray_umath");
    bool ok = module != NO_VALUE;
    for (const NativeDef *const *table = multiarray_functions; ok && *table; table++)
        for (const NativeDef *f = *table; ok && f->name; f++) ok = module_add(vm, ns, f->name, native_new(vm, f, NULL, module));
    release(vm, module);
    return ok;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    Np *np = as_module(module)->state;
    np->vm = vm;
    np->legacy_print = INT_MAX;
    return scalar_open(vm, np, ns) && descr_open(vm, np, ns) && array_open(vm, np, ns) && broadcast_open(vm, np, ns) && nditer_open(vm, np, ns) && ufunc_open(vm, np, ns) && busday_open(vm, np, ns) && constants(vm, ns) && flag_names(vm, ns) && type_info(vm, np, ns) &&
           dict_set_c(vm, REF(ns), "error", REF(vm->exc_types[EXC_Exception])) && functions(vm, ns);
}

static void done(VM *vm, void *state)
{
    Np *np = state;
    Value *const held[] = {&np->type_dict, &np->string_functions[0], &np->string_functions[1], &np->numeric_ops, &np->errobj, &np->truths[0], &np->truths[1]};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) value_clear(vm, held[i]);
    for (int i = 0; i < PY_COUNT; i++) value_clear(vm, &np->python[i]);
    for (int i = 0; i < NP_NUMS; i++) {
        Descr *d = np->descrs[i];
        np->descrs[i] = NULL;
        descr_release(vm, d);
    }
    Type *const types[] = {np->flagsobj, np->flatiter, np->broadcast, np->nditer, np->ufunc, np->ndarray, np->dtype, np->dtype_meta};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) release(vm, VAL(types[i]));
    for (int i = 0; i < NP_NUMS; i++) release(vm, VAL(np->dtype_classes[i]));
    for (int i = NP_NUMS; i-- > 0;) release(vm, VAL(np->scalars[i]));
    for (int i = NPC_COUNT; i-- > 0;) release(vm, VAL(np->abstract[i]));
}

const ModuleDef multiarray_umath_module = {.name = "numpy.core._multiarray_umath", .doc = "NumPy's arrays and functions over elements.", .init = init, .state_size = sizeof(Np), .done = done};
