/* compile.c: a tree to code: units, instructions, labels, constants and names; and the entries compile_tree and
 * compile_source. What statements and expressions become stands in the other compile_*.c files.
 *
 * Jumps carry label numbers until unit_close, which threads jumps to jumps, drops what cannot be reached and counts
 * the distances. While a unit is `dead` (behind a return, say) nothing is emitted, but everything is still checked.
 */
#include "compile_impl.h"

void fail_memory_c(Comp *c)
{
    if (!c->failed && !err_occurred(c->vm)) err_no_memory(c->vm);
    c->failed = true;
}

void *comp_alloc(Comp *c, size_t n)
{
    void *p = arena_alloc(c->arena, n);
    if (!p) {
        fail_memory_c(c);
        return NULL;
    }
    memset(p, 0, n);
    return p;
}

/* The array p with room for *cap > n items; NULL: failed, p stays as it was. */
void *comp_grow(Comp *c, void *p, int *cap, size_t item)
{
    int more = *cap ? *cap * 2 : 8;
    void *q = *cap ? arena_grow(c->arena, p, (size_t)*cap * item, (size_t)more * item) : arena_alloc(c->arena, (size_t)more * item);
    if (!q) {
        fail_memory_c(c);
        return NULL;
    }
    *cap = more;
    return q;
}

/* ---- names and constants ---- */

Ref name_str(Comp *c, Name *name)
{
    if (!name->str) {
        Value s = str_from_utf8(c->vm, name->s, name->len);
        if (s) s = str_intern(c->vm, s);
        if (!s) {
            c->failed = true;
            return (Ref)NULL;
        }
        name->str = s;
    }
    return name->str;
}

Name *comp_name(Comp *c, AstStr id)
{
    Name *n = name_mangle(&c->st, c->u->cur->private_name, id);
    if (!n) c->failed = true;
    return n;
}
Name *comp_name_plain(Comp *c, AstStr id)
{
    Name *n = name_get(&c->st, id.s, id.len);
    if (!n) c->failed = true;
    return n;
}

static struct NameSlot *name_slot(Comp *c, Name *name)
{
    Unit *u = c->u;
    if (u->nnames * 2 >= u->name_map_cap) {
        int cap = u->name_map_cap ? u->name_map_cap * 2 : 16;
        struct NameSlot *map = comp_alloc(c, (size_t)cap * sizeof *map);
        if (!map) return NULL;
        for (int i = 0; i < u->name_map_cap; i++) {
            if (!u->name_map[i].name) continue;
            uint32_t j = u->name_map[i].name->hash;
            while (map[j & (uint32_t)(cap - 1)].name) j++;
            map[j & (uint32_t)(cap - 1)] = u->name_map[i];
        }
        u->name_map = map;
        u->name_map_cap = cap;
    }
    uint32_t mask = (uint32_t)(u->name_map_cap - 1), j = name->hash;
    while (u->name_map[j & mask].name && u->name_map[j & mask].name != name) j++;
    struct NameSlot *slot = &u->name_map[j & mask];
    if (slot->name) return slot;
    if (u->nnames >= 65535) {
        comp_fail(c, c->loc, "too many names in one block");
        return NULL;
    }
    if (u->nnames == u->names_cap) {
        Name **names = comp_grow(c, u->names, &u->names_cap, sizeof *names);
        if (!names) return NULL;
        u->names = names;
    }
    if (!name_str(c, name)) return NULL;
    *slot = (struct NameSlot){name, u->nnames, {-1, -1, -1, -1}};
    u->names[u->nnames++] = name;
    return slot;
}

int name_index(Comp *c, Name *name)
{
    if (c->failed || !name) return 0;
    struct NameSlot *s = name_slot(c, name);
    return s ? s->index : 0;
}

enum { CACHES_OWN = 60000 }; /* beyond that, attribute caches are shared by name too */

