"""Cases of complex numbers: each op of the matrix with complex operands of both widths, promotion with every dtype, numbers, places, texts, transforms. They are
expressions over the names of ../edges/play.py."""

TORCH_UNARY = '''abs sign sgn square sqrt rsqrt reciprocal exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh erf erfc
erfinv lgamma digamma floor ceil round trunc frac deg2rad rad2deg logical_not bitwise_not isnan isinf isfinite relu sigmoid negative real imag conj angle sum nansum mean
prod max min any all count_nonzero var std argmax argmin isreal view_as_real is_complex is_floating_point numel clone flatten'''.split()
TORCH_ALONG = 'sum mean prod cumsum cumprod any all var std argmax max min sort softmax log_softmax logsumexp unbind cummax median'.split()
TORCH_BINARY = '''add subtract multiply divide floor_divide remainder fmod pow maximum minimum fmax fmin hypot atan2 logaddexp copysign eq ne lt le gt ge logical_and
logical_or logical_xor bitwise_and bitwise_or bitwise_xor outer equal allclose isclose'''.split()
TORCH_F = 'relu relu6 silu gelu softplus elu selu leaky_relu hardtanh mish logsigmoid hardswish hardsigmoid'.split()
NUMPY_UNARY = '''absolute sign square sqrt reciprocal cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh floor ceil
rint round trunc deg2rad rad2deg logical_not invert isnan isinf isfinite negative positive real imag conj conjugate angle sum nansum mean prod max min any all count_nonzero var std
argmax argmin cumsum cumprod sort argsort nonzero isreal iscomplex iscomplexobj isrealobj linalg.norm diag tril triu flip copy sort_complex real_if_close ravel squeeze'''.split()
NUMPY_BINARY = '''add subtract multiply divide floor_divide remainder fmod power maximum minimum fmax fmin hypot arctan2 logaddexp copysign equal not_equal less less_equal greater
greater_equal logical_and logical_or logical_xor bitwise_and bitwise_or left_shift dot vdot outer matmul inner allclose array_equal isclose concatenate'''.split()
DTYPES = {'torch': 'b1 u1 i1 i2 i4 i8 f4 f8 c4 c8'.split(), 'numpy': 'b1 u1 i1 i2 i4 i8 f2 f4 f8 c4 c8'.split()}
VALUES = '[1+2j,-0.5+0.25j,3-1j,0.75]'
OTHERS = '[2-1j,0.5j,1,-1+3j]'
PRINTED = ['1j', '[1+2j]', '[1+2j,-0.5+0.25j,3-1j]', '[1e10+1j,1]', '[1e-5+2j,3]', '[complex(nan,1),complex(inf,-inf)]', '[0.1+0.2j,100+1000j]', '[[1j,2],[3.5,-4j]]', '[-0.0+0j,complex(-0.0,-0.0)]',
           '[1.5+1e-10j]', '[1/3+2j/3]', '[123456.789+1j]', '[]', '[complex(k,-k) for k in range(30)]', '[complex(k,k/7) for k in range(1200)]', '[1e300+1e-300j]', '[complex(1,nan)]', '[complex(-inf,0)]']


def make(library, dtype, values=VALUES):
    names = {'b1': 'bool', 'u1': 'uint8', 'i1': 'int8', 'i2': 'int16', 'i4': 'int32', 'i8': 'int64', 'f2': 'float16', 'f4': 'float32', 'f8': 'float64', 'c4': 'complex64', 'c8': 'complex128'}
    return 'V(%s,torch.%s)' % (values, names[dtype]) if library == 'torch' else 'np.array(%s,%r)' % (values, names[dtype])


