/* mod_frozen.c: the module _frozen: the source of the modules that are frozen into the binary, for inspect and linecache. */
#include <zlib.h>

#include "../lang/vm.h"
#include "lib.h"

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
        Value name = str_from_c(vm, vm->frozen->modules[i].name);
        if (!name || !list_append_take(vm, list, name)) value_clear(vm, &list);
    }
    return list;
}

bool lib_unpack(const FrozenModule *m, unsigned char *out)
{
    uLongf size = m->size;
    return uncompress(out, &size, m->packed, m->packed_size) == Z_OK && size == m->size;
}

static const NativeDef functions[] = {
    {"source", fn_source, "filename, /", "The text of a frozen module by its file name, or None.", 0},
    {"names", fn_names, "", "The names of the frozen modules.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
const ModuleDef frozen_module = {.name = "_frozen", .doc = "The modules frozen into the binary.", .functions = functions};