int cache_new(Comp *c, Name *name)
{
    if (c->failed || c->u->dead || !name) return 0;
    Unit *u = c->u;
    int index = name_index(c, name);
    if (u->ncaches >= CACHES_OWN) return cache_shared(c, name, 1);
    if (u->ncaches == u->caches_cap) {
        Cache *p = comp_grow(c, u->caches, &u->caches_cap, sizeof *p);
        if (!p) return 0;
        u->caches = p;
    }
    u->caches[u->ncaches] = (Cache){.name = (uint16_t)index};
    return u->ncaches++;
}

int cache_shared(Comp *c, Name *name, int which)
{
    if (c->failed || c->u->dead || !name) return 0;
    Unit *u = c->u;
    struct NameSlot *s = name_slot(c, name);
    if (!s) return 0;
    if (s->caches[which] < 0) {
        if (u->ncaches >= 65535) {
            comp_fail(c, c->loc, "too many names in one block");
            return 0;
        }
        if (u->ncaches == u->caches_cap) {
            Cache *p = comp_grow(c, u->caches, &u->caches_cap, sizeof *p);
            if (!p) return 0;
            u->caches = p;
        }
        u->caches[u->ncaches] = (Cache){.name = (uint16_t)s->index};
        s->caches[which] = u->ncaches++;
    }
    return s->caches[which];
}

/* Two constants are one when nothing can tell them apart. */
static bool const_same(Ref a, Ref b)
{
    if (a == b) return true;
    if (!is_heap(a) || !is_heap(b) || as_obj(a)->kind != as_obj(b)->kind || as_obj(a)->type != as_obj(b)->type) return false;
    switch (as_obj(a)->kind) {
    case KIND_STR: return str_equal(a, b);
    case KIND_BYTES: return as_bytes(a)->len == as_bytes(b)->len && memcmp(as_bytes(a)->data, as_bytes(b)->data, (size_t)as_bytes(a)->len) == 0;
    case KIND_INT: return int_compare(a, b) == 0;
    case KIND_COMPLEX: return memcmp(&((Complex *)BITS(a))->re, &((Complex *)BITS(b))->re, 2 * sizeof(double)) == 0;
    case KIND_TUPLE:
        if (as_tuple(a)->len != as_tuple(b)->len) return false;
        for (int64_t i = 0; i < as_tuple(a)->len; i++)
            if (!const_same(as_tuple(a)->items[i], as_tuple(b)->items[i])) return false;
        return true;
    default: return false;
    }
}

static uint32_t const_hash(VM *vm, Ref v)
{
    uint64_t h = BITS(v);
    if (is_heap(v)) {
        switch (as_obj(v)->kind) {
        case KIND_STR: h = (uint64_t)str_hash(vm, v); break;
        case KIND_BYTES: {
            h = 77;
            for (int64_t i = 0; i < as_bytes(v)->len; i++) h = h * 31 + as_bytes(v)->data[i];
            break;
        }
        case KIND_INT: h = (uint64_t)num_hash_int(v); break;
        case KIND_COMPLEX: memcpy(&h, &((Complex *)BITS(v))->im, sizeof h); break;
        case KIND_TUPLE:
            h = 5;
            for (int64_t i = 0; i < as_tuple(v)->len; i++) h = h * 1000003 + const_hash(vm, as_tuple(v)->items[i]);
            break;
        default: break;
        }
    }
    h *= 0x9E3779B97F4A7C15u;
    return (uint32_t)(h >> 32);
}

int const_add(Comp *c, Value v)
{
    Unit *u = c->u;
    if (!v || c->failed || u->dead) {
        if (!v) c->failed = true;
        release(c->vm, v);
        return 0;
    }
    if (u->nconsts * 2 >= u->const_map_cap) {
        int cap = u->const_map_cap ? u->const_map_cap * 2 : 16;
        uint32_t *map = comp_alloc(c, (size_t)cap * sizeof *map);
        if (!map) goto fail;
        for (int i = 0; i < u->nconsts; i++) {
            uint32_t j = const_hash(c->vm, u->consts[i]);
            while (map[j & (uint32_t)(cap - 1)]) j++;
            map[j & (uint32_t)(cap - 1)] = (uint32_t)i + 1;
        }
        u->const_map = map;
        u->const_map_cap = cap;
    }
    uint32_t mask = (uint32_t)(u->const_map_cap - 1), j = const_hash(c->vm, v);
    for (; u->const_map[j & mask]; j++) {
        uint32_t at = u->const_map[j & mask] - 1;
        if (!const_same(u->consts[at], v)) continue;
        release(c->vm, v);
        return (int)at;
    }
    if (u->nconsts == u->consts_cap) {
        Value *p = comp_grow(c, u->consts, &u->consts_cap, sizeof *p);
        if (!p) goto fail;
        u->consts = p;
    }
    u->const_map[j & mask] = (uint32_t)u->nconsts + 1;
    u->consts[u->nconsts] = v;
    return u->nconsts++;
fail:
    release(c->vm, v);
    return 0;
}

