/* eval_match.c: what the patterns of `match` ask of their subject: keys, the rest of a mapping, a class and its attributes. */
#include "eval.h"

/* The value of a pattern's only key in a dict of dict's own class: no other key can be the same, and no method is asked. */
static Value match_one_key(VM *vm, Ref dict, Ref key)
{
    Value held = retain(dict);
    Ref v = dict_get(vm, dict, key);
    Value out = v ? tuple_of(vm, 1, v) : err_occurred(vm) ? NO_VALUE : V_NONE;
    release(vm, held);
    return out;
}

static bool is_among(Ref text, const Value *row, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (row[i] == text || (is_str(row[i]) && str_equal(row[i], text))) return true;
    return false;
}

/* The same of several keys that are texts and differ. NULL without an error: they are not. */
static Value match_texts(VM *vm, Ref dict, const Tuple *keys)
{
    for (int64_t i = 0; i < keys->len; i++)
        if (!is_exact(keys->items[i], CLASS(str)) || is_among(keys->items[i], keys->items, i)) return NULL;
    Value out = NULL, held = retain(dict);
    for (int64_t i = 0; i < keys->len; i++) {
        Ref v = dict_get(vm, dict, keys->items[i]);
        if (!v) {
            release(vm, out);
            out = err_occurred(vm) ? NO_VALUE : V_NONE;
            break;
        }
        if (!out && !(out = tuple_new(vm, keys->len))) break;
        as_tuple(out)->items[i] = retain(v);
    }
    release(vm, held);
    return out;
}

Value slow_match_keys(VM *vm, Ref subject, Ref keys)
{
    int64_t n = as_tuple(keys)->len;
    if (n == 1 && is_exact(subject, CLASS(dict))) return match_one_key(vm, subject, as_tuple(keys)->items[0]);
    if (n > 1 && is_exact(subject, CLASS(dict))) {
        Value all = match_texts(vm, subject, as_tuple(keys));
        if (all || err_occurred(vm)) return all;
    }
    Value out = tuple_new(vm, n), get = NULL, seen = NULL;
    if (!out) return NULL;
    Value missing = call0(vm, REF(CLASS(object)));
    if (!missing || !(seen = set_new(vm)) || !(get = obj_getattr(vm, subject, NAME(get)))) goto fail;
    for (int64_t i = 0; i < n; i++) {
        Ref key = as_tuple(keys)->items[i];
        int added = set_add(vm, seen, key);
        if (added < 0) goto fail;
        if (!added) {
            err_raise(vm, EXC_ValueError, "mapping pattern checks duplicate key (%R)", key);
            goto fail;
        }
        Value v = call2(vm, get, key, missing);
        if (!v) goto fail;
        if (v == missing) {
            release(vm, v);
            release(vm, out);
            out = V_NONE;
            break;
        }
        as_tuple(out)->items[i] = v;
    }
    release(vm, missing);
    release(vm, seen);
    release(vm, get);
    return out;
fail:
    release(vm, missing);
    release(vm, seen);
    release(vm, get);
    release(vm, out);
    return NULL;
}

Value slow_match_rest(VM *vm, Ref subject, Ref keys)
{
    Value d = dict_new(vm);
    if (!d || !dict_update(vm, d, subject)) goto fail;
    for (int64_t i = 0; i < as_tuple(keys)->len; i++)
        if (dict_del(vm, d, as_tuple(keys)->items[i]) < 0) goto fail;
    return d;
fail:
    release(vm, d);
    return NULL;
}

/* The attributes `names` of the subject, none of them twice and none one of the `before` that went ahead. 1, 0 (no match), -1 */
static int match_attrs(VM *vm, Ref subject, Ref cls, const Value *names, int64_t n, const Value *before, int64_t nbefore, Value *out)
{
    for (int64_t i = 0; i < n; i++) {
        if (!is_str(names[i])) return err_minus(vm, EXC_TypeError, "__match_args__ elements must be strings (got %T)", names[i]);
        if (is_among(names[i], names, i) || is_among(names[i], before, nbefore))
            return err_minus(vm, EXC_TypeError, "%N() got multiple sub-patterns for attribute %R", as_type(cls), names[i]);
        int has = obj_lookup_attr(vm, subject, names[i], &out[i]);
        if (has <= 0) return has;
    }
    return 1;
}

Value slow_match_class(VM *vm, Ref subject, Ref cls, int npos, Ref kwnames)
{
    if (!is_type(cls)) return err_raise(vm, EXC_TypeError, "called match pattern must be a type");
    int is = op_isinstance(vm, subject, cls);
    if (is <= 0) return is < 0 ? NULL : V_NONE;
    int64_t nkw = as_tuple(kwnames)->len, at = 0;
    Value out = tuple_new(vm, npos + nkw), margs = NULL;
    int ok = out ? 1 : -1;
    if (ok > 0 && npos) {
        int has = obj_lookup_attr(vm, cls, NAME(__match_args__), &margs);
        if (has < 0) ok = -1;
        else if (has && !is_exact(margs, CLASS(tuple)))
            ok = err_minus(vm, EXC_TypeError, "%N.__match_args__ must be a tuple (got %T)", as_type(cls), margs);
        else if (!has && as_type(cls)->flags & TYPE_MATCH_SELF) {
            if (npos > 1) ok = err_minus(vm, EXC_TypeError, "%N() accepts 1 positional sub-pattern (%d given)", as_type(cls), npos);
            else as_tuple(out)->items[at++] = retain(subject);
        } else {
            int64_t allowed = has ? as_tuple(margs)->len : 0;
            if (allowed < npos)
                ok = err_minus(vm, EXC_TypeError, "%N() accepts %d positional sub-pattern%s (%d given)", as_type(cls), (int)allowed,
                               allowed == 1 ? "" : "s", npos);
            if (ok > 0) ok = match_attrs(vm, subject, cls, as_tuple(margs)->items, npos, NULL, 0, as_tuple(out)->items);
            at = npos;
        }
    }
    if (ok > 0) ok = match_attrs(vm, subject, cls, as_tuple(kwnames)->items, nkw, margs ? as_tuple(margs)->items : NULL, margs ? npos : 0, as_tuple(out)->items + at);
    release(vm, margs);
    if (ok > 0) return out;
    release(vm, out);
    return ok == 0 ? V_NONE : NULL;
}
