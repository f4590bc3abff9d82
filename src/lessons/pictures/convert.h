/* convert.h: a picture of one mode as another (convert.c), with few colours (dither.c). */
#ifndef PERCH_LESSONS_CONVERT_H
#define PERCH_LESSONS_CONVERT_H

#include "picture.h"

typedef void (*ConvertFn)(uint8_t *out, const uint8_t *in, int64_t n); /* n pixels of a row */
ConvertFn convert_row(ModeId from, ModeId to);                        /* NULL: there is no way */
/* A new picture, NULL: raised. palette: which colours P is to have, or NULL. */
Picture *picture_convert_to(VM *vm, const Picture *p, const PictureMode *to, bool dither, const Palette *palette);
Picture *dither_to_palette(VM *vm, const Picture *p, const PictureMode *to /*P or PA*/, bool dither, const Palette *palette);
Picture *dither_to_two(VM *vm, const Picture *p);     /* of mode 1 */

#endif
