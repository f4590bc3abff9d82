/* precision.c: what a program and its environment allow a card's libraries (precision.h). */
#include "precision.h"

#include <stdlib.h>
#include <strings.h>

#include "core_impl.h"

/* A variable that is 0 or 1, or false or true */
static bool says(const char *text, bool otherwise)
{
    if (!text || !*text) return otherwise;
    return strcasecmp(text, "true") == 0 || atoi(text) != 0;
}

/* MXNet's, read once. Its convolutions leave TF32 to cuDNN, which takes it. */
static unsigned by_variables(void)
{
    bool cores = says(getenv("MXNET_CUDA_ALLOW_TENSOR_CORE"), true), converts = says(getenv("MXNET_CUDA_TENSOR_OP_MATH_ALLOW_CONVERSION"), false);
    return TF32_WINDOWS | (cores && converts ? TF32_PRODUCTS : 0) | (cores ? 0 : PLAIN_HALF);
}

enum { NO_TF32 = 64, READ = 128 };
unsigned core_precision(Core *c, Accent a)
{
    if (!c->precision_read) c->precision_read = (uint8_t)(by_variables() | (says(getenv("NVIDIA_TF32_OVERRIDE"), true) ? 0 : NO_TF32) | READ);
    unsigned allowed = a == RULED_ACCENT && !c->pass_queues ? c->precision : c->precision_read;
    return allowed & ~(unsigned)(READ | NO_TF32 | (c->precision_read & NO_TF32 ? TF32_PRODUCTS | TF32_WINDOWS : 0));
}

void core_set_precision(Core *c, unsigned which, bool on) { c->precision = (uint8_t)(on ? c->precision | which : c->precision & ~which); }
