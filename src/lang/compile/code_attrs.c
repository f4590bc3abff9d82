/* code_attrs.c: the classes of code objects, cells, frames and tracebacks as Python sees them. A Code owns its arrays: each
 * is a block of exactly as many items as its count says.
 */
#include "lang/object/args.h"
#include "code.h"
#include "temps.h"
#include "lang/object/vm.h"

static Value or_none(Ref v) { return v ? retain(v) : V_NONE; }
static bool readonly(VM *vm, Ref o, Ref v) { return err_false(vm, EXC_AttributeError, "readonly attribute"); }

/* ---- code ---- */

static Value names_tuple(VM *vm, Str *const *names, int64_t n) { return tuple_from(vm, (const Ref *)(const void *)names, n); }

static Value co_name(VM *vm, Ref o) { return retain(REF(as_code(o)->name)); }
static Value co_qualname(VM *vm, Ref o) { return retain(REF(as_code(o)->qualname)); }
static Value co_filename(VM *vm, Ref o) { return retain(REF(as_code(o)->filename)); }
static Value co_firstlineno(VM *vm, Ref o) { return make_small(as_code(o)->first_line); }
static Value co_argcount(VM *vm, Ref o) { return make_small(as_code(o)->argcount); }
static Value co_posonly(VM *vm, Ref o) { return make_small(as_code(o)->posonly); }
static Value co_kwonly(VM *vm, Ref o) { return make_small(as_code(o)->kwonly); }
static Value co_flags(VM *vm, Ref o) { return make_small(as_code(o)->flags & CODE_SHOWN); }
static Value co_stacksize(VM *vm, Ref o) { return make_small(as_code(o)->nregs - as_code(o)->nlocals); }
static Value co_freevars(VM *vm, Ref o) { return code_whole(vm, as_code(o)) ? names_tuple(vm, as_code(o)->freenames, as_code(o)->nfree) : NO_VALUE; }
static Value co_names(VM *vm, Ref o) { return code_whole(vm, as_code(o)) ? names_tuple(vm, as_code(o)->names, as_code(o)->nnames) : NO_VALUE; }
static Value co_consts(VM *vm, Ref o)
{
    const Code *c = as_code(o);
    Value t = code_whole(vm, c) ? tuple_new(vm, c->nconsts) : NO_VALUE;
    for (uint32_t i = 0; t && i < c->nconsts; i++) as_tuple(t)->items[i] = or_none(c->consts[i]);
    return t;
}
static Value co_code(VM *vm, Ref o) { return !code_whole(vm, as_code(o)) ? NO_VALUE : bytes_from(vm, as_code(o)->ins, (int64_t)(as_code(o)->nins * sizeof(Ins))); }

/* Does an inner function take register `reg` as a cell? */
static bool is_captured(const Code *c, unsigned reg)
{
    for (uint32_t k = 0; k < c->nconsts; k++) {
        if (!is_kind(c->consts[k], KIND_CODE)) continue;
        const Code *inner = as_code(c->consts[k]);
        for (unsigned j = 0; j < inner->nfree; j++)
            if (inner->captures[j] == reg) return true;
    }
    return false;
}

/* Parameters come first; names with a dot are the compiler's own. */
static Value co_varnames(VM *vm, Ref o)
{
    const Code *c = as_code(o);
    unsigned nparams = c->argcount + c->kwonly + !!(c->flags & CODE_VARARGS) + !!(c->flags & CODE_VARKEYWORDS);
    Value l = code_whole(vm, c) ? list_new(vm, c->nlocals) : NO_VALUE;
    for (unsigned i = 0; l && i < c->nlocals; i++) {
        if (!c->localnames[i] || (i >= nparams && is_captured(c, i))) continue;
        if (!list_append(vm, l, REF(c->localnames[i]))) value_clear(vm, &l);
    }
    Value t = l ? tuple_from(vm, as_refs(as_list(l)->items), as_list(l)->len) : NO_VALUE;
    release(vm, l);
    return t;
}
static Value co_nlocals(VM *vm, Ref o)
{
    Value t = co_varnames(vm, o);
    int64_t n = t ? as_tuple(t)->len : 0;
    release(vm, t);
    return t ? make_small(n) : NO_VALUE;
}
static Value co_cellvars(VM *vm, Ref o)
{
    const Code *c = as_code(o);
    Value l = code_whole(vm, c) ? list_new(vm, 2) : NO_VALUE;
    for (unsigned i = 0; l && i < c->nlocals; i++)
        if (c->localnames[i] && is_captured(c, i) && !list_append(vm, l, REF(c->localnames[i]))) value_clear(vm, &l);
    Value t = l ? tuple_from(vm, as_refs(as_list(l)->items), as_list(l)->len) : NO_VALUE;
    release(vm, l);
    return t;
}

