"""Writes weak stand-ins for the rules, kernels and gradients that ops.def names and nobody has written yet: core_missing.py OPS.DEF OUT.C.

It goes away when core is whole.
"""
import re
import sys

rows = re.findall(r"^OP\((\w+),\s*(\w+),\s*(-?\d+),\s*(\d+),\s*(\w+),\s*(\w+),\s*(\w+),\s*(\w+)", open(sys.argv[1]).read(), re.M)
lines = ['#include "core_impl.h"', '#include "cpu/kernels.h"', '#include "infer.h"',
         '#define RULE(name) __attribute__((weak)) bool infer_##name(Call *call) { return core_fail(call->core, CE_NOT_IMPLEMENTED, "no shape rule yet"); }',
         '#define KERNEL(name) __attribute__((weak)) bool cpu_##name(Work *w) { return work_fail(w, CE_NOT_IMPLEMENTED, "no kernel yet"); }',
         '#define GRADIENT(name) bool grad_##name(Core *c, GradNode *n, Tensor *const *g, Tensor **in); '
         '__attribute__((weak)) bool grad_##name(Core *c, GradNode *n, Tensor *const *g, Tensor **in) '
         '{ (void)n, (void)g, (void)in; return core_fail(c, CE_NOT_IMPLEMENTED, "no gradient yet"); }']
lines += [f"RULE({name})" for name in sorted({r[4] for r in rows})]
lines += [f"KERNEL({name})" for name in sorted({r[6] for r in rows} - {"view"})]
lines += [f"GRADIENT({name})" for name in sorted({r[7] for r in rows} - {"none"})]
lines += ["__attribute__((weak)) bool grad_record(Call *call) { (void)call; return true; }",
          "__attribute__((weak)) bool grad_record_move(Core *c, Tensor *from, Tensor *to) { (void)c, (void)from, (void)to; return true; }",
          "__attribute__((weak)) bool grad_check_in_place(Core *c, Tensor *out) { (void)c, (void)out; return true; }",
          "__attribute__((weak)) void grad_forget(Core *c, Tensor *t) { (void)c, (void)t; }"]
open(sys.argv[2], "w").write("\n".join(lines) + "\n")
