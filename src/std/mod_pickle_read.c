/* mod_pickle_read.c: Unpickler: opcodes as objects. A pickle may say anything: every index, length and kind is checked before it is used.
 * Long because every opcode of six protocols is read. */
#include "lang/object/audit.h"
#include "mod_pickle.h"

typedef struct Unpickler {
    Obj head;
    Value *stack;
    int64_t len, cap, fence;      /* nothing below fence is popped: the items behind the last mark begin there */
    int64_t *marks;
    int64_t nmarks, cap_marks;
    Value *memo;                  /* by index; what lies far beyond goes to `sparse` */
    int64_t nmemo, in_memo;       /* its room; how many of its rows are in use */
    Value sparse;                 /* a dict, or NULL */
    Value read, readline, readinto, peek, persistent_load, buffers; /* each may be NULL */
    BufferView input;             /* owner NULL: none */
    int64_t at, fetched;          /* the next byte; how far the file itself has been read (behind it: peeked at) */
    Value encoding, errors;
    int protocol;
    bool ready, fix_imports, running;
} Unpickler;
static Unpickler *as_unpickler(Ref v) { return (Unpickler *)BITS(v); }
enum { PREFETCH = 128 * 1024, WHOLE_LINE = -1, MEMO_GAP = 1 << 16 };

/* ---- bytes in ---- */
static bool truncated(VM *vm) { return unpickling_error(vm, "pickle data was truncated") != NULL; }

static void drop_input(VM *vm, Unpickler *u)
{
    if (!u->input.owner) return;
    BufferView old = u->input;
    u->input = (BufferView){0};
    buffer_release(vm, &old);
}
static int64_t set_input(VM *vm, Unpickler *u, Ref data)
{
    BufferView view;
    if (!buffer_get(vm, data, &view)) return -1;
    drop_input(vm, u);
    u->input = view;
    u->at = 0;
    u->fetched = view.len;
    return view.len;
}

/* The file's own position comes to where reading has got. */
static bool skip_consumed(VM *vm, Unpickler *u)
{
    int64_t n = u->at - u->fetched;
    if (n <= 0) return true;
    Value r = call1(vm, u->read, make_small(n));
    release(vm, r);
    u->fetched = u->at;
    return r != NO_VALUE;
}
/* More from the file: n bytes or a line. The bytes that came; -1: raised. */
static int64_t fetch(VM *vm, Unpickler *u, int64_t n)
{
    if (!u->read) return truncated(vm) ? 0 : -1;
    if (!skip_consumed(vm, u)) return -1;
    Value data = NO_VALUE;
    if (n == WHOLE_LINE) data = call0(vm, u->readline);
    else {
        if (u->peek && n < PREFETCH) {
            Value some = call1(vm, u->peek, make_small(PREFETCH));
            if (!some) {
                if (!err_matches(vm, EXC_NotImplementedError)) return -1;
                err_clear(vm); /* it cannot after all */
                value_clear(vm, &u->peek);
            } else {
                int64_t got = set_input(vm, u, some);
                release(vm, some);
                u->fetched = 0;
                if (got < 0 || n <= got) return got;
            }
        }
        data = call1(vm, u->read, make_small(n));
    }
    int64_t got = data ? set_input(vm, u, data) : -1;
    release(vm, data);
    return got;
}

/* The next n bytes; NULL: raised. They are good until the program's code runs or more is read. */
static const unsigned char *take_more(VM *vm, Unpickler *u, int64_t n)
{
    if (!u->read) return truncated(vm), NULL;
    int64_t got = fetch(vm, u, n);
    if (got < 0) return NULL;
    if (got < n) return truncated(vm), NULL;
    u->at = n;
    return u->input.data;
}
static inline const unsigned char *take(VM *vm, Unpickler *u, int64_t n)
{
    if (__builtin_expect(n > u->input.len - u->at, 0)) return take_more(vm, u, n);
    u->at += n;
    return u->input.data + u->at - n;
}
/* The same into a buffer: of a long one no two copies are made. */
static bool take_into(VM *vm, Unpickler *u, unsigned char *out, int64_t n)
{
    int64_t held = u->input.len - u->at;
    if (held > n) held = n;
    if (held > 0) {
        memcpy(out, u->input.data + u->at, (size_t)held);
        u->at += held;
        out += held;
        n -= held;
    }
    while (n > 0) {
        if (!u->read) return truncated(vm);
        int64_t part = n < 1 << 20 ? n : 1 << 20; /* what is not there is not asked for at once */
        const unsigned char *p = take(vm, u, part);
        if (!p) return false;
        memcpy(out, p, (size_t)part);
        out += part;
        n -= part;
    }
    return true;
}

/* A line without its end, in a new bytes object. */
static Value take_line(VM *vm, Unpickler *u)
{
    const unsigned char *from = u->input.data + u->at, *end = u->input.len > u->at ? memchr(from, '\n', (size_t)(u->input.len - u->at)) : NULL;
    if (!end) {
        if (!u->read) return truncated(vm), NO_VALUE;
        int64_t n = fetch(vm, u, WHOLE_LINE);
        if (n < 0) return NULL;
        if (n == 0 || u->input.data[n - 1] != '\n') return truncated(vm), NO_VALUE;
        u->at = n;
        return bytes_from(vm, u->input.data, n - 1);
    }
    u->at += end - from + 1;
    return bytes_from(vm, from, end - from);
}

static inline bool take_number(VM *vm, Unpickler *u, int width, uint64_t *out)
{
    const unsigned char *p = take(vm, u, width);
    *out = 0;
    if (!p) return false;
    for (int i = 0; i < width; i++) *out |= (uint64_t)p[i] << 8 * i; /* few: no call */
    return true;
}
/* A length, which must be one that something in memory can have. */
static bool take_length(VM *vm, Unpickler *u, int width, const char *what, int64_t *out)
{
    uint64_t n;
    if (!take_number(vm, u, width, &n)) return false;
    *out = (int64_t)n;
    if (n > INT64_MAX / 2) return err_false(vm, EXC_OverflowError, "%s exceeds system's maximum size of %lld bytes", what, (long long)INT64_MAX);
    return n <= (uint64_t)(u->input.len - u->at) || u->read || truncated(vm);
}

/* ---- the stack ---- */
static __attribute__((noinline)) bool stack_grow(VM *vm, Unpickler *u)
{
    int64_t cap = u->cap ? u->cap * 2 : 64;
    Value *stack = mem_realloc(vm->mem, u->stack, (size_t)u->cap * sizeof *stack, (size_t)cap * sizeof *stack);
    if (!stack) return err_no_memory(vm), false;
    u->stack = stack;
    u->cap = cap;
    return true;
}
static inline bool push(VM *vm, Unpickler *u, Value v /*taken, or NULL*/)
{
    if (!v) return false;
    if (__builtin_expect(u->len == u->cap, 0) && !stack_grow(vm, u)) return release(vm, v), false;
    u->stack[u->len++] = v;
    return true;
}
static bool underflow(VM *vm, const Unpickler *u) { return unpickling_error(vm, u->nmarks ? "unexpected MARK found" : "unpickling stack underflow") != NULL; }
static bool has(VM *vm, const Unpickler *u, int64_t n) { return u->len - u->fence >= n || underflow(vm, u); }
static Value pop(VM *vm, Unpickler *u) { return has(vm, u, 1) ? u->stack[--u->len] : NO_VALUE; }
static Ref top(const Unpickler *u) { return u->stack[u->len - 1]; }
static Ref top_below(const Unpickler *u, int64_t at) { return u->stack[at - 1]; }
static void cut(VM *vm, Unpickler *u, int64_t len) { while (u->len > len) release(vm, u->stack[--u->len]); }

