/* descr.c: numpy.dtype objects: the shared ones, those with a size, a unit, fields or a shape; what they are equal to and what they hash to. Their attributes: descr_attrs.c. */
#include "descr.h"

/* ---- the object ---- */

void descr_traverse_row(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Descr *d = (const Descr *)o;
    const Ref held[] = {REF(d->names), REF(d->table), REF(d->base), REF(d->shape), REF(d->metadata)};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++)
        if (held[i]) visit(held[i], arg);
    for (int64_t i = 0; i < d->n_fields; i++) {
        visit(REF(d->fields[i].name), arg);
        visit(REF(d->fields[i].descr), arg);
        if (d->fields[i].title) visit(REF(d->fields[i].title), arg);
    }
    if (d->scalar) visit(REF(d->scalar), arg);
}
static void fields_drop(VM *vm, Descr *d)
{
    Field *fields = d->fields;
    int64_t n = d->n_fields;
    d->fields = NULL;
    d->n_fields = 0;
    for (int64_t i = 0; i < n; i++) {
        release(vm, fields[i].name);
        release(vm, fields[i].title);
        descr_release(vm, fields[i].descr);
    }
    if (fields) mem_free(vm->mem, fields, (size_t)(n ? n : 1) * sizeof *fields);
}
void descr_dealloc_row(VM *vm, Obj *o)
{
    Descr *d = (Descr *)o;
    fields_drop(vm, d);
    value_clear(vm, &d->names);
    value_clear(vm, &d->table);
    value_clear(vm, &d->shape);
    value_clear(vm, &d->metadata);
    Descr *base = d->base;
    d->base = NULL;
    descr_release(vm, base);
    Type *scalar = d->scalar;
    d->scalar = NULL;
    release(vm, VAL(scalar));
    obj_free(vm, o, sizeof *d);
}
static Descr *blank(VM *vm, Np *np, Num num)
{
    Descr *d = (Descr *)obj_alloc(vm, np->dtype_classes[num], sizeof *d);
    if (!d) return NULL;
    const ElementInfo *info = &np_elements[num];
    d->np = np;
    d->num = (uint8_t)num;
    d->size = info->bytes;
    d->align = info->align;
    d->order = info->bytes == 1 || num == NP_OBJECT || num == NP_STRING || num == NP_VOID ? '|' : '=';
    d->flags = num == NP_OBJECT ? DESCR_OBJECT_FLAGS : num == NP_UNICODE ? DESCR_NEEDS_INIT : 0;
    d->scalar = (Type *)BITS(retain(REF(np->scalars[num])));
    d->time = (TimeMeta){UNIT_GENERIC, 1};
    d->hash = -1;
    return d;
}

Descr *descr_of(const Np *np, Num num) { return descr_retain(np->descrs[num]); }

Descr *descr_sized(VM *vm, Np *np, Num num, int64_t bytes)
{
    if (bytes == np->descrs[num]->size) return descr_of(np, num);
    Descr *d = blank(vm, np, num);
    if (d) d->size = bytes;
    return d;
}

Descr *descr_time(VM *vm, Np *np, Num num, TimeMeta meta)
{
    if (meta.unit == UNIT_GENERIC) return descr_of(np, num);
    Descr *d = blank(vm, np, num);
    if (d) d->time = meta;
    return d;
}

static bool fields_copy(VM *vm, Descr *d, const Field *fields, int64_t n)
{
    d->fields = mem_zalloc(vm->mem, (size_t)(n ? n : 1) * sizeof *fields);
    if (!d->fields) return err_no_memory(vm), false;
    d->n_fields = n;
    for (int64_t i = 0; i < n; i++)
        d->fields[i] = (Field){retain(fields[i].name), fields[i].title ? retain(fields[i].title) : NO_VALUE, descr_retain(fields[i].descr), fields[i].offset};
    return true;
}

