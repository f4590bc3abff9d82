/* jit.c: the compiler of hot code: copies of stencils one after the other, their holes filled (stencils.c, tools/stencils.py). Memory is written before it may be run, never after. */
#include "jit.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "lang/compile/code.h"
#include "eval_fast.h"

enum { FILL_WIDE, FILL_SHORT, FILL_NEAR }; /* 64 bits; 32 bits; 32 bits from where they stand */
typedef struct Fill { uint16_t at; int32_t addend; uint16_t symbol; uint8_t kind; } Fill;
typedef struct StencilRow { uint32_t code, bytes, fills, nfills; } StencilRow;
enum { JIT_INS = 20000, JIT_ROOM = 64 << 20 }; /* the longest code that is compiled; bytes of machine code in all */

int32_t jit_warmth(const char *asked)
{
    if (asked && strcmp(asked, "always") == 0) return JIT_HOT;
    return asked && strcmp(asked, "0") == 0 ? INT32_MIN : 0;
}

#ifdef PERCH_JIT
#include "stencils.inc"

enum { FORM_MAX = 3, HOLE_UNIT = 8, JUMP_BYTES = 5 };

static uint16_t operand(const Ins *i, int which) { return which == 0 ? i->a : which == 1 ? i->b : i->c; }

/* Does a loop's instruction give a pair that is taken apart at once? (eval.c's PAIR_FOLLOWS) */
static bool pair_follows(const Code *code, uint32_t at)
{
    const Ins *i = &code->ins[at];
    return i->op == BC_FOR_ITER && at + 2 < code->nins && i[2].op == BC_UNPACK_SEQ && i[2].a == i->a && i[2].c == 2 && i->a >= code->nlocals;
}

static unsigned variant_of(const Code *code, uint32_t at)
{
    const Ins *i = &code->ins[at];
    unsigned variant = 0;
    for (int k = 0; k < FORM_MAX; k++) {
        char letter = opcode_forms[i->op][k];
        if (letter && strchr("dsokub", letter) && operand(i, k) >= code->nlocals && operand(i, k) != NO_REG) variant |= 1u << k;
    }
    return i->op == BC_FOR_ITER ? (variant & 3) | (pair_follows(code, at) ? 4 : 0) : variant;
}

static const StencilRow *whole(const Code *code, uint32_t at)
{
    unsigned op = code->ins[at].op;
    if (op >= sizeof stencil_of / sizeof *stencil_of || !stencil_of[op][0]) return &stencil_rows[STENCIL_OUTSIDE];
    return &stencil_rows[stencil_of[op][variant_of(code, at)] - 1];
}

static const StencilRow *quick(const Code *code, uint32_t at, int kind)
{
    unsigned op = code->ins[at].op;
    if (kind < 0 || op >= sizeof quick_of / sizeof *quick_of || !quick_of[op][kind][0]) return NULL;
    return &stencil_rows[quick_of[op][kind][variant_of(code, at)] - 1];
}

/* Where a way out leads: past plain jumps. */
static uint32_t end_of_jumps(const Code *code, uint32_t at)
{
    for (int i = 0; i < 8 && at < code->nins && code->ins[at].op == BC_JMP; i++) at += 1 + (uint32_t)ins_bc(code->ins[at]);
    return at;
}

static Ref constant(const Code *code, const Ins *i)
{
    for (int k = 0; k < FORM_MAX; k++)
        if (opcode_forms[i->op][k] == 'n') return code->consts[operand(i, k)];
    return code->consts[(uint32_t)ins_bc(*i)];
}

