/* format.c: torch.memory_format: in which order of axes what is made or copied lies in memory. */
#include "core/layout.h"
#include "torch.h"

bool torch_format(VM *vm, const char *function, Ref v, TorchFormat *out)
{
    static const char *const names[] = {[FORMAT_CONTIGUOUS] = "contiguous_format", [FORMAT_PRESERVE] = "preserve_format", [FORMAT_LAST] = "channels_last", [FORMAT_LAST_3D] = "channels_last_3d"};
    *out = FORMAT_UNSAID;
    if (!v || is_none(v)) return true;
    Value word = str_intern_c(vm, "_memory_format"), said = NO_VALUE;
    int found = word ? obj_lookup_attr(vm, v, word, &said) : -1;
    release(vm, word);
    if (found < 0) return false;
    if (!found) return err_false(vm, EXC_TypeError, "%s(): argument 'memory_format' must be torch.memory_format, not %T", function, v);
    for (TorchFormat f = FORMAT_CONTIGUOUS; f <= FORMAT_LAST_3D; f++)
        if (is_str(said) && str_equal_c(said, names[f])) *out = f;
    release(vm, said);
    return true;
}

bool torch_format_strides(VM *vm, TorchFormat f, const int64_t *shape, int n, int64_t *strides)
{
    if (f == FORMAT_LAST || f == FORMAT_LAST_3D) {
        int rank = f == FORMAT_LAST ? 4 : 5;
        if (n != rank) return err_false(vm, EXC_RuntimeError, "required rank %d tensor to use channels_last%s format", rank, f == FORMAT_LAST ? "" : "_3d");
        layout_channels_last(shape, n, strides);
    } else
        shape_contiguous(shape, n, strides);
    return true;
}

bool torch_format_like(VM *vm, TorchFormat f, const Tensor *t, int64_t *strides)
{
    if ((f == FORMAT_UNSAID || f == FORMAT_PRESERVE) && layout_cloned(t, strides)) return true;
    return torch_format_strides(vm, f, t->shape, t->ndim, strides);
}

bool torch_lies(const Tensor *t, TorchFormat f)
{
    if (f == FORMAT_LAST || f == FORMAT_LAST_3D) return t->ndim == (f == FORMAT_LAST ? 4 : 5) && layout_is_channels_last(t);
    return tensor_is_contiguous(t);
}

bool torch_seems(const Tensor *t, TorchFormat f)
{
    if (f == FORMAT_UNSAID || f == FORMAT_PRESERVE) return true;
    bool last = layout_suggests_channels_last(t);
    return f == FORMAT_CONTIGUOUS ? !last : last && t->ndim == (f == FORMAT_LAST ? 4 : 5);
}
