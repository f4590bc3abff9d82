/* pool.c: what Pillow lets programs ask and set of the memory of pictures. Each picture of perch's has one block, given back when it goes: the numbers are kept for who asks. */
#include "picture.h"

#define FN(name) Value pictures_##name(VM *vm, const Ref *args, int n, Ref kwnames)

FN(get_alignment)
{
    const PicturesState *s = pictures_state(vm);
    return s ? make_small(s->alignment ? s->alignment : 1) : NO_VALUE;
}
FN(get_block_size)
{
    const PicturesState *s = pictures_state(vm);
    return s ? make_small(s->block_size ? s->block_size : 16 << 20) : NO_VALUE;
}
FN(get_blocks_max)
{
    const PicturesState *s = pictures_state(vm);
    return s ? make_small(s->blocks_max) : NO_VALUE;
}

FN(set_alignment)
{
    PicturesState *s = pictures_state(vm);
    int64_t v;
    if (!s || !num_index_i64(vm, args[0], &v)) return NO_VALUE;
    if (v < 1 || v > 128) return err_raise(vm, EXC_ValueError, "alignment should be from 1 to 128");
    if (v & (v - 1)) return err_raise(vm, EXC_ValueError, "alignment should be power of two");
    s->alignment = v;
    return V_NONE;
}
FN(set_block_size)
{
    PicturesState *s = pictures_state(vm);
    int64_t v;
    if (!s || !num_index_i64(vm, args[0], &v)) return NO_VALUE;
    if (v <= 0) return err_raise(vm, EXC_ValueError, "block_size should be greater than 0");
    if (v % 4096) return err_raise(vm, EXC_ValueError, "block_size should be multiple of 4096");
    s->block_size = v;
    return V_NONE;
}
FN(set_blocks_max)
{
    PicturesState *s = pictures_state(vm);
    int64_t v;
    if (!s || !num_index_i64(vm, args[0], &v)) return NO_VALUE;
    if (v < 0) return err_raise(vm, EXC_ValueError, "blocks_max should be greater than 0");
    s->blocks_max = v;
    return V_NONE;
}

FN(clear_cache) { return V_NONE; } /* (nothing is cached) */