static bool push_mark(VM *vm, Unpickler *u)
{
    if (u->nmarks == u->cap_marks) {
        int64_t cap = u->cap_marks ? u->cap_marks * 2 : 32;
        int64_t *marks = mem_realloc(vm->mem, u->marks, (size_t)u->cap_marks * sizeof *marks, (size_t)cap * sizeof *marks);
        if (!marks) return err_no_memory(vm), false;
        u->marks = marks;
        u->cap_marks = cap;
    }
    u->fence = u->marks[u->nmarks++] = u->len;
    return true;
}
static bool pop_mark(VM *vm, Unpickler *u, int64_t *at)
{
    if (!u->nmarks) return unpickling_error(vm, "could not find MARK") != NULL;
    *at = u->marks[--u->nmarks];
    u->fence = u->nmarks ? u->marks[u->nmarks - 1] : 0;
    return true;
}
/* What lies behind a place of the stack, as a tuple; it is off the stack then. */
static Value pop_tuple(VM *vm, Unpickler *u, int64_t at)
{
    Value t = tuple_from(vm, as_refs(u->stack) + at, u->len - at);
    cut(vm, u, at);
    return t;
}
static Value pop_marked(VM *vm, Unpickler *u)
{
    int64_t at = 0;
    return pop_mark(vm, u, &at) ? pop_tuple(vm, u, at) : NULL;
}

/* ---- the memo ---- */
static void memo_free(VM *vm, Unpickler *u)
{
    Value *rows = u->memo;
    int64_t n = u->nmemo;
    u->memo = NULL;
    u->nmemo = u->in_memo = 0;
    for (int64_t i = 0; i < n; i++) release(vm, rows[i]);
    mem_free(vm->mem, rows, (size_t)n * sizeof *rows);
    value_clear(vm, &u->sparse);
}
static bool memo_set(VM *vm, Unpickler *u, int64_t i, Ref v)
{
    if (i >= u->nmemo && i > u->nmemo * 2 + MEMO_GAP) { /* far beyond what has come so far */
        if (!u->sparse && !(u->sparse = dict_new(vm))) return false;
        Value key = int_from_i64(vm, i);
        bool ok = key && dict_set(vm, u->sparse, key, v);
        release(vm, key);
        return ok;
    }
    if (i >= u->nmemo) {
        int64_t n = i * 2 < 32 ? 32 : i * 2;
        Value *rows = mem_realloc(vm->mem, u->memo, (size_t)u->nmemo * sizeof *rows, (size_t)n * sizeof *rows);
        if (!rows) return err_no_memory(vm), false;
        memset(rows + u->nmemo, 0, (size_t)(n - u->nmemo) * sizeof *rows);
        u->memo = rows;
        u->nmemo = n;
    }
    u->in_memo += u->memo[i] == NO_VALUE;
    value_put(vm, &u->memo[i], retain(v));
    return true;
}
static Ref memo_at(VM *vm, const Unpickler *u, int64_t i)
{
    if (i >= 0 && i < u->nmemo && u->memo[i]) return u->memo[i];
    if (!u->sparse) return NULL;
    Value key = int_from_i64(vm, i);
    Ref v = key ? dict_get(vm, u->sparse, key) : NULL;
    release(vm, key);
    return v;
}
static int64_t memo_count(const Unpickler *u) { return u->in_memo + (u->sparse ? dict_len(u->sparse) : 0); }
static bool memo_push(VM *vm, Unpickler *u, int64_t i)
{
    Ref v = memo_at(vm, u, i);
    if (v) return push(vm, u, retain(v));
    return err_occurred(vm) ? false : unpickling_error(vm, "Memo value not found at index %lld", (long long)i) != NULL;
}
static bool memo_top(VM *vm, Unpickler *u, int64_t i) { return has(vm, u, 1) && memo_set(vm, u, i, top(u)); }

/* ---- names ---- */
static bool new_names(VM *vm, Value *module, Value *name)
{
    Value names = pickle_table(vm, "_compat_pickle", "NAME_MAPPING"), key = names ? tuple_of(vm, 2, REF(*module), REF(*name)) : NO_VALUE;
    Ref pair = key ? dict_get(vm, names, key) : NULL;
    bool ok = key && !err_occurred(vm);
    if (pair && is_tuple(pair) && as_tuple(pair)->len == 2 && is_str(as_tuple(pair)->items[0]) && is_str(as_tuple(pair)->items[1])) {
        Value m = retain(as_tuple(pair)->items[0]), n = retain(as_tuple(pair)->items[1]);
        value_put(vm, module, m);
        value_put(vm, name, n);
    } else if (pair) ok = err_false(vm, EXC_RuntimeError, "_compat_pickle.NAME_MAPPING values should be 2-tuples, not %T", pair);
    else if (ok) {
        Value modules = pickle_table(vm, "_compat_pickle", "IMPORT_MAPPING");
        Ref now = modules ? dict_get(vm, modules, *module) : NULL;
        ok = modules && !err_occurred(vm);
        if (now && is_str(now)) value_put(vm, module, retain(now));
        else if (now) ok = err_false(vm, EXC_RuntimeError, "_compat_pickle.IMPORT_MAPPING values should be strings, not %T", now);
        release(vm, modules);
    }
    release(vm, names);
    release(vm, key);
    return ok;
}

