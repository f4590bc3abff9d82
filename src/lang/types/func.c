/* func.c: functions, cells, frames: making them, binding arguments, running code from C. (The loop itself: eval.c.) */
#include "frame_names.h"
#include "lang/object/func.h"

#include "shuffle.h"
#include "lang/object/vm.h"

/* ---- objects ---- */

Value cell_new(VM *vm, Value v)
{
    Cell *c = (Cell *)obj_alloc(vm, CLASS(cell), sizeof(Cell));
    if (!c) {
        release(vm, v);
        return NULL;
    }
    c->value = v;
    return VAL(c);
}

Value method_new(VM *vm, Ref fn, Ref self)
{
    Method *m = (Method *)obj_alloc(vm, CLASS(method), sizeof(Method));
    if (!m) return NULL;
    m->fn = retain(fn);
    m->self = retain(self);
    return VAL(m);
}

/* The builtins a module's functions see: its __builtins__ if it set one, else the VM's. */
static Dict *builtins_of(VM *vm, Ref globals)
{
    Ref b = dict_get_str(vm, globals, NAME(__builtins__));
    if (b && is_module(b)) return as_module(b)->dict;
    if (b && is_dict(b)) return as_dict(b);
    return vm->builtins;
}

Value function_new(VM *vm, Ref code, Ref globals)
{
    Function *f = (Function *)obj_alloc(vm, CLASS(function), sizeof(Function));
    if (!f) return NULL;
    Code *c = as_code(code);
    f->code = (Code *)BITS(retain(code));
    f->globals = (Dict *)BITS(retain(globals));
    f->builtins = (Dict *)BITS(retain(REF(builtins_of(vm, globals))));
    f->name = (Str *)BITS(retain(REF(c->name)));
    f->qualname = (Str *)BITS(retain(REF(c->qualname)));
    f->doc = c->doc ? retain(c->doc) : c->unread ? NO_VALUE : V_NONE;
    Ref module = dict_get_str(vm, globals, NAME(__name__));
    f->module = module ? retain(module) : V_NONE;
    return VAL(f);
}

/* ---- frames ---- */

Frame *frame_more(VM *vm, Frame *f)
{
    Frame *n = mem_zalloc(vm->mem, sizeof *n);
    if (!n) {
        err_no_memory(vm);
        return NULL;
    }
    f->next = n;
    return n;
}

static inline Frame *push(VM *vm, Function *fn, int32_t flags)
{
    Frame *f = vm->frame, *n = f->next ? f->next : frame_more(vm, f);
    Code *code = fn->code;
    if (!n) goto fail;
    if (f->top + code->nregs > vm->stack_end || vm->depth >= vm->depth_limit || (char *)__builtin_frame_address(0) < vm->c_stack_limit) {
        err_raise(vm, EXC_RecursionError, "maximum recursion depth exceeded");
        goto fail;
    }
    vm->depth++;
    n->prev = f;
    n->code = code;
    n->pc = code->ins;
    n->regs = f->top;
    n->top = f->top + code->nregs;
    n->fn = fn;
    n->globals = fn->globals;
    n->builtins = fn->builtins;
    n->closure = fn->closure;
    n->flags = (uint8_t)flags;
    for (unsigned i = 0; i < code->nlocals; i++) n->regs[i] = NULL;
    vm->frame = n;
    return n;
fail:
    release(vm, VAL(fn));
    return NULL;
}

Frame *frame_push(VM *vm, Function *fn, int32_t flags) { return push(vm, fn, flags); }

void frame_pop(VM *vm, Frame *f)
{
    if (f->frame_obj) frame_detach(vm, f);
    for (unsigned i = 0; i < f->code->nregs; i++) value_clear(vm, &f->regs[i]);
    Function *fn = f->fn;
    value_clear(vm, &f->locals);
    value_clear(vm, &f->self);
    f->fn = NULL;
    vm->frame = f->prev;
    vm->depth--;
    release(vm, VAL(fn));
}

