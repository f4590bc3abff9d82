/* mod_demos.c: the module _demos: the demos that ship (examples/demos), as texts in perch itself: wherever it is installed it has them. */
#include <string.h>

#include "lang/object/containers.h"
#include "lang/object/module.h"
#include "lang/object/str.h"
#include "lang/object/vm.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

static const struct { const char *name, *text; size_t size; } demos[] = {
#include "demos.inc" /* made by tools/texts.py */
    {0},
};

FN(fn_names)
{
    Value list = list_new(vm, 64);
    for (size_t i = 0; list && demos[i].name; i++) {
        Value name = str_from_c(vm, demos[i].name);
        if (!name || !list_append_take(vm, list, name)) {
            release(vm, list);
            return NULL;
        }
    }
    return list;
}

FN(fn_text)
{
    size_t size;
    const char *name = is_str(args[0]) ? str_utf8(vm, args[0], &size) : NULL;
    for (size_t i = 0; name && demos[i].name; i++)
        if (!strcmp(demos[i].name, name)) return str_from_utf8(vm, demos[i].text, demos[i].size);
    return name ? err_raise(vm, EXC_KeyError, "%s", name) : err_raise(vm, EXC_TypeError, "a name is a str, not %T", args[0]);
}

static const NativeDef functions[] = {
    {"names", fn_names, "", "The files' names.", 0},
    {"text", fn_text, "name, /", "A file's text.", 0},
    {0},
};

const ModuleDef demos_module = {.name = "_demos", .doc = "The demos that ship.", .functions = functions};
