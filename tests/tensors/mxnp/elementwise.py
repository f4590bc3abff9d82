from mxnet import np, npx
npx.set_np()
def show(*arrays):
    for a in arrays:
        print(a.dtype, a.asnumpy().round(4))
x = np.array([0.5, 1.0, 2.0])
show(np.exp(x), np.log(x), np.sqrt(x), np.square(x), np.sin(x), np.cos(x), np.tan(x), np.tanh(x), np.sinh(x), np.cosh(x))
show(np.log2(x), np.log10(x), np.log1p(x), np.expm1(x), np.cbrt(np.array([8.0, 27])), np.reciprocal(x), np.power(x, 3), np.power(2, x))
show(np.arcsin(x[:2]), np.arccos(x[:2]), np.arctan(x), np.arcsinh(x), np.arctan2(x, 2 * x), np.hypot(np.array([3.0]), np.array([4.0])))
y = np.array([-1.7, -0.5, 0.0, 0.5, 1.5, 2.5])
print(np.floor(y), np.ceil(y), np.trunc(y), np.rint(y), np.fix(y), np.round(y), np.sign(y), np.abs(y), np.absolute(y), np.fabs(y), np.negative(y))
print(np.around(np.array([1.25, 3.5]), 1), np.array([1.2345]).round(2), round(np.array(2.6)))
print(np.maximum(y, 0), np.minimum(y, 0), np.clip(y, -1, 1), y.clip(0, 2), np.copysign(np.array([1.0, 2]), np.array([-1.0, 1])))
print(np.isnan(np.array([1, float('nan')])), np.isinf(np.array([1, float('inf')])), np.isfinite(np.array([1, float('inf'), float('nan')])))
print(np.exp(np.array(0)), np.log(np.array(1.0)), np.sqrt(np.array(16)), np.sin(0.0), np.sqrt(4), np.exp(0), type(np.sqrt(4.0)), type(np.exp(np.array(0))))
print(np.log(np.array([0.0])), np.sqrt(np.array([-1.0])), 1 / np.array([0.0]), np.array([0.0]) / 0)
print(np.degrees(np.array([np.pi])), np.radians(np.array([180.0])).round(3))
show(npx.relu(y), npx.sigmoid(y), npx.erf(x), npx.gamma(np.array([1.0, 4, 5])), npx.gammaln(np.array([3.0])), npx.leaky_relu(y, slope=0.1), npx.activation(y, act_type='softrelu'))
show(np.exp(np.array([1.0], dtype='float64')), np.tanh(np.array([1.0], dtype='float64')), np.abs(np.array([-3], dtype='int32')), np.square(np.array([3], dtype='int32')))
def normal(z, mu, sigma):
    return 1 / np.sqrt(2 * np.pi * sigma ** 2) * np.exp(-0.5 / sigma ** 2 * (z - mu) ** 2)
show(normal(np.arange(-2, 3), 0, 1))
show(np.dot(np.exp(-x), x), (np.exp(x) / np.exp(x).sum()))
print(np.bitwise_and(np.array([6], dtype='int32'), np.array([3], dtype='int32')), np.bitwise_or(np.array([6], dtype='int32'), 1), np.lcm(np.array([4], dtype='int32'), np.array([6], dtype='int32')))