/* ---- arguments ---- */

static Value quoted_list(VM *vm, Code *c, const uint8_t *miss, int from, int to, int count)
{
    StrB b = STRB_INIT(vm);
    int seen = 0;
    for (int i = from; i < to; i++) {
        if (!miss[i - from]) continue;
        seen++;
        if (seen > 1) strb_c(&b, count == 2 ? " and " : seen == count ? ", and " : ", ");
        strb_char(&b, '\'');
        strb_str(&b, REF(c->localnames[i]));
        strb_char(&b, '\'');
    }
    return strb_take(&b);
}

static bool raise_missing(VM *vm, Function *fn, Value *regs, int from, int to, const char *what)
{
    int count = 0;
    size_t bytes = (size_t)(to - from) + 1;
    uint8_t *miss = mem_zalloc(vm->mem, bytes);
    if (!miss) return err_no_memory(vm), false;
    for (int i = from; i < to; i++)
        if (!regs[i]) miss[i - from] = 1, count++;
    Value names = quoted_list(vm, fn->code, miss, from, to, count);
    mem_free(vm->mem, miss, bytes);
    if (!names) return false;
    err_raise(vm, EXC_TypeError, "%U() missing %d required %s argument%s: %U", REF(fn->qualname), count, what, count == 1 ? "" : "s", names);
    release(vm, names);
    return false;
}

static bool raise_too_many(VM *vm, Function *fn, Value *regs, int n)
{
    Code *c = fn->code;
    int ndef = fn->defaults ? (int)as_tuple(fn->defaults)->len : 0, kwonly_given = 0;
    for (int i = c->argcount; i < c->argcount + c->kwonly; i++) kwonly_given += regs[i] != NULL;
    Value sig = ndef ? str_format(vm, "from %d to %d", c->argcount - ndef, c->argcount) : str_format(vm, "%d", c->argcount);
    if (!sig) return false;
    bool plural = ndef || c->argcount != 1;
    if (kwonly_given)
        err_raise(vm, EXC_TypeError, "%U() takes %U positional argument%s but %d positional argument%s (and %d keyword-only argument%s) were given",
                  REF(fn->qualname), sig, plural ? "s" : "", n, n == 1 ? "" : "s", kwonly_given, kwonly_given == 1 ? "" : "s");
    else
        err_raise(vm, EXC_TypeError, "%U() takes %U positional argument%s but %d %s given", REF(fn->qualname), sig, plural ? "s" : "", n,
                  n == 1 ? "was" : "were");
    release(vm, sig);
    return false;
}

/* Names given by keyword that are positional-only: CPython lists them all. */
static bool raise_posonly(VM *vm, Function *fn, Ref kwnames)
{
    Code *c = fn->code;
    StrB b = STRB_INIT(vm);
    bool any = false;
    for (int i = 0; i < c->posonly; i++)
        for (int64_t k = 0; k < as_tuple(kwnames)->len; k++)
            if (str_equal(REF(c->localnames[i]), as_tuple(kwnames)->items[k])) {
                if (any) strb_c(&b, ", ");
                strb_str(&b, REF(c->localnames[i]));
                any = true;
            }
    Value list = strb_take(&b);
    if (!list) return true;
    if (any)
        err_raise(vm, EXC_TypeError, "%U() got some positional-only arguments passed as keyword arguments: '%U'", REF(fn->qualname), list);
    release(vm, list);
    return any;
}

/* A keyword that a judged function's library knows for one of its parameters; nnamed: it is none. */
static int other_word(VM *vm, const Code *c, Ref name, int nnamed)
{
    size_t len;
    const char *text = str_utf8(vm, name, &len);
    for (int i = c->posonly; text && i < nnamed; i++) {
        const char *own = str_utf8(vm, REF(c->localnames[i]), &len);
        if (own && vm->judge_alias(text, own)) return i;
    }
    return nnamed;
}

