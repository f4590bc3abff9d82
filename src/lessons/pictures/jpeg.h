/* jpeg.h: libjpeg's structures, version 6.2 of them, as far as pictures read and write them: the library is opened when the first JPEG is (libjpeg.so.62). What nobody here looks at stands
 * for the room that it takes. */
#ifndef PERCH_LESSONS_JPEG_H
#define PERCH_LESSONS_JPEG_H

#include <stddef.h>
#include <stdint.h>

enum { JPEG_VERSION = 62, JPEG_SUSPENDED = 0, JPEG_TABLES_ONLY = 2, JPEG_APP1 = 0xe1, JPEG_COMMENT = 0xfe, JPEG_FASTEST = 1 };
enum { JPEG_ANY, JPEG_GRAY, JPEG_RGB, JPEG_YCC, JPEG_CMYK, JPEG_YCCK, JPEG_RGBX = 7, JPEG_RGBA = 12 }; /* colours */

typedef struct JpegErrors {
    void (*error_exit)(void *codec);
    void (*emit_message)(void *codec, int level);
    void (*output_message)(void *codec);
    void (*format_message)(void *codec, char *text);
    void (*reset)(void *codec);
    int message;
    uint8_t room1[84];
    long warnings;
    uint8_t room2[32];
} JpegErrors;

typedef struct JpegReader JpegReader;
typedef struct JpegSource {
    const uint8_t *next;
    size_t left;
    void (*init)(JpegReader *);
    int (*fill)(JpegReader *);
    void (*skip)(JpegReader *, long n);
    int (*resync)(JpegReader *, int desired);
    void (*term)(JpegReader *);
} JpegSource;
struct JpegReader {
    JpegErrors *errors;
    void *memory, *progress, *user;
    int is_reader, state;
    JpegSource *source;
    unsigned width, height;
    int components, colours, out_colours;
    unsigned scale_num, scale_denom;
    double gamma;
    int buffered, raw_out, dct, fancy, smoothing, quantize, dither, two_pass, colour_count, pass1, external, pass2;
    unsigned out_width, out_height;
    int out_colour_components, out_components, rec_height, actual_colours;
    void *colour_map;
    unsigned out_line;
    uint8_t room[460];
};

typedef struct JpegWriter JpegWriter;
typedef struct JpegTarget {
    uint8_t *next;
    size_t left;
    void (*init)(JpegWriter *);
    int (*empty)(JpegWriter *);
    void (*term)(JpegWriter *);
} JpegTarget;
typedef struct JpegComponent { int id, index, across, down, table; uint8_t room[76]; } JpegComponent;
struct JpegWriter {
    JpegErrors *errors;
    void *memory, *progress, *user;
    int is_reader, state;
    JpegTarget *target;
    unsigned width, height;
    int in_components, in_colours;
    double gamma;
    int precision, components, colours;
    JpegComponent *component;
    uint8_t room1[168];
    int optimize, cosited, smoothing, dct;
    unsigned restart_interval;
    int restart_rows, write_jfif;
    uint8_t jfif_major, jfif_minor, density_unit;
    uint16_t density_x, density_y;
    int write_adobe;
    unsigned next_line;
    uint8_t room2[212];
};
_Static_assert(sizeof(JpegErrors) == 168 && sizeof(JpegReader) == 632 && sizeof(JpegWriter) == 520 && sizeof(JpegComponent) == 96, "as libjpeg 6.2 has them");
_Static_assert(offsetof(JpegErrors, warnings) == 128 && offsetof(JpegReader, dct) == 96 && offsetof(JpegReader, out_width) == 136 && offsetof(JpegReader, out_line) == 168, "the same");
_Static_assert(offsetof(JpegWriter, component) == 88 && offsetof(JpegWriter, optimize) == 264 && offsetof(JpegWriter, density_x) == 296 && offsetof(JpegWriter, next_line) == 304, "the same");

typedef struct Jpeg {
#define JPEG(result, name, args) result (*name) args;
#include "jpeg.def"
#undef JPEG
} Jpeg;

#endif
