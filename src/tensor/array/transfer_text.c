/* transfer_text.c: texts (S and U) into one another, numbers into texts and texts into numbers.
 *
 * A text is cut at the destination's size and filled up with zeros. What a number's text is, its scalar says; what a text's number is, Python's int, float and complex say.
 */
#include <stdlib.h>

#include "transfer_impl.h"

static bool run_same(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    int64_t from = t->from->size, to = t->to->size, m = from < to ? from : to;
    bool swap = t->from->order != t->to->order && t->to->num == NP_UNICODE;
    (void)vm;
    for (; n > 0; n--, src += src_stride, dst += dst_stride) {
        memcpy(dst, src, (size_t)m);
        memset(dst + m, 0, (size_t)(to - m));
        if (swap) element_swap(t->to, dst);
    }
    return true;
}
static int64_t bytes_used(const char *at, int64_t size) /* without the zeros behind */
{
    while (size > 0 && !at[size - 1]) size--;
    return size;
}
static bool raise_not_ascii(VM *vm, Value text, bool encode) /* text taken: what Python's codec says of it */
{
    Value got = !text ? NO_VALUE : encode ? codec_encode(vm, text, "ascii", NULL) : codec_decode(vm, as_bytes(text)->data, as_bytes(text)->len, "ascii", NULL);
    release(vm, got);
    release(vm, text);
    return false;
}
static inline void put_unit(char *at, uint32_t c, bool swap)
{
    if (swap) c = __builtin_bswap32(c);
    memcpy(at, &c, 4);
}
static inline uint32_t unit_at(const char *at, bool swap)
{
    uint32_t c;
    memcpy(&c, at, 4);
    return swap ? __builtin_bswap32(c) : c;
}
static bool run_widen(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    int64_t from = t->from->size, to = t->to->size / 4, m = from < to ? from : to;
    bool swap = !descr_is_native(t->to);
    for (; n > 0; n--, src += src_stride, dst += dst_stride) {
        unsigned any = 0;
        for (int64_t i = 0; i < from; i++) any |= (unsigned char)src[i];
        if (any >= 0x80) return raise_not_ascii(vm, bytes_from(vm, src, bytes_used(src, from)), false);
        for (int64_t i = 0; i < m; i++) put_unit(dst + 4 * i, (unsigned char)src[i], swap);
        memset(dst + 4 * m, 0, (size_t)(4 * (to - m)));
    }
    return true;
}
static Value text_of_units(VM *vm, const char *at, int64_t length, bool swap)
{
    StrB b = STRB_INIT(vm);
    while (length > 0 && !unit_at(at + 4 * (length - 1), swap)) length--;
    for (int64_t i = 0; i < length; i++) strb_char(&b, unit_at(at + 4 * i, swap));
    return strb_take(&b);
}
static bool run_narrow(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    int64_t from = t->from->size / 4, to = t->to->size, m = from < to ? from : to;
    bool swap = !descr_is_native(t->from);
    for (; n > 0; n--, src += src_stride, dst += dst_stride) {
        uint32_t any = 0;
        for (int64_t i = 0; i < from; i++) any |= unit_at(src + 4 * i, swap);
        if (any >= 0x80) return raise_not_ascii(vm, text_of_units(vm, src, from, swap), true);
        for (int64_t i = 0; i < m; i++) dst[i] = (char)unit_at(src + 4 * i, swap);
        memset(dst + m, 0, (size_t)(to - m));
    }
    return true;
}

