/* signal_stack.h: a stack of their own for signal handlers: the hot loops of oneDNN 2.6 keep data where a handler's frame would go, and a Ctrl-C in
 * the middle of a product would overwrite it. For sigaction's SA_ONSTACK. */
#ifndef PERCH_SIGNAL_STACK_H
#define PERCH_SIGNAL_STACK_H

#include <signal.h>
#include <sys/mman.h>

static inline void own_signal_stack(void)
{
    enum { STACK = 1 << 16 };
    stack_t stack = {.ss_sp = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), .ss_size = STACK};
    if (stack.ss_sp != MAP_FAILED) sigaltstack(&stack, NULL);
}

#endif
