/* random_many.c: several numbers at once: vectors of normal numbers, counts of several outcomes, shares of a whole. */
#include "random_draw.h"

#include <math.h>

#include "element.h"
#include "walk.h"

/* ---- multinomial ---- */
static NdArray *longs_of(VM *vm, Np *np, Ref v) { return array_from_any(vm, np, v, np->descrs[NP_LONG], ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST); }
static bool sums_fit(VM *vm, Np *np, Ref given, const NdArray *p, bool old)
{
    const double *v = (const double *)(void *)p->data;
    int64_t d = p->ndim ? p->shape[p->ndim - 1] : 1, rows = d ? array_size(p) / d : 0;
    for (int64_t i = 0; i < rows * d; i++)
        if (!(v[i] >= 0 && v[i] <= 1)) return err_false(vm, EXC_ValueError, "pvals < 0, pvals > 1 or pvals contains NaNs");
    for (int64_t r = 0; r < rows; r++) {
        double sum = 0, lost = 0;
        for (int64_t i = 0; i < d - 1; i++) {
            double y = v[r * d + i] - lost, t = sum + y;
            lost = (t - sum) - y;
            sum = t;
        }
        if (sum > 1.0 + 1e-12) {
            bool cast = is_array(given, np) && as_array(given)->descr->num != NP_DOUBLE && num_is_float(as_array(given)->descr->num);
            const char *dots = !old && p->ndim > 1 ? "...," : "";
            if (cast) return err_false(vm, EXC_ValueError, "sum(pvals[%s:-1].astype(np.float64)) > 1.0. The pvals array is cast to 64-bit floating point prior to checking the sum. Precision changes when "
                                                           "casting may cause problems even if the sum of the original pvals is valid.", dots);
            return err_false(vm, EXC_ValueError, "sum(pvals[%s:-1]) > 1.0", dots);
        }
    }
    return true;
}
Value random_multinomials(VM *vm, Drawer *w, Ref n_given, Ref pvals, Ref size, bool old)
{
    Np *np = np_state(vm);
    NdArray *p = np ? array_from_any(vm, np, pvals, np->descrs[NP_DOUBLE], ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST) : NULL, *n = NULL, *out = NULL;
    bool ok = p != NULL, one;
    NpDims dims = {.n = 0}, rows = {.n = 0}, inner = {.n = 0};
    if (ok && old && p->ndim > 1) ok = err_false(vm, EXC_ValueError, "object too deep for desired array");
    if (ok && old && p->ndim < 1) ok = err_false(vm, EXC_TypeError, "pvals must be a 1-d sequence");
    int64_t d = ok && p->ndim ? p->shape[p->ndim - 1] : 0;
    if (ok && !old && d == 0) ok = err_false(vm, EXC_ValueError, "pvals must have at least 1 dimension and the last dimension of pvals must be greater than 0.");
    ok = ok && sums_fit(vm, np, pvals, p, old) && (n = longs_of(vm, np, n_given)) && random_size(vm, size, &dims, &one);
    int64_t count_n = ok ? array_size(n) : 0;
    for (int64_t i = 0; ok && i < count_n; i++)
        if (((int64_t *)(void *)n->data)[i] < 0) ok = err_false(vm, EXC_ValueError, "n < 0");
    if (ok && old && n->ndim) ok = err_false(vm, EXC_TypeError, "only integer scalar arrays can be converted to a scalar index");
    /* each row of pvals with its n, as they broadcast; size= stands for the shape of both */
    NdArray *head = ok ? array_view(vm, p, NULL, p->shape, p->strides, p->ndim - 1 < 0 ? 0 : p->ndim - 1, p->data) : NULL, *both[] = {n, head};
    ok = head && (old ? true : np_broadcast(vm, both, 2, &inner));
    if (ok && !one) {
        rows = dims;
        bool fits = dims.n >= inner.n;
        for (int i = 0; fits && i < inner.n; i++) fits = inner.v[inner.n - 1 - i] == dims.v[dims.n - 1 - i] || inner.v[inner.n - 1 - i] == 1;
        if (!fits) {
            Value x = np_dims_tuple(vm, dims.v, dims.n), y = x ? np_dims_tuple(vm, inner.v, inner.n) : NO_VALUE;
            if (y) err_raise(vm, EXC_ValueError, "Output size %S is not compatible with broadcast dimensions of inputs %S.", (Ref)x, (Ref)y);
            release(vm, x);
            release(vm, y);
            ok = false;
        }
    } else if (ok)
        rows = inner;
    int64_t strides_n[NP_DIMS_MOST], strides_p[NP_DIMS_MOST], index[NP_DIMS_MOST] = {0}, total = 1;
    ok = ok && array_strides_in(vm, n, rows.v, rows.n, strides_n) && array_strides_in(vm, head, rows.v, rows.n, strides_p);
    for (int i = 0; ok && i < rows.n; i++) total *= rows.v[i];
    ok = ok && np_dims_fit(vm, rows.n + 1);
    if (ok) {
        rows.v[rows.n] = d;
        out = array_zeros(vm, np, np->descrs[NP_LONG], rows.v, rows.n + 1, ORDER_C);
        ok = out != NULL;
    }
    for (int64_t r = 0; ok && r < total; r++) {
        const char *at_n = n->data, *at_p = head->data;
        for (int k = 0; k < rows.n; k++) {
            at_n += index[k] * strides_n[k];
            at_p += index[k] * strides_p[k];
        }
        random_multinomial(&w->legacy.bits, *(const int64_t *)(const void *)at_n, (int64_t *)(void *)out->data + r * d, (const double *)(const void *)at_p, d);
        for (int k = rows.n - 1; k >= 0 && ++index[k] == rows.v[k]; k--) index[k] = 0;
        if ((r & 0xfff) == 0xfff) ok = vm_poll(vm);
    }
    array_release(vm, head);
    array_release(vm, n);
    array_release(vm, p);
    if (!ok) array_release(vm, out);
    return ok ? VAL(out) : NO_VALUE;
}

