/* list.c: the class list: storage, building, slots and slices. Methods are list_methods.c, sorting sort.c.
 *
 * items[0..len) are owned; room grows by an eighth. While a list is sorted it is empty and cap is -1, so that sort sees
 * whether anyone touched it. */
#include "lang/object/alloc.h"
#include "lang/object/args.h"
#include "dict_impl.h"
#include "seq.h"

/* ---- storage ---- */
static bool reserve(VM *vm, List *l, int64_t need)
{
    if (need <= l->cap) return true;
    if (l->cap < 0) { /* being sorted: whoever adds gets a store of his own */
        l->cap = 0;
        l->items = NULL;
    }
    if (need > (int64_t)1 << 40) {
        err_no_memory(vm);
        return false;
    }
    int64_t cap = (need + (need >> 3) + 6) & ~(int64_t)3;
    if (need - l->len > cap - need) cap = (need + 3) & ~(int64_t)3;
    Value *items = mem_realloc(vm->mem, l->items, (size_t)l->cap * sizeof(Value), (size_t)cap * sizeof(Value));
    if (items == NULL) {
        err_no_memory(vm);
        return false;
    }
    l->items = items;
    l->cap = cap;
    return true;
}

static void trim(VM *vm, List *l) /* after items went: give back a store more than half empty */
{
    if (l->len > l->cap / 2 || l->cap < 16) return;
    int64_t cap = l->len == 0 ? 0 : (l->len + (l->len >> 3) + 6) & ~(int64_t)3;
    if (cap == 0) {
        mem_free(vm->mem, l->items, (size_t)l->cap * sizeof(Value));
        l->items = NULL;
        l->cap = 0;
        return;
    }
    Value *items = mem_realloc(vm->mem, l->items, (size_t)l->cap * sizeof(Value), (size_t)cap * sizeof(Value));
    if (items == NULL) return;
    l->items = items;
    l->cap = cap;
}

Value list_new(VM *vm, int64_t capacity)
{
    Value v = VAL(alloc_with(vm, CLASS(list), TYPE_GC, sizeof(List), sizeof(List)));
    if (v == NO_VALUE || capacity <= 0) return v;
    List *l = as_list(v);
    l->items = capacity > ((int64_t)1 << 40) ? NULL : mem_take(vm->mem, (size_t)capacity * sizeof(Value));
    if (l->items == NULL) {
        release(vm, v);
        return err_no_memory(vm);
    }
    l->cap = capacity;
    return v;
}

Value list_from(VM *vm, const Ref *items, int64_t n)
{
    Value v = list_new(vm, n);
    if (v == NO_VALUE) return v;
    List *l = as_list(v);
    for (int64_t i = 0; i < n; i++) l->items[i] = retain(items[i]);
    l->len = n;
    return v;
}

bool list_append(VM *vm, Ref list, Ref item)
{
    List *l = as_list(list);
    if (l->len >= l->cap && !reserve(vm, l, l->len + 1)) return false;
    l->items[l->len++] = retain(item);
    return true;
}

bool list_append_take(VM *vm, Ref list, Value item)
{
    List *l = as_list(list);
    if (l->len >= l->cap && !reserve(vm, l, l->len + 1)) {
        release(vm, item);
        return false;
    }
    l->items[l->len++] = item;
    return true;
}

bool list_insert(VM *vm, Ref list, int64_t at, Ref item)
{
    List *l = as_list(list);
    if (at < 0) at = at + l->len < 0 ? 0 : at + l->len;
    if (at > l->len) at = l->len;
    if (!reserve(vm, l, l->len + 1)) return false;
    memmove(l->items + at + 1, l->items + at, (size_t)(l->len - at) * sizeof(Value));
    l->items[at] = retain(item);
    l->len++;
    return true;
}

static bool extend_array(VM *vm, List *l, Value *const *items, int64_t n)
{
    if (!reserve(vm, l, l->len + n)) return false;
    for (int64_t i = 0; i < n; i++) l->items[l->len + i] = retain((*items)[i]); /* *items is read anew: it may be l's own */
    l->len += n;
    return true;
}

