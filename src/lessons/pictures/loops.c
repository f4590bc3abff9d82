/* loops.c: numbers out of a program's sequences, for what works on pictures. */
#include "loops.h"

#include "lang/object/containers.h"
#include "lang/object/num.h"

/* An argument's items, as CPython's parser takes them: a tuple of just so many. */
static Value items_of(VM *vm, Ref v, int number, int want)
{
    const Type *t = type_of(vm, v);
    if (!t->s.getitem || !t->s.len || is_dict(v) || is_bytes(v)) return err_raise(vm, EXC_TypeError, "argument %d must be %d-item sequence, not %s", number, want, picture_told(vm, v));
    Value items = tuple_from_iter(vm, v);
    if (items && as_tuple(items)->len != want) {
        err_raise(vm, EXC_TypeError, "argument %d must be sequence of length %d, not %lld", number, want, (long long)as_tuple(items)->len);
        value_clear(vm, &items);
    }
    return items;
}
bool numbers_of(VM *vm, Ref v, int number, int64_t *out, int want)
{
    Value items = items_of(vm, v, number, want);
    bool ok = items != NO_VALUE;
    for (int i = 0; ok && i < want; i++) {
        int small = 0;
        ok = picture_int(vm, as_tuple(items)->items[i], &small);
        out[i] = small;
    }
    release(vm, items);
    return ok;
}
bool doubles_of(VM *vm, Ref v, int number, double *out, int want)
{
    Value items = items_of(vm, v, number, want);
    bool ok = items != NO_VALUE;
    for (int i = 0; ok && i < want; i++) ok = num_to_double(vm, as_tuple(items)->items[i], &out[i]);
    release(vm, items);
    return ok;
}
bool picture_int(VM *vm, Ref v, int *out)
{
    int64_t wide;
    if (!num_index_i64(vm, v, &wide)) return false;
    *out = (int)wide;
    if (wide > INT32_MAX) return err_false(vm, EXC_OverflowError, "signed integer is greater than maximum");
    return wide >= INT32_MIN || err_false(vm, EXC_OverflowError, "signed integer is less than minimum");
}
