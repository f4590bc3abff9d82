/* words.c: PyTorch's words for arguments that a function does not take: too few, too many, of another kind.
 *
 * A function with one signature says which arguments it misses; one with several says what it got and lists them (overloads below, as PyTorch 1.13
 * prints them).
 */
#include "torch.h"

#define PLACED "torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)"
#define SIZED " * (tuple of ints size, *, tuple of names names, " PLACED "\n * (tuple of SymInts size, *, Tensor out, " PLACED "\n"
#define NUMBERED " * (int dim, *, torch.dtype dtype)\n * (name dim, *, torch.dtype dtype)\n"
#define NUMBERED_OF " * (Tensor input, int dim, *, torch.dtype dtype, Tensor out)\n * (Tensor input, name dim, *, torch.dtype dtype, Tensor out)\n"
#define SUMMED " * (*, torch.dtype dtype)\n * (tuple of ints dim, bool keepdim, *, torch.dtype dtype)\n * (tuple of names dim, bool keepdim, *, torch.dtype dtype)\n"
#define SUMMED_OF                                                                                                                                      \
    " * (Tensor input, *, torch.dtype dtype)\n * (Tensor input, tuple of ints dim, bool keepdim, *, torch.dtype dtype, Tensor out)\n"                 \
    " * (Tensor input, tuple of names dim, bool keepdim, *, torch.dtype dtype, Tensor out)\n"
#define JOINED " * (tuple of Tensors tensors, int dim, *, Tensor out)\n * (tuple of Tensors tensors, name dim, *, Tensor out)\n"
#define INTS_OF(first)                                                                                                                                 \
    " * (" first "int high, tuple of ints size, *, torch.Generator generator, Tensor out, " PLACED "\n * (" first "int high, tuple of ints size, *, Tensor out, " PLACED "\n"

typedef struct Overloads {
    const char *name, *of_function, *of_method; /* "": there is one signature, and the text says it; NULL: has none of its own */
} Overloads;
static const Overloads overloads[] = {
    {"zeros", SIZED, NULL},
    {"ones", SIZED, NULL},
    {"arange", " * (Number end, *, Tensor out, " PLACED "\n * (Number start, Number end, *, " PLACED "\n * (Number start, Number end, Number step, *, Tensor out, " PLACED "\n", NULL},
    {"randint", INTS_OF("") INTS_OF("int low, "), NULL},
    {"sum", SUMMED_OF, SUMMED},
    {"mean", SUMMED_OF, SUMMED},
    {"cumsum", NUMBERED_OF, NUMBERED},
    {"cumprod", NUMBERED_OF, NUMBERED},
    {"transpose", " * (Tensor input, int dim0, int dim1)\n * (Tensor input, name dim0, name dim1)\n", " * (int dim0, int dim1)\n * (name dim0, name dim1)\n"},
    {"cat", JOINED, NULL},
    {"view", NULL, " * (torch.dtype dtype)\n * (tuple of SymInts size)\n"},
    {"add", "(Tensor input, Tensor other, *, Number alpha, Tensor out)", "(Tensor other, *, Number alpha)"},
    {"sub", " * (Tensor input, Tensor other, *, Number alpha, Tensor out)\n * (Tensor input, Number other, Number alpha)\n", " * (Tensor other, *, Number alpha)\n * (Number other, Number alpha)\n"},
    {"to", NULL,
     " * (torch.device device, torch.dtype dtype, bool non_blocking, bool copy, *, torch.memory_format memory_format)\n"
     " * (torch.dtype dtype, bool non_blocking, bool copy, *, torch.memory_format memory_format)\n"
     " * (Tensor tensor, bool non_blocking, bool copy, *, torch.memory_format memory_format)\n"},
};

