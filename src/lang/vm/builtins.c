/* builtins.c: the built-in functions, and the namespace `builtins`. Those that compile and run code, and print and input, are in
 * builtins_run.c and builtins_io.c. */
#include "lang/object/audit.h"
#include "eval.h"
#include "builtins.h"

#include "lang/object/vm.h"

/* ---- numbers ---- */

static Value bi_abs(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref x = args[0];
    if (is_small(x) && small_of(x) != SMALL_MIN) return make_small(small_of(x) < 0 ? -small_of(x) : small_of(x));
    UnaryFn f = type_of(vm, x)->s.abs;
    if (f) return f(vm, x);
    return err_raise(vm, EXC_TypeError, "bad operand type for abs(): '%T'", x);
}

/* A word's digits, of so many bits each. */
static Value word_in_base(VM *vm, int64_t i, int bits, const char *prefix)
{
    char text[4 + 64], *p = text + sizeof text;
    uint64_t u = i < 0 ? -(uint64_t)i : (uint64_t)i;
    do {
        *--p = "0123456789abcdef"[u & ((1u << bits) - 1)];
        u >>= bits;
    } while (u);
    *--p = prefix[1];
    *--p = prefix[0];
    if (i < 0) *--p = '-';
    return str_from_ascii(vm, p, (size_t)(text + sizeof text - p));
}

static Value in_base(VM *vm, Ref x, int base, const char *prefix)
{
    if (is_small(x)) return word_in_base(vm, small_of(x), __builtin_ctz((unsigned)base), prefix);
    Value i = num_index(vm, x), digits = i ? int_to_text(vm, i, base) : NULL, r = NULL;
    if (digits) {
        bool negative = str_at(as_str(digits), 0) == '-';
        Value bare = negative ? str_substr(vm, digits, 1, as_str(digits)->len) : retain(digits);
        if (bare) r = str_format(vm, "%s%s%U", negative ? "-" : "", prefix, bare);
        release(vm, bare);
    }
    release(vm, digits);
    release(vm, i);
    return r;
}
static Value bi_bin(VM *vm, const Ref *args, int n, Ref kwnames) { return in_base(vm, args[0], 2, "0b"); }
static Value bi_oct(VM *vm, const Ref *args, int n, Ref kwnames) { return in_base(vm, args[0], 8, "0o"); }
static Value bi_hex(VM *vm, const Ref *args, int n, Ref kwnames) { return in_base(vm, args[0], 16, "0x"); }

static Value bi_divmod(VM *vm, const Ref *args, int n, Ref kwnames) { return op_binary(vm, OP_DIVMOD, args[0], args[1]); }

static Value bi_pow(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return op_pow(vm, args[0], args[1], args[2] ? args[2] : V_NONE);
}

static Value bi_round(VM *vm, const Ref *args, int n, Ref kwnames)
{
    bool found;
    bool digits = args[1] && !is_none(args[1]);
    Value r = call_special(vm, args[0], NAME(__round__), args + 1, digits, &found);
    if (found) return r;
    return err_raise(vm, EXC_TypeError, "type %T doesn't define __round__ method", args[0]);
}

/* A sum of numbers in the word: no code runs. */
typedef struct Sum { int64_t whole; double part; bool floats; } Sum;

static inline bool add_plain(Sum *s, Ref v)
{
    if (s->floats) {
        if (!is_float(v)) return false;
        s->part += float_of(v);
        return true;
    }
    if (is_small(v)) return small_fits(s->whole += small_of(v));
    if (!is_float(v)) return false;
    s->floats = true;
    s->part = (double)s->whole + float_of(v);
    return true;
}

static bool add_items(Sum *s, const Value *items, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (!add_plain(s, items[i])) return false;
    return true;
}

static bool add_values(Sum *s, Ref dict)
{
    int64_t pos = 0;
    Ref key, value;
    while (dict_next(dict, &pos, &key, &value))
        if (!add_plain(s, value)) return false;
    return true;
}

