/* regions.c: the module _vision: kernels under torchvision.ops. They take the memory of arrays without gaps, all of 32-bit or all of 64-bit numbers; who calls them (py/torchvision/_C.py)
 * made those arrays. */
#include "regions.h"

#include "lang/object/args.h"
#include "std/lent.h"
#include "std/std.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

/* ---- memory: r numbers (of the first one's kind), i 32-bit, l 64-bit whole numbers, ? numbers or None ---- */
static bool is_wide(const Lent *l) { return lent_kind(&l->views[0]) == 'd'; }
static bool fits(const Lent *l, const BufferView *v, char kind, char letter)
{
    if (letter == 'i') return kind == 'i' && v->itemsize == 4;
    return letter == 'l' ? (kind == 'l' || kind == 'q') && v->itemsize == 8 : kind == (is_wide(l) ? 'd' : 'f');
}
static bool lend(VM *vm, const Ref *args, const char *format, Lent *l)
{
    return lent_take(vm, args, format, fits, "arrays of one kind of floating numbers, and whole numbers of 32 or 64 bits where they count", l);
}
static bool has_shape(const BufferView *v, int ndim) { return v->ndim == ndim; }

/* ---- parts of images ---- */
typedef bool (*RegionKernel)(VM *, const Regions *);
static bool boxes_inside(const Regions *r, bool wide)
{
    for (int64_t i = 0; i < r->count; i++) {
        double image = wide ? ((const double *)r->boxes)[i * 5] : ((const float *)r->boxes)[i * 5];
        if (!(image >= 0 && image < r->batch)) return false;
    }
    return true;
}
static bool regions_of(VM *vm, Lent *l, bool by_place, Regions *r)
{
    const BufferView *image = &l->views[0], *boxes = &l->views[1], *out = &l->views[2];
    if (!has_shape(image, 4) || !has_shape(boxes, 2) || boxes->shape[1] != 5 || !has_shape(out, 4) || out->shape[0] != boxes->shape[0]) return err_false(vm, EXC_ValueError, "shapes of an image, boxes and their parts");
    r->image = image->data;
    r->boxes = boxes->data;
    r->out = out->data;
    r->where = (int32_t *)l->views[3].data;
    r->batch = image->shape[0], r->channels = image->shape[1], r->height = image->shape[2], r->width = image->shape[3];
    r->count = boxes->shape[0], r->parts = out->shape[1], r->rows = out->shape[2], r->columns = out->shape[3];
    if (l->count == 4 && l->views[3].len / 4 != out->len / out->itemsize) return err_false(vm, EXC_ValueError, "as many places as bins");
    if (r->rows < 1 || r->columns < 1 || (by_place ? r->parts * r->rows * r->columns : r->parts) != r->channels) return err_false(vm, EXC_ValueError, "an image has a channel for each part of a box");
    return boxes_inside(r, is_wide(l)) || err_false(vm, EXC_IndexError, "a box's image is none of the batch's");
}
static Value run_regions(VM *vm, const Ref *args, const char *format, bool by_place, const RegionKernel kernels[2])
{
    Lent l;
    Regions r = {0};
    const Ref *rest = args + strlen(format);
    int64_t numbers[3];
    if (!num_to_double(vm, rest[0], &r.scale) || !lent_numbers(vm, rest + 1, 3, numbers)) return NO_VALUE;
    r.sampling = numbers[0];
    r.aligned = numbers[1] != 0;
    r.back = numbers[2] != 0;
    if (!lend(vm, args, format, &l)) return NO_VALUE;
    bool ok = regions_of(vm, &l, by_place, &r) && (r.height * r.width == 0 || kernels[is_wide(&l)](vm, &r));
    lent_back(vm, &l);
    return ok ? V_NONE : NO_VALUE;
}
FN(fn_align) { return run_regions(vm, args, "rrr", false, (const RegionKernel[]){align_float, align_double}); }
FN(fn_pool) { return run_regions(vm, args, "rrri", false, (const RegionKernel[]){pool_float, pool_double}); }
FN(fn_place_align) { return run_regions(vm, args, "rrri", true, (const RegionKernel[]){place_align_float, place_align_double}); }
FN(fn_place_pool) { return run_regions(vm, args, "rrri", true, (const RegionKernel[]){place_pool_float, place_pool_double}); }

