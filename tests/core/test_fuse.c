/* test_fuse.c: calls that wait for one another (cpu/fuse.h) against calls that run at once: random chains with aliases, views, writes in place, drops and reads
 * between them, bit for bit; gradients; what memory is counted as; interrupts and failing memory in the middle.
 */
#include <math.h>

#include "check.h"
#include "core/ledger.h"

enum { POOL = 7, STEPS = 60, PROGRAMS = 1500, SIDE_MOST = 29, LONGER = 200 }; /* of LONGER programs operands are longer than a line's unit, and no multiple of it */

static uint64_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static int pick(uint64_t *state, int n) { return (int)(next(state) % (uint64_t)n); }

static Core *world_of(int64_t fuse_from, int64_t later_from, int threads, bool (*interrupted)(void *), void *data)
{
    CoreConfig config = {.later_from = later_from, .gpus = "sim:1,mem=64M", .threads = threads, .seed = 1, .fuse_from = fuse_from, .interrupted = interrupted, .interrupted_data = data};
    Core *c = core_open(&config);
    CHECK(c != NULL);
    if (c) core_set_accent(c, ACCENT_TORCH);
    return c;
}
static Core *world(int64_t fuse_from, int threads, bool (*interrupted)(void *), void *data) { return world_of(fuse_from, -1, threads, interrupted, data); }

/* Two worlds run the same program: [0] puts off whatever it can, [1] nothing. */
typedef struct Pair { Core *c[2]; Tensor *t[2][POOL]; uint64_t state; int64_t side; long waited; bool queued; } Pair;

static void same_bytes(Pair *p, int i)
{
    Tensor *x = p->t[0][i], *y = p->t[1][i];
    CHECK(x->dtype == y->dtype && tensor_same_shape(x, y) && x->storage->version == y->storage->version);
    size_t bytes = tensor_bytes(x);
    char *a = malloc(bytes + 1), *b = malloc(bytes + 1);
    CHECK(tensor_read(p->c[0], x, a) && tensor_read(p->c[1], y, b));
    CHECK(memcmp(a, b, bytes) == 0);
    free(a);
    free(b);
}

static Tensor *unary_step(Core *c, Tensor *x, int choice)
{
    static const OpId ops[] = {OP_negative, OP_tanh, OP_relu, OP_sigmoid, OP_square, OP_abs, OP_copy, OP_exp, OP_sign, OP_isnan, OP_logical_not, OP_floor};
    return core_unary(c, ops[choice % 12], x);
}

static Tensor *binary_step(Core *c, Tensor *x, Tensor *y, int choice, int64_t side)
{
    static const OpId ops[] = {OP_add, OP_subtract, OP_multiply, OP_maximum, OP_minimum, OP_less, OP_equal, OP_divide, OP_floor_divide, OP_power, OP_logical_and, OP_bit_xor};
    bool late = accent_library(core_accent(c)) == ACCENT_MXNET && choice % 12 >= 7 && choice % 12 <= 9; /* what fails by its values fails late there: test_later.c */
    if (x->size * y->size > side * side * side * side << 6) return NULL; /* shapes that broadcast grow */
    return core_binary(c, late ? OP_maximum : ops[choice % 12], x, y);
}

static Tensor *cast_step(Core *c, Tensor *x, int choice)
{
    static const DType to[] = {DT_FLOAT32, DT_FLOAT64, DT_FLOAT16, DT_BFLOAT16, DT_INT32, DT_INT64, DT_BOOL, DT_INT8};
    Attr as[cast_ATTRS] = {[cast_dtype] = {.i = to[choice % 8]}};
    return core_with(c, OP_cast, &x, 1, as);
}