static bool bind_keywords(VM *vm, Function *fn, Value *regs, const Ref *args, int n, Ref kwnames, Ref kwdict)
{
    Code *c = fn->code;
    int nnamed = c->argcount + c->kwonly;
    for (int64_t k = 0; k < as_tuple(kwnames)->len; k++) {
        Ref name = as_tuple(kwnames)->items[k];
        if (!is_str(name)) return err_false(vm, EXC_TypeError, "%U() keywords must be strings", REF(fn->qualname));
        int i = c->posonly;
        while (i < nnamed && REF(c->localnames[i]) != name) i++;
        if (i == nnamed) {
            i = c->posonly;
            while (i < nnamed && !str_equal(REF(c->localnames[i]), name)) i++;
        }
        if (i == nnamed && fn->judged) i = other_word(vm, c, name, nnamed);
        if (err_occurred(vm)) return false;
        if (i < nnamed) {
            if (regs[i]) return err_false(vm, EXC_TypeError, "%U() got multiple values for argument '%U'", REF(fn->qualname), name);
            regs[i] = retain(args[n + k]);
        } else if (kwdict) {
            if (!dict_set(vm, kwdict, name, args[n + k])) return false;
        } else {
            if (c->posonly && raise_posonly(vm, fn, kwnames)) return false;
            if (err_occurred(vm)) return false;
            return err_false(vm, EXC_TypeError, "%U() got an unexpected keyword argument '%U'", REF(fn->qualname), name);
        }
    }
    return true;
}

bool call_fits(VM *vm, int row, const Frame *caller, const Ref *args, int n, Ref kwnames)
{
    return row < 0 || (caller->code && (caller->code->flags & (CODE_LIBRARY | CODE_GUEST)) == CODE_LIBRARY) || vm->judge(vm, row, args, n, kwnames);
}

bool call_again(VM *vm, int row, const Ref *args, int n, Ref kwnames, Again *again)
{
    *again = (Again){.kwnames = NULL};
    return vm->judge_again && vm->judge_again(vm, row, args, n, kwnames, again);
}

/* What a judged function is called with, where that is an older form of the call. */
static bool bind_again(VM *vm, Function *fn, Value *regs, const Ref *args, int n, Ref kwnames)
{
    Again again;
    if (!call_again(vm, fn->judged, args, n, kwnames, &again)) return false;
    bool ok = func_bind(vm, fn, regs, again.args, again.n, (Ref)again.kwnames);
    release(vm, again.kwnames);
    return ok;
}

/* The call has its answer already (taken; NULL: raised): all that its frame does is to give it back. */
static bool frame_gives(VM *vm, Value answer)
{
    Frame *f = vm->frame;
    if (!answer) return false;
    f->code = vm->gives;
    f->pc = vm->gives->ins;
    f->regs[0] = answer;
    return true;
}

