/* transfer.c: how elements of one dtype become elements of another: which way is taken (transfer.h), and the plain ways: copies, byte orders, numbers, objects.
 *
 * Loops over numbers want aligned operands in this machine's order. What lies otherwise goes through two buffers on the stack, a block at a time.
 */
#include "transfer_impl.h"

enum { BLOCK = 8192 }; /* bytes of a buffer: both stay in the first-level cache */

/* ---- bytes ---- */
static void copy_any(const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n, int64_t size)
{
    CastLoop copy = copy_loop(size);
    if (copy) {
        copy(src, src_stride, dst, dst_stride, n);
        return;
    }
    if (src_stride == size && dst_stride == size) {
        memcpy(dst, src, (size_t)(n * size));
        return;
    }
    for (; n > 0; n--, src += src_stride, dst += dst_stride) memcpy(dst, src, (size_t)size);
}
static void swap_units(char *at, int64_t unit, int64_t n) /* n units, one behind the other */
{
    switch (unit) {
    case 2:
        for (uint16_t *p = (uint16_t *)at; n > 0; n--, p++) *p = __builtin_bswap16(*p);
        return;
    case 4:
        for (uint32_t *p = (uint32_t *)at; n > 0; n--, p++) *p = __builtin_bswap32(*p);
        return;
    case 8:
        for (uint64_t *p = (uint64_t *)at; n > 0; n--, p++) *p = __builtin_bswap64(*p);
        return;
    case 16:
        for (uint64_t *p = (uint64_t *)at; n > 0; n--, p += 2) {
            uint64_t low = __builtin_bswap64(p[1]);
            p[1] = __builtin_bswap64(p[0]);
            p[0] = low;
        }
        return;
    default: return; /* one byte has no order */
    }
}
static int64_t swap_unit(const Descr *d) { return num_is_complex(d->num) ? d->size / 2 : d->size; }
static void swap_numbers(const Descr *d, char *at, int64_t n)
{
    int64_t unit = swap_unit(d);
    swap_units(at, unit, n * (d->size / unit));
}
static bool run_copy(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    (void)vm;
    copy_any(src, src_stride, dst, dst_stride, n, t->to->size);
    return true;
}
static bool run_loop(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    (void)vm;
    t->loop(src, src_stride, dst, dst_stride, n);
    return true;
}
/* The same number in the other byte order. */
static bool run_swap(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    char buffer[BLOCK] __attribute__((aligned(16)));
    int64_t size = t->to->size, most = BLOCK / size;
    (void)vm;
    while (n > 0) {
        int64_t m = n < most ? n : most;
        copy_any(src, src_stride, buffer, size, m, size);
        swap_numbers(t->to, buffer, m);
        copy_any(buffer, size, dst, dst_stride, m, size);
        src += m * src_stride;
        dst += m * dst_stride;
        n -= m;
    }
    return true;
}
/* Numbers that lie unaligned or in the other order, on either side. */
static bool run_buffered(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    char in[BLOCK] __attribute__((aligned(16))), out[BLOCK] __attribute__((aligned(16)));
    int64_t from = t->from->size, to = t->to->size, most = BLOCK / (from > to ? from : to);
    (void)vm;
    while (n > 0) {
        int64_t m = n < most ? n : most;
        if (!t->from_plain) {
            copy_any(src, src_stride, in, from, m, from);
            if (!descr_is_native(t->from)) swap_numbers(t->from, in, m);
        }
        t->loop(t->from_plain ? src : in, t->from_plain ? src_stride : from, t->to_plain ? dst : out, t->to_plain ? dst_stride : to, m);
        if (!t->to_plain) {
            if (!descr_is_native(t->to)) swap_numbers(t->to, out, m);
            copy_any(out, to, dst, dst_stride, m, to);
        }
        src += m * src_stride;
        dst += m * dst_stride;
        n -= m;
    }
    return true;
}

