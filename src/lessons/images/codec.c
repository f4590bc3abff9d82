/* codec.c: which kind of picture a file is; its pixels. */
#include <string.h>

#include "images.h"

enum { SIDE = 1 << 20,
       PIXELS = 1 << 30 }; /* what OpenCV takes */

bool image_open(ImageFile *f, const uint8_t *data, size_t size)
{
    *f = (ImageFile){.data = data, .size = size};
    bool ok = false;
    if (size >= 3 && !memcmp(data, "\xFF\xD8\xFF", 3)) {
        f->kind = IMAGE_JPEG;
        ok = jpeg_head(f);
    } else if (size >= 8 && !memcmp(data, "\x89PNG\r\n\x1A\n", 8)) {
        f->kind = IMAGE_PNG;
        ok = png_head(f);
    }
    return ok && f->width > 0 && f->height > 0 && f->width <= SIDE && f->height <= SIDE && (int64_t)f->width * f->height <= PIXELS;
}

bool image_decode(const ImageFile *f, int channels, bool red_first, uint8_t *out)
{
    return f->kind == IMAGE_JPEG ? jpeg_decode(f, channels, red_first, out) : png_decode(f, channels, red_first, out);
}

int64_t edge_place(int64_t at, int64_t n, int edge)
{
    if (at >= 0 && at < n) return at;
    int64_t twice = edge == EDGE_REFLECT ? 2 * n : 2 * n - 2;
    switch (edge) {
    case EDGE_REPLICATE: return at < 0 ? 0 : n - 1;
    case EDGE_WRAP: return (at % n + n) % n;
    case EDGE_REFLECT:
    case EDGE_REFLECT_101:
        if (n == 1) return 0;
        at = (at % twice + twice) % twice;
        return at < n ? at : (edge == EDGE_REFLECT ? twice - 1 : twice) - at;
    default: return -1;
    }
}
