/* textread.c: numpy.loadtxt's engine: lines or a file cut into fields, and each field read into its place.
 *
 * Rows are read into memory that grows; objects in it are owned and move into the array at the end. A program's code runs between fields (converters) and at each new line or chunk: nothing
 * of the reader is to be seen from there.
 */
#include "textread.h"

#include "element.h"

typedef struct Source { /* characters */
    VM *vm;
    Ref from;          /* the file, or the iterator of lines */
    const char *encoding;
    bool file;         /* read in chunks; else an item is a line */
    Value chunk;       /* a str, or NULL */
    int64_t at;
    bool done, after_cr;
} Source;

enum { CHUNK = 1 << 14, CHAR_LINE = -1, CHAR_END = -2, CHAR_RAISED = -3 };

/* The next str: 1; 0: the end; -1: raised. */
static int source_fetch(Source *s)
{
    VM *vm = s->vm;
    value_clear(vm, &s->chunk);
    s->at = 0;
    Value v;
    if (s->file) {
        Value name = str_intern_c(vm, "read");
        v = name ? call_method(vm, s->from, name, (const Ref[]){make_small(CHUNK)}, 1) : NO_VALUE;
        release(vm, name);
        if (!v) return -1;
    } else {
        v = op_next(vm, s->from);
        if (!v) return err_occurred(vm) ? -1 : 0;
    }
    if (is_bytes(v)) {
        Value text = codec_decode(vm, as_bytes(v)->data, as_bytes(v)->len, s->encoding ? s->encoding : "latin1", NULL);
        release(vm, v);
        v = text;
        if (!v) return -1;
    }
    if (!is_str(v)) {
        release(vm, v);
        err_raise(vm, EXC_TypeError, s->file ? "file.read() returned non-string" : "non-string returned while reading data");
        return -1;
    }
    s->chunk = v;
    return s->file && !as_str(v)->len ? 0 : 1;
}

/* The next character, CHAR_LINE at the end of a line, CHAR_END behind the last. */
static int64_t source_next(Source *s, bool quoted)
{
    for (;;) {
        while (!s->chunk || s->at >= as_str(s->chunk)->len) {
            if (s->done) return CHAR_END;
            bool ended = s->chunk && !s->file;
            if (ended && !quoted) return value_clear(s->vm, &s->chunk), CHAR_LINE;
            int more = source_fetch(s);
            if (more < 0) return CHAR_RAISED;
            if (!more) {
                s->done = true;
                return CHAR_END;
            }
        }
        uint32_t c = str_at(as_str(s->chunk), s->at++);
        bool second = s->after_cr && c == '\n';
        s->after_cr = false;
        if (second) continue;
        if (quoted || (c != '\n' && c != '\r')) return c;
        s->after_cr = c == '\r';
        if (s->file) return CHAR_LINE;
        /* a line's own end */
        if (c == '\r' && s->at < as_str(s->chunk)->len && str_at(as_str(s->chunk), s->at) == '\n') s->at++;
        s->after_cr = false;
        if (s->at < as_str(s->chunk)->len) {
            err_raise(s->vm, EXC_ValueError, "Found an unquoted embedded newline within a single line of input.  This is currently not supported.");
            return CHAR_RAISED;
        }
        value_clear(s->vm, &s->chunk);
        return CHAR_LINE;
    }
}

/* ---- a row ---- */
typedef struct Control { int64_t delimiter, comment, quote, imaginary; } Control; /* -1: none (as delimiter: white space) */
typedef struct Row {
    uint32_t *text;     /* the fields' characters, one after the other */
    int64_t n, room;
    int64_t *ends;      /* of each field */
    int64_t fields, ends_room;
    bool quoted;        /* some field was */
} Row;

static bool row_char(VM *vm, Row *r, uint32_t c)
{
    if (r->n == r->room) {
        int64_t room = r->room ? 2 * r->room : 256;
        uint32_t *more = mem_realloc(vm->mem, r->text, (size_t)r->room * 4, (size_t)room * 4);
        if (!more) return err_no_memory(vm), false;
        r->text = more;
        r->room = room;
    }
    r->text[r->n++] = c;
    return true;
}

static bool row_end_field(VM *vm, Row *r)
{
    if (r->fields == r->ends_room) {
        int64_t room = r->ends_room ? 2 * r->ends_room : 32;
        int64_t *more = mem_realloc(vm->mem, r->ends, (size_t)r->ends_room * 8, (size_t)room * 8);
        if (!more) return err_no_memory(vm), false;
        r->ends = more;
        r->ends_room = room;
    }
    r->ends[r->fields++] = r->n;
    return true;
}

