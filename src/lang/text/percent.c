/* percent.c: the % operator of str, bytes and bytearray. One reader serves all: characters are collected in a StrB, and for
 * bytes each of them is one byte. The right operand is a tuple of arguments, a mapping (for %(key)s) or the only argument. */
#include "text_impl.h"

#include <math.h>

typedef struct Percent {
    VM *vm;
    Text fmt;
    bool bytes;
    StrB out;
    Ref mapping;      /* the right operand when %(key) may be used, or NULL */
    Ref args;         /* a tuple, or the only argument */
    int64_t next, count; /* arguments used and there; a single one counts as 1 */
    bool single;
    int64_t i;        /* position in fmt */
} Percent;

typedef struct Directive {
    bool left, plus, space, alt, zero, no_minus0;
    int64_t width, prec; /* -1: none */
    uint32_t kind;
    Value key_value;  /* what %(key) found: owned */
    bool has_key, key_used;
} Directive;

/* The next argument, borrowed. */
static Ref next_arg(Percent *p, Directive *d)
{
    if (d->has_key) {
        if (!d->key_used) {
            d->key_used = true;
            return d->key_value;
        }
    } else if (p->next < p->count) {
        int64_t at = p->next++;
        return p->single ? p->args : (Ref)as_tuple(p->args)->items[at];
    }
    return err_raise(p->vm, EXC_TypeError, "not enough arguments for format string");
}

/* ---- reading a directive ---- */
static bool read_key(Percent *p, Directive *d)
{
    VM *vm = p->vm;
    if (!p->mapping) return err_false(vm, EXC_TypeError, "format requires a mapping");
    int64_t start = ++p->i;
    for (int open = 1; p->i < p->fmt.n; p->i++) {
        uint32_t c = text_at(&p->fmt, p->i);
        open += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (open == 0) break;
    }
    if (p->i >= p->fmt.n) return err_false(vm, EXC_ValueError, "incomplete format key");
    Text whole = p->fmt;
    whole.obj = NULL;
    if (whole.kind == KIND_BYTEARRAY) whole.kind = KIND_BYTES;
    Value key = text_piece(vm, &whole, start, p->i++);
    if (!key) return false;
    value_put(vm, &d->key_value, op_getitem(vm, p->mapping, key));
    release(vm, key);
    d->has_key = true;
    d->key_used = false;
    p->next = p->count; /* as CPython: positional arguments are over */
    return d->key_value != NO_VALUE;
}

static bool read_size(Percent *p, Directive *d, int64_t *out, const char *too_big, bool is_width)
{
    VM *vm = p->vm;
    if (p->i < p->fmt.n && text_at(&p->fmt, p->i) == '*') {
        p->i++;
        Ref v = next_arg(p, d);
        if (!v) return false;
        if (!is_int(v)) return err_false(vm, EXC_TypeError, "* wants int");
        bool fits = int_fits_i64(v, out);
        if (!fits || (!is_width && (*out > INT32_MAX || *out < INT32_MIN)))
            return err_false(vm, EXC_OverflowError, "Python int too large to convert to C %s", is_width ? "ssize_t" : "int");
        if (*out == INT64_MIN) return err_no_memory(vm), false;
        if (*out < 0) {
            if (is_width) d->left = true;
            *out = is_width ? -*out : 0;
        }
        return true;
    }
    int64_t n = 0;
    bool any = false;
    for (; p->i < p->fmt.n; p->i++) {
        uint32_t c = text_at(&p->fmt, p->i);
        if (c < '0' || c > '9') break;
        any = true;
        n = n * 10 + (int64_t)(c - '0');
        if (n > (is_width ? INT64_MAX / 16 : INT32_MAX)) return err_false(vm, EXC_ValueError, "%s", too_big);
    }
    if (any || !is_width) *out = n;
    return true;
}

static bool read_directive(Percent *p, Directive *d)
{
    VM *vm = p->vm;
    if (p->i < p->fmt.n && text_at(&p->fmt, p->i) == '(' && !read_key(p, d)) return false;
    for (bool flag = true; flag && p->i < p->fmt.n;) {
        switch (text_at(&p->fmt, p->i)) {
        case '-': d->left = true; break;
        case '+': d->plus = true; break;
        case ' ': d->space = true; break;
        case '#': d->alt = true; break;
        case '0': d->zero = true; break;
        case 'z': /* no negative zero: known to bytes alone */
            if (p->bytes) d->no_minus0 = true;
            else flag = false;
            break;
        default: flag = false;
        }
        if (flag) p->i++;
    }
    if (!read_size(p, d, &d->width, "width too big", true)) return false;
    if (p->i < p->fmt.n && text_at(&p->fmt, p->i) == '.') {
        p->i++;
        if (!read_size(p, d, &d->prec, "precision too big", false)) return false;
    }
    if (p->i < p->fmt.n) {
        uint32_t c = text_at(&p->fmt, p->i);
        if (c == 'h' || c == 'l' || c == 'L') p->i++;
    }
    if (p->i >= p->fmt.n) return err_false(vm, EXC_ValueError, "incomplete format");
    d->kind = text_at(&p->fmt, p->i++);
    return true;
}