static Value find_class(VM *vm, const Unpickler *u, Ref module_name, Ref name)
{
    if (!AUDIT(vm, "pickle.find_class", "OO", module_name, name)) return NULL;
    Value m = retain(module_name), n = retain(name), r = NO_VALUE;
    bool ok = u->protocol >= 3 || !u->fix_imports || new_names(vm, &m, &n);
    Value first = ok ? import_name(vm, m, NULL, NULL, 0) : NO_VALUE;
    Ref there = first ? dict_get(vm, REF(vm->modules), m) : NULL;
    Value module = there ? retain(there) : NO_VALUE;
    release(vm, first);
    if (first && !module && !err_occurred(vm)) err_raise_value(vm, EXC_KeyError, m);
    if (module && u->protocol < 4) r = obj_getattr(vm, module, n);
    else if (module) {
        Value local = str_from_c(vm, "<locals>");
        if (local && str_find(n, local, 0, as_str(n)->len) >= 0) err_raise(vm, EXC_AttributeError, "Can't get local attribute %R on %R", REF(n), REF(module));
        else if (local && pickle_deep_attribute(vm, module, n, &r, NULL) == 0) err_raise(vm, EXC_AttributeError, "Can't get attribute %R on %R", REF(n), REF(module));
        release(vm, local);
    }
    release(vm, m);
    release(vm, n);
    release(vm, module);
    return r;
}
static Value m_find_class(VM *vm, const Ref *a, int n, Ref kw)
{
    if (!is_str(a[1]) || !is_str(a[2])) return err_raise(vm, EXC_TypeError, "find_class() arguments must be str");
    return find_class(vm, as_unpickler(a[0]), a[1], a[2]);
}
/* By the derived class's find_class, where there is one. */
static Value look_up(VM *vm, Unpickler *u, Ref module, Ref name)
{
    if (u->head.type->def == &unpickler_def) return find_class(vm, u, module, name);
    Value method = str_intern_c(vm, "find_class"), r = method ? call_method(vm, REF(u), method, (Ref[]){module, name}, 2) : NO_VALUE;
    release(vm, method);
    return r;
}

/* ---- opcodes ---- */
#define OPCODE(name) static bool load_##name(VM *vm, Unpickler *u)

static Value decoded_line(VM *vm, Unpickler *u, const char *encoding)
{
    Value line = take_line(vm, u), text = line ? codec_decode(vm, as_bytes(line)->data, as_bytes(line)->len, encoding, NULL) : NO_VALUE;
    release(vm, line);
    return text;
}
OPCODE(int)
{
    Value text = decoded_line(vm, u, "latin-1"), v = NO_VALUE;
    if (!text) return false;
    if (str_equal_c(text, "00") || str_equal_c(text, "01")) v = make_bool(str_equal_c(text, "01"));
    else if (!(v = int_from_text(vm, text, 0)) && err_matches(vm, EXC_ValueError)) {
        err_clear(vm);
        err_raise(vm, EXC_ValueError, "could not convert string to int");
    }
    release(vm, text);
    return push(vm, u, v);
}
OPCODE(long)
{
    Value text = decoded_line(vm, u, "latin-1"), digits = NO_VALUE;
    if (!text) return false;
    int64_t n = as_str(text)->len;
    if (n && str_at(as_str(text), n - 1) == 'L') digits = str_substr(vm, text, 0, n - 1);
    else digits = retain(text);
    Value v = digits ? int_from_text(vm, digits, 0) : NO_VALUE;
    release(vm, digits);
    release(vm, text);
    return push(vm, u, v);
}
static bool load_binint(VM *vm, Unpickler *u, int width)
{
    uint64_t n;
    if (!take_number(vm, u, width, &n)) return false;
    return push(vm, u, make_small(width == 4 ? (int64_t)(int32_t)n : (int64_t)n));
}
static bool load_counted_long(VM *vm, Unpickler *u, int width)
{
    uint64_t n;
    if (!take_number(vm, u, width, &n)) return false;
    if (width == 4 && (int32_t)n < 0) return unpickling_error(vm, "LONG pickle has negative byte count") != NULL;
    if (n == 0) return push(vm, u, make_small(0));
    if (n > (uint64_t)(u->input.len - u->at) && !u->read) return truncated(vm);
    Value bytes = bytes_from(vm, NULL, (int64_t)n);
    if (!bytes || !take_into(vm, u, as_bytes(bytes)->data, (int64_t)n)) return release(vm, bytes), false;
    Value name = str_intern_c(vm, "from_bytes"), order = name ? str_from_c(vm, "little") : NO_VALUE, key = order ? str_intern_c(vm, "signed") : NO_VALUE;
    Value names = key ? tuple_of(vm, 1, REF(key)) : NO_VALUE, f = names ? obj_getattr(vm, REF(CLASS(int)), name) : NO_VALUE;
    Value v = f ? call(vm, f, (Ref[]){bytes, order, V_TRUE}, 2, names) : NO_VALUE;
    release(vm, name);
    release(vm, order);
    release(vm, key);
    release(vm, names);
    release(vm, f);
    release(vm, bytes);
    return push(vm, u, v);
}
OPCODE(float)
{
    Value text = decoded_line(vm, u, "latin-1"), v = text ? float_from_text(vm, text) : NO_VALUE;
    if (text && !v && err_matches(vm, EXC_ValueError)) {
        err_clear(vm);
        err_raise(vm, EXC_ValueError, "could not convert string to float");
    }
    release(vm, text);
    return push(vm, u, v);
}
OPCODE(binfloat)
{
    uint64_t bits;
    double d;
    if (!take_number(vm, u, 8, &bits)) return false;
    bits = __builtin_bswap64(bits);
    memcpy(&d, &bits, 8);
    return push(vm, u, make_float_any(d));
}

/* A str of Python 2: by the encoding that was asked for, which "bytes" leaves as it is. */
static bool push_old_string(VM *vm, Unpickler *u, const unsigned char *p, int64_t n)
{
    if (str_equal_c(u->encoding, "bytes")) return push(vm, u, bytes_from(vm, p, n));
    const char *encoding = str_utf8(vm, u->encoding, NULL), *errors = encoding ? str_utf8(vm, u->errors, NULL) : NULL;
    return errors && push(vm, u, codec_decode(vm, p, n, encoding, errors));
}
OPCODE(string)
{
    Value line = take_line(vm, u);
    if (!line) return false;
    int64_t n = as_bytes(line)->len;
    const unsigned char *p = as_bytes(line)->data;
    bool ok = (n >= 2 && p[0] == p[n - 1] && (p[0] == '\'' || p[0] == '"')) || unpickling_error(vm, "the STRING opcode argument must be quoted") != NULL;
    if (ok) {
        Value f = import_attr(vm, "codecs", "escape_decode"), inner = f ? bytes_from(vm, p + 1, n - 2) : NO_VALUE;
        Value pair = inner ? call1(vm, f, inner) : NO_VALUE;
        ok = pair && is_tuple(pair) && is_bytes(as_tuple(pair)->items[0]) && push_old_string(vm, u, as_bytes(as_tuple(pair)->items[0])->data, as_bytes(as_tuple(pair)->items[0])->len);
        release(vm, f);
        release(vm, inner);
        release(vm, pair);
    }
    release(vm, line);
    return ok;
}
/* n bytes as a new object */
static Value take_bytes(VM *vm, Unpickler *u, int64_t n)
{
    Value b = bytes_from(vm, NULL, n);
    if (b && !take_into(vm, u, as_bytes(b)->data, n)) value_clear(vm, &b);
    return b;
}
static bool load_binstring(VM *vm, Unpickler *u, int width)
{
    int64_t n;
    if (!take_length(vm, u, width, "BINSTRING", &n)) return false;
    if (width == 4 && (int32_t)n < 0) return unpickling_error(vm, "BINSTRING pickle has negative byte count") != NULL;
    Value b = take_bytes(vm, u, n);
    bool ok = b && push_old_string(vm, u, as_bytes(b)->data, n);
    release(vm, b);
    return ok;
}
static bool load_binbytes(VM *vm, Unpickler *u, int width)
{
    int64_t n;
    return take_length(vm, u, width, "BINBYTES", &n) && push(vm, u, take_bytes(vm, u, n));
}
OPCODE(bytearray8)
{
    int64_t n;
    if (!take_length(vm, u, 8, "BYTEARRAY8", &n)) return false;
    Value b = take_bytes(vm, u, n), v = b ? bytearray_from(vm, as_bytes(b)->data, n) : NO_VALUE;
    release(vm, b);
    return push(vm, u, v);
}
OPCODE(unicode) { return push(vm, u, decoded_line(vm, u, "raw-unicode-escape")); }
static bool load_binunicode(VM *vm, Unpickler *u, int width)
{
    int64_t n;
    if (!take_length(vm, u, width, "BINUNICODE", &n)) return false;
    if (n <= u->input.len - u->at) {
        const unsigned char *p = take(vm, u, n);
        return p && push(vm, u, str_from_utf8(vm, (const char *)p, (size_t)n)); /* (takes lone surrogates) */
    }
    Value b = take_bytes(vm, u, n), text = b ? str_from_utf8(vm, (const char *)as_bytes(b)->data, (size_t)n) : NO_VALUE;
    release(vm, b);
    return push(vm, u, text);
}

