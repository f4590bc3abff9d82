/* test_replay.c: calls that are written down and made again (replay.h) against the same calls made one by one: random programs with views, writes in place, dropout, casts and drops, for other
 * inputs, bit for bit, gradients too; what spoils a record; what it does not fit; memory that fails at each request.
 */
#include <math.h>

#include "check.h"
#include "core/replay.h"

enum { POOL = 6, STEPS = 24, PROGRAMS = 400, MOST_FAILURES = 3000 };

static uint64_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}
static int pick(uint64_t *state, int n) { return (int)(next(state) % (uint64_t)n); }

static Core *torch_core(void)
{
    Core *c = open_core();
    core_set_accent(c, ACCENT_TORCH);
    core_mode(c)->training = core_mode(c)->grad[ACCENT_TORCH] = true;
    return c;
}

static Tensor *numbers(Core *c, uint64_t *state, Device *d, bool leaf)
{
    float values[12];
    for (int i = 0; i < 12; i++) values[i] = (float)pick(state, 400) / 100 - 2;
    Tensor *t = tensor_from_host(c, d, DT_FLOAT32, SHAPE(3, 4), values);
    if (t && leaf) CHECK(grad_attach(c, t, GRAD_ADD));
    return t;
}

static Tensor *one_step(Core *c, uint64_t *state, Tensor **pool)
{
    static const OpId ones[] = {OP_tanh, OP_relu, OP_sigmoid, OP_square, OP_copy, OP_negative}, twos[] = {OP_add, OP_subtract, OP_multiply, OP_maximum};
    Tensor *a = pool[pick(state, POOL)], *b = pool[pick(state, POOL)];
    int choice = pick(state, 6);
    Attr axes[axes_ATTRS] = {[axes_axes] = {.ints = {(const int64_t[]){1, 0}, 2}}}, row[slice_ATTRS] = {[slice_axis] = {.i = 0}, [slice_start] = {.i = pick(state, 2)}, [slice_length] = {.i = 1}, [slice_step] = {.i = 1}};
    switch (pick(state, 8)) {
    case 0: case 1: return core_unary(c, ones[choice], a);
    case 2: case 3: return tensor_same_shape(a, b) ? core_binary(c, twos[choice % 4], a, b) : NULL;
    case 4: return core_with(c, OP_transpose, &a, 1, axes);
    case 5: return a->shape[0] > 2 ? core_with(c, OP_slice, &a, 1, row) : NULL;
    case 6: return core_scalar(c, twos[choice % 3], a, scalar_float(1.5));
    default: return core_detached(c, a);
    }
}

/* The program of that seed over inputs x and y and the weight w: the sum of all that it made, and one thing more. */
static void program(Core *c, uint64_t seed, Tensor *x, Tensor *y, Tensor *w, Tensor **out)
{
    Tensor *pool[POOL];
    Arg in[1];
    for (int i = 0; i < POOL; i++) pool[i] = tensor_retain(i % 3 == 0 ? x : i % 3 == 1 ? y : w);
    for (int i = 0; i < STEPS; i++) {
        Tensor *made = one_step(c, &seed, pool);
        int at = pick(&seed, POOL);
        core_error_clear(c);
        if (!made) continue;
        if (pick(&seed, 5) == 0) { /* in place, where that may be */
            Tensor *changed = core_unary(c, OP_copy, made), *back = changed;
            in[0] = arg_tensor(changed);
            if (changed && core_call(c, OP_tanh, ACCENT_TORCH, 7, in, 1, NULL, CALL_OUT_GIVEN, &back)) tensor_release(c, back);
            tensor_release(c, made);
            made = changed;
        }
        tensor_release(c, pool[at]);
        pool[at] = made;
    }
    Attr all[reduce_ATTRS] = {[reduce_axes] = {.ints = INTS_ABSENT}, [reduce_dtype] = {.i = DT_NONE}};
    out[0] = core_with(c, OP_sum, &pool[0], 1, all);
    for (int i = 1; i < POOL; i++) {
        Tensor *part = core_with(c, OP_sum, &pool[i], 1, all), *sum = part ? core_binary(c, OP_add, out[0], part) : NULL;
        tensor_release(c, part);
        tensor_release(c, out[0]);
        out[0] = sum;
    }
    out[1] = tensor_retain(pool[1]);
    for (int i = 0; i < POOL; i++) tensor_release(c, pool[i]);
}

