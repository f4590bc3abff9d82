/* args.c: argument checks of constructors written in C; see args.h. */
#include "args.h"

#include "vm.h"

bool args_no_kw(VM *vm, const char *name, Ref kwnames)
{
    if (kwnames == NULL || as_tuple(kwnames)->len == 0) return true;
    return err_false(vm, EXC_TypeError, "%s() takes no keyword arguments", name);
}

bool args_count(VM *vm, const char *name, int n, int min, int max)
{
    if (n < min)
        return err_false(vm, EXC_TypeError, "%s expected %s%d argument%s, got %d", name, min == max ? "" : "at least ", min,
                         min == 1 ? "" : "s", n);
    if (max >= 0 && n > max)
        return err_false(vm, EXC_TypeError, "%s expected %s%d argument%s, got %d", name, min == max ? "" : "at most ", max,
                         max == 1 ? "" : "s", n);
    return true;
}

static bool bind_keyword(VM *vm, const char *fn, Ref name, Ref value, const char *const *names, int count, int n, Ref *out)
{
    for (int i = 0; i < count; i++) {
        if (names[i][0] == '\0' || !str_equal_c(name, names[i])) continue;
        if (out[i] != NULL)
            return err_false(vm, EXC_TypeError, "argument for %s() given by name ('%s') and position (%d)", fn, names[i], i + 1);
        out[i] = value;
        return true;
    }
    (void)n;
    return err_false(vm, EXC_TypeError, "'%U' is an invalid keyword argument for %s()", name, fn);
}

bool args_bind(VM *vm, const char *fn, const Ref *args, int n, Ref kwnames, const char *const *names, int count, Ref *out)
{
    int nkw = kwnames == NULL ? 0 : (int)as_tuple(kwnames)->len;
    for (int i = 0; i < count; i++) out[i] = NULL;
    if (n + nkw > count)
        return err_false(vm, EXC_TypeError, "%s() takes at most %d %sargument%s (%d given)", fn, count, nkw == n + nkw && n == 0 ? "keyword " : "",
                         count == 1 ? "" : "s", n + nkw);
    for (int i = 0; i < n; i++) out[i] = args[i];
    for (int i = 0; i < nkw; i++)
        if (!bind_keyword(vm, fn, as_tuple(kwnames)->items[i], args[n + i], names, count, n, out)) return false;
    return true;
}

Value args_class_getitem(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return call2(vm, REF(CLASS(GenericAlias)), args[0], args[1]);
}
