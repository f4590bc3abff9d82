/* count.c: where values are and how many: nonzero, bincount, histogram, searchsorted. */
#include <math.h>
#include <string.h>

#include "kernels.h"
#include "lines.h"

bool cpu_nonzero(Work *w)
{
    const View *v = &w->in[0], *out = &w->out[0];
    int n = v->ndim;
    int64_t rows = out->ndim ? out->shape[0] : 0, row = 0, at[MAX_DIMS] = {0};
    if (rows == 0) return true;
    void *mine = NULL;
    const uint8_t *x = lines_whole(w, v, DT_BOOL, &mine);
    if (!x) return false;
    for (int64_t i = 0; i < v->size && row < rows && n && !work_paced(w, i); i++) {
        if (x[i]) {
            for (int k = 0; k < n; k++) *(int64_t *)(out->at + (row * out->strides[0] + k * out->strides[1]) * 8) = at[k];
            row++;
        }
        for (int k = n - 1; k >= 0; k--) {
            if (++at[k] < v->shape[k]) break;
            at[k] = 0;
        }
    }
    if (mine) work_scratch_free(w, mine);
    return true;
}

bool cpu_bincount(Work *w)
{
    const View *v = &w->in[0], *out = &w->out[0];
    bool weighted = w->in_count > 1 && w->in[1].present;
    void *mine = NULL, *mine_too = NULL;
    const int64_t *x = lines_whole(w, v, DT_INT64, &mine);
    const double *weights = weighted && x ? lines_whole(w, &w->in[1], DT_FLOAT64, &mine_too) : NULL;
    union { double d; int64_t i; } *bins = x && (weights || !weighted) ? work_scratch(w, (size_t)out->size * 8 + 8) : NULL;
    bool ok = bins != NULL;
    if (ok) {
        memset(bins, 0, (size_t)out->size * 8);
        for (int64_t i = 0; i < v->size && ok && !work_paced(w, i); i++) {
            if (x[i] < 0 || x[i] >= out->size) ok = work_fail(w, CE_BAD_VALUE, "bincount: a value is negative");
            else if (weighted) bins[x[i]].d += weights[i];
            else bins[x[i]].i++;
        }
        if (ok) lines_put(ew_isa(), out, 0, out->size, bins, weighted ? DT_FLOAT64 : DT_INT64);
        work_scratch_free(w, bins);
    }
    if (mine) work_scratch_free(w, mine);
    if (mine_too) work_scratch_free(w, mine_too);
    return ok;
}

/* Bins of equal width from low to high, the last one closed. No range given: the values' own. */
bool cpu_histogram(Work *w)
{
    const View *v = &w->in[0], *out = &w->out[0];
    double low = w->attrs[bins_low].f, high = w->attrs[bins_high].f;
    int64_t n = out->size;
    void *mine = NULL;
    const double *x = lines_whole(w, v, DT_FLOAT64, &mine);
    int64_t *bins = x ? work_scratch(w, (size_t)n * 8 + 8) : NULL;
    if (bins) {
        memset(bins, 0, (size_t)n * 8);
        if (low == high && v->size) {
            low = HUGE_VAL;
            high = -HUGE_VAL;
            for (int64_t i = 0; i < v->size && !work_paced(w, i); i++) {
                low = x[i] < low ? x[i] : low;
                high = x[i] > high ? x[i] : high;
            }
        }
        if (low == high) {
            double margin = accent_rules(w->accent)->histogram_wide_margin ? 1 : 0.5;
            low -= margin;
            high += margin;
        }
        for (int64_t i = 0; i < v->size && !work_paced(w, i); i++) {
            bool none = x[i] != x[i] && accent_rules(w->accent)->nan_in_first_bin; /* (PyTorch counts NaN in the first bin) */
            if (!none && !(x[i] >= low && x[i] <= high)) continue;
            int64_t k = none ? 0 : (int64_t)((x[i] - low) / (high - low) * (double)n);
            if (k >= n) k = n - 1;
            if (accent_rules(w->accent)->bins_by_edges) { /* by the edges as they are rounded */
                double step = (high - low) / (double)n;
                if (k > 0 && x[i] < low + (double)k * step) k--;
                else if (k + 1 < n && x[i] >= low + (double)(k + 1) * step) k++;
            }
            bins[k]++;
        }
        lines_put(ew_isa(), out, 0, n, bins, DT_INT64);
        work_scratch_free(w, bins);
    }
    if (mine) work_scratch_free(w, mine);
    return bins != NULL;
}

/* ---- searchsorted: the first place where b fits; `descending` says: behind its equals ---- */
static bool before(double a, double b) { return a < b || (b != b && a == a); } /* NaN stands last */

/* torch: a NaN among a lets the search pass, and a NaN b goes behind all; elsewhere NaN stands last. */
static int64_t search_floats(const double *a, int64_t n, double b, bool right, bool torch)
{
    int64_t low = 0;
    while (n > 0) {
        int64_t half = n / 2;
        double m = a[low + half];
        bool go = torch ? right ? !(m > b) : !(m >= b) : right ? !before(b, m) : before(m, b);
        if (go) low += half + 1;
        n = go ? n - half - 1 : half;
    }
    return low;
}

static int64_t search_integers(const int64_t *a, int64_t n, int64_t b, bool right)
{
    int64_t low = 0;
    while (n > 0) {
        int64_t half = n / 2;
        bool go = right ? a[low + half] <= b : a[low + half] < b;
        if (go) low += half + 1;
        n = go ? n - half - 1 : half;
    }
    return low;
}

bool cpu_searchsorted(Work *w)
{
    const View *a = &w->in[0], *b = &w->in[1], *out = &w->out[0];
    bool right = w->attrs[axis_descending].i, number = !b->present;
    bool floats = dtype_is_float(a->dtype) || (number ? w->numbers[1].kind == SCALAR_FLOAT : dtype_is_float(b->dtype));
    DType type = floats ? DT_FLOAT64 : DT_INT64;
    int64_t n = out->size, len = a->shape[a->ndim - 1], row = a->ndim > 1 ? b->shape[b->ndim - 1] : n;
    if (n == 0) return true;
    union { double d; int64_t i; } one = {.i = number ? w->numbers[1].i : 0};
    if (number && floats) one.d = scalar_as_double(w->numbers[1]);
    void *mine = NULL, *mine_too = NULL;
    const char *x = lines_whole(w, a, type, &mine), *y = number ? (const char *)&one : x ? lines_whole(w, b, type, &mine_too) : NULL;
    int64_t *at = x && y ? work_scratch(w, (size_t)n * 8) : NULL;
    if (at) {
        for (int64_t i = 0; i < n && !work_paced(w, i | (WORK_STEPS - (1 << 12))); i++) {
            const char *line = x + i / row * len * 8;
            at[i] = floats ? search_floats((const double *)line, len, ((const double *)y)[i], right, accent_rules(w->accent)->search_by_comparing) : search_integers((const int64_t *)line, len, ((const int64_t *)y)[i], right);
        }
        lines_put(ew_isa(), out, 0, n, at, DT_INT64);
        work_scratch_free(w, at);
    }
    if (mine) work_scratch_free(w, mine);
    if (mine_too) work_scratch_free(w, mine_too);
    return at != NULL;
}
