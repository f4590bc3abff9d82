/*
 * What Unicode says about a character: its kind, its case, its number, its width, its name, and the normal forms of
 * text. The data is that of the Python perch is compared with (see uni_version); it is made by tools/make_unicode.py
 * and is constant, so there is nothing to set up, nothing to free, and any thread may ask.
 *
 * A code point is a uint32_t. Anything above U+10FFFF and any lone surrogate may be asked about: the first is as an
 * unassigned character, the second is a character of category Cs.
 */
#ifndef PERCH_LANG_UNICODE_H
#define PERCH_LANG_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UNI_MAX 0x10FFFFu

const char *uni_version(void); /* "14.0.0" */

/* ---- Kinds of characters; each is the str method of that name asked of one character. ---- */
bool uni_is_alpha(uint32_t cp);
bool uni_is_decimal(uint32_t cp);
bool uni_is_digit(uint32_t cp);
bool uni_is_numeric(uint32_t cp);
bool uni_is_alnum(uint32_t cp); /* alpha, decimal, digit or numeric */
bool uni_is_space(uint32_t cp);
bool uni_is_printable(uint32_t cp);
bool uni_is_lower(uint32_t cp);     /* has the property Lowercase */
bool uni_is_upper(uint32_t cp);     /* has the property Uppercase */
bool uni_is_title(uint32_t cp);     /* category Lt */
bool uni_is_cased(uint32_t cp);     /* lower, upper or title */
bool uni_is_case_ignorable(uint32_t cp);
bool uni_is_xid_start(uint32_t cp); /* may start an identifier; '_' included */
bool uni_is_xid_continue(uint32_t cp);
bool uni_is_mirrored(uint32_t cp);

const char *uni_category(uint32_t cp);         /* "Lu" */
const char *uni_bidirectional(uint32_t cp);    /* "L", "" where none is assigned */
const char *uni_east_asian_width(uint32_t cp); /* "Na" */
int uni_combining(uint32_t cp);                /* canonical combining class, 0 for most */

/* Columns in a terminal: 0 for combining marks, format and control characters, 2 for wide ones, else 1. */
int uni_width(uint32_t cp);

/* ---- Numbers: the value, or -1 where the character has none. ---- */
int uni_decimal(uint32_t cp);
int uni_digit(uint32_t cp);
bool uni_numeric(uint32_t cp, double *value); /* false: none, *value untouched */

/* ---- Case ---- */
/* One-to-one mappings; the character itself where it has none. */
uint32_t uni_simple_lower(uint32_t cp);

/* Full mappings write 1 to 3 code points into out and return how many. uni_to_lower maps a capital sigma to the
   non-final one: str.lower, title and capitalize ask uni_is_final_sigma first. */
int uni_to_lower(uint32_t cp, uint32_t out[3]);
int uni_to_upper(uint32_t cp, uint32_t out[3]);
int uni_to_title(uint32_t cp, uint32_t out[3]);
int uni_to_fold(uint32_t cp, uint32_t out[3]);

/* Maps characters of width 1, 2 or 4 into as many of the same width, and stops before the first that maps to several, to one that is
   too wide, or (lowering) is a capital sigma. Returns how many were done; *all is or-ed with the new ones. */
typedef enum { UNI_LOWER, UNI_UPPER, UNI_TITLE, UNI_FOLD } UniCase;
size_t uni_map_run(UniCase to, const void *text, size_t len, int width, void *out, uint32_t *all);

/* Is the capital sigma U+03A3 at text[at] final (then it lowers to U+03C2)? Text of len units of width 1, 2 or 4. */
bool uni_is_final_sigma(const void *text, size_t len, int width, size_t at);

/* Other lower-case characters with the same upper case as the lower-case cp ('s' and U+017F): 0 to UNI_PEERS_MAX. */
#define UNI_PEERS_MAX 3
int uni_case_peers(uint32_t cp, uint32_t out[UNI_PEERS_MAX]);

/* ---- Normal forms ---- */
typedef enum { UNI_NFC, UNI_NFKC, UNI_NFD, UNI_NFKD } UniForm;

/* True: text is in that form for certain. False: it may be; only normalising and comparing tells. */
bool uni_quick_check(UniForm form, const uint32_t *text, size_t len);

/* Decomposes text (canonically for NFC and NFD, by compatibility for NFKC and NFKD) and puts marks in order. Writes at
   most cap code points and returns how many there are: call with NULL, 0 first, then with room for that many. */
size_t uni_decompose(UniForm form, const uint32_t *text, size_t len, uint32_t *out, size_t cap);

/* Composes decomposed text in place, returns its new length: the second half of NFC and NFKC. */
size_t uni_compose(uint32_t *text, size_t len);

/* The character's own entry as unicodedata.decomposition gives it ("<compat> 0020 0308"), "" for none. */
#define UNI_DECOMPOSITION_MAX 128
size_t uni_decomposition_text(uint32_t cp, char out[UNI_DECOMPOSITION_MAX]);

/* ---- Names ---- */
#define UNI_NAME_MAX 96
/* Writes the name and a final NUL; returns its length, 0 where the character has none. */
size_t uni_name(uint32_t cp, char out[UNI_NAME_MAX]);

/* Finds a name, an alias or a named sequence, letters of either case: the number of code points written (more than 1
   only for a named sequence, which \N{...} does not accept), 0 where there is no such name. */
int uni_lookup(const char *name, size_t len, uint32_t out[4]);

#endif