Descr *descr_copy(VM *vm, const Descr *from)
{
    Descr *d = (Descr *)obj_alloc(vm, from->head.type, sizeof *d);
    if (!d) return NULL;
    Obj head = d->head;
    *d = *from;
    d->head = head;
    d->says_little = false;
    d->fields = NULL;
    d->n_fields = 0;
    d->scalar = (Type *)BITS(retain(REF(from->scalar)));
    d->base = from->base ? descr_retain(from->base) : NULL;
    Value *const held[] = {&d->names, &d->table, &d->shape, &d->metadata};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++)
        if (*held[i]) retain(*held[i]);
    d->hash = -1;
    if (!from->fields || fields_copy(vm, d, from->fields, from->n_fields)) return d;
    descr_release(vm, d);
    return NULL;
}

/* ---- fields ---- */

/* `names` and `table` by the fields: a title finds its field as well. */
static bool fill_table(VM *vm, Descr *d)
{
    Value names = tuple_new(vm, d->n_fields), table = names ? dict_new(vm) : NO_VALUE;
    bool ok = table != NO_VALUE;
    for (int64_t i = 0; ok && i < d->n_fields; i++) {
        const Field *f = &d->fields[i];
        as_tuple(names)->items[i] = retain(f->name);
        Value offset = int_from_i64(vm, f->offset), row = NO_VALUE;
        if (offset) row = f->title ? tuple_of(vm, 3, REF(f->descr), (Ref)offset, (Ref)f->title) : tuple_of(vm, 2, REF(f->descr), (Ref)offset);
        release(vm, offset);
        ok = row && dict_set(vm, table, f->name, row) && (!f->title || !is_str(f->title) || dict_set(vm, table, f->title, row));
        release(vm, row);
    }
    if (!ok) {
        release(vm, names);
        release(vm, table);
        return false;
    }
    value_put(vm, &d->names, names);
    value_put(vm, &d->table, table);
    return true;
}
bool descr_rename(VM *vm, Descr *d, Ref names /*a tuple of n_fields strs*/)
{
    for (int64_t i = 0; i < d->n_fields; i++) value_put(vm, &d->fields[i].name, retain(as_tuple(names)->items[i]));
    d->hash = -1;
    return fill_table(vm, d);
}

static bool fields_overlap(const Field *fields, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < i; j++)
            if (fields[i].offset < fields[j].offset + fields[j].descr->size && fields[j].offset < fields[i].offset + fields[i].descr->size) return true;
    return false;
}

Descr *descr_struct(VM *vm, Np *np, const Field *fields, int64_t n, int64_t size, bool aligned, bool check_overlap)
{
    int64_t end = 0, align = 1;
    uint8_t flags = DESCR_NEEDS_API;
    for (int64_t i = 0; i < n; i++) {
        const Field *f = &fields[i];
        for (int64_t j = 0; j < i; j++)
            if (str_equal(fields[j].name, f->name) || (f->title && is_str(f->title) && str_equal(fields[j].name, f->title)))
                return err_raise(vm, EXC_ValueError, "name already used as a name or title"), NULL;
        if (f->offset + f->descr->size > end) end = f->offset + f->descr->size;
        if (aligned && f->descr->align > align) align = f->descr->align;
        flags |= f->descr->flags & (DESCR_HAS_OBJECT | DESCR_LIST_PICKLE | DESCR_NEEDS_INIT | DESCR_NEEDS_API);
    }
    if (check_overlap && (flags & DESCR_HAS_OBJECT) && fields_overlap(fields, n))
        return err_raise(vm, EXC_TypeError, "Cannot create a NumPy dtype with overlapping object fields"), NULL;
    Descr *d = blank(vm, np, NP_VOID);
    if (!d) return NULL;
    d->size = size >= 0 ? size : (end + align - 1) / align * align;
    d->align = align;
    d->flags = flags | (aligned ? DESCR_ALIGNED_STRUCT : 0);
    if (fields_copy(vm, d, fields, n) && fill_table(vm, d)) return d;
    descr_release(vm, d);
    return NULL;
}

