/* run.h: a call's tensors as the views of a Work, and the kernel run on them; for the CPU and for simulated GPUs. */
#ifndef PERCH_CORE_CPU_RUN_H
#define PERCH_CORE_CPU_RUN_H

#include "work.h"

/* The call on this thread. shift: what is added to every address (a simulated GPU's memory as its worker sees it). false: recorded. */
bool cpu_run_call(Call *call, Threads *threads, ptrdiff_t shift);

#endif
