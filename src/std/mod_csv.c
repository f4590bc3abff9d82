/* mod_csv.c: the module _csv: dialects, a reader that makes rows of lines, a writer that makes lines of rows. */
#include "lang/object/args.h"
#include "lang/object/vm.h"

enum { QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE, QUOTINGS };
enum { NOT_SET = -1, END_OF_LINE = -2 }; /* no character */
typedef struct Dialect {
    Obj head;
    bool doublequote, skipinitialspace, strict;
    int quoting;
    int32_t delimiter, quotechar, escapechar; /* or NOT_SET */
    Value lineterminator;                     /* a str */
} Dialect;
typedef enum { START_RECORD, START_FIELD, ESCAPED_CHAR, IN_FIELD, IN_QUOTED_FIELD, ESCAPE_IN_QUOTED_FIELD, QUOTE_IN_QUOTED_FIELD, EAT_LINE_END, AFTER_ESCAPED_LINE_END } State;
typedef struct Reader {
    Obj head;
    Value lines, dialect, fields; /* an iterator, a Dialect, the list of the row that is being read */
    StrB field;
    State state;
    bool numeric;
    int64_t line_num;
} Reader;
typedef struct Writer { Obj head; Value write, dialect; } Writer;
typedef struct CsvState { Type *dialect, *reader, *writer, *error; Value dialects; int64_t limit; } CsvState;

extern const ModuleDef csv_module;
static CsvState *state_of(VM *vm) { return module_state(vm, &csv_module); }
static Dialect *as_dialect(Ref v) { return (Dialect *)BITS(v); }
static Reader *as_reader(Ref v) { return (Reader *)BITS(v); }
static Writer *as_writer(Ref v) { return (Writer *)BITS(v); }

static bool csv_error(VM *vm, const char *fmt, ...)
{
    CsvState *s = state_of(vm);
    __builtin_va_list ap;
    __builtin_va_start(ap, fmt);
    Value text = s ? str_format_v(vm, fmt, ap) : NO_VALUE, e = text ? call1(vm, REF(s->error), text) : NO_VALUE;
    __builtin_va_end(ap);
    release(vm, text);
    if (e) err_raise_obj(vm, e);
    return false;
}

/* ---- dialects ---- */
static const char *const option_names[] = {"dialect", "delimiter", "doublequote", "escapechar", "lineterminator", "quotechar", "quoting", "skipinitialspace", "strict"};
enum { OPT_DIALECT, OPT_DELIMITER, OPT_DOUBLEQUOTE, OPT_ESCAPECHAR, OPT_LINETERMINATOR, OPT_QUOTECHAR, OPT_QUOTING, OPT_SKIPINITIALSPACE, OPT_STRICT, OPTIONS };

static bool read_char(VM *vm, Ref v, const char *name, bool none_too, int32_t *out)
{
    if (!v) return true;
    if (none_too && is_none(v)) {
        *out = NOT_SET;
        return true;
    }
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "\"%s\" must be string%s, not %T", name, none_too ? " or None" : "", v);
    if (as_str(v)->len != 1) return err_false(vm, EXC_TypeError, "\"%s\" must be a 1-character string", name);
    *out = (int32_t)str_at(as_str(v), 0);
    return true;
}

static bool read_flag(VM *vm, Ref v, bool *out)
{
    int truth = v ? op_truth(vm, v) : *out;
    *out = truth > 0;
    return truth >= 0;
}

