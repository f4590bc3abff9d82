/* mod_struct.h: one item of a struct format and its bytes. Shared by mod_struct.c, mod_struct_item.c and mod_array.c. */
#ifndef PERCH_LIB_MOD_STRUCT_H
#define PERCH_LIB_MOD_STRUCT_H

#include "lang/object/vm.h"

typedef struct StructItem {
    char code;      /* one of xcbB?hHiIlLqQnNefdspP */
    bool native;    /* '@': the machine's sizes, and floats unchecked */
    bool big;       /* the most significant byte first */
    int8_t size;    /* bytes of one */
    int64_t repeat; /* how many; of s and p: how many bytes */
    int64_t offset;
} StructItem;

int8_t struct_item_size(char code, bool native); /* 0: no such code */
/* Not for s and p. out need not be aligned. Errors are struct.error. */
bool struct_pack_item(VM *vm, const StructItem *it, unsigned char *out, Ref v);
Value struct_unpack_item(VM *vm, const StructItem *it, const unsigned char *in);
bool struct_pack_text(VM *vm, const StructItem *it, unsigned char *out, Ref v); /* s and p; out is zeroed */
Value struct_unpack_text(VM *vm, const StructItem *it, const unsigned char *in);
Value struct_error(VM *vm, const char *fmt, ...); /* raises struct.error; NULL */

#endif