static void row_close(VM *vm, Row *r)
{
    mem_free(vm->mem, r->text, (size_t)r->room * 4);
    mem_free(vm->mem, r->ends, (size_t)r->ends_room * 8);
}

static bool is_space(int64_t c) { return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f) || c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000; }

static int64_t skip_line(Source *s)
{
    int64_t c;
    do c = source_next(s, false); while (c >= 0);
    return c;
}

/* The quoted part of a field, its first quote read; answers the character behind it. A doubled quote is one. */
static int64_t read_quoted(Source *s, Row *r, int64_t quote)
{
    r->quoted = true;
    for (;;) {
        int64_t c = source_next(s, true);
        if (c < 0) return c;
        if (c == quote) {
            c = source_next(s, false);
            if (c != quote) return c;
        }
        if (!row_char(s->vm, r, (uint32_t)c)) return CHAR_RAISED;
    }
}

/* One line's fields. Answers what ended it: CHAR_LINE, CHAR_END or CHAR_RAISED. */
static int64_t read_row(Source *s, const Control *k, Row *r)
{
    r->n = r->fields = 0;
    r->quoted = false;
    bool by_space = k->delimiter < 0;
    int64_t c = source_next(s, false);
    for (;;) { /* a field begins with c */
        while (by_space && c >= 0 && is_space(c)) c = source_next(s, false);
        if (by_space && (c < 0 || c == k->comment)) break;
        if (c >= 0 && c == k->quote) c = read_quoted(s, r, k->quote);
        while (c >= 0 && c != k->comment && !(by_space ? is_space(c) : c == k->delimiter)) {
            if (!row_char(s->vm, r, (uint32_t)c)) return CHAR_RAISED;
            c = source_next(s, false);
        }
        if (c == CHAR_RAISED || !row_end_field(s->vm, r)) return CHAR_RAISED;
        if (c < 0 || c == k->comment) break;
        c = source_next(s, false);
    }
    return c >= 0 ? skip_line(s) : c;
}

static bool row_is_empty(const Row *r) { return r->fields == 0 || (r->fields == 1 && r->n == 0 && !r->quoted); }

/* ---- the table ---- */
typedef struct Place { Descr *descr; int64_t offset; } Place; /* borrowed: of the table's dtype */
typedef struct Table {
    VM *vm;
    Descr *descr;       /* of a row, or of each field */
    bool rows;          /* descr is of a whole row */
    Place *places;
    int64_t n_places, places_room;
    int64_t *use, n_use; /* usecols, or NULL */
    Value *converters;  /* of each field, NULL none; n_fields of them */
    int64_t n_fields, columns;
    bool bytes, object_bytes;
    char *data;
    int64_t row_size, n, room;
} Table;

static bool add_place(Table *t, Descr *d, int64_t offset)
{
    if (t->n_places == t->places_room) {
        int64_t room = t->places_room ? 2 * t->places_room : 8;
        Place *more = mem_realloc(t->vm->mem, t->places, (size_t)t->places_room * sizeof *more, (size_t)room * sizeof *more);
        if (!more) return err_no_memory(t->vm), false;
        t->places = more;
        t->places_room = room;
    }
    t->places[t->n_places++] = (Place){d, offset};
    return true;
}

static bool add_places(Table *t, Descr *d, int64_t offset)
{
    if (d->base) {
        int64_t n = d->base->size ? d->size / d->base->size : 0;
        for (int64_t i = 0; i < n; i++)
            if (!add_places(t, d->base, offset + i * d->base->size)) return false;
        return true;
    }
    if (!descr_is_structured(d)) return add_place(t, d, offset);
    for (int64_t i = 0; i < d->n_fields; i++)
        if (!add_places(t, d->fields[i].descr, offset + d->fields[i].offset)) return false;
    return true;
}

static bool use_take(VM *vm, Table *t, Ref v)
{
    if (!v || is_none(v)) return true;
    Value items = tuple_from_iter(vm, v);
    if (!items) return false;
    int64_t n = as_tuple(items)->len;
    t->use = mem_alloc(vm->mem, (size_t)(n + 1) * sizeof *t->use);
    bool ok = t->use || (err_no_memory(vm), false);
    if (ok) t->n_use = n;
    for (int64_t i = 0; ok && i < n; i++) {
        Ref item = as_tuple(items)->items[i];
        ok = num_index_i64(vm, item, &t->use[i]);
        if (!ok && err_matches(vm, EXC_TypeError)) {
            err_clear(vm);
            err_raise(vm, EXC_TypeError, "usecols must be an int or a sequence of ints but it contains at least one element of type '%T'", item);
        }
    }
    release(vm, items);
    if (ok && t->rows && n != t->n_places)
        return err_false(vm, EXC_TypeError, "If a structured dtype is used, the number of columns in `usecols` must match the effective number of fields. But %lld usecols were given and the number of fields is %lld.",
                         (long long)n, (long long)t->n_places);
    return ok;
}