/* Parameters into regs (NULL before); what is missing from the defaults. */
bool func_bind(VM *vm, Function *fn, Value *regs, const Ref *args, int n, Ref kwnames)
{
    Code *c = fn->code;
    Value answer;
    if (!code_whole(vm, c)) return false;
    if (__builtin_expect(vm->answers, 0) && fn->judged && c->nregs >= vm->gives->nregs && vm->answer(vm, NULL, NULL, fn, args, n, kwnames, &answer)) return frame_gives(vm, answer);
    int argcount = c->argcount, given = n < argcount ? n : argcount, next = argcount + c->kwonly;
    if (fn->judged && !call_fits(vm, fn->judged, vm->frame->fn == fn ? vm->frame->prev : vm->frame, args, n, kwnames)) return bind_again(vm, fn, regs, args, n, kwnames);
    for (int i = 0; i < given; i++) regs[i] = retain(args[i]);
    if (c->flags & CODE_VARARGS) {
        Value rest = n > argcount ? tuple_from(vm, args + argcount, n - argcount) : retain(vm->empty_tuple);
        if (!rest) return false;
        regs[next++] = rest;
    }
    Ref kwdict = NULL;
    if (c->flags & CODE_VARKEYWORDS) {
        Value d = dict_new(vm);
        if (!d) return false;
        regs[next] = d;
        kwdict = d;
    }
    if (kwnames && !bind_keywords(vm, fn, regs, args, n, kwnames, kwdict)) return false;
    if (n > argcount && !(c->flags & CODE_VARARGS)) return raise_too_many(vm, fn, regs, n);
    if (n < argcount) {
        int ndef = fn->defaults ? (int)as_tuple(fn->defaults)->len : 0, first = argcount - ndef;
        for (int i = n; i < first; i++)
            if (!regs[i]) return raise_missing(vm, fn, regs, 0, first, "positional");
        for (int i = first > n ? first : n; i < argcount; i++)
            if (!regs[i]) regs[i] = retain(as_tuple(fn->defaults)->items[i - first]);
    }
    for (int i = argcount; i < argcount + c->kwonly; i++) {
        if (regs[i]) continue;
        Ref d = fn->kwdefaults ? dict_get_str(vm, fn->kwdefaults, REF(c->localnames[i])) : NULL;
        if (d) regs[i] = retain(d);
    }
    for (int i = argcount; i < argcount + c->kwonly; i++)
        if (!regs[i]) return raise_missing(vm, fn, regs, argcount, argcount + c->kwonly, "keyword-only");
    return true;
}

Value function_call(VM *vm, Ref f, const Ref *args, int n, Ref kwnames)
{
    stores_shuffle(vm);
    Function *fn = as_function(retain(f));
    Frame *fr = push(vm, fn, FRAME_ENTRY);
    if (!fr) return NULL;
    if ((fn->code->flags & CODE_SIMPLE) && n == fn->code->argcount && !kwnames) {
        for (int i = 0; i < n; i++) fr->regs[i] = retain(args[i]);
        return vm_run(vm, fr);
    }
    if (!func_bind(vm, fn, fr->regs, args, n, kwnames)) {
        frame_pop(vm, fr);
        return NULL;
    }
    if (fn->code->flags & CODE_ANY_GENERATOR) return gen_new(vm, fr);
    return vm_run(vm, fr);
}

/* ---- running code ---- */

static Value run_with_locals(VM *vm, Function *fn /*taken*/, Ref locals)
{
    Frame *fr = frame_push(vm, fn, FRAME_ENTRY);
    if (!fr) return NULL;
    fr->locals = locals ? retain(locals) : NULL;
    if (fr->code->flags & CODE_ANY_GENERATOR) return gen_new(vm, fr); /* (its outermost level awaits) */
    return vm_run(vm, fr);
}

Value code_run(VM *vm, Ref code, Ref globals, Ref locals)
{
    if (!dict_get_str(vm, globals, NAME(__builtins__)) && !dict_set(vm, globals, NAME(__builtins__), REF(vm->builtins))) return NULL;
    Value f = function_new(vm, code, globals);
    if (!f) return NULL;
    if (as_code(code)->flags & CODE_OPTIMIZED) { /* a function's: its parameters want values, its body has locals of its own */
        Value r = function_call(vm, f, NULL, 0, NULL);
        release(vm, f);
        return r;
    }
    /* a subclass of dict stays itself as the place of names; it shows in locals() too */
    return run_with_locals(vm, as_function(f), locals == globals && is_exact(globals, CLASS(dict)) ? NULL : locals);
}

