/* door.c: what stands in mx.nd under an operator's name: a callable that takes its arguments as MXNet's generated functions do, lets the operator read them (operator.c) and calls the function
 * that computes. As an attribute of a class it is a method. */
#include "lang/object/func.h"
#include "infer.h"

typedef struct Door {
    Obj head;
    const OperatorRow *op;
    Infer infer;
    Value inner;
    int inputs, count;                    /* how many names are inputs'; how many there are, out and name (the last two) among them */
    Value names[OPERATOR_MAX];            /* interned */
    const OperatorRow *rows[OPERATOR_MAX];
} Door;

/* ---- making one ---- */
static bool add_name(VM *vm, Door *d, const char *name, size_t n, const OperatorRow *row)
{
    Value s = str_intern(vm, str_from_ascii(vm, name, n));
    if (!s) return false;
    d->rows[d->count] = row;
    d->names[d->count++] = s;
    return true;
}

static Value door_new(TensorLib *lib, const OperatorRow *op, Ref inner)
{
    VM *vm = lib->vm;
    Door *d = (Door *)obj_alloc(vm, lib->mxnet_door_type, sizeof *d);
    if (!d) return NO_VALUE;
    d->op = op;
    d->infer = infer_of(op);
    d->inner = retain(inner);
    bool ok = true;
    for (const char *p = op->flags & OPERATOR_STARRED ? "" : op->inputs; ok && *p;) {
        size_t n = strcspn(p, " ");
        ok = add_name(vm, d, p, n, NULL);
        d->inputs++;
        p += n + (p[n] == ' ');
    }
    int more = operator_parameters(op);
    for (int i = 1; ok && i <= more; i++) ok = add_name(vm, d, op[i].name, strlen(op[i].name), &op[i]);
    ok = ok && add_name(vm, d, "out", 3, NULL) && add_name(vm, d, "name", 4, NULL);
    if (ok) return VAL(d);
    release(vm, VAL(d));
    return NO_VALUE;
}

static void door_dealloc(VM *vm, Obj *o)
{
    Door *d = (Door *)o;
    value_clear(vm, &d->inner);
    for (int i = 0; i < d->count; i++) value_clear(vm, &d->names[i]);
    obj_free(vm, o, sizeof *d);
}

static void door_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Door *)o)->inner) visit(((Door *)o)->inner, arg);
}

/* Those of mx.nd.contrib are called by the rest of their names. */
static bool is_contrib(const Door *d) { return strncmp(d->op->name, CONTRIB, sizeof CONTRIB - 1) == 0; }
static const char *shown_name(const Door *d) { return d->op->name + (is_contrib(d) ? sizeof CONTRIB - 1 : 0); }

/* ---- a call ---- */
typedef struct Called {
    TensorLib *lib;
    const Door *door;
    const Ref *args;
    int n;
    Ref kwnames;
    int from[OPERATOR_MAX]; /* for each name: which of args it is, or -1 */
    int extra[OPERATOR_MAX], extras;
    Given given[OPERATOR_MAX];
    int place[OPERATOR_MAX]; /* for each given: which of args */
    int count;
} Called;

static Ref kwname(const Called *c, int i) { return as_tuple(c->kwnames)->items[i]; }

static bool bind_call(Called *c)
{
    const Door *d = c->door;
    VM *vm = c->lib->vm;
    bool starred = d->op->flags & OPERATOR_STARRED;
    for (int i = 0; i < d->count; i++) c->from[i] = -1;
    if (!starred && c->n > d->count) return err_false(vm, EXC_TypeError, "%s() takes from 0 to %d positional arguments but %d were given", shown_name(d), d->count, c->n);
    for (int i = 0; i < c->n && !starred; i++) c->from[i] = i;
    int more = c->kwnames ? (int)as_tuple(c->kwnames)->len : 0;
    for (int i = 0; i < more; i++) {
        int at = 0;
        while (at < d->count && kwname(c, i) != (Ref)d->names[at]) at++;
        for (int k = 0; at == d->count && k < d->count; k++)
            if (str_equal(kwname(c, i), d->names[k])) at = k;
        if (at < d->count && c->from[at] >= 0) return err_false(vm, EXC_TypeError, "%s() got multiple values for argument '%U'", shown_name(d), kwname(c, i));
        if (at < d->count) c->from[at] = c->n + i;
        else if (c->extras < OPERATOR_MAX / 2) c->extra[c->extras++] = c->n + i;
    }
    return true;
}