/* Of a list, a tuple or a dict's values. NO_VALUE: it is something else, not all of it are such numbers, or there are so many that somebody should be heard in between. */
static Value sum_plain(VM *vm, Ref all, Ref start)
{
    enum { MANY = 1 << 16 };
    Sum s = {.whole = start && is_small(start) ? small_of(start) : 0};
    bool done = false;
    if (start && !is_small(start)) return NO_VALUE;
    if (is_exact(all, CLASS(list))) done = as_list(all)->len < MANY && add_items(&s, as_list(all)->items, as_list(all)->len);
    else if (is_exact(all, CLASS(tuple))) done = as_tuple(all)->len < MANY && add_items(&s, as_tuple(all)->items, as_tuple(all)->len);
    else if (is_exact(all, CLASS(dict_values))) {
        Ref dict = ((DictView *)BITS(all))->dict;
        done = is_exact(dict, CLASS(dict)) && as_dict(dict)->used < MANY && add_values(&s, dict);
    }
    return !done ? NO_VALUE : s.floats ? make_float_any(s.part) : make_small(s.whole);
}

static Value bi_sum(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref start = args[1];
    if (start && is_str(start)) return err_raise(vm, EXC_TypeError, "sum() can't sum strings [use ''.join(seq) instead]");
    if (start && is_bytes(start)) return err_raise(vm, EXC_TypeError, "sum() can't sum bytes [use b''.join(seq) instead]");
    if (start && is_bytearray(start)) return err_raise(vm, EXC_TypeError, "sum() can't sum bytearray [use b''.join(seq) instead]");
    Value quick = sum_plain(vm, args[0], start);
    if (quick) return quick;
    Value it = op_iter(vm, args[0]);
    if (!it) return NULL;
    Value acc = start ? retain(start) : make_small(0), v;
    uint32_t steps = 0;
    while (acc && (v = op_next(vm, it))) {
        Value next;
        int64_t r;
        if (both_small(acc, v) && small_fits(r = small_of(acc) + small_of(v))) next = make_small(r);
        else if (is_float(acc) && is_float(v)) next = make_float(float_of(acc) + float_of(v));
        else next = op_binary(vm, OP_ADD, acc, v);
        release(vm, acc);
        release(vm, v);
        acc = next;
        if ((++steps & 1023) == 0 && !vm_poll(vm)) value_clear(vm, &acc);
    }
    release(vm, it);
    if (err_occurred(vm)) value_clear(vm, &acc);
    return acc;
}

/* ---- iteration ---- */

/* Is the truth of all (want = false ends) or any (want = true ends) item `stop`? */
static Value quantify(VM *vm, Ref iterable, int stop)
{
    Value it = op_iter(vm, iterable), v;
    if (!it) return NULL;
    int outcome = !stop;
    uint32_t steps = 0;
    while ((v = op_next(vm, it))) {
        int t = op_truth(vm, v);
        release(vm, v);
        if (t == stop || t < 0) {
            outcome = t;
            break;
        }
        if ((++steps & 1023) == 0 && !vm_poll(vm)) break;
    }
    release(vm, it);
    if (outcome < 0 || err_occurred(vm)) return NULL;
    return make_bool(outcome);
}
static Value bi_all(VM *vm, const Ref *args, int n, Ref kwnames) { return quantify(vm, args[0], 0); }
static Value bi_any(VM *vm, const Ref *args, int n, Ref kwnames) { return quantify(vm, args[0], 1); }

static Value bi_iter(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!args[1]) return op_iter(vm, args[0]);
    if (!type_of(vm, args[0])->s.call) return err_raise(vm, EXC_TypeError, "iter(v, w): v must be callable");
    return callable_iter_new(vm, args[0], args[1]);
}

static Value bi_next(VM *vm, const Ref *args, int n, Ref kwnames)
{
    UnaryFn next = type_of(vm, args[0])->s.next;
    if (!next) return err_raise(vm, EXC_TypeError, "'%T' object is not an iterator", args[0]);
    Value v = next(vm, args[0]);
    if (v) return v;
    if (args[1]) {
        if (err_occurred(vm)) {
            if (!err_matches(vm, EXC_StopIteration)) return NULL;
            err_clear(vm);
        }
        return retain(args[1]);
    }
    if (!err_occurred(vm)) {
        Value e = call0(vm, REF(vm->exc_types[EXC_StopIteration]));
        if (e) err_raise_obj(vm, e);
    }
    return NULL;
}

Value builtin_len(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t len = op_len(vm, args[0]);
    return len < 0 ? NULL : small_fits(len) ? make_small(len) : int_from_i64(vm, len);
}

