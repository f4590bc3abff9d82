/* mod_multibyte.h: what the encodings of several bytes a character share: their tables. Private to mod_multibyte*.c. */
#ifndef PERCH_STD_MOD_MULTIBYTE_H
#define PERCH_STD_MOD_MULTIBYTE_H

#include <iconv.h>

#include "lang/object/vm.h"
#include "lang/text/codecs.h"

typedef enum {
    GB2312, GBK, GB18030, BIG5, HKSCS, CP950, SHIFT_JIS, CP932, EUC_JP, CP949, EUC_KR, JOHAB,
    EUC_2004, EUC_2000, /* JIS X 0213 and its older edition */
    SJIS_2004, SJIS_2000,
} Kind;

typedef struct Table {
    Kind kind;
    int most;        /* bytes of a character */
    iconv_t in, out; /* to UCS-4 and from it; (iconv_t)-1: not open */
} Table;

/* mod_multibyte_table.c */
bool table_open(Table *t, Kind kind); /* false: not on this machine */
void table_close(Table *t);
/* One character, or the pair that one code stands for: bytes used, 0 incomplete, -1 wrong. u[1] is set for a pair alone. */
int table_read(const Table *t, const unsigned char *p, int64_t n, uint32_t u[2]);
/* The same with what stands beside the table: ASCII, single bytes above it. */
int plain_read(const Table *t, const unsigned char *p, int64_t n, uint32_t u[2]);
/* Bytes put; 0: the table has no such character, or has it for decoding alone. */
int plain_put(const Table *t, uint32_t u, unsigned char *out);
/* The C library has a code for it, whatever CPython says. */
bool table_knows(const Table *t, uint32_t u);
/* Two characters with one code: its bytes, or 0. second CODEC_LATER: is first one that may begin such a pair? then CODEC_WAIT. */
int pair_put(const Table *t, uint32_t first, uint32_t second, unsigned char *out);

/* mod_multibyte_2022.c: the encodings whose escapes name the set of what follows. */
typedef struct Sets {
    const char *ids;   /* in the order in which encoding asks them: the last byte of the escape, plus 128 for sets of two bytes */
    bool shifts;       /* two bytes stand between SO and SI, in G1 */
    Kind tables[3];    /* that the sets are parts of */
    int n_tables;
} Sets;
int64_t sets_start(void); /* the state at the start: ASCII in G0 and G1 */
int sets_decode(const Sets *s, const Table *tables, int64_t *state, const unsigned char *p, int64_t n, uint32_t u[2]);
int sets_encode(const Sets *s, const Table *tables, int64_t *state, const uint32_t u[2], unsigned char *out);

#endif