static bool check_input(const Called *c, Ref v, Ref name)
{
    VM *vm = c->lib->vm;
    if (name && is_none(v)) return true;
    if (!is_of_mxnet(v)) {
        if (is_tensor(v)) return true; /* (another accent's: whoever computes says more of it) */
        return name ? err_false(vm, EXC_AssertionError, MXNET_SAYS(NO_NDARRAY), str_utf8(vm, name, NULL), v) : err_false(vm, EXC_AssertionError, MXNET_SAYS(NO_NDARRAY_OF_MANY), v);
    }
    return true;
}

static bool check_inputs(const Called *c)
{
    const Door *d = c->door;
    if (d->op->flags & OPERATOR_STARRED) {
        for (int i = 0; i < c->n; i++)
            if (!check_input(c, c->args[i], NULL)) return false;
        return true;
    }
    for (int i = 0; i < d->inputs; i++)
        if (c->from[i] >= 0 && !check_input(c, c->args[c->from[i]], d->names[i])) return false;
    return true;
}

static void add_given(Called *c, const char *key, int at, const OperatorRow *row)
{
    bool dtype = row && strcmp(row->name, "dtype") == 0;
    c->place[c->count] = at;
    c->given[c->count++] = (Given){.key = key, .value = c->args[at], .row = row, .dtype = dtype};
}

/* The parameters in the order in which a generated function hands them on: unknown words, the others, the dtype. */
static bool list_given(Called *c)
{
    const Door *d = c->door;
    VM *vm = c->lib->vm;
    if (d->op->flags & OPERATOR_STARRED) { /* (these hand on what they were given, as it came) */
        int more = c->kwnames ? (int)as_tuple(c->kwnames)->len : 0;
        bool counted = false;
        for (int i = 0; i < more && c->count < OPERATOR_MAX - 1; i++) {
            const char *key = str_utf8(vm, kwname(c, i), NULL);
            if (!key) return false;
            const OperatorRow *row = NULL;
            if (strcmp(key, "out") == 0 || strcmp(key, "name") == 0) continue;
            for (int k = 0; k < d->count; k++)
                if (d->rows[k] && strcmp(d->rows[k]->name, key) == 0) row = d->rows[k];
            counted = counted || strcmp(key, d->op->counted) == 0;
            add_given(c, row ? row->name : key, c->n + i, row);
        }
        for (int k = 0; k < d->count && !counted && *d->op->counted; k++)
            if (d->rows[k] && strcmp(d->rows[k]->name, d->op->counted) == 0) {
                c->place[c->count] = -1;
                c->given[c->count++] = (Given){.key = d->op->counted, .value = make_small(c->n), .row = d->rows[k]};
            }
        return true;
    }
    int dtype = -1;
    for (int i = 0; i < c->extras; i++) {
        const char *key = str_utf8(vm, kwname(c, c->extra[i] - c->n), NULL);
        if (!key) return false;
        add_given(c, key, c->extra[i], NULL);
    }
    for (int i = d->inputs; i < d->count - 2; i++) {
        if (c->from[i] < 0) continue;
        if (strcmp(d->rows[i]->name, "dtype") == 0) dtype = i;
        else add_given(c, d->rows[i]->name, c->from[i], d->rows[i]);
    }
    if (dtype < 0) return true;
    DType known;
    Ref v = c->args[c->from[dtype]];
    if (!is_none(v) && !tensor_dtype(c->lib, v, &known)) return false;
    add_given(c, "dtype", c->from[dtype], d->rows[dtype]);
    return true;
}

/* Words of an operator without a parser mean nothing: they are left out. */
static Value call_without(Called *c, const Ref *args)
{
    VM *vm = c->lib->vm;
    Ref fewer[OPERATOR_MAX];
    int more = (int)as_tuple(c->kwnames)->len, kept = 0;
    Value names = tuple_new(vm, more - c->extras);
    if (!names || c->n + more > OPERATOR_MAX) return release(vm, names), names ? err_raise(vm, EXC_TypeError, "%s() got too many arguments", shown_name(c->door)) : NO_VALUE;
    for (int i = 0; i < c->n; i++) fewer[i] = args[i];
    for (int i = 0; i < more; i++) {
        bool extra = false;
        for (int k = 0; k < c->extras; k++) extra = extra || c->extra[k] == c->n + i;
        if (extra) continue;
        as_tuple(names)->items[kept] = retain(kwname(c, i));
        fewer[c->n + kept++] = args[c->n + i];
    }
    Value result = call(vm, c->door->inner, fewer, c->n, kept ? (Ref)names : NULL);
    release(vm, names);
    return result;
}

