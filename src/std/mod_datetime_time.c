/* mod_datetime_time.c: time. */
#include "mod_datetime.h"

bool clock_check(VM *vm, int hour, int minute, int second, int micros, int fold, Clock *out)
{
    if (hour < 0 || hour > 23) return err_false(vm, EXC_ValueError, "hour must be in 0..23");
    if (minute < 0 || minute > 59) return err_false(vm, EXC_ValueError, "minute must be in 0..59");
    if (second < 0 || second > 59) return err_false(vm, EXC_ValueError, "second must be in 0..59");
    if (micros < 0 || micros > 999999) return err_false(vm, EXC_ValueError, "microsecond must be in 0..999999");
    if (fold != 0 && fold != 1) return err_false(vm, EXC_ValueError, "fold must be either 0 or 1");
    *out = (Clock){(uint8_t)hour, (uint8_t)minute, (uint8_t)second, (uint8_t)fold, micros};
    return true;
}

Value time_new(VM *vm, Ref cls, const Clock *c, Ref zone)
{
    Time *t = (Time *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size);
    if (!t) return NULL;
    t->clock = *c;
    t->zone = retain(zone);
    return VAL(t);
}

static Value from_parts(VM *vm, Ref cls, const int *v, Ref zone)
{
    Clock c;
    return clock_check(vm, v[0], v[1], v[2], v[3], v[4], &c) && zone_check(vm, zone) ? time_new(vm, cls, &c, zone) : NULL;
}

static Value time_construct(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"hour", "minute", "second", "microsecond", "tzinfo", "fold"};
    unsigned char p[6];
    Ref in[6];
    int v[5] = {0};
    if (n >= 1 && n <= 2 && !kwnames && date_state_take(vm, args[0], 6, -1, p) && (p[0] & 127) < 24) {
        if (n == 2 && !is_none(args[1]) && !is_tzinfo(args[1])) return err_raise(vm, EXC_TypeError, "bad tzinfo state arg");
        Clock c = {p[0] & 127, p[1], p[2], p[0] >> 7, p[3] << 16 | p[4] << 8 | p[5]};
        return time_new(vm, cls, &c, n == 2 ? args[1] : V_NONE);
    }
    if (!datetime_bind(vm, args, n, kwnames, names, 6, 0, in)) return NULL;
    if (n > 5) return err_raise(vm, EXC_TypeError, "function takes at most 5 positional arguments (%d given)", n);
    for (int i = 0; i < 4; i++)
        if (!datetime_int(vm, in[i], &v[i])) return NULL;
    if (!datetime_int(vm, in[5], &v[4])) return NULL;
    return from_parts(vm, cls, v, in[4] ? in[4] : V_NONE);
}

static void time_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((Time *)o)->zone);
    obj_free(vm, o, o->type->inst_size);
}
static void time_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Time *)o)->zone) visit(((Time *)o)->zone, arg);
}

#define METHOD(name) static Value m_##name(VM *vm, const Ref *a, int n, Ref kw)
#define SELF as_time(a[0])

METHOD(fromisoformat)
{
    char buf[64];
    int len;
    IsoTime t;
    if (!is_str(a[1])) return err_raise(vm, EXC_TypeError, "fromisoformat: argument must be str");
    char *p = iso_ascii(vm, a[1], buf, sizeof buf, &len, false);
    if (p && *p == 'T') p++, len--;
    if (!p || !iso_time_parse(p, len, &t)) return iso_invalid(vm, a[1]);
    Value zone = iso_zone(vm, &t), r = NO_VALUE;
    DatetimeState *s = datetime_state(vm);
    if (!zone || !s) return release(vm, zone), NO_VALUE;
    Clock c;
    if (clock_check(vm, t.clock.hour, t.clock.minute, t.clock.second, t.clock.micros, 0, &c)) {
        if (as_type(a[0]) == s->time) r = time_new(vm, a[0], &c, zone);
        else r = call(vm, a[0], (Ref[]){make_small(c.hour), make_small(c.minute), make_small(c.second), make_small(c.micros), zone}, 5, NULL);
    }
    release(vm, zone);
    return r;
}

