/* mod_datetime_zone.c: tzinfo, which programs derive their zones from, timezone, which has one offset for ever, and how zones are asked. */
#include "mod_datetime.h"
#include <errno.h>
#include <time.h>

/* ---- asking ---- */
bool zone_check(VM *vm, Ref tz)
{
    return is_none(tz) || is_tzinfo(tz) || err_false(vm, EXC_TypeError, "tzinfo argument must be None or of a tzinfo subclass, not type '%T'", tz);
}

static Value ask(VM *vm, Ref tz, const char *method, Ref arg)
{
    Value name = str_intern_c(vm, method), r = name ? call_method(vm, tz, name, &arg, 1) : NO_VALUE;
    release(vm, name);
    return r;
}

static bool within_day(const Delta *d) { return d->days == 0 || (d->days == -1 && (d->seconds || d->micros)); }

Value zone_ask(VM *vm, Ref tz, const char *method, Ref arg)
{
    if (is_none(tz)) return V_NONE;
    Value r = ask(vm, tz, method, arg);
    if (!r || is_none(r)) return r;
    if (!is_delta(r)) err_raise(vm, EXC_TypeError, "tzinfo.%s() must return None or a timedelta, not '%T'", method, REF(r));
    else if (within_day(as_delta(r))) return r;
    else err_raise(vm, EXC_ValueError, "offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24).");
    release(vm, r);
    return NULL;
}

Value zone_name(VM *vm, Ref tz, Ref arg)
{
    if (is_none(tz)) return V_NONE;
    Value r = ask(vm, tz, "tzname", arg);
    if (!r || is_none(r) || is_str(r)) return r;
    err_raise(vm, EXC_TypeError, "tzinfo.tzname() must return None or a string, not '%T'", REF(r));
    release(vm, r);
    return NULL;
}

int zone_offset(VM *vm, Ref tz, Ref arg, Micros *out)
{
    *out = 0;
    if (is_none(tz)) return 0;
    Value r = zone_ask(vm, tz, "utcoffset", arg);
    int has = !r ? -1 : !is_none(r);
    if (has == 1) *out = delta_micros(as_delta(r));
    release(vm, r);
    return has;
}

/* ---- tzinfo ---- */
static Value tzinfo_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(cls), as_type(cls)->inst_size)); }
static bool tzinfo_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames) { return true; } /* arguments are the derived class's */

static Value abstract(VM *vm, const char *name) { return err_raise(vm, EXC_NotImplementedError, "a tzinfo subclass must implement %s()", name); }
static Value tz_tzname(VM *vm, const Ref *a, int n, Ref kw) { return abstract(vm, "tzname"); }
static Value tz_utcoffset(VM *vm, const Ref *a, int n, Ref kw) { return abstract(vm, "utcoffset"); }
static Value tz_dst(VM *vm, const Ref *a, int n, Ref kw) { return abstract(vm, "dst"); }

static bool is_ours(VM *vm, Ref self, Ref t)
{
    if (!is_datetime(t)) return err_false(vm, EXC_TypeError, "fromutc: argument must be a datetime");
    return as_datetime(t)->zone == self || err_false(vm, EXC_ValueError, "fromutc: dt.tzinfo is not self");
}

static Value asked(VM *vm, Ref t, const char *method, const char *wrong)
{
    Value zone = retain(as_datetime(t)->zone), r = zone_ask(vm, zone, method, t);
    release(vm, zone);
    if (is_heap(r)) return r;
    return r ? err_raise(vm, EXC_ValueError, "%s", wrong) : NULL;
}

static Value tz_fromutc(VM *vm, const Ref *a, int n, Ref kw)
{
    if (!is_ours(vm, a[0], a[1])) return NULL;
    Value offset = asked(vm, a[1], "utcoffset", "fromutc: non-None utcoffset() result required");
    Value dst = offset ? asked(vm, a[1], "dst", "fromutc: non-None dst() result required") : NO_VALUE;
    Value r = dst ? datetime_add(vm, a[1], delta_micros(as_delta(offset)) - delta_micros(as_delta(dst))) : NO_VALUE;
    Value then = r ? asked(vm, r, "dst", "fromutc: tz.dst() gave inconsistent results; cannot convert") : NO_VALUE;
    if (then && delta_micros(as_delta(then))) value_put(vm, &r, datetime_add(vm, r, delta_micros(as_delta(then))));
    else if (!then) value_clear(vm, &r);
    release(vm, offset);
    release(vm, dst);
    release(vm, then);
    return r;
}

