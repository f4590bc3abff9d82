/* adapt.c: a dtype asked for without its size or unit ("S", "U", "V", "M8") as the values of an array need it (promote.h). */
#include "element.h"
#include "promote.h"
#include "time.h"
#include "walk.h"

typedef struct Need { /* what the elements seen so far need */
    Descr *to;
    int64_t size;     /* characters, or bytes of a void; -1: none seen */
    TimeMeta meta;
} Need;

static bool is_unsized(const Descr *d) { return num_is_flexible(d->num) && d->size == 0 && !d->base && !descr_is_structured(d); }
static int64_t text_need(const Descr *from)
{
    if (from->num == NP_STRING || from->num == NP_UNICODE) return text_length(from);
    return from->num == NP_DATETIME ? (int64_t)time_text_room(from->time.unit, false) : num_text_width(from->num);
}
static bool text_of_object(VM *vm, Np *np, Ref v, int64_t *n)
{
    if (is_str(v)) return *n = as_str(v)->len, true;
    if (is_bytes(v)) return *n = as_bytes(v)->len, true;
    if (is_scalar(vm, np, v)) {
        Descr *d = scalar_descr(vm, np, v);
        if (!d) return false;
        *n = text_need(d);
        descr_release(vm, d);
        if (*n) return true;
    }
    Value text = op_str(vm, v);
    if (text) *n = as_str(text)->len;
    release(vm, text);
    return text != NULL;
}
static bool need_void(VM *vm, Need *need, Ref v)
{
    if (!is_bytes(v)) return err_false(vm, EXC_TypeError, "A bytes-like object is required, not '%T'", v);
    if (need->size >= 0 && need->size != as_bytes(v)->len)
        return err_false(vm, EXC_TypeError, "Invalid type promotion with void datatypes of different lengths. Use the `np.bytes_` datatype instead to pad the shorter value with trailing zero bytes.");
    need->size = as_bytes(v)->len;
    return true;
}
static bool need_of_object(VM *vm, Need *need, Ref v)
{
    int64_t n = 0;
    TimeMeta meta;
    if (num_is_time(need->to->num)) return time_meta_of_value(vm, v, need->to->num, &meta) && time_meta_common(vm, need->meta, meta, need->to->num == NP_TIMEDELTA, &need->meta);
    if (need->to->num == NP_VOID) return need_void(vm, need, v);
    if (!text_of_object(vm, need->to->np, v, &n)) return false;
    if (n > need->size) need->size = n;
    return true;
}
static bool need_of_elements(VM *vm, Need *need, NdArray *from)
{
    Walk w;
    char *data[1] = {from->data};
    const int64_t *strides[1] = {from->strides};
    walk_open_ordered(&w, from->ndim, from->shape, 1, data, strides);
    do {
        for (int64_t i = 0; i < w.inner; i++) {
            Value v = element_item(vm, from->descr, w.at[0] + i * w.inner_strides[0], NULL);
            bool ok = v && need_of_object(vm, need, v);
            release(vm, v);
            if (!ok || ((i & 1023) == 1023 && !vm_poll(vm))) return false;
        }
    } while (walk_next(&w));
    return true;
}
static Descr *sized(VM *vm, Descr *to, int64_t size)
{
    Descr *made = descr_sized(vm, to->np, to->num, to->num == NP_UNICODE ? 4 * size : size);
    if (!made || descr_is_native(to)) return made;
    Descr *swapped = descr_ordered(vm, made, '>');
    descr_release(vm, made);
    return swapped;
}
static Descr *adapted_to_objects(VM *vm, Descr *to, NdArray *from)
{
    Need need = {to, -1, {UNIT_GENERIC, 1}};
    array_retain(from);
    bool ok = need_of_elements(vm, &need, from);
    array_release(vm, from);
    if (!ok) return NULL;
    if (num_is_time(to->num)) return descr_time(vm, to->np, to->num, need.meta);
    return sized(vm, to, need.size > 0 ? need.size : to->num == NP_VOID ? 8 : 1);
}
Descr *descr_adapted(VM *vm, Descr *to, NdArray *from)
{
    Descr *d = from->descr;
    bool by_value = d->num == NP_OBJECT;
    if (num_is_time(to->num) && to->time.unit == UNIT_GENERIC) {
        if (num_is_time(d->num)) return descr_time(vm, to->np, to->num, d->time);
        return by_value || d->num == NP_STRING || d->num == NP_UNICODE ? adapted_to_objects(vm, to, from) : descr_retain(to);
    }
    if (!is_unsized(to)) return descr_retain(to);
    if (by_value) return adapted_to_objects(vm, to, from);
    if (d->num == NP_VOID && to->num == NP_VOID) return descr_retain(d);
    if (d->num == NP_VOID && descr_is_structured(d)) {
        err_raise(vm, EXC_TypeError, "cannot cast dtype %S to %R.", REF(d), REF(to->np->dtype_classes[to->num]));
        return NULL;
    }
    int64_t n = to->num == NP_VOID || d->num == NP_VOID ? d->size : text_need(d);
    return sized(vm, to, n > 0 ? n : 1);
}
