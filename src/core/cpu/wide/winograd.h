/* winograd.h: the loops of 3 x 3 convolutions of stride 1 by 16 products instead of 36 (conv_winograd.c), compiled once for each instruction set.
 *
 * A tile is 2 x 2 elements of the result and the 4 x 4 of the source that they see. Sums and differences of a tile's elements give its 16 places; at each place the tiles by the channels
 * are a matrix, which is multiplied with the filters' at that place; sums and differences of the 16 products are the result. Vectors lie across channels: `lanes` of them at a time.
 */
#ifndef PERCH_CORE_CPU_WINOGRAD_H
#define PERCH_CORE_CPU_WINOGRAD_H

#include <stdbool.h>
#include <stdint.h>

#include "picture.h"

enum { PLACES = 16, TAPS = 9, TILE = 2, MARGINS = 2 };

/* Some rows of tiles of an image, `lanes` channels of it, and the picture of the pixels that they see. */
typedef struct WinoBand {
    int64_t tile_rows, tile_columns;
    Picture picture;
} WinoBand;

/* Where tiles' places lie: element c of tile i at place p is at[p * place + i * tile + c]. */
typedef struct WinoTiles { float *at; int64_t place, tile; } WinoTiles;

/* Filters in memory: the nine taps of (to, from) begin at to * to_step + from * from_step; `turned`: in reverse order. end: behind the last. */
typedef struct WinoFilters { float *at, *end; int64_t to_step, from_step, count; bool turned; } WinoFilters;

typedef struct WideWinograd {
    int lanes, panel; /* panel: columns of the products' right side that lie together, a multiple of lanes */
    void (*picture)(const float *x, const Picture *p, float *to, int64_t rows); /* of an image's lanes channels; the columns of margins are not written */
    void (*source)(const float *pixels, const WinoBand *b, WinoTiles to);            /* a picture's tiles of the source */
    void (*gradient)(const float *pixels, const WinoBand *b, WinoTiles to);          /* the same of the result's gradient, whose tiles do not overlap */
    /* The result's pixels from its places, into an image; false: some are no finite numbers. pixels: scratch for the band's rows. */
    bool (*result)(WinoTiles from, const WinoBand *b, const float *bias, float *pixels, float *y);
    void (*filters)(const WinoFilters *f, float *u, int64_t place);                   /* lanes of `to`, all of `from`: u[p * place + from * panel + to] */
    bool (*filter_gradients)(const WinoFilters *f, const float *u, int64_t place, int64_t from_step); /* the way back: u[p * place + from * from_step + to]; false as in result */
    /* c (m x panel, rows c_row apart) = a (m x k, rows a_row apart) b (k x panel) */
    void (*product)(int64_t m, int64_t k, const float *a, int64_t a_row, const float *b, float *c, int64_t c_row);
    /* c (m x panel) = or, with `add`, += the sum over k rows of a (m of each) and b (panel of each) */
    void (*outer)(int64_t m, int64_t k, const float *a, int64_t a_row, const float *b, int64_t b_row, float *c, int64_t c_row, bool add);
} WideWinograd;

#endif
