/* answer.c: classes that answer for PyTorch's functions themselves (__torch_function__), and Tensor's own answer for its subclasses: the function runs, and its tensors become the subclass's.
 *
 * Until a program makes such a class nobody is asked (vm->answers) and nothing is marked. Then torch/_answers.py goes once through torch's names and gives a row for each function that asks:
 * what the class is told as the function, how the function is called in an error, and whether PyTorch has it in Python, where plain tensors are told among the types and keywords are a dict.
 */
#include "torch.h"
#include "lang/object/containers.h"
#include "lang/object/func.h"

enum { KINDS = 8 /* classes asked in one call */, ROW_FUNCTION = 0, ROW_WORD, ROW_IN_PYTHON };

/* Where PyTorch has a function: in Python a class is told of plain tensors and given a dict; what hands its call on says its defaults too. */
typedef enum Kind { IN_C, IN_PYTHON, HANDS_ON } Kind;

static TensorLib *asking(VM *vm)
{
    TensorLib *lib = tensor_lib(vm);
    return lib && !lib->answers_off && lib->answer_rows ? lib : NULL;
}

/* Modes that a program's `with` statements put up (torch/overrides.py): the innermost is asked first, of every call. */
static bool modes_on(const TensorLib *lib) { return lib && lib->function_modes && !lib->answers_off && as_list(lib->function_modes)->len > 0; }

/* ---- who is asked ---- */
typedef struct Asked {
    TensorLib *lib;
    Ref who[KINDS]; /* one object of each class, subclasses before their bases, else from the left */
    int n;
    bool plain;     /* tensors themselves are asked too */
    int marks;      /* one has a tangent or names: Python runs the function (marks below) */
} Asked;

static void consider(Asked *a, Ref v)
{
    if (!is_heap(v)) return;
    if (is_tensor(v)) a->marks |= tensor_of(v)->user & TENSOR_USER_MARKS;
    if (a->n == KINDS) return;
    const Type *t = as_obj(v)->type;
    if (!(t->flags & TYPE_ANSWERS) && !(a->plain && t == a->lib->types[ACCENT_TORCH])) return;
    int at = a->n;
    for (int i = a->n - 1; i >= 0; i--) {
        if (as_obj(a->who[i])->type == t) return;
        if (type_is_subtype(t, as_obj(a->who[i])->type)) at = i;
    }
    for (int i = a->n++; i > at; i--) a->who[i] = a->who[i - 1];
    a->who[at] = v;
}

static void consider_items(Asked *a, Ref v)
{
    if (!is_tuple(v) && !is_list(v)) return;
    int64_t n = is_tuple(v) ? as_tuple(v)->len : as_list(v)->len;
    for (int64_t i = 0; i < n; i++) consider(a, is_tuple(v) ? (Ref)as_tuple(v)->items[i] : (Ref)as_list(v)->items[i]);
}

/* The commonest: plain tensors and numbers, seen without looking up who is asked. */
static bool nobody_answers(const Ref *args, int n)
{
    for (int i = 0; i < n; i++) {
        if (!is_heap(args[i])) continue;
        if ((as_obj(args[i])->type->flags & TYPE_ANSWERS) || is_tuple(args[i]) || is_list(args[i])) return false;
        if (is_tensor(args[i]) && (tensor_of(args[i])->user & TENSOR_USER_MARKS)) return false;
    }
    return true;
}

/* Operators are seen (torch/_dispatch) by modes, and by classes that say so; also where functions ask nobody. */
static bool seen_by_modes(const TensorLib *lib) { return lib && lib->dispatch_modes && !lib->dispatch_off && lib->answer_rows; }
static bool seen_by_classes(const TensorLib *lib) { return lib && lib->dispatch_classes && !lib->dispatch_off && lib->answer_rows; }
bool torch_dispatching(const TensorLib *lib, const Tensor *t) { return seen_by_modes(lib) || (t->user & TENSOR_USER_DISPATCH && seen_by_classes(lib)); }

/* The library, where somebody is to be asked of these arguments. */
static TensorLib *somebody(VM *vm, const Ref *args, int n)
{
    TensorLib *lib = tensor_lib(vm);
    if (nobody_answers(args, n)) return modes_on(lib) || seen_by_modes(lib) ? lib : NULL;
    return asking(vm) || seen_by_classes(lib) || seen_by_modes(lib) ? lib : NULL;
}

static bool seen(const Asked *a) { return seen_by_modes(a->lib) || (a->marks & TENSOR_USER_DISPATCH); }
static bool wants_asking(const Asked *a) { return a->n || a->marks || modes_on(a->lib) || seen_by_modes(a->lib); }

