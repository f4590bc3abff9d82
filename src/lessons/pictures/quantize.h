/* quantize.h: a picture's colours made few (Image.quantize): what the ways to choose them share (quantize.c), median cut (quantize_cut.c), cubes of colours (quantize_cubes.c). */
#ifndef PERCH_LESSONS_QUANTIZE_H
#define PERCH_LESSONS_QUANTIZE_H

#include "picture.h"

/* A different colour, as a pixel's word (red in the lowest byte), how often, and the number of what stands for it. */
typedef struct Colour { uint32_t rgba, count, number; } Colour;
typedef struct Colours {
    Colour *at;         /* those with a count are taken; a colour's place comes of its hash */
    uint32_t mask, used; /* places less one */
} Colours;
typedef struct Few {
    VM *vm;
    const uint32_t *pixels;
    int64_t count;
    int want;               /* how many colours, 1 to 256 */
    int got;
    uint8_t palette[256][4];
    Colours colours;        /* of all pixels, alpha left out */
} Few;

bool colours_open(VM *vm, Colours *c, uint32_t places /*a power of two*/);
void colours_close(VM *vm, Colours *c);
bool colours_add(VM *vm, Colours *c, uint32_t rgb, uint32_t count); /* false: raised */
Colour *colours_find(const Colours *c, uint32_t rgb);               /* its place, or the free one where it would stand */
static inline uint8_t band_of_word(uint32_t rgba, int band) { return (uint8_t)(rgba >> 8 * band); }

/* Each fills `palette` and each colour's number; false: raised. */
bool few_by_cut(Few *f);
bool few_by_cubes(Few *f, bool alpha, uint8_t *numbers /*of each pixel*/);

#endif