/* ---- by values ---- */
bool run_by_value(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    for (; n > 0; n--, src += src_stride, dst += dst_stride) {
        Value v = element_item(vm, t->from, src, NULL);
        bool ok = v && element_put(vm, t->to, dst, v);
        release(vm, v);
        if (!ok || ((n & 1023) == 0 && !vm_poll(vm))) return false;
    }
    return true;
}
/* Whether bytes, or the fields of a compound, hold anything. */
static bool run_truths(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    for (; n > 0; n--, src += src_stride, dst += dst_stride) {
        int truth = element_truth(vm, t->from, src);
        if (truth < 0) return false;
        *dst = (char)truth;
    }
    return true;
}
static inline Value word_at(const char *at)
{
    Value v;
    memcpy(&v, at, sizeof v);
    return v;
}
static inline Value held_at(const char *at) /* owned; an empty place is None */
{
    Value v = word_at(at);
    return v ? retain(v) : V_NONE;
}
static bool run_objects(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    (void)t;
    for (; n > 0; n--, src += src_stride, dst += dst_stride) {
        Value v = word_at(src), old = word_at(dst);
        retain(v);
        memcpy(dst, &v, sizeof v);
        release(vm, old);
    }
    return true;
}
static bool run_from_objects(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    bool plain_double = t->to->num == NP_DOUBLE && descr_is_native(t->to);
    for (; n > 0; n--, src += src_stride, dst += dst_stride) {
        Value v = held_at(src);
        if (plain_double && is_float(v)) {
            double d = float_of(v);
            memcpy(dst, &d, sizeof d);
            continue;
        }
        bool ok = element_put(vm, t->to, dst, v);
        release(vm, v);
        if (!ok || ((n & 1023) == 0 && !vm_poll(vm))) return false;
    }
    return true;
}
static bool run_to_objects(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    for (; n > 0; n--, src += src_stride, dst += dst_stride) {
        Value v = element_item(vm, t->from, src, NULL);
        if (!v) return false;
        Value old = word_at(dst);
        memcpy(dst, &v, sizeof v);
        release(vm, old);
        if ((n & 1023) == 0 && !vm_poll(vm)) return false;
    }
    return true;
}
/* Raw bytes into a void: what is short is filled up with zeros, what is long is cut. */
static bool run_to_void(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    int64_t from = t->from->size, to = t->to->size, m = from < to ? from : to;
    (void)vm;
    for (; n > 0; n--, src += src_stride, dst += dst_stride) {
        memcpy(dst, src, (size_t)m);
        memset(dst + m, 0, (size_t)(to - m));
    }
    return true;
}

/* ---- which way ---- */
static bool is_compound(const Descr *d) { return d->base || descr_is_structured(d); }

static bool same_bytes(VM *vm, const Descr *from, const Descr *to)
{
    if (descr_has_objects(from) || descr_has_objects(to) || descr_has_gaps(to)) return false;
    if (from == to) return true;
    return is_compound(from) && is_compound(to) && descr_equivalent(vm, from, to);
}
static bool plan_numbers(Transfer *t)
{
    t->loop = cast_loop(t->from->num, t->to->num);
    if (!t->loop) return false;
    if (t->loop == copy_loop(t->to->size)) { /* alignment does not matter */
        bool swapped = t->from->order != t->to->order && t->to->size > 1;
        t->run = swapped ? run_swap : run_loop;
        if (swapped) t->loop = NULL;
        return true;
    }
    t->run = t->from_plain && t->to_plain ? run_loop : run_buffered;
    return true;
}
static bool plan(VM *vm, Transfer *t)
{
    Num from = t->from->num, to = t->to->num;
    bool timed = false;
    if (same_bytes(vm, t->from, t->to)) {
        t->loop = copy_loop(t->to->size);
        t->run = t->loop ? run_loop : run_copy;
        return true;
    }
    if (to == NP_OBJECT && !is_compound(t->to) && !(t->from->base)) {
        t->run = from == NP_OBJECT ? run_objects : run_to_objects;
        t->calls = true;
        return true;
    }
    if (is_compound(t->from) || is_compound(t->to)) return struct_plan(vm, t);
    if (!time_plan(vm, t, &timed)) return false;
    if (timed || plan_numbers(t)) return true;
    if ((t->run = text_run(t->from, t->to))) {
        t->calls = !(num_is_flexible(from) && num_is_flexible(to));
        return true;
    }
    if (to == NP_VOID && from != NP_OBJECT) {
        t->run = run_to_void;
        return true;
    }
    t->run = from == NP_OBJECT ? run_from_objects : from == NP_VOID && to == NP_BOOL ? run_truths : run_by_value;
    t->calls = true;
    return true;
}
bool transfer_tells(VM *vm, const Descr *from, const Descr *to)
{
    if (!num_is_complex((Num)from->num) || !(num_is_float((Num)to->num) || num_is_integer((Num)to->num))) return true;
    return np_warn(vm, to->np, PY_COMPLEX_WARNING, str_from_c(vm, "Casting complex values to real discards the imaginary part"));
}
bool transfer_open(VM *vm, Transfer *t, Descr *from, Descr *to, bool from_aligned, bool to_aligned)
{
    *t = (Transfer){.from = descr_retain(from), .to = descr_retain(to), .from_plain = from_aligned && descr_is_native(from), .to_plain = to_aligned && descr_is_native(to)};
    if (transfer_tells(vm, from, to) && plan(vm, t)) return true;
    transfer_close(vm, t);
    return false;
}
void transfer_close(VM *vm, Transfer *t)
{
    struct_drop(vm, t);
    mem_free(vm->mem, t->parts, t->room);
    t->parts = NULL;
    descr_release(vm, t->from);
    descr_release(vm, t->to);
    t->from = t->to = NULL;
}