static Asked who_answers(TensorLib *lib, const Ref *args, int n)
{
    Asked a = {.lib = lib};
    for (int i = 0; i < n; i++) {
        consider(&a, args[i]);
        consider_items(&a, args[i]);
    }
    if (lib->answers_off) a.n = 0, a.marks &= TENSOR_USER_DISPATCH;
    if (!seen_by_classes(lib)) a.marks &= ~TENSOR_USER_DISPATCH;
    return a;
}

static void with_plain(Asked *a, const Ref *args, int n)
{
    a->plain = true;
    for (int i = 0; i < n; i++) {
        consider(a, args[i]);
        consider_items(a, args[i]);
    }
}

/* ---- Tensor's own answer ---- */
/* Has a class an answer below autograd? */
static bool sees(const TensorLib *lib, Type *t)
{
    Ref own = type_lookup(lib->vm, t, lib->name_torch_dispatch);
    return own && own != lib->dispatch_none;
}

/* A new object of a class that may be such a one. */
static Value seen_object(TensorLib *lib, Type *cls, Tensor *t /*taken*/)
{
    if (cls != lib->types[ACCENT_TORCH] && sees(lib, cls)) t->user |= TENSOR_USER_DISPATCH;
    return tensor_object_new(lib, cls, ACCENT_TORCH, t);
}

Value torch_as_class(TensorLib *lib, Type *cls, Ref v)
{
    Arg in = arg_tensor(tensor_of(v));
    Tensor *same;
    if (!core_call(lib->core, OP_alias, ACCENT_TORCH, lang_site(lib->vm), &in, 1, NULL, 0, &same)) return tensor_raise(lib, ACCENT_TORCH);
    return seen_object(lib, cls, same);
}

static Value of_class(TensorLib *lib, Type *cls, Value v /*taken*/);

static bool holds_tensors(Ref v)
{
    int64_t n = is_tuple(v) ? as_tuple(v)->len : as_list(v)->len;
    for (int64_t i = 0; i < n; i++) {
        Ref item = is_tuple(v) ? (Ref)as_tuple(v)->items[i] : (Ref)as_list(v)->items[i];
        if (is_tensor(item) || is_tuple(item) || is_list(item)) return true;
    }
    return false;
}

/* A list or tuple, or a class derived from one, with its items made anew. */
static Value items_of_class(TensorLib *lib, Type *cls, Value v /*taken*/)
{
    VM *vm = lib->vm;
    Value items = tensor_items(vm, v), made = NO_VALUE;
    bool ok = items != NO_VALUE;
    for (int64_t i = 0; ok && i < as_tuple(items)->len; i++) {
        Value item = of_class(lib, cls, retain((Ref)as_tuple(items)->items[i]));
        ok = item != NO_VALUE;
        if (ok) value_put(vm, &as_tuple(items)->items[i], item);
    }
    if (ok) made = is_exact(v, CLASS(tuple)) ? retain(items) : call1(vm, REF(as_obj(v)->type), items);
    release(vm, items);
    release(vm, v);
    return made;
}

static Value of_class(TensorLib *lib, Type *cls, Value v)
{
    VM *vm = lib->vm;
    if (!v || !is_heap(v) || cls == lib->types[ACCENT_TORCH]) return v;
    if (is_tensor(v)) {
        if (as_obj(v)->aux != ACCENT_TORCH || type_is_subtype(as_obj(v)->type, cls)) return v;
        Value made = torch_as_class(lib, cls, v);
        release(vm, v);
        return made;
    }
    return (is_tuple(v) || is_list(v)) && holds_tensors(v) ? items_of_class(lib, cls, v) : v;
}

/* Is what a function gives left as it is? (The gradient, and what a view looks at.) */
static bool stays(TensorLib *lib, Ref func) { return lib->answer_bare && is_heap(func) && dict_get(lib->vm, lib->answer_bare, func) != NULL; }

static Value answer_of_tensor(TensorLib *lib, Type *cls, Ref func, const Ref *args, int n, Ref kwnames)
{
    VM *vm = lib->vm;
    lib->answers_off++;
    Value made = call(vm, func, args, n, kwnames);
    lib->answers_off--;
    bool bare = made && stays(lib, func);
    return bare || err_occurred(vm) ? made : of_class(lib, cls, made);
}