static bool is_callable(VM *vm, Ref v) { return type_of(vm, v)->s.call != NULL; }

static bool converter_of_row(VM *vm, Table *t, Ref key, Ref fn)
{
    int64_t column, at = -1;
    if (!is_int(key)) return err_false(vm, EXC_TypeError, "keys of the converters dictionary must be integers; got %R", key);
    if (!int_to_i64(vm, key, &column)) return false;
    if (t->use) {
        for (int64_t i = 0; i < t->n_use && at < 0; i++)
            if (t->use[i] == column) at = i;
        if (at < 0) return true; /* of a column that is not read */
    } else {
        at = column < 0 ? column + t->n_fields : column;
        if (at < 0 || at >= t->n_fields) return err_false(vm, EXC_ValueError, "converter specified for column %lld, which is invalid for the number of fields %lld.", (long long)column, (long long)t->n_fields);
    }
    if (!is_callable(vm, fn)) return err_false(vm, EXC_TypeError, "values of the converters dictionary must be callable, but the value associated with key %R is not", key);
    value_put(vm, &t->converters[at], retain(fn));
    return true;
}

static bool converters_take(VM *vm, Table *t, Ref v)
{
    if (!v || is_none(v)) return true;
    if (!is_dict(v) && !is_callable(vm, v)) return err_false(vm, EXC_TypeError, "converters must be a dictionary mapping columns to converter functions or a single callable.");
    t->converters = mem_zalloc(vm->mem, (size_t)(t->n_fields + 1) * sizeof *t->converters);
    if (!t->converters) return err_no_memory(vm), false;
    if (!is_dict(v)) {
        for (int64_t i = 0; i < t->n_fields; i++) t->converters[i] = retain(v);
        return true;
    }
    int64_t pos = 0;
    Ref key, fn;
    while (dict_next(v, &pos, &key, &fn))
        if (!converter_of_row(vm, t, key, fn)) return false;
    return true;
}

static bool table_open(Table *t, int64_t first_columns, Ref converters)
{
    t->columns = first_columns;
    t->n_fields = t->rows ? t->n_places : t->use ? t->n_use : first_columns;
    if (t->rows && !t->use) t->columns = t->n_places;
    if (__builtin_mul_overflow(t->descr->size, t->rows ? 1 : t->n_fields, &t->row_size)) return err_no_memory(t->vm), false;
    return converters_take(t->vm, t, converters);
}

static bool wrong_field(Table *t, const uint32_t *text, int64_t n, Descr *d, int64_t column)
{
    enum { SHOWN = 100 };
    VM *vm = t->vm;
    Value s = str_from_ucs4(vm, text, (size_t)n), shown = s ? op_repr(vm, s) : NO_VALUE;
    if (shown && as_str(shown)->len > SHOWN) value_put(vm, &shown, str_substr(vm, shown, 0, SHOWN));
    if (shown) err_raise(vm, EXC_ValueError, "could not convert string %U to %S at row %lld, column %lld.", (Ref)shown, REF(d), (long long)t->n, (long long)column + 1);
    release(vm, s);
    release(vm, shown);
    return false;
}

static bool convert(Table *t, Descr *d, char *at, const uint32_t *text, int64_t n, Ref converter)
{
    VM *vm = t->vm;
    Value v = str_from_ucs4(vm, text, (size_t)n);
    if (v && t->bytes) {
        Value encoded = codec_encode(vm, v, "latin-1", NULL);
        release(vm, v);
        v = encoded;
    }
    Value r = v ? call1(vm, converter, v) : NO_VALUE;
    bool ok = r && element_put(vm, d, at, r);
    release(vm, v);
    release(vm, r);
    return ok;
}

static bool table_room(Table *t)
{
    if (t->n < t->room) return true;
    int64_t room = t->room ? t->room + t->room / 2 : 64, bytes;
    if (__builtin_mul_overflow(room, t->row_size, &bytes)) return err_no_memory(t->vm), false;
    char *more = mem_realloc(t->vm->mem, t->data, (size_t)(t->room * t->row_size), (size_t)bytes);
    if (!more) return err_no_memory(t->vm), false;
    t->data = more;
    t->room = room;
    return true;
}

