/* ew_move.c: strided moves of elements of 1, 2, 4, 8 and 16 bytes, and this unit's table of everything. */
#include <string.h>

#include "isa.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

#define MOVE(bytes, T) \
    static void gather##bytes(int64_t n, void *to, const void *from, int64_t stride) \
    { \
        T *restrict o = to; \
        const T *restrict x = from; \
        if (stride == 1) memcpy(o, x, (size_t)n * bytes); \
        else if (stride == 0) { const T v = *x; for (int64_t i = 0; i < n; i++) o[i] = v; } \
        else if (stride == -1) { for (int64_t i = 0; i < n; i++) o[i] = x[-i]; } \
        else for (int64_t i = 0; i < n; i++) o[i] = x[i * stride]; \
    } \
    static void scatter##bytes(int64_t n, void *to, const void *from, int64_t stride) \
    { \
        T *restrict o = to; \
        const T *restrict x = from; \
        if (stride == 1) memcpy(o, x, (size_t)n * bytes); \
        else for (int64_t i = 0; i < n; i++) o[i * stride] = x[i]; \
    } \
    static void turn##bytes(int64_t n, int64_t m, void *to, int64_t to_stride, const void *from, int64_t from_stride) \
    { \
        T *restrict o = to; \
        const T *restrict x = from; \
        for (int64_t i0 = 0; i0 < n; i0 += 16) { \
            if (i0 + 16 <= n) \
                for (int64_t j0 = 0; j0 < m; j0 += 16) { \
                    T tile[16][16]; /* rows are read and written whole: the cache sees lines, not elements */ \
                    int64_t jn = m - j0 < 16 ? m - j0 : 16; \
                    for (int64_t j = 0; j < jn; j++) for (int64_t i = 0; i < 16; i++) tile[i][j] = x[(j0 + j) * from_stride + i0 + i]; \
                    for (int64_t i = 0; i < 16; i++) \
                        if (jn == 16) memcpy(&o[(i0 + i) * to_stride + j0], tile[i], 16 * bytes); \
                        else for (int64_t j = 0; j < jn; j++) o[(i0 + i) * to_stride + j0 + j] = tile[i][j]; \
                } \
            else \
                for (int64_t i = i0; i < n; i++) for (int64_t j = 0; j < m; j++) o[i * to_stride + j] = x[j * from_stride + i]; \
        } \
    }
MOVE(1, uint8_t)
MOVE(2, uint16_t)
MOVE(4, uint32_t)
MOVE(8, uint64_t)
typedef struct Wide { uint64_t u[2]; } Wide;
MOVE(16, Wide)

/* Whole lines at once: a line that is written in parts waits in the way of later stores. */
#if defined __AVX512F__
#define STREAM_LINE(o, x) _mm512_stream_si512((__m512i *)(o), _mm512_loadu_si512(x))
#elif defined __AVX__
#define STREAM_LINE(o, x) \
    for (int j = 0; j < 64; j += 32) _mm256_stream_si256((__m256i *)((o) + j), _mm256_loadu_si256((const __m256i *)((x) + j)))
#elif defined __SSE2__
#define STREAM_LINE(o, x) \
    for (int j = 0; j < 64; j += 16) _mm_stream_si128((__m128i *)((o) + j), _mm_loadu_si128((const __m128i *)((x) + j)))
#endif
static void stream(int64_t bytes, void *to, const void *from)
{
    char *o = to;
    const char *x = from;
#ifdef STREAM_LINE
    int64_t ahead = (int64_t)(-(uintptr_t)o & 63);
    if (ahead > bytes) ahead = bytes;
    memcpy(o, x, (size_t)ahead);
    o += ahead, x += ahead, bytes -= ahead;
    for (; bytes >= 64; o += 64, x += 64, bytes -= 64) STREAM_LINE(o, x);
#endif
    memcpy(o, x, (size_t)bytes);
}
static void stream_end(void)
{
#ifdef STREAM_LINE
    _mm_sfence();
#endif
}

const EwMoves ISA_NAME(ew_moves) = {{gather1, gather2, gather4, gather8, gather16}, {scatter1, scatter2, scatter4, scatter8, scatter16}, {turn1, turn2, turn4, turn8, turn16}, stream, stream_end};

const EwIsa ISA_NAME(ew_isa) = {
    .name = ISA_TEXT(ISA),
    .functions = {[DT_FLOAT32] = ISA_NAME(ew_float), [DT_FLOAT64] = ISA_NAME(ew_double), [DT_INT32] = ISA_NAME(ew_int), [DT_INT64] = ISA_NAME(ew_long), [DT_BOOL] = ISA_NAME(ew_bool)},
    .swift = ISA_NAME(ew_swift),
    .convert = ISA_NAME(ew_converters),
    .moves = &ISA_NAME(ew_moves),
    .lines = ISA_NAME(ew_lines),
    .draw = &ISA_NAME(draw_loops),
    .cells = ISA_NAME(cell_loops),
    .steps = ISA_NAME(step_loops),
    .reduce = ISA_NAME(ew_reducers),
    .largest = {ISA_NAME(ew_largest_float), ISA_NAME(ew_largest_double), ISA_NAME(ew_largest_long)},
};
