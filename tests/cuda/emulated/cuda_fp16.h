/* cuda_fp16.h: float16 as its bits, on the emulated card; rounded as the CPU rounds (core/dtype.c). */
#ifndef PERCH_EMULATED_CUDA_FP16_H
#define PERCH_EMULATED_CUDA_FP16_H

#include <stdint.h>

extern "C" float half_to_float(uint16_t h);
extern "C" uint16_t half_from_float(float f);
extern "C" uint16_t bfloat_from_float(float f);
struct __half { uint16_t bits; };
static inline __half __ushort_as_half(uint16_t h) { return __half{h}; }
static inline uint16_t __half_as_ushort(__half h) { return h.bits; }
static inline float __half2float(__half h) { return half_to_float(h.bits); }
static inline __half __float2half_rn(float f) { return __half{half_from_float(f)}; }

#endif