/* What belongs into a hole of instruction `at`; *place: it is an instruction, whose machine code is meant. */
static uintptr_t filling(const Code *code, uint32_t at, int hole, bool *place)
{
    const Ins *i = &code->ins[at];
    *place = hole >= HOLE_NEXT;
    switch (hole) {
    case HOLE_A: return i->a * (uintptr_t)HOLE_UNIT;
    case HOLE_B: return i->b * (uintptr_t)HOLE_UNIT;
    case HOLE_C: return i->c * (uintptr_t)HOLE_UNIT;
    case HOLE_PAIR: return i[2].b * (uintptr_t)HOLE_UNIT;
    case HOLE_INT: return BITS(make_small(ins_bc(*i)));
    case HOLE_HERE: return (uintptr_t)(i + 1);
    case HOLE_CACHE: return i->c == NO_REG ? 0 : (uintptr_t)&code->caches[i->c];
    case HOLE_CONST: return BITS(constant(code, i));
    case HOLE_NEXT: return end_of_jumps(code, at + 1);
    case HOLE_OVER: return end_of_jumps(code, at + 2);
    case HOLE_OVER_PAIR: return end_of_jumps(code, at + 3);
    case HOLE_JUMP: return end_of_jumps(code, at + 1 + (uint32_t)ins_bc(*i));
    case HOLE_TRUE: return end_of_jumps(code, at + (i->c ? 1 : 2));
    default: return end_of_jumps(code, at + (i->c ? 2 : 1));
    }
}

typedef struct Plan { const Code *code; Jit *jit; const StencilRow **quick; uint32_t *whole_at; size_t bytes; } Plan; /* quick[i] NULL: the whole stands at at[i], else at whole_at[i] */

static unsigned char *put_stencil(Plan *p, const StencilRow *row)
{
    unsigned char *to = p->jit->code + p->bytes;
    memcpy(to, stencil_code + row->code, row->bytes);
    p->bytes += row->bytes;
    return to;
}

static bool put_near(unsigned char *to, uintptr_t value)
{
    int64_t number = (int64_t)(value - (uintptr_t)to);
    int32_t stored = (int32_t)number;
    memcpy(to, &stored, sizeof stored);
    return stored == number;
}

/* Fills the holes of the stencil at `from`. false: a distance does not fit. */
static bool fill(const Plan *p, uint32_t at, unsigned char *from, const StencilRow *row)
{
    bool fits = true;
    for (const Fill *fl = &stencil_fills[row->fills], *end = fl + row->nfills; fl < end; fl++) {
        unsigned char *to = from + fl->at;
        bool place = false;
        uintptr_t value = fl->symbol == HOLE_MISS ? (uintptr_t)p->jit->code + p->whole_at[at] : fl->symbol < HOLES ? filling(p->code, at, fl->symbol, &place)
                                                                                            : (uintptr_t)stencil_symbols[fl->symbol - HOLES];
        if (place) value = (uintptr_t)p->jit->code + p->jit->at[value];
        value += (uintptr_t)(intptr_t)fl->addend;
        int32_t stored = (int32_t)value;
        if (fl->kind == FILL_WIDE) memcpy(to, &value, sizeof value);
        else if (fl->kind == FILL_NEAR) fits = put_near(to, value) && fits;
        else {
            memcpy(to, &stored, sizeof stored);
            fits = fits && (uintptr_t)(intptr_t)stored == value;
        }
    }
    return fits;
}

/* Quick ways where there are some, one after the other; then the whole instructions that they leave to. */
static void lay_out(Plan *p)
{
    const Code *code = p->code;
    size_t bytes = 0;
    for (uint32_t i = 0; i < code->nins; i++) {
        p->jit->at[i] = (uint32_t)bytes;
        bytes += (p->quick[i] ? p->quick[i] : whole(code, i))->bytes;
    }
    for (uint32_t i = 0; i < code->nins; i++) {
        if (!p->quick[i]) continue;
        p->whole_at[i] = (uint32_t)bytes;
        bytes += whole(code, i)->bytes + JUMP_BYTES;
    }
    p->bytes = bytes;
}