/* Where errors go, as CPython writes it: numbers of six bits a byte, the first byte of a handler marked; outermost handlers do not come into one another's way. */
static uint8_t *put_number(uint8_t *to, uint32_t v, unsigned mark)
{
    for (int shift = 30; shift > 0; shift -= 6) {
        if (!(v >> shift)) continue;
        *to++ = (uint8_t)(mark | 64 | (v >> shift & 63));
        mark = 0;
    }
    *to++ = (uint8_t)(mark | (v & 63));
    return to;
}
static Value co_exceptiontable(VM *vm, Ref o)
{
    enum { LONGEST = 4 * 6 };
    const Code *c = as_code(o);
    if (!code_whole(vm, c)) return NO_VALUE;
    size_t room = (size_t)c->nhandlers * LONGEST + 1;
    uint8_t *all = mem_alloc(vm->mem, room), *to = all;
    if (!all) return err_no_memory(vm);
    for (uint32_t i = 0; i < c->nhandlers; i++) {
        const Handler *h = &c->handlers[i];
        to = put_number(to, h->start, 128);
        to = put_number(to, h->end - h->start, 0);
        to = put_number(to, h->target, 0);
        to = put_number(to, (uint32_t)(h->depth - c->nlocals) << 1, 0);
    }
    Value bytes = bytes_from(vm, all, to - all);
    mem_free(vm->mem, all, room);
    return bytes;
}

static Value co_linetable(VM *vm, Ref o) { return code_linetable(vm, as_code(o)); }

static Value code_repr(VM *vm, Ref o)
{
    const Code *c = as_code(o);
    return str_format(vm, "<code object %U at 0x%llx, file \"%U\", line %d>", REF(c->name), (long long)BITS(o), REF(c->filename), (int)c->first_line);
}

static void free_names(VM *vm, Str **names, size_t n)
{
    for (size_t i = 0; names && i < n; i++) release(vm, VAL(names[i]));
    mem_free(vm->mem, names, n * sizeof *names);
}

void code_drop_rest(VM *vm, Code *c)
{
    for (uint32_t i = 0; c->consts && i < c->nconsts; i++) release(vm, c->consts[i]);
    mem_free(vm->mem, c->consts, c->nconsts * sizeof *c->consts);
    free_names(vm, c->names, c->nnames);
    free_names(vm, c->localnames, c->nlocals);
    free_names(vm, c->freenames, c->nfree);
    mem_free(vm->mem, c->caches, c->ncaches * sizeof *c->caches);
    mem_free(vm->mem, c->handlers, c->nhandlers * sizeof *c->handlers);
    mem_free(vm->mem, c->excepts, c->nexcepts * sizeof *c->excepts);
}

static void code_dealloc(VM *vm, Obj *o)
{
    Code *c = (Code *)o;
    sites_forget(vm, c);
    code_drop_rest(vm, c);
    if (!(c->flags & CODE_IMAGE)) {
        mem_free(vm->mem, c->ins, c->nins * sizeof *c->ins);
        mem_free(vm->mem, c->spans, c->nins * sizeof *c->spans);
    }
    mem_free(vm->mem, c->captures, c->nfree * sizeof *c->captures);
    release(vm, VAL(c->name));
    release(vm, VAL(c->qualname));
    release(vm, VAL(c->filename));
    release(vm, c->doc);
    release(vm, c->source);
    if (c->jit) c->jit->drop(vm, c->jit);
    obj_free(vm, o, sizeof *c);
}