/* Places, and then shapes and dtypes, when all inputs are arrays of MXNet's. */
static bool infers(const Called *c, const Value *other)
{
    const Door *d = c->door;
    Inferred now = {.lib = c->lib, .op = d->op, .given = c->given, .other = other, .count = c->count};
    bool starred = d->op->flags & OPERATOR_STARRED;
    if (starred && c->n > OPERATOR_MAX) return true;
    now.n = starred ? c->n : d->inputs;
    for (int i = 0; i < now.n; i++) {
        int at = starred ? i : c->from[i];
        Ref v = at >= 0 ? c->args[at] : NULL;
        if (v && !is_none(v) && !is_of_mxnet(v)) return true;
        now.in[i] = v && !is_none(v) ? tensor_of(v) : NULL;
    }
    if (!core_together(c->lib->core, d->op->own, (Tensor *const *)now.in, now.n)) return tensor_raise(c->lib, ACCENT_MXNET) != NO_VALUE;
    if (!d->infer) return true;
    int out = d->count >= 2 ? c->from[d->count - 2] : -1;
    Ref given = out >= 0 ? c->args[out] : NULL;
    if (given && is_of_mxnet(given)) now.out = tensor_of(given);
    return d->infer(&now);
}

/* What an operator gave that began with an array of a class of Python's (mx.nd.sparse): the class says what becomes of it. result is taken. */
static Value after_sparse(const Called *c, Value result)
{
    VM *vm = c->lib->vm;
    Value after = obj_getattr_c(vm, c->args[0], "_after");
    if (!after) return err_clear(vm), result; /* (another class) */
    int total = c->n + (c->kwnames ? (int)as_tuple(c->kwnames)->len : 0);
    Value name = str_from_c(vm, c->door->op->name), all = tuple_new(vm, total);
    for (int i = 0; all && i < total; i++) as_tuple(all)->items[i] = retain(c->args[i]);
    Ref given[] = {name, result, all, c->kwnames ? c->kwnames : (Ref)V_NONE};
    Value made = name && all ? call(vm, after, given, 4, NULL) : NO_VALUE;
    release(vm, after);
    release(vm, name);
    release(vm, all);
    release(vm, result);
    return made;
}

static Value door_call(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    const Door *d = (const Door *)as_obj(callee);
    TensorLib *lib = tensor_lib(vm);
    Called c = {.lib = lib, .door = d, .args = args, .n = n, .kwnames = kwnames};
    Value other[OPERATOR_MAX];
    Ref now[OPERATOR_MAX];
    if (!lib || !bind_call(&c) || !check_inputs(&c) || !list_given(&c)) return NO_VALUE;
    bool ok = operator_reads(lib, d->op, c.given, c.count, other), changed = false;
    for (int i = 0; i < c.count; i++) changed = changed || (other[i] && c.place[i] >= 0);
    ok = ok && infers(&c, other);
    int total = n + (kwnames ? (int)as_tuple(kwnames)->len : 0);
    const Ref *passed = args;
    if (ok && changed && total <= OPERATOR_MAX) {
        memcpy(now, args, sizeof *now * (size_t)total);
        for (int i = 0; i < c.count; i++)
            if (other[i] && c.place[i] >= 0) now[c.place[i]] = other[i];
        passed = now;
    }
    Value result = !ok ? NO_VALUE : c.extras ? call_without(&c, passed) : call(vm, d->inner, passed, n, kwnames);
    for (int i = 0; i < c.count; i++) release(vm, other[i]);
    if (result && n && is_of_mxnet(args[0]) && type_of(vm, args[0]) != lib->types[ACCENT_MXNET] && as_obj(args[0])->aux == ACCENT_MXNET) result = after_sparse(&c, result);
    return result;
}

static Value door_get(VM *vm, Ref f, Ref o, Ref type) { return !o || is_none(o) ? retain(f) : method_new(vm, f, o); }