/* ---- which boxes stay ---- */
FN(fn_suppress)
{
    Lent l;
    double threshold;
    if (!num_to_double(vm, args[3], &threshold) || !lend(vm, args, "rll", &l)) return NO_VALUE;
    int64_t count = l.views[1].len / 8, boxes = l.views[0].len / l.views[0].itemsize / 4, kept = -1;
    const int64_t *order = (const int64_t *)l.views[1].data;
    bool ok = l.views[2].len / 8 >= count || err_false(vm, EXC_ValueError, "room for every box");
    for (int64_t i = 0; ok && i < count; i++)
        if (order[i] < 0 || order[i] >= boxes) ok = err_false(vm, EXC_IndexError, "an order of boxes that are there");
    if (ok) kept = (is_wide(&l) ? suppress_double : suppress_float)(vm, l.views[0].data, order, count, threshold, (int64_t *)l.views[2].data);
    lent_back(vm, &l);
    return kept < 0 ? NO_VALUE : int_from_i64(vm, kept);
}

/* ---- convolutions whose samples move ---- */
static int64_t items(const BufferView *v) { return v->data ? v->len / v->itemsize : 0; }
/* kernel, strides, padding, dilations, groups of offsets: all checked against what the arrays hold */
static bool deformed_of(VM *vm, Lent *l, const int64_t *k, bool back, Deformed *d)
{
    const BufferView *image = &l->views[0], *offset = &l->views[1], *mask = &l->views[2], *lines = &l->views[3];
    if (!has_shape(image, 3) || !has_shape(offset, 3)) return err_false(vm, EXC_ValueError, "shapes of an image and its offsets");
    *d = (Deformed){.image = image->data, .offset = offset->data, .mask = mask->data, .lines = lines->data, .rows = k[0], .columns = k[1], .groups = k[8]};
    for (int i = 0; i < 2; i++) d->stride[i] = k[2 + i], d->pad[i] = k[4 + i], d->dilation[i] = k[6 + i];
    d->channels = image->shape[0], d->height = image->shape[1], d->width = image->shape[2];
    d->out_height = offset->shape[1], d->out_width = offset->shape[2];
    int64_t each = d->rows * d->columns, size = d->out_height * d->out_width;
    bool fits = d->rows > 0 && d->columns > 0 && d->groups > 0 && d->channels % d->groups == 0 && offset->shape[0] == 2 * each * d->groups && items(lines) == d->channels * each * size &&
                (!mask->data || items(mask) == each * d->groups * size);
    if (back) {
        d->image_grad = l->views[4].data, d->offset_grad = l->views[5].data, d->mask_grad = l->views[6].data;
        fits = fits && items(&l->views[4]) == items(image) && items(&l->views[5]) == items(offset) && (!d->mask_grad || items(&l->views[6]) == items(mask));
    }
    return fits || err_false(vm, EXC_ValueError, "offsets, strengths and samples of one convolution");
}
static Value run_deformed(VM *vm, const Ref *args, const char *format, bool back)
{
    Lent l;
    Deformed d;
    int64_t numbers[9];
    if (!lent_numbers(vm, args + strlen(format), 9, numbers) || !lend(vm, args, format, &l)) return NO_VALUE;
    bool ok = deformed_of(vm, &l, numbers, back, &d);
    if (ok && back) ok = (is_wide(&l) ? deform_back_double : deform_back_float)(vm, &d);
    if (ok && !back) ok = (is_wide(&l) ? deform_double : deform_float)(vm, &d);
    lent_back(vm, &l);
    return ok ? V_NONE : NO_VALUE;
}
FN(fn_deform) { return run_deformed(vm, args, "rr?r", false); }
FN(fn_deform_back) { return run_deformed(vm, args, "rr?rrr?", true); }

#define GEOMETRY "spatial_scale, sampling, aligned, back, /"
#define PLACES "rows, columns, stride_h, stride_w, pad_h, pad_w, dilation_h, dilation_w, groups, /"
static const NativeDef functions[] = {
    {"align", fn_align, "image, boxes, out, " GEOMETRY, "Means of samples between the pixels of each box's bins; back: spreads out's gradient into image.", 0},
    {"pool", fn_pool, "image, boxes, out, where, " GEOMETRY, "The largest pixel of each box's bins.", 0},
    {"place_align", fn_place_align, "image, boxes, out, where, " GEOMETRY, "As align, each bin from channels of its own.", 0},
    {"place_pool", fn_place_pool, "image, boxes, out, where, " GEOMETRY, "Means of the pixels of bins, each from channels of its own.", 0},
    {"suppress", fn_suppress, "boxes, order, keep, threshold, /", "Writes the boxes that none before them in the order covers; how many.", 0},
    {"deform", fn_deform, "image, offset, mask, lines, " PLACES, "The samples of a convolution whose places move, a row for each channel and place.", 0},
    {"deform_back", fn_deform_back, "image, offset, mask, lines, image_grad, offset_grad, mask_grad, " PLACES, "Adds the gradients for lines' gradient.", 0},
    {0},
};
const ModuleDef vision_module = {.name = "_vision", .doc = "Kernels under torchvision.ops.", .functions = functions};
