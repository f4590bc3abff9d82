/* mutate.h: a target's own words for mutate.c, beside Python's: each list ended by NULL, and maybe empty. */
#ifndef PERCH_TESTS_FUZZ_MUTATE_H
#define PERCH_TESTS_FUZZ_MUTATE_H

extern const char *const mutate_atoms[]; /* expressions */
extern const char *const mutate_wraps[]; /* around one: @ is the token */

#endif