/* The keywords are list.sort's, whose name its errors have too. */
static bool sort_keywords(VM *vm, const Ref *values, Ref kwnames, Ref *key, Ref *reverse)
{
    for (int64_t i = 0; kwnames && i < as_tuple(kwnames)->len; i++) {
        Ref k = as_tuple(kwnames)->items[i];
        if (k == NAME(key) || str_equal_c(k, "key")) *key = values[i];
        else if (str_equal_c(k, "reverse")) *reverse = values[i];
        else return err_false(vm, EXC_TypeError, "'%U' is an invalid keyword argument for sort()", k);
    }
    return true;
}

static Value bi_sorted(VM *vm, const Ref *given, int n, Ref kwnames)
{
    if (n != 1) return err_raise(vm, EXC_TypeError, "sorted expected 1 argument, got %d", n);
    Ref args[3] = {given[0], NULL, NULL};
    Value list = list_from_iter(vm, args[0]);
    if (!list) return NULL;
    if (!sort_keywords(vm, given + n, kwnames, &args[1], &args[2])) {
        release(vm, list);
        return NULL;
    }
    int reverse = 0;
    if (args[2]) {
        int64_t r;
        Value i = num_index(vm, args[2]);
        if (!i || !int_fits_i64(i, &r)) {
            release(vm, i);
            release(vm, list);
            return NULL;
        }
        reverse = r != 0;
        release(vm, i);
    }
    if (list_sort(vm, list, args[1] && !is_none(args[1]) ? args[1] : NULL, reverse)) return list;
    release(vm, list);
    return NULL;
}

/* max and min: the raw call, since one positional argument means something else than several. */
/* Is a more (CMP_GT) or less (CMP_LT) than b? -1: raised. Numbers and texts, which most are, without a look at their classes' tables. */
static int beats(VM *vm, Ref a, Ref b, CmpOp how)
{
    bool more = how == CMP_GT;
    if (both_small(a, b)) return more ? small_of(a) > small_of(b) : small_of(a) < small_of(b);
    if (is_float(a) && is_float(b)) return more ? float_of(a) > float_of(b) : float_of(a) < float_of(b);
    if (is_exact(a, CLASS(str)) && is_exact(b, CLASS(str))) return more ? str_compare(a, b) > 0 : str_compare(a, b) < 0;
    return op_compare_bool(vm, a, b, how);
}

/* Of a few arguments, which the caller holds. */
static Value extreme_of_few(VM *vm, const Ref *args, int n, CmpOp better)
{
    Ref best = args[0];
    for (int i = 1; i < n; i++) {
        int t = beats(vm, args[i], best, better);
        if (t < 0) return NULL;
        if (t) best = args[i];
    }
    return retain(best);
}

static Value extreme(VM *vm, const Ref *args, int n, Ref kwnames, const char *name, CmpOp better)
{
    enum { FEW = 100 };
    if (n > 1 && n < FEW && !kwnames) return extreme_of_few(vm, args, n, better);
    Ref key = NULL, dflt = NULL;
    for (int64_t i = 0; kwnames && i < as_tuple(kwnames)->len; i++) {
        Ref k = as_tuple(kwnames)->items[i];
        if (str_equal_c(k, "key")) key = is_none(args[n + i]) ? NULL : args[n + i];
        else if (str_equal_c(k, "default")) dflt = args[n + i];
        else return err_raise(vm, EXC_TypeError, "'%U' is an invalid keyword argument for %s()", k, name);
    }
    if (n == 0) return err_raise(vm, EXC_TypeError, "%s expected at least 1 argument, got 0", name);
    if (n > 1 && dflt) return err_raise(vm, EXC_TypeError, "Cannot specify a default for %s() with multiple positional arguments", name);
    Value it = NULL, best = NULL, best_key = NULL;
    if (n == 1 && !(it = op_iter(vm, args[0]))) return NULL;
    uint32_t steps = 0;
    for (int i = 0; it || i < n; i++) {
        Value v = it ? op_next(vm, it) : retain(args[i]);
        if (!v) break;
        Value k = key ? call1(vm, key, v) : retain(v);
        int t = !k ? -1 : !best ? 1 : beats(vm, k, best_key, better);
        if (t > 0) {
            value_put(vm, &best, v);
            value_put(vm, &best_key, k);
        } else {
            release(vm, v);
            release(vm, k);
        }
        if (t < 0 || ((++steps & 1023) == 0 && !vm_poll(vm))) break;
    }
    release(vm, it);
    release(vm, best_key);
    if (err_occurred(vm)) {
        release(vm, best);
        return NULL;
    }
    if (best) return best;
    if (dflt) return retain(dflt);
    return err_raise(vm, EXC_ValueError, "%s() arg is an empty sequence", name);
}
static Value bi_max(VM *vm, const Ref *args, int n, Ref kwnames) { return extreme(vm, args, n, kwnames, "max", CMP_GT); }
static Value bi_min(VM *vm, const Ref *args, int n, Ref kwnames) { return extreme(vm, args, n, kwnames, "min", CMP_LT); }

