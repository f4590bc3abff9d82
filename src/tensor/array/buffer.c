/* buffer.c: an array's memory lent to who asks for bytes: memoryview(arr), file.write(arr). */
#include "shape.h"

/* The struct module's words for a dtype; NULL: it has none (raised). */
static const char *format_of(VM *vm, const Descr *d)
{
    static const char *const native[NP_NUMS] = {"?", "b", "B", "h", "H", "i", "I", "l", "L", "q", "Q", "f", "d", "g", "Zf", "Zd", "Zg", "O", NULL, NULL, NULL, NULL, NULL, "e"};
    static const char *const swapped[NP_NUMS] = {"?", "b", "B", ">h", ">H", ">i", ">I", ">q", ">Q", ">q", ">Q", ">f", ">d", NULL, ">Zf", ">Zd", NULL, "O", NULL, NULL, NULL, NULL, NULL, ">e"};
    const char *f = (descr_is_native(d) ? native : swapped)[d->num];
    if (f) return f;
    if (num_is_flexible((Num)d->num)) return "B"; /* texts and fields are lent as bytes */
    return err_raise(vm, EXC_ValueError, "cannot include dtype '%c' in a buffer", np_elements[d->num].letter), NULL;
}

bool array_buffer(VM *vm, Ref v, BufferView *out)
{
    NdArray *a = as_array(v);
    if (a->ndim > 8) return err_false(vm, EXC_BufferError, "arrays of more than 8 dimensions lend no memory");
    if (!out->strided && !array_is(a, ARRAY_C)) return err_false(vm, EXC_ValueError, "ndarray is not C-contiguous");
    const char *format = format_of(vm, a->descr);
    if (!format) return false;
    out->owner = retain(v);
    out->data = (unsigned char *)a->data;
    out->itemsize = a->descr->size;
    out->len = array_size(a) * a->descr->size;
    out->format = format;
    out->readonly = !(a->flags & ARRAY_WRITEABLE);
    out->ndim = a->ndim;
    for (int i = 0; i < a->ndim; i++) {
        out->shape[i] = a->shape[i];
        out->strides[i] = a->strides[i];
    }
    return true;
}
