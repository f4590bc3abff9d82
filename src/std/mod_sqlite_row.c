/* mod_sqlite_row.c: the type Row: a row as a tuple whose items have their columns' names. */
#include "mod_sqlite.h"

#include <ctype.h>

static Row *as_row(Ref v) { return (Row *)BITS(v); }

static Value row_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    SqliteState *st = sqlite_state(vm);
    if (!st || !args_no_kw(vm, "Row", kwnames) || !args_count(vm, "Row", n, 2, 2)) return NULL;
    if (!is_instance_of(vm, args[0], st->cursor)) return err_raise(vm, EXC_TypeError, "Row() argument 1 must be sqlite3.Cursor, not %T", args[0]);
    if (!is_tuple(args[1])) return err_raise(vm, EXC_TypeError, "Row() argument 2 must be tuple, not %T", args[1]);
    Row *r = (Row *)obj_alloc(vm, as_type(type), as_type(type)->inst_size);
    if (!r) return NULL;
    r->data = retain(args[1]);
    r->description = as_cursor(args[0])->description ? retain(as_cursor(args[0])->description) : V_NONE;
    return VAL(r);
}
static void row_clear(VM *vm, Obj *o)
{
    value_clear(vm, &((Row *)o)->data);
    value_clear(vm, &((Row *)o)->description);
}
static void row_dealloc(VM *vm, Obj *o)
{
    row_clear(vm, o);
    obj_free(vm, o, o->type->inst_size);
}
static void row_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Row *)o)->data) visit(((Row *)o)->data, arg);
    if (((Row *)o)->description) visit(((Row *)o)->description, arg);
}

static int64_t columns(const Row *r) { return r->description && is_tuple(r->description) ? as_tuple(r->description)->len : 0; }
static Ref column_name(const Row *r, int64_t i) { return as_tuple(as_tuple(r->description)->items[i])->items[0]; }

static uint32_t lower(uint32_t c) { return c < 128 ? (uint32_t)tolower((int)c) : c; }
static bool same_name(Ref a, Ref b)
{
    const Str *x = as_str(a), *y = as_str(b);
    if (x->len != y->len) return false;
    for (int64_t i = 0; i < x->len; i++)
        if (lower(str_at(x, i)) != lower(str_at(y, i))) return false;
    return true;
}
static Value row_getitem(VM *vm, Ref self, Ref key)
{
    Row *r = as_row(self);
    int64_t i;
    if (is_int(key)) {
        if (!int_fits_i64(key, &i)) return err_raise(vm, EXC_IndexError, "cannot fit '%T' into an index-sized integer", key);
        if (i < 0) i += as_tuple(r->data)->len;
        return op_getitem(vm, r->data, make_small(i < 0 || i > SMALL_MAX ? INT32_MAX : i));
    }
    if (is_str(key)) {
        for (i = 0; i < columns(r) && i < as_tuple(r->data)->len; i++)
            if (same_name(column_name(r, i), key)) return retain(as_tuple(r->data)->items[i]);
        return err_raise(vm, EXC_IndexError, "No item with that key");
    }
    if (is_kind(key, KIND_SLICE)) return op_getitem(vm, r->data, key);
    return err_raise(vm, EXC_IndexError, "Index must be int or string");
}
static int64_t row_len(VM *vm, Ref self) { return as_tuple(as_row(self)->data)->len; }
static Value row_iter(VM *vm, Ref self) { return op_iter(vm, as_row(self)->data); }
FN(row_keys)
{
    const Row *r = as_row(args[0]);
    Value list = list_new(vm, columns(r));
    for (int64_t i = 0; list && i < columns(r); i++)
        if (!list_append(vm, list, column_name(r, i))) value_clear(vm, &list);
    return list;
}
static bool row_hash(VM *vm, Ref self, int64_t *hash)
{
    int64_t a, b;
    if (!op_hash(vm, as_row(self)->description, &a) || !op_hash(vm, as_row(self)->data, &b)) return false;
    *hash = (a ^ b) == -1 ? -2 : a ^ b;
    return true;
}
static Value row_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    SqliteState *st = sqlite_state(vm);
    if (!st) return NULL;
    if ((op != CMP_EQ && op != CMP_NE) || !is_instance_of(vm, b, st->row)) return V_NOTIMPL;
    int same = op_compare_bool(vm, as_row(a)->description, as_row(b)->description, CMP_EQ);
    if (same > 0) same = op_compare_bool(vm, as_row(a)->data, as_row(b)->data, CMP_EQ);
    return same < 0 ? NO_VALUE : make_bool(same == (op == CMP_EQ));
}

static const NativeDef methods[] = {{"keys", row_keys, "self, /", "The columns' names.", 0}, {0}};
const TypeDef sql_row_def = {.name = "sqlite3.Row", .kind = KIND_OPAQUE, .size = sizeof(Row), .flags = TYPE_GC | TYPE_BASE | TYPE_IMMUTABLE,
    .s = {.new_ = row_new, .getitem = row_getitem, .len = row_len, .iter = row_iter, .hash = row_hash, .compare = row_compare}, .dealloc = row_dealloc, .traverse = row_traverse,
    .clear = row_clear, .methods = methods};
