"""Elementary functions."""
import numpy as np

x = np.array([0.5, 1.0, 2.0])
for f in (np.sqrt, np.exp, np.log, np.sin, np.cos, np.tan, np.arctan, np.sinh, np.cosh, np.tanh, np.log2, np.log10, np.log1p, np.expm1, np.exp2, np.square, np.cbrt, np.arcsinh, np.reciprocal, np.floor, np.ceil, np.rint, np.trunc, np.sign, np.fabs, np.abs, np.degrees, np.radians, np.negative, np.positive):
    print(f.__name__, f(x), f(x.astype(np.float32)).dtype)
print(np.arcsin([0, 0.5, 1]), np.arccos([0, 0.5, 1]), np.arctan2([1, -1], [1, 1]), np.hypot(3, 4), np.power(2, [1, 2, 3]), np.power([1.0, 2, 3], 0.5), np.arccosh([1, 2]), np.arctanh([0, 0.5]))
print(np.round(2.567, 2), np.around([1.5, 2.5, -0.5]), np.round([123.456, 789.1], -1), np.round_([0.55, 0.65], 1), np.fix([2.7, -2.7]), np.mod([7, -7], 3), np.fmod([7, -7], 3), np.remainder(5.5, 2), np.floor_divide(7, 2), np.true_divide(7, 2), np.float_power(2, 3))
print(np.sign([-2, 0, 3]), np.sign([-1.5, 0.0]), np.abs([-1, 2]), np.absolute(-3.5), np.square([1, 2]), np.sqrt([1, 4, 9]), np.gcd(12, 18), np.lcm(4, 6), np.heaviside([-1, 0, 1], 0.5), np.copysign([1, 2], -1), np.signbit([-1.0, 1]), np.modf([1.5, -2.25]), np.ldexp(1.5, 2), np.frexp(8.0), np.nan_to_num([np.nan, np.inf, 1]), np.logaddexp(1, 2), np.sinc([0, 0.5]), np.divmod(7, 3))
print(np.exp(range(5)), np.log([1, np.e, np.e ** 2]), np.sin(np.pi), np.cos(np.pi), np.sqrt(2), np.e, np.pi, np.inf, -np.inf, np.nan)
