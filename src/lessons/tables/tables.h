/* tables.h: what pandas' windows and groups calculate, over plain arrays of doubles. A value that is missing is NaN, here and in what comes out.
 * Nothing here knows the interpreter: the kernels may run without its lock. false: there is no memory. */
#ifndef PERCH_TABLES_TABLES_H
#define PERCH_TABLES_TABLES_H

#include <stdbool.h>
#include <stdint.h>

/* Windows of rows: row i looks at values[begin[i]] to values[end[i] - 1] (begin and end lie within 0 … count); out[i] is NaN where fewer than `least` of them are there. */
typedef struct Windows {
    const double *values;
    const int64_t *begin, *end;
    double *out;
    int64_t count, least;
    double given; /* the quantile, or the degrees of freedom that are taken off */
    int way;      /* of a quantile: what is taken between two values; of a rank: which of equal ones */
    bool flag;    /* of a rank: as a part of all; of ranks, too: `falling` is in way */
} Windows;
typedef bool (*WindowKernel)(const Windows *w);

bool window_sum(const Windows *w);
bool window_mean(const Windows *w);
bool window_var(const Windows *w);
bool window_skew(const Windows *w);
bool window_kurt(const Windows *w);
bool window_min(const Windows *w);
bool window_max(const Windows *w);
bool window_quantile(const Windows *w);
bool window_rank(const Windows *w);

/* Numbers in order, which are put in and taken out one by one: windows_sorted.c. */
typedef struct Sorted Sorted;
Sorted *sorted_new(void);
void sorted_free(Sorted *s);
void sorted_clear(Sorted *s);
bool sorted_add(Sorted *s, double x);
void sorted_remove(Sorted *s, double x);
int64_t sorted_count(const Sorted *s);
double sorted_at(const Sorted *s, int64_t place);
int64_t sorted_below(const Sorted *s, double x, bool or_same); /* how many are smaller (or the same) */

/* Groups of rows: row i belongs to group codes[i] of `groups`, -1 to none; out has a number for each group. */
typedef struct Groups {
    const double *values;
    const int64_t *codes;
    double *out;
    int64_t *counts; /* how many numbers each group has */
    int64_t rows, groups, ddof;
} Groups;
typedef bool (*GroupKernel)(const Groups *g);
bool group_sum(const Groups *g);
bool group_mean(const Groups *g);
bool group_var(const Groups *g);
bool group_min(const Groups *g);
bool group_max(const Groups *g);
bool group_prod(const Groups *g);
bool group_median(const Groups *g);

/* Means of which older values count less: alpha to each next one; wide[i] (NULL: all 1) how far row i + 1 lies behind row i. */
typedef struct Fading {
    const double *values, *other, *wide;
    double *out;
    int64_t count, least;
    double alpha;
    bool adjust, skip, bias;
} Fading;
void fading_mean(const Fading *f);
void fading_sum(const Fading *f);
void fading_cov(const Fading *f);

#endif