static bool extend_chars(VM *vm, Ref list, const Str *s)
{
    List *l = as_list(list);
    if (!reserve(vm, l, l->len + s->len)) return false;
    for (int64_t i = 0; i < s->len; i++) {
        uint32_t c = str_at(s, i);
        Value v = c < 256 && vm->chars[c] ? retain(vm->chars[c]) : str_from_char(vm, c);
        if (!v) return false;
        l->items[l->len++] = v;
    }
    return true;
}

/* A dict's keys, values or items, which nobody's code gives: pairs are made, nothing dies. */
static bool extend_entries(VM *vm, List *l, Ref dict, unsigned what)
{
    int64_t pos = 0;
    Ref key, value;
    if (!reserve(vm, l, l->len + as_dict(dict)->used)) return false;
    while (dict_next(dict, &pos, &key, &value)) {
        Value v;
        if (what == DICT_ITEMS) {
            Tuple *pair = tuple_open(vm, 2);
            if (!pair) return false;
            pair->items[0] = retain(key);
            pair->items[1] = retain(value);
            v = VAL(pair);
        } else v = retain(what == DICT_KEYS ? key : value);
        l->items[l->len++] = v;
    }
    return true;
}

/* Of which dict, and what of it; NULL: it is no plain dict, none of its views, or so many that somebody should be heard in between. */
static Ref entries_of(VM *vm, Ref v, unsigned *what)
{
    enum { MANY = 1 << 16 };
    Ref dict = NULL;
    *what = DICT_KEYS;
    if (is_exact(v, CLASS(dict))) dict = v;
    else if (is_kind(v, KIND_DICT_VIEW) && (as_obj(v)->type == CLASS(dict_items) || as_obj(v)->type == CLASS(dict_values) || as_obj(v)->type == CLASS(dict_keys))) {
        dict = ((DictView *)BITS(v))->dict;
        *what = as_obj(v)->aux;
    }
    return dict && is_exact(dict, CLASS(dict)) && as_dict(dict)->used < MANY ? dict : (Ref)NULL;
}

static bool extend_iter(VM *vm, Ref list, Ref iterable)
{
    Value it = op_iter(vm, iterable);
    if (it == NO_VALUE) return false;
    int64_t hint = op_len_hint(vm, iterable, 8);
    bool ok = hint >= 0;
    if (ok && hint > 8 && hint < 1 << 24) {
        List *l = as_list(list);
        ok = l->cap >= 0 && l->len + hint > l->cap ? reserve(vm, l, l->len + hint) : true;
    }
    UnaryFn next = type_of(vm, it)->s.next;
    for (unsigned steps = 1; ok; steps++) {
        Value v = next(vm, it);
        if (v == NO_VALUE) {
            if (vm->error == NO_VALUE) break;
            ok = err_matches(vm, EXC_StopIteration);
            if (ok) err_clear(vm);
            break;
        }
        ok = list_append_take(vm, list, v) && ((steps & 1023) != 0 || vm_poll(vm));
    }
    release(vm, it);
    return ok;
}

bool list_extend(VM *vm, Ref list, Ref iterable)
{
    if (is_exact(iterable, CLASS(list))) {
        List *src = as_list(iterable);
        return src->len == 0 || extend_array(vm, as_list(list), &src->items, src->len);
    }
    if (is_exact(iterable, CLASS(tuple))) {
        Value *items = as_tuple(iterable)->items;
        return as_tuple(iterable)->len == 0 || extend_array(vm, as_list(list), &items, as_tuple(iterable)->len);
    }
    if (is_exact(iterable, CLASS(str))) return as_str(iterable)->len == 0 || extend_chars(vm, list, as_str(iterable));
    unsigned what;
    Ref dict = entries_of(vm, iterable, &what);
    if (dict && as_list(list)->cap >= 0) return as_dict(dict)->used == 0 || extend_entries(vm, as_list(list), dict, what);
    return extend_iter(vm, list, iterable);
}

Value list_from_iter(VM *vm, Ref iterable)
{
    Value v = list_new(vm, 0);
    if (v == NO_VALUE || list_extend(vm, v, iterable)) return v;
    release(vm, v);
    return NO_VALUE;
}

