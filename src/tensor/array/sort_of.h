/* sort_of.h: the kernels of sorting for one type, included by sort_kernels.c with KEY (the C type), LESS(a, b) and OF(name) defined. Elements lie one behind the other, aligned.
 *
 * Sorting in place is quicksort with heapsort where it goes deep (equal numbers cannot be told apart, so that it serves as the stable one too); sorting numbers of elements is a merge, which
 * keeps equal ones in their order, or a quicksort, which leaves them where NumPy's does; partitioning: partition_of.h.
 */
static void OF(insertion)(KEY *v, int64_t n)
{
    for (int64_t i = 1; i < n; i++) {
        KEY x = v[i];
        int64_t j = i;
        for (; j > 0 && LESS(x, v[j - 1]); j--) v[j] = v[j - 1];
        v[j] = x;
    }
}
static void OF(sift)(KEY *v, int64_t root, int64_t n)
{
    KEY x = v[root];
    for (int64_t child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n && LESS(v[child], v[child + 1])) child++;
        if (!LESS(x, v[child])) break;
        v[root] = v[child];
    }
    v[root] = x;
}
static void OF(heap)(KEY *v, int64_t n)
{
    for (int64_t i = n / 2 - 1; i >= 0; i--) OF(sift)(v, i, n);
    for (int64_t i = n - 1; i > 0; i--) {
        KEY x = v[0];
        v[0] = v[i];
        v[i] = x;
        OF(sift)(v, 0, i);
    }
}
static inline KEY OF(median)(KEY a, KEY b, KEY c)
{
    if (LESS(b, a)) {
        KEY x = a;
        a = b;
        b = x;
    }
    if (LESS(c, b)) b = LESS(c, a) ? a : c;
    return b;
}
/* Up to *left all are no greater than the pivot, from *right on no less; between them stand equals. */
static void OF(split)(KEY *v, int64_t n, KEY pivot, int64_t *left, int64_t *right)
{
    int64_t i = 0, j = n - 1;
    while (i <= j) {
        while (LESS(v[i], pivot)) i++;
        while (LESS(pivot, v[j])) j--;
        if (i > j) break;
        KEY x = v[i];
        v[i++] = v[j];
        v[j--] = x;
    }
    *left = j + 1;
    *right = i;
}
static void OF(quick)(KEY *v, int64_t n, int depth)
{
    while (n > FEW) {
        if (!depth--) {
            OF(heap)(v, n);
            return;
        }
        int64_t left, right;
        OF(split)(v, n, OF(median)(v[0], v[n / 2], v[n - 1]), &left, &right);
        if (left < n - right) {
            OF(quick)(v, left, depth);
            v += right;
            n -= right;
        } else {
            OF(quick)(v + right, n - right, depth);
            n = left;
        }
    }
    OF(insertion)(v, n);
}
static void OF(sort)(void *at, int64_t n) { OF(quick)(at, n, depth_for(n)); }

static void OF(argmerge)(const KEY *v, int64_t *index, int64_t n, int64_t *work)
{
    if (n <= FEW) {
        for (int64_t i = 1; i < n; i++) {
            int64_t x = index[i], j = i;
            KEY key = v[x];
            for (; j > 0 && LESS(key, v[index[j - 1]]); j--) index[j] = index[j - 1];
            index[j] = x;
        }
        return;
    }
    int64_t half = n / 2;
    OF(argmerge)(v, index, half, work);
    OF(argmerge)(v, index + half, n - half, work);
    if (!LESS(v[index[half]], v[index[half - 1]])) return;
    memcpy(work, index, (size_t)half * sizeof *work);
    int64_t i = 0, j = half, k = 0;
    while (i < half && j < n) index[k++] = LESS(v[index[j]], v[work[i]]) ? index[j++] : work[i++];
    memcpy(index + k, work + i, (size_t)(half - i) * sizeof *work);
}
static void OF(argsort)(const void *at, int64_t *index, int64_t n, int64_t *work) { OF(argmerge)(at, index, n, work); }
/* The places low..high, split about the middle of three until few are left: where NumPy leaves equal elements is told by these very exchanges. */
static void OF(argsplit)(const KEY *v, int64_t *index, int64_t low, int64_t high, int depth, int64_t *work)
{
    while (high - low >= FEW) {
        if (depth-- < 0) {
            OF(argmerge)(v, index + low, high - low + 1, work);
            return;
        }
        int64_t middle = low + (high - low) / 2, i = low, j = high - 1;
        if (LESS(v[index[middle]], v[index[low]])) places_exchange(index, middle, low);
        if (LESS(v[index[high]], v[index[middle]])) places_exchange(index, high, middle);
        if (LESS(v[index[middle]], v[index[low]])) places_exchange(index, middle, low);
        KEY pivot = v[index[middle]];
        places_exchange(index, middle, j);
        for (;;) {
            do i++;
            while (LESS(v[index[i]], pivot));
            do j--;
            while (LESS(pivot, v[index[j]]));
            if (i >= j) break;
            places_exchange(index, i, j);
        }
        places_exchange(index, i, high - 1);
        if (i - low < high - i) {
            OF(argsplit)(v, index, low, i - 1, depth, work);
            low = i + 1;
        } else {
            OF(argsplit)(v, index, i + 1, high, depth, work);
            high = i - 1;
        }
    }
    if (low < high) OF(argmerge)(v, index + low, high - low + 1, work); /* (few: by insertion) */
}
static void OF(argquick)(const void *at, int64_t *index, int64_t n, int64_t *work) { OF(argsplit)(at, index, 0, n - 1, depth_for(n), work); }

#define ELEMENTS
#include "partition_of.h"
#undef ELEMENTS
#include "partition_of.h"
static void OF(select)(void *at, int64_t n, int64_t kth, Pivots *known) { OF(part)(at, n, kth, known); }
static void OF(argselect)(const void *at, int64_t *index, int64_t n, int64_t kth, Pivots *known) { OF(argpart)(at, index, n, kth, known); }

/* Where each key would go into sorted v: before its equals, or (right) behind them. A key no less than the one before it begins where that one ended. */
static void OF(search)(const void *at, int64_t n, const void *keys, int64_t count, int64_t *out, bool right)
{
    const KEY *v = at, *key = keys;
    int64_t low = 0, high = n;
    for (int64_t i = 0; i < count; i++) {
        if (i && (right ? !LESS(key[i], key[i - 1]) : LESS(key[i - 1], key[i]))) high = n;
        else {
            low = 0;
            high = i && high < n ? high + 1 : n;
        }
        while (low < high) {
            int64_t middle = low + (high - low) / 2;
            if (right ? !LESS(key[i], v[middle]) : LESS(v[middle], key[i])) low = middle + 1;
            else high = middle;
        }
        out[i] = low;
        high = low;
    }
}
#undef KEY
#undef LESS
#undef WITH_NAN
#undef OF