static bool fill(VM *vm, Dialect *d, const Ref *in)
{
    d->delimiter = ',';
    d->quotechar = '"';
    d->escapechar = NOT_SET;
    d->doublequote = true;
    if (!read_char(vm, in[OPT_DELIMITER], "delimiter", false, &d->delimiter) || !read_flag(vm, in[OPT_DOUBLEQUOTE], &d->doublequote) ||
        !read_char(vm, in[OPT_ESCAPECHAR], "escapechar", true, &d->escapechar))
        return false;
    Ref end = in[OPT_LINETERMINATOR];
    if (end && !is_none(end) && !is_str(end)) return err_false(vm, EXC_TypeError, "\"lineterminator\" must be a string");
    value_put(vm, &d->lineterminator, !end ? str_from_ascii(vm, "\r\n", 2) : is_none(end) ? NO_VALUE : retain(end));
    if (!end && !d->lineterminator) return false;
    if (!read_char(vm, in[OPT_QUOTECHAR], "quotechar", true, &d->quotechar)) return false;
    Ref quoting = in[OPT_QUOTING];
    int64_t number = QUOTE_MINIMAL;
    if (quoting && (!is_int_exact(vm, quoting))) return err_false(vm, EXC_TypeError, "\"quoting\" must be an integer");
    if (quoting && (!int_fits_i64(quoting, &number) || number < 0 || number >= QUOTINGS)) return err_false(vm, EXC_TypeError, "bad \"quoting\" value");
    if (!quoting && in[OPT_QUOTECHAR] && is_none(in[OPT_QUOTECHAR])) number = QUOTE_NONE;
    d->quoting = (int)number;
    if (!read_flag(vm, in[OPT_SKIPINITIALSPACE], &d->skipinitialspace) || !read_flag(vm, in[OPT_STRICT], &d->strict)) return false;
    if (d->quoting != QUOTE_NONE && d->quotechar == NOT_SET) return err_false(vm, EXC_TypeError, "quotechar must be set if quoting enabled");
    return d->lineterminator || err_false(vm, EXC_TypeError, "lineterminator must be set");
}

/* A dialect by its name, borrowed. NULL: raised. */
static Ref find_dialect(VM *vm, Ref name)
{
    CsvState *s = state_of(vm);
    Ref d = s ? dict_get(vm, s->dialects, name) : NULL;
    if (!d && s && !err_occurred(vm)) csv_error(vm, "unknown dialect");
    return d;
}

static Value dialect_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    CsvState *s = state_of(vm);
    Ref in[OPTIONS];
    Value held[OPTIONS] = {0}, base = NO_VALUE;
    int nkw = kwnames ? (int)as_tuple(kwnames)->len : 0;
    if (!s) return NULL;
    for (int i = 0; i < OPTIONS; i++) in[i] = i < n ? args[i] : NULL;
    if (n + nkw > OPTIONS) return err_raise(vm, EXC_TypeError, "function takes at most %d arguments (%d given)", OPTIONS, n + nkw);
    for (int k = 0; k < nkw; k++) {
        Ref name = as_tuple(kwnames)->items[k];
        int i = 0;
        while (i < OPTIONS && !str_equal_c(name, option_names[i])) i++;
        if (i == OPTIONS) return err_raise(vm, EXC_TypeError, "'%U' is an invalid keyword argument for this function", name);
        if (i < n) return err_raise(vm, EXC_TypeError, "argument for function given by name ('%s') and position (%d)", option_names[i], i + 1);
        in[i] = args[n + k];
    }
    if (in[OPT_DIALECT] && !is_none(in[OPT_DIALECT])) {
        Ref given = is_str(in[OPT_DIALECT]) ? find_dialect(vm, in[OPT_DIALECT]) : in[OPT_DIALECT];
        if (!given) return NULL;
        base = retain(given);
    }
    bool plain = base != NO_VALUE && is_instance_of(vm, base, s->dialect), ok = true;
    for (int i = 1; i < OPTIONS; i++) plain = plain && !in[i];
    if (plain) return base;
    for (int i = 1; ok && base && i < OPTIONS; i++) { /* what is not given is the base's */
        if (in[i]) continue;
        Value name = str_intern_c(vm, option_names[i]);
        int has = name ? obj_lookup_attr(vm, base, name, &held[i]) : -1;
        release(vm, name);
        if (has < 0) ok = false;
        else if (!has) held[i] = NO_VALUE;
        in[i] = held[i];
    }
    Dialect *d = ok ? (Dialect *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size) : NULL;
    ok = d && fill(vm, d, in);
    for (int i = 0; i < OPTIONS; i++) release(vm, held[i]);
    release(vm, base);
    if (ok) return VAL(d);
    release(vm, VAL(d));
    return NULL;
}