/* ---- removal ---- */
/* Take out items [start, end) and release them only when the list is whole again. */
static bool cut(VM *vm, List *l, int64_t start, int64_t end)
{
    int64_t n = end - start;
    if (n <= 0) return true;
    if (n == l->len) {
        Value *items = l->items;
        int64_t cap = l->cap;
        l->items = NULL;
        l->len = l->cap = 0;
        seq_release(vm, items, n);
        mem_free(vm->mem, items, (size_t)cap * sizeof(Value));
        return true;
    }
    Value few[16], *gone = few;
    if (n > 16 && (gone = mem_alloc(vm->mem, (size_t)n * sizeof(Value))) == NULL) {
        err_no_memory(vm);
        return false;
    }
    memcpy(gone, l->items + start, (size_t)n * sizeof(Value));
    memmove(l->items + start, l->items + end, (size_t)(l->len - end) * sizeof(Value));
    l->len -= n;
    trim(vm, l);
    seq_release(vm, gone, n);
    if (gone != few) mem_free(vm->mem, gone, (size_t)n * sizeof(Value));
    return true;
}

bool list_set_slice(VM *vm, Ref list, int64_t start, int64_t end, const Ref *items, int64_t n)
{
    List *l = as_list(list);
    if (start < 0) start = 0;
    if (start > l->len) start = l->len;
    if (end < start) end = start;
    if (end > l->len) end = l->len;
    if (n == 0) return cut(vm, l, start, end);
    int64_t gone = end - start;
    Value few[16], *old = few;
    if (gone > 16 && (old = mem_alloc(vm->mem, (size_t)gone * sizeof(Value))) == NULL) {
        err_no_memory(vm);
        return false;
    }
    bool ok = reserve(vm, l, l->len - gone + n);
    if (ok) {
        memcpy(old, l->items + start, (size_t)gone * sizeof(Value));
        memmove(l->items + start + n, l->items + end, (size_t)(l->len - end) * sizeof(Value));
        for (int64_t i = 0; i < n; i++) l->items[start + i] = retain(items[i]);
        l->len += n - gone;
        seq_release(vm, old, gone);
    }
    if (old != few) mem_free(vm->mem, old, (size_t)gone * sizeof(Value));
    return ok;
}

/* ---- life ---- */
static Value list_new_slot(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    return VAL(obj_alloc(vm, as_type(callee), as_type(callee)->inst_size));
}

static bool list_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    Type *type = as_obj(self)->type;
    if ((type == CLASS(list) || type->s.new_ == list_new_slot) && !args_no_kw(vm, "list", kwnames)) return false;
    if (!args_count(vm, "list", n, 0, 1)) return false;
    List *l = as_list(self);
    if (l->len > 0 && !cut(vm, l, 0, l->len)) return false;
    return n == 0 || list_extend(vm, self, args[0]);
}

static void list_clear(VM *vm, Obj *o)
{
    List *l = (List *)o;
    if (l->cap >= 0) cut(vm, l, 0, l->len);
}

static void list_dealloc(VM *vm, Obj *o)
{
    List *l = (List *)o;
    Value *items = l->items;
    int64_t len = l->len, cap = l->cap;
    l->len = l->cap = 0;
    l->items = NULL;
    seq_release(vm, items, len);
    if (cap > 0) mem_give(vm->mem, items, (size_t)cap * sizeof(Value));
    if (o->type == CLASS(list)) free_plain(vm, o, sizeof(List));
    else obj_free(vm, o, o->type->inst_size);
}

static void list_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    List *l = (List *)o;
    for (int64_t i = 0; i < l->len; i++) seq_visit(l->items[i], visit, arg);
}

/* ---- subscripts ---- */
static int64_t list_len(VM *vm, Ref o) { return as_list(o)->len; }

static Value list_get_slice(VM *vm, Ref o, Ref slice)
{
    int64_t start, stop, step, count;
    if (!slice_indices(vm, slice, &as_list(o)->len, &start, &stop, &step, &count)) return NO_VALUE;
    Value v = list_new(vm, count);
    if (v == NO_VALUE) return v;
    List *l = as_list(o);
    Value *out = as_list(v)->items;
    for (int64_t i = 0; i < count && start + i * step < l->len; i++) out[i] = retain(l->items[start + i * step]);
    as_list(v)->len = count;
    return v;
}