static bool load_counted_tuple(VM *vm, Unpickler *u, int n) { return has(vm, u, n) && push(vm, u, n ? pop_tuple(vm, u, u->len - n) : retain(vm->empty_tuple)); }
OPCODE(tuple) { return push(vm, u, pop_marked(vm, u)); }
OPCODE(list)
{
    Value t = pop_marked(vm, u), v = t ? list_from(vm, as_refs(as_tuple(t)->items), as_tuple(t)->len) : NO_VALUE;
    release(vm, t);
    return push(vm, u, v);
}
static bool put_items(VM *vm, Ref d, Ref t, bool exact)
{
    for (int64_t i = 0; i + 1 < as_tuple(t)->len; i += 2)
        if (!(exact ? dict_set(vm, d, as_tuple(t)->items[i], as_tuple(t)->items[i + 1]) : op_setitem(vm, d, as_tuple(t)->items[i], as_tuple(t)->items[i + 1]))) return false;
    return true;
}
OPCODE(dict)
{
    Value t = pop_marked(vm, u), d = NO_VALUE;
    if (t && as_tuple(t)->len % 2) unpickling_error(vm, "odd number of items for DICT");
    else if (t && (d = dict_new(vm)) && !put_items(vm, d, t, true)) value_clear(vm, &d);
    release(vm, t);
    return push(vm, u, d);
}
OPCODE(frozenset)
{
    Value t = pop_marked(vm, u), v = t ? call1(vm, REF(CLASS(frozenset)), t) : NO_VALUE;
    release(vm, t);
    return push(vm, u, v);
}

static bool append_all(VM *vm, Unpickler *u, int64_t at)
{
    if (u->len < at || at < 1) return underflow(vm, u);
    if (u->len == at) return true;
    if (is_exact(top_below(u, at), CLASS(list))) {
        Ref plain = top_below(u, at);
        bool done = list_set_slice(vm, plain, as_list(plain)->len, as_list(plain)->len, as_refs(u->stack) + at, u->len - at);
        cut(vm, u, at);
        return done;
    }
    Value list = retain(u->stack[at - 1]), items = pop_tuple(vm, u, at), f = NO_VALUE;
    bool ok = items != NO_VALUE;
    if (ok) {
        Value name = str_intern_c(vm, "extend");
        int has_it = name ? obj_lookup_attr(vm, list, name, &f) : -1;
        release(vm, name);
        if (has_it > 0) {
            Value all = list_from(vm, as_refs(as_tuple(items)->items), as_tuple(items)->len), r = all ? call1(vm, f, all) : NO_VALUE;
            ok = r != NO_VALUE;
            release(vm, all);
            release(vm, r);
        } else if ((ok = has_it == 0 && (f = obj_getattr_c(vm, list, "append"))))
            for (int64_t i = 0; ok && i < as_tuple(items)->len; i++) {
                Value r = call1(vm, f, as_tuple(items)->items[i]);
                ok = r != NO_VALUE;
                release(vm, r);
            }
        if (has_it >= 0) release(vm, f);
    }
    release(vm, list);
    release(vm, items);
    return ok;
}
static bool set_all(VM *vm, Unpickler *u, int64_t at)
{
    if (u->len < at || at < 1) return underflow(vm, u);
    if (u->len == at) return true;
    if ((u->len - at) % 2) return unpickling_error(vm, "odd number of items for SETITEMS") != NULL;
    if (is_exact(top_below(u, at), CLASS(dict))) { /* (nothing else comes to the stack while it loads) */
        bool done = true;
        for (int64_t i = at; done && i < u->len; i += 2) done = dict_set(vm, top_below(u, at), u->stack[i], u->stack[i + 1]);
        cut(vm, u, at);
        return done;
    }
    Value d = retain(u->stack[at - 1]), items = pop_tuple(vm, u, at);
    bool ok = items && put_items(vm, d, items, false);
    release(vm, d);
    release(vm, items);
    return ok;
}
static bool marked(VM *vm, Unpickler *u, int64_t *at) { return pop_mark(vm, u, at) && (*at > u->fence || underflow(vm, u)); }
OPCODE(additems)
{
    int64_t at = 0;
    if (!marked(vm, u, &at)) return false;
    if (u->len == at) return true;
    Value set = retain(u->stack[at - 1]), items = pop_tuple(vm, u, at);
    bool ok = items != NO_VALUE;
    if (ok && is_set(set) && is_exact(set, CLASS(set))) ok = set_update(vm, set, items);
    else if (ok) {
        Value add = obj_getattr_c(vm, set, "add");
        ok = add != NO_VALUE;
        for (int64_t i = 0; ok && i < as_tuple(items)->len; i++) {
            Value r = call1(vm, add, as_tuple(items)->items[i]);
            ok = r != NO_VALUE;
            release(vm, r);
        }
        release(vm, add);
    }
    release(vm, set);
    release(vm, items);
    return ok;
}