static void dialect_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((Dialect *)o)->lineterminator);
    obj_free(vm, o, o->type->inst_size);
}

static Value char_or_none(VM *vm, int32_t c) { return c == NOT_SET ? V_NONE : str_from_char(vm, (uint32_t)c); }
static Value get_delimiter(VM *vm, Ref self) { return char_or_none(vm, as_dialect(self)->delimiter); }
static Value get_quotechar(VM *vm, Ref self) { return char_or_none(vm, as_dialect(self)->quotechar); }
static Value get_escapechar(VM *vm, Ref self) { return char_or_none(vm, as_dialect(self)->escapechar); }
static Value get_lineterminator(VM *vm, Ref self) { return retain(as_dialect(self)->lineterminator); }
static Value get_quoting(VM *vm, Ref self) { return make_small(as_dialect(self)->quoting); }
static Value get_doublequote(VM *vm, Ref self) { return make_bool(as_dialect(self)->doublequote); }
static Value get_skipinitialspace(VM *vm, Ref self) { return make_bool(as_dialect(self)->skipinitialspace); }
static Value get_strict(VM *vm, Ref self) { return make_bool(as_dialect(self)->strict); }
static const GetSetDef dialect_getsets[] = {
    {"delimiter", get_delimiter, NULL, NULL}, {"quotechar", get_quotechar, NULL, NULL}, {"escapechar", get_escapechar, NULL, NULL},
    {"lineterminator", get_lineterminator, NULL, NULL}, {"quoting", get_quoting, NULL, NULL}, {"doublequote", get_doublequote, getset_readonly, NULL},
    {"skipinitialspace", get_skipinitialspace, getset_readonly, NULL}, {"strict", get_strict, getset_readonly, NULL}, {NULL, NULL, NULL, NULL},
};
static Value dialect_reduce(VM *vm, const Ref *a, int n, Ref kw) { return err_raise(vm, EXC_TypeError, "cannot pickle '%U' instances", REF(as_obj(a[0])->type->name)); }
static const NativeDef dialect_methods[] = {
    {"__reduce__", dialect_reduce, "self, /", "Raises: it is not pickled.", 0},
    {"__reduce_ex__", dialect_reduce, "self, protocol, /", "Raises: it is not pickled.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const TypeDef dialect_def = {
    .name = "_csv.Dialect", .doc = "How fields and rows are told apart.", .kind = KIND_OPAQUE, .size = sizeof(Dialect), .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .s = {.new_ = dialect_new}, .dealloc = dialect_dealloc, .methods = dialect_methods, .getsets = dialect_getsets,
};

/* Dialect(*args, **keywords): what reader, writer and register_dialect are given behind their first argument */
static Value make_dialect(VM *vm, const Ref *args, int n, Ref kwnames)
{
    CsvState *s = state_of(vm);
    return s ? dialect_new(vm, REF(s->dialect), args, n, kwnames) : NULL;
}

/* ---- reading ---- */
static bool add_char(VM *vm, Reader *r, int32_t c)
{
    CsvState *s = state_of(vm);
    if (!s) return false;
    if (r->field.len >= s->limit) return csv_error(vm, "field larger than field limit (%lld)", (long long)s->limit);
    strb_char(&r->field, (uint32_t)c);
    return !r->field.failed;
}

static bool save_field(VM *vm, Reader *r)
{
    Value text = strb_take(&r->field);
    r->field = STRB_INIT(vm);
    if (text && r->numeric) {
        r->numeric = false;
        value_put(vm, &text, call1(vm, REF(CLASS(float)), text));
    }
    return text && r->fields ? list_append_take(vm, r->fields, text) : (release(vm, text), false);
}

static bool is_line_end(int32_t c) { return c == '\n' || c == '\r' || c == END_OF_LINE; }

static bool end_field(VM *vm, Reader *r, int32_t c)
{
    r->state = c == END_OF_LINE ? START_RECORD : EAT_LINE_END;
    return save_field(vm, r);
}

static bool begin_field(VM *vm, Reader *r, const Dialect *d, int32_t c)
{
    if (is_line_end(c)) return end_field(vm, r, c);
    if (c == d->quotechar && d->quoting != QUOTE_NONE) r->state = IN_QUOTED_FIELD;
    else if (c == d->escapechar) r->state = ESCAPED_CHAR;
    else if (c == ' ' && d->skipinitialspace) return true;
    else if (c == d->delimiter) return save_field(vm, r);
    else {
        r->numeric = d->quoting == QUOTE_NONNUMERIC;
        r->state = IN_FIELD;
        return add_char(vm, r, c);
    }
    return true;
}

static bool in_field(VM *vm, Reader *r, const Dialect *d, int32_t c)
{
    if (is_line_end(c)) return end_field(vm, r, c);
    if (c == d->escapechar) r->state = ESCAPED_CHAR;
    else if (c == d->delimiter) {
        r->state = START_FIELD;
        return save_field(vm, r);
    } else return add_char(vm, r, c);
    return true;
}

static bool behind_quote(VM *vm, Reader *r, const Dialect *d, int32_t c)
{
    if (d->quoting != QUOTE_NONE && c == d->quotechar) { /* two stand for one */
        r->state = IN_QUOTED_FIELD;
        return add_char(vm, r, c);
    }
    if (c == d->delimiter) {
        r->state = START_FIELD;
        return save_field(vm, r);
    }
    if (is_line_end(c)) return end_field(vm, r, c);
    if (d->strict) return csv_error(vm, "'%c' expected after '%c'", d->delimiter, d->quotechar);
    r->state = IN_FIELD;
    return add_char(vm, r, c);
}

static bool step(VM *vm, Reader *r, const Dialect *d, int32_t c)
{
    switch (r->state) {
    case START_RECORD:
        if (c == END_OF_LINE) return true;
        if (c == '\n' || c == '\r') {
            r->state = EAT_LINE_END;
            return true;
        }
        r->state = START_FIELD; /* fall through */
    case START_FIELD: return begin_field(vm, r, d, c);
    case ESCAPED_CHAR:
        r->state = c == '\n' || c == '\r' ? AFTER_ESCAPED_LINE_END : IN_FIELD;
        return add_char(vm, r, c == END_OF_LINE ? '\n' : c);
    case AFTER_ESCAPED_LINE_END:
        if (c == END_OF_LINE) return true;
        r->state = IN_FIELD;
        return in_field(vm, r, d, c);
    case IN_FIELD: return in_field(vm, r, d, c);
    case IN_QUOTED_FIELD:
        if (c == END_OF_LINE) return true;
        if (c == d->escapechar) r->state = ESCAPE_IN_QUOTED_FIELD;
        else if (c == d->quotechar && d->quoting != QUOTE_NONE) r->state = d->doublequote ? QUOTE_IN_QUOTED_FIELD : IN_FIELD;
        else return add_char(vm, r, c);
        return true;
    case ESCAPE_IN_QUOTED_FIELD:
        r->state = IN_QUOTED_FIELD;
        return add_char(vm, r, c == END_OF_LINE ? '\n' : c);
    case QUOTE_IN_QUOTED_FIELD: return behind_quote(vm, r, d, c);
    case EAT_LINE_END:
        if (c == '\n' || c == '\r') return true;
        if (c != END_OF_LINE) return csv_error(vm, "new-line character seen in unquoted field - do you need to open the file in universal-newline mode?");
        r->state = START_RECORD;
        return true;
    }
    return true;
}

static bool read_line(VM *vm, Reader *r, const Dialect *d, Ref line)
{
    const Str *s = as_str(line);
    CsvState *st = state_of(vm);
    if (!st) return false;
    for (int64_t i = 0; i < s->len; i++) {
        int32_t c = (int32_t)str_at(s, i);
        if (r->state == IN_FIELD || r->state == IN_QUOTED_FIELD) { /* what stands for itself, as far as it goes, at once */
            int64_t from = i;
            while (i < s->len && (c = (int32_t)str_at(s, i)) != d->delimiter && c != d->quotechar && c != d->escapechar && c != '\n' && c != '\r') i++;
            if (i > from && i - from + r->field.len > st->limit) return csv_error(vm, "field larger than field limit (%lld)", (long long)st->limit);
            if (i > from) strb_slice(&r->field, line, from, i);
            if (r->field.failed) return false;
            if (i == s->len) break;
        }
        if (!step(vm, r, d, c) || ((i & 4095) == 4095 && !vm_poll(vm))) return false;
    }
    return step(vm, r, d, END_OF_LINE);
}

static void reset(VM *vm, Reader *r, Value fields /*taken*/)
{
    strb_drop(&r->field);
    r->field = STRB_INIT(vm);
    r->state = START_RECORD;
    r->numeric = false;
    value_put(vm, &r->fields, fields);
}

static Value reader_next(VM *vm, Ref self)
{
    Reader *r = as_reader(self);
    Value lines = retain(r->lines), dialect = retain(r->dialect), fields = list_new(vm, 0), row = NO_VALUE; /* reading a line may run a program that reads here too */
    bool ok = fields != NO_VALUE;
    if (ok) reset(vm, r, fields);
    while (ok) {
        Value line = op_next(vm, lines);
        if (!line) {
            if (err_occurred(vm) || !(r->field.len || r->state == IN_QUOTED_FIELD)) ok = false;
            else if (as_dialect(dialect)->strict) ok = csv_error(vm, "unexpected end of data");
            else ok = save_field(vm, r);
            break;
        }
        if (!is_str(line)) ok = csv_error(vm, "iterator should return strings, not %T (the file should be opened in text mode)", REF(line));
        else {
            r->line_num++;
            ok = read_line(vm, r, as_dialect(dialect), line);
        }
        release(vm, line);
        if (ok && r->state == START_RECORD) break;
    }
    if (ok) {
        row = r->fields;
        r->fields = NO_VALUE;
        if (!row) row = list_new(vm, 0);
    }
    release(vm, lines);
    release(vm, dialect);
    return row;
}

static Value reader_iter(VM *vm, Ref self) { return retain(self); }
static void reader_dealloc(VM *vm, Obj *o)
{
    Reader *r = (Reader *)o;
    value_clear(vm, &r->lines);
    value_clear(vm, &r->dialect);
    value_clear(vm, &r->fields);
    strb_drop(&r->field);
    obj_free(vm, o, o->type->inst_size);
}
static void reader_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Reader *r = (const Reader *)o;
    if (r->lines) visit(r->lines, arg);
    if (r->dialect) visit(r->dialect, arg);
    if (r->fields) visit(r->fields, arg);
}
static Value get_reader_dialect(VM *vm, Ref self) { return retain(as_reader(self)->dialect); }
static Value get_line_num(VM *vm, Ref self) { return make_small(as_reader(self)->line_num); }
static const GetSetDef reader_getsets[] = {{"dialect", get_reader_dialect, getset_readonly, NULL}, {"line_num", get_line_num, getset_readonly, NULL}, {NULL, NULL, NULL, NULL}};
static const TypeDef reader_def = {
    .name = "_csv.reader", .doc = "Rows, as lists of their fields.", .kind = KIND_OPAQUE, .size = sizeof(Reader), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE,
    .s = {.iter = reader_iter, .next = reader_next}, .dealloc = reader_dealloc, .traverse = reader_traverse, .getsets = reader_getsets,
};

