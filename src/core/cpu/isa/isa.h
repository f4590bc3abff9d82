/* isa.h: every .c file of this folder is compiled once for each vector unit, with ISA set to its name; ISA_NAME(f) is f_<unit>.
 *
 * The code is plain C in loops that compilers turn into vector code; no file here may be called before the machine is known to have the unit.
 */
#ifndef PERCH_CORE_CPU_ISA_H
#define PERCH_CORE_CPU_ISA_H

#include "core/cpu/cells.h"
#include "core/cpu/draw_loops.h"
#include "core/cpu/ew.h"
#include "core/cpu/step.h"

#ifndef ISA
#define ISA base
#endif
#define ISA_PASTE2(a, b) a##_##b
#define ISA_PASTE(a, b) ISA_PASTE2(a, b)
#define ISA_NAME(f) ISA_PASTE(f, ISA)
#define ISA_TEXT2(a) #a
#define ISA_TEXT(a) ISA_TEXT2(a)

/* The next loop's iterations do not depend on one another, though the same address may be read and then written in one. */
#if defined __clang__
#define ISA_LOOP _Pragma("clang loop vectorize(assume_safety) interleave(enable)")
#else
#define ISA_LOOP _Pragma("GCC ivdep")
#endif

extern const EwKernel ISA_NAME(ew_float)[FN_COUNT], ISA_NAME(ew_swift)[FN_COUNT], ISA_NAME(ew_double)[FN_COUNT], ISA_NAME(ew_int)[FN_COUNT], ISA_NAME(ew_long)[FN_COUNT], ISA_NAME(ew_bool)[FN_COUNT];
extern const EwKernel ISA_NAME(ew_converters)[DTYPE_COUNT][DTYPE_COUNT];
extern const EwMoves ISA_NAME(ew_moves);
extern void (*const ISA_NAME(ew_lines)[2])(int64_t n, const EwLineStep *steps, int count);
extern const RedKernel ISA_NAME(ew_reducers)[RED_COUNT][3];
void ISA_NAME(ew_largest_float)(int64_t n, const void *x, bool smallest, int64_t *at);
void ISA_NAME(ew_largest_double)(int64_t n, const void *x, bool smallest, int64_t *at);
void ISA_NAME(ew_largest_long)(int64_t n, const void *x, bool smallest, int64_t *at);
extern const DrawLoops ISA_NAME(draw_loops);
extern const CellLoops ISA_NAME(cell_loops)[2];
extern const StepLoops ISA_NAME(step_loops)[2];
extern const EwIsa ISA_NAME(ew_isa);

#endif