/* ---- Dirichlet: gamma numbers by their sum; where all alphas are small, beta numbers of what is left (sticks) ---- */
static void shares(Drawer *w, const double *alpha, double *out, int64_t k, bool old)
{
    double sum = 0, largest = 0;
    for (int64_t j = 0; j < k; j++) largest = alpha[j] > largest ? alpha[j] : largest;
    if (!old && k > 0 && largest < 0.1) {
        double left = 1, rest;
        for (int64_t j = 0; j < k - 1; j++) {
            rest = 0;
            for (int64_t i = k - 1; i > j; i--) rest += alpha[i];
            double v = draw_beta(&w->legacy, alpha[j], rest);
            out[j] = left * v;
            left *= 1 - v;
        }
        out[k - 1] = left;
        return;
    }
    for (int64_t j = 0; j < k; j++) {
        out[j] = old ? draw_old_gamma1(&w->legacy, alpha[j]) : random_gamma(&w->legacy.bits, alpha[j]);
        sum += out[j];
    }
    double inverse = 1 / sum;
    for (int64_t j = 0; j < k; j++) out[j] *= inverse;
}
Value random_dirichlet(VM *vm, Drawer *w, Ref alpha, Ref size, bool old)
{
    Np *np = np_state(vm);
    NdArray *a = np ? array_from_any(vm, np, alpha, np->descrs[NP_DOUBLE], ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST) : NULL, *out = NULL;
    NpDims dims = {.n = 0};
    bool one, ok = a != NULL;
    if (ok && a->ndim > 1) ok = err_false(vm, EXC_ValueError, "object too deep for desired array");
    if (ok && a->ndim < 1) ok = err_false(vm, EXC_TypeError, "object of type 'float' has no len()");
    int64_t k = ok ? a->shape[0] : 0, total = 1;
    const double *v = ok ? (const double *)(void *)a->data : NULL;
    for (int64_t i = 0; ok && i < k; i++)
        if (v[i] <= 0) ok = err_false(vm, EXC_ValueError, "alpha <= 0");
    ok = ok && random_size(vm, size, &dims, &one);
    for (int i = 0; ok && i < dims.n; i++) total *= dims.v[i];
    if (ok && dims.n < NP_DIMS_MOST) {
        dims.v[dims.n++] = k;
        out = array_zeros(vm, np, np->descrs[NP_DOUBLE], dims.v, dims.n, ORDER_C);
    }
    for (int64_t r = 0; out && k && r < total; r++) {
        shares(w, v, (double *)(void *)out->data + r * k, k, old);
        if ((r & 0xfff) == 0xfff && !vm_poll(vm)) {
            array_release(vm, out);
            out = NULL;
        }
    }
    array_release(vm, a);
    return VAL(out);
}

