/* mod_pickle_write.c: Pickler: objects as opcodes, in frames of about 64 KB from protocol 4 on.
 * Long because every kind of object has its form in each protocol. */
#include "mod_pickle.h"

typedef struct MemoRow { Value obj; int64_t index; } MemoRow; /* obj NULL: free */
typedef struct Memo { MemoRow *rows; int64_t used, size; } Memo; /* by address; size a power of two or 0 */
typedef struct Pickler {
    Obj head;
    unsigned char *out;
    int64_t len, cap, frame; /* frame: where the open one's header stands, or -1 */
    Memo memo;
    Value write, persistent_id, dispatch_table, reducer_override, callback, fast_seen; /* each may be NULL */
    int protocol, fast_depth;
    bool ready, bin, fast, fix_imports, framing, running;
} Pickler;
static Pickler *as_pickler(Ref v) { return (Pickler *)BITS(v); }

static bool save(VM *vm, Pickler *p, Ref obj, bool persistent);
static bool save_reduce(VM *vm, Pickler *p, Ref parts, Ref obj);

/* ---- the memo ---- */
static uint64_t slot_of(const Memo *m, Ref obj) { return (BITS(obj) >> 4) * 0x9E3779B97F4A7C15u >> 20 & (uint64_t)(m->size - 1); }
static MemoRow *memo_row(const Memo *m, Ref obj)
{
    uint64_t i = slot_of(m, obj);
    while (m->rows[i].obj && m->rows[i].obj != obj) i = (i + 1) & (uint64_t)(m->size - 1);
    return &m->rows[i];
}
static const MemoRow *memo_find(const Pickler *p, Ref obj)
{
    if (!p->memo.used) return NULL;
    const MemoRow *row = memo_row(&p->memo, obj);
    return row->obj ? row : NULL;
}
static bool memo_add(VM *vm, Memo *m, Ref obj, int64_t index)
{
    if (m->used * 3 >= m->size * 2) {
        Memo wide = {.size = m->size ? m->size * 2 : 64};
        if (!(wide.rows = mem_zalloc(vm->mem, (size_t)wide.size * sizeof *wide.rows))) return err_no_memory(vm), false;
        for (int64_t i = 0; i < m->size; i++)
            if (m->rows[i].obj) *memo_row(&wide, m->rows[i].obj) = m->rows[i];
        mem_free(vm->mem, m->rows, (size_t)m->size * sizeof *m->rows);
        wide.used = m->used;
        *m = wide;
    }
    MemoRow *row = memo_row(m, obj);
    if (!row->obj) {
        row->obj = retain(obj);
        m->used++;
    }
    row->index = index;
    return true;
}
static void memo_free(VM *vm, Memo *m)
{
    Memo old = *m;
    *m = (Memo){0};
    for (int64_t i = 0; i < old.size; i++) release(vm, old.rows[i].obj);
    mem_free(vm->mem, old.rows, (size_t)old.size * sizeof *old.rows);
}

/* ---- bytes out ---- */
static bool room(VM *vm, Pickler *p, int64_t n)
{
    if (p->len + n <= p->cap) return true;
    int64_t cap = p->cap ? p->cap * 2 : 256;
    while (cap < p->len + n) cap *= 2;
    unsigned char *out = mem_realloc(vm->mem, p->out, (size_t)p->cap, (size_t)cap);
    if (!out) return err_no_memory(vm), false;
    p->out = out;
    p->cap = cap;
    return true;
}
static bool put(VM *vm, Pickler *p, const void *bytes, int64_t n)
{
    bool opens = p->framing && p->frame < 0;
    if (!room(vm, p, n + (opens ? FRAME_HEADER : 0))) return false;
    if (opens) {
        p->frame = p->len;
        memset(p->out + p->len, 0xfe, FRAME_HEADER);
        p->len += FRAME_HEADER;
    }
    if (n) memcpy(p->out + p->len, bytes, (size_t)n);
    p->len += n;
    return true;
}
/* Is there room for an opcode and eight bytes, with nothing else to do? */
static inline bool ready_to_put(const Pickler *p) { return p->cap - p->len >= 9 && (p->frame >= 0 || !p->framing); }
static __attribute__((noinline)) bool put_op(VM *vm, Pickler *p, int op)
{
    if (!ready_to_put(p)) return put(vm, p, &(unsigned char){(unsigned char)op}, 1);
    p->out[p->len++] = (unsigned char)op;
    return true;
}
static bool put_sized(VM *vm, Pickler *p, int op, uint64_t size, int width) /* op and a number of `width` bytes */
{
    if (ready_to_put(p)) { /* all eight are written: what comes next is written over the rest */
        p->out[p->len] = (unsigned char)op;
        memcpy(p->out + p->len + 1, &size, 8);
        p->len += 1 + width;
        return true;
    }
    unsigned char bytes[9] = {(unsigned char)op};
    memcpy(bytes + 1, &size, (size_t)width);
    return put(vm, p, bytes, 1 + width);
}
static void close_frame(Pickler *p)
{
    if (!p->framing || p->frame < 0) return;
    uint64_t n = (uint64_t)(p->len - p->frame - FRAME_HEADER);
    unsigned char *at = p->out + p->frame;
    if (n >= FRAME_LEAST) {
        at[0] = OP_FRAME;
        memcpy(at + 1, &n, 8);
    } else { /* too little to be worth a header */
        memmove(at, at + FRAME_HEADER, (size_t)n);
        p->len -= FRAME_HEADER;
    }
    p->frame = -1;
}
static bool flush(VM *vm, Pickler *p)
{
    Value bytes = bytes_from(vm, p->len ? (const void *)p->out : "", p->len), r = bytes ? call1(vm, p->write, bytes) : NO_VALUE;
    release(vm, bytes);
    release(vm, r);
    p->len = 0;
    return r != NO_VALUE;
}
static bool between_opcodes(VM *vm, Pickler *p)
{
    if (!p->framing || p->frame < 0 || p->len - p->frame - FRAME_HEADER < FRAME_TARGET) return true;
    close_frame(p);
    return !p->write || flush(vm, p);
}
/* An opcode's head, then its data; much of it goes past the frames. */
static bool put_data(VM *vm, Pickler *p, int op, const void *data, int64_t n, int width, Ref whole /*the data as an object, or NULL*/)
{
    bool framing = p->framing, apart = n >= FRAME_TARGET;
    if (apart) {
        close_frame(p);
        p->framing = false;
    }
    bool ok = put_sized(vm, p, op, (uint64_t)n, width);
    if (ok && apart && p->write) {
        ok = flush(vm, p);
        if (ok) {
            Value bytes = whole ? retain(whole) : bytes_from(vm, data, n), r = bytes ? call1(vm, p->write, bytes) : NO_VALUE;
            ok = r != NO_VALUE;
            release(vm, bytes);
            release(vm, r);
        }
    } else ok = ok && put(vm, p, data, n);
    p->framing = framing;
    return ok;
}

