/* gemm_tile.h: the tile, the packing and the product with a vector for one type T (FN names it); included by gemm.c, undefines its parameters. */
typedef T FN(V) __attribute__((vector_size(WIDE_BYTES), aligned(sizeof(T)), may_alias));
enum { FN(LANES) = WIDE_BYTES / sizeof(T), FN(NR) = 2 * FN(LANES) };

static void FN(tile)(int64_t k, const void *restrict pa, const void *restrict pb, void *restrict pc, int64_t ldc)
{
    const T *a = pa, *b = pb;
    FN(V) acc[MR][2];
    WIDE_UNROLL
    for (int i = 0; i < MR; i++) acc[i][0] = acc[i][1] = (FN(V)){0};
    for (int64_t p = 0; p < k; p++, a += MR, b += FN(NR)) {
        FN(V) b0 = *(const FN(V) *)b, b1 = *(const FN(V) *)(b + FN(LANES));
        WIDE_UNROLL
        for (int i = 0; i < MR; i++) {
            acc[i][0] += b0 * a[i];
            acc[i][1] += b1 * a[i];
        }
    }
    T *c = pc;
    WIDE_UNROLL
    for (int i = 0; i < MR; i++) {
        *(FN(V) *)(c + i * ldc) += acc[i][0];
        *(FN(V) *)(c + i * ldc + FN(LANES)) += acc[i][1];
    }
}

#define PACK(S, load)                                                                                 \
    do {                                                                                              \
        const S *s = (const S *)from;                                                                 \
        for (int64_t j = 0; j < count; j += width) {                                                  \
            int have = (int)(count - j < width ? count - j : width);                                  \
            const S *line = s + j * across;                                                           \
            if (have == width && across == 1) {                                                       \
                for (int64_t p = 0; p < k; p++, out += width)                                         \
                    for (int i = 0; i < width; i++) { S v = line[p * along + i]; out[i] = (T)load; }  \
            } else {                                                                                  \
                for (int i = 0; i < have; i++)                                                        \
                    for (int64_t p = 0; p < k; p++) { S v = line[i * across + p * along]; out[p * width + i] = (T)load; } \
                for (int i = have; i < width; i++)                                                    \
                    for (int64_t p = 0; p < k; p++) out[p * width + i] = 0;                           \
                out += k * width;                                                                     \
            }                                                                                         \
        }                                                                                             \
    } while (0)

static void FN(pack)(void *restrict to, int width, const char *restrict from, DType dtype, int64_t across, int64_t along, int64_t count, int64_t k)
{
    T *out = to;
    switch (dtype) {
    case DT_BOOL: PACK(uint8_t, (v != 0)); break;
    case DT_UINT8: PACK(uint8_t, v); break;
    case DT_INT8: PACK(int8_t, v); break;
    case DT_INT16: PACK(int16_t, v); break;
    case DT_INT32: PACK(int32_t, v); break;
    case DT_INT64: PACK(int64_t, v); break;
    case DT_FLOAT16: PACK(uint16_t, half_to_float(v)); break;
    case DT_BFLOAT16: PACK(uint16_t, bfloat_to_float(v)); break;
    case DT_FLOAT32: PACK(float, v); break;
    case DT_FLOAT64: PACK(double, v); break;
    default: break;
    }
}
#undef PACK

#ifdef GEMM_REAL
static T FN(dot)(const T *a, const T *b, int64_t n)
{
    FN(V) s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    int64_t i = 0;
    for (; i + 4 * FN(LANES) <= n; i += 4 * FN(LANES)) {
        s0 += *(const FN(V) *)(a + i) * *(const FN(V) *)(b + i);
        s1 += *(const FN(V) *)(a + i + FN(LANES)) * *(const FN(V) *)(b + i + FN(LANES));
        s2 += *(const FN(V) *)(a + i + 2 * FN(LANES)) * *(const FN(V) *)(b + i + 2 * FN(LANES));
        s3 += *(const FN(V) *)(a + i + 3 * FN(LANES)) * *(const FN(V) *)(b + i + 3 * FN(LANES));
    }
    for (; i + FN(LANES) <= n; i += FN(LANES)) s0 += *(const FN(V) *)(a + i) * *(const FN(V) *)(b + i);
    s0 = (s0 + s1) + (s2 + s3);
    T sum = 0;
    for (int j = 0; j < FN(LANES); j++) sum += s0[j];
    for (; i < n; i++) sum += a[i] * b[i];
    return sum;
}

static void FN(matvec)(int64_t m, int64_t k, const void *a, int64_t rs, int64_t cs, const void *x, void *y)
{
    const T *A = a, *X = x;
    T *restrict Y = y;
    if (cs == 1) {
        for (int64_t i = 0; i < m; i++) Y[i] += FN(dot)(A + i * rs, X, k);
        return;
    }
    int64_t p = 0; /* rs is 1: columns, four at a time so that y is loaded once for four */
    for (; p + 4 <= k; p += 4) {
        const T *c0 = A + p * cs, *c1 = c0 + cs, *c2 = c1 + cs, *c3 = c2 + cs;
        T x0 = X[p], x1 = X[p + 1], x2 = X[p + 2], x3 = X[p + 3];
        for (int64_t i = 0; i < m; i++) Y[i] += (c0[i] * x0 + c1[i] * x1) + (c2[i] * x2 + c3[i] * x3);
    }
    for (; p < k; p++) {
        const T *c0 = A + p * cs;
        T x0 = X[p];
        for (int64_t i = 0; i < m; i++) Y[i] += c0[i] * x0;
    }
}
#undef GEMM_REAL
#endif
#undef T
#undef FN