static Value tz_reduce(VM *vm, const Ref *a, int n, Ref kw)
{
    Value f, args = NO_VALUE, r = NO_VALUE, name = str_intern_c(vm, "__getinitargs__");
    int has = name ? obj_lookup_attr(vm, a[0], name, &f) : -1;
    release(vm, name);
    if (has < 0) return NULL;
    args = has ? call0(vm, f) : retain(vm->empty_tuple);
    if (has) release(vm, f);
    Value state = args ? call_method(vm, a[0], NAME(__getstate__), NULL, 0) : NO_VALUE;
    if (state) r = is_none(state) ? tuple_of(vm, 2, REF(as_obj(a[0])->type), REF(args)) : tuple_of(vm, 3, REF(as_obj(a[0])->type), REF(args), REF(state));
    release(vm, args);
    release(vm, state);
    return r;
}

static const NativeDef tzinfo_methods[] = {
    {"tzname", tz_tzname, "self, dt, /", "The zone's name then: derived classes say it.", 0},
    {"utcoffset", tz_utcoffset, "self, dt, /", "How far the zone's clocks are ahead of UTC then: derived classes say it.", 0},
    {"dst", tz_dst, "self, dt, /", "How much of that is summer time: derived classes say it.", 0},
    {"fromutc", tz_fromutc, "self, dt, /", "A moment given in UTC, as the zone's clocks show it.", 0},
    {"__reduce__", tz_reduce, "self, /", "How it is made again.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
const TypeDef tzinfo_def = {
    .name = "datetime.tzinfo", .doc = "What zones of time are derived from.", .kind = KIND_OPAQUE, .size = sizeof(Obj), .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .s = {.new_ = tzinfo_new, .init = tzinfo_init}, .methods = tzinfo_methods,
};

/* ---- timezone ---- */
Value zone_new(VM *vm, Ref offset, Ref name)
{
    DatetimeState *s = datetime_state(vm);
    if (!s) return NULL;
    if (!name && s->utc && delta_micros(as_delta(offset)) == 0) return retain(s->utc);
    if (!within_day(as_delta(offset)))
        return err_raise(vm, EXC_ValueError, "offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not %R.", offset);
    Zone *z = (Zone *)obj_alloc(vm, s->timezone, sizeof(Zone));
    if (!z) return NULL;
    z->offset = retain(offset);
    z->name = name ? retain(name) : NULL;
    return VAL(z);
}

static Value timezone_make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"offset", "name"};
    Ref in[2];
    if (!args_bind(vm, "timezone", args, n, kwnames, names, 2, in)) return NULL;
    if (!in[0]) return err_raise(vm, EXC_TypeError, "timezone() missing required argument 'offset' (pos 1)");
    if (!is_delta(in[0])) return err_raise(vm, EXC_TypeError, "timezone() argument 1 must be datetime.timedelta, not %T", in[0]);
    if (in[1] && !is_str(in[1])) return err_raise(vm, EXC_TypeError, "timezone() argument 2 must be str, not %T", in[1]);
    return zone_new(vm, in[0], in[1]);
}

static void timezone_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((Zone *)o)->offset);
    value_clear(vm, &((Zone *)o)->name);
    obj_free(vm, o, o->type->inst_size);
}

static Value zone_text(VM *vm, Ref self)
{
    const Zone *z = as_zone(self);
    if (z->name) return retain(z->name);
    Micros m = delta_micros(as_delta(z->offset));
    if (m == 0) return str_from_c(vm, "UTC");
    int64_t us = (int64_t)(m < 0 ? -m : m);
    int seconds = (int)(us / 1000000), micros = (int)(us % 1000000);
    char text[40];
    int n = snprintf(text, sizeof text, "UTC%c%02d:%02d", m < 0 ? '-' : '+', seconds / 3600, seconds / 60 % 60);
    if (seconds % 60 || micros) n += snprintf(text + n, sizeof text - (size_t)n, ":%02d", seconds % 60);
    if (micros) n += snprintf(text + n, sizeof text - (size_t)n, ".%06d", micros);
    return str_from_ascii(vm, text, (size_t)n);
}

