/* linalg_schur.h: what eigenvalues of real and of complex matrices share; behind linalg_of.h. */

/* a = a (1 - tau v v*), of `rows` rows and n columns that lie `step` apart */
static void reflect_right(int64_t rows, int64_t n, const T *v, T tau, T *a, int64_t step)
{
    if (tau == 0) return;
    for (int64_t i = 0; i < rows; i++) {
        T sum = a[i];
        for (int64_t c = 1; c < n; c++) sum += a[c * step + i] * v[c];
        sum *= tau;
        a[i] -= sum;
        for (int64_t c = 1; c < n; c++) a[c * step + i] -= sum * CONJ(v[c]);
    }
}
/* The same for many columns, one after the other. */
static void reflect_right_all(int64_t rows, int64_t n, const T *v, T tau, T *a, T *work)
{
    if (tau == 0) return;
    memcpy(work, a, sizeof *work * (size_t)rows);
    for (int64_t c = 1; c < n; c++) add_times(rows, v[c], a + c * rows, work);
    for (int64_t c = 0; c < n; c++) add_times(rows, -tau * (c ? CONJ(v[c]) : 1), work, a + c * rows);
}

/* Nothing below the first line under the diagonal; z, if asked for: what it was turned by. false: raised */
static bool to_hessenberg(VM *vm, T *a, int64_t n, T *z, T *work)
{
    if (z) {
        memset(z, 0, sizeof *z * (size_t)(n * n));
        for (int64_t i = 0; i < n; i++) z[i * n + i] = 1;
    }
    for (int64_t j = 0; j + 2 < n; j++) {
        T *v = a + j * n + j + 1, tau = reflector(n - j - 1, v), beta = v[0];
        v[0] = 1;
        for (int64_t c = j + 1; c < n; c++) reflect(n - j - 1, v, CONJ(tau), a + c * n + j + 1);
        reflect_right_all(n, n - j - 1, v, tau, a + (j + 1) * n, work);
        if (z) reflect_right_all(n, n - j - 1, v, tau, z + (j + 1) * n, work);
        v[0] = beta;
        memset(v + 1, 0, sizeof *v * (size_t)(n - j - 2));
        if ((j & 7) == 7 && !vm_poll(vm)) return false;
    }
    return true;
}

/* Of length 1; turned so that the largest component is real, where asked for. */
static void unit_vector(double complex *v, int64_t n, bool turned)
{
    double most = 0, sum = 0;
    int64_t at = 0;
    for (int64_t i = 0; i < n; i++) {
        double size = cabs(v[i]);
        if (size > most) most = size, at = i;
    }
    if (most == 0) return;
    for (int64_t i = 0; i < n; i++) {
        double size = cabs(v[i]) / most;
        sum += size * size;
    }
    double complex by = 1 / (most * sqrt(sum));
    if (turned) by *= conj(v[at]) / most;
    for (int64_t i = 0; i < n; i++) v[i] *= by;
    if (turned) v[at] = creal(v[at]);
}