static bool memo_get(VM *vm, Pickler *p, const MemoRow *row)
{
    char text[32];
    if (!p->bin) return put(vm, p, text, snprintf(text, sizeof text, "g%lld\n", (long long)row->index));
    return row->index < 256 ? put_sized(vm, p, OP_BINGET, (uint64_t)row->index, 1) : put_sized(vm, p, OP_LONG_BINGET, (uint64_t)row->index, 4);
}
static bool memo_put(VM *vm, Pickler *p, Ref obj)
{
    if (p->fast) return true;
    int64_t index = p->memo.used;
    char text[32];
    if (!memo_add(vm, &p->memo, obj, index)) return false;
    if (p->protocol >= 4) return put_op(vm, p, OP_MEMOIZE);
    if (!p->bin) return put(vm, p, text, snprintf(text, sizeof text, "p%lld\n", (long long)index));
    return index < 256 ? put_sized(vm, p, OP_BINPUT, (uint64_t)index, 1) : put_sized(vm, p, OP_LONG_BINPUT, (uint64_t)index, 4);
}

/* ---- plain values ---- */
static bool put_text(VM *vm, Pickler *p, const char *head, Value text /*taken, ASCII; or NULL*/, const char *tail)
{
    size_t n = 0;
    const char *s = text ? str_utf8(vm, text, &n) : NULL;
    bool ok = s && put(vm, p, head, (int64_t)strlen(head)) && put(vm, p, s, (int64_t)n) && put(vm, p, tail, (int64_t)strlen(tail));
    release(vm, text);
    return ok;
}

static bool save_int(VM *vm, Pickler *p, Ref v)
{
    int64_t i;
    if (int_fits_i64(v, &i) && i == (int32_t)i && (p->bin || i != INT32_MIN)) {
        char text[32];
        if (!p->bin) return put(vm, p, text, snprintf(text, sizeof text, "I%lld\n", (long long)i));
        if (i >= 0 && i < 256) return put_sized(vm, p, OP_BININT1, (uint64_t)i, 1);
        if (i >= 0 && i < 65536) return put_sized(vm, p, OP_BININT2, (uint64_t)i, 2);
        return put_sized(vm, p, OP_BININT, (uint64_t)i, 4);
    }
    if (p->protocol < 2) return put_text(vm, p, "L", int_to_text(vm, v, 10), "L\n");
    int64_t bits;
    if (is_small(v)) {
        uint64_t u = (uint64_t)(small_of(v) < 0 ? ~small_of(v) : small_of(v));
        bits = u ? 64 - __builtin_clzll(u) : 0;
    } else {
        const Int *big = (const Int *)BITS(v);
        int64_t size = big->size < 0 ? -(int64_t)big->size : big->size;
        bits = size ? size * 64 - __builtin_clzll(big->limb[size - 1]) : 0;
    }
    int64_t n = bits / 8 + 1; /* with room for the sign */
    Value name = str_intern_c(vm, "to_bytes"), word = name ? str_from_c(vm, "little") : NO_VALUE, key = word ? str_intern_c(vm, "signed") : NO_VALUE, names = key ? tuple_of(vm, 1, REF(key)) : NO_VALUE, f = names ? obj_getattr(vm, v, name) : NO_VALUE;
    Value bytes = f ? call(vm, f, (Ref[]){make_small(n), word, V_TRUE}, 2, names) : NO_VALUE;
    release(vm, name);
    release(vm, word);
    release(vm, key);
    release(vm, names);
    release(vm, f);
    if (!bytes) return false;
    const unsigned char *b = as_bytes(bytes)->data;
    if (int_sign(v) < 0 && n > 1 && b[n - 1] == 0xff && b[n - 2] & 0x80) n--; /* -128 takes one byte */
    bool ok = put_data(vm, p, n < 256 ? OP_LONG1 : OP_LONG4, b, n, n < 256 ? 1 : 4, NULL);
    release(vm, bytes);
    return ok;
}

static bool save_float(VM *vm, Pickler *p, Ref v)
{
    double d = float_any_of(v);
    uint64_t bits;
    if (!p->bin) return put_text(vm, p, "F", float_repr(vm, d), "\n");
    memcpy(&bits, &d, 8);
    return put_sized(vm, p, OP_BINFLOAT, __builtin_bswap64(bits), 8);
}

/* callable(*args) in the place of an object that old protocols have no opcode for */
static bool save_call(VM *vm, Pickler *p, Ref callable, Value args /*taken*/, Ref obj)
{
    Value parts = args ? tuple_of(vm, 2, callable, REF(args)) : NO_VALUE;
    bool ok = parts && save_reduce(vm, p, parts, obj);
    release(vm, args);
    release(vm, parts);
    return ok;
}

static bool save_bytes_data(VM *vm, Pickler *p, Ref obj, const unsigned char *data, int64_t n)
{
    if (p->protocol < 3) {
        if (!n) return save_call(vm, p, REF(CLASS(bytes)), retain(vm->empty_tuple), obj);
        Value encode = import_attr(vm, "codecs", "encode");
        Value text = encode ? str_from_latin1(vm, data, (size_t)n) : NO_VALUE, name = text ? str_from_c(vm, "latin1") : NO_VALUE;
        bool ok = name && save_call(vm, p, encode, tuple_of(vm, 2, REF(text), REF(name)), obj);
        release(vm, encode);
        release(vm, text);
        release(vm, name);
        return ok;
    }
    if (n > UINT32_MAX && p->protocol < 4) return err_false(vm, EXC_OverflowError, "serializing a bytes object larger than 4 GiB requires pickle protocol 4 or higher");
    bool ok = n < 256 ? put_data(vm, p, OP_SHORT_BINBYTES, data, n, 1, NULL) : n <= UINT32_MAX ? put_data(vm, p, OP_BINBYTES, data, n, 4, obj) : put_data(vm, p, OP_BINBYTES8, data, n, 8, obj);
    return ok && memo_put(vm, p, obj);
}
static bool save_bytes(VM *vm, Pickler *p, Ref v) { return save_bytes_data(vm, p, v, as_bytes(v)->data, as_bytes(v)->len); }
static bool save_bytearray(VM *vm, Pickler *p, Ref v)
{
    const ByteArray *b = as_bytearray(v);
    if (p->protocol >= 5) return put_data(vm, p, OP_BYTEARRAY8, b->data, b->len, 8, v) && memo_put(vm, p, v);
    if (!b->len) return save_call(vm, p, REF(CLASS(bytearray)), retain(vm->empty_tuple), v);
    Value bytes = bytes_from(vm, b->data, b->len), args = bytes ? tuple_of(vm, 1, REF(bytes)) : NO_VALUE;
    release(vm, bytes);
    return args && save_call(vm, p, REF(CLASS(bytearray)), args, v);
}

static bool save_buffer(VM *vm, Pickler *p, Ref v)
{
    PickleBuffer *b = (PickleBuffer *)BITS(v);
    if (p->protocol < 5) return pickling_error(vm, "PickleBuffer can only pickled with protocol >= 5") != NULL;
    if (b->released) return err_false(vm, EXC_ValueError, "operation forbidden on released PickleBuffer object");
    int64_t step = b->view.itemsize, back = step;
    bool rows = true, columns = true;
    for (int i = b->view.ndim - 1, k = 0; i >= 0; i--, k++) {
        rows = rows && (b->view.shape[i] <= 1 || b->view.strides[i] == step);
        columns = columns && (b->view.shape[k] <= 1 || b->view.strides[k] == back);
        step *= b->view.shape[i];
        back *= b->view.shape[k];
    }
    if (!rows && !columns) return pickling_error(vm, "PickleBuffer can not be pickled when pointing to a non-contiguous buffer") != NULL;
    bool in_band = true;
    if (p->callback) {
        Value r = call1(vm, p->callback, v);
        int truth = r ? op_truth(vm, r) : -1;
        release(vm, r);
        if (truth < 0) return false;
        in_band = truth;
    }
    if (!in_band) return put_op(vm, p, OP_NEXT_BUFFER) && (!b->view.readonly || put_op(vm, p, OP_READONLY_BUFFER));
    Value copy = bytes_from(vm, b->view.data, b->view.len);
    if (!copy) return false;
    bool ok = b->view.readonly ? save_bytes_data(vm, p, v, as_bytes(copy)->data, as_bytes(copy)->len)
                               : put_data(vm, p, OP_BYTEARRAY8, as_bytes(copy)->data, as_bytes(copy)->len, 8, NULL) && memo_put(vm, p, v);
    release(vm, copy);
    return ok;
}

