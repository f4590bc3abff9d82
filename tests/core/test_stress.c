/* test_stress.c: thousands of random programs whose tensors wander over the CPU and two simulated GPUs, against the same programs on the CPU alone; and
 * memory that runs out a thousand times.
 */
#include "check.h"

enum { POOL = 8, STEPS = 24, PROGRAMS = 3000 };

static uint64_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Two worlds of the same tensors: [0] wanders, [1] stays. */
typedef struct World { Core *c; Tensor *t[2][POOL]; uint64_t state; long done; } World;

static bool put(World *w, int i, Tensor *wandering, Tensor *staying)
{
    CHECK(!wandering == !staying);
    if (!wandering || !staying) { /* refused in both alike */
        core_error_clear(w->c);
        if (wandering) tensor_release(w->c, wandering);
        if (staying) tensor_release(w->c, staying);
        return false;
    }
    tensor_release(w->c, w->t[0][i]);
    tensor_release(w->c, w->t[1][i]);
    w->t[0][i] = wandering;
    w->t[1][i] = staying;
    w->done++;
    return true;
}

static Tensor *to_device(World *w, Tensor *t, Device *d) { return tensor_to(w->c, t, d, DT_NONE, false, 1); }

static void step(World *w)
{
    static const OpId one[] = {OP_negative, OP_tanh, OP_relu, OP_sigmoid, OP_square, OP_abs, OP_copy}, two[] = {OP_add, OP_subtract, OP_multiply, OP_maximum, OP_minimum};
    Core *c = w->c;
    int a = (int)(next(&w->state) % POOL), b = (int)(next(&w->state) % POOL), out = (int)(next(&w->state) % POOL);
    Tensor *result[2] = {NULL, NULL};
    uint64_t what = next(&w->state) % 9, choice = next(&w->state);
    if (what == 0) { /* to another place */
        Device *places[] = {device_cpu(c), device_gpu(c, 0), device_gpu(c, 1)};
        Tensor *there = to_device(w, w->t[0][a], places[choice % 3]);
        bool copied = there && there != w->t[0][a]; /* what moved shares its memory with nobody, and so in the other world */
        put(w, a, there, copied ? core_unary(c, OP_copy, w->t[1][a]) : tensor_retain(w->t[1][a]));
        return;
    }
    for (int world = 0; world < 2; world++) {
        Tensor *x = w->t[world][a], *y = world ? tensor_retain(w->t[world][b]) : to_device(w, w->t[world][b], tensor_device(x));
        if (!y) {
            core_error_clear(c);
            continue;
        }
        Attr axes[axes_ATTRS] = {[axes_axes] = {.ints = INTS_ABSENT}};
        Attr slice[slice_ATTRS] = {[slice_axis] = {.i = 0}, [slice_start] = {.i = 1}, [slice_length] = {.i = 2}, [slice_step] = {.i = 1}};
        Attr product[matrix_ATTRS] = {[matrix_alpha].number = scalar_int(1), [matrix_beta].number = scalar_int(1)};
        Attr all[reduce_ATTRS] = {[reduce_axes] = {.ints = INTS_ABSENT}, [reduce_dtype] = {.i = DT_NONE}};
        Tensor *operands[2] = {x, y};
        switch (what) {
        case 1: case 2: result[world] = core_unary(c, one[choice % 7], x); break;
        case 3: case 4: result[world] = core_binary(c, two[choice % 5], x, y); break;
        case 5: result[world] = x->ndim == 2 ? core_with(c, OP_transpose, &x, 1, axes) : tensor_retain(x); break;
        case 6: result[world] = x->ndim && x->shape[0] >= 3 ? core_with(c, OP_slice, &x, 1, slice) : tensor_retain(x); break;
        case 7: result[world] = x->ndim == 2 && y->ndim == 2 ? core_with(c, OP_matmul, operands, 2, product) : core_with(c, OP_mean, &x, 1, all); break;
        default: { /* in place, through whatever view it is */
            Arg in[2] = {arg_tensor(x), arg_number(scalar_float(0.5))};
            Tensor *into = x;
            if (core_call(c, OP_multiply, ACCENT_TORCH, 1, in, 2, NULL, CALL_OUT_GIVEN, &into)) result[world] = into;
            out = a;
        }
        }
        if (!result[world]) core_error_clear(c);
        tensor_release(c, y);
    }
    put(w, out, result[0], result[1]);
}

CASE(random_programs_over_three_devices)
{
    Core *c = open_core();
    long compared = 0, done = 0;
    for (int p = 0; p < PROGRAMS; p++) {
        World w = {.c = c, .state = 1000003u * (uint64_t)(p + 1)};
        for (int i = 0; i < POOL; i++) {
            double data[16];
            int64_t shape[2] = {4, 4};
            int ndim = i % 3 == 2 ? 1 : 2;
            for (int k = 0; k < 16; k++) data[k] = (double)(next(&w.state) % 257) / 64 - 2;
            w.t[1][i] = tensor_from_host(c, device_cpu(c), DT_FLOAT64, shape, ndim, data);
            Tensor *own = core_unary(c, OP_copy, w.t[1][i]);
            w.t[0][i] = to_device(&w, own, i % 2 ? device_gpu(c, i / 2 % 2) : device_cpu(c));
            tensor_release(c, own);
        }
        for (int s = 0; s < STEPS; s++) step(&w);
        done += w.done;
        for (int i = 0; i < POOL; i++) {
            Tensor *x = w.t[0][i], *y = w.t[1][i];
            CHECK(tensor_same_shape(x, y));
            double *a = calloc((size_t)x->size + 1, 8), *b = calloc((size_t)x->size + 1, 8);
            CHECK(tensor_read(c, x, a) && tensor_read(c, y, b));
            bool same = true;
            for (int64_t k = 0; k < x->size; k++) same = same && (a[k] == b[k] || (isnan(a[k]) && isnan(b[k])));
            CHECK(same);
            compared++;
            free(a);
            free(b);
            tensor_release(c, x);
            tensor_release(c, y);
        }
    }
    CHECK(device_wait_all(c));
    for (int i = 0; i < 2; i++) CHECK(device_gpu(c, i)->memory.allocated == 0);
    CHECK(device_cpu(c)->memory.allocated == 0);
    CHECK(done > PROGRAMS * STEPS / 2); /* most steps gave something in both worlds */
    printf("     %d random programs, %ld steps that gave something, %ld tensors compared\n", PROGRAMS, done, compared);
    close_core(c);
}

CASE(out_of_memory_a_thousand_times)
{
    Core *c = open_core();
    Device *d = device_gpu(c, 0);
    int64_t large = 5 << 20, ok = 0;
    for (int round = 0; round < 1000; round++) {
        Tensor *t[32] = {NULL};
        int n = 0;
        while (n < 32 && (t[n] = tensor_new(c, d, DT_FLOAT32, &large, 1))) n++;
        ok += raises(c, n == 32, CE_OUT_OF_MEMORY);
        for (int i = 0; i < n; i++) tensor_release(c, t[i]);
        if (round % 100 == 0) CHECK(n == 3);
    }
    CHECK(ok == 1000);
    CHECK(d->memory.allocated == 0);
    CHECK(d->memory.failures == 1000);
    close_core(c);
}