/* Tensor.__torch_function__(func, types, args=(), kwargs=None) */
static Value m_torch_function(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    Value types = tensor_items(vm, args[2]), given = args[3] ? tensor_items(vm, args[3]) : retain(vm->empty_tuple), made = NO_VALUE;
    bool all = types && given;
    for (int64_t i = 0; all && i < as_tuple(types)->len; i++) {
        Ref t = as_tuple(types)->items[i];
        if (!is_type(t) || type_is_subtype(as_type(args[0]), as_type(t))) continue;
        made = V_NOTIMPL;
        all = false;
    }
    if (all) {
        lib->answers_off++;
        made = call_tuple(vm, args[1], given, args[4] && is_dict(args[4]) ? args[4] : NULL);
        lib->answers_off--;
        if (made && !stays(lib, args[1])) made = of_class(lib, as_type(args[0]), made);
    }
    release(vm, types);
    release(vm, given);
    return made;
}

/* ---- asking ---- */
static Value kinds_of(VM *vm, const Asked *a)
{
    Value types = tuple_new(vm, a->n);
    for (int i = 0; types && i < a->n; i++) as_tuple(types)->items[i] = retain(REF(as_obj(a->who[i])->type));
    return types;
}

static Value keywords(VM *vm, const Ref *values, Ref kwnames, bool in_python)
{
    if (!kwnames || !as_tuple(kwnames)->len) return in_python ? dict_new(vm) : V_NONE;
    Value d = dict_new(vm);
    for (int64_t i = 0; d && i < as_tuple(kwnames)->len; i++)
        if (!dict_set(vm, d, as_tuple(kwnames)->items[i], values[i])) value_clear(vm, &d);
    return d;
}

static Ref own_method(TensorLib *lib, Ref o) { return type_lookup(lib->vm, as_obj(o)->type, lib->name_torch_function); }

/* A call of what PyTorch has in Python as it hands it on (torch/_answers.py); both are taken and given. */
static bool spell(VM *vm, Ref func, Value *args, Value *kwargs)
{
    Ref all[] = {func, *args, *kwargs};
    Value pair = import_call(vm, "torch._answers", "spelled", all, 3);
    if (!pair) return false;
    value_put(vm, args, retain((Ref)as_tuple(pair)->items[0]));
    value_put(vm, kwargs, retain((Ref)as_tuple(pair)->items[1]));
    release(vm, pair);
    return true;
}

/* Each class in turn, until one has an answer. */
static Value ask_each(const Asked *a, Ref func, Ref word, Kind kind, const Ref *args, int n, Ref kwnames)
{
    VM *vm = a->lib->vm;
    Value types = kinds_of(vm, a), given = types ? tuple_from(vm, args, n) : NO_VALUE, named = given ? keywords(vm, args + n, kwnames, kind != IN_C) : NO_VALUE, made = named ? V_NOTIMPL : NO_VALUE;
    if (named && kind == HANDS_ON && !spell(vm, func, &given, &named)) made = NO_VALUE;
    for (int i = 0; made == V_NOTIMPL && i < a->n; i++) {
        Ref all[] = {func, types, given, named};
        Value method = obj_getattr(vm, REF(as_obj(a->who[i])->type), a->lib->name_torch_function);
        made = method ? call(vm, method, all, 4, NULL) : NO_VALUE;
        release(vm, method);
    }
    if (made == V_NOTIMPL) {
        Value list = list_from(vm, as_refs(as_tuple(types)->items), as_tuple(types)->len);
        Ref said[] = {word, (Ref)list};
        if (!list) made = NO_VALUE;
        else if (kind == IN_C && torch_two(TORCH_FLAG_DISPATCH_FAILED)) made = import_call(vm, "torch.overrides", "_unanswered", said, 2);
        else made = err_raise(vm, EXC_TypeError, "no implementation found for '%S' on types that implement __torch_function__: %R", word, (Ref)list);
        release(vm, list);
    }
    release(vm, types);
    release(vm, given);
    release(vm, named);
    return made;
}

static Value innermost_taken(VM *vm, Ref modes)
{
    int64_t last = as_list(modes)->len - 1;
    Value mode = retain((Ref)as_list(modes)->items[last]);
    if (!list_set_slice(vm, modes, last, last + 1, NULL, 0)) value_clear(vm, &mode);
    return mode;
}