/* ---- output ---- */
static void add_number(Percent *p, const Directive *d, bool negative, const char *prefix, const char *digits, int64_t n)
{
    char sign = negative ? '-' : d->plus ? '+' : d->space ? ' ' : 0;
    int64_t lead = (int64_t)strlen(prefix), zeros = 0;
    if (d->kind < 128 && strchr("diuoxX", (int)d->kind) && d->prec > n) zeros = d->prec - n;
    int64_t pad = d->width - n - zeros - lead - (sign != 0);
    if (pad < 0) pad = 0;
    if (d->zero && !d->left) {
        zeros += pad;
        pad = 0;
    }
    StrB *b = &p->out;
    if (!d->left) strb_fill(b, ' ', pad);
    if (sign) strb_char(b, (unsigned char)sign);
    strb_ascii(b, prefix, (size_t)lead);
    strb_fill(b, '0', zeros);
    strb_ascii(b, digits, (size_t)n);
    if (d->left) strb_fill(b, ' ', pad);
}

static void add_text(Percent *p, const Directive *d, Ref s)
{
    int64_t n = as_str(s)->len;
    if (d->prec >= 0 && d->prec < n) n = d->prec;
    int64_t pad = d->width > n ? d->width - n : 0;
    if (!d->left) strb_fill(&p->out, ' ', pad);
    strb_slice(&p->out, s, 0, n);
    if (d->left) strb_fill(&p->out, ' ', pad);
}

/* ---- conversions ---- */
static Value integer_of(Percent *p, const Directive *d, Ref v)
{
    VM *vm = p->vm;
    bool decimal = d->kind == 'd' || d->kind == 'i' || d->kind == 'u';
    if (is_int(v)) return retain(v);
    if (decimal && is_float_any(v)) return int_from_double(vm, float_any_of(v));
    const Slots *s = &type_of(vm, v)->s;
    Value i = NO_VALUE;
    if (decimal && s->to_int && !is_complex(v)) i = s->to_int(vm, v);
    else if (s->to_index) i = s->to_index(vm, v);
    if (i && is_int(i)) return i;
    if (err_occurred(vm) && !err_matches(vm, EXC_TypeError)) return NO_VALUE;
    err_clear(vm);
    release(vm, i);
    uint32_t shown = p->bytes && d->kind == 'i' ? 'd' : d->kind;
    if (decimal) return err_raise(vm, EXC_TypeError, "%%%c format: a real number is required, not %T", shown, v);
    return err_raise(vm, EXC_TypeError, "%%%c format: an integer is required, not %T", d->kind, v);
}

static bool add_small(Percent *p, const Directive *d, Ref v, unsigned base, const char *prefix)
{
    char digits[64], *end = digits + sizeof digits, *at = end;
    int64_t i = small_of(v);
    uint64_t u = (uint64_t)(i < 0 ? -i : i);
    do *--at = "0123456789abcdef"[u % base];
    while (u /= base);
    add_number(p, d, i < 0, prefix, at, end - at);
    return true;
}

static bool add_integer(Percent *p, const Directive *d, Ref v)
{
    VM *vm = p->vm;
    int base = d->kind == 'o' ? 8 : (d->kind | 32) == 'x' ? 16 : 10;
    const char *prefix = !d->alt ? "" : d->kind == 'o' ? "0o" : d->kind == 'x' ? "0x" : d->kind == 'X' ? "0X" : "";
    if (is_small(v) && d->kind != 'X') return add_small(p, d, v, (unsigned)base, prefix);
    Value i = integer_of(p, d, v);
    if (!i) return false;
    Value text = int_to_text(vm, i, base);
    release(vm, i);
    if (!text) return false;
    int64_t n = as_str(text)->len;
    const char *s = (const char *)as_str(text)->data;
    bool negative = *s == '-';
    char small[64], *upper = NULL;
    if (d->kind == 'X') {
        upper = n <= 64 ? small : mem_alloc(vm->mem, (size_t)n);
        if (!upper) return release(vm, text), err_no_memory(vm), false;
        for (int64_t k = 0; k < n; k++) upper[k] = s[k] >= 'a' ? (char)(s[k] - 32) : s[k];
        s = upper;
    }
    add_number(p, d, negative, prefix, s + negative, n - negative);
    if (upper && upper != small) mem_free(vm->mem, upper, (size_t)n);
    release(vm, text);
    return true;
}

