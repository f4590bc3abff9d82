/* test_ew.c: elementwise ops, reductions and sorting against the goldens of PyTorch and NumPy (make_goldens.py), the formulas' accuracy on each vector
 * unit, large operands against small ones, and equal bits for any number of threads. */
#include "check.h"
#include "core/cpu/ew.h"
#include "core/dtype.h"
#include "golden.h"

static const char *const goldens[] = {
#include "goldens_ew.inc"
    NULL
};

CASE(goldens_of_torch_and_numpy) { golden_run_all(goldens, sizeof goldens / sizeof *goldens - 1); }

/* ---- accuracy of the vectorised formulas, and the same bits on every unit ---- */
static const struct { int function; const char *name; double (*exact)(double); double low, high; } functions[] = {
    {FN_exp, "exp", exp, -110, 95}, {FN_exp2, "exp2", exp2, -150, 130}, {FN_expm1, "expm1", expm1, -20, 20}, {FN_log, "log", log, 0, 1000}, {FN_log2, "log2", log2, 0, 4},
    {FN_log10, "log10", log10, 0, 1e6}, {FN_log1p, "log1p", log1p, -1, 3}, {FN_tanh, "tanh", tanh, -10, 10}, {FN_sin, "sin", sin, -1000, 1000}, {FN_cos, "cos", cos, -3e5, 3e5},
    {FN_tan, "tan", tan, -20, 20}, {FN_erf, "erf", erf, -4.5, 4.5}, {FN_sinh, "sinh", sinh, -95, 95}, {FN_cosh, "cosh", cosh, -95, 95},
};
static double sigmoid(double x) { return 1 / (1 + exp(-x)); }
static double silu(double x) { return x / (1 + exp(-x)); }
static const struct { int function; const char *name; double (*exact)(double); double low, high, units; } swift[] = { /* below -88.7 exp(-x) is infinite and the sigmoid 0, as PyTorch's */
    {FN_exp, "exp", exp, -105, 89.5, 1}, {FN_sigmoid, "sigmoid", sigmoid, -88.7, 95, 2}, {FN_silu, "silu", silu, -88.7, 95, 2.5}, {FN_tanh, "tanh", tanh, -11, 11, 2.25},
};
enum { SAMPLES = 20000 };

CASE(formulas_are_within_two_units_and_alike_on_every_unit)
{
    static const char *const units[] = {"base", "avx2", "avx512"};
    static const EwNumber none[3];
    float *x = malloc(SAMPLES * 4), *y = malloc(SAMPLES * 4), *first = malloc(SAMPLES * 4);
    double *xd = malloc(SAMPLES * 8), *yd = malloc(SAMPLES * 8);
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        for (int i = 0; i < SAMPLES; i++) {
            double u = (i + 0.37) / SAMPLES;
            x[i] = (float)(functions[f].low + u * (functions[f].high - functions[f].low));
            if (i % 7 == 0) x[i] = (float)ldexp(x[i], -(i % 60));
            xd[i] = x[i];
        }
        for (int k = 0; k < 3; k++) {
            const EwIsa *isa = ew_isa_named(units[k]);
            if (!isa) continue;
            double worst = 0, worst_double = 0;
            isa->functions[DT_FLOAT32][functions[f].function](SAMPLES, y, x, NULL, NULL, none);
            isa->functions[DT_FLOAT64][functions[f].function](SAMPLES, yd, xd, NULL, NULL, none);
            for (int i = 0; i < SAMPLES; i++) {
                double wanted = functions[f].exact(xd[i]);
                if (fabs(wanted) < 3.4e38) worst = fmax(worst, fabs(y[i] - wanted) / golden_unit(DT_FLOAT32, wanted));
                if (isfinite(wanted)) worst_double = fmax(worst_double, fabs(yd[i] - wanted) / golden_unit(DT_FLOAT64, wanted));
                else CHECK(yd[i] == wanted || isnan(wanted));
            }
            if (worst > 1.01 || worst_double > 2) printf("     %s on %s: %.3f and %.3f units\n", functions[f].name, units[k], worst, worst_double);
            CHECK(worst <= 1.01);
            CHECK(worst_double <= 2);
            if (k == 0) memcpy(first, y, SAMPLES * 4);
            CHECK(memcmp(first, y, SAMPLES * 4) == 0);
        }
    }
    for (int i = 0; i < SAMPLES; i++) {
        x[i] = (float)(0.001 + i * 0.0037);
        first[i] = (float)(i % 401 - 200) / 17;
    }
    ew_isa()->functions[DT_FLOAT32][FN_power](SAMPLES, y, x, first, NULL, none);
    for (int i = 0; i < SAMPLES; i++) {
        double wanted = pow(x[i], first[i]);
        if (wanted < 3.4e38) CHECK(fabs(y[i] - wanted) <= 1.01 * golden_unit(DT_FLOAT32, wanted));
    }
    free(x);
    free(y);
    free(first);
    free(xd);
    free(yd);
}

