/* run.h: a call's tensors as the views of a Work, and the kernel run on them; for the CPU and for simulated GPUs.
 *
 * A Work that waits in a queue is one block of memory with everything it needs: views, dimensions, numbers, attributes. */
#ifndef PERCH_CORE_CPU_RUN_H
#define PERCH_CORE_CPU_RUN_H

#include "work.h"

/* The call on this thread. shift: what is added to every address (a simulated GPU's memory as its worker sees it). false: recorded. */
bool cpu_run_call(Call *call, Threads *threads, ptrdiff_t shift);

/* The same without recording: what went wrong stands in the Work that `failed` gets a copy of. */
bool cpu_run_quiet(Call *call, Threads *threads, ptrdiff_t shift, Work *failed);
/* For later, on another thread: a copy of all that the kernel needs. NULL: no memory, recorded. */
Work *cpu_pack_call(Call *call, ptrdiff_t shift, size_t *bytes);

/* The call as views and attributes, for body(work, data); shift 0. What body says by work_fail is recorded. (plugin.h) */
bool cpu_with_work(Call *call, bool (*body)(Work *w, void *data), void *data);

/* ew.c */
struct EwProgram;
bool cpu_ew_program(Work *w, struct EwProgram *p); /* an elementwise call, built and laid out (plugin.h). false: w->error */
bool cpu_ew_quick(const Op *op, DType dtype, const QuickOperand in[2], void *out, int64_t n); /* Driver.quick of what runs on the host */

#endif
