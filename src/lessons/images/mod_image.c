/* mod_image.c: the module mxnet._image: pictures' files as arrays and back, other sizes, margins. The work itself is done without the interpreter's lock. */
#include <stdlib.h>
#include <string.h>

#include "images.h"
#include "lang/object/bytes.h"
#include "lang/object/thread.h"
#include "lang/vm/eval.h"
#include "tensor/mxnet/mxnet.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)
enum { SMALL = 1 << 14 }; /* so many bytes of pixels are not worth handing over the lock */

static Value not_here(VM *vm, const char *what)
{
    return err_raise(vm, EXC_ImportError, "%s: not found: JPEG files are read with libjpeg(-turbo) (on Debian the package libjpeg62-turbo)", what);
}

static Value array_of(TensorLib *lib, Tensor *t) { return tensor_show(lib, ACCENT_MXNET, t); }

/* An array of height x width x channels (count of them; 0: one, without that dimension) on the CPU, and its memory. NULL: raised. */
static Tensor *pictures_new(TensorLib *lib, DType dtype, int64_t count, int64_t height, int64_t width, int64_t channels, void **memory)
{
    int64_t shape[] = {count, height, width, channels};
    Tensor *t = tensor_new(lib->core, device_cpu(lib->core), dtype, count ? shape : shape + 1, count ? 4 : 3);
    if (t && (*memory = tensor_map(lib->core, t))) return t;
    tensor_raise(lib, ACCENT_MXNET);
    if (t) tensor_release(lib->core, t);
    return NULL;
}

static Tensor *picture_new(TensorLib *lib, DType dtype, int64_t height, int64_t width, int64_t channels, void **memory)
{
    return pictures_new(lib, dtype, 0, height, width, channels, memory);
}

/* data, channels (-1: as the file has them), red first -> an array of bytes; None: it is no picture; False: it breaks off, or is damaged */
FN(fn_decode)
{
    TensorLib *lib = tensor_lib(vm);
    BufferView view;
    int64_t channels;
    if (!lib || !num_index_i64(vm, args[1], &channels)) return NO_VALUE;
    bool red_first;
    if (!mx_true(vm, args[2], true, &red_first) || !buffer_get(vm, args[0], &view)) return NO_VALUE;
    ImageFile file;
    Tensor *t = NULL;
    Value result = NO_VALUE;
    void *out;
    if (!image_open(&file, view.data, (size_t)view.len)) result = file.missing ? not_here(vm, file.missing) : V_NONE;
    else if ((channels = channels == 1 || channels == 3 ? channels : file.channels) && (t = picture_new(lib, DT_UINT8, file.height, file.width, channels, &out))) {
        bool away = t->size > SMALL;
        Thread *me = away ? thread_leave(vm) : NULL;
        bool ok = image_decode(&file, (int)channels, red_first, out);
        if (away) thread_enter(vm, me);
        if (ok) result = array_of(lib, t);
        else {
            tensor_release(lib->core, t);
            result = V_FALSE;
        }
    }
    buffer_release(vm, &view);
    return result;
}

/* A picture given as an array (or, where many may be, several of a size), contiguous: owned, and its memory. NULL: raised. */
static Tensor *picture_arg(VM *vm, Ref v, const char *function, bool many, TensorLib **lib, const void **memory)
{
    Tensor *given = mx_tensor(vm, v, function, lib);
    if (!given) return NULL;
    if (given->ndim != 3 && !(many && given->ndim == 4)) return err_raise(vm, EXC_ValueError, "%s: a picture has 3 dimensions: height, width, channels; this has %d", function, given->ndim), NULL;
    Tensor *t = tensor_contiguous((*lib)->core, given);
    if (t && (*memory = tensor_map((*lib)->core, t))) return t;
    tensor_raise(*lib, ACCENT_MXNET);
    if (t) tensor_release((*lib)->core, t);
    return NULL;
}