static bool save_old_str(VM *vm, Pickler *p, Ref v)
{
    StrB b = STRB_INIT(vm);
    for (int64_t i = 0; i < as_str(v)->len; i++) {
        uint32_t c = str_at(as_str(v), i);
        if (c >= 0x10000) strb_format(&b, "\\U%08x", c);
        else if (c > 255 || c == '\\' || c == 0 || c == '\n' || c == '\r' || c == 0x1a) strb_format(&b, "\\u%04x", c);
        else strb_char(&b, c);
    }
    Value text = strb_take(&b);
    bool ok = text && put_op(vm, p, OP_UNICODE);
    for (int64_t i = 0; ok && i < as_str(text)->len; i++) ok = put_op(vm, p, (int)str_at(as_str(text), i));
    release(vm, text);
    return ok && put(vm, p, "\n", 1) && memo_put(vm, p, v);
}
static bool save_str(VM *vm, Pickler *p, Ref v)
{
    if (!p->bin) return save_old_str(vm, p, v);
    Value bytes = NO_VALUE;
    const void *data = as_str(v)->data;
    int64_t n = as_str(v)->len;
    if (!str_is_ascii(as_str(v))) {
        if (!(bytes = codec_encode(vm, v, "utf-8", "surrogatepass"))) return false;
        data = as_bytes(bytes)->data;
        n = as_bytes(bytes)->len;
    }
    bool ok = n > UINT32_MAX && p->protocol < 4 ? err_false(vm, EXC_OverflowError, "serializing a string larger than 4 GiB requires pickle protocol 4 or higher")
              : n < 256 && p->protocol >= 4     ? put_data(vm, p, OP_SHORT_BINUNICODE, data, n, 1, NULL)
              : n <= UINT32_MAX                 ? put_data(vm, p, OP_BINUNICODE, data, n, 4, bytes)
                                                : put_data(vm, p, OP_BINUNICODE8, data, n, 8, bytes);
    release(vm, bytes);
    return ok && memo_put(vm, p, v);
}

/* ---- containers ---- */
static bool save_tuple(VM *vm, Pickler *p, Ref v)
{
    int64_t n = as_tuple(v)->len;
    if (!n) return p->bin ? put_op(vm, p, OP_EMPTY_TUPLE) : put(vm, p, "(t", 2);
    bool small = n <= 3 && p->protocol >= 2;
    if (!small && !put_op(vm, p, OP_MARK)) return false;
    for (int64_t i = 0; i < n; i++)
        if (!save(vm, p, as_tuple(v)->items[i], false)) return false;
    const MemoRow *row = memo_find(p, v);
    if (row) { /* it was reached from its own items, and is there already */
        MemoRow known = *row;
        if (small || !p->bin)
            for (int64_t i = small ? 0 : -1; i < n; i++)
                if (!put_op(vm, p, OP_POP)) return false;
        return (small || !p->bin || put_op(vm, p, OP_POP_MARK)) && memo_get(vm, p, &known);
    }
    return put_op(vm, p, small ? OP_TUPLE1 + (int)n - 1 : OP_TUPLE) && memo_put(vm, p, v);
}

/* The items of an iterator, in batches; pairs: those of a dict. */
static bool batches(VM *vm, Pickler *p, Ref it, bool pairs)
{
    int one = pairs ? OP_SETITEM : OP_APPEND, many = pairs ? OP_SETITEMS : OP_APPENDS;
    Value next = op_next(vm, it);
    bool ok = true;
    while (ok && next) {
        Value item = next;
        int64_t count = 0;
        next = p->protocol ? op_next(vm, it) : NO_VALUE;
        if (p->protocol && !next && err_occurred(vm)) ok = false;
        bool batch = next != NO_VALUE;
        ok = ok && (!batch || put_op(vm, p, OP_MARK));
        while (item) {
            ok = ok && (!pairs || (is_tuple(item) && as_tuple(item)->len == 2) || err_false(vm, EXC_TypeError, "dict items iterator must return 2-tuples"));
            ok = ok && (pairs ? save(vm, p, as_tuple(item)->items[0], false) && save(vm, p, as_tuple(item)->items[1], false) : save(vm, p, item, false));
            release(vm, item);
            item = NO_VALUE;
            if (!ok || ++count == PICKLE_BATCH || !batch) break;
            item = next;
            next = item ? op_next(vm, it) : NO_VALUE;
            if (item && !next && err_occurred(vm)) {
                ok = false;
                break;
            }
        }
        release(vm, item);
        ok = ok && put_op(vm, p, batch ? many : one);
        if (ok && !p->protocol) next = op_next(vm, it);
    }
    release(vm, next);
    return ok && !err_occurred(vm);
}

static bool fast_enter(VM *vm, Pickler *p, Ref v)
{
    if (!p->fast || ++p->fast_depth < 50) return true; /* so deep it may be a cycle */
    if (!p->fast_seen && !(p->fast_seen = dict_new(vm))) return false;
    Value key = int_from_u64(vm, BITS(v));
    int known = key ? dict_contains(vm, p->fast_seen, key) : -1;
    bool ok = known == 0 && dict_set(vm, p->fast_seen, key, V_NONE);
    if (known > 0) {
        p->fast_depth = -1;
        err_raise(vm, EXC_ValueError, "fast mode: can't pickle cyclic objects including object type %T at 0x%llx", v, (unsigned long long)BITS(v));
    }
    release(vm, key);
    return ok;
}
static void fast_leave(VM *vm, Pickler *p, Ref v)
{
    if (!p->fast || p->fast_depth-- < 50 || !p->fast_seen) return;
    Value pending = err_take(vm), key = int_from_u64(vm, BITS(v));
    if (key) dict_del(vm, p->fast_seen, key);
    release(vm, key);
    err_put(vm, pending);
}

static bool list_items(VM *vm, Pickler *p, Ref v)
{
    if (!p->protocol || !is_exact(v, CLASS(list))) {
        Value it = op_iter(vm, v);
        bool ok = it && batches(vm, p, it, false);
        release(vm, it);
        return ok;
    }
    bool single = as_list(v)->len == 1;
    for (int64_t i = 0; i < as_list(v)->len;) {
        if (!single && !put_op(vm, p, OP_MARK)) return false;
        for (int64_t k = 0; k < PICKLE_BATCH && i < as_list(v)->len; k++) {
            Value item = retain(as_list(v)->items[i++]);
            bool ok = save(vm, p, item, false);
            release(vm, item);
            if (!ok) return false;
            if (single) break;
        }
        if (!put_op(vm, p, single ? OP_APPEND : OP_APPENDS)) return false;
        if (single) break;
    }
    return true;
}
static bool save_list(VM *vm, Pickler *p, Ref v)
{
    if (!fast_enter(vm, p, v)) return false;
    bool ok = (p->bin ? put_op(vm, p, OP_EMPTY_LIST) : put(vm, p, "(l", 2)) && memo_put(vm, p, v) && (!as_list(v)->len || list_items(vm, p, v));
    fast_leave(vm, p, v);
    return ok;
}

