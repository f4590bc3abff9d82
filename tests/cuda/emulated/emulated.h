/* emulated.h: what the emulated card's own files share. */
#ifndef PERCH_EMULATED_H
#define PERCH_EMULATED_H

#include <functional>
#include <random>

#include "cuda_runtime.h"

extern unsigned long emulated_epoch; /* barriers so far: accesses to shared memory between two of them must not race */
struct EmulatedCount { unsigned long blocks, threads, looks; }; /* looks: at accesses to shared memory, for races and bounds */
extern EmulatedCount emulated_count;
void emulated_run_grid(dim3 grid, dim3 block, const char *name, const std::function<void()> &body, std::mt19937_64 &random);

#endif
