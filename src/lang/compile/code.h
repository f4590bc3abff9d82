/* code.h: opcodes by name, and what the compiler and the tools share about Code objects. */
#ifndef PERCH_LANG_CODE_H
#define PERCH_LANG_CODE_H

#include "lang/object/func.h"
#include "lang/object/module.h"
#include "lang/object/str.h"

typedef enum {
#define BC(name, form, doc) BC_##name,
#include "opcodes.def"
    BC_COUNT
} Opcode;
enum { NO_REG = 0xFFFF };
enum { CODE_SHOWN = 0xFFFFF }; /* of Code.flags: what co_flags has */
enum { JMP_COMPREHENSION = 1, JMP_LOOP = 2 }; /* whose a JMP or JMP_BACK is (its operand a): lines are told by it (watch.h) */

extern const char *const opcode_names[BC_COUNT];
extern const char *const opcode_forms[BC_COUNT];

/* compile.c: the tree of a source to code. Raises SyntaxError (and RecursionError, MemoryError).
 * source: the text as a str, kept in the codes for tracebacks; may be NULL. */
struct Node;
Value compile_tree(VM *vm, struct Node *module, Ref filename, Ref source, int mode /* LangMode */, int how);
/* Parse and compile: what compile(), exec(), eval() and the front ends use. */
/* The tree that the source has is handed to `then` (NULL: compiled); it goes afterwards. */
struct Node;
typedef Value (*TreeFn)(VM *vm, struct Node *tree, void *arg);
/* `how`: partial, keeps_open and type_comments of ParseInput; the outermost level may await; annotations are texts; names are looked at and no code is made (None); above: minor of ParseInput */
enum { COMPILE_PARTIAL = 1, COMPILE_KEEPS_OPEN = 2, COMPILE_TYPE_COMMENTS = 4, COMPILE_AWAITS = 8, COMPILE_FUTURE_ANNOTATIONS = 16, COMPILE_NAMES_ALONE = 32, COMPILE_MINOR_AT = 8 };
Value compile_parsed(VM *vm, const char *src, size_t n, Ref filename, int mode, int how, bool is_text, TreeFn then, void *then_arg);
Value compile_source(VM *vm, const char *src, size_t n, Ref filename, int mode, bool is_text);
struct SyntaxErr;
Value raise_parse_error(VM *vm, const struct SyntaxErr *e, Ref filename); /* NULL */
/* disasm.c: --dump bytecode: the code and those inside it, as a str */
Value code_disassemble(VM *vm, Ref code);
Value code_replace(VM *vm, const Ref *args, int n, Ref kwnames); /* code_replace.c: the method */
/* Do two instructions stand at one place? Without a line they stand nowhere. */
static inline bool same_place(Span a, Span b) { return a.line == b.line && (!a.line || (a.end_line == b.end_line && a.col == b.col && a.end_col == b.end_col)); }
Value code_linetable(VM *vm, const Code *c);             /* code_linetable.c: co_linetable, and what replace() makes of one */
bool code_put_linetable(VM *vm, Code *c, Ref v);
void code_put_instruction(StrB *b, const Code *c, uint32_t i); /* "NUMBER OPCODE operands" */
void code_put_operands(StrB *b, const Code *c, uint32_t i);
/* verify.c: does the code keep the invariants of opcodes.def? SystemError says what is wrong. Run in checked builds. */
bool code_verify(VM *vm, Ref code);
/* code.c: a code that was compiled elsewhere, and those in it: the name of the file that it is of from now on, the text that it was compiled from. */
bool code_give_filename(VM *vm, Ref code, Ref path);
void code_give_source(VM *vm, Ref code, const char *text, size_t n);
/* code_image.c: a code as constant data (module.h: CodeImage), and back. The three parts of an image are bytes, one a character; the
 * caller drops them. false: an error is pending. */
struct Span *image_spans(const CodeImage *image); /* unpacked; NULL: no memory */
void image_spans_flat(const Span *spans, size_t n, unsigned char *out /*n * sizeof(Span)*/); /* ordered so that they pack well */
bool image_write(VM *vm, Ref code, StrB *data, StrB *ins, StrB *spans);
void code_drop_rest(VM *vm, Code *c); /* code_attrs.c: all that an unread code has not */
Value image_read(VM *vm, const CodeImage *image, Ref filename);
/* The same as bytes that may come from anywhere (marshal, .pyc files): they are checked before they are code. ValueError: they are none of this perch's. */
Value image_pack(VM *vm, Ref code);
Value image_unpack(VM *vm, const void *packed, size_t n, Ref filename);
uint16_t image_magic(void); /* another one, most likely, where the images of another perch cannot be read */

#endif