static bool add_float(Percent *p, const Directive *d, Ref v)
{
    VM *vm = p->vm;
    double x;
    if (is_float(v)) x = float_of(v);
    else if (!num_to_double(vm, v, &x)) {
        if (!p->bytes || !err_matches(vm, EXC_TypeError)) return false;
        err_clear(vm);
        return err_false(vm, EXC_TypeError, "float argument required, not %T", v);
    }
    char kind = (char)(d->kind | 32);
    int64_t prec = d->prec < 0 ? 6 : d->prec;
    if (kind == 'g' && prec == 0) prec = 1;
    StrB num = STRB_INIT(vm);
    bool negative = signbit(x) && !isnan(x);
    if (!float_format_digits(vm, &num, fabs(x), kind, prec, d->alt, false)) return strb_drop(&num), false;
    char *s = num.data;
    if (d->kind < 'a')
        for (int64_t k = 0; k < num.len; k++)
            if (s[k] >= 'a' && s[k] <= 'z') s[k] -= 32;
    if (d->no_minus0 && negative && isfinite(x)) {
        negative = false;
        for (int64_t k = 0; k < num.len && s[k] != 'e' && s[k] != 'E'; k++) negative |= s[k] >= '1' && s[k] <= '9';
    }
    add_number(p, d, negative, "", s, num.len);
    strb_drop(&num);
    return true;
}

static bool add_char(Percent *p, Directive *d, Ref v)
{
    VM *vm = p->vm;
    uint32_t c = 0;
    int64_t code = -1;
    d->prec = -1;
    bool is_int_like = is_int(v) || (!is_float_any(v) && type_of(vm, v)->s.to_index);
    if (!p->bytes && is_str(v) && as_str(v)->len == 1) {
        c = str_at(as_str(v), 0);
    } else if (p->bytes && is_bytes(v) && as_bytes(v)->len == 1) {
        c = as_bytes(v)->data[0];
    } else if (p->bytes && is_bytearray(v) && as_bytearray(v)->len == 1) {
        c = as_bytearray(v)->data[0];
    } else if (!is_int_like) {
        return err_false(vm, EXC_TypeError,
            p->bytes ? "%%c requires an integer in range(256) or a single byte" : "%%c requires int or char");
    } else {
        Value i = num_index(vm, v);
        if (!i) return false;
        bool fits = int_fits_i64(i, &code) && code >= 0 && code < (p->bytes ? 256 : 0x110000);
        release(vm, i);
        if (!fits)
            return err_false(vm, EXC_OverflowError, p->bytes ? "%%c arg not in range(256)" : "%%c arg not in range(0x110000)");
        c = (uint32_t)code;
    }
    Value s = str_from_char(vm, c);
    if (!s) return false;
    add_text(p, d, s);
    release(vm, s);
    return true;
}

/* %b and %s of bytes: the bytes of a buffer, or what __bytes__ gives. */
static Value bytes_text(Percent *p, Ref v)
{
    VM *vm = p->vm;
    BufferView view;
    if (buffer_check(vm, v)) {
        if (!buffer_get(vm, v, &view)) return NO_VALUE;
        Value s = str_from_latin1(vm, view.data, (size_t)view.len);
        buffer_release(vm, &view);
        return s;
    }
    bool found;
    Value b = call_special(vm, v, NAME(__bytes__), NULL, 0, &found);
    if (!found && !err_occurred(vm))
        return err_raise(vm, EXC_TypeError,
            "%%b requires a bytes-like object, or an object that implements __bytes__, not '%T'", v);
    if (!b) return b;
    Value s;
    if (is_bytes(b)) s = str_from_latin1(vm, as_bytes(b)->data, (size_t)as_bytes(b)->len);
    else s = err_raise(vm, EXC_TypeError, "__bytes__ returned non-bytes (type %T)", (Ref)b);
    release(vm, b);
    return s;
}

static bool add_bytes(Percent *p, const Directive *d, const unsigned char *data, int64_t n)
{
    if (d->prec >= 0 && d->prec < n) n = d->prec;
    int64_t pad = d->width > n ? d->width - n : 0;
    if (!d->left) strb_fill(&p->out, ' ', pad);
    strb_ascii(&p->out, (const char *)data, (size_t)n);
    if (d->left) strb_fill(&p->out, ' ', pad);
    return true;
}

