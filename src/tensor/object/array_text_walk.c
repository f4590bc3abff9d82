/* array_text_walk.c: which elements of an array are shown, and the small pieces that all printers need.
 *
 * A walk holds no memory and follows the original's slicing: a[:edge] and a[-edge:] on every axis longer than 2 * edge, but only
 * where the whole array has more elements than the threshold.
 */
#include "array_text_impl.h"
#include <string.h>

#include "lang/vm/eval.h"
#include "lang/text/text_impl.h"
#include "lang/object/vm.h"

bool text_walk_open(VM *vm, Walk *w, const HostArray *a, double threshold, int64_t edge)
{
    w->a = a;
    w->edge = edge < 0 ? 0 : edge;
    if (a->ndim > MAX_DIMS || !shape_size(a->shape, a->ndim, &w->size))
        return err_raise(vm, EXC_ValueError, "maximum supported dimension for an ndarray is 32, or the array is too big"), false;
    w->summary = (double)w->size > threshold;
    shape_contiguous(a->shape, a->ndim, w->strides);
    return true;
}

bool walk_check(VM *vm) { return !vm->breaker || slow_breaker(vm); }

static bool visit_axis(VM *vm, const Walk *w, int axis, int64_t base, WalkVisit *visit, void *ctx)
{
    if (axis == w->a->ndim) return visit(ctx, walk_at(w, base)), true;
    int64_t n = w->a->shape[axis], first = walk_cuts(w, axis) ? w->edge : n;
    int64_t last = first == n ? n : w->edge ? n - w->edge : 0;
    for (int64_t i = 0; i < n; i++) {
        if (i == first) i = last;
        if (axis + 1 == w->a->ndim) visit(ctx, walk_at(w, base + i));
        else if (!visit_axis(vm, w, axis + 1, base + i * w->strides[axis], visit, ctx)) return false;
        if ((i & 1023) == 1023 && !walk_check(vm)) return false;
    }
    return true;
}

bool walk_shown(VM *vm, const Walk *w, WalkVisit *visit, void *ctx)
{
    return w->size == 0 || visit_axis(vm, w, 0, 0, visit, ctx);
}

/* Real and imaginary parts in memory of their own */
bool array_text_parts(VM *vm, const HostArray *a, HostArray parts[2])
{
    int64_t n;
    DType part = dtype_real_of(a->dtype);
    size_t bytes = dtype_bytes(part);
    if (!shape_size(a->shape, a->ndim, &n)) return err_no_memory(vm), false;
    char *room = mem_alloc(vm->mem, 2 * (size_t)n * bytes + 1);
    if (!room) return false;
    for (int64_t i = 0; i < n; i++) {
        const char *from = (const char *)a->data + (size_t)i * 2 * bytes;
        memcpy(room + (size_t)i * bytes, from, bytes);
        memcpy(room + (size_t)(n + i) * bytes, from + bytes, bytes);
    }
    parts[0] = parts[1] = (HostArray){part, a->ndim, a->shape, room};
    parts[1].data = room + (size_t)n * bytes;
    return true;
}

void array_text_parts_drop(VM *vm, HostArray parts[2])
{
    mem_free(vm->mem, (void *)(uintptr_t)parts[0].data, 2 * (size_t)((const char *)parts[1].data - (const char *)parts[0].data) + 1);
}

double array_text_load(DType dtype, const void *at) { return scalar_as_double(dtype_load(dtype, at)); }

int array_text_int(DType dtype, const void *at, char *buf)
{
    int64_t i = dtype_load(dtype, at).i;
    if (i >= 0) return u64_digits((uint64_t)i, buf);
    buf[0] = '-';
    return 1 + u64_digits(-(uint64_t)i, buf + 1);
}

void array_text_tuple(StrB *b, const int64_t *shape, int n)
{
    strb_char(b, '(');
    for (int i = 0; i < n; i++) {
        char buf[24];
        if (i) strb_ascii(b, ", ", 2);
        strb_ascii(b, buf, (size_t)array_text_int(DT_INT64, &shape[i], buf));
    }
    strb_ascii(b, ",)", 2);
    if (n != 1 && !b->failed) {
        b->len -= 2;
        strb_char(b, ')');
    }
}

static uint32_t char_at(const StrB *b, int64_t i)
{
    return b->width == 1 ? ((const uint8_t *)b->data)[i] : b->width == 2 ? ((const uint16_t *)b->data)[i]
                                                                         : ((const uint32_t *)b->data)[i];
}

int64_t array_text_column(const StrB *b, int64_t start)
{
    int64_t i = b->len;
    while (i > start && char_at(b, i - 1) != '\n') i--;
    return b->len - i;
}

void array_text_strip(StrB *b, int64_t start)
{
    while (b->len > start) {
        uint32_t c = char_at(b, b->len - 1);
        if (c != ' ' && !(c >= 9 && c <= 13) && !(c >= 0x1C && c <= 0x1F)) return;
        b->len--;
    }
}

int64_t array_text_chars(const char *utf8)
{
    int64_t n = 0;
    for (; *utf8; utf8++) n += ((unsigned char)*utf8 & 0xC0) != 0x80;
    return n;
}
