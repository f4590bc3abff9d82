/* loops_complex.c: loops over complex numbers: compared by their real parts, then by their imaginary ones. */
#include <complex.h>
#undef I

#include "loop.h"

#define T Np_cfloat
#define R float
#define N float _Complex
#define LETTER F
#define MATH(g) g##f
#include "loops_complex_of.h"
#define T Np_cdouble
#define R double
#define N double _Complex
#define LETTER D
#define MATH(f) f
#include "loops_complex_of.h"
#define T Np_clongdouble
#define R long double
#define N long double _Complex
#define LETTER G
#define MATH(f) f##l
#include "loops_complex_of.h"