/* ---- registers ---- */

Reg temp_push(Comp *c)
{
    Unit *u = c->u;
    if (u->sp >= REG_LIMIT) {
        comp_fail(c, c->loc, "expression or block too large: it needs too many registers");
        return u->sp;
    }
    Reg r = u->sp++;
    if (u->sp > u->max_sp) u->max_sp = u->sp;
    return r;
}

Reg temp_dest(Comp *c, Reg want) { return want < ANY ? want : temp_push(c); }

void load_const(Comp *c, Reg d, Value v)
{
    if (v && is_small(v) && small_of(v) >= INT32_MIN && small_of(v) <= INT32_MAX) {
        emit_wide(c, BC_LOAD_INT, d, (int32_t)small_of(v));
        return;
    }
    emit_wide(c, BC_LOADK, d, const_add(c, v));
}

Reg push_const(Comp *c, Value v)
{
    Reg d = temp_push(c);
    load_const(c, d, v);
    return d;
}

const AstSpan *loc_nowhere(Comp *c)
{
    const AstSpan *was = c->loc;
    c->loc = NULL;
    return was;
}

/* ---- bound sets ---- */

static uint64_t *bits_new(Comp *c) { return comp_alloc(c, (size_t)(c->u->words ? c->u->words : 1) * sizeof(uint64_t)); }

void bound_forget(Comp *c)
{
    for (int i = 0; i < c->u->words; i++) c->u->bound[i] &= ~c->u->deletable[i];
}

void bound_to_label(Comp *c, Label l, bool forget)
{
    Unit *u = c->u;
    if (c->failed || u->dead || !u->words) return;
    struct LabelInfo *info = &u->labels[l];
    if (!info->bound) {
        info->bound = bits_new(c);
        if (!info->bound) return;
        memset(info->bound, 0xFF, (size_t)u->words * sizeof(uint64_t));
    }
    for (int i = 0; i < u->words; i++) info->bound[i] &= forget ? u->bound[i] & ~u->deletable[i] : u->bound[i];
}

bool bound_has(Comp *c, Reg r) { return c->failed || (c->u->bound[r >> 6] >> (r & 63) & 1); }
void bound_add(Comp *c, Reg r)
{
    if (!c->failed) c->u->bound[r >> 6] |= (uint64_t)1 << (r & 63);
}
void bound_drop(Comp *c, Reg r)
{
    if (!c->failed) c->u->bound[r >> 6] &= ~((uint64_t)1 << (r & 63));
}

/* ---- instructions ---- */


static uint16_t column(int col) { return col < 0 || col >= 0xFFFF ? 0xFFFF : (uint16_t)col; }

int emit(Comp *c, Opcode op, int a, int b, int cc)
{
    Unit *u = c->u;
    if (c->failed || u->dead) return -1;
    if (u->n == u->cap) {
        int cap = u->cap;
        Ins *p = comp_grow(c, u->ins, &cap, sizeof *p);
        if (!p) return -1;
        u->ins = p;
        cap = u->cap;
        Span *s = comp_grow(c, u->spans, &cap, sizeof *s);
        if (!s) return -1;
        u->spans = s;
        u->cap = cap;
    }
    u->ins[u->n] = (Ins){(uint16_t)op, (uint16_t)a, (uint16_t)b, (uint16_t)cc};
    Span s = {0, 0, 0, 0};
    if (c->loc)
        s = (Span){(uint32_t)c->loc->lineno, (uint32_t)c->loc->end_lineno, column(c->loc->col_offset), column(c->loc->end_col_offset)};
    u->spans[u->n] = s;
    bool paired = u->n > 0 && has_pair(u->ins[u->n - 1].op);
    if (ends_flow(op) && !paired) u->dead = true;
    return u->n++;
}

