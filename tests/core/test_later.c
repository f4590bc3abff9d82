/* test_later.c: the CPU in MXNet's accent (cpu/later.h, failure.h): calls that are queued and done by a worker. Nothing here is timed: a gate in the queue stops
 * the worker, so that what must not wait is seen not to, and what comes later is seen to come later.
 */
#include "check.h"
#include "core/core_impl.h"
#include "core/cpu/queue.h"
#include "core/failure.h"
#include "core/ledger.h"

static Core *world(int64_t later_from, int64_t fuse_from, int *countdown, bool (*interrupted)(void *))
{
    CoreConfig config = {.gpus = "none", .threads = 2, .seed = 1, .later_from = later_from, .fuse_from = fuse_from, .interrupted = interrupted, .interrupted_data = countdown};
    Core *c = core_open(&config);
    CHECK(c != NULL);
    if (c) core_set_accent(c, ACCENT_MXNET);
    return c;
}

static Tensor *square(Core *c, int64_t n, double step)
{
    float *x = malloc((size_t)(n * n) * 4);
    for (int64_t i = 0; i < n * n; i++) x[i] = (float)((double)(i % 13) * step - 0.5);
    Tensor *t = tensor_from_host(c, device_cpu(c), DT_FLOAT32, SHAPE(n, n), x);
    free(x);
    return t;
}

static Tensor *dot(Core *c, Tensor *a, Tensor *b)
{
    Attr attrs[matrix_ATTRS] = {[matrix_alpha] = {.number = scalar_int(1)}, [matrix_beta] = {.number = scalar_int(1)}};
    return core_with(c, OP_dot, (Tensor *[]){a, b}, 2, attrs);
}

static Tensor *taken(Core *c, Tensor *x, int64_t index, uint32_t site)
{
    Tensor *at = tensor_of(c, DT_INT64, SHAPE(1), (double)index), *out[MAX_OUTPUTS] = {NULL};
    Attr attrs[index_ATTRS] = {[index_mode] = {.text = "raise"}};
    Arg in[2] = {arg_tensor(x), arg_tensor(at)};
    bool ok = core_call(c, OP_take, ACCENT_MXNET, site, in, 2, attrs, 0, out);
    tensor_release(c, at);
    return ok ? out[0] : NULL;
}

static void add_to(Core *c, Tensor *x, double number)
{
    Tensor *into = x;
    Arg in[2] = {arg_tensor(x), arg_number(scalar_float(number))};
    CHECK(core_call(c, OP_add, core_accent(c), 1, in, 2, NULL, CALL_OUT_GIVEN | CALL_NO_GRAD, &into));
    tensor_release(c, into);
}

static void drop(Core *c, Tensor **all, int n)
{
    for (int i = 0; i < n; i++) tensor_release(c, all[i]);
}

/* ---- the gate ---- */
static Queue *gate_shut(Core *c)
{
    Tensor *x = square(c, 2, 1), *y = dot(c, x, x); /* opens the queue */
    CHECK(tensor_wait(y));
    drop(c, (Tensor *[]){x, y}, 2);
    Queue *gate = queue_open(c);
    Entry e = {.kind = ENTRY_WAIT, .other = gate, .event = 1};
    CHECK(cpu_queue(device_cpu(c)) && queue_put(c, cpu_queue(device_cpu(c)), &e));
    return gate;
}

static void gate_open(Core *c, Queue *gate)
{
    static char from, to;
    Entry e = {.kind = ENTRY_BYTES, .to = &to, .from = &from, .size = 1};
    CHECK(queue_put(c, gate, &e));
}

static void gate_free(Core *c, Queue *gate)
{
    CHECK(device_settle(device_cpu(c)));
    queue_close(c, gate);
}

CASE(a_call_is_queued_and_what_needs_nothing_of_it_does_not_wait)
{
    Core *c = world(1, -1, NULL, NULL);
    Queue *gate = gate_shut(c);
    Tensor *x = square(c, 8, 1), *u = square(c, 8, 2), *y = dot(c, x, x), *z = core_scalar(c, OP_add, y, scalar_float(1));
    CHECK(y->storage->waits == (WAITS_QUEUED_WRITE | WAITS_QUEUED_READ) && z->storage->waits == WAITS_QUEUED_WRITE && x->storage->waits == WAITS_QUEUED_READ);
    CHECK(!device_cpu(c)->driver->idle(device_cpu(c)));
    CHECK(at(c, x, 1) == 0.5); /* it is read alone: who reads, too, need not wait */
    core_set_accent(c, ACCENT_TORCH);
    Tensor *v = core_scalar(c, OP_multiply, u, scalar_float(3)); /* PyTorch's calls are done when they return */
    CHECK(v->storage->waits == 0 && at(c, v, 1) == 4.5);
    core_set_accent(c, ACCENT_MXNET);
    add_to(c, x, 100); /* behind the product, which reads it */
    CHECK(x->storage->waits & WAITS_QUEUED_WRITE);
    gate_open(c, gate);
    Core *plain = world(-1, -1, NULL, NULL);
    Tensor *x2 = square(plain, 8, 1), *y2 = dot(plain, x2, x2);
    for (int i = 0; i < 64; i++) CHECK(at(c, y, i) == at(plain, y2, i) && at(c, z, i) == at(plain, y2, i) + 1);
    CHECK(at(c, x, 1) == 100.5 && x->storage->waits == 0);
    drop(plain, (Tensor *[]){x2, y2}, 2);
    close_core(plain);
    drop(c, (Tensor *[]){x, u, y, z, v}, 5);
    gate_free(c, gate);
    close_core(c);
}