static Value fn_reader(VM *vm, const Ref *a, int n, Ref kw)
{
    CsvState *s = state_of(vm);
    if (!s || !args_count(vm, "", n, 1, 2)) return NULL;
    Value lines = op_iter(vm, a[0]), dialect = lines ? make_dialect(vm, a + 1, n - 1, kw) : NO_VALUE;
    Reader *r = dialect ? (Reader *)obj_alloc(vm, s->reader, sizeof(Reader)) : NULL;
    if (!r) {
        release(vm, lines);
        release(vm, dialect);
        return NULL;
    }
    r->field = STRB_INIT(vm);
    r->lines = lines;
    r->dialect = dialect;
    return VAL(r);
}

/* ---- writing ---- */

/* One field's text behind what the row has so far. *quoted: it is to be, and comes to be where its text asks for it. */
static bool put_field(VM *vm, StrB *b, const Dialect *d, Ref text /*or NULL*/, bool quoted)
{
    const Str *s = text ? as_str(text) : NULL;
    const Str *end = as_str(d->lineterminator);
    StrB body = STRB_INIT(vm);
    for (int64_t i = 0; s && i < s->len; i++) {
        int32_t c = (int32_t)str_at(s, i);
        bool special = c == d->delimiter || c == d->escapechar || c == d->quotechar, escape = false;
        for (int64_t k = 0; !special && k < end->len; k++) special = (int32_t)str_at(end, k) == c;
        if (special) {
            if (d->quoting == QUOTE_NONE) escape = true;
            else if (c == d->quotechar) {
                if (d->doublequote) strb_char(&body, (uint32_t)c);
                else escape = true;
            } else if (c == d->escapechar) escape = true;
            if (!escape) quoted = true;
            if (escape && d->escapechar == NOT_SET) {
                strb_drop(&body);
                return csv_error(vm, "need to escape, but no escapechar set");
            }
            if (escape) strb_char(&body, (uint32_t)d->escapechar);
        }
        strb_char(&body, (uint32_t)c);
    }
    Value made = strb_take(&body);
    if (!made) return false;
    if (quoted) strb_char(b, (uint32_t)d->quotechar);
    strb_str(b, made);
    if (quoted) strb_char(b, (uint32_t)d->quotechar);
    release(vm, made);
    return !b->failed;
}

