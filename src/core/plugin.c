/* plugin.c: asks the machine's CUDA driver, finds and opens the plugin that drives its cards, and lends it the core (plugin.h). */
#include "plugin.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/beside.h"
#include "core/core_impl.h"
#include "core/cpu/run.h"
#include "core/ledger.h"
#include "core/op_more.h"

static bool plan_elsewhere(Work *w, const Elsewhere *elsewhere)
{
    w->elsewhere = elsewhere;
    return cpu_work(w);
}

static const PluginHost lent = {
    .layout = PLUGIN_LAYOUT(OPS_TOTAL), .fail = core_fail, .error = core_error, .interrupted = core_interrupted, .alloc = core_alloc, .free = core_free, .here = core_gpu_here,
    .with_work = cpu_with_work, .work_fail = work_fail, .program = cpu_ew_program, .plan = plan_elsewhere, .blit = blit_run, .precision = core_precision, .fuse_open = fuse_open, .fuse_close = fuse_close, .fuse_cancel = fuse_cancel,
    .fuse_take = fuse_take, .fuse_idle = fuse_idle, .fuse_program = fuse_program, .fuse_from = cpu_fuse_from, .noting = ledger_is_open, .waited = ledger_device_waited, .take = device_alloc, .give = device_free, .keep = device_keep, .unkeep = device_unkeep, .captured = core_capture_refuses,
};
const PluginHost *plugin_host(void) { return &lent; }

/* ---- the machine's driver: three functions of libcuda ---- */
typedef int (*Init)(unsigned flags);
typedef int (*Number)(int *out);
typedef int (*Name)(int status, const char **out);
enum { TOOLKIT = 13000 }; /* what the plugin is linked for: 1000 * major + 10 * minor */

enum { NO_DEVICE = 100 };   /* CUDA's */

/* Why a driver that is there shows no GPU. What stands in front of a colon is enough where GPUs are simulated instead. */
static bool say_no_cards(int status, const char *said, char *why, size_t n)
{
    static const char file[] = "/dev/nvidiactl";
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    if (access(file, R_OK | W_OK) != 0 && errno == EACCES) snprintf(why, n, "the CUDA driver is here, and this user may not open it: %s is to be read and written", file);
    else if (status != NO_DEVICE) snprintf(why, n, "the CUDA driver is here and fails: %s (%d)", said && *said ? said : "an unknown error", status);
    else if (visible) snprintf(why, n, "the CUDA driver is here, and sees no GPU that CUDA_VISIBLE_DEVICES allows: it is '%.40s'", visible);
    else snprintf(why, n, "the CUDA driver is here, and sees no GPU");
    return false;
}

static bool driver_answers(char *why, size_t n)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL); /* it stays open: who has begun with CUDA cannot end it */
    if (!driver) return snprintf(why, n, "no CUDA driver answers: libcuda.so.1 is not on this machine (it comes with NVIDIA's driver)"), false;
    Init init = (Init)dlsym(driver, "cuInit");
    Number version = (Number)dlsym(driver, "cuDriverGetVersion"), count = (Number)dlsym(driver, "cuDeviceGetCount");
    Name name = (Name)dlsym(driver, "cuGetErrorString");
    if (!init || !version || !count || !name) return snprintf(why, n, "libcuda.so.1 is no CUDA driver: it lacks cuInit or its like"), false;
    int has = 0, cards = 0, status;
    const char *said = "";
    if (version(&has) == 0 && has / 1000 < TOOLKIT / 1000)
        return snprintf(why, n, "the CUDA driver is too old: it is for CUDA %d.%d, and perch needs one for CUDA %d", has / 1000, has % 1000 / 10, TOOLKIT / 1000), false;
    if ((status = init(0)) != 0 || (status = count(&cards)) != 0) {
        name(status, &said);
        return say_no_cards(status, said, why, n);
    }
    return cards > 0 || say_no_cards(NO_DEVICE, "", why, n);
}

/* ---- the plugin's file ---- */
static const GpuPlugin *load(const char *path, char *why, size_t n)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) return snprintf(why, n, "%s", dlerror()), NULL;
    GpuPluginEntry entry = (GpuPluginEntry)dlsym(library, PLUGIN_ENTRY);
    const GpuPlugin *plugin = entry ? entry() : NULL;
    if (plugin && memcmp(&plugin->layout, &lent.layout, sizeof lent.layout) == 0) return plugin;
    snprintf(why, n, plugin ? "%s was built for another perch" : "%s is no plugin of perch's", path);
    dlclose(library);
    return NULL;
}

const GpuPlugin *plugin_open(char *why, size_t n)
{
    static const GpuPlugin *opened;
    if (opened) return opened;
    char path[BESIDE_PATH];
    const char *asked = getenv("PERCH_CUDA");
    if (asked && *asked) return opened = load(asked, why, n);
    if (!driver_answers(why, n)) return NULL;
    if (!beside_find("libperch_cuda.so", "cuda", path)) return snprintf(why, n, "a CUDA driver answers, and this perch was built without CUDA (no libperch_cuda.so beside it)"), NULL;
    return opened = load(path, why, n);
}