Value code_run_closure(VM *vm, Ref code, Ref globals, Ref cells)
{
    int64_t n = as_code(code)->nfree;
    bool fits = cells && is_tuple(cells) && as_tuple(cells)->len == n;
    for (int64_t i = 0; fits && i < n; i++) fits = is_kind(as_tuple(cells)->items[i], KIND_CELL);
    if (!fits) return err_raise(vm, EXC_TypeError, "code object requires a closure of exactly length %lld", (long long)n);
    Value f = function_new(vm, code, globals), r = NULL;
    if (!f) return NULL;
    Function *fn = as_function(f);
    if ((fn->closure = mem_zalloc(vm->mem, (size_t)n * sizeof(Value)))) {
        for (int64_t i = 0; i < n; i++) fn->closure[i] = retain(as_tuple(cells)->items[i]);
        r = function_call(vm, f, NULL, 0, NULL);
    } else err_no_memory(vm);
    release(vm, f);
    return r;
}

Value code_run_class(VM *vm, Ref fn, Ref ns) { return run_with_locals(vm, as_function(retain(fn)), ns); }

/* ---- frames as objects ---- */

/* The variables of a call: its own, then those of functions around it. */
typedef struct Variable { Str *name; Value *slot; } Variable;

/* Number i, false behind the last; name NULL: none that the program knows. */
static bool variable_at(const Code *c, Value *regs, Value *closure, unsigned i, Variable *v)
{
    if (i < c->nlocals) {
        *v = (Variable){c->localnames[i], &regs[i]};
        if (v->name && v->name->len && str_at(v->name, 0) == '.') v->name = NULL;
        if (*v->slot && is_kind(*v->slot, KIND_CELL)) v->slot = &((Cell *)BITS(*v->slot))->value;
        return true;
    }
    i -= c->nlocals;
    if (!closure || i >= c->nfree) return false;
    *v = (Variable){c->freenames[i], &((Cell *)BITS(closure[i]))->value};
    return true;
}

static Value locals_dict(VM *vm, Code *c, Value *regs, Value *closure)
{
    Value d = dict_new(vm);
    Variable v;
    for (unsigned i = 0; d && variable_at(c, regs, closure, i, &v); i++)
        if (v.name && *v.slot && !dict_set(vm, d, REF(v.name), *v.slot)) value_clear(vm, &d);
    return d;
}

static bool has_own_locals(const FrameObj *o) { return o->frame && !o->frame->locals && !(o->code->flags & CODE_MODULE); }

Value frame_object_fresh(VM *vm, FrameObj *o)
{
    const Frame *f = o->frame;
    if (!has_own_locals(o)) return frame_locals(vm, o->frame);
    if (!o->locals && !(o->locals = dict_new(vm))) return NO_VALUE;
    Variable v;
    for (unsigned i = 0; variable_at(f->code, f->regs, f->closure, i, &v); i++) {
        if (!v.name) continue;
        if (*v.slot ? !dict_set(vm, o->locals, REF(v.name), *v.slot) : dict_del(vm, o->locals, REF(v.name)) < 0) return NO_VALUE;
    }
    return retain(o->locals);
}

/* What was taken out of the dict stays: code reads some variables without asking whether they are bound. */
void frame_object_put_back(VM *vm, FrameObj *o)
{
    if (!has_own_locals(o) || !o->locals) return;
    const Frame *f = o->frame;
    Value names = retain(o->locals);
    Variable v;
    for (unsigned i = 0; o->frame == f && variable_at(f->code, f->regs, f->closure, i, &v); i++) {
        Ref now = v.name ? dict_get_str(vm, names, REF(v.name)) : NULL;
        if (now && now != *v.slot) value_put(vm, v.slot, retain(now));
    }
    release(vm, names);
}

Value frame_locals(VM *vm, Frame *f)
{
    if (f->locals) return retain(f->locals);
    if (f->code->flags & CODE_MODULE) return retain(REF(f->globals));
    return locals_dict(vm, f->code, f->regs, f->closure);
}

Value frame_object_locals(VM *vm, FrameObj *o)
{
    if (o->code->flags & CODE_MODULE) return retain(REF(o->globals));
    return o->held ? locals_dict(vm, o->code, o->held, o->fn ? as_function(o->fn)->closure : NULL) : dict_new(vm);
}