static Value get_hour(VM *vm, Ref self) { return make_small(as_time(self)->clock.hour); }
static Value get_minute(VM *vm, Ref self) { return make_small(as_time(self)->clock.minute); }
static Value get_second(VM *vm, Ref self) { return make_small(as_time(self)->clock.second); }
static Value get_micros(VM *vm, Ref self) { return make_small(as_time(self)->clock.micros); }
static Value get_fold(VM *vm, Ref self) { return make_small(as_time(self)->clock.fold); }
static Value get_zone(VM *vm, Ref self) { return retain(as_time(self)->zone); }

METHOD(isoformat)
{
    char text[CLOCK_TEXT];
    if (a[1] && !is_str(a[1])) return err_raise(vm, EXC_TypeError, "isoformat() argument 1 must be str, not %T", a[1]);
    if (!clock_text(vm, &SELF->clock, a[1], text)) return NULL;
    StrB b = STRB_INIT(vm);
    strb_c(&b, text);
    if (offset_text(vm, &b, SELF->zone, V_NONE, ":")) return strb_take(&b);
    strb_drop(&b);
    return NULL;
}
METHOD(strftime)
{
    if (!is_str(a[1])) return err_raise(vm, EXC_TypeError, "strftime() argument 1 must be str, not %T", a[1]);
    const Clock *c = &SELF->clock;
    Value tuple = tuple_of(vm, 9, (Ref)make_small(1900), (Ref)make_small(1), (Ref)make_small(1), (Ref)make_small(c->hour), (Ref)make_small(c->minute), (Ref)make_small(c->second), (Ref)make_small(0),
                           (Ref)make_small(1), (Ref)make_small(-1));
    Value r = tuple ? datetime_strftime(vm, a[0], a[1], tuple, SELF->zone, V_NONE, c->micros) : NO_VALUE;
    release(vm, tuple);
    return r;
}
METHOD(utcoffset) { return zone_ask(vm, SELF->zone, "utcoffset", V_NONE); }
METHOD(dst) { return zone_ask(vm, SELF->zone, "dst", V_NONE); }
METHOD(tzname) { return zone_name(vm, SELF->zone, V_NONE); }
METHOD(replace)
{
    const Clock *c = &SELF->clock;
    int v[5] = {c->hour, c->minute, c->second, c->micros, c->fold};
    for (int i = 0; i < 4; i++)
        if (!datetime_int(vm, a[i + 1], &v[i])) return NULL;
    if (!datetime_int(vm, a[6], &v[4])) return NULL;
    return from_parts(vm, REF(as_obj(a[0])->type), v, a[5] ? a[5] : (Ref)SELF->zone);
}

static Value reduced(VM *vm, Ref self, bool with_fold)
{
    const Clock *c = &as_time(self)->clock;
    unsigned char state[6] = {(unsigned char)(c->hour | (with_fold && c->fold ? 128 : 0)), c->minute, c->second, (unsigned char)(c->micros >> 16), (unsigned char)(c->micros >> 8), (unsigned char)c->micros};
    Ref zone = as_time(self)->zone;
    Value bytes = bytes_from(vm, state, 6), args = !bytes ? NO_VALUE : is_none(zone) ? tuple_of(vm, 1, REF(bytes)) : tuple_of(vm, 2, REF(bytes), zone);
    Value r = args ? tuple_of(vm, 2, REF(as_obj(self)->type), REF(args)) : NO_VALUE;
    release(vm, bytes);
    release(vm, args);
    return r;
}
METHOD(reduce) { return reduced(vm, a[0], false); }
METHOD(reduce_ex)
{
    int64_t protocol;
    return num_index_i64(vm, a[1], &protocol) ? reduced(vm, a[0], protocol > 3) : NULL;
}