/* The innermost mode, which is none while it answers: what it calls asks the next. */
static Value ask_mode(const Asked *a, Ref func, Kind kind, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = a->lib;
    VM *vm = lib->vm;
    Value modes = retain(lib->function_modes), mode = innermost_taken(vm, modes), types = mode ? kinds_of(vm, a) : NO_VALUE, given = types ? tuple_from(vm, args, n) : NO_VALUE;
    Value named = given ? keywords(vm, args + n, kwnames, true) : NO_VALUE, method = NO_VALUE, made = NO_VALUE;
    bool ok = named && (kind != HANDS_ON || spell(vm, func, &given, &named));
    if (ok) method = obj_getattr(vm, mode, lib->name_torch_function);
    if (method) made = call(vm, method, (Ref[]){func, types, given, named}, 4, NULL);
    Value error = err_occurred(vm) ? err_take(vm) : NO_VALUE;
    if (mode && !list_append(vm, modes, mode)) value_clear(vm, &made);
    if (error) err_put(vm, error);
    release(vm, method);
    release(vm, named);
    release(vm, given);
    release(vm, types);
    release(vm, mode);
    release(vm, modes);
    return made;
}

/* The commonest: one class, which has left the answer to Tensor. */
static bool leaves_it(const Asked *a) { return !modes_on(a->lib) && a->n == 1 && a->who[0] && is_tensor(a->who[0]) && own_method(a->lib, a->who[0]) == a->lib->answer_tensor; }

/* A function of tensors with tangents, or with names, or whose operators are seen: the module that runs it. */
static Value marked(VM *vm, int marks, Ref func, const Ref *args, int n, Ref kwnames)
{
    const char *module = marks & TENSOR_USER_DISPATCH ? "torch._dispatch" : marks & TENSOR_USER_DUAL ? "torch.autograd.forward_ad" : "torch._named";
    Value given = tuple_from(vm, args, n), named = given ? keywords(vm, args + n, kwnames, true) : NO_VALUE, made = NO_VALUE;
    if (named) made = import_call(vm, module, "_through", (Ref[]){func, given, named}, 3);
    release(vm, given);
    release(vm, named);
    return made;
}

/* Its operators one by one; the results become those of a class that leaves its answer to Tensor. */
static Value dispatched(const Asked *a, Ref func, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = a->lib;
    bool leaves = a->n && !lib->answers_off;
    lib->answers_off++;
    Value made = marked(lib->vm, TENSOR_USER_DISPATCH, func, args, n, kwnames);
    lib->answers_off--;
    return leaves && made && !stays(lib, func) ? of_class(lib, as_obj(a->who[0])->type, made) : made;
}

static Value asked(Asked *a, Ref func, Ref word, Kind kind, const Ref *args, int n, Ref kwnames)
{
    if (modes_on(a->lib)) {
        Value made = ask_mode(a, func, kind, args, n, kwnames);
        if (made != V_NOTIMPL) return made;
    }
    int words = a->marks & TENSOR_USER_WORDS;
    if (words) return marked(a->lib->vm, words, func, args, n, kwnames);
    if (seen(a) && (!a->n || leaves_it(a))) return dispatched(a, func, args, n, kwnames);
    if (leaves_it(a)) return answer_of_tensor(a->lib, as_obj(a->who[0])->type, func, args, n, kwnames);
    if (kind != IN_C) with_plain(a, args, n + (kwnames ? (int)as_tuple(kwnames)->len : 0));
    return ask_each(a, func, word, kind, args, n, kwnames);
}

/* The row of what stands at an address: a native function's row of its table, a function of Python's, an attribute's descriptor. */
static Ref row_of(TensorLib *lib, const void *at)
{
    Value key = int_from_u64(lib->vm, (uintptr_t)at);
    Ref row = key ? dict_get(lib->vm, lib->answer_rows, key) : NULL;
    if (key && !row && lib->mode_rows && (modes_on(lib) || seen_by_modes(lib))) row = dict_get(lib->vm, lib->mode_rows, key);
    release(lib->vm, key);
    return row;
}

static Value by_row(Asked *a, Ref row, const Ref *args, int n, Ref kwnames)
{
    VM *vm = a->lib->vm;
    Value held = retain(row);
    Ref func = as_tuple(held)->items[ROW_FUNCTION], word = as_tuple(held)->items[ROW_WORD];
    Value made = asked(a, func, word, as_tuple(held)->items[ROW_IN_PYTHON] == V_TRUE ? HANDS_ON : IN_C, args, n, kwnames);
    release(vm, held);
    return made;
}