/* cls(*args), or cls.__new__(cls) where that is what an old class's instance was */
static Value instantiate(VM *vm, Ref cls, Ref args)
{
    if (as_tuple(args)->len == 0 && is_type(cls)) {
        Value name = str_intern_c(vm, "__getinitargs__"), f;
        int has_it = name ? obj_lookup_attr(vm, cls, name, &f) : -1;
        release(vm, name);
        if (has_it < 0) return NULL;
        if (!has_it) return call_method(vm, cls, NAME(__new__), &cls, 1);
        release(vm, f);
    }
    return call_tuple(vm, cls, args, NULL);
}
OPCODE(obj)
{
    int64_t at = 0;
    if (!pop_mark(vm, u, &at)) return false;
    if (u->len - at < 1) return underflow(vm, u);
    Value args = pop_tuple(vm, u, at + 1), cls = pop(vm, u), v = args && cls ? instantiate(vm, cls, args) : NO_VALUE;
    release(vm, args);
    release(vm, cls);
    return push(vm, u, v);
}
static Value global_of_lines(VM *vm, Unpickler *u)
{
    const char *encoding = "utf-8";
    Value module = decoded_line(vm, u, encoding), name = module ? decoded_line(vm, u, encoding) : NO_VALUE, v = name ? look_up(vm, u, module, name) : NO_VALUE;
    release(vm, module);
    release(vm, name);
    return v;
}
OPCODE(inst)
{
    int64_t at = 0;
    if (!pop_mark(vm, u, &at)) return false;
    Value cls = global_of_lines(vm, u), args = cls && u->len >= at ? pop_tuple(vm, u, at) : NO_VALUE, v = args ? instantiate(vm, cls, args) : NO_VALUE;
    release(vm, args);
    release(vm, cls);
    return push(vm, u, v);
}
OPCODE(stack_global)
{
    if (!has(vm, u, 2)) return false;
    Value name = pop(vm, u), module = pop(vm, u), v = NO_VALUE;
    if (is_str(name) && is_str(module)) v = look_up(vm, u, module, name);
    else unpickling_error(vm, "STACK_GLOBAL requires str");
    release(vm, name);
    release(vm, module);
    return push(vm, u, v);
}
static bool load_extension(VM *vm, Unpickler *u, int width)
{
    uint64_t number;
    if (!take_number(vm, u, width, &number)) return false;
    int64_t code = width == 4 ? (int64_t)(int32_t)number : (int64_t)number;
    if (code <= 0) return unpickling_error(vm, "EXT specifies code <= 0") != NULL;
    Value cache = pickle_table(vm, "copyreg", "_extension_cache"), names = cache ? pickle_table(vm, "copyreg", "_inverted_registry") : NO_VALUE, v = NO_VALUE;
    Ref known = names ? dict_get(vm, cache, make_small(code)) : NULL, pair = NULL;
    if (known) v = retain(known);
    else if (names && !err_occurred(vm)) pair = dict_get(vm, names, make_small(code));
    if (pair && is_tuple(pair) && as_tuple(pair)->len == 2 && is_str(as_tuple(pair)->items[0]) && is_str(as_tuple(pair)->items[1])) {
        Value held = retain(pair);
        v = look_up(vm, u, as_tuple(held)->items[0], as_tuple(held)->items[1]);
        release(vm, held);
        if (v && !dict_set(vm, cache, make_small(code), v)) value_clear(vm, &v);
    } else if (pair) err_raise(vm, EXC_ValueError, "_inverted_registry[%lld] isn't a 2-tuple of strings", (long long)code);
    else if (!v && names && !err_occurred(vm)) err_raise(vm, EXC_ValueError, "unregistered extension code %lld", (long long)code);
    release(vm, cache);
    release(vm, names);
    return push(vm, u, v);
}

static bool load_newobj(VM *vm, Unpickler *u, bool ex)
{
    const char *what = ex ? "NEWOBJ_EX" : "NEWOBJ";
    if (!has(vm, u, ex ? 3 : 2)) return false;
    Value kwargs = ex ? pop(vm, u) : NO_VALUE, args = pop(vm, u), cls = pop(vm, u), v = NO_VALUE, make = NO_VALUE;
    if (!is_type(cls)) unpickling_error(vm, "%s class argument must be a type, not %T", what, REF(cls));
    else if (!as_type(cls)->s.new_) unpickling_error(vm, "%s class argument '%s' doesn't have __new__", what, type_name(vm, as_type(cls)));
    else if (!is_tuple(args)) unpickling_error(vm, "%s args argument must be a tuple, not %T", what, REF(args));
    else if (ex && !is_dict(kwargs)) unpickling_error(vm, "%s kwargs argument must be a dict, not %T", what, REF(kwargs));
    else if ((make = obj_getattr(vm, cls, NAME(__new__)))) {
        int64_t n = as_tuple(args)->len;
        Value all = tuple_new(vm, n + 1);
        if (all) {
            as_tuple(all)->items[0] = retain(cls);
            for (int64_t i = 0; i < n; i++) as_tuple(all)->items[i + 1] = retain(as_tuple(args)->items[i]);
            v = call_tuple(vm, make, all, ex ? (Ref)kwargs : NULL);
        }
        release(vm, all);
    }
    release(vm, make);
    release(vm, kwargs);
    release(vm, args);
    release(vm, cls);
    return push(vm, u, v);
}
OPCODE(reduce)
{
    if (!has(vm, u, 2)) return false;
    Value args = pop(vm, u), f = pop(vm, u), v = NO_VALUE;
    if (is_tuple(args)) v = call_tuple(vm, f, args, NULL);
    else err_raise(vm, EXC_TypeError, "argument list must be a tuple");
    release(vm, args);
    release(vm, f);
    return push(vm, u, v);
}

/* Has it a __dict__ of the plain kind? Then its attributes are set without making that dict. */
static bool is_plain(VM *vm, Ref obj)
{
    if (!is_kind(obj, KIND_INSTANCE) || !(as_obj(obj)->type->flags & TYPE_ATTRS)) return false;
    Ref d = type_lookup(vm, as_obj(obj)->type, NAME(__dict__));
    return d && is_kind(d, KIND_GETSET) && ((const GetSetDescr *)BITS(d))->def == &inst_dict_getset;
}

static bool set_one(VM *vm, Ref obj, Ref own, bool plain, Ref key, Ref value)
{
    Value name = is_exact(key, CLASS(str)) ? str_intern(vm, retain(key)) : retain(key), held = retain(value);
    bool ok = name != NO_VALUE;
    if (ok && own) ok = op_setitem(vm, own, name, held);
    else if (ok && !is_str(name)) ok = err_false(vm, EXC_TypeError, "attribute name must be string, not '%T'", REF(name));
    else if (ok) ok = plain ? inst_set(vm, as_obj(obj), name, held) : obj_setattr(vm, obj, name, held);
    release(vm, name);
    release(vm, held);
    return ok;
}

