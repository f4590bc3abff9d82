/* together.c: may it be done by the driver's library, and what the ledger says of it (together.h). */
#include "together.h"

#include "bundle.h"
#include "core_impl.h"
#include "ledger.h"

bool together_sums(DType dtype)
{
#define SUM(name) || dtype == DT_##name
    return false TOGETHER_SUMMED(SUM);
#undef SUM
}

/* Elements of a result for so many of an operand. */
static bool sizes_fit(TogetherKind kind, int64_t in, int64_t out, int n)
{
    if (kind == TOGETHER_GATHER_ALL) return out == in * n;
    return kind == TOGETHER_SUM_SCATTER ? in == out * n : in == out;
}

static bool is_able(Core *c, TogetherKind kind, Tensor *const *in, Tensor *const *out, int n)
{
    if (n < 2 || n > TOGETHER_MOST || c->mode.dry) return false;
    for (int i = 0; i < n; i++) bundle_gives(tensor_device(in[i]));
    const Driver *driver = tensor_device(in[0])->driver;
    for (int i = 0; i < n; i++) {
        Device *d = tensor_device(in[i]);
        if (d->kind != DEVICE_GPU || d->driver != driver || !driver->together || d != tensor_device(out[i]) || d->captures) return false;
        if (in[i]->dtype != in[0]->dtype || out[i]->dtype != in[0]->dtype || in[i]->size != in[0]->size || !in[i]->size || !sizes_fit(kind, in[i]->size, out[i]->size, n)) return false;
        if (!tensor_is_contiguous(in[i]) || !tensor_is_contiguous(out[i]) || ((in[i]->flags | out[i]->flags) & (T_ELSEWHERE | T_BATCHED))) return false;
        for (int k = 0; k < i; k++)
            if (tensor_device(in[k]) == d) return false;
    }
    return true;
}

/* Which way a library goes it does not tell: written down is what each GPU has to get at least, from its neighbour in the ring or from and to the root. */
static void write_down(Core *c, TogetherKind kind, int root, Tensor *const *in, Tensor *const *out, int n)
{
    uint64_t bytes = tensor_bytes(in[0]), around = bytes / (uint64_t)n * (uint64_t)(n - 1);
    for (int i = 0; i < n; i++) {
        int from = kind == TOGETHER_BROADCAST ? root : i, to = kind == TOGETHER_BROADCAST ? i : kind == TOGETHER_SUM ? root
                                                                                                                     : (i + 1) % n;
        if (from == to) continue;
        uint64_t moved = kind == TOGETHER_SUM_ALL ? 2 * around : kind == TOGETHER_SUM_SCATTER ? around
                                                             : kind == TOGETHER_GATHER_ALL    ? bytes * (uint64_t)(n - 1)
                                                                                              : bytes;
        if (c->watch.copy) c->watch.copy(c->watch.data, tensor_device(out[to]), tensor_device(in[from]), moved, c->site);
        tensor_device(out[to])->copies_in++;
        tensor_device(in[from])->copies_out++;
        if (c->ledger) ledger_copy(c, in[from], out[to], moved, c->site);
    }
}

bool core_among(Core *c, TogetherKind kind, TogetherSum sum, int root, Tensor *const *in, Tensor *const *out, int n, bool *done)
{
    const void *from[TOGETHER_MOST];
    void *to[TOGETHER_MOST];
    Device *devices[TOGETHER_MOST];
    *done = false;
    if (!is_able(c, kind, in, out, n) || root < 0 || root >= n) return true;
    for (int i = 0; i < n; i++) {
        if (!storage_ready(in[i]->storage, false) || !storage_ready(out[i]->storage, true)) return false;
        devices[i] = tensor_device(in[i]);
        from[i] = tensor_address(in[i]);
        to[i] = tensor_address(out[i]);
    }
    int64_t count = kind == TOGETHER_SUM_SCATTER ? out[0]->size : in[0]->size;
    Together what = {kind, sum, root, from, to, count, (DType)in[0]->dtype, c->site};
    if (!devices[0]->driver->together(devices, n, &what, done)) return false;
    for (int i = 0; *done && i < n; i++)
        if (kind != TOGETHER_SUM || i == root) tensor_count_write(out[i]);
    if (*done) write_down(c, kind, root, in, out, n);
    return true;
}
