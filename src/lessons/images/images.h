/* images.h: between the files of MXNet's pictures: files of pictures into pixels (codec.c), pixels into other sizes (resize.c). Pixels lie row by row, channel beside channel, without gaps.
 * Nothing here knows the interpreter: all of it may run on any thread, without the lock; what fails says so in a text that stays. */
#ifndef PERCH_LESSONS_IMAGES_H
#define PERCH_LESSONS_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { IMAGE_UNKNOWN,
       IMAGE_JPEG,
       IMAGE_PNG };
typedef struct ImageFile {
    const uint8_t *data;
    size_t size;
    int kind;
    int32_t width, height;
    int channels;        /* 1: grey */
    const char *missing; /* a library that would be wanted and is not here */
} ImageFile;

/* What its head says. false: it is no picture that is known here, or a broken one (missing: NULL), or what reads it is not here. */
bool image_open(ImageFile *f, const uint8_t *data, size_t size);
/* All pixels, grey (1 channel) or coloured (3: red first, or blue first). false: broken. */
bool image_decode(const ImageFile *f, int channels, bool red_first, uint8_t *out);
bool jpeg_decode(const ImageFile *f, int channels, bool red_first, uint8_t *out);
bool jpeg_head(ImageFile *f);
bool png_head(ImageFile *f);
bool png_decode(const ImageFile *f, int channels, bool red_first, uint8_t *out);

/* A file of those pixels (1 or 3 channels, red first), malloc'd. NULL: no memory, or *missing is not here. */
uint8_t *jpeg_encode(const uint8_t *pixels, int32_t width, int32_t height, int channels, bool red_first, int quality, size_t *size, const char **missing);
uint8_t *png_encode(const uint8_t *pixels, int32_t width, int32_t height, int channels, bool red_first, int level, size_t *size);

/* OpenCV's ways of finding what lies between points. */
enum { BETWEEN_NEAREST,
       BETWEEN_LINEAR,
       BETWEEN_CUBIC,
       BETWEEN_AREA,
       BETWEEN_LANCZOS,
       BETWEEN_COUNT };
typedef struct Size {
    int64_t width, height, channels;
} Size;
/* false: no memory. */
bool resize_bytes(const uint8_t *from, Size size, uint8_t *to, int64_t width, int64_t height, int between);
bool resize_floats(const float *from, Size size, float *to, int64_t width, int64_t height, int between);

/* What the margin around a picture repeats. */
enum { EDGE_CONSTANT,
       EDGE_REPLICATE,
       EDGE_REFLECT,
       EDGE_WRAP,
       EDGE_REFLECT_101,
       EDGE_COUNT };
int64_t edge_place(int64_t at, int64_t n, int edge); /* of a place outside 0 … n - 1: the one inside; -1: none (constant) */

#endif