static const GetSetDef code_getsets[] = {
    {"co_name", co_name, readonly, NULL},
    {"co_qualname", co_qualname, readonly, NULL},
    {"co_filename", co_filename, readonly, NULL},
    {"co_firstlineno", co_firstlineno, readonly, NULL},
    {"co_argcount", co_argcount, readonly, NULL},
    {"co_posonlyargcount", co_posonly, readonly, NULL},
    {"co_kwonlyargcount", co_kwonly, readonly, NULL},
    {"co_nlocals", co_nlocals, readonly, NULL},
    {"co_stacksize", co_stacksize, readonly, NULL},
    {"co_flags", co_flags, readonly, NULL},
    {"co_varnames", co_varnames, readonly, NULL},
    {"co_cellvars", co_cellvars, readonly, NULL},
    {"co_freevars", co_freevars, readonly, NULL},
    {"co_names", co_names, readonly, NULL},
    {"co_consts", co_consts, readonly, NULL},
    {"co_code", co_code, readonly, NULL},
    {"co_linetable", co_linetable, readonly, NULL},
    {"co_exceptiontable", co_exceptiontable, readonly, NULL},
    {NULL, NULL, NULL, NULL},
};

/* ---- where instructions stand: instruction i has the offset 2 * i (f_lasti) ---- */
static Value column(const VM *vm, uint16_t c) { return c == 0xFFFF || vm->flags.no_ranges ? V_NONE : make_small(c); }

static Value code_positions(VM *vm, const Ref *a, int n, Ref kw)
{
    Code *c = as_code(a[0]);
    Value list = list_new(vm, c->nins), it = NULL;
    for (uint32_t i = 0; list && i < c->nins; i++) {
        Span s = code_span(c, (int32_t)i);
        Value row = s.line ? tuple_of(vm, 4, (Ref)make_small(s.line), (Ref)make_small(s.end_line), (Ref)column(vm, s.col), (Ref)column(vm, s.end_col))
                           : tuple_of(vm, 4, (Ref)V_NONE, (Ref)V_NONE, (Ref)V_NONE, (Ref)V_NONE);
        if (!row || !list_append_take(vm, list, row)) value_clear(vm, &list);
    }
    if (list) it = op_iter(vm, list);
    release(vm, list);
    return it;
}

static Value code_lines(VM *vm, const Ref *a, int n, Ref kw) /* (start, end, line): runs of one line */
{
    Code *c = as_code(a[0]);
    Value list = list_new(vm, 0), it = NULL;
    for (uint32_t i = 0, from = 0; list && i < c->nins; i++) {
        uint32_t line = code_span(c, (int32_t)i).line;
        if (i + 1 < c->nins && code_span(c, (int32_t)i + 1).line == line) continue;
        Value row = tuple_of(vm, 3, (Ref)make_small(2 * (int64_t)from), (Ref)make_small(2 * (int64_t)(i + 1)), line ? (Ref)make_small(line) : (Ref)V_NONE);
        if (!row || !list_append_take(vm, list, row)) value_clear(vm, &list);
        from = i + 1;
    }
    if (list) it = op_iter(vm, list);
    release(vm, list);
    return it;
}

