/* mod_struct_item.c: single items of the module _struct: integers, floats of 2, 4 and 8 bytes, characters, texts. */
#include "mod_struct.h"

#include <math.h>

int8_t struct_item_size(char code, bool native)
{
    switch (code) {
    case 'x': case 'c': case 'b': case 'B': case '?': case 's': case 'p': return 1;
    case 'h': case 'H': case 'e': return 2;
    case 'i': case 'I': case 'f': return 4;
    case 'l': case 'L': return native ? (int8_t)sizeof(long) : 4;
    case 'q': case 'Q': case 'd': return 8;
    case 'n': case 'N': case 'P': return native ? 8 : 0;
    default: return 0;
    }
}

/* ---- bytes of numbers ---- */
static void put_bits(const StructItem *it, unsigned char *out, uint64_t bits)
{
    for (int i = 0; i < it->size; i++, bits >>= 8) out[it->big ? it->size - 1 - i : i] = (unsigned char)bits;
}

static uint64_t get_bits(const StructItem *it, const unsigned char *in)
{
    uint64_t bits = 0;
    for (int i = 0; i < it->size; i++) bits = bits << 8 | in[it->big ? i : it->size - 1 - i];
    return bits;
}

/* A double as binary16, halves to even; false: too large. */
static bool half_from(double x, uint16_t *out)
{
    uint16_t sign = signbit(x) ? 0x8000 : 0;
    int e;
    *out = sign;
    if (isnan(x)) *out |= 0x7e00;
    else if (isinf(x)) *out |= 0x7c00;
    if (!isfinite(x) || x == 0) return true;
    double f = frexp(fabs(x), &e) * 2; /* 1 <= f < 2 */
    e--;
    double scaled = e < -14 ? ldexp(f, e + 24) : ldexp(f - 1, 10), whole = floor(scaled), rest = scaled - whole;
    unsigned m = e < -26 ? 0 : (unsigned)whole, biased = e < -14 ? 0 : (unsigned)(e + 15);
    if (e >= 16) return false;
    if (rest > 0.5 || (rest == 0.5 && (m & 1))) m++;
    unsigned bits = (biased << 10) + m; /* a carry goes into the exponent, as it should */
    if (bits >= 0x7c00) return false;
    *out |= (uint16_t)bits;
    return true;
}

static double half_value(uint16_t h)
{
    int e = h >> 10 & 31, m = h & 0x3ff;
    double v = e == 31 ? (m ? (double)NAN : (double)INFINITY) : e == 0 ? ldexp(m, -24) : ldexp(1024 + m, e - 25);
    return h & 0x8000 ? -v : v;
}

/* ---- packing ---- */
/* CPython's words differ where it does not use the machine's own loads and stores: in big-endian formats. */
static bool out_of_range(VM *vm, const StructItem *it)
{
    bool all = it->code == 'P' || (it->big && (it->code == 'q' || it->code == 'Q'));
    struct_error(vm, all ? "int too large to convert" : "argument out of range");
    return false;
}

static bool range_error(VM *vm, const StructItem *it, bool is_signed)
{
    switch (it->big && it->size > 1 ? 0 : it->code) {
    case 'b': return struct_error(vm, "byte format requires -128 <= number <= 127") != NULL;
    case 'B': return struct_error(vm, "ubyte format requires 0 <= number <= 255") != NULL;
    case 'h': return struct_error(vm, "short format requires -32768 <= number <= 32767") != NULL;
    case 'H': return struct_error(vm, "ushort format requires 0 <= number <= 65535") != NULL;
    default: break;
    }
    if (is_signed) return struct_error(vm, "'%c' format requires %lld <= number <= %lld", it->code, -((long long)1 << (8 * it->size - 1)), ((long long)1 << (8 * it->size - 1)) - 1) != NULL;
    return struct_error(vm, "'%c' format requires 0 <= number <= %lld", it->code, ((long long)1 << (8 * it->size)) - 1) != NULL;
}

/* An int as 64 bits; wide: up to 2**64 - 1 and never negative, else as int64. */
static bool to_bits(VM *vm, const StructItem *it, Ref n, bool wide, uint64_t *out)
{
    int64_t i;
    if (int_fits_i64(n, &i)) {
        *out = (uint64_t)i;
        return !(wide && i < 0) || out_of_range(vm, it);
    }
    const Int *big = (const Int *)BITS(n);
    if (!wide || big->size != 1) return out_of_range(vm, it);
    *out = big->limb[0];
    return true;
}

