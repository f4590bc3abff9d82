/* test_product.c: matrix products of every dtype, layout and size class against plain sums. */
#include <math.h>

#include "core/cpu/wide/wide.h"
#include "net.h"

/* wanted (m x n) = a (m x k) b (k x n), all row-major */
static void reference(const double *a, const double *b, double *out, int64_t m, int64_t k, int64_t n)
{
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            double s = 0;
            for (int64_t p = 0; p < k; p++) s += a[i * k + p] * b[p * n + j];
            out[i * n + j] = s;
        }
}

static double wrapped(DType d, double x)
{
    if (dtype_is_inexact(d)) return x;
    char b[8];
    if (d == DT_BOOL) return x != 0;
    int64_t v = (int64_t)x;
    memcpy(b, &v, 8);
    return scalar_as_double(dtype_load(d, b));
}

static void product(Core *c, DType d, int64_t m, int64_t k, int64_t n, int la, int lb, uint64_t *state)
{
    Tensor *a = net_relaid(c, net_tensor(c, d, SHAPE(m, k), state), la), *b = net_relaid(c, net_tensor(c, d, SHAPE(k, n), state), lb);
    double *x = net_values(c, a), *y = net_values(c, b), *wanted = calloc((size_t)(m * n) + 1, sizeof *wanted);
    reference(x, y, wanted, m, k, n);
    for (int64_t i = 0; i < m * n; i++) wanted[i] = wrapped(d, wanted[i]);
    Tensor *out = net_call(c, OP_matmul, 2, (Tensor *[]){a, b}, NULL, NULL);
    char what[100];
    snprintf(what, sizeof what, "%s %lldx%lldx%lld layouts %d %d", dtype_info[d].name, (long long)m, (long long)k, (long long)n, la, lb);
    CHECK(net_close(c, what, out, wanted, net_tolerance(dtype_real_of(d)) * (dtype_real_of(d) == DT_FLOAT32 ? 4 : 1)));
    tensor_release(c, out);
    tensor_release(c, a);
    tensor_release(c, b);
    free(x);
    free(y);
    free(wanted);
}

CASE(products_of_every_dtype_size_and_layout)
{
    static const int64_t sizes[][3] = {{1, 1, 1}, {2, 3, 4}, {1, 70, 5}, {5, 70, 1}, {17, 33, 9}, {40, 200, 70}, {0, 3, 2}, {2, 0, 3}, {130, 20, 300}};
    Core *c = open_core();
    uint64_t state = 7;
    core_set_accent(c, ACCENT_NUMPY);
    for (int d = 0; d < DTYPE_COUNT; d++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            for (int layout = 0; layout < 9; layout++) product(c, (DType)d, sizes[s][0], sizes[s][1], sizes[s][2], layout % 3, layout / 3, &state);
    close_core(c);
}

CASE(large_products_are_cut_and_agree)
{
    Core *c = open_core();
    uint64_t state = 9;
    product(c, DT_FLOAT32, 500, 300, 260, 0, 0, &state);
    product(c, DT_FLOAT32, 500, 300, 260, 1, 0, &state);
    product(c, DT_FLOAT32, 100, 300, 1700, 0, 1, &state);
    product(c, DT_FLOAT32, 530, 800, 60, 1, 0, &state);
    product(c, DT_FLOAT64, 300, 250, 530, 0, 0, &state);
    product(c, DT_FLOAT16, 200, 450, 130, 0, 0, &state);
    close_core(c);
}

CASE(batches_broadcast)
{
    Core *c = open_core();
    uint64_t state = 3;
    for (int la = 0; la < 3; la++) {
        Tensor *a = net_relaid(c, net_tensor(c, DT_FLOAT32, SHAPE(3, 1, 20, 30), &state), la), *b = net_tensor(c, DT_FLOAT32, SHAPE(2, 30, 10), &state);
        double *x = net_values(c, a), *y = net_values(c, b), wanted[3 * 2 * 20 * 10];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 2; j++) reference(x + i * 600, y + j * 300, wanted + (i * 2 + j) * 200, 20, 30, 10);
        Tensor *out = net_call(c, OP_matmul, 2, (Tensor *[]){a, b}, NULL, NULL);
        CHECK(out && out->ndim == 4 && out->shape[0] == 3 && out->shape[1] == 2);
        CHECK(net_close(c, "batch", out, wanted, 1e-4));
        tensor_release(c, out);
        Tensor *flat = net_tensor(c, DT_FLOAT32, SHAPE(30), &state);
        out = net_call(c, OP_matmul, 2, (Tensor *[]){a, flat}, NULL, NULL);
        double *z = net_values(c, flat);
        for (int i = 0; i < 3; i++) reference(x + i * 600, z, wanted + i * 20, 20, 30, 1);
        CHECK(out && out->ndim == 3);
        CHECK(net_close(c, "batch x vector", out, wanted, 1e-4));
        tensor_release(c, out);
        tensor_release(c, a);
        tensor_release(c, b);
        tensor_release(c, flat);
        free(x);
        free(y);
        free(z);
    }
    close_core(c);
}

