/* reduce.c: a picture made smaller by whole numbers: each new pixel is the mean of a block of old ones (what is left over at the right and below makes smaller blocks). */
#include <math.h>

#include "loops.h"

typedef struct Block {
    const Picture *in;
    int x, y, width, height; /* in `in` */
} Block;

/* What a sum of n bytes is multiplied by, 24 bits behind the point: a float's quotient, as Pillow reckons it. */
static uint32_t parts_of(uint32_t n)
{
    float all = 4294967296.0f;
    return (uint32_t)(all / (float)(256 * n));
}

LOOP_INLINE void mean_of_four(const Block *b, uint8_t *out, uint32_t times, uint32_t half, uint32_t mask)
{
    Four sums = (Four){0} + (int32_t)half;
    for (int y = 0; y < b->height; y++) {
        const uint8_t *p = picture_row(b->in, b->y + y) + (int64_t)b->x * 4;
        for (int x = 0; x < b->width; x++) sums += four_at(p + x * 4);
    }
    uint32_t word = 0;
    for (int i = 0; i < 4; i++) word |= ((uint32_t)sums[i] * times >> 24 & 255) << 8 * i;
    word &= mask;
    memcpy(out, &word, 4);
}
LOOP_INLINE void mean_of_one(const Block *b, uint8_t *out, uint32_t times, uint32_t half)
{
    uint32_t sum = half;
    for (int y = 0; y < b->height; y++) {
        const uint8_t *p = picture_row(b->in, b->y + y) + b->x;
        for (int x = 0; x < b->width; x++) sum += p[x];
    }
    *out = (uint8_t)(sum * times >> 24);
}

/* `count` blocks side by side, the first of them `b`. Of pixels of four bytes: the columns' sums first, then the blocks' out of these. */
enum { CHUNK = 1024 }; /* columns at once */
LOOP_INLINE void means_of_columns(const Four *columns, uint8_t *out, int count, int width, uint32_t times, uint32_t half, uint32_t mask)
{
    for (int i = 0; i < count; i++, columns += width) {
        Four sum = (Four){0} + (int32_t)half;
        for (int x = 0; x < width; x++) sum += columns[x];
        typedef uint32_t FourWords __attribute__((vector_size(16)));
        FourWords words = (FourWords)sum * times >> 24;
        uint32_t word = (words[0] | words[1] << 8 | words[2] << 16 | words[3] << 24) & mask;
        memcpy(out + (size_t)i * 4, &word, 4);
    }
}
LOOP_WIDE static void means_of_fours(Block b, uint8_t *out, int count, uint32_t times, uint32_t half, uint32_t mask)
{
    int32_t columns[CHUNK * 4] __attribute__((aligned(32)));
    for (int most = CHUNK / b.width, m; count > 0; count -= m, b.x += m * b.width, out += (size_t)m * 4) {
        m = count < most ? count : most;
        int n = m * b.width * 4;
        const uint8_t *p = picture_row(b.in, b.y) + (int64_t)b.x * 4;
        for (int i = 0; i < n; i++) columns[i] = p[i];
        for (int y = 1; y < b.height; y++) {
            p += b.in->line;
            for (int i = 0; i < n; i++) columns[i] += p[i];
        }
        const Four *sums = (const Four *)(const void *)columns;
        if (b.width == 2) means_of_columns(sums, out, m, 2, times, half, mask);
        else if (b.width == 3) means_of_columns(sums, out, m, 3, times, half, mask);
        else means_of_columns(sums, out, m, b.width, times, half, mask);
    }
}
/* Pixels of a byte in the same way; a block's sum fits 16 bits. */
enum { SMALL = 256 }; /* pixels of a block */
LOOP_INLINE void means_of_sums(const uint16_t *columns, uint8_t *out, int count, int width, uint32_t times, uint32_t half)
{
    for (int i = 0; i < count; i++) {
        uint32_t sum = half;
        for (int x = 0; x < width; x++) sum += columns[i * width + x];
        out[i] = (uint8_t)(sum * times >> 24);
    }
}
LOOP_WIDE static void means_of_ones(Block b, uint8_t *out, int count, uint32_t times, uint32_t half)
{
    uint16_t columns[CHUNK];
    for (int most = CHUNK / b.width, m; count > 0; count -= m, b.x += m * b.width, out += m) {
        m = count < most ? count : most;
        const int n = m * b.width;
        const uint8_t *p = picture_row(b.in, b.y) + b.x;
        for (int i = 0; i < n; i++) columns[i] = p[i];
        for (int y = 1; y < b.height; y++) {
            p += b.in->line;
            for (int i = 0; i < n; i++) columns[i] = (uint16_t)(columns[i] + p[i]);
        }
        switch (b.width) {
        case 1: means_of_sums(columns, out, m, 1, times, half); break;
        case 2: means_of_sums(columns, out, m, 2, times, half); break;
        case 3: means_of_sums(columns, out, m, 3, times, half); break;
        case 4: means_of_sums(columns, out, m, 4, times, half); break;
        case 5: means_of_sums(columns, out, m, 5, times, half); break;
        default: means_of_sums(columns, out, m, b.width, times, half);
        }
    }
}
static void means_of_bytes(Block b, uint8_t *out, int count, uint32_t mask)
{
    uint32_t n = (uint32_t)b.width * (uint32_t)b.height, times = parts_of(n), half = n / 2;
    if (b.in->mode->size == 1 && n <= SMALL) means_of_ones(b, out, count, times, half);
    else if (b.in->mode->size == 1)
        for (int i = 0; i < count; i++, b.x += b.width) mean_of_one(&b, out + i, times, half);
    else if (b.width <= CHUNK) means_of_fours(b, out, count, times, half, mask);
    else
        for (int i = 0; i < count; i++, b.x += b.width) mean_of_four(&b, out + (size_t)i * 4, times, half, mask);
}