static const NativeDef position_methods[] = {
    {"replace", code_replace, "self, **kwargs", "Return a copy of the code object with new values for the specified fields.", NATIVE_RAW},
    {"co_positions", code_positions, "self, /", NULL, 0},
    {"co_lines", code_lines, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

/* Equal codes do the same: names, lines, instructions and constants. 1, 0, -1. */
static int code_equal(VM *vm, const Code *a, const Code *b)
{
    if (a == b) return 1;
    if (!code_whole(vm, a) || !code_whole(vm, b)) return -1;
    if (a->nins != b->nins || a->nconsts != b->nconsts || a->nnames != b->nnames || a->nlocals != b->nlocals || a->nfree != b->nfree ||
        a->argcount != b->argcount || a->posonly != b->posonly || a->kwonly != b->kwonly || a->first_line != b->first_line ||
        ((a->flags ^ b->flags) & ~(uint32_t)CODE_IMAGE) || memcmp(a->ins, b->ins, a->nins * sizeof *a->ins))
        return 0;
    if (!str_equal(REF(a->name), REF(b->name))) return 0;
    for (uint32_t i = 0; i < a->nins; i++) {
        if (!same_place(code_span(a, (int32_t)i), code_span(b, (int32_t)i))) return 0;
    }
    for (uint32_t i = 0; i < a->nnames; i++)
        if (a->names[i] != b->names[i]) return 0;
    for (unsigned i = 0; i < a->nlocals; i++)
        if (a->localnames[i] != b->localnames[i]) return 0;
    for (uint32_t i = 0; i < a->nconsts; i++) {
        Ref x = a->consts[i], y = b->consts[i];
        if (x == y) continue;
        if (!x || !y || type_of(vm, x) != type_of(vm, y)) return 0;
        int same = op_compare_bool(vm, x, y, CMP_EQ);
        if (same <= 0) return same;
    }
    return 1;
}

static Value code_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_kind(b, KIND_CODE) || (op != CMP_EQ && op != CMP_NE)) return V_NOTIMPL;
    if (!rec_enter(vm, " in comparison")) return NULL;
    int same = code_equal(vm, as_code(a), as_code(b));
    rec_leave(vm);
    return same < 0 ? NO_VALUE : make_bool(same == (op == CMP_EQ));
}

static bool code_hash(VM *vm, Ref o, int64_t *hash)
{
    const Code *c = as_code(o);
    if (!op_hash(vm, REF(c->name), hash)) return false;
    *hash = (int64_t)((uint64_t)*hash * 31 + c->nins * 7 + c->first_line + c->argcount);
    if (*hash == -1) *hash = -2;
    return true;
}

const TypeDef code_def = {
    .name = "code",
    .kind = KIND_CODE,
    .size = sizeof(Code),
    .flags = TYPE_NO_NEW | TYPE_WEAKREF,
    .s = {.repr = code_repr, .compare = code_compare, .hash = code_hash},
    .dealloc = code_dealloc,
    .methods = position_methods,
    .getsets = code_getsets,
};

/* ---- cell ---- */

static Cell *as_cell(Ref v) { return (Cell *)as_obj(v); }

static Value cell_new_(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    if (!args_no_kw(vm, "cell", kwnames) || !args_count(vm, "cell", n, 0, 1)) return NULL;
    return cell_new(vm, n ? retain(args[0]) : NO_VALUE);
}

static Value cell_repr(VM *vm, Ref o)
{
    Ref v = as_cell(o)->value;
    if (!v) return str_format(vm, "<cell at 0x%llx: empty>", (long long)BITS(o));
    return str_format(vm, "<cell at 0x%llx: %T object at 0x%llx>", (long long)BITS(o), v, (long long)BITS(v));
}

static Value cell_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_kind(b, KIND_CELL)) return V_NOTIMPL;
    Ref x = as_cell(a)->value, y = as_cell(b)->value;
    if (x && y) return op_compare(vm, x, y, op);
    Value i = make_small(x != NULL), j = make_small(y != NULL); /* an empty cell is less than any */
    return op_compare(vm, i, j, op);
}

static Value cell_get(VM *vm, Ref o)
{
    Ref v = as_cell(o)->value;
    return v ? retain(v) : err_raise(vm, EXC_ValueError, "Cell is empty");
}
static bool cell_set(VM *vm, Ref o, Ref v) { return value_put(vm, &as_cell(o)->value, v ? retain(v) : NO_VALUE), true; }

static void cell_clear(VM *vm, Obj *o) { value_clear(vm, &((Cell *)o)->value); }
static void cell_dealloc(VM *vm, Obj *o)
{
    cell_clear(vm, o);
    obj_free(vm, o, sizeof(Cell));
}
static void cell_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Cell *)o)->value) visit(((Cell *)o)->value, arg);
}

