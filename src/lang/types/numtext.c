/* numtext.c: ints to text and back, in any base. Small ints go by 64-bit arithmetic, large ones through GMP's mpn. The limit on
 * decimal digits (vm->int_max_digits, 0 = none) guards against texts that take quadratic time. */
#include "int_impl.h"
#include "lang/text/text_impl.h"
#include "lang/text/unicode.h"

static const char digit_chars[] = "0123456789abcdefghijklmnopqrstuvwxyz";

static Value small_to_text(VM *vm, uint64_t u, bool negative, int base)
{
    char buf[68];
    if (base == 10) {
        if (!negative && u < 10) return str_from_char(vm, (uint32_t)('0' + u));
        buf[0] = '-';
        int n = u64_digits(u, buf + negative);
        return str_from_ascii(vm, buf, (size_t)(n + negative));
    }
    char *p = buf + sizeof buf;
    do {
        *--p = digit_chars[u % (unsigned)base];
        u /= (unsigned)base;
    } while (u);
    if (negative) *--p = '-';
    return str_from_ascii(vm, p, (size_t)(buf + sizeof buf - p));
}

static Value too_long(VM *vm)
{
    return err_raise(vm, EXC_ValueError,
        "Exceeds the limit (%d digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit",
        vm->int_max_digits);
}

static Value large_to_text(VM *vm, Ref v, bool negative, int base)
{
    size_t room, skip = 0;
    unsigned char *digits = radix_digits(vm, v, base, &room);
    if (!digits) return NO_VALUE;
    while (digits[skip] == 0) skip++;
    Value text = NO_VALUE;
    if ((base & (base - 1)) && vm->int_max_digits && room - skip > (size_t)vm->int_max_digits) too_long(vm);
    else text = str_new(vm, (int64_t)(room - skip) + negative, 127);
    if (text) {
        unsigned char *to = as_str(text)->data;
        if (negative) *to++ = '-';
        for (size_t i = skip; i < room; i++) *to++ = (unsigned char)digit_chars[digits[i]];
    }
    mem_free(vm->mem, digits, room);
    return text;
}

Value int_to_text(VM *vm, Ref v, int base)
{
    if (is_small(v)) {
        int64_t i = small_of(v);
        return small_to_text(vm, i < 0 ? (uint64_t)-i : (uint64_t)i, i < 0, base);
    }
    if (is_bool(v)) return str_from_char(vm, v == V_TRUE ? '1' : '0');
    const Int *big = (const Int *)BITS(v);
    int64_t n = big->size < 0 ? -(int64_t)big->size : big->size;
    bool negative = big->size < 0;
    if (n <= 1) return small_to_text(vm, n ? big->limb[0] : 0, negative, base);
    bool power2 = (base & (base - 1)) == 0;
    /* log10(2) of the bits, rounded down: surely too long? */
    if (!power2 && vm->int_max_digits && (double)(n - 1) * 64 * 0.30102 > vm->int_max_digits + 1.0) return too_long(vm);
    if (n > LIMBS_LEAF) return large_to_text(vm, v, negative, base);
    size_t limb_bytes = (size_t)n * sizeof(mp_limb_t), room = mpn_sizeinbase((const mp_limb_t *)big->limb, n, base) + 2;
    mp_limb_t *copy = mem_alloc(vm->mem, limb_bytes);
    unsigned char *out = mem_alloc(vm->mem, room);
    Value text = NO_VALUE;
    if (!copy || !out) {
        err_no_memory(vm);
    } else {
        memcpy(copy, big->limb, limb_bytes);
        size_t len = mpn_get_str(out + 1, base, copy, n), skip = 0;
        while (skip + 1 < len && out[1 + skip] == 0) skip++;
        len -= skip;
        if (!power2 && vm->int_max_digits && len > (size_t)vm->int_max_digits) {
            too_long(vm);
        } else {
            unsigned char *p = out + 1 + skip;
            for (size_t i = 0; i < len; i++) p[i] = (unsigned char)digit_chars[p[i]];
            if (negative) *--p = '-';
            text = str_from_ascii(vm, (const char *)p, len + negative);
        }
    }
    mem_free(vm->mem, copy, limb_bytes);
    mem_free(vm->mem, out, room);
    return text;
}