static Tensor *view_step(Core *c, Tensor *x, int choice)
{
    int64_t flat = x->size;
    Attr axes[axes_ATTRS] = {[axes_axes] = {.ints = INTS_ABSENT}};
    Attr row[slice_ATTRS] = {[slice_axis] = {.i = 0}, [slice_start] = {.i = 0}, [slice_length] = {.i = 1}, [slice_step] = {.i = 1}};
    Attr shape[shape_ATTRS] = {[shape_shape] = {.ints = {&flat, 1}}};
    switch (choice % 3) {
    case 0: return core_with(c, OP_transpose, &x, 1, axes);
    case 1: return x->ndim ? core_with(c, OP_slice, &x, 1, row) : tensor_retain(x);
    default: return core_with(c, OP_reshape, &x, 1, shape);
    }
}

/* In place: a number or another tensor into whatever view it is. */
static Tensor *write_step(Core *c, Tensor *x, Tensor *y, int choice)
{
    Arg in[2] = {arg_tensor(x), choice & 1 ? arg_tensor(y) : arg_number(scalar_float(0.75))};
    Tensor *into = x;
    return core_call(c, choice & 2 ? OP_multiply : OP_add, core_accent(c), 1, in, 2, NULL, CALL_OUT_GIVEN, &into) ? into : NULL;
}

/* Ops that run at once, between: sums and products read, a write from the host changes. */
static Tensor *other_step(Core *c, Tensor *x, int choice)
{
    Attr all[reduce_ATTRS] = {[reduce_axes] = {.ints = INTS_ABSENT}, [reduce_dtype] = {.i = DT_NONE}};
    if (choice % 3 == 0) return core_with(c, OP_sum, &x, 1, all);
    if (choice % 3 == 1) return tensor_to(c, x, device_cpu(c), DT_NONE, true, 1);
    void *zeros = calloc((size_t)x->size + 1, 8);
    bool ok = tensor_write(c, x, zeros);
    free(zeros);
    return ok ? tensor_retain(x) : NULL;
}

static void step(Pair *p)
{
    int a = pick(&p->state, POOL), b = pick(&p->state, POOL), out = pick(&p->state, POOL), what = pick(&p->state, 16), choice = pick(&p->state, 1 << 20);
    bool in_place = what == 13 || what == 14;
    Tensor *result[2];
    for (int w = 0; w < 2; w++) {
        Core *c = p->c[w];
        Tensor *x = p->t[w][a], *y = p->t[w][b];
        core_set_accent(c, (choice % 5 == 0) != p->queued ? ACCENT_MXNET : ACCENT_TORCH);
        switch (what) {
        case 0: case 1: case 2: case 3: result[w] = unary_step(c, x, choice); break;
        case 4: case 5: case 6: case 7: result[w] = binary_step(c, x, y, choice, p->side); break;
        case 8: result[w] = core_scalar(c, choice & 1 ? OP_multiply : OP_subtract, x, choice & 2 ? scalar_float(1.25) : scalar_int(2)); break;
        case 9: result[w] = core_rscalar(c, OP_subtract, scalar_float(1), x); break;
        case 10: result[w] = cast_step(c, x, choice); break;
        case 11: result[w] = view_step(c, x, choice); break;
        case 12: result[w] = other_step(c, x, choice); break;
        default: result[w] = in_place ? write_step(c, x, y, choice) : tensor_retain(x); break;
        }
        if (!result[w]) core_error_clear(c);
    }
    CHECK(!result[0] == !result[1]);
    if (!result[0] || !result[1]) return;
    if (in_place) out = a;
    p->waited += result[0]->storage->waits != 0;
    for (int w = 0; w < 2; w++) {
        tensor_release(p->c[w], p->t[w][out]);
        p->t[w][out] = result[w];
    }
    if (what == 15 && choice % 4 == 0) same_bytes(p, a);
}