void emit_wide(Comp *c, Opcode op, int a, int32_t w)
{
    emit(c, op, a, (int)((uint32_t)w & 0xFFFF), (int)((uint32_t)w >> 16));
}

void emit_jump(Comp *c, Opcode op, int a, Label target)
{
    if (c->failed || c->u->dead) return;
    c->u->labels[target].refs++;
    bound_to_label(c, target, false);
    emit_wide(c, op, a, target);
}

Label label_new(Comp *c)
{
    Unit *u = c->u;
    if (u->nlabels == u->labels_cap) {
        struct LabelInfo *p = comp_grow(c, u->labels, &u->labels_cap, sizeof *p);
        if (!p) return 0;
        u->labels = p;
    }
    u->labels[u->nlabels] = (struct LabelInfo){-1, 0, NULL};
    return u->nlabels++;
}

bool label_is_set(Comp *c, Label l) { return !c->failed && c->u->labels[l].pos >= 0; }

void label_here(Comp *c, Label l)
{
    Unit *u = c->u;
    if (c->failed) return;
    struct LabelInfo *info = &u->labels[l];
    info->pos = u->n;
    if (u->dead && info->refs) {
        u->dead = false;
        if (info->bound) memcpy(u->bound, info->bound, (size_t)u->words * sizeof(uint64_t));
    } else if (!u->dead && info->bound) {
        for (int i = 0; i < u->words; i++) u->bound[i] &= info->bound[i];
    }
}

/* ---- units ---- */

Unit *unit_open(Comp *c, Scope *scope, Name *name, const AstSpan *span)
{
    Unit *u = comp_alloc(c, sizeof *u);
    if (!u || !scope || !name) {
        c->failed = true;
        return NULL;
    }
    *u = (Unit){.up = c->u, .scope = scope, .cur = scope, .name = name, .nlocals = scope->nlocals, .sp = scope->nlocals, .max_sp = scope->nlocals};
    u->first_line = span ? (uint32_t)span->lineno : 1;
    u->words = (scope->nlocals + 63) / 64;
    c->u = u;
    if (scope->nlocals >= 0x8000) comp_fail(c, span, "too many local variables");
    u->bound = bits_new(c);
    u->deletable = bits_new(c);
    if (c->failed) return u;
    for (Sym *y = scope->syms; y; y = y->next) {
        if (y->reg < 0) continue;
        if (y->flags & SYM_PARAM) bound_add(c, y->reg);
        if (y->flags & SYM_DELETED) u->deletable[y->reg >> 6] |= (uint64_t)1 << (y->reg & 63);
    }
    return u;
}

static void *copy_block(Comp *c, const void *p, size_t n)
{
    if (!n) return NULL;
    void *q = mem_alloc(c->vm->mem, n);
    if (!q) fail_memory_c(c);
    else memcpy(q, p, n);
    return q;
}

static int range_cmp_excepts(const void *x, const void *y) /* outermost first */
{
    const CodeRange *a = x, *b = y;
    if (a->nesting != b->nesting) return a->nesting < b->nesting ? -1 : 1;
    return a->start < b->start ? -1 : a->start > b->start;
}
static int range_cmp_handlers(const void *x, const void *y) /* innermost first */
{
    const CodeRange *a = x, *b = y;
    if (a->nesting != b->nesting) return a->nesting > b->nesting ? -1 : 1;
    return a->start < b->start ? -1 : a->start > b->start;
}

static Str *own_str(Ref s) { return as_str(retain(s)); }

