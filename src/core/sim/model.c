/* model.c: the rows of simulated GPUs and links. */
#include "model.h"

#include <string.h>

#define GIB ((size_t)1 << 30)
static const GpuModel gpus[] = {
    {"t4", "Tesla T4", 15 * GIB + (GIB >> 20) * 809, {7, 5}, 40, {8.1e12, 0.25e12, 65e12}, 300e9, 5e-6},
    {"v100", "Tesla V100-SXM2-16GB", 16 * GIB - (GIB >> 20) * 224, {7, 0}, 80, {15.7e12, 7.8e12, 125e12}, 900e9, 5e-6},
    {"a100", "NVIDIA A100-SXM4-40GB", 40 * GIB - (GIB >> 20) * 424, {8, 0}, 108, {19.5e12, 9.7e12, 312e12}, 1555e9, 4e-6},
    {"h200", "NVIDIA H200", 141 * GIB - (GIB >> 20) * 1024, {9, 0}, 132, {67e12, 34e12, 989e12}, 4800e9, 3e-6},
};
static const LinkModel links[] = {
    {"pcie3", 12e9, 8e-6},
    {"pcie4", 24e9, 6e-6},
    {"nvlink", 150e9, 4e-6},
};

const GpuModel *sim_gpu_model(const char *key)
{
    for (size_t i = 0; i < sizeof gpus / sizeof *gpus; i++)
        if (strcmp(gpus[i].key, key) == 0) return &gpus[i];
    return NULL;
}

const LinkModel *sim_link_model(const char *key)
{
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        if (strcmp(links[i].key, key) == 0) return &links[i];
    return NULL;
}

const char *sim_gpu_key(size_t i) { return i < sizeof gpus / sizeof *gpus ? gpus[i].key : NULL; }
const char *sim_link_key(size_t i) { return i < sizeof links / sizeof *links ? links[i].key : NULL; }
