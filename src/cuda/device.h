/* device.h: what the planning side (C) hands to the computing side (CUDA): plain structs that go to a kernel by value, and one launcher a kernel.
 *
 * Reads as C and as CUDA. Launchers only put work on a stream; a status comes back from cudaGetLastError.
 */
#ifndef PERCH_CUDA_DEVICE_H
#define PERCH_CUDA_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct CUstream_st;
typedef struct CUstream_st *GpuStream;

/* What a kernel found wrong, once until somebody waits: `kind` is an ErrorKind, set last; numbers as the kind's row in errors.def says. */
typedef struct GpuFault { int32_t kind; uint32_t piece; int64_t numbers[4]; } GpuFault;

enum { GPU_DIMS = 16 }; /* axes of a kernel after neighbours were joined; more are copied together first */

/* ---- elementwise: ew.cu ---- */
enum { GPU_STEPS = 24, GPU_REGS = 48, GPU_VIEWS = 12 };
typedef union GpuNumber { float F; double D; int32_t I; int64_t L; uint8_t B; uint64_t bits; } GpuNumber;
typedef struct GpuView { char *at; int64_t strides[GPU_DIMS]; uint8_t dtype, reg; } GpuView;
typedef struct GpuStep { int16_t function; uint8_t type, from, dst, check; int8_t src[3]; GpuNumber k[3]; } GpuStep; /* function -1: converts `from` to `type` */
typedef struct GpuProgram {
    int64_t size, shape[GPU_DIMS];
    int32_t ndim, steps, ins, outs, numbers;
    uint32_t piece;
    GpuFault *fault;
    GpuView in[GPU_VIEWS], out[GPU_VIEWS];
    GpuStep step[GPU_STEPS];
    struct { uint8_t reg, type; GpuNumber value; } number[GPU_VIEWS];
} GpuProgram;
/* plain: views without gaps (no strides are read). */
void gpu_run_program(GpuStream stream, const GpuProgram *p, int plain);

#ifdef __cplusplus
}
#endif

#endif