def shared(library):
    cases, module = [], 'torch' if library == 'torch' else 'np'
    reals = '[1,0,2,1]'
    for c in ('c4', 'c8'):
        x, y = make(library, c), make(library, c, OTHERS)
        for d in DTYPES[library]:
            other = make(library, d, OTHERS if d[0] == 'c' else reals)
            cases += ['%s %s %s' % (x, sign, other) for sign in ('+', '*')] + ['%s / %s' % (other, x), '%s - %s' % (other, x), '%s == %s' % (x, other)]
            cases += ['%s[0] * %s' % (x, other), '%s * %s[0]' % (x, other)]
            cases += ['%s.where(%s > 1, %s, %s)' % (module, make(library, 'f4', reals), x, other)] if d[0] == 'c' and d == c else []
        for number in ('2', '2.5', '1j', '1+2j', 'True', '0', '-1', '0.5'):
            cases += ['%s %s (%s)' % (x, sign, number) for sign in ('+', '-', '*', '/', '**', '==', '!=', '<', '//', '%')]
            cases += ['(%s) %s %s' % (number, sign, x) for sign in ('+', '-', '*', '/')]
        for d in DTYPES[library]:
            cases += ['%s %s (1+2j)' % (make(library, d, reals if d[0] != 'c' else OTHERS), sign) for sign in ('+', '*', '**')]
        cases += ['%s ** %s' % (x, y), 'abs(%s)' % x, '-%s' % x, '%s.real' % x, '%s.imag' % x, '%s.conj()' % x, '%s.reshape(2,2).T' % x, '%s[1:3]' % x, '%s[[3,0]]' % x, '%s[%s > 0]' % (x, make(library, 'f4', reals)),
                  'x = %s ; x[1] = 5j ; x' % x, 'x = %s ; x[::2] = 7 ; x' % x, 'x = %s ; x[[0,1]] = %s[:2] ; x' % (x, y), 'x = %s ; x += 1j ; x' % x, 'x = %s ; x *= 2 ; x' % x, 'x = %s ; x.real[0] = 9 ; x' % x,
                  'x = %s ; x.imag[1:] = -1 ; x' % x, 'x = %s ; x.real = 4 ; x' % x, '%s.tolist()' % x, '%s[0].item()' % x, 'complex(%s[0])' % x, 'bool(%s[0])' % x, 'len(%s)' % x, '[abs(v) for v in %s]' % x,
                  '%s.reshape(2,2) @ %s.reshape(2,2)' % (x, y), '%s.sum()' % x, '%s.mean()' % x, '%s.prod()' % x, '%s.reshape(2,2).sum(0)' % x, '%s.reshape(2,2).mean(1)' % x, '%s.var()' % x, '%s.std()' % x,
                  '%s.reshape(2,2).cumsum(1)' % x, '%s.any()' % x, '%s.all()' % x, '%s.reshape(2,1)*%s.reshape(1,2)[:,:1]' % (x, '%s[:2]' % y), '%s.stack([%s,%s])' % (module, x, y), 'float(%s[0])' % x,
                  'x = %s ; x[0] = 1j' % make(library, 'f4', reals), 'x = %s ; x[0] = 1j' % make(library, 'i8', reals), 'x = %s ; x[0] = 1j ; x' % make(library, 'b1', reals), 'x = %s ; x += 1j' % make(library, 'f4', reals), 'x = %s ; x += 1j' % make(library, 'i8', reals)]
        cases += ['repr(%s)' % make(library, c, v) for v in PRINTED] + ['str(%s)' % make(library, c, v) for v in PRINTED]
    return cases


