/* run.c: makes a Work of a call and runs its kernel. */
#include "run.h"

#include <string.h>

#include "../core_impl.h"
#include "../rng.h"

static void view_of(View *v, const Tensor *t, ptrdiff_t shift)
{
    if (!t) {
        *v = (View){.present = false};
        return;
    }
    char *at = tensor_address(t);
    v->at = at ? at + shift : NULL;
    v->dtype = (DType)t->dtype;
    v->present = true;
    v->contiguous = tensor_is_contiguous(t);
    v->ndim = t->ndim;
    v->shape = t->shape;
    v->strides = t->strides;
    v->size = t->size;
}

bool cpu_run_call(Call *call, Threads *threads, ptrdiff_t shift)
{
    Core *c = call->core;
    CpuKernel kernel = cpu_kernel(call->op);
    View few[MAX_INPUTS_FIXED], outs[MAX_OUTPUTS], *ins = few;
    Scalar few_numbers[MAX_INPUTS_FIXED], *numbers = few_numbers;
    size_t each = sizeof *ins + sizeof *numbers;
    if (call->in_count > MAX_INPUTS_FIXED) {
        ins = core_alloc(c, each * (size_t)call->in_count);
        if (!ins) return false;
        numbers = (Scalar *)(ins + call->in_count);
    }
    for (int i = 0; i < call->in_count; i++) {
        view_of(&ins[i], call->in[i].tensor, shift);
        numbers[i] = call->in[i].number;
    }
    for (int i = 0; i < call->out_count; i++) view_of(&outs[i], call->out[i], shift);
    Work w = {.op = call->op, .accent = call->accent, .compute = call->compute, .in_count = call->in_count, .out_count = call->out_count,
              .in = ins, .out = outs, .numbers = numbers, .attrs = call->attrs, .threads = threads};
    if (call->op->name[0] == 'r' && strncmp(call->op->name, "random_", 7) == 0) rng_next(c, call->device, outs[0].size, w.seed);
    else if (call->op->id == OP_dropout) rng_next(c, call->device, outs[0].size, w.seed);
    bool ok = kernel(&w);
    if (ins != few) core_free(c, ins, each * (size_t)call->in_count);
    if (!ok) {
        core_fail(c, w.error ? w.error : CE_DEVICE_FAULT, "%s", w.error ? w.text : "a kernel failed");
        memcpy(c->error.numbers, w.numbers_wrong, sizeof w.numbers_wrong);
    }
    return ok;
}
