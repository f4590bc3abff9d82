/* cuda_runtime.h: what a kernel's own text needs, on the emulated card: threads of a block are fibers (fibers.cpp). */
#ifndef PERCH_EMULATED_CUDA_RUNTIME_H
#define PERCH_EMULATED_CUDA_RUNTIME_H

#include <cmath>
#include <cstring>
#include <functional>

#include "cuda_runtime_api.h"

using std::isfinite;
using std::isinf;
using std::isnan;

#define __global__
#define __device__
#define __host__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
typedef dim3 uint3;

struct EmulatedThread { dim3 thread, block; };
struct EmulatedGrid { dim3 grid, block; };
extern thread_local EmulatedThread *emulated_thread;
extern thread_local EmulatedGrid *emulated_grid;
#define threadIdx (emulated_thread->thread)
#define blockIdx (emulated_thread->block)
#define blockDim (emulated_grid->block)
#define gridDim (emulated_grid->grid)

void emulated_launch(cudaStream_t stream, dim3 grid, dim3 block, const char *name, std::function<void()> body);
void emulated_barrier(void);                                        /* __syncthreads */
uint64_t emulated_exchange(unsigned mask, uint64_t mine, int source); /* lane `source`'s word, once all lanes of the mask have given theirs */
int emulated_lane(void);

static inline void __syncthreads(void) { emulated_barrier(); }
static inline void __syncwarp(unsigned mask = ~0u) { emulated_exchange(mask, 0, emulated_lane()); }
static inline void __threadfence(void) {}
static inline void __threadfence_system(void) {}

template <class T> static inline T emulated_shuffle(unsigned mask, T value, int source)
{
    static_assert(sizeof(T) <= 8, "a shuffle moves a word");
    uint64_t word = 0;
    memcpy(&word, &value, sizeof value);
    word = emulated_exchange(mask, word, source);
    memcpy(&value, &word, sizeof value);
    return value;
}
template <class T> static inline T __shfl_sync(unsigned mask, T v, int lane) { return emulated_shuffle(mask, v, lane & 31); }
template <class T> static inline T __shfl_down_sync(unsigned mask, T v, unsigned by) { int to = emulated_lane() + (int)by; return emulated_shuffle(mask, v, to < 32 ? to : emulated_lane()); }
template <class T> static inline T __shfl_up_sync(unsigned mask, T v, unsigned by) { int to = emulated_lane() - (int)by; return emulated_shuffle(mask, v, to >= 0 ? to : emulated_lane()); }
template <class T> static inline T __shfl_xor_sync(unsigned mask, T v, int with) { return emulated_shuffle(mask, v, emulated_lane() ^ with); }

int emulated_most_blocks(void); /* PERCH_EMULATED_BLOCKS: a grid of a few blocks, so that what is larger takes turns */
template <class T> static inline T atomicAdd(T *at, T value) { T old = *at; *at = old + value; return old; }
template <class T> static inline T atomicMax(T *at, T value) { T old = *at; if (value > old) *at = value; return old; }
template <class T> static inline T atomicMin(T *at, T value) { T old = *at; if (value < old) *at = value; return old; }
template <class T> static inline T atomicCAS(T *at, T expected, T value) { T old = *at; if (old == expected) *at = value; return old; }
template <class T> static inline T atomicExch(T *at, T value) { T old = *at; *at = value; return old; }

static inline float __uint_as_float(uint32_t u) { float f; memcpy(&f, &u, 4); return f; }
static inline uint32_t __float_as_uint(float f) { uint32_t u; memcpy(&u, &f, 4); return u; }
#define __sincosf emulated_sincosf /* (the C library has a name like it) */
static inline void emulated_sincosf(float x, float *s, float *c) { *s = std::sin(x); *c = std::cos(x); }
static inline void sincospi(double x, double *s, double *c)
{
    long double turn = 3.141592653589793238462643383279502884L * std::fmod(x, 2.0);
    *s = (double)std::sin(turn);
    *c = (double)std::cos(turn);
}
template <class T> static inline T __ldg(const T *at) { return *at; }

/* A block's own memory: each access is looked at: outside of it, or at an element that another thread has written, or read before it is written, since the last barrier,
 * ends the process with the kernel's name. */
[[noreturn]] void emulated_shared_fault(const char *file, int line, const char *what, size_t index, size_t count);
int emulated_index(void); /* of the thread in its block */
extern unsigned long emulated_epoch;
struct EmulatedTouch { unsigned long written, read; int writer, reader; };
void emulated_race(const char *file, int line, EmulatedTouch &touch, bool writes, size_t index, size_t count);
template <class T, size_t N> struct EmulatedShared {
    const char *file;
    int line;
    T value[N];
    EmulatedTouch touch[N];
    struct Place {
        EmulatedShared &of;
        size_t index;
        operator T() const { emulated_race(of.file, of.line, of.touch[index], false, index, N); return of.value[index]; }
        Place &operator=(const T &v) { emulated_race(of.file, of.line, of.touch[index], true, index, N); of.value[index] = v; return *this; }
        Place &operator=(const Place &other) { return *this = static_cast<T>(other); }
        Place &operator+=(const T &v) { return *this = static_cast<T>(*this) + v; }
    };
    Place operator[](size_t i)
    {
        if (i >= N) emulated_shared_fault(file, line, "lies outside", i, N);
        return Place{*this, i};
    }
};
template <class T, size_t N, class Site> static inline EmulatedShared<T, N> &emulated_shared(Site, const char *file, int line)
{
    static EmulatedShared<T, N> memory; /* one for each place in the text: a Site is a lambda's own type */
    memory.file = file;
    memory.line = line;
    return memory;
}
#endif