static bool save_item(VM *vm, Pickler *p, Ref key, Ref value)
{
    Value held = retain(key), held_value = retain(value); /* what is saved on the way may change the dict */
    bool ok = save(vm, p, held, false) && save(vm, p, held_value, false);
    release(vm, held);
    release(vm, held_value);
    return ok;
}

/* Of dict's own class: no iterator is asked and no pair is made. (A batch that is full is followed by another one, which may be empty.) */
static bool plain_dict_items(VM *vm, Pickler *p, Ref v)
{
    int64_t size = dict_len(v), pos = 0, count;
    Ref key, value;
    if (size == 1) return dict_next(v, &pos, &key, &value) && save_item(vm, p, key, value) && put_op(vm, p, OP_SETITEM);
    do {
        if (!put_op(vm, p, OP_MARK)) return false;
        for (count = 0; count < PICKLE_BATCH && dict_next(v, &pos, &key, &value); count++)
            if (!save_item(vm, p, key, value)) return false;
        if (!put_op(vm, p, OP_SETITEMS)) return false;
        if (dict_len(v) != size) return err_false(vm, EXC_RuntimeError, "dictionary changed size during iteration");
    } while (count == PICKLE_BATCH);
    return true;
}

static bool dict_items(VM *vm, Pickler *p, Ref v)
{
    if (p->protocol && is_exact(v, CLASS(dict))) return plain_dict_items(vm, p, v);
    Value items = call_method(vm, v, NAME(items), NULL, 0), it = items ? op_iter(vm, items) : NO_VALUE;
    bool ok = it && batches(vm, p, it, true);
    release(vm, items);
    release(vm, it);
    return ok;
}
static bool save_dict(VM *vm, Pickler *p, Ref v)
{
    if (!fast_enter(vm, p, v)) return false;
    bool ok = (p->bin ? put_op(vm, p, OP_EMPTY_DICT) : put(vm, p, "(d", 2)) && memo_put(vm, p, v) && (!dict_len(v) || dict_items(vm, p, v));
    fast_leave(vm, p, v);
    return ok;
}

static bool save_set(VM *vm, Pickler *p, Ref v, bool frozen)
{
    if (p->protocol < 4) {
        Value items = list_from_iter(vm, v), args = items ? tuple_of(vm, 1, REF(items)) : NO_VALUE;
        release(vm, items);
        return args && save_call(vm, p, REF(as_obj(v)->type), args, v);
    }
    if (!frozen && (!put_op(vm, p, OP_EMPTY_SET) || !memo_put(vm, p, v))) return false;
    if (!frozen && !as_set(v)->used) return true;
    Value it = op_iter(vm, v), item = NO_VALUE;
    bool ok = it && (!frozen || put_op(vm, p, OP_MARK));
    for (int64_t count = 0; ok && (item = op_next(vm, it)); count++) {
        if (!frozen && count % PICKLE_BATCH == 0) ok = (count == 0 || put_op(vm, p, OP_ADDITEMS)) && put_op(vm, p, OP_MARK);
        ok = ok && save(vm, p, item, false);
        release(vm, item);
    }
    release(vm, it);
    if (!ok || err_occurred(vm)) return false;
    if (!frozen) return put_op(vm, p, OP_ADDITEMS);
    const MemoRow *row = memo_find(p, v);
    MemoRow known = row ? *row : (MemoRow){0};
    return row ? put_op(vm, p, OP_POP_MARK) && memo_get(vm, p, &known) : put_op(vm, p, OP_FROZENSET) && memo_put(vm, p, v);
}

/* ---- classes and functions: by their names ---- */
static Value module_holding(VM *vm, Ref obj, Ref path)
{
    Value name;
    int has = obj_lookup_attr(vm, obj, NAME(__module__), &name);
    if (has < 0) return NULL;
    if (has && !is_none(name)) return name;
    Value keys = dict_keys_list(vm, REF(vm->modules)), found = NO_VALUE; /* looking may import */
    for (int64_t i = 0; keys && !found && i < as_list(keys)->len; i++) {
        Ref key = as_list(keys)->items[i], module = dict_get(vm, REF(vm->modules), key);
        if (!is_str(key) || !module || is_none(module) || str_equal_c(key, "__main__") || str_equal_c(key, "__mp_main__")) continue;
        Value held = retain(module), got = NO_VALUE;
        int there = pickle_deep_attribute(vm, held, path, &got, NULL);
        if (there < 0) err_clear(vm);
        if (there > 0 && got == obj) found = retain(key);
        release(vm, held);
        release(vm, got);
    }
    bool raised = !keys;
    release(vm, keys);
    return found ? found : raised ? NULL : str_from_c(vm, "__main__");
}

static bool put_extension(VM *vm, Pickler *p, Ref obj, Ref module, Ref name, bool *done)
{
    *done = false;
    if (p->protocol < 2) return true;
    Value table = pickle_table(vm, "copyreg", "_extension_registry"), key = table ? tuple_of(vm, 2, module, name) : NO_VALUE;
    Ref code = key ? dict_get(vm, table, key) : NULL;
    bool ok = key && !err_occurred(vm);
    int64_t i;
    if (ok && code) {
        *done = true;
        if (!is_int(code) || !int_fits_i64(code, &i)) ok = pickling_error(vm, "Can't pickle %R: extension code %R isn't an integer", obj, code) != NULL;
        else if (i <= 0 || i > INT32_MAX) ok = pickling_error(vm, "Can't pickle %R: extension code %lld is out of range", obj, (long long)i) != NULL;
        else ok = i < 256 ? put_sized(vm, p, OP_EXT1, (uint64_t)i, 1) : i < 65536 ? put_sized(vm, p, OP_EXT2, (uint64_t)i, 2) : put_sized(vm, p, OP_EXT4, (uint64_t)i, 4);
    }
    release(vm, table);
    release(vm, key);
    return ok;
}

/* A name of Python 3 as Python 2 has it. Both are replaced. */
static bool old_names(VM *vm, Value *module, Value *name)
{
    Value names = pickle_table(vm, "_compat_pickle", "REVERSE_NAME_MAPPING"), key = names ? tuple_of(vm, 2, REF(*module), REF(*name)) : NO_VALUE;
    Ref pair = key ? dict_get(vm, names, key) : NULL;
    bool ok = key && !err_occurred(vm);
    if (pair && is_tuple(pair) && as_tuple(pair)->len == 2 && is_str(as_tuple(pair)->items[0]) && is_str(as_tuple(pair)->items[1])) {
        Value m = retain(as_tuple(pair)->items[0]), n = retain(as_tuple(pair)->items[1]);
        value_put(vm, module, m);
        value_put(vm, name, n);
    } else if (pair) ok = err_false(vm, EXC_RuntimeError, "_compat_pickle.REVERSE_NAME_MAPPING values should be 2-tuples, not %T", pair);
    else if (ok) {
        Value modules = pickle_table(vm, "_compat_pickle", "REVERSE_IMPORT_MAPPING");
        Ref old = modules ? dict_get(vm, modules, *module) : NULL;
        ok = modules && !err_occurred(vm);
        if (old && is_str(old)) value_put(vm, module, retain(old));
        else if (old) ok = err_false(vm, EXC_RuntimeError, "_compat_pickle.REVERSE_IMPORT_MAPPING values should be strings, not %T", old);
        release(vm, modules);
    }
    release(vm, names);
    release(vm, key);
    return ok;
}