static bool table_add(Table *t, const Row *r, uint32_t imaginary)
{
    VM *vm = t->vm;
    if (!t->use && r->fields != t->columns)
        return err_false(vm, EXC_ValueError, "the number of columns changed from %lld to %lld at row %lld; use `usecols` to select a subset and avoid this error", (long long)t->columns, (long long)r->fields, (long long)t->n + 1);
    if (!table_room(t)) return false;
    char *row = t->data + t->n * t->row_size;
    memset(row, 0, (size_t)t->row_size);
    t->n++; /* what it owns is dropped with the table */
    for (int64_t i = 0; i < t->n_fields; i++) {
        int64_t column = t->use ? t->use[i] : i;
        if (column < 0) column += r->fields;
        if (column < 0 || column >= r->fields)
            return err_false(vm, EXC_ValueError, "invalid column index %lld at row %lld with %lld columns", (long long)t->use[i], (long long)t->n, (long long)r->fields);
        Descr *d = t->rows ? t->places[i].descr : t->descr;
        char *at = row + (t->rows ? t->places[i].offset : i * t->descr->size);
        int64_t start = column ? r->ends[column - 1] : 0, n = r->ends[column] - start;
        if (t->converters && t->converters[i]) {
            if (!convert(t, d, at, r->text + start, n, t->converters[i])) return false;
            continue;
        }
        int done = field_put(vm, d, at, r->text + start, n, imaginary, t->object_bytes);
        if (done > 0) continue;
        t->n--; /* rows are counted from 0 here */
        if (!done) wrong_field(t, r->text + start, n, d, column);
        t->n++;
        return false;
    }
    return true;
}

static void table_close(Table *t)
{
    VM *vm = t->vm;
    if (t->data && t->descr && descr_has_objects(t->descr))
        for (int64_t i = 0; i < t->n; i++)
            for (int64_t at = 0; at < t->row_size; at += t->descr->size) element_decref(vm, t->descr, t->data + i * t->row_size + at);
    mem_free(vm->mem, t->data, (size_t)(t->room * t->row_size));
    mem_free(vm->mem, t->places, (size_t)t->places_room * sizeof *t->places);
    for (int64_t i = 0; t->converters && i < t->n_fields; i++) release(vm, t->converters[i]);
    if (t->converters) mem_free(vm->mem, t->converters, (size_t)(t->n_fields + 1) * sizeof *t->converters);
    if (t->use) mem_free(vm->mem, t->use, (size_t)(t->n_use + 1) * sizeof *t->use);
    descr_release(vm, t->descr);
}

static NdArray *table_array(Table *t, Np *np)
{
    int64_t shape[2] = {t->n, t->rows ? 1 : t->n_fields};
    NdArray *a = array_zeros(t->vm, np, t->descr, shape, t->rows ? 1 : 2, ORDER_C);
    if (!a) return NULL;
    if (t->n && t->row_size) memcpy(a->data, t->data, (size_t)(t->n * t->row_size));
    t->n = 0; /* what the rows own is the array's now */
    return a;
}

static bool table_read(Table *t, Source *s, const Control *k, int64_t skip, int64_t most, Ref converters)
{
    Row r = {0};
    bool ok = true, open = false;
    int64_t ended = CHAR_LINE;
    for (; ok && skip > 0 && ended != CHAR_END; skip--) {
        ended = skip_line(s);
        ok = ended != CHAR_RAISED;
    }
    while (ok && ended != CHAR_END && (most < 0 || t->n < most)) {
        ended = read_row(s, k, &r);
        ok = ended != CHAR_RAISED && vm_poll(t->vm);
        if (!ok || row_is_empty(&r)) continue;
        if (!open) ok = open = table_open(t, r.fields, converters);
        ok = ok && table_add(t, &r, (uint32_t)k->imaginary);
    }
    row_close(t->vm, &r);
    if (ok && !open) ok = table_open(t, t->use ? t->n_use : 1, NULL);
    return ok;
}

/* ---- the function ---- */
static bool control_take(VM *vm, Ref v, int64_t *out)
{
    if (!v) return true;
    *out = -1;
    if (is_none(v)) return true;
    if (!is_str(v) || as_str(v)->len != 1) return err_false(vm, EXC_TypeError, "Text reading control character must be a single unicode character or None; but got: %R", v);
    *out = str_at(as_str(v), 0);
    return true;
}

