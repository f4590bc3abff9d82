/* mod_tokenize.c: the module _tokenize: the compiler's own tokens of a text, one at a time. */
#include "lang/compile/code.h"
#include "lang/front/parse.h"
#include "lang/object/args.h"
#include "lang/object/vm.h"

typedef struct Tokens {
    Obj head;
    Value kinds;  /* the namespace of `token`: numbers of kinds by their names */
    Arena arena;
    ParseInput in;
    SyntaxErr err;
    struct Parser *parser;
} Tokens;

static Tokens *as_tokens(Ref v) { return (Tokens *)BITS(v); }

static Value fail(VM *vm, const Tokens *t)
{
    Value file = str_intern_c(vm, "<string>");
    if (file && t->err.kind != SYN_NONE) raise_parse_error(vm, &t->err, file);
    release(vm, file);
    return NULL;
}

static Value tokens_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"source"};
    Ref source = NULL;
    size_t len;
    if (!args_bind(vm, "tokenizeriter", args, n, kwnames, names, 1, &source)) return NULL;
    if (!source) return err_raise(vm, EXC_TypeError, "tokenizeriter() missing required argument 'source' (pos 1)");
    if (!is_str(source)) return err_raise(vm, EXC_TypeError, "tokenizeriter() argument 'source' must be str, not %T", source);
    Value module = import_module(vm, "token");
    Tokens *t = module ? (Tokens *)obj_alloc(vm, as_type(type), sizeof *t) : NULL;
    if (t) {
        arena_init(&t->arena, vm->mem);
        t->kinds = retain(REF(as_module(module)->dict));
    }
    release(vm, module);
    if (!t) return NULL;
    const char *s = str_utf8(vm, source, &len);
    const char *copy = s ? arena_dup(&t->arena, s, len) : NULL;
    t->in = (ParseInput){.src = copy, .len = len, .mode = PARSE_FILE, .is_text = true};
    if (copy) t->parser = parse_open_tokens(&t->arena, &t->in, &t->err);
    else if (s) err_no_memory(vm);
    if (t->parser) return VAL(t);
    if (!err_occurred(vm)) fail(vm, t);
    release(vm, VAL(t));
    return NULL;
}

/* text, kind, line, end line, column, end column, the line's text */
static Value tokens_next(VM *vm, Ref self)
{
    Tokens *t = as_tokens(self);
    ParseToken k;
    if (!parse_next_token(t->parser, &k)) return fail(vm, t);
    Ref kind = dict_get_c(vm, t->kinds, k.kind);
    Value text = k.text ? str_from_utf8(vm, k.text, k.len) : str_from_c(vm, ""), line = str_from_utf8(vm, k.line, k.line_len), r = NULL;
    if (text && line && kind)
        r = tuple_of(vm, 7, (Ref)text, kind, (Ref)make_small(k.lineno), (Ref)make_small(k.end_lineno), (Ref)make_small(k.col), (Ref)make_small(k.end_col), (Ref)line);
    else if (!err_occurred(vm)) err_raise(vm, EXC_SystemError, "token has no %s", k.kind);
    release(vm, text);
    release(vm, line);
    return r;
}

static Value tokens_iter(VM *vm, Ref self) { return retain(self); }
static void tokens_dealloc(VM *vm, Obj *o)
{
    Tokens *t = (Tokens *)o;
    arena_free(&t->arena);
    release(vm, t->kinds);
    obj_free(vm, o, sizeof *t);
}

static const TypeDef tokens_def = {.name = "_tokenize.TokenizerIter", .kind = KIND_OPAQUE, .size = sizeof(Tokens), .s = {.new_ = tokens_new, .iter = tokens_iter, .next = tokens_next},
    .dealloc = tokens_dealloc};

static bool init(VM *vm, Ref module, Dict *ns)
{
    Type *type = type_from_def(vm, &tokens_def, NULL);
    bool ok = type && module_add_type(vm, ns, type);
    release(vm, VAL(type));
    return ok;
}
const ModuleDef tokenize_module = {.name = "_tokenize", .doc = "The compiler's own tokens.", .init = init};
