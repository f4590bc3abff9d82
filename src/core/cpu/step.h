/* step.h: the loops of an optimizer's step over one parameter, compiled once for each vector unit (isa/step.c), for float and double. */
#ifndef PERCH_CORE_CPU_STEP_H
#define PERCH_CORE_CPU_STEP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct StepNumbers { double rate, first, second, eps, decay, root; bool maximize, ahead, decoupled; } StepNumbers; /* rate is added times the step: negative */
typedef struct StepLoops {
    /* p, v and the means are changed in place; v may be NULL */
    void (*sgd)(int64_t n, void *p, const void *g, void *v, const StepNumbers *k);
    void (*adam)(int64_t n, void *p, const void *g, void *mean, void *square, const StepNumbers *k);
} StepLoops;

#endif