/* Wide numbers: full blocks are summed in squares of four, which add up in their own type first. */
static double sum_of_floats(const Block *b, bool full)
{
    double sum = 0;
    int y = 0, x;
    for (; full && y + 1 < b->height; y += 2) {
        const float *p = (const float *)(const void *)picture_row(b->in, b->y + y) + b->x, *q = (const float *)(const void *)picture_row(b->in, b->y + y + 1) + b->x;
        for (x = 0; x + 1 < b->width; x += 2) sum += (double)(p[x] + p[x + 1] + q[x] + q[x + 1]);
        if (x < b->width) sum += (double)(p[x] + q[x]);
    }
    for (; y < b->height; y++) {
        const float *p = (const float *)(const void *)picture_row(b->in, b->y + y) + b->x;
        for (x = 0; full && x + 1 < b->width; x += 2) sum += (double)(p[x] + p[x + 1]);
        for (; x < b->width; x++) sum += (double)p[x];
    }
    return sum;
}
static int64_t at(const Block *b, int x, int y) { return ((const int32_t *)(const void *)picture_row(b->in, b->y + y))[b->x + x]; }
static double sum_of_ints(const Block *b, bool full)
{
    double sum = 0;
    int y = 0, x;
    for (; full && y + 1 < b->height; y += 2) {
        for (x = 0; x + 1 < b->width; x += 2) sum += (int32_t)(uint32_t)(at(b, x, y) + at(b, x + 1, y) + at(b, x, y + 1) + at(b, x + 1, y + 1));
        if (x < b->width) sum += (int32_t)(uint32_t)(at(b, x, y) + at(b, x, y + 1));
    }
    for (; y < b->height; y++) {
        for (x = 0; full && x + 1 < b->width; x += 2) sum += (int32_t)(uint32_t)(at(b, x, y) + at(b, x + 1, y));
        for (; x < b->width; x++) sum += (double)at(b, x, y);
    }
    return sum;
}
static void means_of_wide(Block b, uint8_t *out, int count, bool full)
{
    double times = 1.0 / (b.width * b.height);
    for (int i = 0; i < count; i++, b.x += b.width) {
        if (b.in->mode->kind == PICTURE_INT32) {
            double v = sum_of_ints(&b, full) * times;
            ((int32_t *)(void *)out)[i] = (int32_t)(v >= 0 ? floor(v + 0.5) : -floor(fabs(v) + 0.5));
        } else ((float *)(void *)out)[i] = (float)(sum_of_floats(&b, full) * times);
    }
}

static void means(Block b, uint8_t *out, int count, bool full)
{
    if (!count || !b.width) return;
    if (b.in->mode->kind == PICTURE_UINT8) means_of_bytes(b, out, count, full ? picture_band_mask(b.in) : UINT32_MAX) /* a left-over block keeps all four bytes, as in Pillow */;
    else means_of_wide(b, out, count, full);
}
static Picture *reduced(VM *vm, const Picture *in, int across, int down, const int64_t box[4])
{
    if (picture_is(in, MODE_P) || picture_is(in, MODE_1) || in->mode->kind == PICTURE_SPECIAL) return picture_wrong_mode(vm), NULL;
    int width = (int)(box[2] - box[0]), height = (int)(box[3] - box[1]), whole = width / across, left = width % across;
    Picture *out = picture_unset(vm, in->mode, whole + !!left, height / down + !!(height % down));
    for (int y = 0; out && y < out->height; y++) {
        int rows = height - y * down < down ? height - y * down : down;
        Block b = {in, (int)box[0], (int)box[1] + y * down, across, rows};
        uint8_t *row = picture_row(out, y);
        means(b, row, whole, rows == down);
        b.x += whole * across;
        b.width = left;
        means(b, row + (size_t)whole * in->mode->size, !!left, false);
        if (!vm_poll(vm)) return release(vm, VAL(out)), NULL;
    }
    return out;
}

Value picture_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *in = as_picture(args[0]);
    int64_t factor[2], box[4] = {0, 0, in->width, in->height};
    if (!numbers_of(vm, args[1], 1, factor, 2) || (args[2] && !numbers_of(vm, args[2], 2, box, 4))) return NO_VALUE;
    if (factor[0] < 1 || factor[1] < 1) return err_raise(vm, EXC_ValueError, "scale must be > 0");
    if (box[0] < 0 || box[1] < 0) return err_raise(vm, EXC_ValueError, "box offset can't be negative");
    if (box[2] > in->width || box[3] > in->height) return err_raise(vm, EXC_ValueError, "box can't exceed original image size");
    if (box[2] <= box[0] || box[3] <= box[1]) return err_raise(vm, EXC_ValueError, "box can't be empty");
    if (factor[0] == 1 && factor[1] == 1) return picture_value(picture_part(vm, in, (int)box[0], (int)box[1], (int)box[2], (int)box[3]));
    return picture_value(reduced(vm, in, (int)(factor[0] > INT32_MAX ? INT32_MAX : factor[0]), (int)(factor[1] > INT32_MAX ? INT32_MAX : factor[1]), box));
}
