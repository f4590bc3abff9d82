/* partition_of.h: the kernels of partitioning, included by sort_of.h twice for each type: with ELEMENTS over the elements themselves, without over their numbers.
 *
 * Which element stands where besides the one that is asked for is told by the very exchanges, and people look at it: they are NumPy's. A part is split about the middle of its first,
 * middle and last, about the median of medians where that goes deep; places that are found on the way shorten the search for the next one.
 */
#ifdef ELEMENTS
#define PART(name) OF(name)
#define LINE KEY *v
#define FROM(low) v + (low)
#define V(i) v[i]
#define EXCHANGE(i, j)                                                                                                                                                                            \
    do {                                                                                                                                                                                          \
        KEY swapped = v[i];                                                                                                                                                                       \
        v[i] = v[j];                                                                                                                                                                              \
        v[j] = swapped;                                                                                                                                                                           \
    } while (0)
#else
#define PART(name) OF(arg##name)
#define LINE const KEY *v, int64_t *index
#define FROM(low) v, index + (low)
#define V(i) v[index[i]]
#define EXCHANGE(i, j) places_exchange(index, i, j)
#endif

/* The smallest kth + 1, one after the other, are exchanged with what stands in front. */
static void PART(fewest)(LINE, int64_t n, int64_t kth)
{
    for (int64_t i = 0; i <= kth; i++) {
        int64_t least = i;
        for (int64_t j = i + 1; j < n; j++)
            if (LESS(V(j), V(least))) least = j;
        EXCHANGE(i, least);
    }
}
static int PART(middle5)(LINE)
{
    if (LESS(V(1), V(0))) EXCHANGE(1, 0);
    if (LESS(V(4), V(3))) EXCHANGE(4, 3);
    if (LESS(V(3), V(0))) EXCHANGE(3, 0);
    if (LESS(V(4), V(1))) EXCHANGE(4, 1);
    if (LESS(V(2), V(1))) EXCHANGE(2, 1);
    if (!LESS(V(3), V(2))) return 2;
    return LESS(V(3), V(1)) ? 1 : 3;
}
static void PART(part)(LINE, int64_t n, int64_t kth, Pivots *known);

static int64_t PART(medians)(LINE, int64_t n)
{
    int64_t fives = n / 5;
    for (int64_t i = 0; i < fives; i++) {
        int64_t at = 5 * i + PART(middle5)(FROM(5 * i));
        EXCHANGE(at, i);
    }
    if (fives > 2) PART(part)(FROM(0), fives, fives / 2, NULL);
    return fives / 2;
}
/* The pivot to low, something no greater behind it, something no less to high. */
static void PART(choose)(LINE, int64_t low, int64_t high, bool deep)
{
    if (deep) {
        int64_t at = low + 1 + PART(medians)(FROM(low + 1), high - low - 1);
        EXCHANGE(at, low);
        return;
    }
    int64_t middle = low + (high - low) / 2;
    if (LESS(V(high), V(middle))) EXCHANGE(high, middle);
    if (LESS(V(high), V(low))) EXCHANGE(high, low);
    if (LESS(V(low), V(middle))) EXCHANGE(low, middle);
    EXCHANGE(middle, low + 1);
}
static int64_t PART(greatest)(LINE, int64_t low, int64_t high)
{
    int64_t at = low;
    for (int64_t i = low; i <= high; i++)
        if (!LESS(V(i), V(at))) at = i;
    return at;
}
static void PART(part)(LINE, int64_t n, int64_t kth, Pivots *known)
{
    int64_t low = 0, high = n - 1;
    for (; known && known->n; known->n--) {
        int64_t pivot = known->at[known->n - 1];
        if (pivot == kth) return;
        if (pivot > kth) {
            high = pivot - 1;
            break;
        }
        low = pivot + 1;
    }
    if (kth - low < FIRST) PART(fewest)(FROM(low), high - low + 1, kth - low);
    else if (WITH_NAN && kth == n - 1) { /* (is there a NaN? it would be the last) */
        int64_t at = PART(greatest)(FROM(0), low, high);
        EXCHANGE(kth, at);
        return;
    } else {
        for (int depth = depth_for(n); low + 1 < high; depth--) {
            bool deep = depth <= 0 && high - low >= 6;
            PART(choose)(FROM(0), low, high, deep);
            int64_t i = deep ? low : low + 1, j = deep ? high + 1 : high;
            KEY pivot = V(low);
            for (;;) {
                do i++;
                while (LESS(V(i), pivot));
                do j--;
                while (LESS(pivot, V(j)));
                if (j < i) break;
                EXCHANGE(i, j);
            }
            EXCHANGE(low, j);
            if (j != kth) pivot_keep(known, j, kth);
            if (j >= kth) high = j - 1;
            if (j <= kth) low = i;
        }
        if (high == low + 1 && LESS(V(high), V(low))) EXCHANGE(high, low);
    }
    pivot_keep(known, kth, kth);
}
#undef PART
#undef LINE
#undef FROM
#undef V
#undef EXCHANGE