CASE(a_wait_is_for_one_value_alone)
{
    Core *c = world(1, -1, NULL, NULL);
    Tensor *x = square(c, 8, 1), *y = dot(c, x, x);
    Queue *gate = gate_shut(c);
    Tensor *later = dot(c, x, y);
    CHECK(tensor_wait(y) && at(c, y, 0) != 0 && later->storage->waits == WAITS_QUEUED_WRITE);
    gate_open(c, gate);
    CHECK(device_wait_all(c) && later->storage->waits == 0);
    drop(c, (Tensor *[]){x, y, later}, 3);
    gate_free(c, gate);
    close_core(c);
}

CASE(what_was_put_off_is_queued_with_what_needs_it)
{
    Core *c = world(1, 1, NULL, NULL), *plain = world(-1, -1, NULL, NULL);
    Queue *gate = gate_shut(c);
    double sums[2];
    for (int w = 0; w < 2; w++) {
        Core *k = w ? plain : c;
        Tensor *x = square(k, 8, 0.25), *a = core_unary(k, OP_tanh, x), *b = core_binary(k, OP_multiply, a, x);
        if (!w) CHECK(b->storage->waits == WAITS_WRITE);
        Tensor *y = dot(k, b, x), *z = core_unary(k, OP_sigmoid, y);
        if (!w) CHECK(b->storage->waits == (WAITS_QUEUED_WRITE | WAITS_QUEUED_READ) && z->storage->waits == WAITS_WRITE);
        add_to(k, x, 1);
        tensor_release(k, a);
        tensor_release(k, b);
        if (!w) gate_open(c, gate);
        sums[w] = 0;
        for (int i = 0; i < 64; i++) sums[w] += at(k, z, i) * (i + 1) + at(k, x, i);
        drop(k, (Tensor *[]){x, y, z}, 3);
    }
    CHECK(sums[0] == sums[1]);
    gate_free(c, gate);
    close_core(c);
    close_core(plain);
}

CASE(memory_that_a_program_looks_at_is_not_queued)
{
    Core *c = world(1, -1, NULL, NULL);
    Tensor *x = square(c, 8, 1), *y = dot(c, x, x);
    CHECK(tensor_wait(y));
    x->storage->lent = true;
    Tensor *z = dot(c, x, y);
    CHECK(z->storage->waits == 0 && x->storage->waits == 0);
    drop(c, (Tensor *[]){x, y, z}, 3);
    close_core(c);
}

CASE(gradients_of_mxnet_are_queued_with_the_same_bits)
{
    float got[2][64];
    for (int w = 0; w < 2; w++) {
        Core *c = world(w ? -1 : 1, w ? -1 : 1, NULL, NULL);
        core_mode(c)->grad[ACCENT_MXNET] = true;
        Tensor *x = square(c, 8, 0.125);
        CHECK(grad_attach(c, x, GRAD_WRITE));
        Queue *gate = w ? NULL : gate_shut(c);
        Tensor *y = dot(c, x, x), *z = core_unary(c, OP_tanh, y), *y2 = dot(c, z, x);
        core_mode(c)->grad[ACCENT_MXNET] = false;
        CHECK(grad_backward(c, &y2, NULL, 1, 0));
        if (!w) CHECK(x->grad->grad->storage->waits != 0);
        if (!w) gate_open(c, gate);
        CHECK(tensor_read(c, x->grad->grad, got[w]));
        drop(c, (Tensor *[]){x, y, z, y2}, 4);
        if (!w) gate_free(c, gate);
        close_core(c);
    }
    CHECK(memcmp(got[0], got[1], sizeof got[0]) == 0);
}

/* ---- what goes wrong ---- */
static bool asked(void *data)
{
    int *countdown = data;
    return *countdown >= 0 && (*countdown)-- == 0;
}

CASE(an_interrupt_ends_the_wait_and_not_the_work)
{
    int countdown = -1;
    Core *c = world(1, -1, &countdown, asked);
    Queue *gate = gate_shut(c);
    Tensor *x = square(c, 8, 1), *y = dot(c, x, x);
    float bytes[64];
    countdown = 1;
    CHECK(raises(c, tensor_read(c, y, bytes), CE_INTERRUPTED));
    countdown = 1;
    CHECK(raises(c, core_before_fork(c), CE_INTERRUPTED));
    countdown = -1;
    gate_open(c, gate);
    CHECK(core_before_fork(c) && device_cpu(c)->driver->idle(device_cpu(c)) && tensor_read(c, y, bytes));
    drop(c, (Tensor *[]){x, y}, 2);
    gate_free(c, gate);
    close_core(c);
}

