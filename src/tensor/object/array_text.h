/* array_text.h: arrays as text, to the letter: NumPy 1.24's str() and repr(), MXNet's NDArray on top of it, PyTorch 1.13's repr.
 *
 * What is printed lies in the host's memory, contiguous; fetching it from a device is the caller's. Everything appends to a
 * StrB and gives false when an exception was raised (no memory, an interrupt, the originals' own errors); what the builder
 * holds then is not meant to be shown. Printing never rounds through another type: float16 and float32 have shortest digits of
 * their own; bfloat16, which NumPy does not know, is shown as the float32 it widens to.
 * array_text_walk.c: which elements are shown; array_text_digits.c: one number; array_text_numpy.c, array_text_torch.c: whole arrays.
 */
#ifndef PERCH_LIB_ARRAY_TEXT_H
#define PERCH_LIB_ARRAY_TEXT_H

#include "core/dtype.h"
#include "lang/object/str.h"

typedef struct HostArray {
    DType dtype;
    int ndim; /* at most MAX_DIMS */
    const int64_t *shape;
    const void *data;
} HostArray;

/* ---- one floating number (array_text_digits.c) ---- */
/* What numpy.format_float_positional and _scientific are told; fill from a *_DEFAULT. */
typedef struct FloatSpec {
    DType dtype;        /* whose shortest digits */
    bool scientific;
    bool unique;        /* the fewest digits that tell the number from its neighbours; else exact ones */
    bool fractional;    /* precision and min_digits count digits behind the point, else significant ones */
    char trim;          /* 'k' keep zeros, '.' cut them, '0' leave one, '-' cut them and the point */
    bool plus;          /* write + before positive numbers */
    int64_t precision;  /* -1: none (unique only) */
    int64_t min_digits; /* -1: none; goes on with exact digits where unique ones are fewer */
    int64_t pad_left, pad_right; /* blanks up to so many characters before (sign included) and behind the point */
    int64_t exp_digits; /* at least so many; -1: two */
} FloatSpec;
#define FLOAT_SPEC_DEFAULT(dtype) ((FloatSpec){(dtype), false, true, true, 'k', false, -1, -1, 0, 0, -1})

bool array_text_float(StrB *b, double x, const FloatSpec *spec);
/* str() and repr() of a NumPy scalar (they are the same in 1.24): np.float32(0.1) is 0.1, np.float16(1e-5) is 1e-05. */
bool array_text_scalar(StrB *b, DType dtype, const void *at);

/* ---- NumPy ---- */
typedef enum FloatMode { FLOATMODE_MAXPREC, FLOATMODE_MAXPREC_EQUAL, FLOATMODE_FIXED, FLOATMODE_UNIQUE } FloatMode;

/* numpy.set_printoptions; whoever fills it has checked it as NumPy does (a precision unless floatmode is unique, no NaN). */
typedef struct NumpyPrint {
    int64_t precision; /* -1: None */
    double threshold;  /* more elements than this are summarised */
    int64_t edgeitems, linewidth;
    bool suppress;     /* no exponents for small numbers */
    char sign;         /* '-', '+' or ' ' */
    FloatMode floatmode;
    const char *nanstr, *infstr; /* UTF-8 */
} NumpyPrint;
#define NUMPY_PRINT_DEFAULT ((NumpyPrint){8, 1000, 3, 75, false, '-', FLOATMODE_MAXPREC, "nan", "inf"})

/* numpy.array2string: `prefix` and `suffix` are not written, they only take room on the lines. */
bool array_text_numpy(StrB *b, const HostArray *a, const NumpyPrint *print, const char *separator, const char *prefix,
                      const char *suffix);
bool array_text_numpy_str(StrB *b, const HostArray *a, const NumpyPrint *print);
/* `name` is the class's ("array" for ndarray itself). */
bool array_text_numpy_repr(StrB *b, const HostArray *a, const NumpyPrint *print, const char *name);

/* ---- MXNet ---- */
/* "\n[1. 2.]\n<NDArray 2 @cpu(0)>": `name` and `context` as they stand in the badge; str and repr are the same. */
bool array_text_mxnet(StrB *b, const HostArray *a, const NumpyPrint *print, const char *name, const char *context);
/* mxnet.numpy's repr: NumPy's, but float32 goes unsaid, every other dtype but bool is said, and `context` is told unless NULL (the CPU). */
bool array_text_mxnet_np(StrB *b, const HostArray *a, const NumpyPrint *print, const char *context);

/* ---- PyTorch ---- */
typedef struct TorchPrint {
    int64_t precision;
    double threshold; /* may be infinite */
    int64_t edgeitems, linewidth;
    int sci_mode;     /* -1: None, 0, 1 */
    bool width_as_shown; /* sci_mode counts for the width too: PyTorch 2 */
} TorchPrint;
#define TORCH_PRINT_DEFAULT ((TorchPrint){4, 1000, 3, 80, -1, false})

typedef struct TorchSuffix {
    DType default_dtype;     /* torch.get_default_dtype(): goes unsaid */
    const char *device;      /* as in device='cuda:0'; NULL: the default one, unsaid */
    const char *const *more; /* after size and dtype: "requires_grad=True", "grad_fn=<MulBackward0>" */
    int count;
    bool meta;               /* no data: tensor(..., device='meta', size=(2,)) */
    const char *word;        /* what a program's subclass is called; NULL: "tensor" */
    bool parameter;          /* "Parameter containing:" on a line before */
} TorchSuffix;
#define TORCH_SUFFIX_NONE ((TorchSuffix){.default_dtype = DT_FLOAT32})

/* RuntimeError as PyTorch's: a tensor of two dimensions and more that would be summarised with edgeitems 0. */
bool array_text_torch(StrB *b, const HostArray *a, const TorchPrint *print, const TorchSuffix *suffix);

#endif
