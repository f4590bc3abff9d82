/* picture.h: a picture, as Pillow's Python half holds one (`Image.im`, of PIL._imaging): a mode, a size, rows of pixels, for "P" and "PA" a palette.
 *
 * Its pixels lie in one block, a row every `line` bytes, from the top. What makes a picture leaves nothing in it that was not written. All memory comes from
 * the interpreter's (mem.h), so that --mem-limit counts it. A long loop asks vm_poll about once a row or 2^20 pixels. The rows of methods.def and functions.def name what a program may call.
 */
#ifndef PERCH_LESSONS_PICTURE_H
#define PERCH_LESSONS_PICTURE_H

#include "lang/object/args.h"
#include "lang/object/vm.h"

typedef enum PictureKind { PICTURE_UINT8, PICTURE_INT32, PICTURE_FLOAT32, PICTURE_SPECIAL } PictureKind;
typedef enum ModeId {
#define MODE(id, name, bands, size, kind, letters) MODE_##id,
#include "modes.def"
#undef MODE
    MODE_COUNT
} ModeId;
typedef struct PictureMode {
    const char *name, *letters; /* the names of its bands, a letter each (I;16's: "I") */
    ModeId id;
    PictureKind kind;
    uint8_t bands, size; /* bytes of a pixel */
} PictureMode;
extern const PictureMode picture_modes[MODE_COUNT];
const PictureMode *mode_named(const char *name); /* or NULL */
const PictureMode *mode_of(VM *vm, Ref name, int number); /* the mode that an argument names, the number-th; NULL: raised, ValueError "unrecognized image mode" */

/* 256 colours, each of four bytes: red, green, blue, alpha (255 where it has none). */
typedef struct Palette {
    uint8_t colours[256][4];
    int16_t used;         /* how many were given */
    bool alpha;           /* mode "RGBA", else "RGB" */
} Palette;

typedef struct Picture {
    Obj head;
    const PictureMode *mode;
    int32_t width, height;
    int64_t line;         /* bytes from a row to the next: a pixel's size * width, made a multiple of 4 */
    uint8_t *pixels;      /* height * line bytes */
    Palette *palette;     /* its own; of P and PA alone */
    int64_t number;       /* its `id`, or 0: nobody asked (picture_id.c); then it stands in a list of those, between its neighbours */
    struct Picture *asked_next, **asked_at; /* asked_at: what points here */
    Value lender;         /* whose memory `pixels` is (Image.frombuffer, a mapped file), or NULL: its own */
} Picture;

/* New ones: owned references, NULL: raised (ValueError: a size below 0; MemoryError). */
Picture *picture_new(VM *vm, const PictureMode *mode, int64_t width, int64_t height); /* all bytes 0; P and PA get a palette of greys */
Picture *picture_unset(VM *vm, const PictureMode *mode, int64_t width, int64_t height); /* the same, but its pixels are not written yet: its maker writes all of them */
Picture *picture_like(VM *vm, const Picture *p);      /* of p's mode, size and palette, pixels not written */
Picture *picture_copy_of(VM *vm, const Picture *p);
static inline Value picture_value(Picture *p) { return p ? VAL(p) : NO_VALUE; } /* a function's answer: p, taken */

static inline Picture *as_picture(Ref v) { return (Picture *)BITS(v); } /* of what is one: a method's self */
Picture *picture_arg(VM *vm, Ref v, int number);      /* an argument, the number-th; borrowed; NULL: raised, TypeError */
const char *picture_told(VM *vm, Ref v);              /* an argument's type, as CPython's own parser names it: "None", "int" */
const char *picture_text_arg(VM *vm, Ref v, int number); /* the same of a str; NULL: raised, ValueError "embedded null character" too */
static inline uint8_t *picture_row(const Picture *p, int64_t y) { return p->pixels + y * p->line; }
static inline bool picture_is(const Picture *p, ModeId id) { return p->mode->id == id; }
static inline uint8_t clip_int(int64_t v) { return (uint8_t)(v <= 0 ? 0 : v < 256 ? v : 255); }
/* A product of two bytes as a part of 255, rounded. */
static inline uint8_t over_255(unsigned v)
{
    v += 128;
    return (uint8_t)((v + (v >> 8)) >> 8);
}
static inline bool picture_same_size(const Picture *a, const Picture *b) { return a->width == b->width && a->height == b->height; }
/* A picture by its `id`, which fonts are told: a number of its own, so that no number is ever taken for a place in memory. */
Value picture_id(VM *vm, Ref self);
Picture *picture_by_id(VM *vm, Ref id);               /* borrowed; NULL: raised, there is none */
void picture_forget_id(Picture *p); /* without a look at the module: it may be gone */
/* Pillow's ways to say no; all answer NULL. */
Value picture_wrong_mode(VM *vm);                     /* ValueError "image has wrong mode" */
Value picture_wrong_match(VM *vm);                    /* ValueError "images do not match" */


typedef struct PicturesState {
    Type *picture;
    Type *access, *encoder, *decoder, *font, *draw, *outline, *path;
    int64_t alignment, block_size, blocks_max; /* pool.c; 0: as at first */
    Picture *asked; /* the first of those whose `id` was asked, borrowed */
    int64_t last_id;
} PicturesState;
extern const ModuleDef pictures_module; /* PIL._imaging */
static inline PicturesState *pictures_state(VM *vm) { return module_state(vm, &pictures_module); }

/* palette.c */
Palette *palette_new(VM *vm);                         /* of greys; NULL: raised */
void picture_take_palette(VM *vm, Picture *p, Palette *palette /*taken*/);
/* access.c */
bool picture_ink(VM *vm, const PictureMode *mode, Ref colour, uint8_t ink[4]); /* a colour as a program gives it: the bytes of one pixel. false: raised */
Value picture_pixel(VM *vm, const PictureMode *mode, const uint8_t *at);       /* the pixel there, as a program sees it */
/* paste.c: a colour laid over the box of mask's size at (x, y) */
bool picture_stamp(VM *vm, Picture *p, int64_t x, int64_t y, const uint8_t ink[4], const Picture *mask);
bool picture_fill(VM *vm, Picture *p, const uint8_t ink[4]); /* false: raised, interrupted */
int64_t picture_len(VM *vm, Ref self);
Value picture_item(VM *vm, Ref self, Ref key);

#define METHOD(name, sig) Value picture_##name(VM *vm, const Ref *args, int n, Ref kwnames);
#include "methods.def"
#undef METHOD
#define FUNCTION(name, sig) Value pictures_##name(VM *vm, const Ref *args, int n, Ref kwnames);
#include "functions.def"
#undef FUNCTION

#endif