static Value list_getitem(VM *vm, Ref o, Ref key)
{
    int64_t i;
    if (is_kind(key, KIND_SLICE)) return list_get_slice(vm, o, key);
    if (!seq_index(vm, key, "list", &i)) return NO_VALUE;
    List *l = as_list(o);
    if (i < 0) i += l->len;
    if (i < 0 || i >= l->len) return err_raise(vm, EXC_IndexError, "list index out of range");
    return retain(l->items[i]);
}

static bool delete_stepped(VM *vm, List *l, int64_t start, int64_t step, int64_t count)
{
    if (count == 0) return true;
    if (step < 0) {
        start += step * (count - 1);
        step = -step;
    }
    Value *gone = mem_alloc(vm->mem, (size_t)count * sizeof(Value));
    if (gone == NULL) {
        err_no_memory(vm);
        return false;
    }
    int64_t to = start, taken = 0;
    for (int64_t i = start; i < l->len; i++) {
        if (taken < count && i == start + taken * step) gone[taken++] = l->items[i];
        else l->items[to++] = l->items[i];
    }
    l->len = to;
    trim(vm, l);
    for (int64_t i = 0; i < taken; i++) release(vm, gone[i]);
    mem_free(vm->mem, gone, (size_t)count * sizeof(Value));
    return true;
}

static bool assign_stepped(VM *vm, List *l, int64_t start, int64_t step, int64_t count, Ref items)
{
    List *src = as_list(items);
    if (src->len != count)
        return err_false(vm, EXC_ValueError, "attempt to assign sequence of size %lld to extended slice of size %lld", (long long)src->len, (long long)count);
    if (count == 0) return true;
    Value *old = mem_alloc(vm->mem, (size_t)count * sizeof(Value));
    if (old == NULL) {
        err_no_memory(vm);
        return false;
    }
    for (int64_t i = 0; i < count; i++) {
        old[i] = l->items[start + i * step];
        l->items[start + i * step] = retain(src->items[i]);
    }
    for (int64_t i = 0; i < count; i++) release(vm, old[i]);
    mem_free(vm->mem, old, (size_t)count * sizeof(Value));
    return true;
}

static bool list_set_slice_obj(VM *vm, Ref o, Ref slice, Ref v)
{
    List *l = as_list(o);
    int64_t start, stop, step, count;
    if (!slice_indices(vm, slice, &l->len, &start, &stop, &step, &count)) return false;
    if (v == NULL) return step == 1 ? cut(vm, l, start, start + count) : delete_stepped(vm, l, start, step, count);
    if (step != 1 && type_of(vm, v)->s.iter == NULL && type_of(vm, v)->s.getitem == NULL)
        return err_false(vm, EXC_TypeError, "must assign iterable to extended slice");
    if (step == 1 && type_of(vm, v)->s.iter == NULL && type_of(vm, v)->s.getitem == NULL)
        return err_false(vm, EXC_TypeError, "can only assign an iterable");
    Value items = list_from_iter(vm, v);
    if (items == NO_VALUE) return false;
    /* the iterable may have changed this list: the slice is laid anew over what is there */
    bool ok = slice_indices(vm, slice, &l->len, &start, &stop, &step, &count);
    if (ok && step == 1) ok = list_set_slice(vm, o, start, start + count, as_refs(as_list(items)->items), as_list(items)->len);
    else if (ok) ok = assign_stepped(vm, l, start, step, count, items);
    release(vm, items);
    return ok;
}

static bool list_setitem(VM *vm, Ref o, Ref key, Ref v)
{
    int64_t i;
    if (is_kind(key, KIND_SLICE)) return list_set_slice_obj(vm, o, key, v);
    if (!seq_index(vm, key, "list", &i)) return false;
    List *l = as_list(o);
    if (i < 0) i += l->len;
    if (i < 0 || i >= l->len) return err_false(vm, EXC_IndexError, "list assignment index out of range");
    if (v == NULL) return cut(vm, l, i, i + 1);
    value_put(vm, &l->items[i], retain(v));
    return true;
}

/* ---- operators ---- */
static int list_contains(VM *vm, Ref o, Ref item)
{
    List *l = as_list(o);
    for (int64_t i = 0; (i = seq_skip(l->items, i, l->len, item)) < l->len; i++) {
        int eq = seq_item_equal(vm, l->items[i], item);
        if (eq != 0) return eq;
    }
    return 0;
}