/* A failure is told once, to who waits first for anything that came of it, with the line that issued it. queued: found by the worker; else at once. */
static void failures(int64_t later_from, int64_t fuse_from)
{
    Core *c = world(later_from, fuse_from, NULL, NULL);
    Tensor *x = square(c, 3, 1), *bad = taken(c, x, 7, 4711), *fine = taken(c, x, 1, 4712);
    CHECK(bad && fine);
    Tensor *from = core_scalar(c, OP_add, bad, scalar_float(1)), *other = core_scalar(c, OP_add, fine, scalar_float(1)), *both = core_binary(c, OP_add, from, other);
    float row[3];
    CHECK(tensor_read(c, fine, row) && tensor_read(c, other, row) && row[0] == 3.5); /* what did not come of it is there */
    CHECK(!tensor_read(c, both, row) && core_error(c)->kind == CE_INDEX_RANGE && core_error(c)->late && core_error(c)->site == 4711 && core_error(c)->op->id == OP_take);
    core_error_clear(c);
    CHECK(tensor_read(c, both, row) && tensor_read(c, from, row) && tensor_read(c, bad, row) && device_wait_all(c));
    tensor_release(c, bad);
    bad = taken(c, x, 8, 4713);
    CHECK(device_settle(device_cpu(c))); /* tells nobody */
    CHECK(raises(c, device_wait_all(c), CE_INDEX_RANGE) && device_wait_all(c) && tensor_read(c, bad, row));
    Tensor *dropped = taken(c, x, 9, 4714); /* nobody ever asks */
    drop(c, (Tensor *[]){x, bad, fine, from, other, both, dropped}, 7);
    close_core(c);
}

CASE(failures_are_told_at_the_wait)
{
    failures(1, -1);
    failures(1, 1);
    failures(-1, -1);
    failures(-1, 1);
}

CASE(the_naive_engine_does_everything_at_once)
{
    setenv("MXNET_ENGINE_TYPE", "NaiveEngine", 1);
    Core *c = world(1, -1, NULL, NULL);
    Tensor *x = square(c, 3, 1), *y = dot(c, x, x);
    unsetenv("MXNET_ENGINE_TYPE");
    CHECK(y->storage->waits == 0 && !cpu_queue(device_cpu(c)));
    CHECK(raises(c, taken(c, x, 7, 1) != NULL, CE_INDEX_RANGE));
    drop(c, (Tensor *[]){x, y}, 2);
    close_core(c);
}

/* Results that only jobs hold are bounded by the memory that there is: who asks for more waits until some are done. */
CASE(queued_results_count_and_give_way)
{
    Core *c = world(1, -1, NULL, NULL);
    Device *cpu = device_cpu(c);
    Tensor *x = square(c, 512, 0.01);
    cpu->memory.limit = 32 << 20;
    for (int i = 0; i < 200; i++) {
        Tensor *y = core_scalar(c, OP_multiply, x, scalar_float(0.5));
        CHECK(y != NULL && cpu->memory.reserved <= cpu->memory.limit);
        if (y) tensor_release(c, x), x = y;
    }
    tensor_release(c, x);
    close_core(c);
}

CASE(a_core_closes_over_queued_work)
{
    Core *c = world(1, 1, NULL, NULL);
    Tensor *x = square(c, 256, 0.01), *y = tensor_retain(x);
    for (int i = 0; i < 100; i++) {
        Tensor *z = dot(c, x, y);
        tensor_release(c, y);
        y = core_scalar(c, OP_multiply, z, scalar_float(0.01));
        tensor_release(c, z);
    }
    drop(c, (Tensor *[]){x, y}, 2);
    close_core(c);
}

CASE(the_ledger_tells_when_queued_work_ran_and_who_waited)
{
    Core *c = world(1, -1, NULL, NULL);
    CHECK(ledger_open(c));
    Queue *gate = gate_shut(c);
    uint64_t first, end, i;
    LedgerRow row;
    ledger_rows(c, &first, &i);
    Tensor *x = square(c, 64, 0.01), *y = dot(c, x, x);
    double queued = ledger_now(c);
    ledger_rows(c, &first, &end);
    CHECK(end == i + 1 && ledger_row(c, i, &row) && row.op == OP_dot && row.busy == 0);
    gate_open(c, gate);
    CHECK(tensor_wait(y) && ledger_row(c, i, &row) && row.busy > 0 && row.end > row.start && row.end > queued - 1e-4);
    for (ledger_rows(c, &first, &end); ++i < end && ledger_row(c, i, &row);) CHECK(row.kind == LEDGER_WAIT && row.device == 0); /* none where it was done at once */
    drop(c, (Tensor *[]){x, y}, 2);
    gate_free(c, gate);
    close_core(c);
}