static void fill_pool(Pair *p)
{
    for (int i = 0; i < POOL; i++) {
        double data[SIDE_MOST * SIDE_MOST];
        int64_t n = p->side, shapes[][2] = {{n, n}, {n, n}, {n, n}, {1, n}, {n, 1}};
        const int64_t *shape = shapes[i % 5];
        for (int64_t k = 0; k < n * n; k++) data[k] = (double)(next(&p->state) % 257) / 64 - 2;
        for (int w = 0; w < 2; w++) p->t[w][i] = tensor_from_host(p->c[w], device_cpu(p->c[w]), DT_FLOAT64, shape, 2, data);
        if (i % 2) continue;
        for (int w = 0; w < 2; w++) {
            Tensor *f = cast_step(p->c[w], p->t[w][i], 0);
            tensor_release(p->c[w], p->t[w][i]);
            p->t[w][i] = f;
        }
    }
}

static void random_chains(bool queued)
{
    long waited = 0;
    for (int n = 0; n < PROGRAMS + LONGER; n++) {
        Pair p = {.side = n < PROGRAMS ? 4 : SIDE_MOST, .c = {world_of(queued && n % 2 ? -1 : 1, queued ? 1 : -1, 2, NULL, NULL), world(-1, 1, NULL, NULL)},
                  .state = 77777u * (uint64_t)(n + 1), .queued = queued};
        fill_pool(&p);
        for (int s = 0; s < STEPS; s++) step(&p);
        for (int i = 0; i < POOL; i++) same_bytes(&p, i);
        waited += p.waited;
        for (int w = 0; w < 2; w++) {
            for (int i = 0; i < POOL; i++) tensor_release(p.c[w], p.t[w][i]);
            close_core(p.c[w]);
        }
    }
    CHECK(waited > 10 * PROGRAMS);
    printf("     %d random chains, %ld results that waited\n", PROGRAMS + LONGER, waited);
}

CASE(random_chains_fused_and_not) { random_chains(false); }
CASE(random_chains_queued_and_not) { random_chains(true); } /* by a worker, between calls of PyTorch's accent that are done at once */

/* ---- large ones: threads, blocks, memory past the caches ---- */
enum { MANY = (1 << 22) + 37 };

static Tensor *ramp(Core *c, int64_t n)
{
    float *x = malloc((size_t)n * 4);
    for (int64_t i = 0; i < n; i++) x[i] = (float)(i % 1009) / 251 - 2;
    Tensor *t = tensor_from_host(c, device_cpu(c), DT_FLOAT32, SHAPE(n), x);
    free(x);
    return t;
}

/* sigmoid(x * 2 + 1) * x - 0.5, with the names of its intermediate values dropped or kept */
static Tensor *five(Core *c, Tensor *x, Tensor **kept)
{
    Tensor *a = core_scalar(c, OP_multiply, x, scalar_float(2)), *b = core_scalar(c, OP_add, a, scalar_float(1)), *s = core_unary(c, OP_sigmoid, b), *m = core_binary(c, OP_multiply, s, x);
    Tensor *y = core_scalar(c, OP_subtract, m, scalar_float(0.5));
    tensor_release(c, a);
    tensor_release(c, b);
    tensor_release(c, m);
    if (kept) *kept = s;
    else tensor_release(c, s);
    return y;
}

CASE(a_large_chain_is_one_pass_with_the_same_bits)
{
    float *got = malloc(MANY * 4), *wanted = malloc(MANY * 4);
    for (int threads = 1; threads <= 3; threads++) {
        Core *c = world(0, threads, NULL, NULL), *plain = world(-1, 1, NULL, NULL);
        Tensor *x = ramp(c, MANY), *x2 = ramp(plain, MANY), *kept, *kept2;
        Tensor *y = five(c, x, &kept), *y2 = five(plain, x2, &kept2);
        CHECK(y->storage->waits && kept->storage->waits && x->storage->waits);
        CHECK(tensor_read(c, y, got) && tensor_read(plain, y2, wanted) && memcmp(got, wanted, MANY * 4) == 0);
        CHECK(!y->storage->waits && !kept->storage->waits && !x->storage->waits);
        CHECK(tensor_read(c, kept, got) && tensor_read(plain, kept2, wanted) && memcmp(got, wanted, MANY * 4) == 0);
        Tensor *all[] = {x, y, kept}, *all2[] = {x2, y2, kept2};
        for (int i = 0; i < 3; i++) {
            tensor_release(c, all[i]);
            tensor_release(plain, all2[i]);
        }
        close_core(c);
        close_core(plain);
    }
    free(got);
    free(wanted);
}

