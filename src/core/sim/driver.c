/* driver.c: the simulated GPU: memory of its own with a limit, kernels of the CPU. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "../core_impl.h"
#include "../cpu/run.h"
#include "model.h"

static void *sim_alloc(Device *d, size_t bytes)
{
    if (d->memory.reserved + bytes > d->info.memory) return NULL;
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static void sim_free(Device *d, void *block, size_t bytes) { (void)d; munmap(block, bytes); }
static bool supports(Device *d, const Op *op, DType dtype) { (void)d; return cpu_supports(op, dtype); }
static bool run(Device *d, Call *call) { (void)d; return cpu_run_call(call, NULL, 0); }
static bool copy(Device *d, void *to, const void *from, size_t bytes, uint32_t site)
{
    (void)d, (void)site;
    memcpy(to, from, bytes);
    return true;
}
static bool copy_peer(Device *to_device, void *to, Device *from_device, const void *from, size_t bytes, uint32_t site)
{
    (void)to_device, (void)from_device, (void)site;
    memcpy(to, from, bytes);
    return true;
}
static bool wait(Device *d) { (void)d; return true; }
static bool idle(Device *d) { (void)d; return true; }
static void close_driver(Device *d) { (void)d; }

static const Driver sim_driver = {
    .version = DRIVER_VERSION, .name = "sim", .close = close_driver, .alloc = sim_alloc, .free = sim_free, .supports = supports, .run = run,
    .copy_in = copy, .copy_out = copy, .copy_peer = copy_peer, .wait = wait, .idle = idle,
};

bool sim_open(Device *d, const char *model, size_t memory, const char *link)
{
    const GpuModel *gpu = sim_gpu_model(model);
    const LinkModel *wire = sim_link_model(link);
    if (!gpu || !wire) return core_fail(d->core, CE_BAD_VALUE, "no simulated GPU '%s' with link '%s'", model, link);
    d->driver = &sim_driver;
    DeviceInfo *info = &d->info;
    snprintf(info->name, sizeof info->name, "%s", gpu->name);
    info->simulated = true;
    info->memory = memory ? memory : gpu->memory;
    memcpy(info->capability, gpu->capability, sizeof info->capability);
    info->processors = gpu->processors;
    memcpy(info->flops, gpu->flops, sizeof info->flops);
    info->bandwidth = gpu->bandwidth;
    info->link_bandwidth = wire->bandwidth;
    info->link_latency = wire->latency;
    snprintf(info->link, sizeof info->link, "%s", wire->key);
    return true;
}