static void fill_code(Comp *c, Code *code)
{
    Unit *u = c->u;
    VM *vm = c->vm;
    Mem *m = vm->mem;
    code->doc = u->doc ? retain(u->doc) : V_NONE;
    code->source = c->source ? retain(c->source) : NO_VALUE;
    code->filename = own_str(c->filename);
    code->name = own_str(name_str(c, u->name));
    code->qualname = own_str(u->qualname ? (Ref)u->qualname : REF(code->name));
    code->flags = u->flags;
    code->first_line = u->first_line;
    code->argcount = (uint16_t)u->argcount;
    code->posonly = (uint16_t)u->posonly;
    code->kwonly = (uint16_t)u->kwonly;
    code->nlocals = (uint16_t)u->nlocals;
    code->nregs = (uint16_t)u->max_sp;
    code->ins = copy_block(c, u->ins, (size_t)u->n * sizeof *u->ins);
    if (!c->failed) code->nins = (uint32_t)u->n;
    code->spans = copy_block(c, u->spans, code->nins * sizeof *u->spans);
    code->caches = copy_block(c, u->caches, (size_t)u->ncaches * sizeof *u->caches);
    if (code->caches) code->ncaches = (uint32_t)u->ncaches;
    code->consts = copy_block(c, u->consts, (size_t)u->nconsts * sizeof *u->consts);
    if (code->consts) {
        code->nconsts = (uint32_t)u->nconsts;
        u->nconsts = 0; /* they moved */
    }
    if (u->nnames && (code->names = mem_alloc(m, (size_t)u->nnames * sizeof(Str *)))) {
        code->nnames = (uint32_t)u->nnames;
        for (int i = 0; i < u->nnames; i++) code->names[i] = own_str(u->names[i]->str);
    }
    if (u->nlocals && (code->localnames = mem_zalloc(m, (size_t)u->nlocals * sizeof(Str *)))) {
        for (int i = 0; i < u->nlocals; i++) {
            Ref s = name_str(c, u->scope->reg_names[i]);
            code->localnames[i] = own_str(s ? s : NAME(empty));
        }
    } else if (u->nlocals) code->nlocals = 0;
    int nfree = u->scope->nfree;
    if (nfree && (code->freenames = mem_alloc(m, (size_t)nfree * sizeof(Str *)))) {
        code->nfree = (uint16_t)nfree;
        code->captures = mem_alloc(m, (size_t)nfree * sizeof(uint16_t));
        for (int i = 0; i < nfree; i++) {
            Ref s = name_str(c, u->scope->frees[i]->name);
            code->freenames[i] = own_str(s ? s : NAME(empty));
            if (code->captures) code->captures[i] = u->captures ? u->captures[i] : 0;
        }
        if (!code->captures) fail_memory_c(c);
    }
    if (u->nhandlers && (code->handlers = mem_alloc(m, (size_t)u->nhandlers * sizeof(Handler)))) {
        for (int i = 0; i < u->nhandlers; i++) {
            CodeRange *r = &u->handlers[i];
            if (r->start < r->end) code->handlers[code->nhandlers++] = (Handler){r->start, r->end, (uint32_t)r->target, (uint16_t)r->depth, (uint16_t)r->reg};
        }
        if (code->nhandlers < (uint32_t)u->nhandlers) {
            Handler *h = copy_block(c, code->handlers, code->nhandlers * sizeof *h);
            mem_free(m, code->handlers, (size_t)u->nhandlers * sizeof *h);
            code->handlers = h;
            if (!h) code->nhandlers = 0;
        }
    } else if (u->nhandlers) fail_memory_c(c);
    if (u->nexcepts && (code->excepts = mem_alloc(m, (size_t)u->nexcepts * sizeof(ExceptRegion)))) {
        code->nexcepts = (uint32_t)u->nexcepts;
        for (int i = 0; i < u->nexcepts; i++) code->excepts[i] = (ExceptRegion){u->excepts[i].start, u->excepts[i].end, (uint16_t)u->excepts[i].reg};
    }
    if ((u->nnames && !code->names) || (u->nlocals && !code->localnames) || (nfree && !code->freenames) ||
        (u->nexcepts && !code->excepts)) fail_memory_c(c);
    if (!c->failed) code->site_base = sites_reserve(vm, code);
}

