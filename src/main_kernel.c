/* main_kernel.c: perch-kernel, the program that `perch kernel …` becomes. It stands apart so that nothing else loads ZeroMQ. */
#include "core/core.h"
#include "kernel/kernel.h"
#include "signal_stack.h"

int main(int argc, char **argv)
{
    own_signal_stack();
    return kernel_main(argc, argv, PERCH_VERSION, core_check_spec);
}
