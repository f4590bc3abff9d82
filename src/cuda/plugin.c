/* plugin.c: what the core asks of the plugin: how many cards answer, and a card (or a part of one) as a device. */
#include <stdio.h>
#include <string.h>

#include "card.h"
#include "core/op_more.h"

const PluginHost *cuda_host;

enum { OLDEST = 75 }; /* compute capability times ten: the first in the plugin's code */

static bool is_too_old(const struct cudaDeviceProp *prop, int card, char *why, size_t n)
{
    if (prop->major * 10 + prop->minor >= OLDEST) return false;
    snprintf(why, n, "card %d (%s) has compute capability %d.%d: perch needs %d.%d or later", card, prop->name, prop->major, prop->minor, OLDEST / 10, OLDEST % 10);
    return true;
}

static int cards(const PluginHost *host, char *why, size_t n)
{
    cuda_host = host;
    int count = 0, old = 0;
    cudaError_t status = cudaGetDeviceCount(&count);
    struct cudaDeviceProp prop;
    for (int i = 0; i < count && status == cudaSuccess; i++) /* (one that says nothing fails when it is opened) */
        if (cudaGetDeviceProperties(&prop, i) == cudaSuccess) old += is_too_old(&prop, i, why, n);
    if (status != cudaSuccess) {
        snprintf(why, n, "CUDA says: %s", cudaGetErrorString(status));
        cudaGetLastError(); /* it was told: the next call begins anew */
        return 0;
    }
    if (count == 0) snprintf(why, n, "no CUDA card answers");
    cudaGetLastError();
    return old == count ? 0 : count; /* one that is too old beside others says so when it is opened */
}

static bool describe(Device *d, int card, size_t *memory)
{
    struct cudaDeviceProp prop;
    size_t free_bytes = 0;
    if (!CUDA(d, cudaGetDeviceProperties, &prop, card)) return false;
    char why[sizeof prop.name + 100];
    if (is_too_old(&prop, card, why, sizeof why)) return cuda_host->fail(d->core, CE_NO_SUCH_DEVICE, "%s", why);
    if (!CUDA(d, cudaSetDevice, card) || !CUDA(d, cudaMemGetInfo, &free_bytes, memory)) return false;
    DeviceInfo *i = &d->info;
    int clock = 0, memory_clock = 0, width = 0;
    cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, card);
    cudaDeviceGetAttribute(&memory_clock, cudaDevAttrMemoryClockRate, card);
    cudaDeviceGetAttribute(&width, cudaDevAttrGlobalMemoryBusWidth, card);
    snprintf(i->name, sizeof i->name, "%.*s", (int)sizeof i->name - 1, prop.name);
    i->simulated = false;
    i->capability[0] = prop.major;
    i->capability[1] = prop.minor;
    i->processors = prop.multiProcessorCount;
    i->bandwidth = 2e3 * memory_clock * width / 8;
    i->flops[0] = 2.0 * 128 * prop.multiProcessorCount * clock * 1e3; /* fused multiply-adds of 128 lanes; tables of a card's own rates are not to be had from CUDA */
    i->flops[1] = i->flops[0] / 2;
    i->flops[2] = i->flops[0] * 2;
    snprintf(i->link, sizeof i->link, "pcie");
    return true;
}

static bool make_card(Device *d, Card *c)
{
    if (!CUDA(d, cudaStreamCreateWithFlags, &c->stream, cudaStreamNonBlocking)) return false;
    for (int i = 0; i < EVENTS; i++)
        if (!CUDA(d, cudaEventCreateWithFlags, &c->marks[i].event, cudaEventDisableTiming)) return false;
    if (!CUDA(d, cudaHostAlloc, (void **)&c->fault, sizeof *c->fault, cudaHostAllocMapped)) return false;
    memset(c->fault, 0, sizeof *c->fault);
    return true;
}

static bool open_card(Device *d, int card, int parts, size_t limit)
{
    size_t memory = 0;
    if (!describe(d, card, &memory)) return false;
    Card *c = cuda_host->alloc(d->core, sizeof *c);
    if (!c) return false;
    memset(c, 0, sizeof *c);
    c->number = card;
    c->processors = d->info.processors;
    if (!CUDA(d, cudaDeviceGetAttribute, &c->threads, cudaDevAttrMaxThreadsPerMultiProcessor, card)) c->threads = 0;
    c->share = memory / (size_t)parts;
    if (limit && limit < c->share) c->share = limit;
    d->info.memory = c->share;
    d->state = c;
    d->driver = &cuda_driver;
    d->wait_from = cuda_host->fuse_from(d->core, 1); /* a launch costs more than waiting does */
    if (make_card(d, c)) return true;
    d->driver->close(d);
    return false;
}

static const char *lacks(void) { return gpu_dnn_there() ? NULL : "cuDNN 9 (libcudnn.so.9) is not to be had: convolutions are perch's own"; }

static GpuVersions versions(void)
{
    int cuda = 0;
    if (cudaRuntimeGetVersion(&cuda) != cudaSuccess) cudaGetLastError(), cuda = 0;
    return (GpuVersions){cuda, gpu_dnn_version()};
}

const GpuPlugin *perch_gpu_plugin(void);
__attribute__((visibility("default"))) const GpuPlugin *perch_gpu_plugin(void)
{
    static const GpuPlugin plugin = {PLUGIN_LAYOUT(OPS_TOTAL), cards, open_card, lacks, versions, gpu_nccl_version};
    return &plugin;
}