void frame_drop_held(VM *vm, FrameObj *o)
{
    Value *held = o->held;
    uint32_t n = o->nheld;
    o->held = NULL;
    for (uint32_t i = 0; held && i < n; i++) release(vm, held[i]);
    mem_free(vm->mem, held, n * sizeof(Value));
    value_clear(vm, &o->fn);
}

void frame_hand_over(VM *vm, Frame *f)
{
    Code *c = f->code;
    if (!c->nlocals || !vm->error || !as_exception(vm->error)->traceback) return;
    Traceback *t = (Traceback *)BITS(as_exception(vm->error)->traceback);
    if (t->code != c || t->frame) return;
    Value saved = err_take(vm), o = frame_object(vm, f);
    Value *held = o ? mem_alloc(vm->mem, c->nlocals * sizeof(Value)) : NULL;
    if (held) {
        FrameObj *fo = (FrameObj *)BITS(o);
        for (unsigned i = 0; i < c->nlocals; i++) {
            held[i] = f->regs[i];
            f->regs[i] = NULL;
        }
        fo->held = held;
        fo->nheld = c->nlocals;
        fo->fn = f->fn ? retain(REF(f->fn)) : NULL;
        fo->pc = t->pc;
        fo->frame = NULL;
        if (f->locals) value_put(vm, &fo->locals, retain(f->locals));
        else value_clear(vm, &fo->locals); /* made anew from what is held, when asked for */
        value_clear(vm, &f->frame_obj);
        t->frame = o;
    } else {
        err_clear(vm); /* without memory the locals just go */
        release(vm, o);
    }
    err_put(vm, saved);
}

static Value *dict_of_names(Frame *f)
{
    FrameObj *o = f->frame_obj ? (FrameObj *)BITS(f->frame_obj) : NULL;
    return o && has_own_locals(o) && o->locals ? &o->locals : NULL;
}

void frame_names_begin(VM *vm, NamesBefore *before)
{
    int n = 0;
    memset(before, 0, sizeof *before);
    for (Frame *f = vm->frame; f && n < NAMES_FRAMES; f = f->prev, n++)
        if (f->code && dict_of_names(f)) before->had[n / 64] |= 1ull << n % 64;
}

void frame_names_end(VM *vm, const NamesBefore *before)
{
    int n = 0;
    for (Frame *f = vm->frame; f && n < NAMES_FRAMES; f = f->prev, n++) {
        Value *names = f->code ? dict_of_names(f) : NULL;
        if (names && !(before->had[n / 64] >> n % 64 & 1)) value_clear(vm, names);
    }
}

Value frame_object(VM *vm, Frame *f)
{
    if (f->frame_obj) return retain(f->frame_obj);
    FrameObj *o = (FrameObj *)obj_alloc(vm, CLASS(frame), sizeof(FrameObj));
    if (!o) return NULL;
    o->frame = f;
    o->code = (Code *)BITS(retain(REF(f->code)));
    o->globals = (Dict *)BITS(retain(REF(f->globals)));
    o->last = frame_object_at(o);
    f->frame_obj = VAL(o);
    return retain(REF(o));
}

void frame_detach(VM *vm, Frame *f)
{
    FrameObj *o = (FrameObj *)BITS(f->frame_obj);
    if (o->head.refs > 1) {
        Value saved = err_take(vm);
        o->pc = (int32_t)(f->pc - f->code->ins) - 1;
        Value locals = frame_object_fresh(vm, o);
        if (locals) value_put(vm, &o->locals, locals);
        Frame *back = f->prev;
        while (back && back->code == NULL && back->prev) back = back->prev;
        if (back && back->code) value_put(vm, &o->back, frame_object(vm, back));
        err_clear(vm);
        err_put(vm, saved);
    }
    o->frame = NULL;
    value_clear(vm, &f->frame_obj);
}
