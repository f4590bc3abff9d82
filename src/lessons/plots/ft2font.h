/* ft2font.h: what the files of matplotlib.ft2font share: images, glyphs, fonts.
 *
 * A font holds its file's bytes, a face of FreeType's over them, the glyphs of the text that was set last, and the image into which they are drawn. A font may have others behind it
 * that have the characters it lacks. Horizontally a face is finer than asked for by hinting_factor, and what it says is divided by that: so hints move outlines up and down alone. */
#ifndef PERCH_LESSONS_FT2FONT_H
#define PERCH_LESSONS_FT2FONT_H

#include "lessons/letters/freetype.h"
#include "tensor/array/array.h"

#define T freetype

typedef struct Ft2State { Type *image, *glyph, *font; FtLibrary library; } Ft2State;
extern const ModuleDef ft2font_module;

typedef struct Gray { unsigned char *at; int64_t width, height; } Gray; /* bytes of vm->mem */
bool gray_resize(VM *vm, Gray *g, int64_t width, int64_t height);    /* at least 1 by 1, all 0 */
void gray_free(VM *vm, Gray *g);
bool gray_draw(VM *vm, Gray *g, const FtBitmap *b, int64_t x, int64_t y); /* what lies beyond is left out */
bool gray_buffer(Gray *g, Ref owner, BufferView *view);

typedef struct Ft2Image { Obj head; Gray gray; } Ft2Image;
typedef struct Ft2Glyph {
    Obj head;
    int64_t index; /* among its font's glyphs */
    long width, height, horiBearingX, horiBearingY, horiAdvance, linearHoriAdvance, vertBearingX, vertBearingY, vertAdvance;
    FtBox box;
} Ft2Glyph;

typedef struct Ft2Font {
    Obj head;
    Value file, bytes;      /* as it was given; what stands in it */
    Value fallbacks;        /* a list of fonts, or NULL */
    Value of_chars, of_glyphs; /* dicts: which of them has a character, a glyph, of the text set last; none: this one */
    FtLibrary library;
    FtFace face;            /* NULL: not opened */
    int64_t hinting_factor, kerning_factor;
    FtGlyph *glyphs;
    int64_t n_glyphs, cap_glyphs;
    FtBox box;              /* of the text */
    long advance;
    Gray image;
} Ft2Font;

bool ft2_failed(VM *vm, const char *where, const char *what, int error); /* RuntimeError "In where: what (…; error code 0x…)"; false */
Value ft2_read_all(VM *vm, Ref file);                  /* all bytes of a file that is named or open */
Value ft2_path(VM *vm, FtFace face);                  /* font_path.c: the outline of the glyph in the slot: (vertices, codes) */
Value ft2_table(VM *vm, FtFace face, Ref name);       /* font_table.c: get_sfnt_table */
Value ft2_names(VM *vm, FtFace face);                 /* … get_sfnt */
Value ft2_ps_info(VM *vm, FtFace face);
extern const TypeDef ft2_font_def, ft2_image_def, ft2_glyph_def;

#endif