CASE(swift_functions_are_nearly_exact_and_alike_on_every_unit)
{
    static const char *const units[] = {"base", "avx2", "avx512"};
    static const EwNumber none[3];
    float *x = malloc(SAMPLES * 4), *y = malloc(SAMPLES * 4), *first = malloc(SAMPLES * 4);
    for (size_t f = 0; f < sizeof swift / sizeof *swift; f++) {
        for (int i = 0; i < SAMPLES; i++) {
            x[i] = (float)(swift[f].low + (i + 0.37) / SAMPLES * (swift[f].high - swift[f].low));
            if (i % 7 == 0) x[i] = (float)ldexp(x[i], -(i % 60));
        }
        const float odd[] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 3e38f, -3e38f, 1e-45f, -1e-45f};
        memcpy(x, odd, sizeof odd);
        for (int k = 0; k < 3; k++) {
            const EwIsa *isa = ew_isa_named(units[k]);
            if (!isa) continue;
            double worst = 0;
            isa->swift[swift[f].function](SAMPLES - 3, y, x, NULL, NULL, none); /* no whole number of vectors */
            for (int i = 0; i < SAMPLES - 3; i++) {
                double wanted = swift[f].exact((double)x[i]);
                if (isnan(wanted)) CHECK(isnan(y[i]) && (isnan(x[i]) || isinf(x[i])));
                else if (fabs(wanted) < 3.4e38) worst = fmax(worst, fabs(y[i] - wanted) / golden_unit(DT_FLOAT32, wanted));
                else CHECK(y[i] == (float)wanted);
                CHECK(isnan(wanted) || wanted == 0 || !signbit(wanted) == !signbit(y[i]));
            }
            if (worst > swift[f].units) printf("     swift %s on %s: %.3f units\n", swift[f].name, units[k], worst);
            CHECK(worst <= swift[f].units);
            if (k == 0) memcpy(first, y, SAMPLES * 4);
            CHECK(memcmp(first, y, (SAMPLES - 3) * 4) == 0);
        }
    }
    free(x);
    free(y);
    free(first);
}