CASE(memory_is_counted_as_if_nothing_waited)
{
    size_t counted[2];
    for (int w = 0; w < 2; w++) {
        Core *c = world(w ? -1 : 0, 1, NULL, NULL);
        Tensor *x = ramp(c, MANY), *y = five(c, x, NULL);
        counted[w] = device_cpu(c)->memory.allocated;
        tensor_release(c, x);
        tensor_release(c, y);
        close_core(c);
    }
    CHECK(counted[0] == counted[1]);
}

CASE(gradients_through_calls_that_wait)
{
    float *got = malloc(MANY * 4), *wanted = malloc(MANY * 4);
    for (int w = 0; w < 2; w++) {
        Core *c = world(w ? -1 : 0, 2, NULL, NULL);
        core_mode(c)->grad[ACCENT_TORCH] = true;
        Tensor *x = ramp(c, MANY);
        CHECK(grad_attach(c, x, GRAD_ADD));
        Tensor *y = five(c, x, NULL);
        Attr all[reduce_ATTRS] = {[reduce_axes] = {.ints = INTS_ABSENT}, [reduce_dtype] = {.i = DT_NONE}};
        Tensor *total = core_with(c, OP_sum, &y, 1, all);
        CHECK(grad_backward(c, &total, NULL, 1, BACKWARD_RETAIN) && grad_backward(c, &total, NULL, 1, 0));
        CHECK(x->grad->grad && tensor_read(c, x->grad->grad, w ? wanted : got));
        tensor_release(c, total);
        tensor_release(c, y);
        tensor_release(c, x);
        close_core(c);
    }
    CHECK(memcmp(got, wanted, MANY * 4) == 0);
    free(got);
    free(wanted);
}

/* An input that changes in place changes after the calls before it have read it. */
CASE(what_waits_reads_before_it_is_overwritten)
{
    Core *c = world(1, 1, NULL, NULL);
    Tensor *x = tensor_of(c, DT_FLOAT32, SHAPE(4), 1.0, 2.0, 3.0, 4.0), *y = core_scalar(c, OP_multiply, x, scalar_float(10));
    CHECK(y->storage->waits == WAITS_WRITE && x->storage->waits == WAITS_READ);
    Tensor *into = x;
    Arg in[2] = {arg_tensor(x), arg_number(scalar_float(1))};
    uint32_t version = x->storage->version;
    CHECK(core_call(c, OP_add, ACCENT_TORCH, 1, in, 2, NULL, CALL_OUT_GIVEN, &into));
    tensor_release(c, into);
    CHECK(at(c, x, 0) == 2 && at(c, y, 0) == 10 && at(c, y, 3) == 40 && x->storage->version == version + 1);
    /* in place on what waits: the value that the name stands for later; what was read before keeps the earlier one */
    Tensor *z = core_scalar(c, OP_add, x, scalar_float(100)), *before = core_unary(c, OP_negative, z);
    Arg again[2] = {arg_tensor(z), arg_number(scalar_float(0.5))};
    into = z;
    CHECK(core_call(c, OP_multiply, ACCENT_TORCH, 1, again, 2, NULL, CALL_OUT_GIVEN, &into));
    tensor_release(c, into);
    CHECK(z->storage->waits && at(c, z, 0) == 51 && at(c, before, 0) == -102);
    Tensor *all[] = {x, y, z, before};
    for (int i = 0; i < 4; i++) tensor_release(c, all[i]);
    close_core(c);
}

