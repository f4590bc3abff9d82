# What except* and super() say in odd places.
# --- case: parts_suppress_context
g = ExceptionGroup("x", [ValueError(), TypeError()])
a, b = g.split(ValueError)
print(a.__suppress_context__, b.__suppress_context__, g.subgroup(ValueError).__suppress_context__, g.derive([ValueError()]).__suppress_context__)
# --- case: break_in_except_star
for x in 1, 2:
    try: pass
    except* ValueError:
        break
# --- case: super_after_del
class C:
    def f(x):
        def g(): x
        del x
        super()
class D:
    def f(x):
        del x
        super()
class E:
    def f(x):
        nonlocal __class__
        del __class__
        super()
for c in C, D, E:
    try: c().f()
    except RuntimeError as e: print(e)
def make():
    __class__ = 5
    def g(self): super()
    return g
try: make()(1)
except RuntimeError as e: print(e)
