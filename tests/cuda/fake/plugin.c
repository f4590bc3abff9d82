/* plugin.c: a plugin that was built for another perch: its layout is of another version, and nothing of it may be called. */
#include <stdlib.h>

#include "core/plugin.h"

static int cards(const PluginHost *host, char *why, size_t n) { (void)host, (void)why, (void)n; abort(); }

__attribute__((visibility("default"))) const GpuPlugin *perch_gpu_plugin(void);
const GpuPlugin *perch_gpu_plugin(void)
{
    static const GpuPlugin plugin = {.layout = {.version = PLUGIN_VERSION + 1, .driver = sizeof(Driver)}, .cards = cards};
    return &plugin;
}