/* Bytes and float32 as they are; other numbers by way of float32. */
static Tensor *sizable(TensorLib *lib, Tensor *t /*taken*/, const void **memory)
{
    if (t->dtype == DT_UINT8 || t->dtype == DT_FLOAT32) return t;
    Tensor *floats = tensor_to(lib->core, t, tensor_device(t), DT_FLOAT32, false, lang_site(lib->vm));
    tensor_release(lib->core, t);
    if (floats && (*memory = tensor_map(lib->core, floats))) return floats;
    tensor_raise(lib, ACCENT_MXNET);
    if (floats) tensor_release(lib->core, floats);
    return NULL;
}

/* One after the other, without the lock where there is much to do. */
static bool resize_all(VM *vm, const Tensor *t, const Tensor *made, const void *from, void *to, int64_t width, int64_t height, int between)
{
    const int64_t *shape = t->shape + t->ndim - 3;
    Size size = {shape[1], shape[0], shape[2]};
    int64_t step = size.width * size.height * size.channels, made_step = width * height * size.channels, count = t->size / step;
    bool away = t->size + made->size > SMALL, ok = true;
    Thread *me = away ? thread_leave(vm) : NULL;
    for (int64_t i = 0; ok && i < count; i++) {
        if (t->dtype == DT_UINT8) ok = resize_bytes((const uint8_t *)from + i * step, size, (uint8_t *)to + i * made_step, width, height, between);
        else ok = resize_floats((const float *)from + i * step, size, (float *)to + i * made_step, width, height, between);
    }
    if (away) thread_enter(vm, me);
    return ok;
}

/* array, width, height, between */
FN(fn_resize)
{
    TensorLib *lib;
    const void *from;
    void *to;
    int64_t width, height, between;
    if (!num_index_i64(vm, args[1], &width) || !num_index_i64(vm, args[2], &height) || !num_index_i64(vm, args[3], &between)) return NO_VALUE;
    if (width <= 0 || height <= 0 || width > INT32_MAX || height > INT32_MAX) return err_raise(vm, EXC_ValueError, "a picture cannot become %lld x %lld", (long long)width, (long long)height);
    if (between < 0 || between >= BETWEEN_COUNT) return err_raise(vm, EXC_ValueError, "interpolation %lld is not known", (long long)between);
    Tensor *t = picture_arg(vm, args[0], "imresize", true, &lib, &from), *made = NULL;
    if (!t) return NO_VALUE;
    DType dtype = t->dtype;
    if (!t->size) err_raise(vm, EXC_ValueError, "a picture without pixels cannot be resized");
    else if ((t = sizable(lib, t, &from)) && (made = pictures_new(lib, t->dtype, t->ndim == 4 ? t->shape[0] : 0, height, width, t->shape[t->ndim - 1], &to)) &&
             !resize_all(vm, t, made, from, to, width, height, (int)between)) {
        err_no_memory(vm);
        tensor_release(lib->core, made);
        made = NULL;
    }
    if (t) tensor_release(lib->core, t);
    if (made && made->dtype != dtype) {
        Tensor *back = tensor_to(lib->core, made, tensor_device(made), dtype, false, lang_site(vm));
        tensor_release(lib->core, made);
        if (!(made = back)) tensor_raise(lib, ACCENT_MXNET);
    }
    return made ? mx_show(lib, made) : NO_VALUE;
}

/* Every row of the larger picture: its left margin, the row itself, its right margin. */
typedef struct Margins {
    int64_t top, left;
    int edge;
    const void *fill;
    size_t pixel;
} Margins;
static void fill_rows(const Tensor *t, const char *from, char *to, int64_t height, int64_t width, const Margins *m)
{
    size_t line = (size_t)t->shape[1] * m->pixel;
    for (int64_t y = 0; y < height; y++) {
        int64_t row = edge_place(y - m->top, t->shape[0], m->edge);
        for (int64_t x = 0; x < width; x++, to += m->pixel) {
            int64_t at = row < 0 ? -1 : edge_place(x - m->left, t->shape[1], m->edge);
            memcpy(to, at < 0 ? m->fill : from + (size_t)row * line + (size_t)at * m->pixel, m->pixel);
        }
    }
}