/* "(int, dim=str)" of a call; a method's own tensor is not said */
static Value given_kinds(VM *vm, bool method, const Ref *args, int n, Ref kwnames)
{
    StrB b = STRB_INIT(vm);
    int names = kwnames ? (int)as_tuple(kwnames)->len : 0;
    for (int i = method; i < n + names; i++) {
        if (i > method) strb_c(&b, ", ");
        if (i < n) strb_format(&b, "%T", args[i]);
        else strb_format(&b, "%U=%T", as_tuple(kwnames)->items[i - n], args[i]);
    }
    return strb_take(&b);
}

Value torch_bad_overload(VM *vm, const char *name, bool method, const Ref *args, int n, Ref kwnames)
{
    for (size_t i = 0; i < sizeof overloads / sizeof *overloads; i++) {
        const char *text = method ? overloads[i].of_method : overloads[i].of_function;
        if (strcmp(overloads[i].name, name) != 0 || !text) continue;
        Value kinds = given_kinds(vm, method, args, n, kwnames);
        char *said = kinds ? mem_alloc(vm->mem, strlen(text) + 1) : NULL;
        if (said) torch_respell(strcpy(said, text));
        if (said)
            err_raise(vm, EXC_TypeError, text[0] == '(' ? "%s() received an invalid combination of arguments - got (%U), but expected %s" : "%s() received an invalid combination of arguments - got (%U), but expected one of:\n%s",
                      name, (Ref)kinds, said);
        else if (kinds) err_no_memory(vm);
        if (said) mem_free(vm->mem, said, strlen(text) + 1);
        release(vm, kinds);
        return NO_VALUE;
    }
    return err_raise(vm, EXC_TypeError, "%s(): the arguments are not of the kinds that it takes", name);
}

static bool has_overloads(const char *name, bool method)
{
    for (size_t i = 0; i < sizeof overloads / sizeof *overloads; i++)
        if (strcmp(overloads[i].name, name) == 0 && (method ? overloads[i].of_method : overloads[i].of_function)) return true;
    return false;
}

/* How many arguments may stand without their names; the missing ones of those that must be there, quoted, in *absent. */
static int positions(VM *vm, const NativeDef *def, bool method, int given, Ref kwnames, StrB *absent, int *missing)
{
    int at = 0;
    *missing = 0;
    for (const char *p = def->sig; p && *p && *p != '*';) {
        size_t len = strcspn(p, ",");
        size_t name = strcspn(p, "=, ");
        bool required = memchr(p, '=', len) == NULL, named = false;
        for (int64_t k = 0; kwnames && k < as_tuple(kwnames)->len; k++) {
            size_t size;
            const char *text = str_utf8(vm, as_tuple(kwnames)->items[k], &size);
            named = named || (text && size == name && memcmp(text, p, size) == 0);
        }
        if (required && at >= given && !named && !(method && at == 0)) {
            strb_c(absent, (*missing)++ ? ", \"" : "\"");
            strb_ascii(absent, p, name);
            strb_c(absent, "\"");
        }
        at++;
        p += len;
        p += strspn(p, ", ");
    }
    return at;
}

bool torch_bad_arguments(VM *vm, const NativeDef *def, bool method, const Ref *args, int n, Ref kwnames)
{
    if (!torch_owns(def)) return false;
    if (has_overloads(def->name, method)) {
        err_clear(vm);
        torch_bad_overload(vm, def->name, method, args, n, kwnames);
        return true;
    }
    StrB absent = STRB_INIT(vm);
    int missing, room = positions(vm, def, method, n, kwnames, &absent, &missing) - method;
    int given = n - method;
    Value names = missing ? strb_take(&absent) : NO_VALUE;
    if (!missing) strb_drop(&absent);
    if (missing && names) {
        err_clear(vm);
        err_raise(vm, EXC_TypeError, "%s() missing %d required positional arguments: %U", def->name, missing, (Ref)names);
    } else if (given > room) {
        err_clear(vm);
        err_raise(vm, EXC_TypeError, "%s() takes %d positional argument%s but %d %s given", def->name, room, room == 1 ? "" : "s", given, given == 1 ? "was" : "were");
    }
    release(vm, names);
    return true;
}