static Value timezone_repr(VM *vm, Ref self)
{
    DatetimeState *s = datetime_state(vm);
    if (!s) return NULL;
    const char *name = type_name(vm, as_obj(self)->type);
    if (self == s->utc) return str_format(vm, "%s.utc", name);
    const Zone *z = as_zone(self);
    return z->name ? str_format(vm, "%s(%R, %R)", name, (Ref)z->offset, (Ref)z->name) : str_format(vm, "%s(%R)", name, (Ref)z->offset);
}
static bool timezone_hash(VM *vm, Ref self, int64_t *hash) { return op_hash(vm, as_zone(self)->offset, hash); }
static Value timezone_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if ((op != CMP_EQ && op != CMP_NE) || !is_made_by(b, &timezone_def)) return V_NOTIMPL;
    return make_bool((delta_micros(as_delta(as_zone(a)->offset)) == delta_micros(as_delta(as_zone(b)->offset))) == (op == CMP_EQ));
}

static bool is_moment(VM *vm, const char *method, Ref t)
{
    return is_none(t) || is_datetime(t) || err_false(vm, EXC_TypeError, "%s(dt) argument must be a datetime instance or None, not %T", method, t);
}
static Value zone_tzname(VM *vm, const Ref *a, int n, Ref kw) { return is_moment(vm, "tzname", a[1]) ? zone_text(vm, a[0]) : NULL; }
static Value zone_utcoffset(VM *vm, const Ref *a, int n, Ref kw) { return is_moment(vm, "utcoffset", a[1]) ? retain(as_zone(a[0])->offset) : NULL; }
static Value zone_dst(VM *vm, const Ref *a, int n, Ref kw) { return is_moment(vm, "dst", a[1]) ? V_NONE : NULL; }
static Value zone_fromutc(VM *vm, const Ref *a, int n, Ref kw)
{
    if (!is_datetime(a[1])) return err_raise(vm, EXC_TypeError, "fromutc: argument must be a datetime instance");
    return is_ours(vm, a[0], a[1]) ? datetime_add(vm, a[1], delta_micros(as_delta(as_zone(a[0])->offset))) : NULL;
}
static Value zone_initargs(VM *vm, const Ref *a, int n, Ref kw)
{
    const Zone *z = as_zone(a[0]);
    return z->name ? tuple_of(vm, 2, (Ref)z->offset, (Ref)z->name) : tuple_of(vm, 1, (Ref)z->offset);
}
static const NativeDef timezone_methods[] = {
    {"tzname", zone_tzname, "self, dt, /", "The name it was given, or UTC and its offset.", 0},
    {"utcoffset", zone_utcoffset, "self, dt, /", "Its offset, whenever.", 0},
    {"dst", zone_dst, "self, dt, /", "None: it has no summer time.", 0},
    {"fromutc", zone_fromutc, "self, dt, /", "A moment given in UTC, as its clocks show it.", 0},
    {"__getinitargs__", zone_initargs, "self, /", "What it was made of.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
const TypeDef timezone_def = {
    .name = "datetime.timezone", .doc = "A zone that is always as far from UTC.", .kind = KIND_OPAQUE, .size = sizeof(Zone), .flags = TYPE_IMMUTABLE,
    .s = {.new_ = timezone_make, .init = tzinfo_init, .repr = timezone_repr, .str = zone_text, .hash = timezone_hash, .compare = timezone_compare},
    .dealloc = timezone_dealloc, .methods = timezone_methods, .text_signature = "offset, name=None",
};

/* ---- the system's zone ---- */
Value zone_of_local(VM *vm, int64_t timestamp)
{
    time_t t = (time_t)timestamp;
    struct tm tm;
    if (!localtime_r(&t, &tm)) return err_errno(vm, EOVERFLOW, NULL);
    Value offset = delta_of(vm, tm.tm_gmtoff * SECOND_MICROS), name = offset ? str_from_c(vm, tm.tm_zone ? tm.tm_zone : "") : NO_VALUE;
    Value r = name ? zone_new(vm, offset, name) : NO_VALUE;
    release(vm, offset);
    release(vm, name);
    return r;
}