static Value time_repr(VM *vm, Ref self)
{
    const Clock *c = &as_time(self)->clock;
    StrB b = STRB_INIT(vm);
    strb_format(&b, "%s(%d, %d", type_name(vm, as_obj(self)->type), c->hour, c->minute);
    if (c->second || c->micros) strb_format(&b, ", %d", c->second);
    if (c->micros) strb_format(&b, ", %d", c->micros);
    if (c->fold) strb_c(&b, ", fold=1");
    bool ok = true;
    if (!is_none(as_time(self)->zone)) {
        strb_c(&b, ", tzinfo=");
        ok = strb_repr(&b, as_time(self)->zone);
    }
    strb_char(&b, ')');
    if (ok) return strb_take(&b);
    strb_drop(&b);
    return NULL;
}
static Value time_str(VM *vm, Ref self)
{
    Value name = str_intern_c(vm, "isoformat"), r = name ? call_method(vm, self, name, NULL, 0) : NO_VALUE;
    release(vm, name);
    return r;
}
static bool time_hash(VM *vm, Ref self, int64_t *hash)
{
    Micros offset;
    if (zone_offset(vm, as_time(self)->zone, V_NONE, &offset) < 0) return false;
    *hash = datetime_mix(clock_micros(&as_time(self)->clock) - offset + ((Micros)1 << 81), vm->hash_seed);
    return true;
}
static Value time_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_time(b)) return V_NOTIMPL;
    Micros x = 0, y = 0;
    if (as_time(a)->zone != as_time(b)->zone) {
        int has_x = zone_offset(vm, as_time(a)->zone, V_NONE, &x), has_y = has_x < 0 ? -1 : zone_offset(vm, as_time(b)->zone, V_NONE, &y);
        if (has_y < 0) return NULL;
        if (has_x != has_y) {
            if (op == CMP_EQ || op == CMP_NE) return make_bool(op == CMP_NE);
            return err_raise(vm, EXC_TypeError, "can't compare offset-naive and offset-aware times");
        }
    }
    x = clock_micros(&as_time(a)->clock) - x;
    y = clock_micros(&as_time(b)->clock) - y;
    switch (op) {
    case CMP_LT: return make_bool(x < y);
    case CMP_LE: return make_bool(x <= y);
    case CMP_EQ: return make_bool(x == y);
    case CMP_NE: return make_bool(x != y);
    case CMP_GT: return make_bool(x > y);
    default: return make_bool(x >= y);
    }
}

static const NativeDef methods[] = {
    {"fromisoformat", m_fromisoformat, "cls, string, /", "The time that a text in a form of ISO 8601 names.", NATIVE_CLASS},
    {"isoformat", m_isoformat, "self, timespec='auto'", "HH:MM:SS, with microseconds and the offset from UTC where there are any.", NATIVE_KW},
    {"strftime", m_strftime, "self, format", "As the format has it.", NATIVE_KW},
    {"__format__", datetime_format, "self, format_spec, /", "strftime, or str when there is no format.", 0},
    {"utcoffset", m_utcoffset, "self, /", "What its zone says.", 0},
    {"dst", m_dst, "self, /", "What its zone says.", 0},
    {"tzname", m_tzname, "self, /", "What its zone says.", 0},
    {"replace", m_replace, "self, /, hour=None, minute=None, second=None, microsecond=None, tzinfo=None, *, fold=0", "Another time, with some parts of its own.", NATIVE_KW},
    {"__reduce_ex__", m_reduce_ex, "self, proto, /", "Its class and what it is made of.", 0},
    {"__reduce__", m_reduce, "self, /", "Its class and what it is made of.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {"hour", get_hour, NULL, NULL}, {"minute", get_minute, NULL, NULL}, {"second", get_second, NULL, NULL}, {"microsecond", get_micros, NULL, NULL},
    {"tzinfo", get_zone, NULL, NULL}, {"fold", get_fold, NULL, NULL}, {NULL, NULL, NULL, NULL},
};
const TypeDef time_def = {
    .name = "datetime.time", .doc = "A time of day, perhaps in a zone.", .kind = KIND_OPAQUE, .size = sizeof(Time), .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .s = {.new_ = time_construct, .repr = time_repr, .str = time_str, .hash = time_hash, .compare = time_compare}, .dealloc = time_dealloc, .traverse = time_traverse,
    .methods = methods, .getsets = getsets, .text_signature = "hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0",
};