static bool is_number(VM *vm, Ref v)
{
    if (is_int(v) || is_float_any(v) || is_complex(v)) return true;
    const Slots *s = &type_of(vm, v)->s;
    return s->to_int || s->to_float || s->to_index;
}

static bool put_value(VM *vm, StrB *b, const Dialect *d, Ref v)
{
    bool quoted = d->quoting == QUOTE_ALL || (d->quoting == QUOTE_NONNUMERIC && !is_number(vm, v));
    if (is_none(v)) return put_field(vm, b, d, NULL, quoted);
    Value text = is_str(v) ? retain(v) : op_str(vm, v);
    bool ok = text && put_field(vm, b, d, text, quoted);
    release(vm, text);
    return ok;
}

static Value write_row(VM *vm, Writer *w, Ref row)
{
    Value it = op_iter(vm, row), dialect = retain(w->dialect), v;
    if (!it) {
        release(vm, dialect);
        if (err_matches(vm, EXC_TypeError)) {
            err_clear(vm);
            csv_error(vm, "iterable expected, not %T", row);
        }
        return NULL;
    }
    const Dialect *d = as_dialect(dialect);
    StrB b = STRB_INIT(vm);
    int64_t count = 0;
    bool ok = true;
    while (ok && (v = op_next(vm, it))) {
        if (count++) strb_char(&b, (uint32_t)d->delimiter);
        ok = put_value(vm, &b, d, v);
        release(vm, v);
    }
    release(vm, it);
    ok = ok && !err_occurred(vm);
    if (ok && count == 1 && b.len == 0) /* an empty line would be no row */
        ok = d->quoting == QUOTE_NONE ? csv_error(vm, "single empty field record must be quoted") : put_field(vm, &b, d, NULL, true);
    if (ok) strb_str(&b, d->lineterminator);
    Value line = NO_VALUE, r = NO_VALUE, write = retain(w->write);
    if (ok) line = strb_take(&b);
    else strb_drop(&b);
    if (line) r = call1(vm, write, line);
    release(vm, write);
    release(vm, line);
    release(vm, dialect);
    return r;
}

