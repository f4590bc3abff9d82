/* prelude.c: the scope behind the builtins: which names it has (prelude.def), and their values, from the module _prelude, which is imported when the first
 * of them is used. Nothing else of the library is loaded before. */
#include <stdlib.h>

#include "lib.h"
#include "lang/object/ops.h"
#include "lang/object/str.h"
#include "lang/object/vm.h"

static const char *const names[] = {
#define PRELUDE(name) #name,
#include "prelude.def"
};

static int by_name(const void *key, const void *row) { return strcmp(key, *(const char *const *)row); }

const char *const *lib_prelude_names(size_t *count)
{
    *count = sizeof names / sizeof *names;
    return names;
}

static bool has(VM *vm, Ref name)
{
    size_t n;
    const char *text = str_utf8(vm, name, &n);
    return text && bsearch(text, names, sizeof names / sizeof *names, sizeof *names, by_name);
}

bool lib_prelude_has(VM *vm, Ref name) { return vm->prelude_find == lib_prelude && has(vm, name); }

Value lib_prelude(VM *vm, Ref name)
{
    if (!has(vm, name)) return NO_VALUE;
    Value module = import_module(vm, "_prelude"), v = module ? obj_getattr(vm, module, name) : NO_VALUE;
    release(vm, module);
    return v;
}
