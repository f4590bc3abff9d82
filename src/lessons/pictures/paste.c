/* paste.c: a part cut out, and pictures or colours laid over another through a mask. */
#include "loops.h"

typedef struct Box { int64_t x1, y1, x2, y2; } Box;

static bool box_arg(VM *vm, Ref v, int number, Box *out)
{
    int64_t b[4];
    if (!numbers_of(vm, v, number, b, 4)) return false;
    *out = (Box){b[0], b[1], b[2], b[3]};
    return true;
}

Value picture_crop(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    Box b;
    if (!box_arg(vm, args[1], 1, &b)) return NO_VALUE;
    int64_t width = b.x2 > b.x1 ? b.x2 - b.x1 : 0, height = b.y2 > b.y1 ? b.y2 - b.y1 : 0;
    const bool within = b.x1 >= 0 && b.y1 >= 0 && b.x2 <= p->width && b.y2 <= p->height;
    Picture *q = (within ? picture_unset : picture_new)(vm, p->mode, width, height);
    if (!q) return NO_VALUE;
    if (q->palette) *q->palette = *p->palette;
    int64_t from = b.x1 < 0 ? 0 : b.x1, to = b.x2 > p->width ? p->width : b.x2;
    for (int64_t y = b.y1 < 0 ? -b.y1 : 0; y < height && b.y1 + y < p->height && from < to; y++) {
        if (!vm_poll(vm)) return release(vm, VAL(q)), NO_VALUE;
        memcpy(picture_row(q, y) + (from - b.x1) * p->mode->size, picture_row(p, b.y1 + y) + from * p->mode->size, (size_t)(to - from) * p->mode->size);
    }
    return picture_value(q);
}

/* ---- how one row is laid over another ---- */

static inline uint8_t mixed(uint8_t mask, uint8_t below, uint8_t above) { return over_255(below * (255u - mask) + above * (unsigned)mask); }

typedef struct Layer {
    unsigned size;            /* bytes of a pixel */
    unsigned step, at;        /* of the mask */
    bool whole;               /* the mask says yes or no */
    bool premultiplied;       /* what comes is already dimmed by its mask */
    bool clear_takes_all;     /* a colour that is laid over clear pixels becomes theirs */
} Layer;

/* One row, its pixels' size and what is asked known to the compiler. */
static inline __attribute__((always_inline)) void masked(const Layer *l, unsigned size, bool premultiplied, uint8_t *out, const uint8_t *in, unsigned in_step, const uint8_t *mask, int64_t n)
{
    const unsigned step = l->step;
    mask += l->at;
    for (int64_t x = 0; x < n; x++, out += size, in += in_step, mask += step) {
        uint8_t m = *mask;
        bool clear = size == 4 && l->clear_takes_all && m && out[3] == 0;
        for (unsigned i = 0; i < size; i++) {
            if (premultiplied) out[i] = (uint8_t)(over_255(out[i] * (255u - m)) + in[i]);
            else out[i] = mixed(clear && i != 3 ? 255 : m, out[i], in[i]);
        }
    }
}
static void lay_masked(const Layer *l, uint8_t *out, const uint8_t *in, unsigned in_step, const uint8_t *mask, int64_t n)
{
    if (l->premultiplied) masked(l, l->size, true, out, in, in_step, mask, n);
    else if (l->size == 1 && in_step == 1) masked(l, 1, false, out, in, 1, mask, n);
    else if (l->size == 1) masked(l, 1, false, out, in, in_step, mask, n);
    else if (l->size == 4) masked(l, 4, false, out, in, in_step, mask, n);
    else masked(l, l->size, false, out, in, in_step, mask, n);
}

static inline __attribute__((always_inline)) void where(unsigned size, unsigned step, uint8_t *out, const uint8_t *in, unsigned in_step, const uint8_t *mask, int64_t n)
{
    for (int64_t x = 0; x < n; x++, out += size, in += in_step)
        if (mask[x * step]) memcpy(out, in, size);
}
static void lay_where(const Layer *l, uint8_t *out, const uint8_t *in, unsigned in_step, const uint8_t *mask, int64_t n)
{
    if (l->size == 1) where(1, l->step, out, in, in_step, mask, n);
    else if (l->size == 4) where(4, l->step, out, in, in_step, mask, n);
    else where(l->size, l->step, out, in, in_step, mask, n);
}
static void lay_colour(const Layer *l, uint8_t *out, const uint8_t *ink, int64_t n)
{
    if (l->size == 1) memset(out, *ink, (size_t)n);
    else if (l->size == 4) {
        uint32_t word;
        memcpy(&word, ink, 4);
        for (int64_t x = 0; x < n; x++) memcpy(out + 4 * x, &word, 4);
    } else
        for (int64_t x = 0; x < n; x++) memcpy(out + l->size * x, ink, l->size);
}