/* to_dict: into the object's __dict__, past what its class says of setting attributes. */
static bool set_attributes(VM *vm, Ref obj, Ref state, bool to_dict)
{
    int64_t pos = 0, n = dict_len(state);
    Ref key, value;
    bool plain = to_dict && is_plain(vm, obj), ok = true;
    for (int64_t at = 0; plain && dict_next(state, &at, &key, &value);) plain = is_exact(key, CLASS(str));
    Value own = to_dict && !plain ? obj_getattr_c(vm, obj, "__dict__") : NO_VALUE;
    if (to_dict && !plain && !own) return false;
    while (ok && dict_next(state, &pos, &key, &value)) {
        ok = set_one(vm, obj, own, plain, key, value);
        if (ok && dict_len(state) != n) ok = err_false(vm, EXC_RuntimeError, "dictionary changed size during iteration");
    }
    release(vm, own);
    return ok;
}
OPCODE(build)
{
    if (!has(vm, u, 2)) return false;
    Value state = pop(vm, u), obj = retain(top(u)), f, slots = NO_VALUE;
    int has_it = obj_lookup_attr(vm, obj, NAME(__setstate__), &f);
    bool ok = has_it >= 0;
    if (has_it > 0) {
        Value r = call1(vm, f, state);
        ok = r != NO_VALUE;
        release(vm, r);
        release(vm, f);
    } else if (ok) {
        if (is_tuple(state) && as_tuple(state)->len == 2) {
            Value first = retain(as_tuple(state)->items[0]);
            slots = retain(as_tuple(state)->items[1]);
            value_put(vm, &state, first);
        }
        if (!is_none(state)) ok = is_dict(state) ? set_attributes(vm, obj, state, true) : unpickling_error(vm, "state is not a dictionary") != NULL;
        if (ok && slots && !is_none(slots)) ok = is_dict(slots) ? set_attributes(vm, obj, slots, false) : unpickling_error(vm, "slot state is not a dictionary") != NULL;
    }
    release(vm, slots);
    release(vm, state);
    release(vm, obj);
    return ok;
}

static bool load_persistent(VM *vm, Unpickler *u, Value id /*taken, or NULL*/)
{
    if (!id) return false;
    Value v = u->persistent_load ? call1(vm, u->persistent_load, id)
                                 : unpickling_error(vm, "A load persistent id instruction was encountered, but no persistent_load function was specified.");
    release(vm, id);
    return push(vm, u, v);
}
OPCODE(persid)
{
    Value line = take_line(vm, u), text = line ? codec_decode(vm, as_bytes(line)->data, as_bytes(line)->len, "ascii", NULL) : NO_VALUE;
    if (line && !text && err_matches(vm, EXC_UnicodeDecodeError)) {
        err_clear(vm);
        unpickling_error(vm, "persistent IDs in protocol 0 must be ASCII strings");
    }
    release(vm, line);
    return load_persistent(vm, u, text);
}

OPCODE(next_buffer)
{
    if (!u->buffers) return unpickling_error(vm, "pickle stream refers to out-of-band data but no *buffers* argument was given") != NULL;
    Value v = op_next(vm, u->buffers);
    if (!v && !err_occurred(vm)) unpickling_error(vm, "not enough out-of-band buffers");
    return push(vm, u, v);
}
OPCODE(readonly_buffer)
{
    if (!has(vm, u, 1)) return false;
    BufferView view;
    if (!buffer_get(vm, top(u), &view)) return false;
    bool readonly = view.readonly;
    buffer_release(vm, &view);
    if (readonly) return true;
    Value buffer = pop(vm, u), v = call1(vm, REF(CLASS(memoryview)), buffer), name = v ? str_intern_c(vm, "toreadonly") : NO_VALUE, r = name ? call_method(vm, v, name, NULL, 0) : NO_VALUE;
    release(vm, buffer);
    release(vm, v);
    release(vm, name);
    return push(vm, u, r);
}

/* GET and PUT write their index as a line of decimal digits. */
static bool line_index(VM *vm, Unpickler *u, bool putting, int64_t *out)
{
    Value text = decoded_line(vm, u, "latin-1"), v = text ? int_from_text(vm, text, 10) : NO_VALUE;
    bool ok = v && int_to_i64(vm, v, out);
    release(vm, text);
    release(vm, v);
    if (ok && *out < 0 && putting) return err_false(vm, EXC_ValueError, "negative PUT argument");
    return ok;
}
static bool load_get(VM *vm, Unpickler *u, int width)
{
    uint64_t n = 0;
    int64_t i;
    if (width ? !take_number(vm, u, width, &n) : !line_index(vm, u, false, &i)) return false;
    return memo_push(vm, u, width ? (int64_t)n : i);
}
static bool load_put(VM *vm, Unpickler *u, int width)
{
    uint64_t n = 0;
    int64_t i;
    if (width ? !take_number(vm, u, width, &n) : !line_index(vm, u, true, &i)) return false;
    return memo_top(vm, u, width ? (int64_t)n : i);
}

OPCODE(frame)
{
    uint64_t n;
    if (!take_number(vm, u, 8, &n)) return false;
    if (n > INT64_MAX / 2) return err_false(vm, EXC_OverflowError, "FRAME length exceeds system's maximum of %lld bytes", (long long)INT64_MAX);
    if ((int64_t)n > u->input.len - u->at && u->read && n > 1 << 24) return true; /* so much is read as it comes */
    if (!take(vm, u, (int64_t)n)) return false;
    u->at -= (int64_t)n;
    return true;
}
OPCODE(proto)
{
    uint64_t n;
    if (!take_number(vm, u, 1, &n)) return false;
    if (n > PICKLE_HIGHEST) return err_false(vm, EXC_ValueError, "unsupported pickle protocol: %d", (int)n);
    u->protocol = (int)n;
    return true;
}
OPCODE(pop)
{
    if (u->nmarks && u->marks[u->nmarks - 1] == u->len) {
        int64_t at;
        return pop_mark(vm, u, &at);
    }
    Value v = pop(vm, u);
    bool ok = v != NO_VALUE;
    release(vm, v);
    return ok;
}
OPCODE(pop_mark)
{
    int64_t at = 0;
    if (!pop_mark(vm, u, &at)) return false;
    cut(vm, u, at);
    return true;
}

