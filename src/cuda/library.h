/* library.h: a library of NVIDIA's, opened when it is first wanted: the first of its names that the machine has. One that lacks a function is not used. */
#ifndef PERCH_CUDA_LIBRARY_H
#define PERCH_CUDA_LIBRARY_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct GpuFunction { const char *name; void **at; } GpuFunction;

/* Both lists end with NULL. */
static inline bool gpu_library(const char *const *names, const GpuFunction *functions)
{
    void *library = NULL;
    for (; *names && !library; names++) library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
    bool all = library != NULL;
    for (; all && functions->name; functions++) all = (*functions->at = dlsym(library, functions->name)) != NULL;
    return all;
}

#endif