static bool put_global(VM *vm, Pickler *p, Ref obj, Ref module, Ref name)
{
    Value m = retain(module), n = retain(name), bm = NO_VALUE, bn = NO_VALUE;
    bool ok = p->protocol >= 3 || !p->fix_imports || old_names(vm, &m, &n);
    const char *encoding = p->protocol >= 3 ? "utf-8" : "ascii";
    ok = ok && (bm = codec_encode(vm, m, encoding, NULL)) && (bn = codec_encode(vm, n, encoding, NULL));
    if (!ok && err_matches(vm, EXC_UnicodeEncodeError)) {
        err_clear(vm);
        pickling_error(vm, "can't pickle global identifier '%S.%S' using pickle protocol %d", REF(m), REF(n), p->protocol);
    }
    ok = ok && put_op(vm, p, OP_GLOBAL) && put(vm, p, as_bytes(bm)->data, as_bytes(bm)->len) && put(vm, p, "\n", 1) && put(vm, p, as_bytes(bn)->data, as_bytes(bn)->len) && put(vm, p, "\n", 1);
    release(vm, m);
    release(vm, n);
    release(vm, bm);
    release(vm, bn);
    return ok;
}

static Value last_name(VM *vm, Ref path)
{
    int64_t dot = as_str(path)->len;
    while (dot > 0 && str_at(as_str(path), dot - 1) != '.') dot--;
    return str_substr(vm, path, dot, as_str(path)->len);
}

static bool save_found(VM *vm, Pickler *p, Ref obj, Ref module, Ref module_name, Ref path)
{
    Ref name = path;
    Value last = last_name(vm, path);
    if (!last) return false;
    Value found = NO_VALUE, parent = NO_VALUE;
    int has = pickle_deep_attribute(vm, module, name, &found, &parent);
    bool ok = has > 0, extension = false;
    if (has == 0) pickling_error(vm, "Can't pickle %R: attribute lookup %S on %S failed", obj, name, module_name);
    if (ok && found != obj) ok = pickling_error(vm, "Can't pickle %R: it's not the same object as %S.%S", obj, module_name, name) != NULL;
    if (parent == module) name = last; /* a path may come back to where it began */
    ok = ok && put_extension(vm, p, obj, module_name, name, &extension);
    if (ok && !extension) {
        if (p->protocol >= 4) ok = save(vm, p, module_name, false) && save(vm, p, name, false) && put_op(vm, p, OP_STACK_GLOBAL) && memo_put(vm, p, obj);
        else if (parent != module) { /* inside a class: getattr(class, name) */
            Value args = tuple_of(vm, 2, REF(parent), REF(last));
            Ref getter = dict_get_c(vm, REF(vm->builtins), "getattr");
            ok = args && getter && save_call(vm, p, getter, args, NULL) && memo_put(vm, p, obj);
        } else ok = put_global(vm, p, obj, module_name, name) && memo_put(vm, p, obj);
    }
    release(vm, last);
    release(vm, found);
    release(vm, parent);
    return ok;
}

static bool save_global(VM *vm, Pickler *p, Ref obj, Ref given /*or NULL*/)
{
    Value name = NO_VALUE, module_name = NO_VALUE, module = NO_VALUE;
    if (given) name = retain(given);
    else {
        Value key = str_intern_c(vm, "__qualname__");
        int has = key ? obj_lookup_attr(vm, obj, key, &name) : -1;
        release(vm, key);
        if (has < 0 || (!has && !(name = obj_getattr(vm, obj, NAME(__name__))))) return false;
    }
    bool ok = is_str(name) || err_false(vm, EXC_TypeError, "attribute name must be string, not '%T'", REF(name));
    Value local = ok ? str_from_c(vm, "<locals>") : NO_VALUE;
    if (local && str_find(name, local, 0, as_str(name)->len) >= 0) ok = err_false(vm, EXC_AttributeError, "Can't pickle local object %R", REF(name));
    release(vm, local);
    ok = ok && (module_name = module_holding(vm, obj, name));
    if (ok) {
        if (is_str(module_name)) {
            Value first = import_name(vm, module_name, NULL, NULL, 0);
            release(vm, first);
            Ref there = first ? dict_get(vm, REF(vm->modules), module_name) : NULL;
            if (there) module = retain(there);
        }
        if (!module) {
            err_clear(vm);
            ok = pickling_error(vm, "Can't pickle %R: import of module %R failed", obj, REF(module_name)) != NULL;
        }
    }
    ok = ok && save_found(vm, p, obj, module, module_name, name);
    release(vm, name);
    release(vm, module_name);
    release(vm, module);
    return ok;
}

static bool save_type(VM *vm, Pickler *p, Ref v)
{
    Ref only = as_type(v) == type_of(vm, V_NONE) ? V_NONE : as_type(v) == type_of(vm, V_ELLIPSIS) ? V_ELLIPSIS : as_type(v) == type_of(vm, V_NOTIMPL) ? V_NOTIMPL : NULL;
    return only ? save_call(vm, p, REF(CLASS(type)), tuple_of(vm, 1, only), v) : save_global(vm, p, v, NULL);
}

/* ---- what __reduce__ gave ---- */
static bool put_newobj_ex(VM *vm, Pickler *p, Ref args)
{
    const Tuple *t = as_tuple(args);
    if (t->len != 3) return pickling_error(vm, "length of the NEWOBJ_EX argument tuple must be exactly 3, not %lld", (long long)t->len) != NULL;
    if (!is_type(t->items[0])) return pickling_error(vm, "first item from NEWOBJ_EX argument tuple must be a class, not %T", (Ref)t->items[0]) != NULL;
    if (!is_tuple(t->items[1])) return pickling_error(vm, "second item from NEWOBJ_EX argument tuple must be a tuple, not %T", (Ref)t->items[1]) != NULL;
    if (!is_dict(t->items[2])) return pickling_error(vm, "third item from NEWOBJ_EX argument tuple must be a dict, not %T", (Ref)t->items[2]) != NULL;
    if (p->protocol >= 4) return save(vm, p, t->items[0], false) && save(vm, p, t->items[1], false) && save(vm, p, t->items[2], false) && put_op(vm, p, OP_NEWOBJ_EX);
    /* partial(cls.__new__, cls, *args, **kwargs)() */
    Value partial = import_attr(vm, "functools", "partial"), make = partial ? obj_getattr(vm, t->items[0], NAME(__new__)) : NO_VALUE;
    int64_t n = as_tuple(t->items[1])->len;
    Value all = make ? tuple_new(vm, n + 2) : NO_VALUE, call_it = NO_VALUE;
    if (all) {
        as_tuple(all)->items[0] = retain(make);
        as_tuple(all)->items[1] = retain(t->items[0]);
        for (int64_t i = 0; i < n; i++) as_tuple(all)->items[i + 2] = retain(as_tuple(t->items[1])->items[i]);
        call_it = call_tuple(vm, partial, all, t->items[2]);
    }
    bool ok = call_it && save(vm, p, call_it, false) && save(vm, p, vm->empty_tuple, false) && put_op(vm, p, OP_REDUCE);
    release(vm, partial);
    release(vm, make);
    release(vm, all);
    release(vm, call_it);
    return ok;
}