static Value m_writerow(VM *vm, const Ref *a, int n, Ref kw) { return write_row(vm, as_writer(a[0]), a[1]); }
static Value m_writerows(VM *vm, const Ref *a, int n, Ref kw)
{
    Value it = op_iter(vm, a[1]), row;
    if (!it) return NULL;
    bool ok = true;
    while (ok && (row = op_next(vm, it))) {
        Value r = write_row(vm, as_writer(a[0]), row);
        ok = r && vm_poll(vm);
        release(vm, r);
        release(vm, row);
    }
    release(vm, it);
    return ok && !err_occurred(vm) ? V_NONE : NULL;
}
static void writer_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((Writer *)o)->write);
    value_clear(vm, &((Writer *)o)->dialect);
    obj_free(vm, o, o->type->inst_size);
}
static void writer_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Writer *)o)->write) visit(((Writer *)o)->write, arg);
    if (((Writer *)o)->dialect) visit(((Writer *)o)->dialect, arg);
}
static Value get_writer_dialect(VM *vm, Ref self) { return retain(as_writer(self)->dialect); }
static const GetSetDef writer_getsets[] = {{"dialect", get_writer_dialect, getset_readonly, NULL}, {NULL, NULL, NULL, NULL}};
static const NativeDef writer_methods[] = {
    {"writerow", m_writerow, "self, row, /", "Write one row; what the file's write answers.", 0},
    {"writerows", m_writerows, "self, rows, /", "Write each of some rows.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const TypeDef writer_def = {
    .name = "_csv.writer", .doc = "Writes rows as lines.", .kind = KIND_OPAQUE, .size = sizeof(Writer), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE,
    .dealloc = writer_dealloc, .traverse = writer_traverse, .methods = writer_methods, .getsets = writer_getsets,
};

static Value fn_writer(VM *vm, const Ref *a, int n, Ref kw)
{
    CsvState *s = state_of(vm);
    if (!s || !args_count(vm, "", n, 1, 2)) return NULL;
    Value write = NO_VALUE;
    int has = obj_lookup_attr(vm, a[0], NAME(write), &write);
    if (has < 0) return NULL;
    if (!has) return err_raise(vm, EXC_TypeError, "argument 1 must have a \"write\" method");
    Value dialect = make_dialect(vm, a + 1, n - 1, kw);
    Writer *w = dialect ? (Writer *)obj_alloc(vm, s->writer, sizeof(Writer)) : NULL;
    if (!w) {
        release(vm, write);
        release(vm, dialect);
        return NULL;
    }
    w->write = write;
    w->dialect = dialect;
    return VAL(w);
}

/* ---- the module ---- */
static Value fn_register(VM *vm, const Ref *a, int n, Ref kw)
{
    CsvState *s = state_of(vm);
    if (!s || !args_count(vm, "", n, 1, 2)) return NULL;
    if (!is_str(a[0])) return err_raise(vm, EXC_TypeError, "dialect name must be a string");
    Value dialect = make_dialect(vm, a + 1, n - 1, kw);
    return dialect && dict_set_take(vm, s->dialects, a[0], dialect) ? V_NONE : NULL;
}
static Value fn_unregister(VM *vm, const Ref *a, int n, Ref kw)
{
    CsvState *s = state_of(vm);
    int found = s ? dict_del(vm, s->dialects, a[0]) : -1;
    if (found == 0) csv_error(vm, "unknown dialect");
    return found > 0 ? V_NONE : NULL;
}
static Value fn_get(VM *vm, const Ref *a, int n, Ref kw)
{
    Ref d = find_dialect(vm, a[0]);
    return d ? retain(d) : NULL;
}
static Value fn_list(VM *vm, const Ref *a, int n, Ref kw)
{
    CsvState *s = state_of(vm);
    return s ? dict_keys_list(vm, s->dialects) : NULL;
}
static Value fn_limit(VM *vm, const Ref *a, int n, Ref kw)
{
    CsvState *s = state_of(vm);
    if (!s) return NULL;
    int64_t old = s->limit, limit;
    if (a[0]) {
        if (!is_int_exact(vm, a[0])) return err_raise(vm, EXC_TypeError, "limit must be an integer");
        if (!int_to_i64(vm, a[0], &limit)) return NULL;
        s->limit = limit;
    }
    return int_from_i64(vm, old);
}

static const NativeDef functions[] = {
    {"reader", fn_reader, "iterable, dialect='excel', **fmtparams", "An iterator over the rows that stand in some lines.", NATIVE_RAW},
    {"writer", fn_writer, "fileobj, dialect='excel', **fmtparams", "What writes rows into a file.", NATIVE_RAW},
    {"list_dialects", fn_list, "", "The names of all dialects.", 0},
    {"register_dialect", fn_register, "name, dialect=None, **fmtparams", "Give a dialect a name.", NATIVE_RAW},
    {"unregister_dialect", fn_unregister, "name", "Forget a dialect's name.", NATIVE_KW},
    {"get_dialect", fn_get, "name", "The dialect of a name.", NATIVE_KW},
    {"field_size_limit", fn_limit, "limit=None", "How many characters a field may have; sets it when a limit is given.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
static const ModuleConst constants[] = {
    {.name = "QUOTE_MINIMAL", .kind = CONST_INT, .i = QUOTE_MINIMAL}, {.name = "QUOTE_ALL", .kind = CONST_INT, .i = QUOTE_ALL}, {.name = "QUOTE_NONNUMERIC", .kind = CONST_INT, .i = QUOTE_NONNUMERIC},
    {.name = "QUOTE_NONE", .kind = CONST_INT, .i = QUOTE_NONE}, {.name = "__version__", .kind = CONST_STR, .s = "1.0"}, {.name = NULL},
};
static const TypeDef error_def = {.name = "_csv.Error", .kind = KIND_EXCEPTION, .size = sizeof(Exception), .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF};

static bool init(VM *vm, Ref module, Dict *ns)
{
    CsvState *s = as_module(module)->state;
    s->limit = 128 * 1024;
    return (s->dialect = type_from_def(vm, &dialect_def, NULL)) && (s->reader = type_from_def(vm, &reader_def, NULL)) && (s->writer = type_from_def(vm, &writer_def, NULL)) &&
           (s->error = type_from_def(vm, &error_def, vm->exc_types[EXC_Exception])) && (s->dialects = dict_new(vm)) && module_add_type(vm, ns, s->dialect) && module_add_type(vm, ns, s->error) &&
           module_add(vm, ns, "Reader", retain(REF(s->reader))) && module_add(vm, ns, "Writer", retain(REF(s->writer))) && module_add(vm, ns, "_dialects", retain(s->dialects));
}

static void done(VM *vm, void *state)
{
    CsvState *s = state;
    Type *const types[] = {s->dialect, s->reader, s->writer, s->error};
    for (int i = 0; i < 4; i++) release(vm, VAL(types[i]));
    release(vm, s->dialects);
}

const ModuleDef csv_module = {.name = "_csv", .doc = "Rows of fields, as text.", .functions = functions, .constants = constants, .init = init, .state_size = sizeof(CsvState), .done = done};