/* ---- several colours ---- */
static void by_marginals(Drawer *w, const int64_t *colors, int64_t n, int64_t total, int64_t sample, int64_t *out)
{
    bool rest = sample > total / 2;
    int64_t left = rest ? total - sample : sample;
    for (int64_t j = 0; j < n - 1 && left > 0; j++) {
        total -= colors[j];
        int64_t r = random_hypergeometric(&w->legacy.bits, colors[j], total, left);
        out[j] = r;
        left -= r;
    }
    if (left > 0) out[n - 1] = left;
    for (int64_t j = 0; rest && j < n; j++) out[j] = colors[j] - out[j];
}
static bool by_count(VM *vm, Drawer *w, const int64_t *colors, int64_t n, int64_t total, int64_t sample, int64_t *out, int64_t rows)
{
    int64_t *all = total < (int64_t)1 << 40 ? mem_zalloc(vm->mem, sizeof *all * (size_t)(total + 1)) : NULL, at = 0;
    if (!all) return err_false(vm, EXC_MemoryError, "Insufficient memory for multivariate_hypergeometric with method='count' and sum(colors)=%lld", (long long)total);
    for (int64_t j = 0; j < n; j++)
        for (int64_t k = 0; k < colors[j]; k++) all[at++] = j;
    bool rest = sample > total / 2, ok = true;
    int64_t taken = rest ? total - sample : sample;
    for (int64_t r = 0; ok && r < rows; r++, out += n) {
        for (int64_t j = 0; j < taken; j++) {
            int64_t k = j + (int64_t)random_interval(&w->legacy.bits, (uint64_t)(total - j - 1)), x = all[k];
            all[k] = all[j];
            all[j] = x;
        }
        for (int64_t j = 0; j < taken; j++) out[all[j]]++;
        for (int64_t j = 0; rest && j < n; j++) out[j] = colors[j] - out[j];
        ok = vm_poll(vm);
    }
    mem_free(vm->mem, all, sizeof *all * (size_t)(total + 1));
    return ok;
}
Value random_multivariate_hypergeometric(VM *vm, Drawer *w, Ref colors_given, Ref nsample, Ref size, Ref method)
{
    Np *np = np_state(vm);
    bool count = method && is_str(method) && str_equal_c(method, "count");
    if (!np) return NO_VALUE;
    if (method && !count && !(is_str(method) && str_equal_c(method, "marginals"))) return err_raise(vm, EXC_ValueError, "method must be \"count\" or \"marginals\".");
    int64_t sample, total = 0, rows = 1;
    Value index = num_index(vm, nsample);
    if (!index) {
        if (!err_matches(vm, EXC_TypeError)) return NO_VALUE;
        err_clear(vm);
        return err_raise(vm, EXC_ValueError, "nsample must be an integer");
    }
    bool fits = int_fits_i64(index, &sample), negative = int_sign(index) < 0;
    release(vm, index);
    if (negative) return err_raise(vm, EXC_ValueError, "nsample must be nonnegative.");
    if (!fits) return err_raise(vm, EXC_ValueError, "nsample must not exceed %lld", (long long)INT64_MAX);
    NdArray *given = array_from_any(vm, np, colors_given, NULL, 0), *colors = NULL, *out = NULL;
    if (!given) return NO_VALUE;
    bool ok = given->ndim == 1 && (given->shape[0] == 0 || num_is_integer(given->descr->num));
    colors = ok ? array_as(vm, given, np->descrs[NP_LONG], ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST) : NULL;
    const int64_t *v = colors ? (const int64_t *)(void *)colors->data : NULL;
    int64_t n = colors ? colors->shape[0] : 0;
    for (int64_t i = 0; i < n; i++) ok = ok && v[i] >= 0;
    array_release(vm, given);
    if (!ok && !err_occurred(vm)) err_raise(vm, EXC_ValueError, "colors must be a one-dimensional sequence of nonnegative integers not exceeding %lld.", (long long)INT64_MAX);
    ok = ok && colors;
    for (int64_t i = 0; ok && i < n; i++)
        if (__builtin_add_overflow(total, v[i], &total))
            ok = err_false(vm, EXC_ValueError, "sum(colors) must not exceed the maximum value of a 64 bit signed integer (%lld)", (long long)INT64_MAX);
    if (ok && !count && total >= 1000000000) ok = err_false(vm, EXC_ValueError, "When method is \"marginals\", sum(colors) must be less than 1000000000.");
    if (ok && count && total > INT64_MAX / 8) ok = err_false(vm, EXC_ValueError, "When method is 'count', sum(colors) must not exceed %lld", (long long)(INT64_MAX / 8));
    if (ok && sample > total) ok = err_false(vm, EXC_ValueError, "nsample > sum(colors)");
    NpDims dims = {.n = 0};
    bool one;
    ok = ok && random_size(vm, size, &dims, &one);
    for (int i = 0; ok && i < dims.n; i++) rows *= dims.v[i];
    if (ok && dims.n < NP_DIMS_MOST) {
        dims.v[dims.n++] = n;
        out = array_zeros(vm, np, np->descrs[NP_LONG], dims.v, dims.n, ORDER_C);
        ok = out != NULL;
    }
    int64_t *at = ok ? (int64_t *)(void *)out->data : NULL;
    if (ok && n && count) ok = by_count(vm, w, v, n, total, sample, at, rows);
    else
        for (int64_t r = 0; ok && n && r < rows; r++, at += n) {
            by_marginals(w, v, n, total, sample, at);
            if ((r & 0xfff) == 0xfff) ok = vm_poll(vm);
        }
    array_release(vm, colors);
    if (!ok) array_release(vm, out);
    return ok ? VAL(out) : NO_VALUE;
}

