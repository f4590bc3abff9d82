/* image.c: matplotlib._image: resample() and the numbers of its interpolations. */
#include "resample.h"

/* Where each pixel of a page lies in the picture: the transform's inverse of all of them at once. */
static NdArray *mesh_of(VM *vm, Ref transform, int64_t width, int64_t height)
{
    Np *np = np_state(vm);
    NdArray *places = np ? array_new(vm, np, descr_shared(np, NP_DOUBLE), (int64_t[]){width * height, 2}, 2, ORDER_C) : NULL, *r = NULL;
    if (!places) return NULL;
    double *p = (double *)(void *)places->data;
    for (int64_t y = 0; y < height; y++)
        for (int64_t x = 0; x < width; x++) {
            *p++ = (double)x;
            *p++ = (double)y;
        }
    Value method = obj_getattr_c(vm, transform, "inverted"), inverse = method ? call0(vm, method) : NO_VALUE, call = inverse ? obj_getattr_c(vm, inverse, "transform") : NO_VALUE;
    Value mesh = call ? call1(vm, call, REF(places)) : NO_VALUE;
    if (mesh) r = plot_doubles(vm, mesh, 2);
    if (r && (r->shape[0] != width * height || r->shape[1] != 2)) {
        err_raise(vm, EXC_RuntimeError, "Inverse transformed mesh array should have shape (%lld, 2)", width * height);
        array_release(vm, r);
        r = NULL;
    }
    Value all[] = {VAL(places), method, inverse, call, mesh};
    for (int i = 0; i < 5; i++) release(vm, all[i]);
    return r;
}

static bool depth_of(const NdArray *a, Depth *out)
{
    switch (a->descr->num) {
    case NP_UBYTE: case NP_BYTE: *out = DEPTH_8; return true;
    case NP_USHORT: case NP_SHORT: *out = DEPTH_16; return true;
    case NP_FLOAT: *out = DEPTH_FLOAT; return true;
    case NP_DOUBLE: *out = DEPTH_DOUBLE; return true;
    default: return false;
    }
}

static bool pictures(VM *vm, const NdArray *in, const NdArray *out, Picture *from, Picture *to)
{
    Depth depth;
    int ndim = in->ndim;
    if (ndim != out->ndim) return err_false(vm, EXC_ValueError, "Mismatched number of dimensions. Got %d and %d.", (int)in->ndim, (int)out->ndim);
    if (in->descr->num != out->descr->num) return err_false(vm, EXC_ValueError, "Mismatched types");
    if (ndim == 3 && out->shape[2] != 4) return err_false(vm, EXC_ValueError, "Output array must be RGBA");
    if (ndim == 3 && in->shape[2] != 4) return err_false(vm, EXC_ValueError, "If 3-dimensional, array must be RGBA.  Got %lld planes.", in->shape[2]);
    if (!depth_of(in, &depth)) return err_false(vm, EXC_ValueError, ndim == 3 ? "3-dimensional arrays must be of dtype unsigned byte, unsigned short, float32 or float64" : "Unsupported dtype");
    *from = (Picture){in->data, in->shape[1], in->shape[0], ndim == 3 ? 4 : 1, depth};
    *to = (Picture){out->data, out->shape[1], out->shape[0], ndim == 3 ? 4 : 1, depth};
    return true;
}

/* The page: the array itself, which is written to. */
static NdArray *page_of(VM *vm, Np *np, Ref v)
{
    if (!is_array(v, np)) return err_raise(vm, EXC_ValueError, "output array must be a NumPy array"), NULL;
    NdArray *out = as_array(v);
    if (!array_is(out, ARRAY_C)) return err_raise(vm, EXC_ValueError, "output array must be C-contiguous"), NULL;
    if (out->ndim < 2 || out->ndim > 3) return err_raise(vm, EXC_ValueError, "output array must be 2- or 3-dimensional"), NULL;
    if (!array_is_behaved(out)) return err_raise(vm, EXC_ValueError, "output array must be aligned and of this machine's byte order"), NULL;
    return array_writeable(vm, out, "output array") ? array_retain(out) : NULL;
}

static Value fn_resample(VM *vm, const Ref *args, int n, Ref kwnames)
{
    enum { INPUT, OUTPUT, TRANSFORM, KIND, WHOLE, ALPHA, NORM, RADIUS };
    Np *np = np_state(vm);
    int64_t kind = FILTER_NEAREST;
    Resample how = {.alpha = 1, .radius = 1, .by = AFFINE_NONE};
    if (!np || (args[KIND] && !num_index_i64(vm, args[KIND], &kind)) || (args[ALPHA] && !num_to_double(vm, args[ALPHA], &how.alpha)) || (args[RADIUS] && !num_to_double(vm, args[RADIUS], &how.radius))) return NO_VALUE;
    int whole = args[WHOLE] ? op_truth(vm, args[WHOLE]) : 0, norm = args[NORM] ? op_truth(vm, args[NORM]) : 0, affine = 1;
    if (whole < 0 || norm < 0) return NO_VALUE;
    if (kind < 0 || kind >= FILTER_COUNT) return err_raise(vm, EXC_ValueError, "invalid interpolation value %lld", kind);
    how.kind = (Interpolation)kind;
    how.whole = whole;
    how.norm = norm;
    NdArray *in = array_from(vm, np, args[INPUT], NULL, 2, 3, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE, ORDER_C), *out = in ? page_of(vm, np, args[OUTPUT]) : NULL, *mesh = NULL;
    Picture from, to;
    bool ok = out != NULL;
    if (ok && !is_none(args[TRANSFORM])) {
        Value is_affine = obj_getattr_c(vm, args[TRANSFORM], "is_affine");
        affine = is_affine ? op_truth(vm, is_affine) : -1;
        release(vm, is_affine);
        ok = affine >= 0 && (affine ? affine_from(vm, args[TRANSFORM], &how.by) : (mesh = mesh_of(vm, args[TRANSFORM], out->shape[1], out->shape[0])) != NULL);
    }
    if (mesh) how.mesh = (const double *)(void *)mesh->data;
    ok = ok && pictures(vm, in, out, &from, &to) && picture_resample(vm, &from, &to, &how);
    array_release(vm, in);
    array_release(vm, out);
    array_release(vm, mesh);
    return ok ? V_NONE : NO_VALUE;
}

static const NativeDef functions[] = {
    {"resample", fn_resample, "input_array, output_array, transform, interpolation=0, resample=False, alpha=1.0, norm=False, radius=1.0",
     "Draws an image into another array through a transform: grey (2-d) or RGBA (3-d), of bytes, 16 bits or floats, both alike.", NATIVE_KW},
    {0}};
static const ModuleConst constants[] = {
#define FILTER(NAME, number, radius) {#NAME, CONST_INT, number, 0, NULL},
#include "filter.def"
#undef FILTER
    {"_n_interpolation", CONST_INT, FILTER_COUNT, 0, NULL}, {0}};
const ModuleDef plots_image_module = {.name = "matplotlib._image", .functions = functions, .constants = constants};