static bool add_object(Percent *p, const Directive *d, Ref v)
{
    VM *vm = p->vm;
    Value s;
    if (p->bytes && (d->kind == 's' || d->kind == 'b') && is_exact(v, CLASS(bytes))) return add_bytes(p, d, as_bytes(v)->data, as_bytes(v)->len);
    if (p->bytes) s = d->kind == 'a' || d->kind == 'r' ? op_ascii(vm, v) : bytes_text(p, v);
    else s = d->kind == 's' ? op_str(vm, v) : d->kind == 'r' ? op_repr(vm, v) : op_ascii(vm, v);
    if (!s) return false;
    add_text(p, d, s);
    release(vm, s);
    return true;
}

static bool add_directive(Percent *p)
{
    VM *vm = p->vm;
    Directive d = {.width = -1, .prec = -1};
    bool ok = false;
    Ref v;
    if (!read_directive(p, &d)) goto out;
    if (d.kind == '%' && (d.has_key || text_at(&p->fmt, p->i - 2) == '%')) {
        strb_char(&p->out, '%');
        ok = true;
        goto out;
    }
    if (!(v = next_arg(p, &d))) goto out;
    switch (d.kind) {
    case 's': case 'r': case 'a': ok = add_object(p, &d, v); break;
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': ok = add_integer(p, &d, v); break;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': ok = add_float(p, &d, v); break;
    case 'c': ok = add_char(p, &d, v); break;
    case 'b':
        if (p->bytes) {
            ok = add_object(p, &d, v);
            break;
        }
        /* fall through */
    default: {
        uint32_t shown = d.kind > 31 && d.kind < 127 ? d.kind : '?';
        err_raise(vm, EXC_ValueError, "unsupported format character '%c' (0x%x) at index %lld", shown, d.kind, (long long)(p->i - 1));
    }
    }
out:
    release(vm, d.key_value);
    return ok && !p->out.failed;
}

/* %s of a text or a small int and %d of a small int, with nothing between: most directives. False: add_directive has to read it. */
static bool add_plain(Percent *p)
{
    if (p->bytes || p->mapping || p->i >= p->fmt.n || p->next >= p->count) return false;
    VM *vm = p->vm;
    uint32_t kind = text_at(&p->fmt, p->i);
    Ref v = p->single ? p->args : (Ref)as_tuple(p->args)->items[p->next];
    if ((kind == 's' || kind == 'd') && is_small(v)) strb_repr(&p->out, v);
    else if (kind == 's' && is_exact(v, CLASS(str))) strb_str(&p->out, v);
    else return false;
    p->i++;
    p->next++;
    return true;
}

static bool run(Percent *p, Ref args)
{
    VM *vm = p->vm;
    p->args = args;
    p->single = !is_tuple(args);
    p->count = p->single ? 1 : as_tuple(args)->len;
    bool text = is_str(args) || (p->bytes && (is_bytes(args) || is_bytearray(args)));
    if (p->single && !text && type_of(vm, args)->s.getitem) p->mapping = args;
    while (p->i < p->fmt.n) {
        int64_t start = p->i, at = text_find_char(&p->fmt, '%', start, p->fmt.n);
        p->i = at < 0 ? p->fmt.n : at;
        if (p->fmt.obj && !p->bytes) {
            strb_slice(&p->out, p->fmt.obj, start, p->i);
        } else {
            strb_ascii(&p->out, (const char *)p->fmt.p + start, (size_t)(p->i - start)); /* (bytes: each is a character as it is) */
        }
        if (at < 0) break;
        p->i++;
        if (!add_plain(p) && !add_directive(p)) return false;
    }
    if (p->next < p->count && !p->mapping)
        return err_false(vm, EXC_TypeError, "not all arguments converted during %s formatting", p->bytes ? "bytes" : "string");
    return !p->out.failed;
}

Value str_percent(VM *vm, Ref fmt, Ref args)
{
    Percent p = {.vm = vm, .fmt = text_of_str(fmt), .out = STRB_INIT(vm)};
    if (run(&p, args)) return strb_take(&p.out);
    strb_drop(&p.out);
    return NO_VALUE;
}

Value bytes_percent(VM *vm, Ref fmt, Ref args)
{
    Percent p = {.vm = vm, .bytes = true, .out = STRB_INIT(vm)};
    BufferView view;
    if (!text_of_buffer(vm, fmt, &view, &p.fmt)) return NO_VALUE;
    uint8_t kind = is_bytearray(fmt) ? KIND_BYTEARRAY : KIND_BYTES;
    Value r = run(&p, args) ? bytes_like_make(vm, kind, p.out.data ? p.out.data : "", p.out.len) : NO_VALUE;
    strb_drop(&p.out);
    buffer_release(vm, &view);
    return r;
}
