/* dtype.c: the table of element types, promotion in three accents, half precision numbers. */
#include "dtype.h"

#include <math.h>
#include <string.h>

const DTypeInfo dtype_info[DTYPE_COUNT] = {
#define DTYPE(NAME, numpy, torch, bytes, kind) {numpy, torch, bytes, kind},
#include "dtypes.def"
#undef DTYPE
};

DType dtype_parse(const char *name)
{
    static const struct { const char *name; DType d; } others[] = {
        {"float", DT_FLOAT32}, {"double", DT_FLOAT64}, {"half", DT_FLOAT16}, {"long", DT_INT64},
        {"int", DT_INT32},     {"short", DT_INT16},    {"char", DT_INT8},    {"byte", DT_UINT8},
    };
    for (int d = 0; d < DTYPE_COUNT; d++)
        if (strcmp(dtype_info[d].name, name) == 0) return (DType)d;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i].name, name) == 0) return others[i].d;
    return DT_NONE;
}

int64_t scalar_as_int(Scalar s)
{
    if (s.kind < SCALAR_FLOAT) return s.i;
    if (isnan(s.f)) return 0;
    if (s.f >= 0x1p63) return INT64_MAX;
    if (s.f <= -0x1p63) return INT64_MIN;
    return (int64_t)s.f;
}

/* ---- promotion ---- */
static int kind_rank(DType d)
{
    switch (dtype_info[d].kind) {
    case 'B': return 0;
    case 'F': return 2;
    case 'C': return 3;
    default: return 1;
    }
}

/* Two integers of different signs: the smallest signed one that holds both. */
static DType join_integers(DType a, DType b)
{
    if (a == b) return a;
    if (a == DT_UINT8 || b == DT_UINT8) {
        DType other = a == DT_UINT8 ? b : a;
        return other == DT_INT8 ? DT_INT16 : other;
    }
    return a > b ? a : b; /* the table orders signed ones by width */
}

static DType join_floats(DType a, DType b)
{
    if (a == b) return a;
    if ((a == DT_FLOAT16 && b == DT_BFLOAT16) || (a == DT_BFLOAT16 && b == DT_FLOAT16)) return DT_FLOAT32;
    return a > b ? a : b;
}

static DType join(Accent accent, DType a, DType b)
{
    int ra = kind_rank(a), rb = kind_rank(b);
    if (ra == 3 || rb == 3) { /* the complex numbers whose parts are wide enough for both */
        DType parts = ra == rb ? join_floats(dtype_real_of(a), dtype_real_of(b)) : join(accent, dtype_real_of(a), dtype_real_of(b));
        return dtype_complex_of(parts);
    }
    if (ra == rb) return ra == 0 ? DT_BOOL : ra == 1 ? join_integers(a, b) : join_floats(a, b);
    DType high = ra > rb ? a : b, low = ra > rb ? b : a;
    if (kind_rank(high) == 1 || kind_rank(low) == 0 || !accent_rules(accent)->floats_hold_integers) return high;
    /* NumPy: a float wide enough for the integer */
    size_t bytes = dtype_bytes(low);
    DType wanted = bytes == 1 ? DT_FLOAT16 : bytes == 2 ? DT_FLOAT32 : DT_FLOAT64;
    return join_floats(high, wanted);
}

DType dtype_default_float(Accent accent) { return (DType)accent_rules(accent)->default_float; }

DType dtype_of_scalar(Accent accent, Scalar s)
{
    if (accent_rules(accent)->numbers_are_floats) return dtype_default_float(accent);
    if (s.kind == SCALAR_COMPLEX) return dtype_complex_of(dtype_default_float(accent));
    return s.kind == SCALAR_BOOL ? DT_BOOL : s.kind == SCALAR_INT ? DT_INT64 : dtype_default_float(accent);
}

DType dtype_promote(Accent accent, const Operand *operands, int n, bool *same)
{
    /* three classes, strong to weak: tensors with dimensions, tensors without (PyTorch, NumPy), numbers */
    const AccentRules *rules = accent_rules(accent);
    DType found[3] = {DT_NONE, DT_NONE, DT_NONE};
    *same = true;
    for (int i = 0; i < n; i++) {
        int class = operands[i].weak ? 2 : operands[i].zero_d && rules->zero_d_as_number ? 1 : 0;
        if (class == 0 && found[0] != DT_NONE && found[0] != operands[i].dtype) *same = false;
        found[class] = found[class] == DT_NONE ? operands[i].dtype : join(accent, found[class], operands[i].dtype);
    }
    DType result = found[0];
    for (int class = 1; class < 3; class++) {
        if (found[class] == DT_NONE) continue;
        if (result == DT_NONE) { result = found[class]; continue; }
        if (class == 2 && (rules->numbers_take_dtype || (rules->integers_keep_dtype && kind_rank(result) == 1))) continue; /* numbers take the array's dtype */
        if (kind_rank(found[class]) <= kind_rank(result)) continue;
        if (kind_rank(found[class]) == 3 && kind_rank(result) == 2) { /* floats keep their width */
            result = dtype_complex_of(result);
            continue;
        }
        /* a higher kind decides; a plain number brings only its kind: the default float, or int64 */
        result = class == 2 && kind_rank(found[class]) == 2
                     ? join(accent, result, (DType)rules->default_float)
                     : found[class];
    }
    return result;
}