/* Variables of enclosing frames that the code being closed uses: where the enclosing unit finds each one's cell. */
static void find_captures(Comp *c)
{
    Unit *u = c->u;
    int n = u->scope->nfree;
    if (!n || !u->up) return;
    u->captures = comp_alloc(c, (size_t)n * sizeof *u->captures);
    for (int i = 0; i < n && !c->failed; i++) {
        Name *name = u->scope->frees[i]->name;
        Scope *s = u->scope->parent;
        for (; s; s = s->parent) {
            Sym *y = scope_find(s, name);
            if (y && s->inlined && y->kind == SYM_K_CELL && y->reg >= 0) { u->captures[i] = (uint16_t)y->reg; break; }
            if (s->inlined) continue;
            if (y && y->free >= 0) u->captures[i] = (uint16_t)(0x8000 + y->free);
            else if (y && y->reg >= 0) u->captures[i] = (uint16_t)y->reg;
            break;
        }
    }
}

Value unit_close(Comp *c)
{
    Unit *u = c->u;
    VM *vm = c->vm;
    Value result = NO_VALUE;
    if (!u) return NO_VALUE;
    if (!c->failed) {
        find_captures(c);
        finish_jumps(c);
        if (u->nhandlers > 1) qsort(u->handlers, (size_t)u->nhandlers, sizeof *u->handlers, range_cmp_handlers);
        if (u->nexcepts > 1) qsort(u->excepts, (size_t)u->nexcepts, sizeof *u->excepts, range_cmp_excepts);
    }
    if (!c->failed && name_str(c, u->name)) {
        Code *code = (Code *)obj_alloc(vm, CLASS(code), sizeof *code);
        if (!code) c->failed = true;
        else {
            code->heat = vm->warmth;
            fill_code(c, code);
            result = VAL(code);
            if (c->failed) release(vm, result), result = NO_VALUE;
        }
    }
    for (int i = 0; i < u->nconsts; i++) release(vm, u->consts[i]);
    release(vm, u->doc);
    release(vm, u->qualname);
    c->u = u->up;
#ifdef PERCH_CHECKED
    if (result && !code_verify(vm, result)) {
        release(vm, result);
        c->failed = true;
        return NO_VALUE;
    }
#endif
    return result;
}

/* ---- entries ---- */

static void raise_from_symtable(void *ctx, const AstSpan *span, const char *msg) { raise_syntax_at(ctx, span, msg); }

static bool is_cell(int mode) { return mode >= LANG_CELL; }

/* `from __future__ import ...` at the head of the module, or anywhere on a cell's outermost level. */
static void find_future(Comp *c, Node *module)
{
    NodeSeq seq = module->kind == AST_Module ? module->Module.body : module->kind == AST_Interactive ? module->Interactive.body : (NodeSeq){NULL, 0};
    static const char *const known[] = {"nested_scopes", "generators", "division", "absolute_import", "with_statement", "print_function",
        "unicode_literals", "barry_as_FLUFL", "generator_stop", "annotations"};
    int i = is_docstring(seq) ? 1 : 0;
    for (; i < seq.n && !c->failed; i++) {
        Node *n = seq.items[i];
        if (n->kind != AST_ImportFrom || n->ImportFrom.level || !n->ImportFrom.module.s || n->ImportFrom.module.len != 10 ||
            memcmp(n->ImportFrom.module.s, "__future__", 10) != 0) {
            if (is_cell(c->mode)) continue;
            break;
        }
        for (int k = 0; k < n->ImportFrom.names.n && !c->failed; k++) {
            AstStr id = n->ImportFrom.names.items[k]->alias.name;
            bool ok = false;
            for (size_t j = 0; j < sizeof known / sizeof *known; j++) ok = ok || (strlen(known[j]) == id.len && memcmp(known[j], id.s, id.len) == 0);
            AstSpan at = n->span;
            at.end_lineno = at.lineno;
            at.end_col_offset = -2; /* CPython gives no end here */
            if (id.len == 11 && memcmp(id.s, "annotations", 11) == 0) c->future_annotations = true;
            if (id.len == 6 && memcmp(id.s, "braces", 6) == 0) comp_fail(c, &at, "not a chance");
            else if (!ok) comp_fail(c, &at, "future feature %.*s is not defined", (int)id.len, id.s);
        }
    }
}

