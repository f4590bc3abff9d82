/* loops.c: numbers out of a program's sequences, for what works on pictures. */
#include "loops.h"

#include "lang/object/containers.h"
#include "lang/object/num.h"

static Value items_of(VM *vm, Ref v, int want)
{
    Value list = list_from_iter(vm, v);
    if (list && as_list(list)->len != want) {
        err_raise(vm, EXC_TypeError, "argument must be sequence of length %d, not %lld", want, (long long)as_list(list)->len);
        release(vm, list);
        return NO_VALUE;
    }
    return list;
}
bool numbers_of(VM *vm, Ref v, int64_t *out, int want)
{
    Value list = items_of(vm, v, want);
    bool ok = list != NO_VALUE;
    for (int i = 0; ok && i < want; i++) {
        int small = 0;
        ok = i < as_list(list)->len ? picture_int(vm, as_list(list)->items[i], &small) : err_false(vm, EXC_TypeError, "a sequence became shorter");
        out[i] = small;
    }
    release(vm, list);
    return ok;
}
bool doubles_of(VM *vm, Ref v, double *out, int want)
{
    Value list = items_of(vm, v, want);
    bool ok = list != NO_VALUE;
    for (int i = 0; ok && i < want; i++) ok = i < as_list(list)->len ? num_to_double(vm, as_list(list)->items[i], &out[i]) : err_false(vm, EXC_TypeError, "a sequence became shorter");
    release(vm, list);
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