def transforms(library):
    m, x = ('torch.fft', 'V({0})') if library == 'torch' else ('np.fft', 'np.array({0})')
    sequences = ['[1.]', '[1.,2.]', '[1.,2.,3.]', '[1,2,3,4]', '[1.,0.,-2.,4.,5.]', '[k*7%13/2-3 for k in range(12)]', '[k*7%13/2-3 for k in range(37)]', '[complex(k*5%7,k*3%5) for k in range(15)]', '[complex(k%4,-k) for k in range(46)]']
    cases = ['%s.%s(%s)' % (m, f, x.format(v)) for f in ('fft', 'ifft', 'rfft', 'hfft', 'ihfft', 'irfft', 'fftshift', 'ifftshift') for v in sequences]
    axis = 'dim' if library == 'torch' else 'axis'
    cases += ['%s.%s(%s,%s)' % (m, f, x.format('[1.,2.,3.,4.,5.]'), rest) for f in ('fft', 'ifft', 'rfft', 'irfft') for rest in ('3', '8', "norm='ortho'", "norm='forward'", '0', "norm='x'", 'n=7,%s=0' % axis, '%s=1' % axis)]
    grid = '[[1.,2.,3.],[4.,5.,7.]]'
    cases += ['%s.%s(%s)' % (m, f, x.format(grid)) for f in ('fft2', 'ifft2', 'fftn', 'ifftn', 'rfftn', 'irfftn', 'rfft2', 'irfft2', 'fftshift')]
    cases += ['%s.%s(%s)' % (m, f, n) for f in ('fftfreq', 'rfftfreq') for n in ('1', '5', '8', '8,0.25')]
    return cases


def torch():
    cases = []
    for c in ('c4', 'c8'):
        x, y = make('torch', c), make('torch', c, OTHERS)
        cases += ['torch.%s(%s)' % (f, x) for f in TORCH_UNARY] + ['torch.%s(%s,%s)' % (f, x, y) for f in TORCH_BINARY]
        cases += ['torch.%s(%s.reshape(2,2),%s)' % (f, x, d) for f in TORCH_ALONG for d in (0, 1)] + ['F.%s(%s)' % (f, x) for f in TORCH_F]
        cases += ['torch.cat([%s,%s])' % (x, y), 'torch.cat([%s,T(f4,2)])' % x, 'torch.flip(%s,[0])' % x, 'torch.roll(%s,1)' % x, '%s.repeat(2)' % x, 'torch.gather(%s,0,V([1,0]))' % x, 'torch.index_select(%s,0,V([1,0]))' % x,
                  'torch.masked_select(%s,V([True,False,True,True]))' % x, 'torch.nonzero(%s)' % x, 'torch.tril(%s.reshape(2,2))' % x, 'torch.diag(%s)' % x, 'torch.bmm(%s.reshape(1,2,2),%s.reshape(1,2,2))' % (x, y),
                  'torch.linalg.norm(%s)' % x, '%s.to(torch.float32)' % x, '%s.to(torch.int64)' % x, '%s.to(torch.bool)' % x, '%s.to(torch.complex64).dtype' % x, '%s.to(torch.complex128).dtype' % x, '%s.dtype' % x, '%s.dtype.is_complex' % x,
                  '%s.is_complex()' % x, '%s.element_size()' % x, 'torch.zeros(2,dtype=%s.dtype)' % x, 'torch.ones_like(%s)' % x, 'torch.empty_like(%s).shape' % x, 'torch.eye(2,dtype=%s.dtype)' % x, 'torch.view_as_complex(torch.view_as_real(%s))' % x,
                  'int(%s[3])' % x, 'float(%s[3])' % x, 'int(%s[0])' % x, '%s.type()' % x, 'torch.is_tensor(%s)' % x, '%s.numpy().dtype' % x, '%s.contiguous().stride()' % x, '%s.fill_(2)' % x, '%s.zero_()' % x, '%s.unsqueeze(0).expand(2,4)' % x]
    cases += ['torch.view_as_real(T(f4,2))', 'torch.view_as_complex(T(f4,3))', 'torch.view_as_complex(T(i8,2,2))', 'torch.view_as_complex(T(f4,2,3))', 'torch.view_as_complex(T(f4))', 'torch.view_as_complex(T(f4,2,2).T)', 'torch.complex(T(f4,2),T(f8,2))',
              'torch.complex(T(i8,2),T(f4,2))', 'torch.complex(T(f4,2),T(f4,2))', 'torch.complex(T(f8,2,1),T(f8,2))', 'torch.polar(T(f4,2),T(f4,2))', 'T(f4,2).imag', 'T(f4,2).real', 'torch.angle(T(f4,3))', 'torch.conj(T(f4,3))',
              'torch.tensor(1j)', 'torch.tensor([1,2j,3.])', 'torch.tensor([1j],dtype=torch.float32)', 'torch.tensor([1j],dtype=torch.int64)', 'torch.tensor([1j],dtype=torch.bool)', 'torch.full((2,),1j)', 'torch.full((2,),1j,dtype=torch.float32)',
              'torch.cfloat', 'torch.cdouble', 'torch.promote_types(torch.float64,torch.complex64)', 'torch.result_type(T(f4,2),1j)', 'torch.is_complex(T(f4,2))', 'torch.can_cast(torch.complex64,torch.float32)', 'torch.from_numpy(T(f4,2).mul(1j).numpy())']
    m = 'V([[1+2j,-0.5+0.25j],[3-1j,0.75]])'
    cases += [e.format(m) for e in ('torch.adjoint({0})', '{0}.H', '{0}.mH', '{0}.T', 'torch.cov({0})', 'torch.corrcoef({0})', 'torch.float_power({0},2)', 'torch.linalg.vecdot({0},{0})', 'torch.linalg.qr({0})', 'torch.linalg.inv({0})', 'torch.linalg.det({0})', 'torch.linalg.svd({0})', 'torch.einsum("ij,jk",{0},{0})', 'torch.mm({0},{0})',
                                    'torch.mv({0},{0}[0])', 'torch.addmm({0},{0},{0})', 'torch.kron({0},{0})', 'torch.clamp({0},0,1)', 'torch.nan_to_num({0})', 'torch.lerp({0},{0},0.5)', 'torch.addcmul({0},{0},{0})', 'torch.dist({0},{0}*2)', 'torch.trace({0})', 'F.linear({0},{0})', 'F.mse_loss({0},{0})', 'F.normalize({0})', 'torch.diff({0})',
                                    'F.softmax({0},1)', 'torch.stack([{0}[0],{0}[1]]).sum(0)', 'torch.where({0}.real > 0,{0},{0}*0)', '{0}.masked_fill({0}.real > 0,0)')]
    return shared('torch') + cases + transforms('torch')


