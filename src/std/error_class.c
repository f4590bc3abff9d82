/* error_class.c: the classes of exceptions that C modules make for themselves. */
#include "std.h"
#include "lang/object/vm.h"

static bool text_in(VM *vm, Ref ns, Ref name, const char *text)
{
    Value v = str_from_c(vm, text);
    return v && dict_set_take(vm, ns, name, v);
}

Value lib_error_class(VM *vm, const char *module, const char *name, const char *doc, Ref base, Ref second)
{
    Value text = str_intern_c(vm, name), ns = dict_new(vm), bases = tuple_of(vm, second ? 2 : 1, base, second), cls = NO_VALUE;
    if (text && ns && bases && text_in(vm, ns, NAME(__module__), module) && (!doc || text_in(vm, ns, NAME(__doc__), doc)))
        cls = type_make(vm, REF(CLASS(type)), text, bases, ns, NULL);
    release(vm, text);
    release(vm, ns);
    release(vm, bases);
    return cls;
}