static bool answer(VM *vm, const NativeDef *def, Type *owner, Function *fn, const Ref *args, int n, Ref kwnames, Value *result)
{
    TensorLib *lib = somebody(vm, args, n + (kwnames ? (int)as_tuple(kwnames)->len : 0));
    if (!lib) return false;
    Asked a = who_answers(lib, args, n + (kwnames ? (int)as_tuple(kwnames)->len : 0));
    Ref row = wants_asking(&a) ? row_of(lib, fn ? (const void *)fn : (const void *)def) : NULL;
    if (!row) return false;
    *result = by_row(&a, row, args, n, kwnames);
    return true;
}

/* shape, grad, T …: their function is the descriptor's __get__, __set__ or __delete__. */
static bool answer_attribute(VM *vm, Ref descriptor, Ref o, Ref v, Value *result)
{
    TensorLib *lib = is_tensor(o) ? asking(vm) : NULL;
    Ref row = lib && (as_obj(o)->type->flags & TYPE_ANSWERS || modes_on(lib)) ? row_of(lib, as_obj(descriptor)) : NULL;
    if (!row) return false;
    Ref args[] = {o, v};
    Asked a = who_answers(lib, args, v && v != V_NOTIMPL ? 2 : 1);
    if (leaves_it(&a) && v) return false; /* (nothing comes back) */
    const char *name = !v ? "__get__" : v == V_NOTIMPL ? "__delete__" : "__set__";
    Value key = str_intern_c(vm, name), func = key ? obj_getattr(vm, descriptor, key) : NO_VALUE, word = func ? str_format(vm, "%S.%s", (Ref)as_tuple(row)->items[ROW_WORD], name) : NO_VALUE;
    *result = word ? asked(&a, func, word, IN_C, args, v && v != V_NOTIMPL ? 2 : 1, NULL) : NO_VALUE;
    release(vm, key);
    release(vm, func);
    release(vm, word);
    return true;
}

/* ---- operators ---- */
static const struct { OpId op; const char *forward, *reflected, *in_place; } operators[] = {
    {OP_add, "add", "add", "add_"}, {OP_subtract, "sub", "__rsub__", "sub_"}, {OP_multiply, "mul", "mul", "mul_"}, {OP_divide, "div", "__rdiv__", "div_"},
    {OP_floor_divide, "__floordiv__", "__rfloordiv__", "floor_divide_"}, {OP_mod, "remainder", "__rmod__", "remainder_"}, {OP_power, "pow", "__rpow__", "pow_"},
    {OP_bit_and, "__and__", "bitwise_and", "__iand__"}, {OP_bit_or, "__or__", "bitwise_or", "__ior__"}, {OP_bit_xor, "__xor__", "bitwise_xor", "__ixor__"},
    {OP_shift_left, "__lshift__", "__rlshift__", "__ilshift__"}, {OP_shift_right, "__rshift__", "__rrshift__", "__irshift__"}, {OP_matmul, "matmul", "__rmatmul__", "matmul"},
};

static bool methods_answer(VM *vm, const char *name, bool in_python, const Ref *args, int n, Asked *a, Value *result)
{
    Value key = str_intern_c(vm, name);
    Ref func = key ? type_lookup(vm, a->lib->types[ACCENT_TORCH], key) : NULL;
    if (!func) return release(vm, key), false;
    Value held = retain(func), word = str_format(vm, in_python ? "torch._tensor.%s" : "torch.Tensor.%s", name);
    *result = word ? asked(a, held, word, in_python ? IN_PYTHON : IN_C, args, n, NULL) : NO_VALUE;
    release(vm, word);
    release(vm, held);
    release(vm, key);
    return true;
}

/* An operator whose method raises TypeError is one that it does not have. */
static void type_error_is_none(VM *vm, Value *result)
{
    if (*result || !err_matches(vm, EXC_TypeError)) return;
    err_clear(vm);
    *result = V_NOTIMPL;
}

bool torch_operator_answers(VM *vm, OperatorAgain again, int op, bool in_place, Ref left, Ref right, Value *result)
{
    TensorLib *lib = somebody(vm, (Ref[]){left, right}, 2);
    if (!lib) return false;
    bool reflected = !is_tensor(left);
    Ref args[] = {reflected ? right : left, reflected ? left : right};
    Asked a = who_answers(lib, args, 2);
    if (!wants_asking(&a)) return false;
    if (leaves_it(&a) && !a.marks && !seen(&a)) {
        Type *cls = as_obj(a.who[0])->type;
        lib->answers_off++;
        *result = again(vm, op, left, right);
        lib->answers_off--;
        *result = of_class(lib, cls, *result);
        return true;
    }
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (operators[i].op != (OpId)op) continue;
        const char *name = in_place ? operators[i].in_place : reflected ? operators[i].reflected : operators[i].forward;
        bool in_python = op == OP_power || strncmp(name, "__r", 3) == 0 || strcmp(name, "__floordiv__") == 0;
        if (!methods_answer(vm, name, in_python, args, 2, &a, result)) return false;
        type_error_is_none(vm, result);
        return true;
    }
    return false;
}