const Field *descr_field(VM *vm, const Descr *d, Ref name)
{
    (void)vm;
    for (int64_t i = 0; i < d->n_fields; i++)
        if (str_equal(d->fields[i].name, name)) return &d->fields[i];
    for (int64_t i = 0; i < d->n_fields; i++)
        if (d->fields[i].title && is_str(d->fields[i].title) && str_equal(d->fields[i].title, name)) return &d->fields[i];
    return NULL;
}

Descr *descr_subarray(VM *vm, Descr *base, Ref shape)
{
    int64_t count = 1;
    Value all = retain(shape);
    if (base->base) { /* an array of arrays is one array */
        release(vm, all);
        all = op_binary(vm, OP_ADD, shape, base->shape);
        base = base->base;
        if (!all) return NULL;
    }
    for (int64_t i = 0; i < as_tuple(all)->len; i++) {
        int64_t n;
        if (!num_index_i64(vm, as_tuple(all)->items[i], &n)) goto fail;
        if (n < 0) {
            err_raise(vm, EXC_ValueError, "invalid shape in fixed-type tuple: dimension smaller than zero.");
            goto fail;
        }
        if (__builtin_mul_overflow(count, n, &count) || n > INT32_MAX) {
            err_raise(vm, EXC_ValueError, "invalid shape in fixed-type tuple: dimension does not fit into a C int.");
            goto fail;
        }
    }
    int64_t bytes;
    if (__builtin_mul_overflow(count, base->size, &bytes) || bytes > INT32_MAX) {
        err_raise(vm, EXC_ValueError, "invalid shape in fixed-type tuple: dtype size in bytes must fit into a C int.");
        goto fail;
    }
    Descr *d = blank(vm, base->np, NP_VOID);
    if (!d) goto fail;
    d->size = bytes;
    d->align = base->align;
    d->flags = base->flags;
    d->base = descr_retain(base);
    d->shape = all;
    return d;
fail:
    release(vm, all);
    return NULL;
}

/* ---- byte order ---- */

static char ordered(char now, char asked)
{
    if (now == '|' || asked == '|' || asked == 'I' || asked == 'i') return now;
    if (asked == 's' || asked == 'S') return now == '>' ? '=' : '>';
    return asked == '>' || asked == 'b' || asked == 'B' ? '>' : '=';
}

Descr *descr_ordered(VM *vm, Descr *from, char order)
{
    Descr *d = descr_copy(vm, from);
    if (!d) return NULL;
    d->order = ordered(from->order, order);
    if (from->base) {
        Descr *base = descr_ordered(vm, from->base, order);
        if (!base) goto fail;
        descr_release(vm, d->base);
        d->base = base;
    }
    for (int64_t i = 0; i < d->n_fields; i++) {
        Descr *inner = descr_ordered(vm, d->fields[i].descr, order);
        if (!inner) goto fail;
        descr_release(vm, d->fields[i].descr);
        d->fields[i].descr = inner;
    }
    if (!d->fields || fill_table(vm, d)) return d;
fail:
    descr_release(vm, d);
    return NULL;
}

/* ---- equal ---- */

static bool same_fields(VM *vm, const Descr *a, const Descr *b)
{
    if (!a->fields != !b->fields || a->n_fields != b->n_fields) return false;
    for (int64_t i = 0; i < a->n_fields; i++) {
        const Field *f = &a->fields[i], *g = &b->fields[i];
        if (f->offset != g->offset || !str_equal(f->name, g->name) || !f->title != !g->title || !descr_equivalent(vm, f->descr, g->descr)) return false;
        if (f->title && !(is_str(f->title) && is_str(g->title) ? str_equal(f->title, g->title) : f->title == g->title)) return false;
    }
    return true;
}

static bool same_time(TimeMeta a, TimeMeta b)
{
    /* (counts of one unit alone are alike; NumPy calls [60s] and [m] different) */
    return a.unit == b.unit && a.count == b.count;
}