static Value list_concat(VM *vm, Ref a, Ref b)
{
    if (!is_list(a) || !is_list(b)) return err_raise(vm, EXC_TypeError, "can only concatenate list (not \"%T\") to list", b);
    List *x = as_list(a), *y = as_list(b);
    Value v = list_new(vm, x->len + y->len);
    if (v == NO_VALUE) return v;
    List *l = as_list(v);
    for (int64_t i = 0; i < x->len; i++) l->items[i] = retain(x->items[i]);
    for (int64_t i = 0; i < y->len; i++) l->items[x->len + i] = retain(y->items[i]);
    l->len = x->len + y->len;
    return v;
}

static void fill_repeated(Value *out, Value *items, int64_t len, int64_t total) /* out may be items: the first `len` are there */
{
    int64_t done = out == items ? len : 0;
    if (len == 1 && !is_heap(items[0])) {
        Value word = items[0];
        for (int64_t i = done; i < total; i++) out[i] = word;
        return;
    }
    for (int64_t i = done, j = 0; i < total; i++) {
        out[i] = retain(items[j]);
        if (++j == len) j = 0;
    }
}

static Value list_repeat(VM *vm, Ref o, Ref count)
{
    int64_t n, len = as_list(o)->len, total;
    if (!seq_count(vm, count, &n)) return NO_VALUE;
    if (__builtin_mul_overflow(len, n, &total)) return err_no_memory(vm);
    Value v = list_new(vm, total);
    if (v == NO_VALUE || total == 0) return v;
    fill_repeated(as_list(v)->items, as_list(o)->items, len, total);
    as_list(v)->len = total;
    return v;
}

static Value list_iconcat(VM *vm, Ref a, Ref b) { return list_extend(vm, a, b) ? retain(a) : NO_VALUE; }

static Value list_irepeat(VM *vm, Ref o, Ref count)
{
    List *l = as_list(o);
    int64_t n, total;
    if (!seq_count(vm, count, &n)) return NO_VALUE;
    if (__builtin_mul_overflow(l->len, n, &total)) return err_no_memory(vm);
    if (n == 0) {
        if (!cut(vm, l, 0, l->len)) return NO_VALUE;
    } else if (l->len > 0 && n > 1) {
        if (!reserve(vm, l, total)) return NO_VALUE;
        fill_repeated(l->items, l->items, l->len, total);
        l->len = total;
    }
    return retain(o);
}

static Value list_repr(VM *vm, Ref o)
{
    List *l = as_list(o);
    return seq_repr(vm, o, &l->items, &l->len, "[", "]");
}

static Value list_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_list(a) || !is_list(b)) return V_NOTIMPL;
    if (!rec_enter(vm, " in comparison")) return NO_VALUE;
    List *x = as_list(a), *y = as_list(b);
    Value r = seq_compare(vm, &x->items, &x->len, &y->items, &y->len, op);
    rec_leave(vm);
    return r;
}

static Value list_iter(VM *vm, Ref o)
{
    SeqIter *it = (SeqIter *)alloc_with(vm, CLASS(list_iterator), TYPE_GC, sizeof(SeqIter), sizeof(SeqIter));
    if (it != NULL) it->seq = retain(o);
    return VAL(it);
}

extern const NativeDef list_methods[];

const TypeDef list_def = {
    .name = "list",
    .doc = "list(iterable=()) -> a new list of its items\n\nA sequence that can change, grow and shrink.",
    .kind = KIND_LIST,
    .size = sizeof(List),
    .flags = TYPE_GC | TYPE_BASE | TYPE_MATCH_SEQ | TYPE_MATCH_SELF | TYPE_IMMUTABLE,
    .s = {.repr = list_repr, .compare = list_compare, .iter = list_iter, .len = list_len, .getitem = list_getitem,
          .setitem = list_setitem, .contains = list_contains, .init = list_init, .new_ = list_new_slot, .concat = list_concat,
          .repeat = list_repeat, .iconcat = list_iconcat, .irepeat = list_irepeat},
    .dealloc = list_dealloc,
    .traverse = list_traverse,
    .clear = list_clear,
    .methods = list_methods,
    .text_signature = "iterable=(), /",
};