/* Digit values (below base) to an int. */
static Value from_values(VM *vm, const unsigned char *values, size_t n, int base, bool negative)
{
    while (n && *values == 0) {
        values++;
        n--;
    }
    if (n <= 12 || (base <= 10 && n <= 19)) {
        uint64_t u = 0;
        for (size_t i = 0; i < n; i++) u = u * (unsigned)base + values[i];
        if (u <= (uint64_t)SMALL_MAX) return make_small(negative ? -(int64_t)u : (int64_t)u);
        return int_from_limbs(vm, &u, 1, negative);
    }
    size_t bits = 1;
    while ((1u << bits) < (unsigned)base) bits++;
    if (n * bits / 64 > LIMBS_LEAF) {
        Value v = radix_value(vm, values, (int64_t)n, base);
        if (v && negative) value_put(vm, &v, int_neg(vm, v));
        return v;
    }
    size_t room = (n * bits / 64 + 2) * sizeof(mp_limb_t);
    mp_limb_t *limbs = mem_alloc(vm->mem, room);
    if (!limbs) return err_no_memory(vm);
    mp_size_t size = mpn_set_str(limbs, values, n, base);
    Value v = int_from_limbs(vm, (const uint64_t *)limbs, size, negative);
    mem_free(vm->mem, limbs, room);
    return v;
}

static int digit_value(uint32_t c)
{
    if (c >= '0' && c <= '9') return (int)c - '0';
    if (c >= 'a' && c <= 'z') return (int)c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return (int)c - 'A' + 10;
    return 99;
}

Value int_from_digits(VM *vm, const char *digits, size_t n, int base)
{
    if (n <= 18 && base == 10) {
        int64_t i = 0;
        bool plain = true;
        for (size_t k = 0; k < n; k++) {
            if (digits[k] == '_') {
                plain = false;
                break;
            }
            i = i * 10 + (digits[k] - '0');
        }
        if (plain) return int_from_i64(vm, i);
    }
    unsigned char *values = mem_alloc(vm->mem, n);
    size_t count = 0;
    if (!values) return err_no_memory(vm);
    for (size_t k = 0; k < n; k++)
        if (digits[k] != '_') values[count++] = (unsigned char)digit_value((unsigned char)digits[k]);
    Value v;
    if ((base & (base - 1)) && vm->int_max_digits && count > (size_t)vm->int_max_digits)
        v = err_raise(vm, EXC_ValueError,
            "Exceeds the limit (%d digits) for integer string conversion: value has %zu digits; use sys.set_int_max_str_digits() "
            "to increase the limit", vm->int_max_digits, count);
    else
        v = from_values(vm, values, count, base, false);
    mem_free(vm->mem, values, n);
    return v;
}

/* Reads sign, prefix and digits of chars[0..n) (ASCII by now) and turns the digits into values in place: their number, or -1. */
static int64_t read_digits(unsigned char *chars, int64_t n, int *base, bool *negative, unsigned char **first)
{
    int64_t i = 0, count = 0;
    *negative = false;
    if (i < n && (chars[i] == '-' || chars[i] == '+')) *negative = chars[i++] == '-';
    bool zero_only = false, prefix = false;
    if (i + 1 < n && chars[i] == '0') {
        int letter = chars[i + 1] | 32, named = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
        if (named && (*base == 0 || *base == named)) {
            *base = named;
            i += 2;
            prefix = true;
        } else if (*base == 0) {
            zero_only = true; /* "010" is no literal, "00" is */
        }
    }
    if (*base == 0) *base = 10;
    if (prefix && i < n && chars[i] == '_') i++;
    *first = chars + i;
    if (i >= n || chars[i] == '_' || chars[n - 1] == '_') return -1;
    unsigned char *to = chars + i;
    for (bool under = false; i < n; i++) {
        if (chars[i] == '_') {
            if (under) return -1;
            under = true;
            continue;
        }
        under = false;
        int d = digit_value(chars[i]);
        if (d >= *base || (zero_only && d)) return -1;
        to[count++] = (unsigned char)d;
    }
    return count;
}