def numpy():
    cases = []
    for c in ('c4', 'c8'):
        x, y = make('numpy', c), make('numpy', c, OTHERS)
        cases += ['np.%s(%s)' % (f, x) for f in NUMPY_UNARY] + ['np.%s(%s,%s)' % (f, x, y) for f in NUMPY_BINARY if f != 'concatenate'] + ['np.concatenate([%s,%s])' % (x, y)]
        cases += ['np.%s(%s.reshape(2,2),%d)' % (f, x, d) for f in 'sum mean prod max min any all var std argmax argmin cumsum cumprod sort argsort flip'.split() for d in (0, 1)]
        cases += ['%s.astype(%r)' % (x, d) for d in ('float32', 'float64', 'int64', 'bool', 'complex64', 'complex128')] + ['%s.%s' % (x, a) for a in ('dtype', 'dtype.kind', 'dtype.str', 'dtype.char', 'dtype.num', 'itemsize', 'nbytes', 'real.dtype', 'conj().dtype')]
        cases += ['np.%s(%s)' % (f, x) for f in ('zeros_like', 'ones_like', 'full_like')] + ['np.full_like(%s,2j)' % x, 'np.take(%s,[1,0])' % x, 'np.roll(%s,1)' % x, 'np.tile(%s,2)' % x, 'np.repeat(%s,2)' % x, 'np.where([True,False,True,False],%s,0)' % x,
                  'np.trace(%s.reshape(2,2))' % x, '%s.tobytes()' % x, 'np.frombuffer(%s.tobytes(),%s.dtype)' % (x, x), 'np.linalg.norm(%s.reshape(2,2),axis=0)' % x, 'type(%s[0]).__name__' % x, 'isinstance(%s[0],complex)' % x, '%s[0].real' % x, '%s[0]+1' % x,
                  'repr(%s[0])' % x, 'str(%s[1])' % x, 'int(%s[0])' % x, 'hash(%s[0]) == hash(complex(%s[0]))' % (x, x), 'np.append(%s,1)' % x, 'np.unique(%s).shape' % x, 'np.insert(%s,0,1j)' % x]
    cases += ['np.%s' % e for e in ('array(1j)', 'array([1,2j])', 'array([1j],dtype=float)', 'array([1j],dtype=int)', 'array([1j],dtype=bool)', 'full(2,1j)', 'zeros(2,complex)', 'ones(2,"c8")', 'empty(0,"c16").dtype', 'dtype(complex)', 'dtype("F").name', 'complex64(1+2j)',
              'complex128("1+2j")', 'complex128(1,2)', 'complex64(0.1)', 'complex128(2j)', 'complex128()', 'sqrt(-1+0j)', 'floor(1j)', 'exp(1j)', 'log(-1+0j)', 'abs(3+4j)', 'angle(1j)', 'angle(1j,deg=True)', 'angle([-1.,1.])', 'real(1+2j)', 'imag([1+2j])', 'conj(2)', 'iscomplexobj(1j)',
              'isrealobj([1.])', 'iscomplex([1,1j])', 'isreal([1,1j])', 'real_if_close([1+1e-20j])', 'result_type("f4","c8")', 'result_type("f8","c8")', 'promote_types("i4","c8")', 'promote_types("i2","c8")', 'can_cast("c16","c8")', 'can_cast("c8","c16")', 'can_cast("f8","c8")',
              'issubdtype("c8",np.complexfloating)', 'issubdtype("c8",np.floating)', 'finfo("c8").eps', 'finfo("c16").eps', 'min_scalar_type(1j)', 'linspace(0,1,3)*1j', 'arange(3)*1j', 'array([1.5])+np.complex64(1j)', 'complex64(1)+np.float64(2)', 'complex64(1)*2j', 'complex128(1j)**2',
              'complex64(1j)==1j', 'complex128(1)<2', 'meshgrid([1j,2],[3])[0]', 'outer([1j,2],[3,4j])', 'vdot([1j,2],[3,4j])', 'dot([1j,2],[3,4j])', 'roots([1,0,1])', 'sort_complex([3,1,2])', 'linalg.eigvals([[0,-1],[1,0]])')]
    m = 'np.array([[1+2j,-0.5+0.25j],[3-1j,0.75]])'
    cases += ['np.%s' % e.format(m) for e in ('cov({0})', 'corrcoef({0})', 'correlate({0}[0],{0}[1])', 'convolve({0}[0],{0}[1])', 'isclose({0},{0})', 'gradient({0})', 'float_power({0},2)', 'poly({0})', 'polydiv([1,2j,3],[1,1])', 'polymul([1,2j],[3,1j])', 'roots([1j,2,3])', 'linalg.inv({0})', 'linalg.det({0})',
                                             'linalg.solve([[1.,2],[3,4]],[1j,2])', 'linalg.solve({0},[1,2])', 'linalg.svd({0})[1]', 'linalg.eig([[0.,-1],[1,0]])[0]', 'linalg.eigvals([[1.,2,0],[-2,1,0],[0,0,3]])', 'linalg.norm({0},1)', 'linalg.norm({0},axis=1)', 'kron([1j],[2,3])', 'einsum("ij->ji",{0})', 'clip({0},0,1)',
                                             'nan_to_num({0})', 'interp(1.5,[1,2],[1j,2])', 'unique({0})', 'median({0})', 'ptp({0})', 'diff({0})', 'cross([1j,2,3],[1,2,3])', 'tensordot({0},{0})', 'trapz([1j,2])', 'pad([1j],1)', 'array([1j],"c8").view("f4")')]
    cases += ['x = np.zeros(3) ; x[:] = [1j,2,3] ; x', 'x = np.zeros(2,complex) ; x[:] = 1j ; x', 'x = np.array([1j,2,3,4]) ; x[1:] = x[:-1] ; x', 'x = np.array([1j,2,3]) ; x[:] = x[0] ; x']
    return shared('numpy') + cases + transforms('numpy')
