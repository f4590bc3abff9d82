/* ziggurat.h: the tables by which NumPy draws normal and exponential numbers: Marsaglia and Tsang's ziggurat of 256 layers (Journal of Statistical Software 5, 2000).
 *
 * A number is a layer and a whole number `size`: x = size * w[layer] lies under the curve for certain while size < k[layer]; else the curve is asked, between f[layer] and f[layer - 1]. Layer 0 is
 * the base with the tail behind `edge`. Sizes have 52 bits (normal), 53 (exponential), 23 in single precision.
 */
#ifndef PERCH_CORE_ZIGGURAT_H
#define PERCH_CORE_ZIGGURAT_H

#include <stdint.h>

enum { ZIGGURAT_LAYERS = 256 };
typedef struct Ziggurat { uint64_t k[ZIGGURAT_LAYERS]; double w[ZIGGURAT_LAYERS], f[ZIGGURAT_LAYERS]; } Ziggurat;
typedef struct ZigguratFloat { uint32_t k[ZIGGURAT_LAYERS]; float w[ZIGGURAT_LAYERS], f[ZIGGURAT_LAYERS]; } ZigguratFloat;
extern const Ziggurat ziggurat_normal, ziggurat_exponential; /* ziggurat_tables.c */
extern const ZigguratFloat ziggurat_normal_float, ziggurat_exponential_float;

#define ZIGGURAT_NORMAL_EDGE 3.6541528853610088
#define ZIGGURAT_NORMAL_EDGE_INVERSE 0.27366123732975828
#define ZIGGURAT_EXPONENTIAL_EDGE 7.69711747013104972

#endif
