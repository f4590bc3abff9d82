/* run.c: makes a Work of a call and runs its kernel, now or (packed) later. */
#include "run.h"

#include <string.h>

#include "core/attention.h"
#include "core/core_impl.h"
#include "core/rng.h"
#include "dnn.h"

/* Where a tensor without elements lies: kernels may add strides to its address, which is undefined for NULL. */
static char nowhere[16];

static void view_of(View *v, const Tensor *t, ptrdiff_t shift)
{
    if (!t) {
        *v = (View){.present = false};
        return;
    }
    char *at = tensor_address(t);
    v->at = at ? at + shift : t->size ? NULL : nowhere;
    v->dtype = (DType)t->dtype;
    v->present = true;
    v->contiguous = tensor_is_contiguous(t);
    v->ndim = t->ndim;
    v->shape = t->shape;
    v->strides = t->strides;
    v->size = t->size;
}


/* The stream that the call names, else its accent's. */
static Lanes *lanes_of(Call *call)
{
    if (op_names_stream(call->op) && call->attrs[random_stream].i) return (Lanes *)(intptr_t)call->attrs[random_stream].i;
    return rng_lanes(call->core, call->accent);
}

/* How many numbers a call takes of a generator that gives one to an element. */
static int64_t draws_of(const Call *call) { return call->op->id == OP_attention ? attention_draws(call) : call->out[0]->size; }

/* Everything but `text`, which counts when something has failed. */
static void work_of(Work *w, Call *call)
{
    memset(w, 0, offsetof(Work, text));
    w->text[0] = 0;
    w->op = call->op;
    w->accent = call->accent;
    w->compute = call->compute;
    w->host = &call->core->config;
    w->of_complex = call->of_complex;
    w->in_count = call->in_count;
    w->out_count = call->out_count;
    w->attrs = call->attrs;
    w->zeros = !(call->flags & CALL_OUT_GIVEN) && call->out_count == 1 && block_was_zeros(call->out[0]->storage->block);
    if (!call->device->dnn) call->device->dnn = dnn_open();
    w->dnn = call->device->dnn;
    if (call->op->random) {
        if (call->device->kind == DEVICE_CPU) w->lanes = lanes_of(call);
        const Driver *driver = call->device->driver;
        rng_next(call->core, call->device, driver->draws ? (int64_t)driver->draws(call->device, call) : draws_of(call), w->seed);
    }
}

/* false: a Work's failure, unless another is pending. */
static bool recorded(Core *c, const Work *failed)
{
    if (c->error.kind != CORE_OK) return false;
    core_fail(c, failed->error, "%s", failed->text[0] ? failed->text : failed->error == CE_INTERRUPTED ? "interrupted" : "a kernel failed");
    memcpy(c->error.numbers, failed->numbers_wrong, sizeof failed->numbers_wrong);
    return false;
}

typedef bool (*Body)(Work *w, void *data);
static bool run_kernel(Work *w, void *data) { return (void)data, cpu_work(w); }

static bool run_with(Call *call, Work *w, View *ins, Scalar *numbers, ptrdiff_t shift, Body body, void *data)
{
    View outs[MAX_OUTPUTS];
    for (int i = 0; i < call->in_count; i++) {
        view_of(&ins[i], call->in[i].tensor, shift);
        numbers[i] = call->in[i].number;
    }
    for (int i = 0; i < call->out_count; i++) view_of(&outs[i], call->out[i], shift);
    w->in = ins;
    w->out = outs;
    w->numbers = numbers;
    return body(w, data);
}

/* What went wrong stands in `failed`. */
static bool run_body(Call *call, Threads *threads, ptrdiff_t shift, Work *failed, Body body, void *data)
{
    Core *c = call->core;
    View few[MAX_INPUTS_FIXED];
    Scalar few_numbers[MAX_INPUTS_FIXED];
    Work w;
    work_of(&w, call);
    w.threads = threads;
    w.asker = work_thread();
    bool ok;
    if (call->in_count <= MAX_INPUTS_FIXED)
        ok = run_with(call, &w, few, few_numbers, shift, body, data);
    else {
        size_t bytes = (sizeof(View) + sizeof(Scalar)) * (size_t)call->in_count;
        View *ins = core_alloc(c, bytes);
        if (!ins) return false;
        ok = run_with(call, &w, ins, (Scalar *)(ins + call->in_count), shift, body, data);
        core_free(c, ins, bytes);
    }
    if (atomic_load(&w.stopped)) ok = false; /* half done */
    if (!ok) {
        memcpy(failed, &w, sizeof w);
        if (atomic_load(&w.stopped)) failed->error = CE_INTERRUPTED, failed->text[0] = 0; /* whatever else it found in half of its values */
        else if (!w.error) failed->error = CE_DEVICE_FAULT;
    }
    return ok;
}

