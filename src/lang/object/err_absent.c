/* err_absent.c: the sentence in an AttributeError over a name that the library's original has and perch has not. Which names those are, the library says
 * (LangConfig.absent_name); asked only when a name was not found. */
#include <string.h>

#include "vm.h"

static const char *text_of(VM *vm, Ref s)
{
    size_t n;
    return s && is_str(s) ? str_utf8(vm, s, &n) : NULL;
}

static const AbsentName *of_class(VM *vm, const Type *t, const char *name)
{
    Value home = type_module_name(vm, t);
    const char *module = text_of(vm, home), *owner = text_of(vm, REF(t->name));
    const AbsentName *found = NULL;
    char package[32];
    size_t n = module ? strcspn(module, ".") : sizeof package;
    if (n < sizeof package) {
        memcpy(package, module, n);
        package[n] = '\0';
        found = vm->absent_name(package, owner, name);
    }
    release(vm, home);
    return found;
}

static const AbsentName *of_mro(VM *vm, const Type *t, const char *name)
{
    const AbsentName *found = NULL;
    const Tuple *mro = t->mro;
    for (int64_t i = 0; mro && i < mro->len && !found; i++)
        if (is_type(mro->items[i])) found = of_class(vm, as_type(mro->items[i]), name);
    return found;
}

const AbsentName *err_absent_name(VM *vm, Ref obj, Ref name)
{
    const char *asked = vm->absent_name ? text_of(vm, name) : NULL;
    if (!asked || asked[0] == '_') return NULL;
    if (!is_module(obj)) return of_mro(vm, is_type(obj) ? as_type(obj) : type_of(vm, obj), asked);
    const char *module = text_of(vm, dict_get_str(vm, REF(as_module(obj)->dict), NAME(__name__)));
    return module ? vm->absent_name(module, "", asked) : NULL;
}

/* Only where the error has no more to say by itself. */
static bool is_bare(VM *vm, const Exception *e)
{
    const Tuple *args = as_tuple(e->args);
    const char *text = args->len == 1 ? text_of(vm, args->items[0]) : NULL;
    size_t n = text ? strlen(text) : 0;
    return n && text[n - 1] == '\'' && strstr(text, "has no attribute");
}

void err_tell_absent(VM *vm, Ref obj, Ref name)
{
    if (!vm->absent_name || !err_matches(vm, EXC_AttributeError)) return;
    Value pending = err_take(vm);
    Exception *e = as_exception(pending);
    const AbsentName *found = is_bare(vm, e) ? err_absent_name(vm, obj, name) : NULL;
    Value text = found ? str_format(vm, "%S (%s has it; perch's %s does not)", as_tuple(e->args)->items[0], found->original, found->package) : NULL, args = text ? tuple_take(vm, &text, 1) : NULL;
    if (args) value_put(vm, &e->args, args);
    err_clear(vm);
    err_put(vm, pending);
}
