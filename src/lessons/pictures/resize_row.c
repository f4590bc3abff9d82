/* resize_row.c: a row of pixels of four bytes, resized: where the machine can (AVX2), four old pixels are weighed at once by products of 16 bits. The sums are those of resize.c's plain way,
 * for a weight's two halves are multiplied apart and added as whole numbers. */
#include <string.h>

#include "resize.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

static bool machine_can(void) { return __builtin_cpu_supports("avx2"); }

static bool span_pack(RowWeights *r, int i, const Weights *w, int old_width, int *at)
{
    const struct Reach reach = w->spans[i];
    const int groups = (reach.n + 3) / 4, first = reach.first + 4 * groups > old_width ? old_width - 4 * groups : reach.first;
    const int32_t *k = w->fixed + (size_t)i * (size_t)w->room;
    if (first < 0) return false;
    r->spans[i] = (struct RowSpan){first, groups, *at};
    for (int x = 0; x < reach.n; x++) {
        const int place = reach.first - first + x;
        struct RowGroup *g = &r->groups[*at + place / 4];
        if (k[x] >> 15 != (int16_t)(k[x] >> 15)) return false;
        g->low[place % 4] = (int16_t)(k[x] & 0x7fff);
        g->high[place % 4] = (int16_t)(k[x] >> 15);
    }
    *at += groups;
    return true;
}
bool row_weights_make(VM *vm, RowWeights *r, const Weights *w, int old_width)
{
    const size_t all = (size_t)w->count * (size_t)((w->room + 3) / 4);
    int at = 0;
    if (!machine_can() || all > INT32_MAX) return false;
    r->count = w->count;
    r->all = all;
    r->spans = mem_alloc(vm->mem, (size_t)w->count * sizeof *r->spans);
    r->groups = mem_zalloc(vm->mem, all * sizeof *r->groups);
    bool ok = r->spans && r->groups;
    for (int i = 0; ok && i < w->count; i++) ok = span_pack(r, i, w, old_width, &at);
    if (!ok) row_weights_free(vm, r);
    return ok;
}

#define WIDE __attribute__((target("avx2")))
/* One new pixel's sums, each band's in two neighbours. */
static inline WIDE __attribute__((always_inline)) __m256i weighed(const uint8_t *in, const RowWeights *r, int x)
{
    const struct RowSpan span = r->spans[x];
    /* four pixels, in both halves; of the first half red and green, of the second blue and alpha, as 16 bits, two pixels beside each other */
    const __m256i order = _mm256_setr_epi8(0, -1, 4, -1, 8, -1, 12, -1, 1, -1, 5, -1, 9, -1, 13, -1, 2, -1, 6, -1, 10, -1, 14, -1, 3, -1, 7, -1, 11, -1, 15, -1);
    __m256i low = _mm256_setzero_si256(), high = low;
    const uint8_t *p = in + (size_t)span.first * 4;
    const struct RowGroup *g = r->groups + span.at;
    for (int i = 0; i < span.groups; i++, p += 16, g++) {
        const __m256i pixels = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)p)), order);
        int64_t l, h;
        memcpy(&l, g->low, sizeof l);
        memcpy(&h, g->high, sizeof h);
        low = _mm256_add_epi32(low, _mm256_madd_epi16(pixels, _mm256_set1_epi64x(l)));
        high = _mm256_add_epi32(high, _mm256_madd_epi16(pixels, _mm256_set1_epi64x(h)));
    }
    return _mm256_add_epi32(low, _mm256_slli_epi32(high, 15));
}
static inline WIDE __attribute__((always_inline)) uint64_t two_pixels(__m256i a, __m256i b)
{
    __m256i sums = _mm256_hadd_epi32(a, b); /* red and green of both, then blue and alpha of both */
    sums = _mm256_srai_epi32(_mm256_add_epi32(sums, _mm256_set1_epi32(1 << (RESIZE_POINT - 1))), RESIZE_POINT);
    sums = _mm256_packs_epi32(sums, sums);
    sums = _mm256_packus_epi16(sums, sums);
    return (uint64_t)_mm_cvtsi128_si64(_mm_unpacklo_epi16(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1)));
}
WIDE void row_resized(uint8_t *out, const uint8_t *in, const RowWeights *r, uint32_t mask)
{
    const uint64_t both = (uint64_t)mask << 32 | mask;
    int x = 0;
    for (; x + 1 < r->count; x += 2) {
        const uint64_t words = two_pixels(weighed(in, r, x), weighed(in, r, x + 1)) & both;
        memcpy(out + (size_t)x * 4, &words, 8);
    }
    if (x < r->count) {
        const __m256i last = weighed(in, r, x);
        const uint32_t word = (uint32_t)two_pixels(last, last) & mask;
        memcpy(out + (size_t)x * 4, &word, 4);
    }
}
#else
bool row_weights_make(VM *vm, RowWeights *r, const Weights *w, int old_width) { return false; }
void row_resized(uint8_t *out, const uint8_t *in, const RowWeights *r, uint32_t mask) {}
#endif

void row_weights_free(VM *vm, RowWeights *r)
{
    mem_free(vm->mem, r->spans, (size_t)r->count * sizeof *r->spans);
    mem_free(vm->mem, r->groups, r->all * sizeof *r->groups);
    *r = (RowWeights){0};
}