static bool write_all(Plan *p)
{
    const Code *code = p->code;
    bool fits = true;
    p->bytes = 0;
    for (uint32_t i = 0; i < code->nins; i++) {
        const StencilRow *row = p->quick[i] ? p->quick[i] : whole(code, i);
        fits = fill(p, i, put_stencil(p, row), row) && fits;
    }
    for (uint32_t i = 0; i < code->nins; i++) {
        if (!p->quick[i]) continue;
        const StencilRow *row = whole(code, i);
        fits = fill(p, i, put_stencil(p, row), row) && fits;
        unsigned char *jump = p->jit->code + p->bytes; /* what ran on into the next jumps there from here */
        jump[0] = 0xe9;
        if (i + 1 < code->nins) fits = put_near(jump + 1, (uintptr_t)p->jit->code + p->jit->at[end_of_jumps(code, i + 1)] - 4) && fits;
        p->bytes += JUMP_BYTES;
    }
    return fits;
}

/* ---- which quick ways: guesses, no promises ---- */
/* What a register may hold when the code runs on: the value that it held just now, or one like what the last instruction put there. Borrowed, only its type is asked. */
typedef struct Guess { VM *vm; const Frame *f; const Code *code; Ref *held; } Guess;

static int row_kind(VM *vm, Ref o)
{
    if (!o || !is_heap(o)) return -1;
    Type *t = as_obj(o)->type;
    return t == CLASS(list) ? QUICK_LIST : t == CLASS(tuple) ? QUICK_TUPLE : t == CLASS(str) ? QUICK_STR : -1;
}

static Ref item_of(VM *vm, Ref o)
{
    int kind = row_kind(vm, o);
    if (kind == QUICK_STR) return o;
    const Value *at = kind == QUICK_LIST ? list_item(as_list(o), 0) : kind == QUICK_TUPLE ? tuple_item(as_tuple(o), 0) : NULL;
    return at ? *at : NULL;
}

static Ref attribute_of(const Guess *g, Ref o, const Cache *c)
{
    if (!o || !is_heap(o) || c->kind != 1 || c->version != as_obj(o)->type->version) return NULL;
    const Attrs *at = obj_attrs(as_obj(o));
    return at->shape == c->ptr ? at->values[c->index] : NULL;
}

static Ref content_of(VM *vm, Ref cell) { return cell && is_exact(cell, CLASS(cell)) ? ((Cell *)as_obj(cell))->value : NULL; }

static int number_kind(Ref a, Ref b)
{
    if (!a) a = b;
    if (!b) b = a;
    if (!a) return -1;
    return both_small(a, b) ? QUICK_INT : is_float(a) && is_float(b) ? QUICK_FLOAT : -1;
}

static int compared_kind(VM *vm, Ref a, Ref b)
{
    Ref text = a ? a : b;
    bool is_text = text && is_exact(text, CLASS(str)) && (!a || !b || is_exact(b, CLASS(str)));
    return is_text ? QUICK_STR : number_kind(a, b);
}

/* The operands of a binary instruction or a test. */
static void operands(const Guess *g, const Ins *i, int first, Ref *a, Ref *b)
{
    *a = g->held[operand(i, first)];
    *b = opcode_forms[i->op][first + 1] == 'n' ? g->code->consts[operand(i, first + 1)] : g->held[operand(i, first + 1)];
}

/* What arithmetic of such operands gives: ints a float where they are divided, and a float what has one on either side. NULL: who knows. */
static Ref sum_of(const Ins *i, int kind, Ref a, Ref b)
{
    bool divides = (i->op - BC_ADD) % (BC_ADDK - BC_ADD) == BC_DIV - BC_ADD; /* (each of the four forms has the operators in the same order) */
    if (kind == QUICK_INT && divides) return make_float(1);
    if (kind >= 0) return a ? a : b;
    return a && b && (is_float(a) || is_float(b)) ? make_float(1) : NULL;
}

