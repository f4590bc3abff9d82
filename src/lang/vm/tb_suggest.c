/* tb_suggest.c: "Did you mean: ...?": the known name nearest to one that was not found. Nearness is CPython's: an
 * edit costs 2, a change of case 1, and no more than a third of the letters may be edited. */
#include "lang/object/vm.h"

enum {
    EDIT_COST = 2,
    CASE_COST = 1,
    NAMES_MAX = 750, /* more candidates than that are not searched: it would be slow */
    NAME_MAX_BYTES = 40,
};

static unsigned char lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

static int64_t swap_cost(unsigned char a, unsigned char b)
{
    if (a == b) return 0;
    return lower(a) == lower(b) ? CASE_COST : EDIT_COST;
}

/* The edit distance of two texts, or anything above `max` when it is larger than that. */
static int64_t distance(const char *a, int64_t na, const char *b, int64_t nb, int64_t max)
{
    while (na && nb && a[0] == b[0]) a++, b++, na--, nb--;
    while (na && nb && a[na - 1] == b[nb - 1]) na--, nb--;
    if (!na || !nb) return (na + nb) * EDIT_COST;
    if (na > NAME_MAX_BYTES || nb > NAME_MAX_BYTES) return max + 1;
    int64_t row[NAME_MAX_BYTES + 1];
    for (int64_t j = 0; j <= na; j++) row[j] = j * EDIT_COST;
    for (int64_t i = 1; i <= nb; i++) {
        int64_t diagonal = row[0], least;
        least = row[0] = i * EDIT_COST;
        for (int64_t j = 1; j <= na; j++) {
            int64_t swap = diagonal + swap_cost((unsigned char)b[i - 1], (unsigned char)a[j - 1]);
            int64_t edit = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + EDIT_COST;
            diagonal = row[j];
            row[j] = swap < edit ? swap : edit;
            if (j == 1 || row[j] < least) least = row[j];
        }
        if (least > max) return max + 1;
    }
    return row[na];
}

typedef struct Nearest {
    const char *wanted; /* private copy */
    int64_t len;
    int64_t best;       /* distance of `found` */
    Ref found;          /* borrowed, NULL none yet */
} Nearest;

static bool consider(VM *vm, Nearest *s, Ref name) /* false: not a name, give up the list */
{
    size_t n;
    const char *text = is_str(name) ? str_utf8(vm, name, &n) : NULL;
    if (!text) return false;
    if ((int64_t)n == s->len && !memcmp(text, s->wanted, n)) return true;
    int64_t max = (s->len + (int64_t)n + 3) * EDIT_COST / 6;
    if (max > s->best - 1) max = s->best - 1;
    int64_t d = distance(s->wanted, s->len, text, (int64_t)n, max);
    if (d > max) return true;
    s->best = d;
    s->found = name;
    return true;
}

/* The nearest of a list of names, owned; NULL: none. */
static Value nearest_in(VM *vm, Ref list, const char *wanted, int64_t len)
{
    Nearest s = {wanted, len, INT64_MAX, NULL};
    List *l = as_list(list);
    if (l->len >= NAMES_MAX) return NULL;
    for (int64_t i = 0; i < l->len; i++)
        if (!consider(vm, &s, l->items[i])) return NULL;
    return s.found ? retain(s.found) : NULL;
}

static Value local_names(VM *vm, const Code *c)
{
    Value list = code_whole(vm, c) ? list_new(vm, c->nlocals + c->nfree) : NO_VALUE;
    bool ok = list != NULL;
    for (int i = 0; ok && i < c->nlocals; i++)
        if (c->localnames[i]) ok = list_append(vm, list, REF(c->localnames[i]));
    for (int i = 0; ok && i < c->nfree; i++) ok = list_append(vm, list, REF(c->freenames[i]));
    if (!ok) value_clear(vm, &list);
    return list;
}

static Value for_name(VM *vm, Exception *e, const char *wanted, int64_t len)
{
    Ref tb = e->traceback;
    if (!tb || !is_kind(tb, KIND_TRACEBACK)) return NULL;
    while (((Traceback *)BITS(tb))->next) tb = ((Traceback *)BITS(tb))->next;
    Traceback *t = (Traceback *)BITS(tb);
    Value found = NULL;
    for (int scope = 0; scope < 3 && !found; scope++) {
        Value names = scope == 0 ? local_names(vm, t->code) : dict_keys_list(vm, scope == 1 ? REF(t->globals) : REF(vm->builtins));
        if (!names) break;
        found = nearest_in(vm, names, wanted, len);
        release(vm, names);
    }
    return found;
}

static Value for_attribute(VM *vm, Exception *e, const char *wanted, int64_t len)
{
    Ref dir = dict_get_c(vm, REF(vm->builtins), "dir");
    if (!e->x[1] || !dir) return NULL;
    Value names = call1(vm, dir, e->x[1]), found = NULL;
    if (names && is_list(names)) found = nearest_in(vm, names, wanted, len);
    release(vm, names);
    return found;
}

Value exc_suggest(VM *vm, Ref exception)
{
    Exception *e = as_exception(exception);
    bool attribute = e->head.type == vm->exc_types[EXC_AttributeError];
    if (!attribute && e->head.type != vm->exc_types[EXC_NameError]) return NULL;
    Ref name = e->x[0];
    size_t n;
    if (!name || !is_exact(name, CLASS(str))) return NULL;
    const char *text = str_utf8(vm, name, &n);
    char *copy = text ? mem_alloc(vm->mem, n + 1) : NULL;
    Value found = NULL;
    if (copy) {
        memcpy(copy, text, n + 1);
        found = attribute ? for_attribute(vm, e, copy, (int64_t)n) : for_name(vm, e, copy, (int64_t)n);
        mem_free(vm->mem, copy, n + 1);
    }
    err_clear(vm);
    return found;
}