static bool put_newobj(VM *vm, Pickler *p, Ref args, Ref obj)
{
    const Tuple *t = as_tuple(args);
    if (t->len < 1) return pickling_error(vm, "__newobj__ arglist is empty") != NULL;
    Value make, cls = NO_VALUE;
    int has = obj_lookup_attr(vm, t->items[0], NAME(__new__), &make);
    if (has < 0) return false;
    if (!has) return pickling_error(vm, "args[0] from __newobj__ args has no __new__") != NULL;
    release(vm, make);
    if (obj) {
        if (!(cls = obj_getattr(vm, obj, NAME(__class__)))) return false;
        bool same = cls == t->items[0];
        release(vm, cls);
        if (!same) return pickling_error(vm, "args[0] from __newobj__ args has the wrong class") != NULL;
    }
    Value rest = tuple_from(vm, as_refs(t->items) + 1, t->len - 1);
    bool ok = rest && save(vm, p, t->items[0], false) && save(vm, p, rest, false) && put_op(vm, p, OP_NEWOBJ);
    release(vm, rest);
    return ok;
}

static bool is_iterator(VM *vm, Ref v) { return type_of(vm, v)->s.next != NULL; }

static bool put_contents(VM *vm, Pickler *p, Ref obj, Ref state, Ref list_items_of, Ref dict_items_of, Ref setter)
{
    if (list_items_of && !batches(vm, p, list_items_of, false)) return false;
    if (dict_items_of && !batches(vm, p, dict_items_of, true)) return false;
    if (!state) return true;
    if (!setter) return save(vm, p, state, false) && put_op(vm, p, OP_BUILD);
    /* setter(obj, state), whose answer is dropped */
    return save(vm, p, setter, false) && save(vm, p, obj, false) && save(vm, p, state, false) && put_op(vm, p, OP_TUPLE2) && put_op(vm, p, OP_REDUCE) && put_op(vm, p, OP_POP);
}

static bool save_reduce(VM *vm, Pickler *p, Ref parts, Ref obj)
{
    Ref in[6] = {0};
    int64_t n = as_tuple(parts)->len;
    if (n < 2 || n > 6) return pickling_error(vm, "tuple returned by __reduce__ must contain 2 through 6 elements") != NULL;
    for (int64_t i = 0; i < n; i++) in[i] = i >= 2 && is_none(as_tuple(parts)->items[i]) ? NULL : (Ref)as_tuple(parts)->items[i];
    if (!is_type(in[0]) && !type_of(vm, in[0])->s.call) return pickling_error(vm, "first item of the tuple returned by __reduce__ must be callable") != NULL;
    if (!is_tuple(in[1])) return pickling_error(vm, "second item of the tuple returned by __reduce__ must be a tuple") != NULL;
    if (in[3] && !is_iterator(vm, in[3])) return pickling_error(vm, "fourth element of the tuple returned by __reduce__ must be an iterator, not %T", in[3]) != NULL;
    if (in[4] && !is_iterator(vm, in[4])) return pickling_error(vm, "fifth element of the tuple returned by __reduce__ must be an iterator, not %T", in[4]) != NULL;
    if (in[5] && !is_type(in[5]) && !type_of(vm, in[5])->s.call) return pickling_error(vm, "sixth element of the tuple returned by __reduce__ must be a function, not %T", in[5]) != NULL;
    Value name = NO_VALUE;
    int has = p->protocol >= 2 ? obj_lookup_attr(vm, in[0], NAME(__name__), &name) : 0;
    if (has < 0) return false;
    bool ex = has && is_str(name) && str_equal_c(name, "__newobj_ex__"), plain = has && is_str(name) && str_equal_c(name, "__newobj__");
    if (has) release(vm, name);
    bool ok = ex ? put_newobj_ex(vm, p, in[1]) : plain ? put_newobj(vm, p, in[1], obj) : save(vm, p, in[0], false) && save(vm, p, in[1], false) && put_op(vm, p, OP_REDUCE);
    if (!ok) return false;
    if (obj) {
        const MemoRow *row = memo_find(p, obj);
        MemoRow known = row ? *row : (MemoRow){0};
        if (!(row ? put_op(vm, p, OP_POP) && memo_get(vm, p, &known) : memo_put(vm, p, obj))) return false;
    }
    return put_contents(vm, p, obj ? obj : V_NONE, in[2], in[3], in[4], in[5]);
}

/* What stands for an object of the program's. NULL: raised, or (*done) it is written. */
static Value reduced(VM *vm, Pickler *p, Ref v, bool *done)
{
    *done = false;
    if (p->reducer_override) {
        Value r = call1(vm, p->reducer_override, v);
        if (r != V_NOTIMPL) return r;
    }
    Ref type = REF(type_of(vm, v)), f = NULL;
    if (type == REF(CLASS(type)) || is_kind(v, KIND_FUNCTION)) {
        *done = type == REF(CLASS(type)) ? save_type(vm, p, v) : save_global(vm, p, v, NULL);
        return NULL;
    }
    Value table = p->dispatch_table ? retain(p->dispatch_table) : pickle_table(vm, "copyreg", "dispatch_table"), own = NO_VALUE;
    if (!table) return NULL;
    if (is_exact(table, CLASS(dict))) {
        f = dict_get(vm, table, type);
        own = f ? retain(f) : NO_VALUE;
    } else if (!(own = op_getitem(vm, table, type)) && err_matches(vm, EXC_KeyError)) err_clear(vm);
    release(vm, table);
    if (err_occurred(vm)) return NULL;
    if (own) {
        Value r = call1(vm, own, v);
        release(vm, own);
        return r;
    }
    if (is_type(v)) {
        *done = save_global(vm, p, v, NULL);
        return NULL;
    }
    int has = obj_lookup_attr(vm, v, NAME(__reduce_ex__), &own);
    if (has < 0) return NULL;
    Value r = NO_VALUE;
    if (has) r = call1(vm, own, make_small(p->protocol));
    else if ((has = obj_lookup_attr(vm, v, NAME(__reduce__), &own)) > 0) r = call0(vm, own);
    else if (has == 0) return pickling_error(vm, "can't pickle '%T' object: %R", v, v);
    if (has > 0) release(vm, own);
    return r;
}

static bool save_object(VM *vm, Pickler *p, Ref v)
{
    bool done;
    Value parts = reduced(vm, p, v, &done);
    if (!parts) return done;
    bool ok = is_str(parts) ? save_global(vm, p, v, parts) : is_tuple(parts) ? save_reduce(vm, p, parts, v) : pickling_error(vm, "__reduce__ must return a string or tuple") != NULL;
    release(vm, parts);
    return ok;
}

