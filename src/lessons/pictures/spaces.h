/* spaces.h: rows of n pixels of four bytes in another space of colours; the fourth byte stays. `out` may be `in`. */
#ifndef PERCH_LESSONS_SPACES_H
#define PERCH_LESSONS_SPACES_H

#include <stdint.h>

void space_ycc(uint8_t *out, const uint8_t *in, int64_t n);
void space_from_ycc(uint8_t *out, const uint8_t *in, int64_t n);
void space_hsv(uint8_t *out, const uint8_t *in, int64_t n);
void space_from_hsv(uint8_t *out, const uint8_t *in, int64_t n);

#endif