static bool pack_int(VM *vm, const StructItem *it, unsigned char *out, Ref v)
{
    if (!is_int(v) && !type_of(vm, v)->s.to_index) return struct_error(vm, "required argument is not an integer") != NULL;
    Value n = is_int(v) ? retain(v) : num_index(vm, v);
    if (!n) return false;
    char c = it->code; /* of integers the small letters are the signed ones */
    bool is_signed = c >= 'a', wide = c == 'I' || c == 'L' || c == 'Q' || c == 'N' || (it->big && c == 'H'), ok;
    uint64_t bits;
    int64_t i;
    if (it->code == 'P') ok = int_fits_i64(n, &i) ? (bits = (uint64_t)i, true) : to_bits(vm, it, n, true, &bits);
    else ok = to_bits(vm, it, n, wide, &bits);
    release(vm, n);
    if (!ok) return false;
    if (it->size < 8) {
        int64_t s = (int64_t)bits, top = (int64_t)1 << (8 * it->size - (is_signed ? 1 : 0));
        if (is_signed ? s < -top || s >= top : (wide ? bits >= (uint64_t)top : s < 0 || s >= top)) return range_error(vm, it, is_signed);
    }
    put_bits(it, out, bits);
    return true;
}

static bool pack_float(VM *vm, const StructItem *it, unsigned char *out, Ref v)
{
    double d;
    if (is_float(v)) d = float_of(v);
    else if (!num_to_double(vm, v, &d)) {
        if (err_matches(vm, EXC_TypeError)) {
            err_clear(vm);
            struct_error(vm, "required argument is not a float");
        }
        return false;
    }
    uint64_t bits;
    if (it->code == 'd') memcpy(&bits, &d, 8);
    else if (it->code == 'f') {
        float f = (float)d;
        uint32_t b;
        if (isinf(f) && isfinite(d) && !it->native) return err_false(vm, EXC_OverflowError, "float too large to pack with f format");
        memcpy(&b, &f, 4);
        bits = b;
    } else {
        uint16_t h;
        if (!half_from(d, &h)) return err_false(vm, EXC_OverflowError, "float too large to pack with e format");
        bits = h;
    }
    put_bits(it, out, bits);
    return true;
}

bool struct_pack_item(VM *vm, const StructItem *it, unsigned char *out, Ref v)
{
    int truth;
    switch (it->code) {
    case 'c':
        if (!is_bytes(v) || as_bytes(v)->len != 1) return struct_error(vm, "char format requires a bytes object of length 1") != NULL;
        *out = as_bytes(v)->data[0];
        return true;
    case '?':
        if ((truth = op_truth(vm, v)) < 0) return false;
        *out = (unsigned char)truth;
        return true;
    case 'e': case 'f': case 'd': return pack_float(vm, it, out, v);
    default: return pack_int(vm, it, out, v);
    }
}

bool struct_pack_text(VM *vm, const StructItem *it, unsigned char *out, Ref v)
{
    if (!is_bytes(v) && !is_bytearray(v)) return struct_error(vm, "argument for '%c' must be a bytes object", it->code) != NULL;
    const unsigned char *p = is_bytes(v) ? as_bytes(v)->data : as_bytearray(v)->data;
    int64_t n = is_bytes(v) ? as_bytes(v)->len : as_bytearray(v)->len;
    if (it->code == 's') {
        if (n) memcpy(out, p, (size_t)(n < it->repeat ? n : it->repeat));
        return true;
    }
    if (it->repeat == 0) return true;
    if (n > it->repeat - 1) n = it->repeat - 1;
    if (n) memcpy(out + 1, p, (size_t)n);
    *out = (unsigned char)(n > 255 ? 255 : n);
    return true;
}

/* ---- unpacking ---- */
Value struct_unpack_item(VM *vm, const StructItem *it, const unsigned char *in)
{
    uint64_t bits = get_bits(it, in);
    switch (it->code) {
    case 'c': return bytes_from(vm, in, 1);
    case '?': return make_bool(bits != 0);
    case 'b': return make_small((int8_t)bits);
    case 'h': return make_small((int16_t)bits);
    case 'i': return make_small((int32_t)bits);
    case 'l': return it->size == 4 ? make_small((int32_t)bits) : int_from_i64(vm, (int64_t)bits);
    case 'q': case 'n': return int_from_i64(vm, (int64_t)bits);
    case 'e': return make_float_any(half_value((uint16_t)bits));
    case 'f': {
        uint32_t b = (uint32_t)bits;
        float f;
        memcpy(&f, &b, 4);
        return make_float_any(f);
    }
    case 'd': {
        double d;
        memcpy(&d, &bits, 8);
        return make_float_any(d);
    }
    default: return int_from_u64(vm, bits);
    }
}

Value struct_unpack_text(VM *vm, const StructItem *it, const unsigned char *in)
{
    if (it->code == 's') return bytes_from(vm, in, it->repeat);
    int64_t n = it->repeat ? *in : 0;
    if (n > it->repeat - 1) n = it->repeat - 1;
    return bytes_from(vm, in + 1, n < 0 ? 0 : n);
}