/* A name that persistent_id gave for it? 0: there is none. */
static int save_persistent(VM *vm, Pickler *p, Ref v)
{
    Value id = call1(vm, p->persistent_id, v);
    if (!id || is_none(id)) return id ? 0 : -1;
    bool ok;
    if (p->bin) ok = save(vm, p, id, true) && put_op(vm, p, OP_BINPERSID);
    else {
        Value text = op_str(vm, id), bytes = text ? codec_encode(vm, text, "ascii", NULL) : NO_VALUE;
        if (text && !bytes) {
            err_clear(vm);
            pickling_error(vm, "persistent IDs in protocol 0 must be ASCII strings");
        }
        ok = bytes && put_op(vm, p, OP_PERSID) && put(vm, p, as_bytes(bytes)->data, as_bytes(bytes)->len) && put(vm, p, "\n", 1);
        release(vm, text);
        release(vm, bytes);
    }
    release(vm, id);
    return ok ? 1 : -1;
}

static bool save_kind(VM *vm, Pickler *p, Ref v)
{
    const Type *t = as_obj(v)->type;
    if (t == CLASS(str)) return save_str(vm, p, v);
    if (t == CLASS(bytes)) return save_bytes(vm, p, v);
    if (!rec_enter(vm, " while pickling an object")) return false;
    bool ok;
    if (t == CLASS(dict)) ok = save_dict(vm, p, v);
    else if (t == CLASS(list)) ok = save_list(vm, p, v);
    else if (t == CLASS(tuple)) ok = save_tuple(vm, p, v);
    else if (t == CLASS(set)) ok = save_set(vm, p, v, false);
    else if (t == CLASS(frozenset)) ok = save_set(vm, p, v, true);
    else if (t == CLASS(bytearray)) ok = save_bytearray(vm, p, v);
    else if (t->def == &pickle_buffer_def) ok = save_buffer(vm, p, v);
    else ok = save_object(vm, p, v);
    rec_leave(vm);
    return ok;
}

static bool save(VM *vm, Pickler *p, Ref obj, bool persistent)
{
    if (!persistent && p->persistent_id) {
        int named = save_persistent(vm, p, obj);
        if (named) return named > 0 && between_opcodes(vm, p);
    }
    Value v = retain(obj);
    bool ok;
    if (is_none(v)) ok = put_op(vm, p, OP_NONE);
    else if (is_bool(v)) ok = p->protocol >= 2 ? put_op(vm, p, v == V_TRUE ? OP_NEWTRUE : OP_NEWFALSE) : put(vm, p, v == V_TRUE ? "I01\n" : "I00\n", 4);
    else if (is_int_exact(vm, v)) ok = save_int(vm, p, v);
    else if (is_float(v) || is_exact(v, CLASS(float))) ok = save_float(vm, p, v);
    else if (!is_heap(v)) ok = save_object(vm, p, v); /* Ellipsis, NotImplemented */
    else {
        const MemoRow *row = memo_find(p, v);
        ok = row ? memo_get(vm, p, row) : save_kind(vm, p, v);
    }
    release(vm, v);
    return ok && between_opcodes(vm, p) && (!vm->breaker || vm_poll(vm));
}

/* ---- the object ---- */
static bool set_up(VM *vm, Pickler *p, Ref file, Ref protocol, Ref fix_imports, Ref callback)
{
    int64_t number = PICKLE_DEFAULT;
    if (protocol && !is_none(protocol)) {
        if (!num_index_i64(vm, protocol, &number)) return false;
        if (number < 0) number = PICKLE_HIGHEST;
        if (number > PICKLE_HIGHEST) return err_false(vm, EXC_ValueError, "pickle protocol must be <= %d", PICKLE_HIGHEST);
    }
    int fix = fix_imports ? op_truth(vm, fix_imports) : 1;
    if (fix < 0) return false;
    bool has_callback = callback && !is_none(callback);
    if (has_callback && number < 5) return err_false(vm, EXC_ValueError, "buffer_callback needs protocol >= 5");
    if (file) {
        Value write;
        int has = obj_lookup_attr(vm, file, NAME(write), &write);
        if (has < 0) return false;
        if (!has) return err_false(vm, EXC_TypeError, "file must have a 'write' attribute");
        value_put(vm, &p->write, write);
    }
    p->protocol = (int)number;
    p->bin = number > 0;
    p->fix_imports = fix && number < 3;
    p->fast = false;
    p->frame = -1;
    p->len = 0;
    value_put(vm, &p->callback, has_callback ? retain(callback) : NO_VALUE);
    memo_free(vm, &p->memo);
    p->ready = true;
    return true;
}

/* An attribute that a derived class or an instance has under a name that Pickler itself answers for (a getset). */
static bool take_override(VM *vm, Ref self, const char *text, Value *slot)
{
    Value name = str_intern_c(vm, text), v;
    int has = name ? obj_lookup_attr(vm, self, name, &v) : -1;
    release(vm, name);
    if (has > 0) value_put(vm, slot, v);
    return has >= 0;
}

static bool pickler_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"file", "protocol", "fix_imports", "buffer_callback"};
    Pickler *p = as_pickler(self);
    Ref in[4];
    if (!args_bind(vm, "Pickler", args, n, kwnames, names, 4, in)) return false;
    if (!in[0]) return err_false(vm, EXC_TypeError, "Pickler() missing required argument 'file' (pos 1)");
    if (p->running) return err_false(vm, EXC_RuntimeError, "Pickler.__init__() called while it pickles");
    value_clear(vm, &p->persistent_id);
    value_clear(vm, &p->dispatch_table);
    if (!set_up(vm, p, in[0], in[1], in[2], in[3])) return false;
    if (as_obj(self)->type->def == &pickler_def) return true;
    return take_override(vm, self, "persistent_id", &p->persistent_id) && take_override(vm, self, "dispatch_table", &p->dispatch_table);
}

Value pickler_open(VM *vm, Ref file, Ref protocol, Ref fix_imports, Ref callback)
{
    PickleState *s = pickle_state(vm);
    Pickler *p = s ? (Pickler *)obj_alloc(vm, s->pickler, sizeof(Pickler)) : NULL;
    if (p && set_up(vm, p, file, protocol, fix_imports, callback)) return VAL(p);
    release(vm, VAL(p));
    return NULL;
}

Value pickler_run(VM *vm, Ref self, Ref obj)
{
    Pickler *p = as_pickler(self);
    bool outer = !p->running; /* an object's __reduce__ may dump into the same pickler: its bytes stand where they come */
    if (!outer) return err_raise(vm, EXC_RuntimeError, "Pickler.dump() called while it pickles");
    p->running = true;
    p->len = 0;
    p->frame = -1;
    p->fast_depth = 0;
    value_clear(vm, &p->fast_seen);
    value_clear(vm, &p->reducer_override);
    bool ok = as_obj(self)->type->def == &pickler_def || take_override(vm, self, "reducer_override", &p->reducer_override);
    if (ok && p->protocol >= 2) ok = put_sized(vm, p, OP_PROTO, (uint64_t)p->protocol, 1);
    p->framing = p->protocol >= 4;
    ok = ok && save(vm, p, obj, false) && put_op(vm, p, OP_STOP);
    if (ok) close_frame(p);
    p->framing = false;
    Value r = !ok ? NO_VALUE : p->write ? (flush(vm, p) ? V_NONE : NO_VALUE) : bytes_from(vm, p->out, p->len);
    value_clear(vm, &p->reducer_override); /* it may hold the pickler */
    p->running = false;
    return r;
}