CASE(linear_and_addmm)
{
    Core *c = open_core();
    uint64_t state = 5;
    for (int d = DT_FLOAT16; d <= DT_FLOAT64; d++)
        for (int layout = 0; layout < 3; layout++)
            for (int64_t m = 1; m <= 65; m += 32) {
                Tensor *x = net_relaid(c, net_tensor(c, (DType)d, SHAPE(2, m, 24), &state), layout), *weight = net_relaid(c, net_tensor(c, (DType)d, SHAPE(10, 24), &state), layout);
                Tensor *bias = net_tensor(c, (DType)d, SHAPE(10), &state);
                double *a = net_values(c, x), *b = net_values(c, weight), *e = net_values(c, bias), *wanted = calloc((size_t)(2 * m * 10), sizeof *wanted);
                for (int64_t i = 0; i < 2 * m; i++)
                    for (int64_t j = 0; j < 10; j++) {
                        wanted[i * 10 + j] = e[j];
                        for (int64_t p = 0; p < 24; p++) wanted[i * 10 + j] += a[i * 24 + p] * b[j * 24 + p];
                    }
                Tensor *out = net_call(c, OP_linear, 3, (Tensor *[]){x, weight, bias}, NULL, NULL);
                CHECK(net_close(c, "linear", out, wanted, net_tolerance((DType)d)));
                tensor_release(c, out);
                Attr attrs[MAX_ATTRS] = {[matrix_transpose_b] = {.i = 1}, [matrix_alpha] = {.number = scalar_float(0.5)}, [matrix_beta] = {.number = scalar_int(2)}};
                Tensor *rows = tensor_view(c, x, (int64_t[]){m, 24}, (int64_t[]){x->strides[1], x->strides[2]}, 2, x->offset);
                for (int64_t i = 0; i < m; i++)
                    for (int64_t j = 0; j < 10; j++) {
                        double s = 0;
                        for (int64_t p = 0; p < 24; p++) s += a[i * 24 + p] * b[j * 24 + p];
                        wanted[i * 10 + j] = 0.5 * s + 2 * e[j];
                    }
                out = net_call(c, OP_addmm, 3, (Tensor *[]){bias, rows, weight}, attrs, NULL);
                CHECK(net_close(c, "addmm", out, wanted, net_tolerance((DType)d)));
                tensor_release(c, out);
                tensor_release(c, rows);
                tensor_release(c, x);
                tensor_release(c, weight);
                tensor_release(c, bias);
                free(a);
                free(b);
                free(e);
                free(wanted);
            }
    close_core(c);
}

/* bias + a weight's row: chains of fused steps, cut where oneDNN cuts k */
static float chained(const double *a, const double *b, double bias, int64_t k, bool whole)
{
    float sum = (float)bias;
    for (int64_t p = 0, end; p < k; p = end) {
        int64_t left = k - p;
        end = p + (left <= 384 ? left : whole || left >= 768 ? 384 : (left + 1) / 2);
        float chain = 0;
        for (int64_t i = p; i < end; i++) chain = fmaf((float)a[i], (float)b[i], chain);
        sum += chain;
    }
    return sum;
}

