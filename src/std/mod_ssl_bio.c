/* mod_ssl_bio.c: MemoryBIO: bytes on their way to or from a connection that has no socket. */
#include "mod_ssl.h"

#include "lang/object/args.h"

static Value bio_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    if (!args_no_kw(vm, "MemoryBIO", kwnames) || (n && !err_false(vm, EXC_TypeError, "MemoryBIO() takes no positional arguments"))) return NULL;
    SslBio *b = (SslBio *)obj_alloc(vm, as_type(type), as_type(type)->inst_size);
    if (!b) return NULL;
    if (!(b->bio = O.BIO_new(O.BIO_s_mem()))) {
        release(vm, VAL(b));
        return ssl_raise_plain(vm, "failed to allocate BIO");
    }
    O.BIO_ctrl(b->bio, BIO_C_SET_BUF_MEM_EOF_RETURN, -1, NULL); /* empty means: later, until write_eof() */
    return VAL(b);
}
static void bio_dealloc(VM *vm, Obj *o)
{
    if (((SslBio *)o)->bio) O.BIO_free(((SslBio *)o)->bio);
    obj_free(vm, o, o->type->inst_size);
}

FN(bio_read)
{
    int64_t want = -1, there = (int64_t)O.BIO_ctrl_pending(as_bio(args[0])->bio);
    if (args[1] && !num_index_i64(vm, args[1], &want)) return NULL;
    there = (int64_t)O.BIO_ctrl_pending(as_bio(args[0])->bio);
    if (want < 0 || want > there) want = there;
    if (want > INT32_MAX) want = INT32_MAX;
    Value r = bytes_from(vm, NULL, want);
    if (!r || !want) return r;
    int got = O.BIO_read(as_bio(args[0])->bio, as_bytes(r)->data, (int)want);
    if (got == want) return r;
    release(vm, r);
    return RAISE_LAST(vm);
}
FN(bio_write)
{
    BufferView view;
    Value r = NULL;
    if (!buffer_get(vm, args[1], &view)) return NULL;
    SslBio *b = as_bio(args[0]);
    if (view.len > INT32_MAX) err_raise(vm, EXC_OverflowError, "string longer than %d bytes", INT32_MAX);
    else if (b->ended) ssl_raise_plain(vm, "cannot write() after write_eof()");
    else {
        int k = view.len ? O.BIO_write(b->bio, view.data, (int)view.len) : 0;
        r = k < 0 ? RAISE_LAST(vm) : make_small(k);
    }
    buffer_release(vm, &view);
    return r;
}
FN(bio_write_eof)
{
    SslBio *b = as_bio(args[0]);
    b->ended = true;
    O.BIO_clear_flags(b->bio, BIO_RETRIES);
    O.BIO_ctrl(b->bio, BIO_C_SET_BUF_MEM_EOF_RETURN, 0, NULL);
    return V_NONE;
}
static Value get_pending(VM *vm, Ref self) { return make_small((int64_t)O.BIO_ctrl_pending(as_bio(self)->bio)); }
static Value get_eof(VM *vm, Ref self) { return make_bool(as_bio(self)->ended && !O.BIO_ctrl_pending(as_bio(self)->bio)); }

static const NativeDef methods[] = {
    {"read", bio_read, "self, size=-1, /", "At most size bytes of what has been written; negative: all there is.", 0},
    {"write", bio_write, "self, b, /", "Put bytes behind those that are there; how many.", 0},
    {"write_eof", bio_write_eof, "self, /", "Nothing comes any more: whoever has read all finds the end.", 0},
    {0},
};
static const GetSetDef getsets[] = {
    {"pending", get_pending, NULL, "bytes that can be read"},
    {"eof", get_eof, NULL, "is this the end?"},
    {0},
};
const TypeDef ssl_bio_def = {.name = "_ssl.MemoryBIO", .doc = "Bytes in memory between a connection and who carries them.", .kind = KIND_OPAQUE, .size = sizeof(SslBio),
    .flags = TYPE_IMMUTABLE | TYPE_BASE, .s = {.new_ = bio_new}, .dealloc = bio_dealloc, .methods = methods, .getsets = getsets};