bool torch_comparison_answers(VM *vm, OperatorAgain again, int op, Ref left, Ref right, Value *result)
{
    static const char *const names[] = {"lt", "le", "eq", "ne", "gt", "ge"};
    Ref args[] = {left, right};
    TensorLib *lib = somebody(vm, args, 2);
    Asked a = lib ? who_answers(lib, args, 2) : (Asked){.n = 0};
    a.marks &= ~TENSOR_USER_DUAL; /* (what compares has no tangent) */
    if (!lib || !wants_asking(&a)) return false;
    if (leaves_it(&a) && !a.marks && !seen(&a)) {
        Type *cls = as_obj(a.who[0])->type;
        *result = of_class(lib, cls, again(vm, op, left, right));
        return true;
    }
    if (!methods_answer(vm, names[op], false, args, 2, &a, result)) return false;
    type_error_is_none(vm, result);
    return true;
}

bool torch_method_answers(VM *vm, const char *name, bool in_python, const Ref *args, int n, Value *result)
{
    TensorLib *lib = somebody(vm, args, n);
    Asked a = lib ? who_answers(lib, args, n) : (Asked){.n = 0};
    return lib && wants_asking(&a) && methods_answer(vm, name, in_python, args, n, &a, result);
}

bool torch_value_answers(VM *vm, const char *name, bool in_python, const Ref *args, int n, Value *result)
{
    TensorLib *lib = somebody(vm, args, n);
    Asked a = lib ? who_answers(lib, args, n) : (Asked){.n = 0};
    if (strcmp(name, "__setitem__") != 0) a.marks &= TENSOR_USER_DISPATCH;
    return lib && (a.marks || modes_on(lib) || seen(&a) || (a.n && !leaves_it(&a))) && methods_answer(vm, name, in_python, args, n, &a, result);
}

/* ---- classes ---- */
static bool of_library(const VM *vm) { return vm->frame && vm->frame->code && (vm->frame->code->flags & CODE_LIBRARY); }

/* The first class that answers: torch's names are gone through. */
static bool begin(TensorLib *lib)
{
    VM *vm = lib->vm;
    Value done = import_call(vm, "torch._answers", "begin", NULL, 0);
    release(vm, done);
    return done != NO_VALUE;
}

/* A class of tensors with an answer below autograd: its functions ask nobody, unless it says who. false: raised. */
static bool sees_operators(TensorLib *lib, Type *t)
{
    VM *vm = lib->vm;
    if (!type_is_subtype(t, lib->types[ACCENT_TORCH]) || !sees(lib, t)) return true;
    if (torch_two(TORCH_FLAG_DISPATCH_APART) && type_lookup(vm, t, lib->name_torch_function) == lib->answer_tensor && !type_set_attr(vm, t, REF(lib->name_torch_function), lib->answer_none)) return false;
    Value done = vm->answers || begin(lib) ? import_call(vm, "torch._dispatch", "begin", NULL, 0) : NO_VALUE;
    lib->dispatch_classes |= done != NO_VALUE;
    release(vm, done);
    return done != NO_VALUE;
}

static bool on_class(VM *vm, Type *t)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return false;
    if (!sees_operators(lib, t)) return false;
    Ref own = type_lookup(vm, t, lib->name_torch_function);
    if (!own || own == lib->answer_none || (own == lib->answer_tensor && of_library(vm))) return true;
    t->flags |= TYPE_ANSWERS;
    return vm->answers || begin(lib);
}

/* ---- the module's functions ---- */
/* _answer_row(rows, function, said, word, in_python): `said` is what classes are told when `function` is called. in_python None: PyTorch has it in C where signatures.def has a row of it. */
static Value fn_answer_row(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const void *at = is_dict(args[0]) ? call_asked(vm, args[1]) : NULL;
    if (err_occurred(vm) || !at) return at ? NO_VALUE : V_FALSE;
    Ref in_python = !is_none(args[4]) ? args[4] : is_function(args[1]) && as_function(args[1])->judged <= 0 ? (Ref)V_TRUE : (Ref)V_FALSE;
    Value key = int_from_u64(vm, (uintptr_t)at), row = key ? tuple_of(vm, 3, args[2], args[3], in_python) : NO_VALUE;
    bool ok = row && (dict_get(vm, args[0], key) || dict_set(vm, args[0], key, row));
    release(vm, key);
    release(vm, row);
    return ok ? V_TRUE : NO_VALUE;
}

