/* model.h: the GPUs that can be simulated and the links between them and the host, a row each; public data-sheet figures. */
#ifndef PERCH_CORE_SIM_MODEL_H
#define PERCH_CORE_SIM_MODEL_H

#include <stddef.h>

typedef struct GpuModel {
    const char *key, *name;
    size_t memory;
    int capability[2], processors;
    double flops[3];      /* float32, float64, half; a second */
    double bandwidth;     /* bytes a second */
    double launch;        /* seconds that a kernel costs at least */
} GpuModel;
typedef struct LinkModel {
    const char *key;
    double bandwidth, latency; /* to the host and between two cards */
} LinkModel;

const GpuModel *sim_gpu_model(const char *key);   /* NULL: none of that name */
const LinkModel *sim_link_model(const char *key);
const char *sim_gpu_key(size_t i);                /* the i-th row's; NULL behind the last */
const char *sim_link_key(size_t i);

#endif
