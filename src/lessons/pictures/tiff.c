/* tiff.c: libtiff itself, and its files: in memory or open by number. */
#include <unistd.h>

#include "std/std.h"
#include "tiff.h"

Tiff tiff;
static const char *const names[] = {
#define TIFF(result, name, args) "TIFF" #name,
#include "tiff.def"
#undef TIFF
};
static void opened(void) /* it would print what is wrong with a file */
{
    tiff.SetErrorHandler(NULL);
    tiff.SetWarningHandler(NULL);
}
static LibTable table = {.library = "libtiff.so.6", .names = names, .functions = (void **)&tiff, .count = sizeof names / sizeof *names, .opened = opened};
_Static_assert(sizeof(Tiff) == sizeof names / sizeof *names * sizeof(void *), "one pointer a function");

bool tiff_library(VM *vm)
{
    const char *missing = lib_table(&table);
    return !missing || err_false(vm, EXC_OSError, "packed TIFF needs %s (the package libtiff6)", missing);
}

static int64_t place_read(void *place, void *bytes, int64_t n)
{
    TiffPlace *p = place;
    const uint8_t *data = p->out ? p->out->bytes : p->data;
    const int64_t size = p->out ? (int64_t)p->out->full : p->size;
    if (p->fd >= 0) n = pread(p->fd, bytes, (size_t)n, p->at);
    else if (n > size - p->at) n = size > p->at ? size - p->at : 0;
    if (n <= 0) return n;
    if (p->fd < 0) memcpy(bytes, data + p->at, (size_t)n);
    p->at += n;
    return n;
}
static int64_t place_write(void *place, void *bytes, int64_t n)
{
    TiffPlace *p = place;
    if (p->fd >= 0) n = pwrite(p->fd, bytes, (size_t)n, p->at);
    else {
        if (!p->out) return -1;
        const int64_t full = (int64_t)p->out->full, need = p->at + n - full;
        if (need > 0) {
            if (!codec_out_room(p->vm, p->out, (size_t)need)) return -1;
            memset(p->out->bytes + full, 0, (size_t)need); /* what was passed over */
            p->out->full += (size_t)need;
        }
        memcpy(p->out->bytes + p->at, bytes, (size_t)n);
    }
    if (n > 0) p->at += n;
    return n;
}
static uint64_t place_size(void *place)
{
    TiffPlace *p = place;
    if (p->fd < 0) return p->out ? p->out->full : (uint64_t)p->size;
    const off_t end = lseek(p->fd, 0, SEEK_END);
    return end < 0 ? 0 : (uint64_t)end;
}
static uint64_t place_seek(void *place, uint64_t offset, int whence)
{
    TiffPlace *p = place;
    const int64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? p->at : (int64_t)place_size(p), to = from + (int64_t)offset;
    if (to < 0 || to > INT64_MAX / 2) return (uint64_t)-1;
    return (uint64_t)(p->at = to);
}
static int place_close(void *place) { return 0; }
static int place_map(void *place, void **base, uint64_t *size) { return 0; }
static void place_unmap(void *place, void *base, uint64_t size) {}

TiffFile *tiff_open(TiffPlace *p, const char *mode) { return tiff.ClientOpen("picture", mode, p, place_read, place_write, place_seek, place_close, place_size, place_map, place_unmap); }