/* The kind of instruction `at`; what it will put into its register is guessed, too. */
static int kind_of(Guess *g, uint32_t at)
{
    const Ins *i = &g->code->ins[at];
    int kind = -1;
    Ref a = NULL, b = NULL, gives = NULL;
    if (i->op >= BC_ADD && i->op <= BC_MATMULK_I) {
        operands(g, i, 1, &a, &b);
        kind = number_kind(a, b);
        gives = sum_of(i, kind, a, b);
    } else if (i->op >= BC_LT && i->op <= BC_GEK) {
        operands(g, i, 1, &a, &b);
        kind = number_kind(a, b);
        gives = V_TRUE;
    } else if (i->op >= BC_TEST_LT && i->op <= BC_TEST_GEK) {
        operands(g, i, 0, &a, &b);
        return compared_kind(g->vm, a, b);
    } else switch (i->op) {
    case BC_MOVE: case BC_COPY: gives = g->held[i->b]; break;
    case BC_LOAD_CELL: gives = content_of(g->vm, g->held[i->b]); break;
    case BC_LOAD_FREE: gives = content_of(g->vm, g->f->closure[i->b]); break;
    case BC_LOADK: gives = constant(g->code, i); break;
    case BC_LOAD_INT: gives = make_small(1); break;
    case BC_LOAD_GLOBAL: case BC_LOAD_NAME: {
        const Value *found = i->c != NO_REG && !g->f->locals ? cached_global(g->f, &g->code->caches[i->c]) : NULL;
        gives = found ? *found : NULL;
        break;
    }
    case BC_GETITEM: case BC_GETITEMK:
        a = g->held[i->b];
        if (i->op == BC_GETITEM || is_small(g->code->consts[i->c])) kind = row_kind(g->vm, a);
        gives = item_of(g->vm, a);
        break;
    case BC_TEST_IN: {
        VM *vm = g->vm;
        a = g->held[i->b];
        return a && is_exact(a, CLASS(set)) ? QUICK_SET : a && is_exact(a, CLASS(dict)) ? QUICK_DICT : -1;
    }
    case BC_CALL:
        if (i->c == 1 && g->held[i->b] && is_len(g->held[i->b])) kind = QUICK_LEN, gives = make_small(1);
        break;
    case BC_SETITEM: return row_kind(g->vm, g->held[i->a]);
    case BC_GETATTR:
        gives = attribute_of(g, g->held[i->b], &g->code->caches[i->c]);
        if (g->code->caches[i->c].kind == 1) kind = QUICK_SHAPE;
        break;
    case BC_LOAD_METHOD: {
        const Cache *c = &g->code->caches[i->c];
        VM *vm = g->vm;
        g->held[i->a] = c->kind == 1 && c->version == CLASS(list)->version ? (Ref)c->ptr2 : NULL; /* (list's own methods live as long as list) */
        break;
    }
    case BC_CALL_METHOD:
        if (i->c == 1 && g->held[i->b] && is_list_append(g->held[i->b])) kind = QUICK_LIST;
        break;
    case BC_SETATTR: return g->code->caches[i->c].kind == 1 ? QUICK_SHAPE : -1;
    case BC_LIST_APPEND: return QUICK_LIST;
    case BC_GET_ITER: gives = g->held[i->a] && is_heap(g->held[i->a]) ? g->held[i->a] : NULL; break; /* (the loop that runs just now has its own there) */
    case BC_FOR_ITER: {
        Ref it = g->held[i->b];
        if (!it || !is_heap(it)) kind = pair_follows(g->code, at) ? -1 : QUICK_RANGE;
        else if (as_obj(it)->kind == KIND_RANGE_ITER) kind = QUICK_RANGE, gives = make_small(1);
        else if (as_obj(it)->kind == KIND_LIST_ITER) kind = QUICK_LIST, gives = ((SeqIter *)as_obj(it))->seq ? item_of(g->vm, ((SeqIter *)as_obj(it))->seq) : NULL;
        break;
    }
    default: break;
    }
    if (opcode_forms[i->op][0] == 'd') g->held[i->a] = gives || i->a >= g->code->nlocals ? gives : (Ref)g->f->regs[i->a]; /* (a variable gets what is like the last) */
    return kind;
}

static void choose(VM *vm, const Frame *f, const StencilRow **quicks)
{
    const Code *code = f->code;
    Ref *held = malloc((code->nregs + 1u) * sizeof *held);
    if (!held) return;
    memcpy(held, f->regs, code->nregs * sizeof *held);
    Guess g = {vm, f, code, held};
    for (uint32_t i = 0; i < code->nins; i++) quicks[i] = quick(code, i, kind_of(&g, i));
    free(held);
}