bool descr_equivalent(VM *vm, const Descr *a, const Descr *b)
{
    if (a == b) return true;
    bool alike = a->num == b->num || (num_is_integer((Num)a->num) && num_is_integer((Num)b->num) && np_elements[a->num].kind == np_elements[b->num].kind);
    if (!alike || a->size != b->size || descr_is_native(a) != descr_is_native(b) || !a->base != !b->base) return false;
    if (a->base) {
        const Tuple *s = as_tuple(a->shape), *t = as_tuple(b->shape);
        if (s->len != t->len || !descr_equivalent(vm, a->base, b->base)) return false;
        for (int64_t i = 0; i < s->len; i++)
            if (int_compare(s->items[i], t->items[i])) return false;
        return true;
    }
    if (num_is_time((Num)a->num)) return same_time(a->time, b->time);
    return same_fields(vm, a, b);
}

static uint64_t mix(uint64_t h, uint64_t v)
{
    h ^= v + 0x9E3779B97F4A7C15u + (h << 6) + (h >> 2);
    return h * 0xFF51AFD7ED558CCDu;
}

bool descr_hash(VM *vm, Descr *d, int64_t *out)
{
    if (d->hash != -1) return *out = d->hash, true;
    uint64_t h = mix((uint64_t)np_elements[d->num].kind, (uint64_t)d->size);
    h = mix(h, descr_is_native(d));
    if (num_is_time((Num)d->num)) h = mix(mix(h, (uint64_t)d->time.unit), (uint64_t)d->time.count);
    int64_t part;
    if (d->base) {
        if (!descr_hash(vm, d->base, &part)) return false;
        h = mix(h, (uint64_t)part);
        if (!op_hash(vm, d->shape, &part)) return false;
        h = mix(h, (uint64_t)part);
    }
    for (int64_t i = 0; i < d->n_fields; i++) {
        if (!descr_hash(vm, d->fields[i].descr, &part)) return false;
        h = mix(mix(mix(h, (uint64_t)part), (uint64_t)d->fields[i].offset), (uint64_t)str_hash(vm, d->fields[i].name));
    }
    d->hash = (int64_t)h == -1 ? -2 : (int64_t)h;
    return *out = d->hash, true;
}

Value descr_text(VM *vm, Descr *d)
{
    Ref self = REF(d);
    return np_ask(vm, d->np, PY_DTYPE_STR, &self, 1);
}

/* ---- opening ---- */

static bool make_classes(VM *vm, Np *np)
{
    static const TypeDef defs[NP_NUMS] = {
#define ELEMENT(NUMBER, letter, kind_, class, ctype, bytes, base)                                                                                                                           \
    [NP_##NUMBER] = {.name = "numpy.dtype[" class "]", .kind = KIND_OPAQUE, .size = sizeof(Descr), .flags = TYPE_GC | TYPE_IMMUTABLE, .dealloc = descr_dealloc_row, .traverse = descr_traverse_row},
#include "elements.def"
#undef ELEMENT
    };
    for (int i = 0; i < NP_NUMS; i++) {
        if (!(np->dtype_classes[i] = type_from_def(vm, &defs[i], np->dtype))) return false;
        np->dtype_classes[i]->head.type = np->dtype_meta;
    }
    return true;
}

bool descr_open(VM *vm, Np *np, Dict *ns)
{
    if (!(np->dtype_meta = type_from_def(vm, &dtype_meta_def, CLASS(type))) || !(np->dtype = type_from_def(vm, &descr_def, NULL))) return false;
    np->dtype->head.type = np->dtype_meta;
    if (!make_classes(vm, np)) return false;
    for (int i = 0; i < NP_NUMS; i++)
        if (!(np->descrs[i] = blank(vm, np, (Num)i))) return false;
    return module_add_type(vm, ns, np->dtype);
}
bool descr_compound_has_gaps(const Descr *d)
{
    if (d->base) return descr_has_gaps(d->base);
    int64_t sum = 0;
    for (int64_t i = 0; i < d->n_fields; i++) {
        if (descr_has_gaps(d->fields[i].descr)) return true;
        sum += d->fields[i].descr->size;
    }
    return sum != d->size;
}