/* _answers(rows, bare, gives): from now on classes are asked. bare: functions whose results stay as they are; gives: a function that returns its one argument. */
static Value fn_answers(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (!is_dict(args[0]) || !is_dict(args[1]) || !is_function(args[2])) return err_raise(vm, EXC_TypeError, "expected two dicts and a function");
    value_put(vm, &lib->answer_rows, retain(args[0]));
    value_put(vm, &lib->answer_bare, retain(args[1]));
    value_put(vm, &lib->answer_gives, retain(args[2]));
    vm->gives = as_function(args[2])->code;
    return vm->answers = true, V_NONE;
}

/* _answers_off(by): so many more who want nobody asked (fewer: -1); how many there are. */
static Value fn_answers_off(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t by;
    if (!lib || !num_index_i64(vm, args[0], &by)) return NO_VALUE;
    lib->answers_off += (int)by;
    return make_small(lib->answers_off);
}

/* _function_modes(modes, rows): the modes under way, a list whose end is the innermost; rows: functions that ask modes alone (they make tensors, and have none to ask). */
static Value fn_function_modes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (!is_list(args[0]) || !is_dict(args[1])) return err_raise(vm, EXC_TypeError, "expected a list and a dict");
    value_put(vm, &lib->function_modes, retain(args[0]));
    value_put(vm, &lib->mode_rows, retain(args[1]));
    return V_NONE;
}

/* _begin_answers(): as if a class had been made that answers. _dual(t, on=None): has t a tangent? Says that it has. _names(t, on=None): the same of names. */
static Value fn_begin(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    return lib && (vm->answers || begin(lib)) ? V_NONE : NO_VALUE;
}
static Value fn_mark(const Ref *args, unsigned mark)
{
    if (!is_tensor(args[0])) return V_FALSE;
    Tensor *t = tensor_of(args[0]);
    bool was = t->user & mark;
    if (args[1] && !is_none(args[1])) t->user = args[1] == V_TRUE ? t->user | mark : t->user & ~mark;
    return make_bool(was);
}
static Value fn_dual(VM *vm, const Ref *args, int n, Ref kwnames) { return fn_mark(args, TENSOR_USER_DUAL); }
static Value fn_names(VM *vm, const Ref *args, int n, Ref kwnames) { return fn_mark(args, TENSOR_USER_NAMED); }

static Value fn_answering(VM *vm, const Ref *args, int n, Ref kwnames) { return make_bool((type_of(vm, args[0])->flags & TYPE_ANSWERS) != 0); }

/* _disabled_torch_function_impl(func, types, args=(), kwargs=None): what a class has that wants no questions: the function runs, its results stay as they are. */
static Value fn_disabled(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    Value given = args[2] ? tensor_items(vm, args[2]) : retain(vm->empty_tuple), made = NO_VALUE;
    lib->answers_off++;
    if (given) made = call_tuple(vm, args[0], given, args[3] && is_dict(args[3]) ? args[3] : NULL);
    lib->answers_off--;
    release(vm, given);
    return made;
}

static Value m_as_subclass(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = lib_of(tensor_of(args[0]));
    if (!is_type(args[1])) return err_raise(vm, EXC_TypeError, "cls must be a type (got %T)", args[1]);
    if (!type_is_subtype(as_type(args[1]), lib->types[ACCENT_TORCH])) return err_raise(vm, EXC_RuntimeError, "%s", TORCH_SAYS(NO_SUBCLASS));
    return torch_as_class(lib, as_type(args[1]), args[0]);
}

static Value m_make_subclass(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (!is_type(args[0])) return err_raise(vm, EXC_TypeError, "cls must be a type (got %T)", args[0]);
    if (!is_tensor(args[1]) || as_obj(args[1])->aux != ACCENT_TORCH) return err_raise(vm, EXC_TypeError, "_make_subclass(): argument 'data' (position 2) must be Tensor, not %T", args[1]);
    if (!type_is_subtype(as_type(args[0]), lib->types[ACCENT_TORCH])) return err_raise(vm, EXC_RuntimeError, "%s", TORCH_SAYS(NO_SUBCLASS));
    Tensor *t = tensor_of(args[1]), *view = tensor_view(lib->core, t, t->shape, t->strides, t->ndim, t->offset);
    if (!view) return tensor_raise(lib, ACCENT_TORCH);
    view->made = t->made, view->moved = t->moved, view->flags |= T_UNCOUNTED;
    bool wants = args[2] && op_truth(vm, args[2]) > 0;
    if (wants && !grad_attach(lib->core, view, GRAD_ADD)) return tensor_release(lib->core, view), tensor_raise(lib, ACCENT_TORCH);
    return seen_object(lib, as_type(args[0]), view);
}

