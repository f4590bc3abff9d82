/* plugin.h: a driver that is no part of the program but opened at run time (src/cuda): what it gives, and what of the core it is given to call.
 *
 * The plugin is a library with one function, perch_gpu_plugin; it is loaded only when a program asks for GPUs and the machine's CUDA driver answers. Both sides say
 * how they lay out what they share (PLUGIN_LAYOUT): one built from other sources is refused, not misread. It calls nothing of the core but through the table.
 */
#ifndef PERCH_CORE_PLUGIN_H
#define PERCH_CORE_PLUGIN_H

#include "core/core.h"
#include "core/cpu/blit.h"
#include "core/cpu/ew.h"
#include "core/cpu/fuse.h"
#include "core/device.h"
#include "core/precision.h"

typedef struct PluginLayout { uint32_t version, driver, device, call, work, program, tensor, ops; } PluginLayout;
enum { PLUGIN_VERSION = 6 };
#define PLUGIN_LAYOUT(ops) {PLUGIN_VERSION, sizeof(Driver), sizeof(Device), sizeof(Call), sizeof(Work), sizeof(EwProgram), sizeof(Tensor), ops}

/* What the core lends. */
typedef struct PluginHost {
    PluginLayout layout;
    bool (*fail)(Core *c, ErrorKind kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
    CoreError *(*error)(Core *c);
    bool (*interrupted)(Core *c);                 /* true: stop, it is recorded */
    void *(*alloc)(Core *c, size_t n);            /* the core's own small things */
    void (*free)(Core *c, void *p, size_t n);
    bool (*here)(Device *d, bool fresh);          /* core_gpu_here */
    /* The call as a kernel sees it: views with the device's addresses, numbers, attributes; body(work, data) while they stand. What body says by work_fail is recorded. */
    bool (*with_work)(Call *call, bool (*body)(Work *w, void *data), void *data);
    bool (*work_fail)(Work *w, ErrorKind kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
    /* An elementwise call as a program that is laid out: axes joined, operands broadcast by their strides. false: w->error. */
    bool (*program)(Work *w, EwProgram *p);
    /* A call planned by the CPU's own kernel over a card's memory: one that is made of blit.h's primitives alone. */
    bool (*plan)(Work *w, const Elsewhere *elsewhere);
    void (*blit)(Work *w, Blit *b);               /* arranges it and hands it to w->elsewhere */
    unsigned (*precision)(Core *c, Accent a);     /* core/precision.h */
    /* Elementwise calls that wait for one another (core/cpu/fuse.h). */
    Fusion *(*fuse_open)(Core *c, Device *gpu);
    void (*fuse_close)(Core *c, Fusion *f);
    void (*fuse_cancel)(Core *c, Fusion *f);
    FuseAnswer (*fuse_take)(Fusion *f, Call *call);
    bool (*fuse_idle)(const Fusion *f);
    const EwProgram *(*fuse_program)(Core *c, Fusion *f);
    int64_t (*fuse_from)(const Core *c, int64_t otherwise); /* the least elements of a call that waits, where the user says so */
    bool (*noting)(const Core *c);                /* does the ledger write down what runs? */
    void (*waited)(Device *d, double start);      /* the host has waited for the device since then (CLOCK_MONOTONIC): all that it was given is done */
    void *(*take)(Device *d, size_t bytes, Block **block); /* device_alloc: memory between kernels, in the order of the device's work */
    void (*give)(Device *d, void *at, size_t bytes, Block *block);
    void *(*keep)(Device *d, size_t bytes, Block **block); /* device_keep */
    void (*unkeep)(Device *d, void *at, size_t bytes, Block *block);
    bool (*captured)(Device *d);                  /* core_capture_refuses */
} PluginHost;

typedef struct GpuPlugin {
    PluginLayout layout;
    /* How many cards answer; 0 or less: `why` is one sentence that names what is there and what is needed. */
    int (*cards)(const PluginHost *host, char *why, size_t n);
    /* Opens one of `parts` logical GPUs on a card into a zeroed Device whose core, kind and index are set. memory: a limit in bytes, or 0. false: recorded. */
    bool (*open)(Device *d, int card, int parts, size_t memory);
    const char *(*lacks)(void); /* what of NVIDIA's is missing and what that costs, in words; NULL: nothing */
    GpuVersions (*versions)(void);
    int (*nccl)(void); /* its version, 0: not there; it is opened to be asked */
} GpuPlugin;

#define PLUGIN_ENTRY "perch_gpu_plugin"
typedef const GpuPlugin *(*GpuPluginEntry)(void);

/* The plugin, once the machine's driver has answered: opened at the first call and kept. NULL: `why` says in one sentence what is missing. PERCH_CUDA names another
 * plugin's file, which is asked itself (tests). */
const GpuPlugin *plugin_open(char *why, size_t n);
const PluginHost *plugin_host(void);

#endif