/* ---- text ---- */

static Value bi_ascii(VM *vm, const Ref *args, int n, Ref kwnames) { return op_ascii(vm, args[0]); }
static Value bi_repr(VM *vm, const Ref *args, int n, Ref kwnames) { return op_repr(vm, args[0]); }

static Value bi_chr(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value i = num_index(vm, args[0]);
    int64_t c;
    if (!i) return NULL;
    bool fits = int_fits_i64(i, &c);
    release(vm, i);
    if (!fits || c > INT32_MAX || c < INT32_MIN) return err_raise(vm, EXC_OverflowError, "Python int too large to convert to C int");
    if (c < 0 || c > 0x10FFFF) return err_raise(vm, EXC_ValueError, "chr() arg not in range(0x110000)");
    return str_from_char(vm, (uint32_t)c);
}

static Value bi_ord(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref x = args[0];
    int64_t len;
    if (is_str(x)) {
        len = as_str(x)->len;
        if (len == 1) return make_small(str_at(as_str(x), 0));
    } else if (is_bytes(x)) {
        len = as_bytes(x)->len;
        if (len == 1) return make_small(as_bytes(x)->data[0]);
    } else if (is_bytearray(x)) {
        len = as_bytearray(x)->len;
        if (len == 1) return make_small(as_bytearray(x)->data[0]);
    } else return err_raise(vm, EXC_TypeError, "ord() expected string of length 1, but %T found", x);
    return err_raise(vm, EXC_TypeError, "ord() expected a character, but string of length %lld found", (long long)len);
}

static Value bi_format(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (args[1] && is_none(args[1])) return err_raise(vm, EXC_TypeError, "format() argument 2 must be str, not None");
    if (args[1] && !is_str(args[1])) return err_raise(vm, EXC_TypeError, "format() argument 2 must be str, not %T", args[1]);
    return format_value(vm, args[0], args[1]);
}

/* ---- objects ---- */

static Value bi_callable(VM *vm, const Ref *args, int n, Ref kwnames) { return make_bool(type_of(vm, args[0])->s.call != NULL); }

static Value bi_hash(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t h;
    return op_hash(vm, args[0], &h) ? int_from_i64(vm, h) : NULL;
}

static Value bi_id(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value id = int_from_u64(vm, BITS(args[0]));
    if (id && !AUDIT(vm, "builtins.id", "O", (Ref)id)) value_clear(vm, &id);
    return id;
}

static Value bi_getattr(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "attribute name must be string, not '%T'", args[1]);
    if (!args[2]) return obj_getattr(vm, args[0], args[1]);
    Value v;
    int has = obj_lookup_attr(vm, args[0], args[1], &v);
    return has > 0 ? v : has < 0 ? NULL : retain(args[2]);
}

static Value bi_hasattr(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "attribute name must be string, not '%T'", args[1]);
    Value v;
    int has = obj_lookup_attr(vm, args[0], args[1], &v);
    if (has > 0) release(vm, v);
    return has < 0 ? NULL : make_bool(has);
}

static Value bi_setattr(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "attribute name must be string, not '%T'", args[1]);
    return obj_setattr(vm, args[0], args[1], args[2]) ? V_NONE : NULL;
}

static Value bi_delattr(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "attribute name must be string, not '%T'", args[1]);
    return obj_setattr(vm, args[0], args[1], NULL) ? V_NONE : NULL;
}