static size_t header(const Code *code) { return (sizeof(Jit) + (code->nins + 1) * sizeof(uint32_t) + 15) & ~(size_t)15; }

static void unmap(VM *vm, Jit *jit)
{
    vm->jits.room -= jit->room;
    munmap(jit->code, jit->room);
    free(jit);
}

/* Its code may be what runs now: jits_sweep unmaps it. */
static void drop(VM *vm, Jit *jit)
{
    *(Jit **)jit->at = vm->jits.dead;
    vm->jits.dead = jit;
}

static Jit *compile(VM *vm, const Code *code, const StencilRow **quicks, uint32_t *whole_at)
{
    Jit *jit = malloc(header(code));
    if (!jit) return NULL;
    Plan p = {code, jit, quicks, whole_at, 0};
    lay_out(&p);
    jit->drop = drop;
    jit->room = (p.bytes + 4095) & ~(size_t)4095;
    jit->code = vm->jits.room + jit->room > JIT_ROOM ? MAP_FAILED : mmap(NULL, jit->room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    if (jit->code == MAP_FAILED) {
        free(jit);
        return NULL;
    }
    vm->jits.room += jit->room;
    if (write_all(&p) && mprotect(jit->code, jit->room, PROT_READ | PROT_EXEC) == 0) return jit;
    vm->jits.refused = true; /* a machine that lets nobody run what he wrote, or a program too far away */
    unmap(vm, jit);
    return NULL;
}

bool jit_compile(VM *vm, const Frame *f)
{
    Code *code = f->code;
    if (code->jit) return true;
    if (code->unread) return false; /* (its first instruction comes here again) */
    code->heat = INT32_MIN;
    if (vm->jits.refused || vm->warmth == INT32_MIN || code->nins > JIT_INS) return false;
    const StencilRow **quicks = calloc(code->nins, sizeof *quicks);
    uint32_t *whole_at = calloc(code->nins, sizeof *whole_at);
    if (quicks && whole_at) {
        choose(vm, f, quicks);
        code->jit = compile(vm, code, quicks, whole_at);
    }
    free(quicks);
    free(whole_at);
    if (code->jit) code->heat = JIT_HOT;
    return code->jit != NULL;
}

/* The machine code's registers are r12 to r14 (stencils.c). */
Value jit_enter(VM *vm, Frame *f, Value *regs, const unsigned char *at);
__asm__(
    ".text\n.globl jit_enter\n.type jit_enter, @function\njit_enter:\n"
    "push %r12\npush %r13\npush %r14\n"
    "mov %rdi, %r12\nmov %rsi, %r13\nmov %rdx, %r14\n"
    "call *%rcx\n"
    "pop %r14\npop %r13\npop %r12\nret\n"
    ".size jit_enter, .-jit_enter\n.section .note.GNU-stack,\"\",@progbits\n.text\n");

void jits_sweep(VM *vm)
{
    if (vm->jits.running) return;
    while (__builtin_expect(vm->jits.dead != NULL, 0)) {
        Jit *jit = vm->jits.dead;
        vm->jits.dead = *(Jit **)jit->at;
        unmap(vm, jit);
    }
}

Value jit_run(VM *vm, Frame *f)
{
    if (__builtin_expect(vm->jits.dead != NULL, 0)) jits_sweep(vm);
    const Jit *jit = f->code->jit;
    vm->jits.running++;
    Value v = jit_enter(vm, f, f->regs, jit->code + jit->at[f->pc - f->code->ins]);
    vm->jits.running--;
    return v;
}
#else
bool jit_compile(VM *vm, const Frame *f)
{
    f->code->heat = INT32_MIN;
    return false;
}
Value jit_run(VM *vm, Frame *f) { return JIT_GO_ON; }
void jits_sweep(VM *vm) {}
#endif