/* ---- a fused chain is the same as its steps ---- */
CASE(a_longer_program_gives_what_its_steps_give)
{
    Core *c = open_core();
    int64_t shape[2] = {37, 300};
    Tensor *a = tensor_new(c, device_cpu(c), DT_FLOAT16, shape, 2), *b = tensor_new(c, device_cpu(c), DT_FLOAT16, shape + 1, 1), *o = tensor_new(c, device_cpu(c), DT_FLOAT16, shape, 2);
    for (int64_t i = 0; i < a->size; i++) dtype_store(DT_FLOAT16, (char *)tensor_map(c, a) + 2 * i, scalar_float(sin((double)i)));
    for (int64_t i = 0; i < b->size; i++) dtype_store(DT_FLOAT16, (char *)tensor_map(c, b) + 2 * i, scalar_float(cos((double)i)));
    Tensor *s1 = core_binary(c, OP_add, a, b), *s2 = core_unary(c, OP_tanh, s1), *s3 = core_binary(c, OP_multiply, s2, a);
    View va = {tensor_address(a), DT_FLOAT16, true, true, 2, a->shape, a->strides, a->size}, vb = {tensor_address(b), DT_FLOAT16, true, true, 1, b->shape, b->strides, b->size},
         vo = {tensor_address(o), DT_FLOAT16, true, true, 2, o->shape, o->strides, o->size};
    EwProgram p;
    Work w = {.op = op_get(OP_add)};
    ew_program_init(&p, shape, 2);
    int x = ew_program_input(&p, &va, DT_FLOAT32), y = ew_program_input(&p, &vb, DT_FLOAT32);
    int r = ew_program_round(&p, ew_program_step(&p, FN_add, DT_FLOAT32, (int[]){x, y, -1}, NULL), DT_FLOAT16);
    r = ew_program_round(&p, ew_program_step(&p, FN_tanh, DT_FLOAT32, (int[]){r, -1, -1}, NULL), DT_FLOAT16);
    r = ew_program_step(&p, FN_multiply, DT_FLOAT32, (int[]){r, x, -1}, NULL);
    ew_program_output(&p, r, &vo);
    CHECK(ew_program_run(&p, &w));
    CHECK(s3 && memcmp(tensor_map(c, s3), tensor_map(c, o), tensor_bytes(o)) == 0);
    Tensor *all[] = {a, b, o, s1, s2, s3};
    for (int i = 0; i < 6; i++) tensor_release(c, all[i]);
    close_core(c);
}

/* ---- large operands, threads, overlap ---- */
CASE(results_do_not_hang_on_the_number_of_threads)
{
    double sums[2][6];
    for (int k = 0; k < 2; k++) {
        CoreConfig config = {.gpus = "none", .threads = k ? 3 : 1};
        Core *c = core_open(&config);
        int64_t shape[2] = {700, 1300};
        Tensor *t = tensor_new(c, device_cpu(c), DT_FLOAT32, shape, 2);
        float *x = tensor_map(c, t);
        for (int64_t i = 0; i < t->size; i++) x[i] = (float)sin((double)i) * (float)(i % 1000);
        OpId ops[] = {OP_sum, OP_var, OP_norm, OP_logsumexp, OP_max, OP_prod};
        for (int o = 0; o < 6; o++) {
            int64_t axis = o % 2;
            Attr attrs[reduce_ATTRS] = {[reduce_axes].ints = {&axis, o > 3 ? -1 : 1}, [reduce_dtype].i = DT_NONE, [reduce_order].f = 2};
            Tensor *r = core_with(c, ops[o], &t, 1, attrs);
            CHECK(r != NULL);
            Scalar s = {0};
            double total = 0;
            for (int64_t i = 0; r && i < r->size; i++) {
                s = dtype_load(DT_FLOAT32, (char *)tensor_map(c, r) + 4 * i);
                total = total * 0.99 + s.f;
            }
            sums[k][o] = total;
            if (r) tensor_release(c, r);
        }
        tensor_release(c, t);
        CHECK(core_close(c) == 0);
    }
    for (int o = 0; o < 6; o++) CHECK(memcmp(&sums[0][o], &sums[1][o], 8) == 0);
}