static bool load_one(VM *vm, Unpickler *u, int op)
{
    int64_t at = 0;
    switch (op) {
    case OP_MARK: return push_mark(vm, u);
    case OP_POP: return load_pop(vm, u);
    case OP_POP_MARK: return load_pop_mark(vm, u);
    case OP_DUP: return has(vm, u, 1) && push(vm, u, retain(top(u)));
    case OP_NONE: return push(vm, u, V_NONE);
    case OP_NEWTRUE: return push(vm, u, V_TRUE);
    case OP_NEWFALSE: return push(vm, u, V_FALSE);
    case OP_INT: return load_int(vm, u);
    case OP_LONG: return load_long(vm, u);
    case OP_BININT: return load_binint(vm, u, 4);
    case OP_BININT1: return load_binint(vm, u, 1);
    case OP_BININT2: return load_binint(vm, u, 2);
    case OP_LONG1: return load_counted_long(vm, u, 1);
    case OP_LONG4: return load_counted_long(vm, u, 4);
    case OP_FLOAT: return load_float(vm, u);
    case OP_BINFLOAT: return load_binfloat(vm, u);
    case OP_STRING: return load_string(vm, u);
    case OP_BINSTRING: return load_binstring(vm, u, 4);
    case OP_SHORT_BINSTRING: return load_binstring(vm, u, 1);
    case OP_SHORT_BINBYTES: return load_binbytes(vm, u, 1);
    case OP_BINBYTES: return load_binbytes(vm, u, 4);
    case OP_BINBYTES8: return load_binbytes(vm, u, 8);
    case OP_BYTEARRAY8: return load_bytearray8(vm, u);
    case OP_UNICODE: return load_unicode(vm, u);
    case OP_SHORT_BINUNICODE: return load_binunicode(vm, u, 1);
    case OP_BINUNICODE: return load_binunicode(vm, u, 4);
    case OP_BINUNICODE8: return load_binunicode(vm, u, 8);
    case OP_EMPTY_LIST: return push(vm, u, list_new(vm, 0));
    case OP_EMPTY_DICT: return push(vm, u, dict_new(vm));
    case OP_EMPTY_SET: return push(vm, u, set_new(vm));
    case OP_EMPTY_TUPLE: return load_counted_tuple(vm, u, 0);
    case OP_TUPLE1: case OP_TUPLE2: case OP_TUPLE3: return load_counted_tuple(vm, u, op - OP_TUPLE1 + 1);
    case OP_TUPLE: return load_tuple(vm, u);
    case OP_LIST: return load_list(vm, u);
    case OP_DICT: return load_dict(vm, u);
    case OP_FROZENSET: return load_frozenset(vm, u);
    case OP_APPEND: return has(vm, u, 2) && append_all(vm, u, u->len - 1);
    case OP_APPENDS: return marked(vm, u, &at) && append_all(vm, u, at);
    case OP_SETITEM: return has(vm, u, 3) && set_all(vm, u, u->len - 2);
    case OP_SETITEMS: return marked(vm, u, &at) && set_all(vm, u, at);
    case OP_ADDITEMS: return load_additems(vm, u);
    case OP_GLOBAL: return push(vm, u, global_of_lines(vm, u));
    case OP_STACK_GLOBAL: return load_stack_global(vm, u);
    case OP_EXT1: return load_extension(vm, u, 1);
    case OP_EXT2: return load_extension(vm, u, 2);
    case OP_EXT4: return load_extension(vm, u, 4);
    case OP_INST: return load_inst(vm, u);
    case OP_OBJ: return load_obj(vm, u);
    case OP_NEWOBJ: return load_newobj(vm, u, false);
    case OP_NEWOBJ_EX: return load_newobj(vm, u, true);
    case OP_REDUCE: return load_reduce(vm, u);
    case OP_BUILD: return load_build(vm, u);
    case OP_PERSID: return load_persid(vm, u);
    case OP_BINPERSID: return load_persistent(vm, u, pop(vm, u));
    case OP_GET: return load_get(vm, u, 0);
    case OP_BINGET: return load_get(vm, u, 1);
    case OP_LONG_BINGET: return load_get(vm, u, 4);
    case OP_PUT: return load_put(vm, u, 0);
    case OP_BINPUT: return load_put(vm, u, 1);
    case OP_LONG_BINPUT: return load_put(vm, u, 4);
    case OP_MEMOIZE: return memo_top(vm, u, memo_count(u));
    case OP_PROTO: return load_proto(vm, u);
    case OP_FRAME: return load_frame(vm, u);
    case OP_NEXT_BUFFER: return load_next_buffer(vm, u);
    case OP_READONLY_BUFFER: return load_readonly_buffer(vm, u);
    default: break;
    }
    if (op >= ' ' && op <= '~' && op != '\'' && op != '\\') return unpickling_error(vm, "invalid load key, '%c'.", op) != NULL;
    return unpickling_error(vm, "invalid load key, '\\x%02x'.", op) != NULL;
}

Value unpickler_run(VM *vm, Ref self)
{
    Unpickler *u = as_unpickler(self);
    if (u->running) return err_raise(vm, EXC_RuntimeError, "Unpickler.load() called while it loads");
    u->running = true;
    cut(vm, u, 0);
    u->nmarks = u->fence = 0;
    u->protocol = 0;
    Value r = NO_VALUE;
    bool ok = true;
    for (unsigned steps = 1; ok; steps++) {
        const unsigned char *p = take(vm, u, 1);
        if (!p) {
            PickleState *s = pickle_state(vm);
            if (s && vm->error && is_instance_of(vm, vm->error, s->unpickling_error)) {
                err_clear(vm);
                err_raise(vm, EXC_EOFError, "Ran out of input");
            }
            break;
        }
        int op = *p;
        if (op == OP_STOP) {
            r = pop(vm, u);
            if (r && u->read && !skip_consumed(vm, u)) value_clear(vm, &r);
            break;
        }
        ok = load_one(vm, u, op) && ((steps & 255) != 0 || vm_poll(vm));
    }
    cut(vm, u, 0);
    u->nmarks = u->fence = 0;
    u->running = false;
    return r;
}

/* ---- the object ---- */
static bool optional(VM *vm, Ref file, const char *text, Value *slot)
{
    Value name = str_intern_c(vm, text), v;
    int got = name ? obj_lookup_attr(vm, file, name, &v) : -1;
    release(vm, name);
    value_put(vm, slot, got > 0 ? v : NO_VALUE);
    return got >= 0;
}
static bool set_up(VM *vm, Unpickler *u, Ref file, Ref data, Ref fix_imports, Ref encoding, Ref errors, Ref buffers)
{
    int fix = fix_imports ? op_truth(vm, fix_imports) : 1;
    if (fix < 0) return false;
    if (encoding && !is_str(encoding)) return err_false(vm, EXC_TypeError, "Unpickler() argument 'encoding' must be str, not %T", encoding);
    if (errors && !is_str(errors)) return err_false(vm, EXC_TypeError, "Unpickler() argument 'errors' must be str, not %T", errors);
    drop_input(vm, u);
    u->at = u->fetched = 0;
    if (file) {
        if (!optional(vm, file, "peek", &u->peek) || !optional(vm, file, "readinto", &u->readinto) || !optional(vm, file, "read", &u->read) || !optional(vm, file, "readline", &u->readline)) return false;
        if (!u->read || !u->readline) {
            value_clear(vm, &u->read);
            return err_false(vm, EXC_TypeError, "file must have 'read' and 'readline' attributes");
        }
    } else if (set_input(vm, u, data) < 0) return false;
    value_put(vm, &u->encoding, encoding ? retain(encoding) : str_from_c(vm, "ASCII"));
    value_put(vm, &u->errors, errors ? retain(errors) : str_from_c(vm, "strict"));
    if (!u->encoding || !u->errors) return false;
    value_put(vm, &u->buffers, NO_VALUE);
    if (buffers && !is_none(buffers) && !(u->buffers = op_iter(vm, buffers))) return false;
    u->fix_imports = fix;
    memo_free(vm, u);
    u->ready = true;
    return true;
}

