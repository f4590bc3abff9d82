/* complete_is.c: would Return run it? */
#include "../lang/parse.h"
#include "session_impl.h"

Completeness session_is_complete(Session *s, const char *text, size_t size, int *indent)
{
    *indent = 0;
    switch (parse_is_complete(lang_mem(s->vm), text, size, indent)) {
    case PARSE_COMPLETE: return TEXT_COMPLETE;
    case PARSE_INCOMPLETE: return TEXT_INCOMPLETE;
    case PARSE_INVALID: break;
    }
    return TEXT_INVALID;
}
