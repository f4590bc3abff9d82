/* ew_isa.c: which vector unit's kernels to use, asked of the machine at each call (a few loads); and conversion between any two dtypes. */
#include <string.h>

#include "ew.h"
#include "libm.h"

extern const EwIsa ew_isa_base;
#if defined __x86_64__ && !defined PERCH_ONE_ISA
extern const EwIsa ew_isa_avx2, ew_isa_avx512;
static bool has_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && has_avx2();
}
#endif

const EwIsa *ew_isa(void)
{
#if defined __x86_64__ && !defined PERCH_ONE_ISA
    if (has_avx512()) return &ew_isa_avx512;
    if (has_avx2()) return &ew_isa_avx2;
#endif
    return &ew_isa_base;
}

const EwIsa *ew_isa_named(const char *name)
{
#if defined __x86_64__ && !defined PERCH_ONE_ISA
    if (strcmp(name, "avx512") == 0) return has_avx512() ? &ew_isa_avx512 : NULL;
    if (strcmp(name, "avx2") == 0) return has_avx2() ? &ew_isa_avx2 : NULL;
#endif
    return strcmp(name, "base") == 0 ? &ew_isa_base : NULL;
}

EwKernel ew_kernel(int function, DType type, Accent accent, int64_t size)
{
    const EwIsa *isa = ew_isa();
    EwKernel own = accent_rules(accent)->own_libm ? libm_kernel(function, type) : type == DT_FLOAT32 && size > EW_EXACT && accent_rules(accent)->swift_functions ? isa->swift[function] : NULL;
    return own ? own : isa->functions[type] ? isa->functions[type][function] : NULL;
}

void ew_convert(const EwIsa *isa, int64_t n, void *to, DType to_dtype, const void *from, DType from_dtype)
{
    if (to_dtype == from_dtype) {
        memcpy(to, from, (size_t)n * dtype_bytes(to_dtype));
        return;
    }
    if (dtype_is_complex(to_dtype) || dtype_is_complex(from_dtype)) {
        size_t a = dtype_bytes(to_dtype), b = dtype_bytes(from_dtype);
        for (int64_t i = 0; i < n; i++) dtype_store(to_dtype, (char *)to + (size_t)i * a, dtype_load(from_dtype, (const char *)from + (size_t)i * b));
        return;
    }
    EwKernel direct = isa->convert[from_dtype][to_dtype];
    if (direct) {
        direct(n, to, from, NULL, NULL, NULL);
        return;
    }
    char middle[256 * 8]; /* over the register type of the source, which holds it exactly */
    DType by = ew_register_type(from_dtype);
    for (int64_t at = 0; at < n; at += 256) {
        int64_t m = n - at < 256 ? n - at : 256;
        isa->convert[from_dtype][by](m, middle, (const char *)from + at * (int64_t)dtype_bytes(from_dtype), NULL, NULL, NULL);
        isa->convert[by][to_dtype](m, (char *)to + at * (int64_t)dtype_bytes(to_dtype), middle, NULL, NULL, NULL);
    }
}