bool cpu_run_quiet(Call *call, Threads *threads, ptrdiff_t shift, Work *failed) { return run_body(call, threads, shift, failed, run_kernel, NULL); }

bool cpu_with_work(Call *call, Body body, void *data)
{
    Work failed;
    failed.error = CORE_OK;
    return run_body(call, NULL, 0, &failed, body, data) || recorded(call->core, &failed);
}

bool cpu_run_call(Call *call, Threads *threads, ptrdiff_t shift)
{
    Work failed;
    failed.error = CORE_OK;
    return cpu_run_quiet(call, threads, shift, &failed) || recorded(call->core, &failed);
}

/* ---- packing ---- */
static size_t padded(size_t n) { return (n + 15) & ~(size_t)15; }

static size_t dims_size(const Tensor *t) { return t ? 2 * (size_t)t->ndim * sizeof(int64_t) : 0; }

static char *pack_view(View *v, const Tensor *t, ptrdiff_t shift, char *room)
{
    view_of(v, t, shift);
    if (!t) return room;
    size_t half = (size_t)t->ndim * sizeof(int64_t);
    v->shape = memcpy(room, t->shape, half);
    v->strides = memcpy(room + half, t->strides, half);
    return room + 2 * half;
}

Work *cpu_pack_call(Call *call, ptrdiff_t shift, size_t *bytes)
{
    const Op *op = call->op;
    size_t ins = (size_t)call->in_count, outs = (size_t)call->out_count, attrs = call->attrs ? op->attr_count : 0;
    size_t views = padded(sizeof(View) * (ins + outs)), numbers = padded(sizeof(Scalar) * ins), table = padded(sizeof(Attr) * attrs);
    size_t lists = 0;
    for (size_t i = 0; i < ins; i++) lists += dims_size(call->in[i].tensor);
    for (size_t i = 0; i < outs; i++) lists += dims_size(call->out[i]);
    for (size_t i = 0; i < attrs; i++) {
        AttrType type = op_attr_info(op, (int)i)->type;
        if (type == ATTR_INTS && call->attrs[i].ints.count > 0) lists += (size_t)call->attrs[i].ints.count * sizeof(int64_t);
        if (type == ATTR_TEXT && call->attrs[i].text) lists += padded(strlen(call->attrs[i].text) + 1);
    }
    *bytes = padded(sizeof(Work)) + views + numbers + table + lists;
    char *room = core_alloc(call->core, *bytes);
    if (!room) return NULL;
    Work *w = (Work *)room;
    work_of(w, call);
    room += padded(sizeof(Work));
    View *in = (View *)room;
    w->in = in;
    w->out = in + ins;
    room += views;
    Scalar *number = (Scalar *)room;
    w->numbers = number;
    room += numbers;
    Attr *attr = (Attr *)room;
    w->attrs = attrs ? attr : NULL;
    room += table;
    for (size_t i = 0; i < ins; i++) {
        room = pack_view(&in[i], call->in[i].tensor, shift, room);
        number[i] = call->in[i].number;
    }
    for (size_t i = 0; i < outs; i++) room = pack_view(&w->out[i], call->out[i], shift, room);
    for (size_t i = 0; i < attrs; i++) {
        AttrType type = op_attr_info(op, (int)i)->type;
        attr[i] = call->attrs[i];
        if (type == ATTR_INTS && attr[i].ints.count > 0) {
            size_t n = (size_t)attr[i].ints.count * sizeof(int64_t);
            attr[i].ints.d = memcpy(room, call->attrs[i].ints.d, n);
            room += n;
        } else if (type == ATTR_TEXT && attr[i].text) {
            size_t n = strlen(attr[i].text) + 1;
            attr[i].text = memcpy(room, call->attrs[i].text, n);
            room += padded(n);
        }
    }
    return w;
}
