/* rings.c: what a ring of ranks' GPUs is asked for, over the driver's own rings (rings.h). */
#include "rings.h"

#include "bundle.h"
#include "core_impl.h"

static const RingDriver *rings_of(Device *d)
{
    bundle_gives(d);
    return d->kind == DEVICE_GPU && !d->lost ? d->driver->rings : NULL;
}

bool ring_card(Device *d, unsigned char name[RING_CARD])
{
    const RingDriver *r = rings_of(d);
    return r && !d->captures && r->card(d, name);
}

bool ring_id(Device *d, unsigned char id[RING_ID])
{
    const RingDriver *r = rings_of(d);
    return r && r->id(id);
}

uint32_t core_ring_join(Core *c, Device *d, const unsigned char id[RING_ID], int n, int rank, RingWatch watch)
{
    const RingDriver *r = rings_of(d);
    return r ? r->join(d, id, n, rank, watch) : (core_fail(c, CE_DEVICE_FAULT, "this GPU is out of reach"), 0);
}

void core_ring_leave(Device *d, uint32_t ring)
{
    const RingDriver *r = rings_of(d);
    if (r) r->leave(d, ring);
}

bool core_ring_run(Core *c, uint32_t ring, TogetherKind kind, TogetherSum sum, int root, Tensor *in, Tensor *out)
{
    Tensor *mine = in ? in : out;
    Device *d = tensor_device(mine);
    const RingDriver *r = rings_of(d);
    if (!r) return core_fail(c, CE_DEVICE_FAULT, "this GPU is out of reach");
    if ((in && !storage_ready(in->storage, false)) || (out && !storage_ready(out->storage, true))) return false;
    const void *from = tensor_address(mine);
    void *to = tensor_address(out ? out : mine);
    Together what = {kind, sum, root, &from, &to, kind == TOGETHER_SUM_SCATTER ? out->size : mine->size, (DType)mine->dtype, c->site};
    if (!r->run(d, ring, &what)) return false;
    if (out) tensor_count_write(out);
    return true;
}
