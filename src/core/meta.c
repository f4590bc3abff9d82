/* meta.c: PyTorch's meta device: tensors there have a shape, strides and a dtype, and no bytes. Shape rules are asked as anywhere else, nothing is computed, and no value can be read. */
#include "core_impl.h"
#include "said.h"

static void closed(Device *d) {}
static void *no_memory(Device *d, size_t bytes) { return NULL; }
static void nothing_freed(Device *d, void *block, size_t bytes) {}
static bool all_ops(Device *d, const Op *op, DType dtype) { return true; }
static bool nothing_run(Device *d, Call *call) { return true; }
static bool nothing_written(Device *d, void *to, const void *from, size_t bytes, uint32_t site) { return true; }
static bool nothing_read(Device *d, void *to, const void *from, size_t bytes, uint32_t site) { return core_said(d->core, CE_NO_DATA, META_COPY), false; }
static bool done(Device *d) { return true; }

static const Driver driver = {
    .version = DRIVER_VERSION, .name = "meta", .close = closed, .alloc = no_memory, .free = nothing_freed, .supports = all_ops, .run = nothing_run, .copy_in = nothing_written,
    .copy_out = nothing_read, .wait = done, .idle = done,
};

Device *device_meta(Core *c)
{
    if (!c->meta.driver) c->meta = (Device){.core = c, .driver = &driver, .kind = DEVICE_META, .info = {.name = "meta"}, .wait_from = INT64_MAX};
    return &c->meta;
}
