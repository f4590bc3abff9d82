/* mod_frozen.c: the module _frozen: the source of the modules that are frozen into the binary, for inspect and linecache. */
#include "../lang/vm.h"

/* source("<frozen json.decoder>") -> text or None */
static Value fn_source(VM *vm, const Ref *args, int n, Ref kwnames)
{
    size_t len;
    const char *file = is_str(args[0]) ? str_utf8(vm, args[0], &len) : NULL;
    static const char before[] = "<frozen ";
    enum { BEFORE = sizeof before - 1 };
    if (!file || len < BEFORE + 2 || memcmp(file, before, BEFORE) || file[len - 1] != '>') return err_occurred(vm) ? NULL : V_NONE;
    for (const FrozenModule *m = vm->frozen; m && m->name; m++)
        if (strlen(m->name) == len - BEFORE - 1 && !memcmp(m->name, file + BEFORE, len - BEFORE - 1)) return str_from_utf8(vm, (const char *)m->data, m->size);
    return V_NONE;
}

static Value fn_names(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value list = list_new(vm, 64);
    for (const FrozenModule *m = vm->frozen; list && m && m->name; m++) {
        Value name = str_from_c(vm, m->name);
        if (!name || !list_append_take(vm, list, name)) value_clear(vm, &list);
    }
    return list;
}

static const NativeDef functions[] = {
    {"source", fn_source, "filename, /", "The text of a frozen module by its file name, or None.", 0},
    {"names", fn_names, "", "The names of the frozen modules.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
const ModuleDef frozen_module = {.name = "_frozen", .doc = "The modules frozen into the binary.", .functions = functions};