CASE(large_transposed_copies_and_sums)
{
    Core *c = open_core();
    int64_t shape[2] = {517, 389}, turned[2] = {389, 517};
    Tensor *t = tensor_new(c, device_cpu(c), DT_INT32, shape, 2), *v = tensor_view(c, t, turned, (int64_t[]){1, 389}, 2, 0);
    int32_t *x = tensor_map(c, t);
    for (int64_t i = 0; i < t->size; i++) x[i] = (int32_t)(i * 7919 % 10007);
    Tensor *copy = core_unary(c, OP_copy, v), *twice = core_binary(c, OP_add, v, v);
    CHECK(copy && twice);
    bool ok = true;
    for (int64_t i = 0; i < 389; i++)
        for (int64_t j = 0; j < 517; j++) {
            ok &= ((int32_t *)tensor_map(c, copy))[i * 517 + j] == x[j * 389 + i];
            ok &= ((int32_t *)tensor_map(c, twice))[i * twice->strides[0] + j * twice->strides[1]] == 2 * x[j * 389 + i]; /* (laid as the operands are) */
        }
    CHECK(ok && twice->strides[0] == 1 && tensor_is_contiguous(copy));
    Attr sort[axis_ATTRS] = {[axis_flat].i = true, [axis_dtype].i = DT_NONE};
    Tensor *out[MAX_OUTPUTS];
    Arg in = arg_tensor(v);
    CHECK(core_call(c, OP_sort, ACCENT_TORCH, 1, &in, 1, sort, CALL_NO_GRAD, out));
    int32_t *s = tensor_map(c, out[0]);
    for (int64_t i = 1; i < out[0]->size; i++) ok &= s[i - 1] <= s[i];
    CHECK(ok);
    Tensor *all[] = {t, v, copy, twice, out[0], out[1]};
    for (int i = 0; i < 6; i++) tensor_release(c, all[i]);
    close_core(c);
}

CASE(what_the_accents_refuse)
{
    Core *c = open_core();
    Tensor *i = tensor_of(c, DT_INT64, SHAPE(3), 1.0, 2.0, 0.0), *b = tensor_of(c, DT_BOOL, SHAPE(3), 1.0, 0.0, 1.0), *none = tensor_new(c, device_cpu(c), DT_FLOAT32, SHAPE(0, 3));
    Attr all[reduce_ATTRS] = {[reduce_axes].ints = INTS_ABSENT, [reduce_dtype].i = DT_NONE};
    Tensor *out[MAX_OUTPUTS];
    Arg two[2] = {arg_tensor(i), arg_tensor(i)}, same[2] = {arg_tensor(b), arg_tensor(b)}, nothing = arg_tensor(none);
    CHECK(raises(c, core_call(c, OP_mean, ACCENT_TORCH, 1, two, 1, all, CALL_NO_GRAD, out), CE_DTYPE_UNSUPPORTED));
    CHECK(raises(c, core_call(c, OP_floor_divide, ACCENT_TORCH, 1, two, 2, NULL, CALL_NO_GRAD, out), CE_INTEGER_DIVISION));
    CHECK(raises(c, core_call(c, OP_subtract, ACCENT_TORCH, 1, same, 2, NULL, CALL_NO_GRAD, out), CE_DTYPE_UNSUPPORTED));
    CHECK(raises(c, core_call(c, OP_negative, ACCENT_NUMPY, 1, same, 1, NULL, CALL_NO_GRAD, out), CE_DTYPE_UNSUPPORTED));
    CHECK(raises(c, core_call(c, OP_max, ACCENT_TORCH, 1, &nothing, 1, all, CALL_NO_GRAD, out), CE_EMPTY_REDUCTION));
    Arg power[2] = {arg_tensor(i), arg_number(scalar_int(-1))};
    CHECK(raises(c, core_call(c, OP_power, ACCENT_TORCH, 1, power, 2, NULL, CALL_NO_GRAD, out), CE_NEGATIVE_POWER));
    CHECK(raises(c, core_call(c, OP_power, ACCENT_NUMPY, 1, power, 2, NULL, CALL_NO_GRAD, out), CE_NEGATIVE_POWER));
    CHECK(core_call(c, OP_divide, ACCENT_MXNET, 1, two, 2, NULL, CALL_NO_GRAD, out) && out[0]->dtype == DT_INT64);
    tensor_release(c, out[0]);
    CHECK(core_call(c, OP_greater, ACCENT_MXNET, 1, two, 2, NULL, CALL_NO_GRAD, out) && out[0]->dtype == DT_INT64);
    tensor_release(c, out[0]);
    CHECK(core_call(c, OP_sum, ACCENT_MXNET, 1, same, 1, all, CALL_NO_GRAD, out) && out[0]->dtype == DT_INT64);
    tensor_release(c, out[0]);
    tensor_release(c, i);
    tensor_release(c, b);
    tensor_release(c, none);
    close_core(c);
}