static Value bi_isinstance(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int r = op_isinstance(vm, args[0], args[1]);
    return r < 0 ? NULL : make_bool(r);
}

static Value bi_issubclass(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int r = op_issubclass(vm, args[0], args[1]);
    return r < 0 ? NULL : make_bool(r);
}

static Frame *caller(VM *vm)
{
    Frame *f = vm->frame;
    return f->code ? f : NULL;
}

static Value bi_globals(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Frame *f = caller(vm);
    return f ? retain(REF(f->globals)) : V_NONE;
}

static Value bi_locals(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Frame *f = caller(vm);
    if (!f) return err_raise(vm, EXC_SystemError, "frame does not exist");
    return frame_locals(vm, f);
}

static Value bi_vars(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!args[0]) return bi_locals(vm, args, 0, NULL);
    Value d;
    int has = obj_lookup_attr(vm, args[0], NAME(__dict__), &d);
    if (has > 0) return d;
    return has < 0 ? NULL : err_raise(vm, EXC_TypeError, "vars() argument must have __dict__ attribute");
}

static Value bi_dir(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value names;
    if (!args[0]) {
        Frame *f = caller(vm);
        Value ns = f ? frame_locals(vm, f) : err_raise(vm, EXC_SystemError, "frame does not exist");
        Value keys = !ns || is_exact(ns, CLASS(dict)) ? retain(ns) : call_method(vm, ns, NAME(keys), NULL, 0);
        names = keys ? list_from_iter(vm, keys) : NULL;
        release(vm, keys);
        release(vm, ns);
    } else {
        bool found;
        Value r = call_special(vm, args[0], NAME(__dir__), NULL, 0, &found);
        if (!found) return err_raise(vm, EXC_TypeError, "object does not provide __dir__");
        names = r ? list_from_iter(vm, r) : NULL;
        release(vm, r);
    }
    if (names && !list_sort(vm, names, NULL, false)) value_clear(vm, &names);
    return names;
}


/* ---- the table ---- */

static const NativeDef functions[] = {
    {"abs", bi_abs, "x, /", "The distance from zero.", 0},
    {"all", bi_all, "iterable, /", "Are all items true? So are none at all.", 0},
    {"any", bi_any, "iterable, /", "Is one of the items true? Of none at all, none is.", 0},
    {"ascii", bi_ascii, "obj, /", "repr() in ASCII, everything else escaped.", 0},
    {"bin", bi_bin, "number, /", "The integer in binary: '0b101' for 5.", 0},
    {"callable", bi_callable, "obj, /", "Can it be called?", 0},
    {"chr", bi_chr, "i, /", "The character of a code point, from 0 to 0x10ffff.", 0},
    {"delattr", bi_delattr, "obj, name, /", "Delete an attribute by its name.", 0},
    {"dir", bi_dir, "object=None, /", "The names in scope, or the attributes of an object, sorted.", 0},
    {"divmod", bi_divmod, "x, y, /", "The pair (x // y, x % y).", 0},
    {"format", bi_format, "value, format_spec='', /", "The value as text, the way format_spec says.", 0},
    {"getattr", bi_getattr, "object, name, default=None, /", "An attribute by its name; where there is none, the default if one is given.", 0},
    {"globals", bi_globals, "", "The module's variables: the dict itself, not a copy.", 0},
    {"hasattr", bi_hasattr, "obj, name, /", "Is there an attribute of that name?", 0},
    {"hash", bi_hash, "obj, /", "An int that equal objects share.", 0},
    {"hex", bi_hex, "number, /", "The integer in hexadecimal: '0xff' for 255.", 0},
    {"id", bi_id, "obj, /", "An int that no other living object has.", 0},
    {"isinstance", bi_isinstance, "obj, class_or_tuple, /", "Is the object's class this one (or one of a tuple), or derived from it?", 0},
    {"issubclass", bi_issubclass, "cls, class_or_tuple, /", "Is cls this class (or one of a tuple), or derived from it?", 0},
    {"iter", bi_iter, "iterable, sentinel=None, /", "An iterator over an iterable; with a sentinel, over what a callable returns before it.", 0},
    {"len", builtin_len, "obj, /", "How many items it holds.", 0},
    {"locals", bi_locals, "", "The local variables, in a dict.", 0},
    {"max", bi_max, "*args, key=None, default=None", "The largest item of an iterable, or of two or more arguments.", NATIVE_RAW},
    {"min", bi_min, "*args, key=None, default=None", "The smallest item of an iterable, or of two or more arguments.", NATIVE_RAW},
    {"aiter", builtin_aiter, "async_iterable, /", "An asynchronous iterator over an asynchronous iterable.", 0},
    {"anext", builtin_anext, "aiterator, default=None, /", "What can be awaited for the next item; at the end, the default if one is given.", 0},
    {"next", bi_next, "iterator, default=None, /", "The next item; at the end, the default if one is given.", 0},
    {"oct", bi_oct, "number, /", "The integer in octal: '0o17' for 15.", 0},
    {"ord", bi_ord, "c, /", "The code point of a character.", 0},
    {"pow", bi_pow, "base, exp, mod=None", "base**exp, or base**exp % mod without the large number between.", NATIVE_KW},
    {"repr", bi_repr, "obj, /", "The object as text, as code would write it where it can.", 0},
    {"round", bi_round, "number, ndigits=None", "The number to ndigits decimals; without ndigits, to an int.", NATIVE_KW},
    {"setattr", bi_setattr, "obj, name, value, /", "Set an attribute by its name.", 0},
    {"sorted", bi_sorted, "iterable, /, *, key=None, reverse=False", "A new list of the items in order; equal ones stay as they were.", NATIVE_RAW},
    {"sum", bi_sum, "iterable, /, start=0", "start with all items added.", 0},
    {"vars", bi_vars, "object=None, /", "The __dict__ of an object, or locals().", 0},
    {0},
};