static void compile_module(Comp *c, Node *module)
{
    static const AstSpan start = {1, 0, 1, 0};
    Unit *u = c->u;
    c->loc = &start;
    u->flags = CODE_MODULE;
    if (module->kind == AST_Expression) {
        Reg r = expr(c, module->Expression.body, ANY);
        emit(c, BC_RETURN, r, 0, 0);
        return;
    }
    NodeSeq seq = module->kind == AST_Interactive ? module->Interactive.body : module->Module.body;
    int from = 0;
    if (c->st.top->annotated) emit(c, BC_SETUP_ANNOTATIONS, 0, 0, 0);
    bool cell = is_cell(c->mode); /* a text there is a value to show, not a docstring */
    struct Node *last = seq.n ? seq.items[seq.n - 1] : NULL;
    if (c->mode == LANG_CELL || c->mode == LANG_CELL_ASSIGN) c->shown = last;
    c->shows_all = c->mode == LANG_SINGLE || c->mode == LANG_CELL_ALL;
    if (module->kind == AST_Module && !cell && is_docstring(seq)) {
        c->loc = &seq.items[0]->span;
        if (comp_keeps_docs(c)) name_store(c, (AstStr){"__doc__", 7}, push_const(c, fold_const(c, seq.items[0]->Expr.value)));
        u->sp = u->nlocals;
        from = 1;
    }
    for (int i = from; i < seq.n && !c->failed; i++) {
        c->shows_all |= c->mode == LANG_CELL_LAST && seq.items[i] == last;
        stmt(c, seq.items[i]);
    }
    if (c->mode == LANG_CELL_ASSIGN && last && !c->failed) stmt_show_assigned(c, last);
    emit(c, BC_RETURN_NONE, 0, 0, 0);
}

Value compile_tree(VM *vm, Node *module, Ref filename, Ref source, int mode, int how)
{
    Arena arena;
    arena_init(&arena, vm->mem);
    Comp c = {.vm = vm, .arena = &arena, .filename = filename, .source = source, .mode = mode};
    c.st = (Symtable){.vm = vm, .arena = &arena, .raise = raise_from_symtable, .raise_ctx = &c};
    Value code = NO_VALUE;
    c.future_annotations = how & COMPILE_FUTURE_ANNOTATIONS;
    find_future(&c, module);
    if (is_cell(mode)) vm->cell_annotations = c.future_annotations = c.future_annotations || vm->cell_annotations;
    c.st.future_annotations = c.future_annotations;
    if (!c.failed && symtable_build(&c.st, module)) {
        if (how & COMPILE_NAMES_ALONE) code = V_NONE;
        c.st.top->async = is_cell(mode) || how & COMPILE_AWAITS;
        Name *name = name_get(&c.st, "<module>", 8);
        if (!code && unit_open(&c, c.st.top, name, NULL)) {
            compile_module(&c, module);
            code = unit_close(&c);
        }
        while (c.u) release(vm, unit_close(&c));
    }
    symtable_close(&c.st);
    arena_free(&arena);
    if (!code && !err_occurred(vm)) err_no_memory(vm);
    return code;
}

/* ---- what the parser asks ---- */

struct ParseCtx { VM *vm; Ref filename; Ref source; };

static int hook_decode(void *ctx, Arena *a, const char *encoding, const char *s, size_t len, const char **out, size_t *out_len, const char **msg)
{
    VM *vm = ((struct ParseCtx *)ctx)->vm;
    Value text = codec_decode(vm, s, (int64_t)len, encoding, NULL);
    size_t n;
    if (!text) {
        bool unknown = err_matches(vm, EXC_LookupError);
        Value e = err_take(vm);
        Value words = op_str(vm, e);
        const char *w = words ? str_utf8(vm, words, &n) : NULL;
        *msg = w ? arena_dup(a, w, n) : "decoding problem";
        release(vm, words);
        release(vm, e);
        err_clear(vm);
        return unknown ? 0 : -1;
    }
    const char *u = str_utf8(vm, text, &n);
    *out = u ? arena_dup(a, u, n) : NULL;
    *out_len = n;
    release(vm, text);
    return *out ? 1 : -1;
}