static Value m_dump(VM *vm, const Ref *a, int n, Ref kw)
{
    if (!as_pickler(a[0])->ready || !as_pickler(a[0])->write) return pickling_error(vm, "Pickler.__init__() was not called by %T.__init__()", a[0]);
    return pickler_run(vm, a[0], a[1]);
}
static Value m_clear_memo(VM *vm, const Ref *a, int n, Ref kw)
{
    memo_free(vm, &as_pickler(a[0])->memo);
    return V_NONE;
}
static Value m_sizeof(VM *vm, const Ref *a, int n, Ref kw)
{
    const Pickler *p = as_pickler(a[0]);
    return make_small((int64_t)sizeof(Pickler) + p->cap + p->memo.size * (int64_t)sizeof(MemoRow));
}
static Value pickler_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(cls), as_type(cls)->inst_size)); }

static void pickler_clear(VM *vm, Obj *o)
{
    Pickler *p = (Pickler *)o;
    Value *const slots[] = {&p->write, &p->persistent_id, &p->dispatch_table, &p->reducer_override, &p->callback, &p->fast_seen};
    for (int i = 0; i < 6; i++) value_clear(vm, slots[i]);
    memo_free(vm, &p->memo);
}
static void pickler_dealloc(VM *vm, Obj *o)
{
    Pickler *p = (Pickler *)o;
    pickler_clear(vm, o);
    mem_free(vm->mem, p->out, (size_t)p->cap);
    obj_free(vm, o, o->type->inst_size);
}
static void pickler_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Pickler *p = (const Pickler *)o;
    Ref const slots[] = {p->write, p->persistent_id, p->dispatch_table, p->reducer_override, p->callback, p->fast_seen};
    for (int i = 0; i < 6; i++)
        if (slots[i]) visit(slots[i], arg);
    for (int64_t i = 0; i < p->memo.size; i++)
        if (p->memo.rows[i].obj) visit(p->memo.rows[i].obj, arg);
}

static Value get_bin(VM *vm, Ref self) { return make_small(as_pickler(self)->bin); }
static bool set_bin(VM *vm, Ref self, Ref v)
{
    int truth = v ? op_truth(vm, v) : err_minus(vm, EXC_TypeError, "can't delete numeric/char attribute");
    if (truth >= 0) as_pickler(self)->bin = truth;
    return truth >= 0;
}
static Value get_fast(VM *vm, Ref self) { return make_small(as_pickler(self)->fast); }
static bool set_fast(VM *vm, Ref self, Ref v)
{
    int truth = v ? op_truth(vm, v) : err_minus(vm, EXC_TypeError, "can't delete numeric/char attribute");
    if (truth >= 0) as_pickler(self)->fast = truth;
    return truth >= 0;
}
static Value get_persistent_id(VM *vm, Ref self)
{
    Value v = as_pickler(self)->persistent_id;
    return v ? retain(v) : err_raise(vm, EXC_AttributeError, "persistent_id");
}
static bool set_persistent_id(VM *vm, Ref self, Ref v)
{
    if (!v) return err_false(vm, EXC_TypeError, "attribute deletion is not supported");
    if (!is_type(v) && !type_of(vm, v)->s.call) return err_false(vm, EXC_TypeError, "persistent_id must be a callable taking one argument");
    value_put(vm, &as_pickler(self)->persistent_id, retain(v));
    return true;
}
static Value get_dispatch_table(VM *vm, Ref self)
{
    Value v = as_pickler(self)->dispatch_table;
    return v ? retain(v) : err_raise(vm, EXC_AttributeError, "dispatch_table");
}
static bool set_dispatch_table(VM *vm, Ref self, Ref v)
{
    value_put(vm, &as_pickler(self)->dispatch_table, v ? retain(v) : NO_VALUE);
    return true;
}

/* ---- the memo, to look at: {address: (index, object)} ---- */
Value pickler_memo_copy(VM *vm, Ref pickler)
{
    const Pickler *p = as_pickler(pickler);
    Value d = dict_new(vm);
    for (int64_t i = 0; d && i < p->memo.size; i++) {
        const MemoRow *row = &p->memo.rows[i];
        if (!row->obj) continue;
        Value key = int_from_u64(vm, BITS(row->obj)), pair = key ? tuple_of(vm, 2, (Ref)make_small(row->index), REF(row->obj)) : NO_VALUE;
        bool ok = pair && dict_set(vm, d, key, pair);
        release(vm, key);
        release(vm, pair);
        if (!ok) value_clear(vm, &d);
    }
    return d;
}
static Value get_memo(VM *vm, Ref self)
{
    PickleState *s = pickle_state(vm);
    return s ? pickle_memo_new(vm, s->pickler_memo, self) : NO_VALUE;
}
static bool set_memo(VM *vm, Ref self, Ref v)
{
    if (!v) return err_false(vm, EXC_TypeError, "attribute deletion is not supported");
    Value d = is_exact(v, CLASS(dict)) ? retain(v) : NO_VALUE;
    if (!d && is_heap(v) && as_obj(v)->type->def == &pickler_memo_def) d = pickler_memo_copy(vm, as_memo_proxy(v)->owner);
    else if (!d) return err_false(vm, EXC_TypeError, "'memo' attribute must be a PicklerMemoProxy object or dict, not %T", v);
    if (!d) return false;
    Memo fresh = {0};
    int64_t pos = 0, index;
    Ref key, value;
    bool ok = true;
    while (ok && dict_next(d, &pos, &key, &value)) {
        ok = (is_tuple(value) && as_tuple(value)->len == 2 && is_int(as_tuple(value)->items[0]) && is_heap(as_tuple(value)->items[1])) || err_false(vm, EXC_TypeError, "'memo' values must be 2-item tuples");
        ok = ok && int_to_i64(vm, as_tuple(value)->items[0], &index) && memo_add(vm, &fresh, as_tuple(value)->items[1], index);
    }
    release(vm, d);
    if (!ok) {
        memo_free(vm, &fresh);
        return false;
    }
    memo_free(vm, &as_pickler(self)->memo);
    as_pickler(self)->memo = fresh;
    return true;
}
void pickler_forget(VM *vm, Ref pickler) { memo_free(vm, &as_pickler(pickler)->memo); }

static const NativeDef pickler_methods[] = {
    {"dump", m_dump, "self, obj, /", "Write an object into the file.", 0},
    {"clear_memo", m_clear_memo, "self, /", "Forget what was written.", 0},
    {"__sizeof__", m_sizeof, "self, /", "Bytes that it takes.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef pickler_getsets[] = {
    {"bin", get_bin, set_bin, NULL}, {"fast", get_fast, set_fast, NULL}, {"memo", get_memo, set_memo, NULL},
    {"persistent_id", get_persistent_id, set_persistent_id, NULL}, {"dispatch_table", get_dispatch_table, set_dispatch_table, NULL}, {NULL, NULL, NULL, NULL},
};
const TypeDef pickler_def = {
    .name = "_pickle.Pickler", .doc = "Writes objects into a file.", .kind = KIND_OPAQUE, .size = sizeof(Pickler), .flags = TYPE_GC | TYPE_BASE | TYPE_IMMUTABLE,
    .s = {.new_ = pickler_new, .init = pickler_init}, .dealloc = pickler_dealloc, .traverse = pickler_traverse, .clear = pickler_clear, .methods = pickler_methods, .getsets = pickler_getsets,
    .text_signature = "file, protocol=None, fix_imports=True, buffer_callback=None",
};