/* _dispatching(modes=None, off=0): so many modes see operators from now on (None: as before), and so many more want none seen; (modes, off). */
static Value fn_dispatching(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t modes = lib ? lib->dispatch_modes : 0, off = 0;
    if (!lib || (args[0] && !is_none(args[0]) && !num_index_i64(vm, args[0], &modes)) || (args[1] && !num_index_i64(vm, args[1], &off))) return NO_VALUE;
    lib->dispatch_modes = (int)modes;
    lib->dispatch_off += (int)off;
    return tuple_of(vm, 2, (Ref)make_small(lib->dispatch_modes), (Ref)make_small(lib->dispatch_off));
}

/* Tensor.__torch_dispatch__(func, types, args=(), kwargs=None): func of args as they are, whatever their classes. */
static Value m_torch_dispatch(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return import_call(vm, "torch._dispatch", "_below", (Ref[]){args[1], args[3] ? args[3] : vm->empty_tuple, args[4] ? args[4] : V_NONE}, 3);
}

static const NativeDef methods[] = {
    {"__torch_function__", m_torch_function, "cls, func, types, args=(), kwargs=None", "A subclass's answer: func of args, and its tensors become the subclass's.", NATIVE_KW | NATIVE_CLASS},
    {"__torch_dispatch__", m_torch_dispatch, "cls, func, types, args=(), kwargs=None", "func of args, no class asked.", NATIVE_KW | NATIVE_CLASS},
    {"as_subclass", m_as_subclass, "self, cls", "The same memory as an object of a subclass; gradients flow.", NATIVE_KW},
    {"_make_subclass", m_make_subclass, "cls, data, require_grad=False", "data's memory as an object of a subclass, taking no part in its gradients.", NATIVE_KW | NATIVE_STATIC},
    {NULL, NULL, NULL, NULL, 0},
};

const NativeDef torch_answer_functions[] = {
    {"_answer_row", fn_answer_row, "rows, function, said, word, in_python, /", "A function that asks classes first.", 0},
    {"_answers", fn_answers, "rows, bare, gives, /", "From now on they are asked.", 0},
    {"_answers_off", fn_answers_off, "by, /", "So many more who want nobody asked; how many there are.", 0},
    {"_function_modes", fn_function_modes, "modes, rows, /", "These modes are asked from now on, the last first.", 0},
    {"_dispatching", fn_dispatching, "modes=None, off=0, /", "So many modes see operators; so many more want none seen.", 0},
    {"_begin_answers", fn_begin, "", "torch's functions ask from now on.", 0},
    {"_dual", fn_dual, "t, on=None, /", "Has it a tangent? Says that it has.", 0},
    {"_names", fn_names, "t, on=None, /", "Have its dimensions names? Says that they have.", 0},
    {"_answering", fn_answering, "obj, /", "Does its class answer for torch's functions?", 0},
    {"_disabled_torch_function_impl", fn_disabled, "func, types, args=(), kwargs=None", "func of args, nobody asked.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};

bool torch_answers_open(TensorLib *lib, Ref disabled)
{
    VM *vm = lib->vm;
    Type *t = lib->types[ACCENT_TORCH];
    if (!(lib->name_torch_function = str_intern_c(vm, "__torch_function__")) || !type_add_methods(vm, t, methods)) return false;
    if (!(lib->name_torch_dispatch = str_intern_c(vm, "__torch_dispatch__"))) return false;
    lib->answer_tensor = type_lookup(vm, t, lib->name_torch_function);
    lib->dispatch_none = type_lookup(vm, t, lib->name_torch_dispatch);
    lib->answer_none = disabled;
    vm->answer = answer;
    vm->answer_attribute = answer_attribute;
    vm->on_class = on_class;
    return true;
}

void torch_answers_close(TensorLib *lib)
{
    VM *vm = lib->vm;
    vm->on_class = NULL;
    vm->answers = false;
    Value *all[] = {&lib->answer_rows, &lib->answer_bare, &lib->answer_gives, &lib->function_modes, &lib->mode_rows, &lib->name_torch_function, &lib->name_torch_dispatch};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) value_clear(vm, all[i]);
}
