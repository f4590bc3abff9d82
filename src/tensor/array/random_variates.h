/* random_variates.h: numbers of the distributions, drawn from bits: as numpy.random.Generator draws them, and (legacy) as RandomState has drawn them since before. No errors: who calls has
 * checked the parameters.
 */
#ifndef PERCH_TENSOR_ARRAY_RANDOM_VARIATES_H
#define PERCH_TENSOR_ARRAY_RANDOM_VARIATES_H

#include "random_bits.h"

/* RandomState keeps the second of each pair of normal numbers: `bits` comes first, so that a Legacy passes for its Bits. */
typedef struct Legacy { Bits bits; int has_normal; double normal; } Legacy;

uint64_t random_interval(const Bits *b, uint64_t last); /* 0 … last, by masks and rejection */
uint64_t random_below(const Bits *b, uint64_t last);    /* 0 … last, by Lemire's multiplication */
double random_normal(const Bits *b);
float random_normal_float(const Bits *b);
double random_exponential(const Bits *b);
float random_exponential_float(const Bits *b);
double random_gamma(const Bits *b, double shape);
float random_gamma_float(const Bits *b, float shape);
double random_loggam(double x);
double random_log_factorial(int64_t k);
int64_t random_binomial(const Bits *b, int64_t n, double p);
int64_t random_poisson(const Bits *b, double rate);
int64_t random_hypergeometric(const Bits *b, int64_t good, int64_t bad, int64_t sample);
void random_multinomial(const Bits *b, int64_t n, int64_t *out, const double *p, int64_t count); /* out: zeroed */

/* By the number of their parameters; RandomState's take a Legacy. */
typedef double (*Real0)(const void *source);
typedef double (*Real1)(const void *source, double a);
typedef double (*Real2)(const void *source, double a, double b);
typedef double (*Real3)(const void *source, double a, double b, double c);
typedef int64_t (*Whole1)(const void *source, double a);
typedef int64_t (*Whole2)(const void *source, double a, double b);
typedef int64_t (*WholeMixed)(const void *source, int64_t n, double p);
typedef int64_t (*Whole3)(const void *source, int64_t a, int64_t b, int64_t c);
#define REAL0(name) double draw_##name(const void *s);
#define REAL1(name) double draw_##name(const void *s, double a);
#define REAL2(name) double draw_##name(const void *s, double a, double b);
#define REAL3(name) double draw_##name(const void *s, double a, double b, double c);
#define WHOLE1(name) int64_t draw_##name(const void *s, double a);
#define WHOLE2(name) int64_t draw_##name(const void *s, double a, double b);
#define MIXED(name) int64_t draw_##name(const void *s, int64_t n, double p);
#define WHOLE3(name) int64_t draw_##name(const void *s, int64_t a, int64_t b, int64_t c);
#include "random_variates.def"

#endif