/* ---- numbers into texts ---- */
static void put_ascii(const Descr *to, char *dst, const char *text, int64_t n)
{
    bool swap = !descr_is_native(to);
    int64_t room = text_length(to), m = n < room ? n : room;
    memset(dst, 0, (size_t)to->size);
    if (to->num == NP_STRING) memcpy(dst, text, (size_t)m);
    else
        for (int64_t i = 0; i < m; i++) put_unit(dst + 4 * i, (unsigned char)text[i], swap);
}
/* Digits into the end of `buffer`, which ends at `end`; where they begin. */
static char *digits_of(char *end, uint64_t v, bool negative)
{
    do *--end = (char)('0' + v % 10);
    while (v /= 10);
    if (negative) *--end = '-';
    return end;
}
static bool run_integers(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    char text[24], *end = text + sizeof text;
    bool is_unsigned = num_is_unsigned(t->from->num);
    CastLoop widen = cast_loop(t->from->num, is_unsigned ? NP_ULONG : NP_LONG);
    (void)vm;
    for (; n > 0; n--, src += src_stride, dst += dst_stride) {
        uint64_t raw = 0, v;
        memcpy(&raw, src, (size_t)t->from->size);
        if (!descr_is_native(t->from)) element_swap(t->from, (char *)&raw);
        widen((const char *)&raw, 0, (char *)&v, 0, 1);
        bool negative = !is_unsigned && (int64_t)v < 0;
        const char *start = digits_of(end, negative ? 0 - v : v, negative);
        put_ascii(t->to, dst, start, end - start);
    }
    return true;
}
static bool run_bools(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    (void)vm;
    for (; n > 0; n--, src += src_stride, dst += dst_stride) put_ascii(t->to, dst, *src ? "True" : "False", *src ? 4 : 5);
    return true;
}
/* Others by what their scalars print. A void is none: it counts as a sequence. */
static bool run_scalars(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    for (; n > 0; n--, src += src_stride, dst += dst_stride) {
        Value v = t->from->num == NP_VOID ? err_raise(vm, EXC_ValueError, "setting an array element with a sequence") : scalar_new(vm, t->from, src, NULL);
        Value text = v ? op_str(vm, v) : NO_VALUE;
        bool ok = text && element_put(vm, t->to, dst, text);
        release(vm, text);
        release(vm, v);
        if (!ok || ((n & 1023) == 0 && !vm_poll(vm))) return false;
    }
    return true;
}

/* ---- texts into numbers ---- */
static Ref reader_of(VM *vm, Num to) /* the class that reads the text; NULL: who stores it does */
{
    if (num_is_time(to)) return NULL;
    if (num_is_complex(to)) return REF(CLASS(complex));
    return num_is_float(to) ? REF(CLASS(float)) : REF(CLASS(int));
}
/* More digits than a float keeps: what float() has found right is read again. */
static Value long_double_of(VM *vm, const Transfer *t, Value text /*taken*/)
{
    Value number = call1(vm, REF(CLASS(float)), text), plain = NO_VALUE;
    if (number && is_bytes(text)) plain = str_from_latin1(vm, as_bytes(text)->data, (size_t)as_bytes(text)->len);
    else if (number) plain = retain(text);
    release(vm, number);
    release(vm, text);
    size_t n;
    const char *at = plain ? str_utf8(vm, plain, &n) : NULL;
    Value made = NO_VALUE;
    if (at) {
        long double v = strtold(at, NULL); /* skips spaces itself */
        Descr *d = descr_of(t->to->np, NP_LONGDOUBLE);
        made = scalar_new(vm, d, (const char *)&v, NULL);
        descr_release(vm, d);
    }
    release(vm, plain);
    return made;
}
static Value number_of(VM *vm, const Transfer *t, const char *at)
{
    Value text = element_item(vm, t->from, at, NULL);
    Ref reader = reader_of(vm, t->to->num);
    if (!text || !reader) return text;
    if (t->to->num == NP_LONGDOUBLE) return long_double_of(vm, t, text);
    if (num_is_complex(t->to->num) && is_bytes(text)) {
        Value decoded = str_from_latin1(vm, as_bytes(text)->data, (size_t)as_bytes(text)->len);
        release(vm, text);
        if (!(text = decoded)) return NO_VALUE;
    }
    Value v = call1(vm, reader, text);
    release(vm, text);
    return v;
}
static bool run_read(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    for (; n > 0; n--, src += src_stride, dst += dst_stride) {
        Value v = number_of(vm, t, src);
        bool ok = v && element_put(vm, t->to, dst, v);
        release(vm, v);
        if (!ok || ((n & 1023) == 0 && !vm_poll(vm))) return false;
    }
    return true;
}

TransferFn text_run(const Descr *from, const Descr *to)
{
    bool from_text = from->num == NP_STRING || from->num == NP_UNICODE, to_text = to->num == NP_STRING || to->num == NP_UNICODE;
    if (from_text && to_text) return from->num == to->num ? run_same : to->num == NP_UNICODE ? run_widen : run_narrow;
    if (from_text) return num_is_number(to->num) || num_is_time(to->num) ? run_read : NULL;
    if (!to_text || from->num == NP_OBJECT) return NULL;
    if (from->num == NP_BOOL) return run_bools;
    return num_is_integer(from->num) ? run_integers : run_scalars;
}