CASE(the_ledger_gives_calls_that_waited_their_share)
{
    Core *c = world(0, 1, NULL, NULL);
    CHECK(ledger_open(c));
    Tensor *x = ramp(c, MANY), *y = five(c, x, NULL);
    uint64_t first, end;
    LedgerRow row, last;
    ledger_rows(c, &first, &end);
    CHECK(end - first == 5 && y->storage->waits);
    for (uint64_t i = first; i < end; i++) CHECK(ledger_row(c, i, &row) && row.busy == 0 && row.count == 1);
    double before = ledger_busy(c, 0);
    float one;
    double asked_at = ledger_now(c);
    Tensor *total = core_unary(c, OP_negative, y);
    Attr all[reduce_ATTRS] = {[reduce_axes] = {.ints = INTS_ABSENT}, [reduce_dtype] = {.i = DT_NONE}};
    Tensor *sum = core_with(c, OP_sum, &total, 1, all);
    CHECK(sum && tensor_read(c, sum, &one));
    ledger_rows(c, &first, &end);
    CHECK(end - first == 7);
    double share = 0, until = asked_at;
    for (uint64_t i = first; i < end - 1; i++) {
        CHECK(ledger_row(c, i, &row));
        if (i == first) share = (double)row.busy;
        CHECK(row.busy > 0 && fabs((double)row.busy - share) < 1e-3 * share + 1e-9 && row.start >= until - 1e-5 && row.end > row.start);
        until = row.end;
    }
    CHECK(ledger_row(c, end - 1, &last) && last.op == OP_sum && last.start >= until - 1e-5); /* its own time alone */
    CHECK(ledger_busy(c, 0) >= before + 6 * share * 0.99);
    Tensor *made[] = {x, y, total, sum};
    for (int i = 0; i < 4; i++) tensor_release(c, made[i]);
    close_core(c);
}

/* ---- what goes wrong ---- */
static bool asked(void *data)
{
    int *countdown = data;
    return *countdown >= 0 && (*countdown)-- == 0;
}

CASE(an_interrupt_leaves_the_chain_to_be_run_again)
{
    int countdown = -1;
    Core *c = world(0, 1, asked, &countdown), *plain = world(-1, 1, NULL, NULL);
    float *got = malloc(MANY * 4), *wanted = malloc(MANY * 4);
    Tensor *x = ramp(c, MANY), *x2 = ramp(plain, MANY), *y = five(c, x, NULL), *y2 = five(plain, x2, NULL);
    CHECK(tensor_read(plain, y2, wanted));
    countdown = 2;
    CHECK(raises(c, tensor_read(c, y, got), CE_INTERRUPTED));
    CHECK(y->storage->waits);
    countdown = -1;
    CHECK(tensor_read(c, y, got) && memcmp(got, wanted, MANY * 4) == 0);
    tensor_release(c, x);
    tensor_release(c, y);
    tensor_release(plain, x2);
    tensor_release(plain, y2);
    free(got);
    free(wanted);
    close_core(c);
    close_core(plain);
}

/* A value that replaces its operand for ever: what only the waiting calls hold on to stays bounded, and memory that runs out makes them run. */
CASE(long_chains_hold_bounded_memory)
{
    Core *c = world(0, 1, NULL, NULL);
    Device *cpu = device_cpu(c);
    Tensor *x = ramp(c, 1 << 20);
    cpu->memory.limit = 256 << 20;
    for (int i = 0; i < 300; i++) {
        Tensor *fresh = ramp(c, 1 << 20), *y = core_binary(c, i % 3 ? OP_add : OP_multiply, x, fresh);
        CHECK(y != NULL);
        tensor_release(c, fresh);
        tensor_release(c, x);
        x = y;
        CHECK(x && cpu->memory.allocated <= cpu->memory.limit);
    }
    CHECK(tensor_read_item(c, x, &(Scalar){SCALAR_INT, {0}, 0}) == false);
    core_error_clear(c);
    tensor_release(c, x);
    close_core(c);
}