/* ---- half precision ---- */
float half_to_float(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, exponent = (h >> 10) & 31, fraction = h & 0x3FF, bits;
    if (exponent == 31) bits = sign | 0x7F800000 | fraction << 13;
    else if (exponent) bits = sign | (exponent + 112) << 23 | fraction << 13;
    else if (fraction == 0) bits = sign;
    else {
        int shift = __builtin_clz(fraction) - 21; /* so that the leading one is bit 10 */
        bits = sign | (uint32_t)(113 - shift) << 23 | ((fraction << shift) & 0x3FF) << 13;
    }
    union { uint32_t u; float f; } v = {bits};
    return v.f;
}

uint16_t half_from_float(float f)
{
    union { float f; uint32_t u; } v = {f};
    uint32_t sign = v.u >> 16 & 0x8000, rest = v.u & 0x7FFFFFFF;
    if (rest > 0x7F800000) return (uint16_t)(sign | 0x7E00 | (rest >> 13 & 0x3FF));
    if (rest >= 0x47800000) return (uint16_t)(sign | 0x7C00); /* beyond 65519.99 rounds to infinity; below is cut next */
    if (rest < 0x38800000) { /* subnormal or zero: let the float unit round */
        union { uint32_t u; float f; } magic = {0x3F000000}, small = {rest};
        small.f += magic.f;
        return (uint16_t)(sign | (small.u - magic.u));
    }
    uint32_t odd = rest >> 13 & 1;
    rest += 0xC8000FFF + odd; /* exponent from bias 127 to 15, and half of what is cut */
    return (uint16_t)(sign | rest >> 13);
}

uint16_t bfloat_from_float(float f)
{
    union { float f; uint32_t u; } v = {f};
    if ((v.u & 0x7FFFFFFF) > 0x7F800000) return (uint16_t)(v.u >> 16 | 0x40);
    return (uint16_t)((v.u + 0x7FFF + (v.u >> 16 & 1)) >> 16);
}

/* ---- one element ---- */
Scalar dtype_load(DType d, const void *at)
{
    switch (d) {
    case DT_BOOL: return scalar_bool(*(const uint8_t *)at != 0);
    case DT_UINT8: return scalar_int(*(const uint8_t *)at);
    case DT_INT8: return scalar_int(*(const int8_t *)at);
    case DT_INT16: return scalar_int(*(const int16_t *)at);
    case DT_INT32: return scalar_int(*(const int32_t *)at);
    case DT_INT64: return scalar_int(*(const int64_t *)at);
    case DT_FLOAT16: return scalar_float(half_to_float(*(const uint16_t *)at));
    case DT_BFLOAT16: return scalar_float(bfloat_to_float(*(const uint16_t *)at));
    case DT_FLOAT32: return scalar_float(*(const float *)at);
    case DT_COMPLEX64: return scalar_complex(((const float *)at)[0], ((const float *)at)[1]);
    case DT_COMPLEX128: return scalar_complex(((const double *)at)[0], ((const double *)at)[1]);
    default: return scalar_float(*(const double *)at);
    }
}

bool dtype_holds(DType d, Scalar s)
{
    static const double largest[DTYPE_COUNT] = {
        [DT_UINT8] = UINT8_MAX, [DT_INT8] = INT8_MAX, [DT_INT16] = INT16_MAX, [DT_INT32] = INT32_MAX, [DT_INT64] = 0x1p63,
        [DT_FLOAT16] = 65504, [DT_BFLOAT16] = 0x1.FEp127, [DT_FLOAT32] = 0x1.FFFFFEp127, [DT_FLOAT64] = 0x1.FFFFFFFFFFFFFp1023,
    };
    if (d >= DTYPE_COUNT || largest[d] == 0 || (s.kind < SCALAR_FLOAT && d == DT_INT64)) return true;
    if (s.kind == SCALAR_COMPLEX && s.im != 0) return d == DT_BOOL;
    double v = scalar_as_double(s), low = dtype_is_float(d) || d == DT_INT64 ? -largest[d] : -largest[d] - 1;
    if (d == DT_UINT8) low = s.kind >= SCALAR_FLOAT ? 0 : -largest[d];
    if (dtype_is_float(d) && !isfinite(v)) return true;
    return v >= low && v <= largest[d];
}

/* x86's own answer for what does not fit: the smallest integer; kept on every machine. */
static int64_t float_to_int(double f)
{
    return f >= -0x1p63 && f < 0x1p63 ? (int64_t)f : INT64_MIN;
}

void dtype_store(DType d, void *at, Scalar s)
{
    int64_t i = s.kind >= SCALAR_FLOAT ? float_to_int(s.f) : s.i;
    switch (d) {
    case DT_BOOL: *(uint8_t *)at = s.kind >= SCALAR_FLOAT ? s.f != 0 || s.im != 0 : s.i != 0; return;
    case DT_UINT8: *(uint8_t *)at = (uint8_t)i; return;
    case DT_INT8: *(int8_t *)at = (int8_t)i; return;
    case DT_INT16: *(int16_t *)at = (int16_t)i; return;
    case DT_INT32: *(int32_t *)at = (int32_t)i; return;
    case DT_INT64: *(int64_t *)at = i; return;
    case DT_FLOAT16: *(uint16_t *)at = half_from_float((float)scalar_as_double(s)); return;
    case DT_BFLOAT16: *(uint16_t *)at = bfloat_from_float((float)scalar_as_double(s)); return;
    case DT_FLOAT32: *(float *)at = (float)scalar_as_double(s); return;
    case DT_COMPLEX64:
        ((float *)at)[0] = (float)scalar_as_double(s);
        ((float *)at)[1] = (float)s.im;
        return;
    case DT_COMPLEX128:
        ((double *)at)[0] = scalar_as_double(s);
        ((double *)at)[1] = s.im;
        return;
    default: *(double *)at = scalar_as_double(s); return;
    }
}