/* ---- normal vectors: standard ones through a root of the covariance, by NumPy's own functions ---- */
static Value ask(VM *vm, const char *module, const char *name, Ref a, Ref b)
{
    Ref given[] = {a, b};
    return import_call(vm, module, name, given, b ? 2 : 1);
}
static bool word(Ref v, const char *is) { return v && is_str(v) && str_equal_c(v, is); }

/* cov as v.T @ (s * v) should give it back. */
static bool is_covariance(VM *vm, Ref v, Ref s, Ref cov, Ref tol)
{
    Value t = obj_getattr_c(vm, v, "T"), scaled = t ? op_binary(vm, OP_MUL, t, s) : NO_VALUE, back = scaled ? ask(vm, "numpy", "dot", scaled, v) : NO_VALUE,
          allclose = back ? import_attr(vm, "numpy", "allclose") : NO_VALUE;
    Ref given[] = {back, cov, tol, tol};
    Value r = allclose ? call(vm, allclose, given, 4, NULL) : NO_VALUE;
    int close = r ? op_truth(vm, r) : -1;
    release(vm, t);
    release(vm, scaled);
    release(vm, back);
    release(vm, allclose);
    release(vm, r);
    return close > 0;
}
static bool complain(VM *vm, Ref check)
{
    static const char text[] = "covariance is not symmetric positive-semidefinite.";
    if (word(check, "raise")) return err_false(vm, EXC_ValueError, text);
    return err_warn(vm, EXC_RuntimeWarning, str_from_c(vm, text));
}
/* What standard vectors are multiplied with: owned. */
static Value root_of(VM *vm, Ref cov, Ref check, Ref tol, const char *method)
{
    Value parts = ask(vm, "numpy.linalg", method, cov, NULL), r = NO_VALUE;
    if (!parts) return NO_VALUE;
    if (method[0] == 'c') return parts;
    bool svd = method[0] == 's';
    Value s = op_getitem(vm, parts, make_small(svd ? 1 : 0)), v = s ? op_getitem(vm, parts, make_small(svd ? 2 : 1)) : NO_VALUE;
    release(vm, parts);
    bool ok = v != NO_VALUE, quiet = word(check, "ignore");
    if (ok && !quiet) {
        if (svd) ok = is_covariance(vm, v, s, cov, tol) || (!err_occurred(vm) && complain(vm, check));
        else {
            Value minus = op_neg(vm, tol), below = minus ? op_compare(vm, s, minus, CMP_LT) : NO_VALUE, any = below ? ask(vm, "numpy", "any", below, NULL) : NO_VALUE;
            int bad = any ? op_truth(vm, any) : -1;
            release(vm, minus);
            release(vm, below);
            release(vm, any);
            ok = bad == 0 || (bad > 0 && complain(vm, check));
        }
    }
    if (ok && !svd) { /* rounding leaves small negative ones */
        Value abs = ask(vm, "numpy", "abs", s, NULL);
        release(vm, s);
        s = abs;
        ok = s != NO_VALUE;
    }
    Value root = ok ? ask(vm, "numpy", "sqrt", s, NULL) : NO_VALUE;
    if (root && svd) {
        Value column = obj_getattr_c(vm, root, "reshape"), n = column ? call2(vm, column, make_small(-1), make_small(1)) : NO_VALUE;
        r = n ? op_binary(vm, OP_MUL, n, v) : NO_VALUE;
        release(vm, column);
        release(vm, n);
    } else if (root)
        r = op_binary(vm, OP_MUL, v, root);
    release(vm, root);
    release(vm, s);
    release(vm, v);
    return r;
}
static bool complex_numbers(const NdArray *a) { return num_is_complex(a->descr->num); }