/* ---- what it says of itself ---- */
static Value door_repr(VM *vm, Ref o) { return str_format(vm, "<function %s>", shown_name((const Door *)as_obj(o))); }
static Value get_name(VM *vm, Ref o) { return str_from_c(vm, shown_name((const Door *)as_obj(o))); }
static Value get_module(VM *vm, Ref o) { return str_from_c(vm, is_contrib((const Door *)as_obj(o)) ? "mxnet.ndarray.contrib" : "mxnet.ndarray"); }
static Value get_doc(VM *vm, Ref o) { return obj_getattr_c(vm, ((const Door *)as_obj(o))->inner, "__doc__"); }
static Value get_inner(VM *vm, Ref o) { return retain(((const Door *)as_obj(o))->inner); }
static const GetSetDef door_getsets[] = {
    {"__name__", get_name, NULL, NULL},
    {"__qualname__", get_name, NULL, NULL},
    {"__module__", get_module, NULL, NULL},
    {"__doc__", get_doc, NULL, NULL},
    {"__wrapped__", get_inner, NULL, "the function that computes"},
    {NULL, NULL, NULL, NULL},
};
const TypeDef mxnet_door_def = {
    .name = "mxnet.ndarray.operator",
    .kind = KIND_OPAQUE,
    .size = sizeof(Door),
    .flags = TYPE_NO_NEW | TYPE_GC | TYPE_WEAKREF,
    .s = {.call = door_call, .repr = door_repr, .descr_get = door_get},
    .dealloc = door_dealloc,
    .traverse = door_traverse,
    .getsets = door_getsets,
};

/* ---- for py/mxnet ---- */
/* A function, by its name the operator that it computes, with its door. */
static Value fn_door(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    const char *name = lib && is_str(args[0]) ? str_utf8(vm, args[0], NULL) : NULL;
    const OperatorRow *op = name ? operator_find(name) : NULL;
    if (!op) return lib ? err_raise(vm, EXC_KeyError, "%S", args[0]) : NO_VALUE;
    return door_new(lib, op, args[1]);
}

/* A dict of functions: those whose names are operators' get their doors, in place. */
static Value fn_hang(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib || !is_dict(args[0])) return lib ? err_raise(vm, EXC_TypeError, "expected a dict, not %T", args[0]) : NO_VALUE;
    for (const OperatorRow *row = operator_rows; row->name; row++) {
        if (!row->operator_) continue;
        Value name = str_intern_c(vm, row->name);
        Ref inner = name ? dict_get(vm, args[0], name) : NULL;
        Value door = inner && !is_none(inner) ? door_new(lib, row, inner) : NO_VALUE;
        bool ok = name && (!inner || (door && dict_set(vm, args[0], name, door)));
        release(vm, door);
        release(vm, name);
        if (!ok || err_occurred(vm)) return NO_VALUE;
    }
    return V_NONE;
}

/* (operator, {parameter: value}): refused as the operator refuses them; a dict of what it reads otherwise than it stands, or None. */
static Value fn_reads(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    const char *name = lib && is_str(args[0]) ? str_utf8(vm, args[0], NULL) : NULL;
    const OperatorRow *op = name ? operator_find(name) : NULL;
    if (!op) return lib ? err_raise(vm, EXC_KeyError, "%S", args[0]) : NO_VALUE;
    Given given[OPERATOR_MAX];
    Value other[OPERATOR_MAX];
    Ref key, value;
    int64_t pos = 0;
    int count = 0, more = operator_parameters(op);
    while (count < OPERATOR_MAX && dict_next(args[1], &pos, &key, &value)) {
        const char *text = str_utf8(vm, key, NULL);
        if (!text) return NO_VALUE;
        given[count] = (Given){.key = text, .value = value, .row = NULL, .dtype = strcmp(text, "dtype") == 0};
        for (int i = 1; i <= more; i++)
            if (strcmp(op[i].name, text) == 0) given[count].row = &op[i], given[count].key = op[i].name;
        DType known;
        if (given[count].dtype && !is_none(value) && !tensor_dtype(lib, value, &known)) return NO_VALUE;
        count++;
    }
    bool ok = operator_reads(lib, op, given, count, other);
    Value found = V_NONE;
    for (int i = 0; ok && i < count; i++) {
        if (!other[i]) continue;
        Value key_text = str_from_c(vm, given[i].key);
        if (is_none(found)) found = dict_new(vm);
        ok = key_text && found && dict_set(vm, found, key_text, other[i]);
        release(vm, key_text);
    }
    for (int i = 0; i < count; i++) release(vm, other[i]);
    if (!ok) value_clear(vm, &found);
    return found;
}

const NativeDef mx_door_functions[] = {
    {"_hang", fn_hang, "functions", "Gives the functions of a dict that are operators their doors.", 0},
    {"_door", fn_door, "operator, function", "The function with the operator's door.", 0},
    {"_reads", fn_reads, "operator, **parameters", "Raises what an operator has against its parameters.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