static void same(Core *c, Tensor *a, Tensor *b)
{
    char x[256], y[256];
    CHECK(a && b && tensor_same_shape(a, b) && a->dtype == b->dtype && tensor_bytes(a) <= sizeof x);
    CHECK(tensor_read(c, a, x) && tensor_read(c, b, y) && memcmp(x, y, tensor_bytes(a)) == 0);
    CHECK(grad_flows(a) == grad_flows(b));
}

static Tensor *gradient(Core *c, Tensor *head, Tensor *w)
{
    grad_clear(c, w);
    if (!grad_flows(head)) return NULL;
    CHECK(grad_backward(c, &head, NULL, 1, 0));
    return w->grad->grad ? core_unary(c, OP_copy, w->grad->grad) : NULL;
}

CASE(a_replay_is_the_program)
{
    Core *c = torch_core();
    uint64_t state = 5;
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        Device *d = seed % 4 == 3 ? device_gpu(c, 0) : device_cpu(c);
        Tensor *w = numbers(c, &state, d, true), *in[2] = {numbers(c, &state, d, false), numbers(c, &state, d, false)}, *out[2], *again[2];
        core_mode(c)->grad[ACCENT_TORCH] = seed % 5 != 0;
        Replay *r = replay_begin(c, in, 2);
        program(c, seed, in[0], in[1], w, out);
        CHECK(replay_end(r, out, 2) && !replay_why(r));
        for (int k = 0; k < 2; k++) tensor_release(c, out[k]);
        for (int turn = 0; turn < 3; turn++) {
            Tensor *other[2] = {numbers(c, &state, d, false), numbers(c, &state, d, false)};
            bool retry;
            program(c, seed, other[0], other[1], w, out);
            CHECK(replay_fits(r, other, 2) && replay_run(r, other, again, &retry));
            for (int k = 0; k < 2; k++) same(c, out[k], again[k]);
            Tensor *g = gradient(c, out[0], w), *h = gradient(c, again[0], w);
            CHECK(!g == !h);
            if (g && h) same(c, g, h);
            for (int k = 0; k < 2; k++) tensor_release(c, out[k]), tensor_release(c, again[k]), tensor_release(c, other[k]);
            tensor_release(c, g);
            tensor_release(c, h);
        }
        replay_free(r);
        tensor_release(c, w);
        for (int k = 0; k < 2; k++) tensor_release(c, in[k]);
    }
    close_core(c);
}

static void read_it(Core *c, Tensor *t) { Scalar s; Tensor *one = core_unary(c, OP_copy, t); CHECK(!tensor_read_item(c, one, &s) || s.f == s.f); core_error_clear(c); tensor_release(c, one); }
static void write_it(Core *c, Tensor *t) { float zeros[12] = {0}; CHECK(tensor_write(c, t, zeros)); }
static void carry_it(Core *c, Tensor *t) { Tensor *there = tensor_to(c, t, device_gpu(c, 1), DT_NONE, false, 3); tensor_release(c, there); }
static void map_it(Core *c, Tensor *t) { CHECK(tensor_map(c, t) != NULL); }
static void attach_it(Core *c, Tensor *t) { CHECK(grad_attach(c, t, GRAD_ADD)); }
static void train_it(Core *c, Tensor *t) { (void)t; core_mode(c)->training = !core_mode(c)->training; }

CASE(what_a_replay_could_not_do_spoils)
{
    static void (*const ways[])(Core *, Tensor *) = {read_it, write_it, carry_it, map_it, attach_it, train_it};
    Core *c = torch_core();
    uint64_t state = 1;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        Tensor *x = numbers(c, &state, device_cpu(c), false);
        Replay *r = replay_begin(c, &x, 1);
        Tensor *y = core_unary(c, OP_tanh, x);
        ways[i](c, x);
        CHECK(!replay_end(r, &y, 1) && replay_why(r) && !replay_fits(r, &x, 1));
        replay_free(r);
        tensor_release(c, y);
        tensor_release(c, x);
    }
    Tensor *x = numbers(c, &state, device_cpu(c), false), *view, *y;
    Replay *r = replay_begin(c, &x, 1), *inner = replay_begin(c, &x, 1);
    CHECK(replay_why(inner) == replay_not_now && !replay_end(inner, NULL, 0));
    view = tensor_view(c, x, x->shape, x->strides, 2, 0); /* nobody saw how */
    y = core_unary(c, OP_tanh, view);
    CHECK(!replay_end(r, &y, 1));
    replay_free(r);
    replay_free(inner);
    tensor_release(c, view);
    tensor_release(c, y);
    tensor_release(c, x);
    close_core(c);
}

