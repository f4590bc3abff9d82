/* mod_string.c: the module _string: the syntax of str.format's texts for string.Formatter, piece by piece as format.c reads it. */
#include "lang/types/format_parts.h"
#include "lang/types/seq.h"

typedef struct Walk { Obj head; Value text; int64_t at; } Walk;
typedef struct StringState { Type *pieces, *steps; } StringState;
extern const ModuleDef string_module;

static Walk *as_walk(Ref v) { return (Walk *)BITS(v); }
static Value walk_iter(VM *vm, Ref self) { return retain(self); }
static void walk_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((Walk *)o)->text);
    obj_free(vm, o, sizeof(Walk));
}

static Value walk_new(VM *vm, Type *type, Ref text, int64_t at)
{
    Walk *w = (Walk *)obj_alloc(vm, type, sizeof(Walk));
    if (!w) return NULL;
    w->text = retain(text);
    w->at = at;
    return VAL(w);
}

/* (text, field's name, specification, conversion); the last three None where there is no field */
static Value next_piece(VM *vm, Ref self)
{
    Walk *w = as_walk(self);
    FormatPiece p;
    if (format_piece(vm, as_str(w->text), &w->at, as_str(w->text)->len, &p) <= 0) return NULL;
    const FormatField *f = &p.field;
    Value text = str_substr(vm, w->text, p.literal, p.literal_end), name = V_NONE, spec = V_NONE, conversion = V_NONE;
    if (p.has_field) {
        name = str_substr(vm, w->text, f->name, f->name_end);
        spec = str_substr(vm, w->text, f->spec, f->spec_end);
        if (f->conversion) conversion = str_from_char(vm, f->conversion);
    }
    Value r = text && name && spec && conversion ? tuple_of(vm, 4, (Ref)text, (Ref)name, (Ref)spec, (Ref)conversion) : NO_VALUE;
    release(vm, text);
    release(vm, name);
    release(vm, spec);
    release(vm, conversion);
    return r;
}

/* (is it an attribute?, its name or the key) */
static Value next_step(VM *vm, Ref self)
{
    Walk *w = as_walk(self);
    bool attribute;
    if (w->at >= as_str(w->text)->len) return NULL;
    Value key = format_step(vm, w->text, &w->at, as_str(w->text)->len, &attribute), r = key ? tuple_of(vm, 2, (Ref)make_bool(attribute), (Ref)key) : NO_VALUE;
    release(vm, key);
    return r;
}

#define WALK(id, text, step)                                                                                                                                \
    static const TypeDef id##_def = {.name = text, .kind = KIND_OPAQUE, .size = sizeof(Walk), .flags = TYPE_NO_NEW | TYPE_IMMUTABLE, .s = {.iter = walk_iter, .next = step}, \
                                     .dealloc = walk_dealloc}
WALK(pieces, "formatteriterator", next_piece);
WALK(steps, "fieldnameiterator", next_step);

static Value fn_parser(VM *vm, const Ref *args, int n, Ref kwnames)
{
    StringState *s = module_state(vm, &string_module);
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "expected str, got %T", args[0]);
    return s ? walk_new(vm, s->pieces, args[0], 0) : NO_VALUE;
}

static Value fn_split(VM *vm, const Ref *args, int n, Ref kwnames)
{
    StringState *s = module_state(vm, &string_module);
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "expected str, got %T", args[0]);
    int64_t end = format_first_end(as_str(args[0]), 0, as_str(args[0])->len);
    Value first = s ? format_key(vm, args[0], 0, end) : NO_VALUE, rest = first ? walk_new(vm, s->steps, args[0], end) : NO_VALUE;
    Value r = rest ? tuple_of(vm, 2, (Ref)first, (Ref)rest) : NO_VALUE;
    release(vm, first);
    release(vm, rest);
    return r;
}

static const NativeDef functions[] = {
    {"formatter_parser", fn_parser, "text, /", "The pieces of a format text, one after the other.", 0},
    {"formatter_field_name_split", fn_split, "name, /", "(first part of a field's name, an iterator of the steps behind it)", 0},
    {NULL, NULL, NULL, NULL, 0},
};

static bool init(VM *vm, Ref module, Dict *ns)
{
    StringState *s = as_module(module)->state;
    return (s->pieces = type_from_def(vm, &pieces_def, NULL)) && (s->steps = type_from_def(vm, &steps_def, NULL));
}
static void done(VM *vm, void *state)
{
    release(vm, VAL(((StringState *)state)->pieces));
    release(vm, VAL(((StringState *)state)->steps));
}

const ModuleDef string_module = {.name = "_string", .doc = "The syntax of format texts.", .functions = functions, .init = init, .state_size = sizeof(StringState), .done = done};
