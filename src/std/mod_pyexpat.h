/* mod_pyexpat.h: what the files of the module pyexpat share: libexpat's functions, and the parser. */
#ifndef PERCH_STD_MOD_PYEXPAT_H
#define PERCH_STD_MOD_PYEXPAT_H

#include "lang/object/vm.h"

extern const ModuleDef pyexpat_module;

#if __has_include(<expat.h>)
#include <expat.h>
#define HAVE_EXPAT 1

/* What a program may be told of; each is an attribute of the parser, and has its function XML_Set… */
#define EXPAT_HANDLERS(X) X(StartElementHandler) X(EndElementHandler) X(ProcessingInstructionHandler) X(CharacterDataHandler) X(UnparsedEntityDeclHandler) \
    X(NotationDeclHandler) X(StartNamespaceDeclHandler) X(EndNamespaceDeclHandler) X(CommentHandler) X(StartCdataSectionHandler) X(EndCdataSectionHandler) \
    X(DefaultHandler) X(DefaultHandlerExpand) X(NotStandaloneHandler) X(ExternalEntityRefHandler) X(StartDoctypeDeclHandler) X(EndDoctypeDeclHandler) \
    X(EntityDeclHandler) X(XmlDeclHandler) X(ElementDeclHandler) X(AttlistDeclHandler) X(SkippedEntityHandler)
enum {
#define X(name) H_##name,
    EXPAT_HANDLERS(X)
#undef X
    H_COUNT
};

#define EXPAT_FUNCTIONS(X) X(ParserCreate_MM) X(ParserFree) X(Parse) X(StopParser) X(SetUserData) X(SetEncoding) X(SetBase) X(GetBase) X(GetInputContext) \
    X(ExternalEntityParserCreate) X(SetParamEntityParsing) X(UseForeignDTD) X(SetReturnNSTriplet) X(SetUnknownEncodingHandler) X(SetHashSalt) X(GetErrorCode) \
    X(ErrorString) X(GetCurrentLineNumber) X(GetCurrentColumnNumber) X(GetCurrentByteIndex) X(GetSpecifiedAttributeCount) X(FreeContentModel) X(ExpatVersion) \
    X(ExpatVersionInfo) X(GetFeatureList)

typedef struct ExpatLibrary {
#define X(name) __typeof__(&XML_##name) name;
    EXPAT_FUNCTIONS(X)
#undef X
#define X(name) __typeof__(&XML_Set##name) Set##name;
    EXPAT_HANDLERS(X)
#undef X
} ExpatLibrary;

typedef struct ExpatState {
    Value error;
    Type *parser;
    void *library;
    ExpatLibrary f;
} ExpatState;

typedef struct Parser {
    Obj head;
    VM *vm;
    XML_Parser expat;
    ExpatLibrary f;       /* outlives the module */
    Value handlers[H_COUNT]; /* NULL: none */
    Value intern;         /* a dict, or NULL */
    Value parent;         /* of a parser of an external entity: the one it was made by, whose tables it uses */
    char *text;           /* character data that waits, while buffer_text */
    size_t used, size;
    bool busy;            /* within Parse: its handlers may run */
    bool begun, buffers, prefixes, ordered, specified;
} Parser;
static inline Parser *as_parser(Ref v) { return (Parser *)BITS(v); }

void expat_install(Parser *p, int handler);     /* tells libexpat whether there is one */
bool expat_flush(Parser *p);                    /* character data that waits is told */
Value expat_intern(Parser *p, const char *text); /* a str; NULL text: None */
int expat_unknown_encoding(void *data, const XML_Char *name, XML_Encoding *info);
#else
#define HAVE_EXPAT 0
#endif

#endif