static bool unpickler_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"file", "fix_imports", "encoding", "errors", "buffers"};
    Unpickler *u = as_unpickler(self);
    Ref in[5];
    if (!args_bind(vm, "Unpickler", args, n, kwnames, names, 5, in)) return false;
    if (!in[0]) return err_false(vm, EXC_TypeError, "Unpickler() missing required argument 'file' (pos 1)");
    if (n > 1) return err_false(vm, EXC_TypeError, "Unpickler() takes exactly 1 positional argument (%d given)", n);
    if (u->running) return err_false(vm, EXC_RuntimeError, "Unpickler.__init__() called while it loads");
    value_clear(vm, &u->persistent_load);
    u->ready = false;
    if (!set_up(vm, u, in[0], NULL, in[1], in[2], in[3], in[4])) return false;
    return as_obj(self)->type->def == &unpickler_def || optional(vm, self, "persistent_load", &u->persistent_load);
}

Value unpickler_open(VM *vm, Ref file, Ref data, Ref fix_imports, Ref encoding, Ref errors, Ref buffers)
{
    PickleState *s = pickle_state(vm);
    Unpickler *u = s ? (Unpickler *)obj_alloc(vm, s->unpickler, sizeof(Unpickler)) : NULL;
    if (u && set_up(vm, u, file, data, fix_imports, encoding, errors, buffers)) return VAL(u);
    release(vm, VAL(u));
    return NULL;
}

static Value m_load(VM *vm, const Ref *a, int n, Ref kw)
{
    if (!as_unpickler(a[0])->ready) return unpickling_error(vm, "Unpickler.__init__() was not called by %T.__init__()", a[0]);
    return unpickler_run(vm, a[0]);
}
static Value m_sizeof(VM *vm, const Ref *a, int n, Ref kw)
{
    const Unpickler *u = as_unpickler(a[0]);
    return make_small((int64_t)sizeof(Unpickler) + u->cap * 8 + u->cap_marks * 8 + u->nmemo * 8);
}
static Value unpickler_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(cls), as_type(cls)->inst_size)); }

static void unpickler_clear(VM *vm, Obj *o)
{
    Unpickler *u = (Unpickler *)o;
    Value *const slots[] = {&u->read, &u->readline, &u->readinto, &u->peek, &u->persistent_load, &u->buffers};
    u->ready = false;
    for (int i = 0; i < 6; i++) value_clear(vm, slots[i]);
    cut(vm, u, 0);
    memo_free(vm, u);
    drop_input(vm, u);
}
static void unpickler_dealloc(VM *vm, Obj *o)
{
    Unpickler *u = (Unpickler *)o;
    unpickler_clear(vm, o);
    value_clear(vm, &u->encoding);
    value_clear(vm, &u->errors);
    mem_free(vm->mem, u->stack, (size_t)u->cap * sizeof *u->stack);
    mem_free(vm->mem, u->marks, (size_t)u->cap_marks * sizeof *u->marks);
    obj_free(vm, o, o->type->inst_size);
}
static void unpickler_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Unpickler *u = (const Unpickler *)o;
    Ref const slots[] = {u->read, u->readline, u->readinto, u->peek, u->persistent_load, u->buffers, u->sparse, u->input.owner};
    for (int i = 0; i < 8; i++)
        if (slots[i]) visit(slots[i], arg);
    for (int64_t i = 0; i < u->len; i++) visit(u->stack[i], arg);
    for (int64_t i = 0; i < u->nmemo; i++)
        if (u->memo[i]) visit(u->memo[i], arg);
}

static Value get_persistent_load(VM *vm, Ref self)
{
    Value v = as_unpickler(self)->persistent_load;
    return v ? retain(v) : err_raise(vm, EXC_AttributeError, "persistent_load");
}
static bool set_persistent_load(VM *vm, Ref self, Ref v)
{
    if (!v) return err_false(vm, EXC_TypeError, "attribute deletion is not supported");
    if (!is_type(v) && !type_of(vm, v)->s.call) return err_false(vm, EXC_TypeError, "persistent_load must be a callable taking one argument");
    value_put(vm, &as_unpickler(self)->persistent_load, retain(v));
    return true;
}

/* ---- the memo, to look at: {index: object} ---- */
Value unpickler_memo_copy(VM *vm, Ref unpickler)
{
    const Unpickler *u = as_unpickler(unpickler);
    Value d = u->sparse ? dict_copy(vm, u->sparse) : dict_new(vm);
    for (int64_t i = 0; d && i < u->nmemo; i++)
        if (u->memo[i] && !dict_set(vm, d, make_small(i), u->memo[i])) value_clear(vm, &d);
    return d;
}
static Value get_memo(VM *vm, Ref self)
{
    PickleState *s = pickle_state(vm);
    return s ? pickle_memo_new(vm, s->unpickler_memo, self) : NO_VALUE;
}
static bool set_memo(VM *vm, Ref self, Ref v)
{
    if (!v) return err_false(vm, EXC_TypeError, "attribute deletion is not supported");
    Value d = is_exact(v, CLASS(dict)) ? retain(v) : NO_VALUE;
    if (!d && is_heap(v) && as_obj(v)->type->def == &unpickler_memo_def) d = unpickler_memo_copy(vm, as_memo_proxy(v)->owner);
    else if (!d) return err_false(vm, EXC_TypeError, "'memo' attribute must be an UnpicklerMemoProxy object or dict, not %T", v);
    if (!d) return false;
    int64_t pos = 0, i;
    Ref key, value;
    bool ok = true;
    while (ok && dict_next(d, &pos, &key, &value)) {
        ok = is_int(key) || err_false(vm, EXC_TypeError, "memo key must be integers");
        ok = ok && int_to_i64(vm, key, &i) && (i >= 0 || err_false(vm, EXC_ValueError, "memo key must be positive integers."));
    }
    if (ok) memo_free(vm, as_unpickler(self));
    for (pos = 0; ok && dict_next(d, &pos, &key, &value);) ok = int_to_i64(vm, key, &i) && memo_set(vm, as_unpickler(self), i, value);
    release(vm, d);
    return ok;
}
void unpickler_forget(VM *vm, Ref unpickler) { memo_free(vm, as_unpickler(unpickler)); }
static const NativeDef unpickler_methods[] = {
    {"load", m_load, "self, /", "Read an object from the file.", 0},
    {"find_class", m_find_class, "self, module_name, global_name, /", "The class or function that a pickle names; derived classes may refuse some.", 0},
    {"__sizeof__", m_sizeof, "self, /", "Bytes that it takes.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef unpickler_getsets[] = {
    {"memo", get_memo, set_memo, NULL}, {"persistent_load", get_persistent_load, set_persistent_load, NULL}, {NULL, NULL, NULL, NULL},
};
const TypeDef unpickler_def = {
    .name = "_pickle.Unpickler", .doc = "Reads objects from a file.", .kind = KIND_OPAQUE, .size = sizeof(Unpickler), .flags = TYPE_GC | TYPE_BASE | TYPE_IMMUTABLE,
    .s = {.new_ = unpickler_new, .init = unpickler_init}, .dealloc = unpickler_dealloc, .traverse = unpickler_traverse, .clear = unpickler_clear, .methods = unpickler_methods, .getsets = unpickler_getsets,
    .text_signature = "file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=()",
};
