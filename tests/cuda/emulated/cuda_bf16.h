/* cuda_bf16.h: bfloat16 as its bits, on the emulated card. */
#ifndef PERCH_EMULATED_CUDA_BF16_H
#define PERCH_EMULATED_CUDA_BF16_H

#include "cuda_fp16.h"

struct __nv_bfloat16 { uint16_t bits; };
static inline uint16_t __bfloat16_as_ushort(__nv_bfloat16 h) { return h.bits; }
static inline __nv_bfloat16 __float2bfloat16_rn(float f) { return __nv_bfloat16{bfloat_from_float(f)}; }

#endif
