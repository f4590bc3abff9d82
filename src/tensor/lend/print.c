/* print.c: MXNet's arrays are printed as NumPy's are: what np.set_printoptions said, for object/'s printer. */
#include "lend.h"

static bool number_of(VM *vm, Ref options, const char *name, double *to)
{
    Ref v = dict_get_c(vm, options, name);
    return !v || is_none(v) || num_to_double(vm, v, to);
}
static bool whole_of(VM *vm, Ref options, const char *name, int64_t *to)
{
    Ref v = dict_get_c(vm, options, name);
    return !v || is_none(v) || num_index_i64(vm, v, to);
}
/* Held by lib, as the printer reads it later. */
static bool text_of(TensorLib *lib, Ref options, const char *name, int which, const char **to)
{
    Ref v = dict_get_c(lib->vm, options, name);
    size_t n;
    if (!v || !is_str(v)) return true;
    value_put(lib->vm, &lib->print_names[which], retain(v));
    *to = str_utf8(lib->vm, v, &n);
    return *to != NULL;
}

static bool read_options(TensorLib *lib, Ref options)
{
    static const struct { const char *name; FloatMode mode; } modes[] = {
        {"fixed", FLOATMODE_FIXED}, {"unique", FLOATMODE_UNIQUE}, {"maxprec", FLOATMODE_MAXPREC}, {"maxprec_equal", FLOATMODE_MAXPREC_EQUAL}};
    VM *vm = lib->vm;
    NumpyPrint p = NUMPY_PRINT_DEFAULT;
    Ref precision = dict_get_c(vm, options, "precision"), suppress = dict_get_c(vm, options, "suppress"), sign = dict_get_c(vm, options, "sign"), mode = dict_get_c(vm, options, "floatmode");
    if (!whole_of(vm, options, "precision", &p.precision) || !number_of(vm, options, "threshold", &p.threshold) || !whole_of(vm, options, "edgeitems", &p.edgeitems)
        || !whole_of(vm, options, "linewidth", &p.linewidth) || !text_of(lib, options, "nanstr", 0, &p.nanstr) || !text_of(lib, options, "infstr", 1, &p.infstr)) return false;
    if (precision && is_none(precision)) p.precision = -1;
    p.suppress = suppress == V_TRUE;
    if (sign && is_str(sign) && as_str(sign)->len == 1) p.sign = (char)str_at(as_str(sign), 0);
    for (size_t i = 0; mode && i < sizeof modes / sizeof *modes; i++)
        if (str_equal_c(mode, modes[i].name)) p.floatmode = modes[i].mode;
    lib->numpy_print = p;
    return true;
}

bool numpy_print_now(TensorLib *lib)
{
    VM *vm = lib->vm;
    if (!np_state(vm)) return true;
    Value module = import_module(vm, "numpy.core.arrayprint"), options = module ? obj_getattr_c(vm, module, "_format_options") : NO_VALUE;
    bool ok = options && (!is_dict(options) || read_options(lib, options));
    release(vm, module);
    release(vm, options);
    return ok;
}
