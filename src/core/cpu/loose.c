/* loose.c: introsort (Musser) over keys with their places. Which equal comes first hangs on each comparison and exchange, so these are the steps that the C++ library's documents and
 * outputs show: pieces halved at the median of three down to sixteen, a heap where halving goes wrong, one insertion at the end.
 */
#include "loose.h"

enum { PIECE = 16, CHOICE = 3, LOOK = 1 << 14 /* elements between two looks at who may stop it */, FEW_OF = 64 /* topk: a heap for one in so many */ };

static bool less(const Key *a, const Key *b) { return a->key < b->key; }
static void exchange(Key *a, Key *b)
{
    Key t = *a;
    *a = *b;
    *b = t;
}
static int halvings(int64_t n)
{
    int twice = 0;
    while (n > 1) {
        n /= 2;
        twice += 2;
    }
    return twice;
}

static void insert_all(Key *k, int64_t n)
{
    for (int64_t i = 1; i < n; i++) {
        Key mine = k[i];
        int64_t j = i;
        for (; j > 0 && less(&mine, &k[j - 1]); j--) k[j] = k[j - 1];
        k[j] = mine;
    }
}

/* ---- a heap, the largest on top ---- */
/* The hole sinks to the bottom beside its larger child, then `mine` rises from there. */
static void settle(Key *k, int64_t hole, int64_t n, Key mine)
{
    int64_t top = hole, child = hole;
    while (child < (n - 1) / 2) {
        child = 2 * (child + 1);
        if (less(&k[child], &k[child - 1])) child--;
        k[hole] = k[child];
        hole = child;
    }
    if (n % 2 == 0 && child == (n - 2) / 2) {
        child = 2 * child + 1;
        k[hole] = k[child];
        hole = child;
    }
    for (int64_t parent = (hole - 1) / 2; hole > top && less(&k[parent], &mine); parent = (hole - 1) / 2) {
        k[hole] = k[parent];
        hole = parent;
    }
    k[hole] = mine;
}
static void take_top(Key *k, int64_t n, Key *to)
{
    Key mine = *to;
    *to = k[0];
    settle(k, 0, n, mine);
}
/* The smallest `count` of n, as a heap */
static bool gather(Work *w, Key *k, int64_t n, int64_t count)
{
    for (int64_t i = (count - 2) / 2; count > 1 && i >= 0; i--) settle(k, i, count, k[i]);
    for (int64_t i = count; i < n; i++) {
        if (less(&k[i], &k[0])) take_top(k, count, &k[i]);
        if (work_paced(w, i)) return false;
    }
    return true;
}
static bool by_heap(Work *w, Key *k, int64_t n, int64_t count)
{
    if (!gather(w, k, n, count)) return false;
    for (int64_t last = count - 1; last > 0; last--) {
        take_top(k, last, &k[last]);
        if (work_paced(w, last)) return false;
    }
    return true;
}

/* ---- halves ---- */
/* The median of the second, the middle and the last goes to the front; what is smaller before the place that is answered, what is larger behind it. */
static int64_t divide(Key *k, int64_t n)
{
    Key *a = k + 1, *b = k + n / 2, *c = k + n - 1;
    exchange(k, less(a, b) ? (less(b, c) ? b : less(a, c) ? c : a) : (less(a, c) ? a : less(b, c) ? c : b));
    for (int64_t i = 1, j = n;; i++) {
        while (less(&k[i], k)) i++;
        j--;
        while (less(k, &k[j])) j--;
        if (i >= j) return i;
        exchange(&k[i], &k[j]);
    }
}
static bool halve(Work *w, Key *k, int64_t n, int left)
{
    while (n > PIECE) {
        if (left-- == 0) return by_heap(w, k, n, n);
        if (n > LOOK && work_stopped(w)) return false;
        int64_t cut = divide(k, n);
        if (!halve(w, k + cut, n - cut, left)) return false;
        n = cut;
    }
    return true;
}
bool loose_sort(Work *w, Key *keys, int64_t n)
{
    if (!halve(w, keys, n, halvings(n))) return false;
    insert_all(keys, n);
    return true;
}

/* The one that belongs at `place` comes there, smaller ones before it. */
static bool choose(Work *w, Key *k, int64_t n, int64_t place)
{
    for (int left = halvings(n); n > CHOICE;) {
        if (left-- == 0) {
            if (!gather(w, k, n, place + 1)) return false;
            exchange(k, &k[place]);
            return true;
        }
        if (n > LOOK && work_stopped(w)) return false;
        int64_t cut = divide(k, n);
        if (cut > place) n = cut;
        else {
            k += cut;
            n -= cut;
            place -= cut;
        }
    }
    insert_all(k, n);
    return true;
}
bool loose_first(Work *w, Key *keys, int64_t n, int64_t count)
{
    if (count == 0) return true;
    if (count * FEW_OF <= n) return by_heap(w, keys, n, count);
    return choose(w, keys, n, count - 1) && loose_sort(w, keys, count - 1);
}