/* Layers of every number of rows and columns a strip may have left, and of every way k is cut: to the last bit where strips compute them. */
CASE(layers_have_the_sums_of_chains)
{
    static const int64_t sizes[][3] = {{16, 10, 256}, {16, 33, 64}, {17, 290, 300}, {19, 40, 70}, {145, 60, 200}, {33, 98, 400}, {31, 120, 400}, {32, 256, 784}, {48, 100, 800}, {49, 100, 1200}, {64, 128, 1000}, {210, 110, 1000}, {220, 130, 1024}, {70, 120, 1300}, {75, 65, 769}, {230, 110, 900}, {301, 28, 31}, {270, 1030, 12}};
    bool broad = wide_loops()->gemm[GEMM_F32].broad;
    for (int threads = 1; threads < 4; threads += 2) {
        Core *c = open_core();
        core_set_threads(c, threads);
        uint64_t state = 21;
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            int64_t m = sizes[s][0], n = sizes[s][1], k = sizes[s][2];
            Tensor *x = net_tensor(c, DT_FLOAT32, SHAPE(m, k), &state), *weight = net_tensor(c, DT_FLOAT32, SHAPE(n, k), &state), *bias = net_tensor(c, DT_FLOAT32, SHAPE(n), &state);
            double *a = net_values(c, x), *b = net_values(c, weight), *e = net_values(c, bias);
            Tensor *out = net_call(c, OP_linear, 3, (Tensor *[]){x, weight, bias}, NULL, NULL);
            double *y = net_values(c, out);
            for (int64_t i = 0; i < m * n; i++) {
                float wanted = chained(a + i / n * k, b + i % n * k, e[i % n], k, n > 100 && k > 768 && (k % 256 == 0 || (m < 200 && k < 1200)));
                CHECK(broad ? (float)y[i] == wanted : fabs(y[i] - (double)wanted) < 1e-4 * sqrt((double)k));
            }
            free(a), free(b), free(e), free(y);
            tensor_release(c, out);
            tensor_release(c, x);
            tensor_release(c, weight);
            tensor_release(c, bias);
        }
        close_core(c);
    }
}

CASE(dot_by_accent)
{
    Core *c = open_core();
    uint64_t state = 11;
    Tensor *a = net_relaid(c, net_tensor(c, DT_FLOAT32, SHAPE(2, 3, 4), &state), 1), *b = net_tensor(c, DT_FLOAT32, SHAPE(4, 3, 5), &state);
    double *x = net_values(c, a), *y = net_values(c, b), wanted[2 * 3 * 3 * 5];
    core_set_accent(c, ACCENT_MXNET);
    reference(x, y, wanted, 6, 4, 15);
    Tensor *out = net_call(c, OP_dot, 2, (Tensor *[]){a, b}, NULL, NULL);
    CHECK(out && out->ndim == 4 && out->shape[3] == 5);
    CHECK(net_close(c, "dot", out, wanted, 1e-5));
    tensor_release(c, out);
    tensor_release(c, b);
    free(y);
    b = net_tensor(c, DT_FLOAT32, SHAPE(5, 4, 2), &state); /* NumPy: with the last axis but one */
    y = net_values(c, b);
    core_set_accent(c, ACCENT_NUMPY);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 5; j++)
            for (int k = 0; k < 2; k++) {
                double s = 0;
                for (int p = 0; p < 4; p++) s += x[i * 4 + p] * y[(j * 4 + p) * 2 + k];
                wanted[(i * 5 + j) * 2 + k] = s;
            }
    out = net_call(c, OP_dot, 2, (Tensor *[]){a, b}, NULL, NULL);
    CHECK(net_close(c, "numpy dot", out, wanted, 1e-5));
    tensor_release(c, out);
    core_set_accent(c, ACCENT_TORCH);
    CHECK(raises(c, net_call(c, OP_dot, 2, (Tensor *[]){a, b}, NULL, NULL), CE_BAD_NDIM));
    CHECK(raises(c, net_call(c, OP_matmul, 2, (Tensor *[]){a, a}, NULL, NULL), CE_MATMUL_SHAPES));
    core_set_accent(c, ACCENT_MXNET);
    CHECK(raises(c, net_call(c, OP_dot, 2, (Tensor *[]){a, a}, NULL, NULL), CE_MATMUL_SHAPES));
    tensor_release(c, a);
    tensor_release(c, b);
    free(x);
    free(y);
    close_core(c);
}
