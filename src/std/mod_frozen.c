/* mod_frozen.c: the module _frozen: the source of the modules that are frozen into the binary, for inspect and linecache. */
#include <zlib.h>

#include "lang/object/vm.h"
#include "std.h"

/* source("<frozen json.decoder>") -> text or None */
static Value fn_source(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const FrozenModule *m = frozen_by_file(vm, args[0]);
    return m ? frozen_source(vm, m) : V_NONE;
}

static Value fn_names(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value list = list_new(vm, 64);
    for (size_t i = 0; list && vm->frozen && i < vm->frozen->count; i++) {
        if (frozen_is_layer(&vm->frozen->modules[i])) continue;
        Value name = str_from_c(vm, vm->frozen->modules[i].name);
        if (!name || !list_append_take(vm, list, name)) value_clear(vm, &list);
    }
    return list;
}

static const FrozenModule *find(VM *vm, Ref name)
{
    const FrozenModule *m = is_str(name) ? frozen_named(vm, name) : NULL;
    if (!m && !err_occurred(vm)) err_raise(vm, EXC_ImportError, "no module %R is in the binary", name);
    return m;
}

static Value fn_is_package(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const FrozenModule *m = is_str(args[0]) ? frozen_named(vm, args[0]) : NULL;
    return m ? make_bool(m->package) : V_NONE;
}

static Value fn_code(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const FrozenModule *m = find(vm, args[0]);
    return m ? frozen_code(vm, m) : NO_VALUE;
}

static Value fn_place(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const FrozenModule *m = find(vm, args[0]);
    Value file = NO_VALUE, folder = NO_VALUE;
    if (!m || !frozen_place(vm, m, &file, &folder)) return NULL;
    Value both = tuple_from(vm, (Ref[]){file ? file : V_NONE, folder ? folder : V_NONE}, 2);
    release(vm, file);
    release(vm, folder);
    return both;
}

static Value fn_is_library(VM *vm, const Ref *args, int n, Ref kwnames)
{
    size_t len;
    const char *folder = is_str(args[0]) ? str_utf8(vm, args[0], &len) : NULL;
    if (!folder) err_clear(vm);
    return make_bool(folder && frozen_is_library(vm, folder));
}

static Value fn_text(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const FrozenModule *m = find(vm, args[0]);
    return m ? frozen_source(vm, m) : NO_VALUE;
}

bool lib_unpack(const unsigned char *packed, size_t n, unsigned char *out, size_t size)
{
    uLongf got = size;
    return uncompress(out, &got, packed, n) == Z_OK && got == size;
}

static Value fn_libraries(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value list = list_new(vm, 0);
    for (size_t i = 0; list && vm->frozen && i < vm->frozen->library_count; i++) {
        Value words = str_from_c(vm, vm->frozen->libraries[i].words);
        if (!words || !list_append(vm, list, words)) value_clear(vm, &list);
        release(vm, words);
    }
    return list;
}

static const NativeDef functions[] = {
    {"source", fn_source, "filename, /", "The text of a frozen module by its file name, or None.", 0},
    {"is_package", fn_is_package, "name, /", "Is a module of the binary a package? None: there is no such module.", 0},
    {"code", fn_code, "name, /", "The code of a module of the binary.", 0},
    {"text", fn_text, "name, /", "The text of a module of the binary.", 0},
    {"place", fn_place, "name, /", "(file, folder of a package) that a module of the binary was taken from; None: the file is not on this machine, or it is perch's own.", 0},
    {"is_library", fn_is_library, "folder, /", "Is it a folder of the library that modules of the binary were taken from?", 0},
    {"libraries", fn_libraries, "", "Of each library that modules of the binary were taken from, which one it is: \"NAME VERSION, FOLDER\".", 0},
    {"names", fn_names, "", "The names of the frozen modules.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
const ModuleDef frozen_module = {.name = "_frozen", .doc = "The modules frozen into the binary.", .functions = functions};
