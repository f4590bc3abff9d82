/* mod_ctypes.c: the module _ctypes, over libffi, which is opened when the module is imported: its classes, functions, constants. */
#include "mod_ctypes.h"

#include <dlfcn.h>

Ffi ffi;
static const char *const names[] = {
#define FFI(ret, name, args) "ffi_" #name,
#include "ffi.def"
#undef FFI
};
static LibTable table = {.library = "libffi.so.8", .names = names, .functions = (void **)&ffi, .count = sizeof names / sizeof *names};
_Static_assert(sizeof(Ffi) == sizeof names / sizeof *names * sizeof(void *), "one pointer a function");

/* The six classes that a program derives from, each an instance of its metaclass. */
static bool bases(VM *vm, CtypesState *st, Dict *ns)
{
    static const TypeDef *const defs[CT_KINDS] = {&ctypes_simple_def, &ctypes_struct_def, &ctypes_union_def, &ctypes_array_def, &ctypes_pointer_def, &ctypes_call_def};
    for (int i = 0; i < CT_KINDS; i++)
        if (!(st->bases[i] = type_from_def(vm, defs[i], st->data))) return false;
    for (int i = 0; i < CT_KINDS; i++) { /* (made later, metaclasses go later) */
        if (!(st->metas[i] = type_from_def(vm, &ctypes_meta_defs[i], CLASS(type)))) return false;
        st->bases[i]->head.type = st->metas[i];
        if (!module_add_type(vm, ns, st->bases[i])) return false;
    }
    return type_add_methods(vm, st->metas[CT_POINTER], ctypes_pointer_meta_methods);
}
static bool types(VM *vm, CtypesState *st, Dict *ns)
{
    const struct { Type **slot; const TypeDef *def; } rows[] = {
        {&st->data, &ctypes_data_def}, {&st->field, &ctypes_field_def}, {&st->arg, &ctypes_arg_def}, {&st->info, &ctypes_info_def}, {&st->thunk, &ctypes_thunk_def}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!(*rows[i].slot = type_from_def(vm, rows[i].def, NULL))) return false;
    return bases(vm, st, ns);
}
static bool functions(VM *vm, Dict *ns)
{
    static const NativeDef *const all[] = {ctypes_type_functions, ctypes_pointer_functions, ctypes_arg_functions, ctypes_library_functions, ctypes_memory_functions};
    Value module = str_intern_c(vm, "_ctypes");
    bool ok = module != NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (const NativeDef *f = all[i]; ok && f->name; f++) ok = module_add(vm, ns, f->name, native_new(vm, f, NULL, module));
    release(vm, module);
    return ok;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    CtypesState *st = as_module(module)->state;
    const char *missing = FFI_KNOWN ? lib_table(&table) : "its calling convention for this machine";
    if (missing) return err_false(vm, EXC_ImportError, "C functions are called by libffi, and %s is not here (libffi.so.8)", missing);
    if (!types(vm, st, ns) || !functions(vm, ns) || !ctypes_memory_constants(vm, ns)) return false;
    st->argument_error = lib_error_class(vm, "ctypes", "ArgumentError", NULL, REF(vm->exc_types[EXC_Exception]), NULL);
    st->swapped_be = str_intern_c(vm, "__ctype_be__");
    st->swapped_le = str_intern_c(vm, "__ctype_le__");
    return st->argument_error && st->swapped_be && st->swapped_le && (st->pointers = dict_new(vm)) && (st->arrays = dict_new(vm)) && dict_set_c(vm, REF(ns), "ArgumentError", st->argument_error) &&
           dict_set_c(vm, REF(ns), "_pointer_type_cache", st->pointers);
}
static void done(VM *vm, void *state)
{
    CtypesState *st = state;
    Value *const values[] = {&st->pointers, &st->arrays, &st->argument_error, &st->swapped_be, &st->swapped_le};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) value_clear(vm, values[i]);
    Type *const all[] = {st->field, st->arg, st->info, st->thunk};
    for (int i = 0; i < CT_KINDS; i++) {
        release(vm, VAL(st->bases[i]));
        release(vm, VAL(st->metas[i]));
    }
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) release(vm, VAL(all[i]));
    release(vm, VAL(st->data));
}

static const ModuleConst constants[] = {
    {.name = "FUNCFLAG_CDECL", .i = FLAG_CDECL}, {.name = "FUNCFLAG_USE_ERRNO", .i = FLAG_ERRNO}, {.name = "FUNCFLAG_USE_LASTERROR", .i = FLAG_LASTERROR},
    {.name = "FUNCFLAG_PYTHONAPI", .i = FLAG_PYTHON}, {.name = "RTLD_LOCAL", .i = RTLD_LOCAL}, {.name = "RTLD_GLOBAL", .i = RTLD_GLOBAL}, {.name = "CTYPES_MAX_ARGCOUNT", .i = ARGUMENTS_MOST},
    {.name = "__version__", .kind = CONST_STR, .s = "1.1.0"}, {0},
};
const ModuleDef ctypes_module = {.name = "_ctypes", .doc = "Data as C has it, and C functions: what the package ctypes stands on.", .constants = constants, .init = init, .state_size = sizeof(CtypesState), .done = done};
