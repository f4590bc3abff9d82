"""Doubles stay doubles: decompositions of arrays of doubles, and what mx.np takes from NumPy itself."""
from mxnet import np, npx

npx.set_np()
d, f, i = np.array([[2., .5], [.5, 1.]], dtype='float64'), np.array([[2., .5], [.5, 1.]]), np.array([[2, 1], [1, 3]], dtype='int32')
for line in '''linalg.cholesky(d)|linalg.inv(d)|linalg.svd(d)|linalg.eigh(d)|linalg.eig(d)|linalg.det(d)|linalg.slogdet(d)|linalg.norm(d)|linalg.pinv(d)|linalg.eigvals(d)|linalg.eigvalsh(d)
linalg.solve(d,d)|linalg.cholesky(f)|linalg.inv(f)|linalg.svd(f)|linalg.slogdet(f)|linalg.cond(f)|linalg.matrix_power(f,2)|linalg.multi_dot([f,f,f])
cov(d)|cov(f)|cov(i)|corrcoef(f)|interp(f[0],f[0],f[0])|trapz(d)|trapz(f)|trapz(i)|unwrap(d)|unwrap(f)|unwrap(i)|nancumsum(d)|nancumsum(f)|nancumsum(i)|nanmax(d)|nanmax(f)|vander(d[0])|vander(f[0])
trim_zeros(d[0])|heaviside(d,d)|heaviside(f,f)|histogram2d(f[0],f[0])|roots(f[0])|poly(f[0])|select([f>1],[f])|polyfit(f[0],f[0],1)|choose(i-1,[f,f,f,f])|extract(f>1,f)'''.replace('\n', '|').split('|'):
    try:
        found = eval('np.' + line)
        print(line, [str(each.dtype) for each in found] if isinstance(found, (list, tuple)) else found.dtype)
    except Exception as error:
        print(line, type(error).__name__)
