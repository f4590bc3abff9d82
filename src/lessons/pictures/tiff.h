/* tiff.h: libtiff's types and functions (libtiff.so.6), opened when the first packed TIFF is, and a file of its that lies in memory or is open by number. */
#ifndef PERCH_LESSONS_TIFF_H
#define PERCH_LESSONS_TIFF_H

#include "codec.h"

typedef struct TiffFileRec TiffFile;
typedef struct TiffFieldRec TiffField;
typedef struct TiffFieldInfo {
    uint32_t tag;
    short read_count, write_count;
    int type;
    unsigned short bit;
    unsigned char may_change, pass_count;
    char *name;
} TiffFieldInfo;
typedef int64_t (*TiffMove)(void *at, void *bytes, int64_t n);
typedef uint64_t (*TiffSeek)(void *at, uint64_t offset, int whence);
typedef int (*TiffClose)(void *at);
typedef uint64_t (*TiffSize)(void *at);
typedef int (*TiffMap)(void *at, void **base, uint64_t *size);
typedef void (*TiffUnmap)(void *at, void *base, uint64_t size);

enum {
    TIFF_ANY, TIFF_BYTE, TIFF_ASCII, TIFF_SHORT, TIFF_LONG, TIFF_RATIONAL, TIFF_SBYTE, TIFF_UNDEFINED, TIFF_SSHORT, TIFF_SLONG, TIFF_SRATIONAL, TIFF_FLOAT, TIFF_DOUBLE, /* types */
    TIFF_TAG_WIDTH = 256, TIFF_TAG_HEIGHT = 257, TIFF_TAG_BITS = 258, TIFF_TAG_COMPRESSION = 259, TIFF_TAG_PHOTOMETRIC = 262, TIFF_TAG_SAMPLES = 277, TIFF_TAG_ROWS_PER_STRIP = 278, TIFF_TAG_PLANAR = 284,
    TIFF_TAG_COLORMAP = 320, TIFF_TAG_TILE_WIDTH = 322, TIFF_TAG_TILE_HEIGHT = 323, TIFF_TAG_JPEG_COLOURS = 65538,
    TIFF_YCBCR = 6, TIFF_JPEG = 7, TIFF_CONTIGUOUS = 1, TIFF_SEPARATE = 2, TIFF_CUSTOM = 65
};

typedef struct Tiff {
#define TIFF(result, name, args) result (*name) args;
#include "tiff.def"
#undef TIFF
} Tiff;
extern Tiff tiff;
bool tiff_library(VM *vm); /* false: raised, it is not here */

/* Where a file lies: in memory that is given, in memory that grows (writing), or under a number, which stays open. */
typedef struct TiffPlace {
    int fd; /* -1: in memory */
    const uint8_t *data;
    int64_t size, at;
    VM *vm;
    CodecOut *out; /* or NULL */
} TiffPlace;
TiffFile *tiff_open(TiffPlace *p, const char *mode); /* or NULL */

#endif