static bool layer_of(VM *vm, const Picture *p, const Picture *mask, bool colour, Layer *l)
{
    ModeId id = p->mode->id;
    const bool pairs = p->mode->size == 2 && mask && !(colour && picture_is(mask, MODE_L)); /* Pillow takes pixels of two bytes for bytes then */
    *l = (Layer){.size = pairs ? 1 : p->mode->size, .step = mask ? mask->mode->size : 0};
    if (!mask) return true;
    switch (mask->mode->id) {
    case MODE_1: l->whole = true; break;
    case MODE_L:
        l->clear_takes_all = colour && (id == MODE_RGBa || id == MODE_RGBA || id == MODE_La || id == MODE_LA || id == MODE_PA);
        break;
    case MODE_LA: case MODE_RGBA:
        if (colour && mask->mode->id == MODE_LA) return err_false(vm, EXC_ValueError, "bad transparency mask");
        l->at = 3;
        break;
    case MODE_RGBa: l->at = 3, l->premultiplied = true; break;
    default: return err_false(vm, EXC_ValueError, "bad transparency mask");
    }
    return true;
}

/* What lies over box b of p: rows of another picture, or one colour. */
static bool lay(VM *vm, Picture *p, const Box *b, const Picture *from, const uint8_t *ink, const Picture *mask)
{
    Layer l;
    int64_t left = b->x1 < 0 ? 0 : b->x1, right = b->x2 > p->width ? p->width : b->x2, top = b->y1 < 0 ? 0 : b->y1, bottom = b->y2 > p->height ? p->height : b->y2;
    if (top >= bottom || left >= right) return true;
    if (!layer_of(vm, p, mask, !from, &l)) return false;
    const uint8_t low = ink ? *ink : 0, twice[2] = {low, low};
    if (ink && p->mode->size == 2) ink = twice; /* as Pillow 9.4 has it: both bytes are the lower one */
    for (int64_t y = top; y < bottom; y++) {
        if (!vm_poll(vm)) return false;
        uint8_t *out = picture_row(p, y) + left * l.size;
        const uint8_t *in = from ? picture_row(from, y - b->y1) + (left - b->x1) * l.size : ink;
        const uint8_t *m = mask ? picture_row(mask, y - b->y1) + (left - b->x1) * l.step : NULL;
        if (!mask && from) memmove(out, in, (size_t)(right - left) * l.size);
        else if (!mask) lay_colour(&l, out, ink, right - left);
        else (l.whole ? lay_where : lay_masked)(&l, out, in, from ? l.size : 0, m, right - left);
    }
    return true;
}

bool picture_stamp(VM *vm, Picture *p, int64_t x, int64_t y, const uint8_t ink[4], const Picture *mask)
{
    return lay(vm, p, &(Box){x, y, x + mask->width, y + mask->height}, NULL, ink, mask);
}

static bool of_box(const Picture *p, const Box *b) { return p->width == b->x2 - b->x1 && p->height == b->y2 - b->y1; }

/* paste(picture or colour, box, mask=None) */
Value picture_paste(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Picture *p = as_picture(args[0]);
    const PicturesState *s = pictures_state(vm);
    Box b;
    uint8_t ink[4];
    if (!s || !box_arg(vm, args[2], 2, &b)) return NO_VALUE;
    const Picture *mask = args[3] ? picture_arg(vm, args[3], 3) : NULL;
    if (err_occurred(vm)) return NO_VALUE;
    const Picture *from = is_instance_of(vm, args[1], s->picture) ? as_picture(args[1]) : NULL;
    if (!from && !picture_ink(vm, p->mode, args[1], ink)) return NO_VALUE;
    if (!from && picture_is(p, MODE_I16B)) ink[0] = ink[1];
    if ((from && (!of_box(from, &b) || from->mode->size != p->mode->size)) || (mask && !of_box(mask, &b))) return picture_wrong_match(vm);
    return lay(vm, p, &b, from, ink, mask) ? V_NONE : NO_VALUE;
}