CASE(a_replay_asks_whether_it_fits)
{
    Core *c = torch_core();
    uint64_t state = 1;
    Tensor *x = numbers(c, &state, device_cpu(c), false), *w = numbers(c, &state, device_cpu(c), true), *in[2] = {x, x};
    Replay *r = replay_begin(c, in, 2);
    Tensor *y = core_binary(c, OP_add, x, w);
    CHECK(replay_end(r, &y, 1) && replay_steps(r) == 1 && replay_held(r, 0) == w && !replay_held(r, 1));
    Tensor *other = numbers(c, &state, device_cpu(c), false), *there = numbers(c, &state, device_gpu(c, 0), false), *leaf = numbers(c, &state, device_cpu(c), true);
    CHECK(replay_fits(r, in, 2));
    CHECK(!replay_fits(r, in, 1) && !replay_fits(r, (Tensor *[]){x, other}, 2) && replay_fits(r, (Tensor *[]){other, other}, 2));
    CHECK(!replay_fits(r, (Tensor *[]){there, there}, 2) && !replay_fits(r, (Tensor *[]){leaf, leaf}, 2) && !replay_fits(r, (Tensor *[]){y, y}, 2));
    core_mode(c)->training = false;
    CHECK(!replay_fits(r, in, 2));
    core_mode(c)->training = true;
    CHECK(tensor_take_data(c, w, there) && !replay_fits(r, in, 2));
    replay_free(r);
    Tensor *all[] = {x, w, y, other, there, leaf};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) tensor_release(c, all[i]);
    close_core(c);
}

CASE(bounds_are_asked_again)
{
    Core *c = torch_core();
    Tensor *good = tensor_of(c, DT_INT64, SHAPE(3), 0.0, 1.0, 4.0), *bad = tensor_of(c, DT_INT64, SHAPE(3), 0.0, 5.0, 4.0), *y;
    bool within, again;
    Replay *r = replay_begin(c, &good, 1);
    CHECK(core_within(c, good, 0, 4, &within) && within);
    y = core_unary(c, OP_negative, good);
    CHECK(replay_end(r, &y, 1) && replay_steps(r) == 2);
    tensor_release(c, y);
    CHECK(replay_run(r, &good, &y, &again));
    tensor_release(c, y);
    CHECK(raises(c, replay_run(r, &bad, &y, &again), CE_BAD_VALUE) && again);
    CHECK(core_within(c, bad, -INFINITY, INFINITY, &within) && within && core_within(c, bad, 1, INFINITY, &within) && !within);
    replay_free(r);
    tensor_release(c, good);
    tensor_release(c, bad);
    close_core(c);
}

typedef struct Failing { long left; } Failing;
static void *failing_alloc(void *data, size_t n)
{
    Failing *f = data;
    return f->left-- == 0 ? NULL : malloc(n);
}
static void failing_free(void *data, void *p, size_t n) { (void)data, (void)n, free(p); }

/* Each request for memory fails in turn: it is told, or the record is spoilt, and nothing is left behind. */
CASE(memory_fails_at_each_request)
{
    long done = 0;
    for (long at = 0; at < MOST_FAILURES && !done; at++) {
        Failing failing = {-1};
        CoreConfig config = {.gpus = "none", .threads = 1, .seed = 1, .later_from = -1, .fuse_from = -1, .memory = {failing_alloc, failing_free, &failing}};
        Core *c = core_open(&config);
        uint64_t state = 9;
        bool again;
        Tensor *w = numbers(c, &state, device_cpu(c), false), *in[2] = {numbers(c, &state, device_cpu(c), false), numbers(c, &state, device_cpu(c), false)}, *out[1] = {NULL};
        failing.left = at;
        Replay *r = replay_begin(c, in, 2);
        if (r) {
            Tensor *sum = core_binary(c, OP_add, in[0], w), *y = sum ? core_binary(c, OP_multiply, sum, in[1]) : NULL;
            bool good = replay_end(r, y ? &y : NULL, y ? 1 : 0);
            core_error_clear(c);
            if (good && replay_run(r, in, out, &again)) {
                if (failing.left >= 0) done = at + 1;
                failing.left = -1;
                same(c, out[0], y);
            }
            failing.left = -1;
            core_error_clear(c);
            tensor_release(c, out[0]);
            tensor_release(c, sum);
            tensor_release(c, y);
            replay_free(r);
        } else
            CHECK(core_error(c)->kind == CE_HOST_MEMORY);
        core_error_clear(c);
        tensor_release(c, w);
        for (int k = 0; k < 2; k++) tensor_release(c, in[k]);
        CHECK(core_close(c) == 0);
    }
    CHECK(done > 1);
}
