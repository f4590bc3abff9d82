/* freetype.h: FreeType 2's functions and the parts of its structures that fonts of plots and of pictures use, declared here: the library is opened when the first font is (libfreetype.so.6). Fields
 * that nobody here reads stand for the room that they take. */
#ifndef PERCH_LESSONS_FREETYPE_H
#define PERCH_LESSONS_FREETYPE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct FtLibraryRec *FtLibrary;
typedef struct FtGlyphRec *FtGlyph;
typedef struct FtVector { long x, y; } FtVector;
typedef struct FtBox { long x1, y1, x2, y2; } FtBox;
typedef struct FtMatrix { long xx, xy, yx, yy; } FtMatrix; /* 16.16 */
typedef struct FtGeneric { void *data; void (*finalizer)(void *); } FtGeneric;

typedef struct FtMemory {
    void *user;
    void *(*alloc)(const struct FtMemory *m, long size);
    void (*free)(const struct FtMemory *m, void *block);
    void *(*realloc)(const struct FtMemory *m, long old_size, long size, void *block);
} FtMemory;

typedef struct FtBitmap {
    unsigned rows, width;
    int pitch;
    unsigned char *buffer;
    unsigned short grays;
    unsigned char mode, palette_mode;
    void *palette;
} FtBitmap;
enum { FT_MODE_MONO = 1, FT_MODE_GRAY = 2 };

struct FtGlyphRec { FtLibrary library; const void *class; int format; FtVector advance; };
typedef struct FtBitmapGlyph { struct FtGlyphRec root; int left, top; FtBitmap bitmap; } FtBitmapGlyph;

typedef struct FtOutline {
    short n_contours, n_points;
    FtVector *points;
    char *tags;
    short *contours;
    int flags;
} FtOutline;
typedef struct FtOutlineFuncs {
    int (*move_to)(const FtVector *to, void *user);
    int (*line_to)(const FtVector *to, void *user);
    int (*conic_to)(const FtVector *by, const FtVector *to, void *user);
    int (*cubic_to)(const FtVector *by, const FtVector *and_by, const FtVector *to, void *user);
    int shift;
    long delta;
} FtOutlineFuncs;

typedef struct FtSlot {
    FtLibrary library;
    void *face, *next;
    unsigned glyph_index;
    FtGeneric generic;
    struct { long width, height, horiBearingX, horiBearingY, horiAdvance, vertBearingX, vertBearingY, vertAdvance; } metrics;
    long linearHoriAdvance, linearVertAdvance;
    FtVector advance;
    int format;
    FtBitmap bitmap;
    int left, top;
    FtOutline outline;
} FtSlot;

typedef struct FtSizeMetrics {
    unsigned short x_ppem, y_ppem;
    long x_scale, y_scale, ascender, descender, height, max_advance;
} FtSizeMetrics;
typedef struct FtFaceRec {
    long num_faces, face_index, face_flags, style_flags, num_glyphs;
    char *family_name, *style_name;
    int num_fixed_sizes;
    void *sizes;
    int num_charmaps;
    void **charmaps;
    FtGeneric generic;
    FtBox bbox;
    unsigned short units_per_EM;
    short ascender, descender, height, max_advance_width, max_advance_height, underline_position, underline_thickness;
    FtSlot *glyph;
    struct FtSize { void *face; FtGeneric generic; FtSizeMetrics metrics; } *size;
} *FtFace;
enum { FT_SCALABLE = 1, FT_SFNT = 8, FT_KERNING = 64, FT_GLYPH_NAMES = 512 }; /* face_flags */

typedef struct FtSfntName { unsigned short platform, encoding, language, name; unsigned char *string; unsigned length; } FtSfntName;
typedef struct FtAxis { char *name; long minimum, usual, maximum; unsigned long tag; unsigned name_number; } FtAxis; /* numbers: 16.16 */
typedef struct FtStyle { long *at; unsigned name, postscript_name; } FtStyle;
typedef struct FtVariations { unsigned axis_count, design_count, style_count; FtAxis *axes; FtStyle *styles; } FtVariations;
typedef struct FtPsInfo {
    char *version, *notice, *full_name, *family_name, *weight;
    long italic_angle;
    unsigned char is_fixed_pitch;
    short underline_position;
    unsigned short underline_thickness;
} FtPsInfo;

typedef struct FreeType {
#define FT(result, name, args) result (*name) args;
#include "freetype.def"
#undef FT
} FreeType;
extern FreeType freetype; /* full once a font was opened */
const char *freetype_missing(void);          /* opens the library; NULL: it is here, else what is not */
const char *freetype_words(int error);       /* what FreeType says of an error */

#endif