static bool control_check(VM *vm, const Control *k)
{
    const struct { const char *name; int64_t c; } rows[] = {{"comment", k->comment}, {"delimiter", k->delimiter}, {"quote", k->quote}};
    static const uint8_t order[] = {1, 2, 0};
    for (int i = 0; i < 3; i++)
        if (rows[order[i]].c == '\n' || rows[order[i]].c == '\r') return err_false(vm, EXC_TypeError, "control character '%s' cannot be a newline (`\\r` or `\\n`).", rows[order[i]].name);
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 3; j++) {
            bool space = (i == 1 || j == 1) && k->delimiter < 0 && is_space(rows[i == 1 ? j : i].c);
            if ((rows[i].c >= 0 && rows[i].c == rows[j].c) || space)
                return err_false(vm, EXC_TypeError, "The values for control characters '%s' and '%s' are incompatible", rows[i].name, rows[j].name);
        }
    return true;
}

static bool truth_take(VM *vm, Ref v, bool *out)
{
    int truth = v ? op_truth(vm, v) : *out;
    *out = truth == 1;
    return truth >= 0;
}

static bool dtype_take(VM *vm, Np *np, Table *t, Ref v)
{
    Descr *d = v && !is_none(v) ? descr_parse(vm, np, v, false) : descr_retain(descr_shared(np, NP_DOUBLE));
    if (!d) return false;
    t->descr = descr_ordered(vm, d, '=');
    descr_release(vm, d);
    if (!t->descr) return false;
    t->rows = descr_is_structured(t->descr) || t->descr->base;
    return add_places(t, t->descr, 0);
}

enum { ARG_FILE, ARG_DELIMITER, ARG_COMMENT, ARG_QUOTE, ARG_IMAGINARY, ARG_USECOLS, ARG_SKIP, ARG_ROWS, ARG_CONVERTERS, ARG_DTYPE, ARG_ENCODING, ARG_FILELIKE, ARG_BYTES, ARG_OBJECT_BYTES };

static Value load_from_filelike(VM *vm, const Ref *a, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    if (!np) return NULL;
    Table t = {.vm = vm};
    Source s = {.vm = vm, .from = a[ARG_FILE], .file = true};
    Control k = {',', '#', '"', 'j'};
    int64_t skip = 0, most = -1;
    Value iterator = NO_VALUE, encoding = NO_VALUE;
    bool ok = control_take(vm, a[ARG_DELIMITER], &k.delimiter) && control_take(vm, a[ARG_COMMENT], &k.comment) && control_take(vm, a[ARG_QUOTE], &k.quote) && control_take(vm, a[ARG_IMAGINARY], &k.imaginary) &&
              control_check(vm, &k);
    ok = ok && (!a[ARG_SKIP] || num_index_i64(vm, a[ARG_SKIP], &skip)) && (!a[ARG_ROWS] || num_index_i64(vm, a[ARG_ROWS], &most));
    ok = ok && truth_take(vm, a[ARG_FILELIKE], &s.file) && truth_take(vm, a[ARG_BYTES], &t.bytes) && truth_take(vm, a[ARG_OBJECT_BYTES], &t.object_bytes);
    ok = ok && dtype_take(vm, np, &t, a[ARG_DTYPE]) && use_take(vm, &t, a[ARG_USECOLS]);
    if (ok && a[ARG_ENCODING] && is_str(a[ARG_ENCODING])) { /* as bytes of its own: texts of the VM do not last */
        encoding = codec_encode(vm, a[ARG_ENCODING], NULL, NULL);
        ok = encoding != NO_VALUE;
        if (ok) s.encoding = (const char *)as_bytes(encoding)->data;
    }
    if (ok && !s.file) {
        iterator = op_iter(vm, a[ARG_FILE]);
        s.from = iterator;
        ok = iterator != NO_VALUE;
    }
    ok = ok && table_read(&t, &s, &k, skip, most, a[ARG_CONVERTERS]);
    NdArray *r = ok ? table_array(&t, np) : NULL;
    table_close(&t);
    release(vm, s.chunk);
    release(vm, iterator);
    release(vm, encoding);
    return VAL(r);
}

const NativeDef multiarray_textread_functions[] = {
    {"_load_from_filelike", load_from_filelike,
     "file, /, *, delimiter=',', comment='#', quote='\"', imaginary_unit='j', usecols=None, skiplines=0, max_rows=-1, converters=None, dtype=None, encoding=None, filelike=True, byte_converters=False, "
     "c_byte_converters=False", "The engine of loadtxt", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