Value random_multivariate_normal(VM *vm, Drawer *w, const Ref *args, bool old)
{
    Np *np = np_state(vm);
    Ref check = args[3], method_given = old ? NULL : args[5];
    const char *method = word(method_given, "eigh") ? "eigh" : word(method_given, "cholesky") ? "cholesky" : "svd";
    if (!np) return NO_VALUE;
    if (method_given && !word(method_given, method)) return err_raise(vm, EXC_ValueError, "method must be one of {'eigh', 'svd', 'cholesky'}");
    NdArray *mean = array_from_any(vm, np, args[0], NULL, 0), *cov = mean ? array_from_any(vm, np, args[1], NULL, 0) : NULL, *x = NULL;
    NpDims dims;
    bool one, ok = cov && random_size(vm, args[2], &dims, &one);
    if (ok && !old && (complex_numbers(mean) || complex_numbers(cov))) ok = err_false(vm, EXC_TypeError, "mean and cov must not be complex");
    if (ok && mean->ndim != 1) ok = err_false(vm, EXC_ValueError, "mean must be 1 dimensional");
    if (ok && (cov->ndim != 2 || cov->shape[0] != cov->shape[1])) ok = err_false(vm, EXC_ValueError, "cov must be 2 dimensional and square");
    if (ok && mean->shape[0] != cov->shape[0]) ok = err_false(vm, EXC_ValueError, "mean and cov must have same length");
    if (ok && check && !word(check, "warn") && !word(check, "raise") && !word(check, "ignore")) ok = err_false(vm, EXC_ValueError, "check_valid must equal 'warn', 'raise', or 'ignore'");
    ok = ok && np_dims_fit(vm, dims.n + 1);
    int64_t d = ok ? mean->shape[0] : 0, rows = 1;
    for (int i = 0; ok && i < dims.n; i++) rows *= dims.v[i];
    if (ok) {
        int64_t flat[2] = {rows, d};
        x = array_new(vm, np, np->descrs[NP_DOUBLE], flat, 2, ORDER_C);
        ok = x != NULL;
    }
    for (int64_t i = 0; ok && i < rows * d; i++) {
        ((double *)(void *)x->data)[i] = old ? draw_old_normal0(&w->legacy) : random_normal(&w->legacy.bits);
        if ((i & 0xffff) == 0xffff) ok = vm_poll(vm);
    }
    NdArray *reals = ok ? array_as(vm, cov, np->descrs[NP_DOUBLE], ARRAY_FORCE_CAST) : NULL;
    Value root = reals ? root_of(vm, REF(reals), check, args[4] ? args[4] : (Ref)make_float(1e-8), method) : NO_VALUE, r = NO_VALUE;
    if (root && !old && strcmp(method, "svd") != 0) { /* its columns are the rows of the other */
        Value t = obj_getattr_c(vm, root, "T");
        release(vm, root);
        root = t;
    }
    Value product = root ? ask(vm, "numpy", "dot", REF(x), root) : NO_VALUE, sum = product ? op_binary(vm, OP_ADD, REF(mean), product) : NO_VALUE;
    if (sum) {
        dims.v[dims.n] = d;
        Value shape = np_dims_tuple(vm, dims.v, dims.n + 1), reshape = shape ? obj_getattr_c(vm, sum, "reshape") : NO_VALUE;
        r = reshape ? call1(vm, reshape, shape) : NO_VALUE;
        release(vm, shape);
        release(vm, reshape);
    }
    release(vm, sum);
    release(vm, product);
    release(vm, root);
    array_release(vm, reals);
    array_release(vm, x);
    array_release(vm, cov);
    array_release(vm, mean);
    return r;
}