/* Classes that are built-in names. */
static const int classes[] = {
    TYPE_object, TYPE_type, TYPE_int, TYPE_bool, TYPE_float, TYPE_complex, TYPE_str, TYPE_bytes, TYPE_bytearray, TYPE_memoryview,
    TYPE_tuple, TYPE_list, TYPE_dict, TYPE_set, TYPE_frozenset, TYPE_slice, TYPE_range, TYPE_enumerate, TYPE_zip, TYPE_map,
    TYPE_filter, TYPE_reversed, TYPE_classmethod, TYPE_staticmethod, TYPE_property, TYPE_super,
};

bool builtins_add(VM *vm, const NativeDef *rows)
{
    Value module = str_intern_c(vm, "builtins");
    bool ok = module != NULL;
    for (; ok && rows->name; rows++) ok = module_add(vm, vm->builtins, rows->name, native_new(vm, rows, NULL, module));
    release(vm, module);
    return ok;
}

bool builtins_open(VM *vm)
{
    Value m = module_new(vm, "builtins");
    if (!m) return false;
    /* the module's namespace is the scope itself */
    release(vm, VAL(vm->builtins));
    vm->builtins = as_module(m)->dict;
    retain(REF(vm->builtins));
    bool ok = dict_set_c(vm, REF(vm->modules), "builtins", m);
    release(vm, m);
    Dict *ns = vm->builtins;
    ok = ok && builtins_add(vm, functions) && builtins_add(vm, builtins_run_functions) && builtins_add(vm, builtins_io_functions) && builtins_site_open(vm);
    for (size_t i = 0; ok && i < sizeof classes / sizeof *classes; i++) ok = module_add_type(vm, ns, vm->types[classes[i]]);
    for (int i = 0; ok && i < EXC_COUNT; i++) ok = module_add_type(vm, ns, vm->exc_types[i]);
    ok = ok && module_add_type(vm, ns, vm->exception_group);
    ok = ok && dict_set_c(vm, REF(ns), "EnvironmentError", REF(vm->exc_types[EXC_OSError])) &&
         dict_set_c(vm, REF(ns), "IOError", REF(vm->exc_types[EXC_OSError]));
    static const struct { const char *name; uintptr_t word; } words[] = {
        {"None", 8}, {"False", 16}, {"True", 24}, {"Ellipsis", 32}, {"NotImplemented", 40}, {"__debug__", 24}};
    for (size_t i = 0; ok && i < sizeof words / sizeof *words; i++) ok = dict_set_c(vm, REF(ns), words[i].name, (Ref)words[i].word);
    return ok && (!vm->flags.optimize || dict_set_c(vm, REF(ns), "__debug__", V_FALSE));
}
