/* doc.c: what functions, methods, attributes and classes in C say of themselves: the words of their tables, or those that a program gives them once (NumPy's words for what is written
 * in C stand in Python). */
#include "lang/object/vm.h"

static Value key_of(VM *vm, const void *row) { return int_from_u64(vm, (uintptr_t)row); } /* (tables and the classes made from them stay where they are) */

/* What it was given; NULL: nothing, or raised. */
static Value given_to(VM *vm, const void *row)
{
    Value key = vm->docs ? key_of(vm, row) : NO_VALUE;
    Ref given = key ? dict_get(vm, vm->docs, key) : (Ref)NO_VALUE;
    release(vm, key);
    return given ? retain(given) : NO_VALUE;
}

Value doc_of_row(VM *vm, const void *row, const char *own)
{
    Value given = given_to(vm, row);
    if (given || err_occurred(vm)) return given;
    return own ? str_from_c(vm, own) : V_NONE;
}

static const void *row_of(VM *vm, Ref o, const char **own, const char **name)
{
    const void *row = NULL;
    if (is_kind(o, KIND_NATIVE)) {
        const NativeDef *def = ((const Native *)as_obj(o))->def;
        row = def, *own = def->doc, *name = def->name;
    } else if (is_type(o) && as_type(o)->def) {
        row = as_type(o), *own = as_type(o)->def->doc, *name = as_type(o)->def->name;
    } else
        descr_row(vm, o, &row, own, name);
    return row;
}

bool doc_give(VM *vm, Ref o, Ref text, bool *can)
{
    const char *own = NULL, *name = NULL;
    const void *row = row_of(vm, o, &own, &name);
    if (!(*can = row != NULL)) return true;
    Value known = given_to(vm, row);
    bool same = known && str_equal(known, text), other = known && !same;
    release(vm, known);
    if (other) return err_false(vm, EXC_RuntimeError, "%s method already has a different docstring", name);
    if (same || err_occurred(vm)) return same;
    if (!vm->docs && !(vm->docs = dict_new(vm))) return false;
    Value key = key_of(vm, row);
    bool ok = key && dict_set(vm, vm->docs, key, text);
    release(vm, key);
    return ok;
}