static const GetSetDef cell_getsets[] = {
    {"cell_contents", cell_get, cell_set, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef cell_def = {
    .name = "cell",
    .kind = KIND_CELL,
    .size = sizeof(Cell),
    .flags = TYPE_GC,
    .s = {.repr = cell_repr, .compare = cell_compare, .new_ = cell_new_},
    .dealloc = cell_dealloc,
    .traverse = cell_traverse,
    .clear = cell_clear,
    .getsets = cell_getsets,
};

/* ---- frame: a view of a running call, or what is left of one ---- */

static FrameObj *as_frame(Ref v) { return (FrameObj *)as_obj(v); }

static Value f_code(VM *vm, Ref o) { return retain(REF(as_frame(o)->code)); }
static Value f_globals(VM *vm, Ref o) { return retain(REF(as_frame(o)->globals)); }
static Value f_builtins(VM *vm, Ref o)
{
    Ref b = dict_get_str(vm, REF(as_frame(o)->globals), NAME(__builtins__));
    if (b && is_dict(b)) return retain(b);
    return retain(b && is_module(b) ? REF(as_module(b)->dict) : REF(vm->builtins));
}
static Value f_locals(VM *vm, Ref o)
{
    FrameObj *f = as_frame(o);
    if (f->frame) return frame_object_fresh(vm, f);
    if (!f->locals) f->locals = frame_object_locals(vm, f);
    return f->locals ? retain(f->locals) : NO_VALUE;
}
static Value f_lineno(VM *vm, Ref o)
{
    const FrameObj *f = as_frame(o);
    int32_t pc = frame_object_at(f);
    if (pc < 0) return make_small(f->code->first_line);
    if (!code_span(f->code, pc).line && f->trace && f->last >= 0) pc = f->last; /* of no line: what ran before has one */
    return make_small(code_line(f->code, pc));
}
/* The program goes on at another line: a trace function that is told of a line may say so. */
static bool f_set_lineno(VM *vm, Ref o, Ref v)
{
    FrameObj *f = as_frame(o);
    int64_t line;
    if (!v) return err_false(vm, EXC_AttributeError, "cannot delete attribute");
    if (!is_int_exact(vm, v)) return err_false(vm, EXC_ValueError, "lineno must be an integer");
    if (!f->told || f->told == WATCH_CALL) return err_false(vm, EXC_ValueError, "can't jump from the 'call' trace event of a new frame");
    if (f->told != WATCH_LINE) return err_false(vm, EXC_ValueError, "can only jump from a 'line' trace event");
    if (!f->trace || !f->frame) return err_false(vm, EXC_ValueError, "f_lineno can only be set by a trace function");
    return num_index_i64(vm, v, &line) && frame_jump(vm, f, line);
}
static Value f_lasti(VM *vm, Ref o) { return make_small(frame_object_at(as_frame(o)) * 2); }
static Value f_back(VM *vm, Ref o)
{
    const FrameObj *f = as_frame(o);
    if (!f->frame) return or_none(f->back);
    Frame *back = f->frame->prev;
    while (back && !back->code && back->prev) back = back->prev;
    return back && back->code ? frame_object(vm, back) : V_NONE;
}
static Value f_trace(VM *vm, Ref o) { return or_none(as_frame(o)->trace); }
static bool f_set_trace(VM *vm, Ref o, Ref v)
{
    FrameObj *f = as_frame(o);
    f->last = frame_object_at(f);
    value_put(vm, &f->trace, v && !is_none(v) ? retain(v) : NO_VALUE);
    return true;
}
static bool set_flag(VM *vm, Ref v, bool *flag, bool when)
{
    if (!v) return err_false(vm, EXC_TypeError, "can't delete numeric/char attribute");
    if (!is_bool(v)) return err_false(vm, EXC_TypeError, "attribute value type must be bool");
    *flag = (v == V_TRUE) == when;
    return true;
}
static Value f_trace_lines(VM *vm, Ref o) { return make_bool(!as_frame(o)->no_lines); }
static bool f_set_trace_lines(VM *vm, Ref o, Ref v) { return set_flag(vm, v, &as_frame(o)->no_lines, false); }
static Value f_trace_opcodes(VM *vm, Ref o) { return make_bool(as_frame(o)->opcodes); }
static bool f_set_trace_opcodes(VM *vm, Ref o, Ref v) { return set_flag(vm, v, &as_frame(o)->opcodes, true); }

static Value frame_clear_locals(VM *vm, const Ref *args, int n, Ref kwnames)
{
    FrameObj *f = as_frame(args[0]);
    if (f->frame && f->frame->gen && f->frame->gen->state != GEN_RUNNING) { /* it waits: that ends it */
        Value held = retain(REF(f->frame->gen));
        bool ok = gen_close(vm, held);
        release(vm, held);
        if (!ok) return NULL;
    }
    if (f->frame) return err_raise(vm, EXC_RuntimeError, "cannot clear an executing frame");
    value_clear(vm, &f->locals);
    frame_drop_held(vm, f);
    return V_NONE;
}

static Value frame_repr(VM *vm, Ref o)
{
    const FrameObj *f = as_frame(o);
    Value line = f_lineno(vm, o);
    return str_format(vm, "<frame at 0x%llx, file %R, line %d, code %U>", (long long)BITS(o), REF(f->code->filename), (int)small_of(line), REF(f->code->name));
}

static void frame_clear(VM *vm, Obj *o)
{
    value_clear(vm, &((FrameObj *)o)->locals);
    value_clear(vm, &((FrameObj *)o)->back);
    value_clear(vm, &((FrameObj *)o)->trace);
    value_clear(vm, &((FrameObj *)o)->native);
    frame_drop_held(vm, (FrameObj *)o);
}
static void frame_dealloc(VM *vm, Obj *o)
{
    FrameObj *f = (FrameObj *)o;
    frame_clear(vm, o);
    release(vm, VAL(f->code));
    release(vm, VAL(f->globals));
    obj_free(vm, o, sizeof *f);
}
static void frame_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const FrameObj *f = (const FrameObj *)o;
    if (f->globals) visit(REF(f->globals), arg);
    if (f->locals) visit(f->locals, arg);
    if (f->back) visit(f->back, arg);
    for (uint32_t i = 0; f->held && i < f->nheld; i++)
        if (is_heap(f->held[i])) visit(f->held[i], arg);
    if (f->fn) visit(f->fn, arg);
    if (f->trace) visit(f->trace, arg);
    if (f->native) visit(f->native, arg);
}

static const NativeDef frame_methods[] = {
    {"clear", frame_clear_locals, "self, /", "F.clear(): clear most references held by the frame", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef frame_getsets[] = {
    {"f_back", f_back, NULL, NULL},
    {"f_builtins", f_builtins, NULL, NULL},
    {"f_code", f_code, NULL, NULL},
    {"f_globals", f_globals, NULL, NULL},
    {"f_lasti", f_lasti, NULL, NULL},
    {"f_lineno", f_lineno, f_set_lineno, NULL},
    {"f_locals", f_locals, NULL, NULL},
    {"f_trace", f_trace, f_set_trace, NULL},
    {"f_trace_lines", f_trace_lines, f_set_trace_lines, NULL},
    {"f_trace_opcodes", f_trace_opcodes, f_set_trace_opcodes, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef frame_def = {
    .name = "frame",
    .kind = KIND_FRAME,
    .size = sizeof(FrameObj),
    .flags = TYPE_GC | TYPE_NO_NEW,
    .s = {.repr = frame_repr},
    .dealloc = frame_dealloc,
    .traverse = frame_traverse,
    .clear = frame_clear,
    .methods = frame_methods,
    .getsets = frame_getsets,
};

/* ---- traceback ---- */

static Traceback *as_tb(Ref v) { return (Traceback *)as_obj(v); }

static Value tb_next(VM *vm, Ref o) { return or_none(as_tb(o)->next); }

static bool tb_set_next(VM *vm, Ref o, Ref v)
{
    if (!v) return err_false(vm, EXC_TypeError, "can't delete tb_next attribute");
    if (!is_none(v) && !is_kind(v, KIND_TRACEBACK)) return err_false(vm, EXC_TypeError, "expected traceback object, got '%T'", v);
    for (Ref t = v; is_kind(t, KIND_TRACEBACK); t = as_tb(t)->next)
        if (t == o) return err_false(vm, EXC_ValueError, "traceback loop detected");
    value_put(vm, &as_tb(o)->next, is_none(v) ? NO_VALUE : retain(v));
    return true;
}

static Value tb_frame(VM *vm, Ref o)
{
    Traceback *t = as_tb(o);
    if (!t->frame) { /* the frame still runs, or nothing of it was kept */
        for (Frame *live = vm->frame; live && live->code; live = live->prev)
            if (live->code == t->code && live->globals == t->globals) return frame_object(vm, live);
        FrameObj *f = (FrameObj *)obj_alloc(vm, CLASS(frame), sizeof *f);
        if (!f) return NULL;
        f->code = (Code *)retain(REF(t->code));
        f->globals = (Dict *)retain(REF(t->globals));
        f->pc = t->pc;
        t->frame = VAL(f);
    }
    return retain(t->frame);
}
static Value tb_lineno(VM *vm, Ref o) { return make_small(tb_line(o)); }
static Value tb_lasti(VM *vm, Ref o) { return make_small(as_tb(o)->pc * 2); }

/* traceback(tb_next, tb_frame, tb_lasti, tb_lineno) */
static Value tb_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"tb_next", "tb_frame", "tb_lasti", "tb_lineno"};
    Ref a[4] = {NULL, NULL, NULL, NULL};
    if (!args_bind(vm, "traceback", args, n, kwnames, names, 4, a)) return NULL;
    for (int i = 0; i < 4; i++)
        if (!a[i]) return err_raise(vm, EXC_TypeError, "traceback() missing required argument '%s' (pos %d)", names[i], i + 1);
    if (!is_none(a[0]) && !is_kind(a[0], KIND_TRACEBACK)) return err_raise(vm, EXC_TypeError, "expected traceback object or None, got '%T'", a[0]);
    if (!is_kind(a[1], KIND_FRAME)) return err_raise(vm, EXC_TypeError, "traceback() argument 'tb_frame' must be frame, not %T", a[1]);
    int64_t lasti, line;
    if (!num_index_i64(vm, a[2], &lasti) || !num_index_i64(vm, a[3], &line)) return NULL;
    Traceback *t = (Traceback *)obj_alloc(vm, CLASS(traceback), sizeof *t);
    if (!t) return NULL;
    t->next = is_none(a[0]) ? NO_VALUE : retain(a[0]);
    t->code = (Code *)retain(REF(as_frame(a[1])->code));
    t->globals = (Dict *)retain(REF(as_frame(a[1])->globals));
    t->pc = (int32_t)(lasti / 2);
    t->line = (int32_t)line;
    t->frame = retain(a[1]);
    return VAL(t);
}

static void tb_clear(VM *vm, Obj *o)
{
    value_clear(vm, &((Traceback *)o)->next);
    value_clear(vm, &((Traceback *)o)->frame);
}
static void tb_dealloc(VM *vm, Obj *o)
{
    Traceback *t = (Traceback *)o;
    tb_clear(vm, o);
    release(vm, VAL(t->code));
    release(vm, VAL(t->globals));
    obj_free(vm, o, sizeof *t);
}
static void tb_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Traceback *t = (const Traceback *)o;
    if (t->next) visit(t->next, arg);
    if (t->frame) visit(t->frame, arg);
    if (t->globals) visit(REF(t->globals), arg);
}

static const GetSetDef tb_getsets[] = {
    {"tb_next", tb_next, tb_set_next, NULL},
    {"tb_frame", tb_frame, readonly, NULL},
    {"tb_lasti", tb_lasti, readonly, NULL},
    {"tb_lineno", tb_lineno, readonly, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef traceback_def = {
    .name = "traceback",
    .doc = "Create a new traceback object.",
    .kind = KIND_TRACEBACK,
    .size = sizeof(Traceback),
    .flags = TYPE_GC,
    .s = {.new_ = tb_new},
    .dealloc = tb_dealloc,
    .traverse = tb_traverse,
    .clear = tb_clear,
    .getsets = tb_getsets,
};
