/* regions.h: parts of images that boxes cut out, as networks that find things ask for them: what each kernel is given. */
#ifndef PERCH_LESSONS_REGIONS_H
#define PERCH_LESSONS_REGIONS_H

#include "lang/object/vm.h"

/* An image of `batch` x `channels` x `height` x `width`, `count` boxes (its number, x1, y1, x2, y2), and for each box `parts` channels of `rows` x `columns` bins. Going back, `image` is what
 * is added to (its gradient), and `out` is read (the bins' gradient). */
typedef struct Regions {
    void *image, *boxes, *out;
    int32_t *where;       /* which pixel (pooled) or channel (by position) a bin's number comes from */
    int64_t batch, channels, height, width, count, parts, rows, columns, sampling;
    double scale;
    bool aligned, back;
} Regions;

/* Samples that a convolution takes beside its places: `offset` says by how much, `mask` (or NULL) how strongly. */
typedef struct Deformed {
    void *image, *offset, *mask, *lines;                 /* lines: a row for each channel and each of the kernel's places, a column for each result */
    void *image_grad, *offset_grad, *mask_grad;          /* added to, going back, for the gradient in `lines` */
    int64_t channels, height, width, groups, rows, columns, out_height, out_width;
    int64_t stride[2], pad[2], dilation[2];
} Deformed;

#define REGION_KERNELS(name)                                \
    bool align_##name(VM *vm, const Regions *r);            \
    bool pool_##name(VM *vm, const Regions *r);             \
    bool place_align_##name(VM *vm, const Regions *r);      \
    bool place_pool_##name(VM *vm, const Regions *r);       \
    bool deform_##name(VM *vm, const Deformed *d);          \
    bool deform_back_##name(VM *vm, const Deformed *d);     \
    int64_t suppress_##name(VM *vm, const void *boxes, const int64_t *order, int64_t count, double threshold, int64_t *keep)
REGION_KERNELS(float);
REGION_KERNELS(double);

#endif