static bool hook_warn(void *ctx, ParseWarnKind kind, const char *msg, int line)
{
    struct ParseCtx *h = ctx;
    return warn_syntax(h->vm, kind == PARSE_WARN_SYNTAX ? EXC_SyntaxWarning : EXC_DeprecationWarning, h->filename, line, msg, h->source);
}

Value raise_parse_error(VM *vm, const SyntaxErr *e, Ref filename)
{
    ExcId id = EXC_SyntaxError;
    switch (e->kind) {
    case SYN_INDENTATION: id = EXC_IndentationError; break;
    case SYN_TAB: id = EXC_TabError; break;
    case SYN_MEMORY: return e->msg && *e->msg ? err_raise(vm, EXC_MemoryError, "%s", e->msg) : err_no_memory(vm);
    case SYN_RECURSION: return err_raise(vm, EXC_RecursionError, "%s", e->msg);
    case SYN_VALUE: return err_raise(vm, EXC_ValueError, "%s", e->msg);
    default: break;
    }
    Value place[5] = {int_from_i64(vm, e->lineno), int_from_i64(vm, e->offset), V_NONE,
        e->end_lineno < 0 ? V_NONE : int_from_i64(vm, e->end_lineno), e->end_lineno < 0 ? V_NONE : int_from_i64(vm, e->end_offset)};
    if (e->text) {
        StrB b = STRB_INIT(vm);
        Value line = str_from_utf8(vm, e->text, e->text_len);
        if (!line) { /* not UTF-8: show what can be shown */
            err_clear(vm);
            line = str_from_latin1(vm, e->text, e->text_len);
        }
        if (line) strb_str(&b, line);
        if (!e->bare && (!e->text_len || e->text[e->text_len - 1] != '\n')) strb_char(&b, '\n');
        release(vm, line);
        place[2] = strb_take(&b);
    }
    Value exc = syntax_error_new(vm, id, e->msg, filename, place);
    return exc ? err_raise_obj(vm, exc) : NO_VALUE;
}

Value compile_parsed(VM *vm, const char *src, size_t n, Ref filename, int mode, int how, bool is_text, TreeFn then, void *then_arg)
{
    Arena arena;
    arena_init(&arena, vm->mem);
    Value source = str_from_utf8(vm, src, n); /* kept for carets and warnings; a source in another encoding has none */
    if (!source) err_clear(vm);
    struct ParseCtx ctx = {vm, filename, source};
    ParseHooks hooks = {.ctx = &ctx, .decode = hook_decode, .warn = hook_warn};
    ParseInput in = {.src = src, .len = n, .mode = mode == LANG_EVAL ? PARSE_EVAL : mode == LANG_SINGLE ? PARSE_SINGLE : mode == LANG_FUNC_TYPE ? PARSE_FUNC_TYPE : PARSE_FILE,
        .type_comments = how & COMPILE_TYPE_COMMENTS, .minor = how >> COMPILE_MINOR_AT, .partial = how & COMPILE_PARTIAL, .keeps_open = how & COMPILE_KEEPS_OPEN,
        .is_text = is_text, .is_file = !is_text, .max_int_digits = vm->int_max_digits, .hooks = &hooks};
    SyntaxErr e = {0};
    Node *tree = parse_source(&arena, &in, &e);
    Value code = NO_VALUE;
    if (tree && then) code = then(vm, tree, then_arg);
    else if (tree) code = compile_tree(vm, tree, filename, source, mode, how);
    else if (!err_occurred(vm)) raise_parse_error(vm, &e, filename);
    release(vm, source);
    arena_free(&arena);
    return code;
}

Value compile_source(VM *vm, const char *src, size_t n, Ref filename, int mode, bool is_text)
{
    return compile_parsed(vm, src, n, filename, mode, 0, is_text, NULL, NULL);
}