/* array, top, bottom, left, right, edge, the fill of a pixel as bytes of the array's dtype */
FN(fn_border)
{
    TensorLib *lib;
    const void *from;
    void *to;
    int64_t by[5];
    for (int i = 0; i < 5; i++)
        if (!num_index_i64(vm, args[i + 1], &by[i])) return NO_VALUE;
    for (int i = 0; i < 4; i++)
        if (by[i] < 0 || by[i] > INT32_MAX) return err_raise(vm, EXC_ValueError, "a margin cannot be %lld wide", (long long)by[i]);
    if (by[4] < 0 || by[4] >= EDGE_COUNT) return err_raise(vm, EXC_ValueError, "border type %lld is not known", (long long)by[4]);
    Tensor *t = picture_arg(vm, args[0], "copyMakeBorder", false, &lib, &from), *made = NULL;
    BufferView fill;
    if (!t || !buffer_get(vm, args[6], &fill)) {
        if (t) tensor_release(lib->core, t);
        return NO_VALUE;
    }
    Margins m = {by[0], by[2], (int)by[4], fill.data, (size_t)t->shape[2] * dtype_bytes(t->dtype)};
    int64_t height = t->shape[0] + by[0] + by[1], width = t->shape[1] + by[2] + by[3];
    if ((size_t)fill.len != m.pixel || (!t->size && m.edge != EDGE_CONSTANT)) err_raise(vm, EXC_ValueError, "the fill must be one pixel, the picture must have some");
    else if ((made = picture_new(lib, t->dtype, height, width, t->shape[2], &to))) fill_rows(t, from, to, height, width, &m);
    buffer_release(vm, &fill);
    tensor_release(lib->core, t);
    return made ? mx_show(lib, made) : NO_VALUE;
}

/* pixels, height, width, channels, red first, format, quality -> bytes */
FN(fn_encode)
{
    BufferView view;
    int64_t by[3], quality;
    bool red_first;
    for (int i = 0; i < 3; i++)
        if (!num_index_i64(vm, args[i + 1], &by[i])) return NO_VALUE;
    if (!num_index_i64(vm, args[6], &quality) || !mx_true(vm, args[4], true, &red_first) || !buffer_get(vm, args[0], &view)) return NO_VALUE;
    bool fits = (by[2] == 1 || by[2] == 3) && by[0] > 0 && by[1] > 0 && by[0] < 65536 && by[1] < 65536 && view.len == by[0] * by[1] * by[2];
    bool png = mx_is(args[5], "png");
    size_t size = 0;
    const char *missing = NULL;
    uint8_t *file = NULL;
    if (fits) {
        Thread *me = thread_leave(vm);
        file = png ? png_encode(view.data, (int32_t)by[1], (int32_t)by[0], (int)by[2], red_first, (int)quality, &size)
                   : jpeg_encode(view.data, (int32_t)by[1], (int32_t)by[0], (int)by[2], red_first, (int)quality, &size, &missing);
        thread_enter(vm, me);
    }
    buffer_release(vm, &view);
    if (!fits) return err_raise(vm, EXC_ValueError, "a picture to be written has 1 or 3 channels of bytes and sides below 65536");
    if (missing) return not_here(vm, missing);
    if (!file) return err_raise(vm, EXC_ValueError, "the picture cannot be encoded");
    Value made = bytes_from(vm, file, (int64_t)size);
    free(file);
    return made;
}

static const NativeDef functions[] = {
    {"decode", fn_decode, "data, channels, red_first, /", "The pixels of a JPEG or PNG file as an array of bytes; None where it is none, False where it is broken.", 0},
    {"resize", fn_resize, "array, width, height, between, /", "The picture in another size.", 0},
    {"border", fn_border, "array, top, bottom, left, right, edge, fill, /", "The picture with margins.", 0},
    {"encode", fn_encode, "pixels, height, width, channels, red_first, format, quality, /", "A JPEG or PNG file of those bytes.", 0},
    {NULL, NULL, NULL, NULL, 0}};

const ModuleDef images_module = {.name = "mxnet._image", .doc = "Pictures of MXNet's: their files, sizes and margins.", .functions = functions};