static Value bad_literal(VM *vm, Ref source, int base)
{
    Value shown = is_bytearray(source) ? bytes_from(vm, as_bytearray(source)->data, as_bytearray(source)->len) : retain(source);
    if (shown) err_raise(vm, EXC_ValueError, "invalid literal for int() with base %d: %.200R", base, (Ref)shown);
    release(vm, shown);
    return NO_VALUE;
}

/* The commonest text of a number: a sign perhaps and at most 18 decimal digits. NULL: it is another. */
static Value plain_decimal(const Str *s)
{
    enum { MOST = 18 }; /* (they fit in 60 bits) */
    int64_t i = s->len > 1 && (s->data[0] == '-' || s->data[0] == '+'), value = 0;
    if (s->len == 0 || s->len - i > MOST || str_width(s) != 1) return NULL;
    bool negative = s->data[0] == '-';
    for (; i < s->len; i++) {
        unsigned digit = s->data[i] - '0';
        if (digit > 9) return NULL;
        value = value * 10 + (int64_t)digit;
    }
    return value > SMALL_MAX ? NULL : make_small(negative ? -value : value);
}

/* Decimal digits of ASCII and nothing else: their values, all at once. false: there is something else. */
static bool plain_values(const uint8_t *digits, int64_t n, unsigned char *to)
{
    unsigned char wrong = 0;
    for (int64_t i = 0; i < n; i++) {
        to[i] = (unsigned char)(digits[i] - '0');
        wrong |= to[i] > 9;
    }
    return !wrong && n > 0;
}

Value int_from_text(VM *vm, Ref source, int base)
{
    Value plain = base == 10 && is_str(source) ? plain_decimal(as_str(source)) : NULL;
    if (plain) return plain;
    Text t;
    BufferView view = {0};
    if (is_str(source)) t = text_of_str(source);
    else if (!text_of_buffer(vm, source, &view, &t)) return NO_VALUE;
    int64_t start = 0, end = t.n;
    while (start < end && text_is_number_space(&t, text_at(&t, start))) start++;
    while (end > start && text_is_number_space(&t, text_at(&t, end - 1))) end--;
    unsigned char small[128], *first;
    size_t size = (size_t)(end - start) + 1;
    unsigned char *buf = size <= sizeof small ? small : mem_alloc(vm->mem, size);
    if (!buf) return buffer_release(vm, &view), err_no_memory(vm);
    bool ok = true, negative = false, plain_text = false;
    if (base == 10 && is_str(source) && str_width(as_str(source)) == 1 && start < end) {
        unsigned char sign = as_str(source)->data[start];
        int64_t from = start + (sign == '-' || sign == '+');
        negative = sign == '-';
        plain_text = plain_values(as_str(source)->data + from, end - from, buf);
        if (plain_text) first = buf, start = from;
    }
    for (int64_t k = start; k < end && !plain_text; k++) {
        uint32_t c = text_at(&t, k);
        if (c >= 128) {
            int d = t.kind == KIND_STR ? uni_decimal(c) : -1;
            ok &= d >= 0;
            c = '0' + (uint32_t)d;
        }
        buf[k - start] = (unsigned char)c;
    }
    int shown = base;
    int64_t count = plain_text ? end - start : ok ? read_digits(buf, end - start, &base, &negative, &first) : -1;
    Value v;
    if (count < 0)
        v = bad_literal(vm, source, shown);
    else if ((base & (base - 1)) && vm->int_max_digits && count > vm->int_max_digits)
        v = err_raise(vm, EXC_ValueError,
            "Exceeds the limit (%d digits) for integer string conversion: value has %lld digits; use sys.set_int_max_str_digits() "
            "to increase the limit", vm->int_max_digits, (long long)count);
    else
        v = from_values(vm, first, (size_t)count, base, negative);
    if (buf != small) mem_free(vm->mem, buf, size);
    buffer_release(vm, &view);
    return v;
}
