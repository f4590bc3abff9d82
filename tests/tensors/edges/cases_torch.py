"""The edge cases that PyTorch answers: each is an expression over the names of play.py. See make_edges.py."""
from itertools import product

DTYPES = ['b1', 'u1', 'i1', 'i2', 'i4', 'i8', 'f2', 'bf', 'f4', 'f8']
INTEGERS, FLOATS = DTYPES[1:6], DTYPES[6:]
# Operands for indexing and reductions, by layout; {0} is the dtype.
LAYOUTS = ['T({0})', 'T({0},0)', 'T({0},1)', 'T({0},5)', 'T({0},2,3)', 'T({0},2,0,3)', 'T({0},2,3,4)', 'T({0},4,6)[::2,1::2]', 'T({0},3,2).t()',
           'T({0},3,1).expand(3,4)', 'T({0},1,1,2)']
KEYS = ['0', '-1', '1', '5', '-6', '2**40', '2**70', 'True', 'False', 'None', '...', ':', '1:', ':-1', '::2', '5:2', '::-1', '::0', '-100:100', '1:1', '()', '(0,)', '0,0', '0,-1', '-1,5',
        '0,0,0', '0,0,0,0', '...,0', '0,...', '...,0,...', '...,...', 'None,0', '0,None', '...,None', 'None,None', ':,None', ':,0', ':,1:', ':,-1:,None', 'None,...,None', '1:,...',
        'True,0', '0,True', 'True,False', 'False,...', '[0]', '[0,-1]', '[]', '[[0,1],[1,0]]', '[0],[0]', '[0,1],[1]', '[0,1],[1,0,1]', '[5]', '[-7]', '[0.5]', '[True,False]', '[True]', '(0,1),(1,0)',
        'V(0)', 'V(-1)', 'V([0])', 'V([0,1])', 'V([[0],[1]])', 'V([],i8)', 'V([0,1],u1)', 'V([0],i4)', 'V([0],i2)', 'V([0],i1)', 'V([0.])', 'V(1.)', 'V(True)', 'V(False)', 'V([True,False])', 'V([9])', 'V([-9])',
        'V([True,False,True,True,False])', 'V([[True,False,True],[False,True,True]])', 'T(b1,2,3,4)', 'V([0,1]),0', '0,V([0,1])', ':,V([0,1])', 'V([0]),:,V([1])', 'V([0]),None,V([0])', 'V([[0],[1]]),V([[0,1]])',
        'V([True,False]),0', 'V([True,False]),V([0])', '...,V([0,1])', 'V([0,1]),...', '0,V([0]),0', '1.0', "'a'", 'slice(0,1)', 'slice(None,None,-2)', 'slice(0,1.5)', '{}', 'range(2)', '[slice(0,1)]', '[None]',
        '[0,slice(None)]', '[V(0),V(1)]', '[V([0]),V([0])]', 'V(0),V(0)', 'V(0):V(2)', 'object', 'nan', '1j', 'V([0,1]) > 0', '0,1.0', '0,"a"', 'None,V([0])', 'V([0]),None', 'True,V([0])', 'None,True', ':,True', '0:1,...,0:1']


def some(cases, keep, of):
    """keep of every `of` cases, evenly."""
    return [c for i, c in enumerate(cases) if (i * 7 + i // 11) % of < keep]


def index_get():
    cases = [f'{layout.format(dtype)}[{key}]' for k, layout in enumerate(LAYOUTS) for dtype in [DTYPES[(k * 3 + 8) % 10]] for key in KEYS]
    return some(cases, 6, 10)


def index_set():
    values = ['9', 'True', '2.7', 'nan', '300', '-1', '2**70', 'None', "'a'", 'V(3)', 'V([1,2])', 'V([1.5])', '[1,2]', '[[7]]', 'T(i8,3)', 'T(f8,2,3)', 'T(b1,2,1)', 'T(f4,0)', '(1,2,3)', '[1,[2]]']
    keys = ['0', '-1', '5', '...', ':', '::2', 'None', '()', '0,0', '0,...', ':,0', ':,None', 'True', 'False', '[0]', '[0,0]', '[0,1],[1,0]', 'V([0,1])', 'V([True,False])', 'V([[True,False,True],[False,True,True]])', 'V(0)',
            '1:1', '::-1', 'V([5])', '[]', '0,V([0,1])', ':,V([0,1])', 'V([0,1]),:', 'V(True)', '1.5']
    shapes = ['', ',0', ',2', ',2,3', ',5', ',2,1,2']
    cases = [f'x = T({dtype}{shape}) ; x[{key}] = {value} ; x' for i, (shape, key, value) in enumerate(product(shapes, keys, values)) for dtype in [DTYPES[(i * 3 + i // 10) % 10]]]
    more = ['x = T(f4,6) ; x[0:2] = x[1:3] ; x', 'x = T(f4,6) ; x[1:3] = x[0:2] ; x', 'x = T(f4,6) ; x[:3] = x[3:] ; x', 'x = T(f4,6) ; x[:] = x.flip(0) ; x', 'x = T(f4,1).expand(3) ; x[0] = 1 ; x',
            'x = T(f4,3,1).expand(3,2) ; x[:] = 1 ; x', 'x = T(f4,2,3) ; x[:,0] = x[0] ; x', 'x = T(i8,4) ; x[V([0,0,1])] = V([1,2,3]) ; x', 'x = T(f4,3,3) ; x[:] = x.t() ; x', 'x = T(f4,3,3) ; x.t()[:] = x ; x',
            'x = T(f4,6) ; x[::2] = x[:3] ; x', 'x = T(f4,6) ; x[0:5] = x[1:6] ; x', 'x = T(f4,2,3) ; del x[0] ; x', 'x = T(f4,6) ; x[0:1] = x[0:1] ; x', 'x = T(i4,2,3) ; x[0] += 2.5 ; x', 'x = T(i4,2,3) ; x[0] += 2 ; x', 'x = T(i4,2,3) ; x[x>0] *= 2 ; x']
    return some(cases, 2, 11) + more


VALUES = ['0', '300', '-1', '-129', '255', '256', '40000', '2**31', '2**63', '2**63-1', '-2**63-1', '2**70', '1e300', '65520.', '70000.', 'nan', 'inf', '-inf', 'True', 'False', 'None', "'a'", '2.7', '-2.7', '1e-320', '3.5e38', '1e10', '-0.0', '1e19', '-1e19', '[1]', '1j']


def conversions():
    ways = ['torch.tensor({v},dtype={d})', 'torch.tensor([{v}],dtype={d})', 'torch.tensor([1,{v}],dtype={d})', 'torch.full((2,),{v},dtype={d})', 'T({d},2).fill_({v})', 'x = T({d},2) ; x[0] = {v} ; x', 'x = T({d},2) ; x[:] = {v} ; x', 'T({d},3).masked_fill(V([True,False,True]),{v})',
            'T({d},3)+{v}', 'T({d},3)*{v}', 'T({d},3)=={v}', 'T({d},3)<{v}', 'T({d},3).clamp(min={v})', 'T({d},3).clamp(max={v})', 'T({d},3).add_({v})', 'torch.full_like(T({d},2),{v})', 'T({d},2).new_full((1,),{v})', 'T({d},3).index_fill(0,V([1]),{v})', 'torch.as_tensor({v},dtype={d})',
            'torch.add(T({d},2),T({d},2),alpha={v})', 'x = T({d},3) ; x[V([0,2])] = {v} ; x', 'torch.arange(0,{v},dtype={d}).shape if abs({v}) < 1e4 else 0', 'T({d},3).scatter(0,V([1]),{v})', 'torch.where(T(b1,3),T({d},3),{v})', 'T({d},2).new_tensor({v})', 'T({d},3).sub({v})', '{v}-T({d},3)', 'torch.scalar_tensor({v},dtype={d})',
            'torch.tensor(V({v}),dtype={d})', 'T({d},3)!={v}', 'T({d},3).fill_diagonal_({v})', 'x = T({d},3) ; x[V([True,False,True])] = {v} ; x', 'F.pad(T({d},2),(1,1),value={v})', 'torch.pow(T({d},2),{v})', 'T({d},2).div({v})', 'T({d},2)//{v}', 'T({d},2)%{v}']
    cases = [w.format(v=v, d=d) for w in ways for v in VALUES for d in DTYPES]
    cases = [c for c in cases if not ('//0' in c or 'arange' in c and ('nan' in c or 'inf' in c and 'f' not in c))]
    return some(cases, 2, 19) + ["torch.tensor([[1,2],[3]])", "torch.tensor([1,[2]])", "torch.tensor([[1],2])", "torch.tensor('abc')", "torch.tensor(['a'])", "torch.tensor(None)", "torch.tensor([None])", "torch.tensor({})", "torch.tensor(object())", "torch.tensor([object()])", "torch.tensor([])", "torch.tensor([[]])", "torch.tensor([[],[]])",
        "torch.tensor([True,2])", "torch.tensor([True,2.])", "torch.tensor([1,2.])", "torch.tensor(range(3))", "torch.tensor((1,(2,)))", "torch.tensor([V(1),V(2)])", "torch.tensor([V([1]),V([2])])", "torch.tensor([V(1),2.5])", "torch.tensor([1.5,V(2)])", "torch.tensor([V(1.5),2])", "torch.tensor(2**63)", "torch.tensor([2**63])", "torch.tensor([2**70],dtype=torch.float32)",
        "torch.tensor(2**70,dtype=torch.float64)", "torch.tensor(-2**63)", "torch.tensor(2**63-1)", "torch.tensor(1,2)", "torch.tensor()", "torch.tensor(1,dtype=int)", "torch.tensor(1,dtype=float)", "torch.tensor(1,dtype=bool)", "torch.tensor(1,dtype='f4')", "torch.tensor(1,dtype=None)", "torch.tensor(1,device='nowhere')", "torch.tensor([1,2],requires_grad=True)",
        "torch.tensor([1.,2],requires_grad=True)", "torch.Tensor(2,3).shape", "torch.Tensor([1,2])", "torch.Tensor(-1)", "torch.Tensor(2.5)", "torch.Tensor()", "torch.Tensor(V([1.,2]))", "torch.LongTensor([1.5])", "torch.LongTensor([1,2])", "torch.ByteTensor([300])", "torch.IntTensor([2**40])", "torch.FloatTensor([1,2])", "torch.BoolTensor([1,0])", "torch.HalfTensor([1e6])", "torch.Tensor('a')",
        "torch.Tensor([[1],[2,3]])", "torch.Tensor(True)", "torch.Tensor(None)", "float(V([1.]))", "float(V([1.,2]))", "int(V(2.7))", "int(V(nan))", "int(V(inf))", "bool(V([]))", "bool(V([0]))", "bool(V([1,2]))", "float(V([]))", "V([1]).item()", "V([]).item()", "V([1,2]).item()", "len(V(1))", "len(V([]))", "list(V(1))", "[i for i in V([1,2])]", "complex(V(2.))", "V(3).__index__()", "V(3.).__index__()",
        "V([3]).__index__()", "V([3,4]).__index__()", "[1,2,3][V(1)]", "[1,2,3][V(True)]", "range(V(3))", "1 in V([1,2])", "3 in V([1,2])", "'a' in V([1,2])", "V([1,2]) in [V([1,2])]", "hash(V(1)) == hash(V(1))", "V([1.5]).int()", "V([-1.5]).byte()", "V([300]).byte()", "V([200]).char()", "V([2**40]).int()", "V([1e6]).half()", "V([nan]).bool()", "V([0.1]).bool()", "V([70000]).half()", "V([-1]).byte()", "V(1.).long()", "V([1e20]).double().float()", "V([1e300]).float()", "V([256.5]).short()", "V([65504.,65519.,65520.]).half()", "V([3.4e38,1e39]).bfloat16()"]


def unary():
    names = ['abs', 'neg', 'sign', 'sqrt', 'rsqrt', 'exp', 'log', 'log2', 'log1p', 'sin', 'floor', 'ceil', 'round', 'trunc', 'frac', 'reciprocal', 'square', 'sigmoid', 'tanh', 'relu', 'isnan', 'isinf', 'isfinite', 'logical_not', 'bitwise_not', 'erf', 'signbit', 'sgn', 'positive', 'nan_to_num', 'asin', 'acosh', 'digamma', 'lgamma', 'exp2', 'expm1', 'logit', 'deg2rad', 'isreal', 'isposinf', 'isneginf', 'erfinv', 'i0', 'sinc']
    inplace = [n for n in names if n not in ('isnan', 'isinf', 'isfinite', 'positive', 'isreal', 'isposinf', 'isneginf')]
    cases = [f'torch.{n}(T({d},3))' for n in names for d in DTYPES if n not in ('sqrt', 'rsqrt', 'log', 'log2', 'lgamma', 'erfinv', 'digamma') or d not in ('f2', 'bf')]
    cases = some(cases, 5, 10) + some([f'T({d},3).{n}_()' for n in inplace for d in DTYPES], 3, 10)
    special = ['nan', 'inf', '-inf', '0.', '-0.', '0.5', '-0.5', '2.5', '1e30']
    cases += [f'torch.{n}(V([{",".join(special)}]))' for n in names if n not in ('i0', 'bitwise_not', 'lgamma', 'digamma')]
    cases += [f'torch.{n}({x})' for n in names[:12] for x in ('T(f4)', 'T(f4,0)', 'T(f4,2,0)', '3', 'None')]
    return cases + [f'-T({d},2)' for d in DTYPES] + [f'~T({d},2)' for d in DTYPES] + [f'abs(T({d},2))' for d in DTYPES] + [f'+T({d},2)' for d in DTYPES]


def binary():
    operators = ['+', '-', '*', '/', '//', '%', '**', '<<', '>>', '&', '|', '^', '==', '<', '@']
    cases = [f'T({a},3){o}T({b},3).clamp(min=1)' for o in operators for a in DTYPES for b in DTYPES if not (o in ('//', '%', '/') and b == 'b1') and not (o in ('**', '<<', '>>', '@') and ('f2' in (a, b) or 'bf' in (a, b)))]
    cases = some(cases, 3, 19)
    scalars = ['2', '-3', '0', '2.5', 'True', 'nan', 'inf', '2**40', 'None', "'a'", '[1]', '-1', '64', '7', '31', '8']
    cases += some([f'T({d},4){o}({s})' for o in operators for d in DTYPES for s in scalars if not (d in INTEGERS and o in ('//', '%') and s in ('0', 'nan', 'inf'))], 2, 19)
    cases += some([f'({s}){o}T({d},4)' for o in operators for d in DTYPES for s in scalars if not (o in ('//', '%'))], 1, 19)
    cases += some([f'x = T({d},4) ; x {o}= {s} ; x' for o in operators[:-3] for d in DTYPES for s in scalars + ['T(f4,4)', 'T(i8,4)', 'T(f8)', 'T(b1,4)', 'T(f4,2,4)', 'T(f4,3)'] if not (o in ('//', '%') and ('T' in s or s in ('0', 'nan', 'inf')))], 2, 19)
    shapes = ['', ',0', ',1', ',3', ',2,3', ',3,1', ',2,0', ',4', ',1,3', ',2,1,3']
    cases += some([f'T(f4{a}){o}T({d}{b})' for a in shapes for b in shapes for o, d in (('+', 'f4'), ('*', 'i8'), ('==', 'f8'))], 2, 5)
    for d in INTEGERS:
        cases += [f'T({d},4)//0', f'T({d},4)%0', f'T({d},4)//T({d},4)', f'T({d},4)%V(0,{d})', f'T({d},6)//3', f'T({d},6)%3', f'T({d},6)//V(-3 if {d}!=u1 else 3,{d})', f'torch.fmod(T({d},6),3)', f'torch.remainder(T({d},6),-3)', f'torch.div(T({d},6),3,rounding_mode="trunc")', f'torch.div(T({d},6),-3,rounding_mode="floor")', f'T({d},4)/0', f'T({d},6)**2', f'T({d},6)**-1',
                  f'2**T({d},6)', f'(-2)**T({d},6)', f'T({d},4)<<1', f'T({d},4)>>1', f'T({d},4)<<V([0,1,7,3],{d})', f'torch.gcd(T({d},4),T({d},4))', f'torch.floor_divide(T({d},4),2.5)', f'torch.true_divide(T({d},4),2)', f'torch.bitwise_and(T({d},4),3)', f'torch.bitwise_left_shift(T({d},4),2)', f'torch.lcm(T({d},4),V(4,{d}))', f'divmod(T({d},4),3)',
                  f'7//T({d},4)[1:]', f'7%T({d},4)[1:]', f'-7//V([2,3],{d})', f'-7%V([2,3],{d})']
    for d in FLOATS:
        cases += [f'T({d},4)//0', f'T({d},4)%0', f'T({d},4)/0', f'T({d},6)//-0.75', f'T({d},6)%-0.75', f'torch.fmod(T({d},6),0.75)', f'V([inf,-inf,nan,1],{d})//2', f'V([inf,-inf,nan,1],{d})%2', f'V([5.,-5],{d})//inf', f'V([5.,-5],{d})%inf', f'T({d},4)<<1', f'T({d},4)&1', f'torch.div(T({d},4),0.3,rounding_mode="floor")', f'torch.div(T({d},4),0.3,rounding_mode="up")', f'T({d},4)**0.5', f'T({d},4)**-1', f'0**T({d},4)']
    cases += ['T(i8,4)<<64', 'T(i8,4)<<-1', 'T(i8,4)>>64', 'T(i8,4)>>-1', 'T(i4,4)<<32', 'T(u1,4)<<8', 'T(i4,4)>>40', 'T(i8,4)<<63', 'T(i8,4)<<62', 'T(u1,4)>>8', 'T(i1,4)<<7', 'T(i2,4)<<16', 'T(i4,4)<<31', 'V([1,2])<<V([64,-1])', 'V([1,2])>>V([64,-1])', 'V([-5,5])>>V([63,65])', 'T(i8,4)<<1.5',
              'torch.add(V([1]),V([2]),alpha=2.5)', 'torch.add(V([1.]),V([2.]),alpha=2.5)', 'torch.add(V([1]),V([2.]),alpha=2.5)', 'torch.add(V([1]),2,alpha=2.5)', 'torch.add(V([True]),V([True]),alpha=True)', 'torch.add(V([1]),V([2]),alpha=True)', 'torch.add(V([True]),V([True]),alpha=2)', 'torch.sub(V([True]),V([True]))', 'V([True])-V([True])', 'V([True])-1', '1-V([True])', 'V([True])-True', '-V([True])', 'torch.rsub(V([True]),1)', 'torch.sub(V([1]),V([2]),alpha=2.5)',
              'V([1]).add_(V([2]),alpha=2.5)', 'V([1]).add_(1.5)', 'V([1]).mul_(1.5)', 'V([1]).div_(2)', 'V([True]).add_(1)', 'V([1]).add_(V([1.5]))', 'V([1]).sub_(V(1.5))', 'V([1.]).add_(V([1.5],f8))', 'V([1]).pow_(-1)', 'V([1]).pow_(0.5)', 'V([2]).floor_divide_(2.5)', 'V([1]).remainder_(1.5)', 'V([1]).copy_(V([1.7]))', 'V([True]).copy_(V([nan]))', 'V([1,2]).copy_(V([1,2,3]))', 'V([1,2]).copy_(5)', 'V([1,2]).fill_(V([1,2]))', 'V([1,2]).fill_(V(7.5))', 'V([1]).zero_()', 'torch.addcmul(V([1]),V([2]),V([3]))', 'torch.addcmul(V([1.]),V([2.]),V([3.]),value=2)', 'torch.addcdiv(V([1]),V([2]),V([3]))', 'torch.lerp(V([1.]),V([2.]),0.5)', 'torch.lerp(V([1]),V([2]),0.5)', 'torch.lerp(V([1.]),V([2.]),V([3.]))', 'torch.lerp(V([1.]),V([2.],f8),0.5)',
              'torch.maximum(V([nan,1]),V([1,nan]))', 'torch.minimum(V([nan,1]),V([1,nan]))', 'torch.fmax(V([nan,1]),V([1,nan]))', 'torch.fmin(V([nan,1.]),V([1,nan]))', 'torch.maximum(V([1]),V([1.5]))', 'torch.maximum(V([1]),2)', 'torch.atan2(V([1]),V([2]))', 'torch.hypot(V([3]),V([4]))', 'torch.copysign(V([1]),V([-2]))', 'torch.copysign(V([1.,2]),-0.)', 'torch.nextafter(V([1.]),V([2.]))', 'torch.heaviside(V([-1.,0,1,nan]),V([0.5]))', 'torch.logaddexp(V([1]),V([2]))', 'torch.xlogy(V([0.,1]),V([0.,nan]))', 'torch.ldexp(V([1.]),V([3]))', 'torch.logical_and(V([1,0]),V([1.5,2]))', 'torch.logical_xor(V([True]),V([1]))', 'torch.bitwise_or(V([1.]),V([2.]))', 'torch.bitwise_xor(V([True]),V([1]))', 'torch.isclose(V([1.]),V([1]))', 'torch.isclose(V([nan]),V([nan]),equal_nan=True)', 'torch.allclose(V([1.,nan]),V([1.,nan]))', 'torch.equal(V([1]),V([1.]))', 'torch.equal(V([1]),V([1,2]))', 'torch.eq(V([1]),V([1.,2]))', 'torch.dist(V([1.,2]),V([0.,0]),3)', 'torch.cdist(T(f4,2,3),T(f4,4,3))', 'torch.cdist(T(f4,2,3),T(f4,4,2))', 'torch.clamp(V([1.,2,3]),nan,2)', 'torch.clamp(V([1.,2,3]),max=nan)', 'torch.clamp(V([1.,nan,3]),2,2.5)', 'torch.clamp(V([1.,2,3]),3,1)', 'torch.clamp(V([1,2,3]),1.5,2.5)', 'torch.clamp(V([1,2,3]))', 'torch.clamp(V([1,2,3]),V([2,2,2]))', 'torch.clamp(V([1,2,3]),max=V([1.5]))', 'torch.clamp(V([1,2,3]),V(2),5)', 'torch.clamp(V([True,False]),0,1)', 'V([1,2,3]).clamp_(1.5)', 'torch.clip(V([1,2,3]),2)', 'torch.clamp(V([1.,2]),None,None)', "torch.clamp(V([1.]),'a')", 'V([1,2,3]).clamp_min(2)', 'V([1,2,3]).clamp_max(2.5)', 'V([1.,nan]).clamp_min(nan)', 'torch.relu(V([nan,-1.]))', 'torch.nan_to_num(V([nan,inf,-inf]),nan=1.,posinf=2.)', 'torch.nan_to_num(V([1,2]))', 'torch.where(V([True,False]),1,2)', 'torch.where(V([True,False]),1.,2)', 'torch.where(V([True,False]),V([1]),V([2.]))', 'torch.where(V([1,0]),V([1]),V([2]))', 'torch.where(V([True,False]))', 'torch.where(V([True,False]),V([1,2,3]),1)', 'torch.where(V([1,0],u1),V([1]),V([2]))', 'torch.where(True,V([1]),V([2]))', 'torch.where(V([True,False]),V([1,2]),V(3.5))', 'V([1.,2]).where(V([True,False]),V([9.,9]))']
    return cases


def reductions():
    whole = ['sum', 'mean', 'prod', 'max', 'min', 'any', 'all', 'std', 'var', 'argmax', 'argmin', 'median', 'norm', 'nansum', 'nanmean', 'amax', 'amin', 'count_nonzero', 'aminmax', 'logsumexp(0)', 'nanmedian', 'unique', 'nonzero', 'mode', 'cumsum(0)', 'cumprod(0)', 'sort', 'argsort', 'msort', 'flatten', 'tolist', 'numel', 'dim']
    cases = [f'{layout.format(d)}.{n}' + ('' if n.endswith(')') else '()') for n in whole for i, layout in enumerate(LAYOUTS) for d in (DTYPES[(i * 3 + len(n)) % 10], 'f4')]
    cases = some(cases, 5, 10)
    axes = ['0', '1', '-1', '2', '-3', '3', '(0,1)', '()', '(0,0)', '(0,-2)', 'None', '1.5', "'a'", '[0]', '(0,5)', 'dim=0,keepdim=True', 'dim=(0,1),keepdim=True', 'keepdim=True', 'dim=True', 'axis=0', 'axis=1,keepdims=True', '0,True', '1,False', '-1,keepdim=1', 'dim=V(0)']
    along = ['sum', 'mean', 'prod', 'max', 'min', 'any', 'all', 'std', 'var', 'argmax', 'argmin', 'median', 'norm', 'nansum', 'amax', 'amin', 'count_nonzero', 'cumsum', 'cumprod', 'cummax', 'cummin', 'logsumexp', 'softmax', 'log_softmax', 'sort', 'mode', 'unbind', 'squeeze', 'unsqueeze', 'nanmedian', 'flip', 'argsort', 'aminmax', 'diff', 'logcumsumexp']
    cases += some([f'{x}.{n}({a})' for n in along for x in ('T(f4,2,3)', 'T(i8,2,3)', 'T(f4,2,0)', 'T(f4)', 'T(b1,3,2)') for a in axes], 3, 17)
    cases += [f'T({d},2,3).{n}({a})' for n in ('sum', 'mean', 'prod', 'cumsum', 'std', 'norm', 'logsumexp', 'softmax') for d in DTYPES for a in ('0',)]
    cases += [f'T({d},0).{n}()' for n in ('sum', 'mean', 'prod', 'max', 'min', 'any', 'all', 'std', 'median', 'argmax', 'norm', 'amax', 'nansum', 'nanmedian') for d in ('f4', 'i8', 'b1', 'u1', 'f2')]
    cases += ['T(f4,2,3).sum(dtype=i8)', 'T(u1,3).sum(dtype=u1)', 'T(i8,3).mean(dtype=f4)', 'T(i8,3).mean()', 'T(f4,3).sum(dtype=b1)', 'T(i8,3).prod(dtype=f8)', 'T(f4,3).mean(dtype=i8)', 'T(f2,3).sum(dtype=f4)', 'T(i8,3).cumsum(0,dtype=f4)', 'T(b1,3).sum()', 'T(b1,3).prod()', 'T(b1,3).cumsum(0)', 'T(f4,1).std()', 'T(f4,1).var(unbiased=False)', 'T(f4).std()', 'T(f4,2,3).var(0,correction=2)', 'T(f4,2,3).std(0,unbiased=True,keepdim=True)', 'T(f4,3).norm(0)', 'T(f4,3).norm(inf)', 'T(f4,3).norm(-inf)', 'T(f4,3).norm(1)', "T(f4,3).norm('fro')", "T(f4,3).norm('nuc')", "T(f4,2,3).norm('nuc')", 'T(f4,3).norm(0.5)', 'T(f4,0).norm(inf)', 'T(f4,3).norm(p=2,dtype=f8)', 'torch.linalg.norm(T(f4,2,3))', 'torch.linalg.norm(T(i8,3))', 'torch.linalg.vector_norm(T(f4,2,3),ord=inf,dim=1)', 'torch.linalg.matrix_norm(T(f4,2,3),ord=1)', "torch.linalg.norm(T(f4,2,3),ord='x')", 'torch.std_mean(T(f4,4))', 'torch.var_mean(T(f4,2,3),1)', 'torch.max(T(f4,2,3),1)', 'torch.max(T(f4,2,3),T(f4,3))', 'torch.max(T(f4,3),T(i8,3))', 'torch.min(T(f4,3),0,keepdim=True)', 'torch.max(T(f4,2,3),dim=5)', 'torch.sum(3)', 'torch.sum([1,2])', 'torch.max(T(f4,0),0)', 'torch.argmax(T(f4,2,0),0)', 'torch.argmax(T(f4,2,0),1)', 'torch.any(T(u1,3))', 'torch.all(T(u1,3))', 'torch.all(T(f4,2,3),0)', 'torch.trace(T(f4,2,3))', 'torch.trace(T(f4,3))', 'torch.trace(T(i8,0,0))', 'torch.cov(T(f4,2,3))', 'torch.corrcoef(T(f4,2,3))', 'torch.renorm(T(f4,2,3),2,0,1.)', 'torch.cumsum(T(f4),0)', 'torch.cumsum(T(f4),1)', 'torch.diff(T(i8,5),2)', 'torch.diff(T(i8,5),-1)', 'torch.diff(T(i8,2),5)', 'torch.diff(V([True,False]))', 'torch.trapz(T(f4,4))', 'torch.cumulative_trapezoid(T(f4,4))', 'torch.logsumexp(T(f4,0),0)', 'torch.logsumexp(T(f4,2,3),(0,1))', 'torch.logsumexp(V([-inf,-inf]),0)', 'torch.softmax(V([-inf,-inf]),0)', 'torch.softmax(V([inf,1.]),0)', 'torch.softmax(T(i8,3),0)', 'torch.softmax(T(i8,3),0,dtype=f4)', 'torch.softmax(T(f4,0),0)', 'F.softmax(T(f4,3))', 'torch.log_softmax(T(f4,2,3),-3)', 'torch.count_nonzero(T(f4,2,3),(0,1))', 'torch.count_nonzero(V([nan,0.]))', 'torch.nansum(V([nan,1.]))', 'torch.nanmean(V([nan,nan]))', 'torch.nansum(V([1,2]))', 'torch.nanmean(V([1,2]))', 'torch.nanmean(V([nan,1.,3]),0,keepdim=True)']
    return cases


def order():
    nans = ['V([nan,1.,2])', 'V([1.,nan,0])', 'V([3.,1,nan,nan])', 'V([[nan,1.],[0,nan]])', 'V([nan])', 'V([inf,-inf,nan,0])', 'V([1,3,2,3])', 'V([True,False,True])', 'T(f4,0)', 'T(f4)', 'V([0.,-0.,0])', 'V([1.,nan],f2)', 'V([1.,nan,2],bf)', 'T(f8,3,2)', 'V([2,2,1,1,3])', 'T(f4,2,0)', 'V([3,1,2],u1)']
    ops = ['max()', 'min()', 'max(0)', 'min(0)', 'max(-1)', 'argmax()', 'argmin()', 'argmax(0)', 'argmin(-1)', 'median()', 'median(0)', 'nanmedian()', 'nanmedian(0)', 'mode()', 'mode(0)', 'sort()', 'sort(descending=True)', 'sort(0,True)', 'argsort()', 'argsort(descending=True)', 'topk(1)', 'topk(2)', 'topk(2,largest=False)', 'topk(0)', 'topk(5)', 'topk(-1)', 'topk(1,0)', 'topk(1,3)', 'kthvalue(1)', 'kthvalue(2)', 'kthvalue(0)', 'kthvalue(9)', 'cummax(0)', 'cummin(0)', 'cummax(-1)', 'amax()', 'amin(0)', 'aminmax()', 'aminmax(dim=0)', 'unique()', 'unique(return_counts=True)', 'unique(return_inverse=True)', 'unique_consecutive()', 'unique(dim=0)', 'clamp(nan,2)', 'clamp(max=nan)', 'clamp(1,nan)', 'quantile(0.5)', 'quantile(0.3,0)', 'nanquantile(0.5)', 'quantile(1.5)', 'quantile(V([0.,1]))', 'msort()', 'nonzero()', 'bincount()', 'histc(4)', 'histc(3,0,2)', 'isnan()', 'sort(stable=True)', 'max(0,keepdim=True)', 'kthvalue(1,0,True)']
    cases = some([f'{x}.{o}' for x in nans for o in ops], 6, 10)
    sortd = ['V([1.,2,3])', 'V([1,3,5])', 'V([1.,nan])', 'T(f4,0)', 'V([[1,2,3],[2,4,6]])', 'V([1,1,1])']
    at = ['2', '2.5', 'nan', 'V([2])', 'V([0.,9,nan])', 'V([[2],[3]])', 'V(2.)', 'V([],f4)', 'V([2,2],i4)']
    cases += some([f'torch.searchsorted({s},{a}{r})' for s in sortd for a in at for r in ('', ',right=True', ",side='left'", ',out_int32=True')], 5, 10)
    cases += some([f'torch.bucketize({a},{s}{r})' for s in sortd for a in at for r in ('', ',right=True')], 5, 10)
    cases += [f'torch.bincount({x})' for x in ('V([0,1,1,3])', 'V([],i8)', 'V([-1])', 'V([1.5])', 'V([[1]])', 'V([1,2]),V([0.5,1.5])', 'V([1,2]),V([1])', 'V([1,2]),minlength=5', 'V([1,2]),minlength=-1', 'V([True])', 'V([1],u1)', 'V([1],i4),V([2])', 'V(1)')]
    cases += [f'torch.histc({x})' for x in ('T(f4,6)', 'T(f4,6),3', 'T(f4,6),0', 'T(f4,6),3,2,1', 'T(f4,6),3,-1,1', 'V([nan,1.])', 'V([inf,1.])', 'T(f4,0)', 'T(i8,4)', 'T(f4,6),bins=-1', 'V([1.,1,1]),3', 'T(f4,2,3),4', 'T(f4,6),3,nan,1')]
    cases += [f'torch.quantile({x})' for x in ('T(f4,5),0.5', 'T(f4,5),-0.1', 'T(f4,5),V([0.1,0.9])', 'T(f4,5),V([[0.1]])', 'T(f4,2,3),0.5,1', 'T(f4,2,3),0.5,dim=0,keepdim=True', 'T(i8,5),0.5', 'T(f8,5),0.5', 'T(f8,5),V(0.5)', 'T(f4,0),0.5', "T(f4,5),0.4,interpolation='nearest'", "T(f4,5),0.4,interpolation='lower'", "T(f4,5),0.4,interpolation='higher'", "T(f4,5),0.4,interpolation='midpoint'", "T(f4,5),0.4,interpolation='x'", 'V([1.,nan]),0.5', 'T(f2,3),0.5')]
    cases += [f'torch.unique({x})' for x in ('T(f4,4)', 'V([[1,2],[1,2]]),dim=0', 'V([3,1,3]),sorted=True,return_inverse=True,return_counts=True', 'V([nan,nan])', 'T(f4,0)', 'T(b1,5)', 'V([[1,2],[1,2]]),dim=5', 'V([1]),dim=0', 'T(f4,0),return_inverse=True', 'V(3)', 'V([[3,1],[2,1]]),return_inverse=True', '[1,2]')]
    cases += [f'torch.isin({x})' for x in ('V([1,2]),V([2,3])', 'V([1,2]),2', '1,V([1])', 'V([1,2]),V([2,3]),invert=True', 'V([nan]),V([nan])', 'V([1,2]),V([])')]
    cases += [f'torch.{n}({x})' for n in ('max', 'min', 'median', 'sort', 'cummax', 'topk') for x in ('V([1,2]),1', 'V([[1,2]]),-1', 'V([1,2]),-2', 'V([1,2]),None', "V([1,2]),'a'")]
    return cases


def views():
    arguments = {
        'view': ['6', '-1', '2,3', '(3,2)', '-1,2', '-1,-1', '4', '0', '0,-1', '-2', '7,-1', '', '1,6,1', 'torch.Size([6])', 'i4', 'f8', 'i2', 'b1', '2.5', "'a'", 'None', 'V([2,3])', 'True', '2,-1,3'],
        'reshape': ['6', '-1', '2,3', '(3,2)', '-1,2', '-1,-1', '4', '0', '0,-1', '-2', '', '()', '1,6,1', '2.5', 'None', 'shape=(6,)', '[2,3]', '2,V(3)'],
        'expand': ['2,3', '4,2,3', '-1,-1', '2,2,-1', '-1,2,3', '3,3', '0,2,3', '6', '', '2,6', '-2,3', '(2,3)', 'None', '2,3.0', '1,1'],
        'expand_as': ['T(f4,2,3)', 'T(f4,4,2,3)', 'T(f4,3)', 'T(f4,2,1)', '3'],
        'permute': ['1,0', '0,1', '(1,0)', '-1,0', '0,0', '0', '0,1,2', '2,0', '', '-3,0', 'None', "'a'"],
        'transpose': ['0,1', '-1,0', '0,2', '0', '-3,1', '0,0', "'a','b'", '0,None'],
        'squeeze': ['', '0', '-1', '2', '-3', '(0,1)', 'None', '1.0'],
        'unsqueeze': ['0', '-1', '2', '-3', '3', '-4', '', 'None', '1.5'],
        'flatten': ['', '0', '1', '0,-1', '1,0', '2', '-3', '0,5', 'None'],
        'unflatten': ['0,(1,2)', '1,(3,1)', '1,(2,2)', '-1,(-1,3)', '0,(-1,-1)', '5,(1,2)', '0,()', '1,[1,3]', '0,2'],
        'narrow': ['0,0,1', '0,1,1', '0,1,2', '1,-1,1', '1,-2,2', '0,0,0', '0,2,0', '0,0,-1', '2,0,1', '0,5,1', '0,-3,1', '0,V(1),1', '1,1,3', '0,0.5,1'],
        'select': ['0,0', '0,-1', '1,2', '1,3', '0,-3', '2,0', '-1,0', '-3,0', '0,0.5', '0'],
        'as_strided': ['(2,),(1,)', '(2,2),(1,1)', '(6,),(1,),0', '(6,),(1,),1', '(7,),(1,)', '(2,),(-1,)', '(-1,),(1,)', '(2,),(1,),-1', '(2,),(1,2)', '(2**40,),(2**40,)', '(2**62,4),(4,4)', '(2,),(2**62,)', '(0,),(1,),100', '(),()', '(),(),5', '(),(),6', '(3,3),(0,1)', '(2,3),(3,1),None', '(1,),(100,)', '(2,),(100,)', '2,1', '(2,3),(1,2)', '(2.0,),(1,)', '(2**63,),(1,)', '(0,5),(1,1),-1'],
        'unfold': ['0,1,1', '1,2,1', '1,2,2', '1,4,1', '1,0,1', '1,2,0', '1,2,-1', '1,-1,1', '2,1,1', '-1,3,1', '0,2,5', '-3,1,1'],
        'split': ['1', '2', '5', '0', '-1', '[1,1]', '[2]', '[1,2]', '[0,2]', '[-1,3]', '1,1', '2,1', '1,2', '[1,2],1', '(1,1)', '1.5', '1,-3', '[1,1],dim=-2'],
        'chunk': ['1', '2', '3', '5', '0', '-1', '2,1', '2,-1', '2,2', '1.5', "'a'"],
        'tensor_split': ['1', '2', '3', '0', '-1', '[1]', '[0,1]', '[5]', '[-1]', '(1,1)', '2,1', '[1,2],1', '2,5', 'V([1])', 'V(2)', '1.5'],
        'diagonal': ['', '1', '-1', '5', '-5', '0,0,1', '0,1,0', '0,0,0', '0,0,2', 'offset=1,dim1=-1,dim2=-2'],
        'repeat': ['2', '2,1', '1,2,1', '0,1', '-1,1', '', '(2,1)', '1,1,1', '2.0,1', 'None'],
        'tile': ['(2,)', '(2,1)', '(1,1,2)', '()', '0', '2,2', '(-1,)'],
        'roll': ['1', '-1', '7', '1,0', '(1,2),(0,1)', '(1,2)', '1,(0,1)', '1,2', '1,-1', '2**40', '0', '(1,1),(0,0)'],
        'flip': ['0', '(0,1)', '-1', '0,0', '2', '()', '', '(0,-2)', '[0]'],
        'rot90': ['', '1', '2', '-1', '1,[0,1]', '1,[1,0]', '1,[0,0]', '1,[0]', '1,[0,2]', '5'],
        'movedim': ['0,1', '0,-1', '(0,1),(1,0)', '0,2', '(0,),(1,0)', '(0,0),(0,1)'],
        'swapaxes': ['0,1', '0,2'], 'swapdims': ['0,1', '-1,-2'], 't': [''], 'mT': None, 'T': None, 'H': None, 'real': None,
        'resize_': ['2', '3,3', '-1', '0', '6', '(2,2)', '2,-3', '2**62,4', '', '1.5', '2,3,1'],
        'repeat_interleave': ['2', '2,0', '2,1', 'V([1,2])', 'V([1,2]),0', 'V([1,2]),1', '0', '-1', '2,5', 'V([-1,2]),0', 'V([1.5,2]),0', '1.5'],
        'index_select': ['0,V([0])', '0,V([1,0,1])', '0,V([2])', '0,V([-1])', '0,V([[0]])', '1,V([0,2],i4)', '2,V([0])', '-1,V([1])', '0,V(1)', '0,V([0.])', '0,V([],i8)', '0,V([0],i2)', '0,[0]', '0,0', '0,V([True])'],
        'take': ['V([0])', 'V([5,-1])', 'V([6])', 'V([-7])', 'V([[0,1]])', 'V([0],i4)', 'V([0.])', 'V([],i8)', '0', 'V(2)'],
        'gather': ['0,V([[0,1,0]])', '1,V([[0],[2]])', '1,V([[3]])', '1,V([[-1]])', '0,V([0])', '1,V([[0,0,0,0]])', '0,V([[0]],i4)', '2,V([[0]])', '-1,V([[1]])', '0,V([[0,0,0],[0,0,0],[1,1,1]])', '0,V([],i8)', '1,V([[0],[0],[0]])', '0,V([[0.]])', '0,V(0)'],
        'masked_select': ['T(b1,2,3)', 'V([True,False,True])', 'V(True)', 'V([True,False])', 'T(u1,2,3)', 'T(f4,2,3)', 'T(i8,2,3)', 'V([[True],[False]])', 'True', 'V([])'],
        'masked_fill': ['T(b1,2,3),0', 'V([True,False,True]),nan', 'V(True),1', 'V([True,False]),1', 'T(u1,2,3),1', 'T(i8,2,3),1', 'T(b1,2,3),V(5)', 'T(b1,2,3),V([5])', 'T(b1,4,2,3),1', "T(b1,2,3),'a'", 'T(b1,2,3),None', 'T(b1,2,3),2**70', 'T(b1,2,3),V(2.5,f8)', 'T(b1,2,3),True'],
        'masked_fill_': ['T(b1,2,3),0', 'T(b1,4,2,3),1', 'V(True),7', 'V([True,False,True]),300'],
        'masked_scatter': ['T(b1,2,3),V([1.,2])', 'T(b1,2,3),V([1.])', 'T(b1,2,3),V([1,2])', 'V([True,False,True]),T(f4,6)'],
        'index_fill': ['0,V([0]),9', '0,V([-1]),9', '0,V([2]),9', '1,V([0,2]),9', '0,V([0]),V(9.)', '0,V([0]),V([9.])', '0,V([0.]),9', '2,V([0]),9', '0,V([[0]]),9', '0,V(1),9', '1,V([-4]),9', '0,V([0],i4),9', '0,0,9', '0,V([]),9'],
        'index_add': ['0,V([0]),T(f4,1,3)', '0,V([0,0]),T(f4,2,3)', '0,V([0]),T(f4,2,3)', '0,V([-1]),T(f4,1,3)', '0,V([2]),T(f4,1,3)', '1,V([1]),T(f4,2,1)', '0,V([0]),T(f8,1,3)', '0,V([0]),T(f4,1,3),alpha=2', '0,V([0]),T(i8,1,3)', '0,V([[0]]),T(f4,1,3)', '0,V([0],i4),T(f4,1,3)', '0,V(0),T(f4,1,3)', '0,V([0]),T(f4,3)', '5,V([0]),T(f4,1,3)'],
        'index_copy': ['0,V([0]),T(f4,1,3)', '0,V([0,1]),T(f4,2,3)', '0,V([-1]),T(f4,1,3)', '0,V([2]),T(f4,1,3)', '0,V([0]),T(f8,1,3)', '0,V([0]),T(f4,3)', '0,V([0],i4),T(f4,1,3)', '1,V([1]),T(f4,2,1)', '0,V([[0]]),T(f4,1,3)', '0,V([0,0]),T(f4,1,3)'],
        'scatter': ['0,V([[0,1,0]]),T(f4,1,3)', '1,V([[0],[2]]),9', '1,V([[3]]),9', '1,V([[-1]]),9', '0,V([0]),9', '1,V([[0,1]]),T(f4,1,1)', '0,V([[0]]),T(f8,1,1)', '0,V([[0]]),T(i8,1,1)', '0,V([[0]],i4),9', '2,V([[0]]),9', "0,V([[0,1,0]]),T(f4,1,3),reduce='add'", "0,V([[0,1,0]]),2,reduce='multiply'", "0,V([[0,1,0]]),2,reduce='x'", '0,V([[]],i8),9', '0,V([[0,0,0],[0,0,0],[1,1,1]]),9', '1,V([[0],[0],[0]]),9', '0,V([[0]]),None', '0,V([[0]]),nan'],
        'scatter_add': ['0,V([[0,1,0]]),T(f4,1,3)', '0,V([[0,1,0]]),T(f4,2,3)', '0,V([[0,1,0]]),9', '0,V([[2]]),T(f4,1,1)', '0,V([[0]]),T(f8,1,1)', '0,V([[0],[0]]),T(f4,2,1)', '-3,V([[0]]),T(f4,1,1)'],
        'scatter_reduce': ["0,V([[0,1,0]]),T(f4,1,3),'sum'", "0,V([[0,1,0]]),T(f4,1,3),'amax'", "0,V([[0,1,0]]),T(f4,1,3),'mean',include_self=False", "0,V([[0,1,0]]),T(f4,1,3),'prod'", "0,V([[0,1,0]]),T(f4,1,3),'amin'", "0,V([[0,1,0]]),T(f4,1,3),'x'"],
        'put_': ['V([0]),V([9.])', 'V([5,-1]),V([9.,8])', 'V([6]),V([9.])', 'V([0]),V([9])', 'V([0,1]),V([9.])', 'V([0,0]),V([1.,2]),accumulate=True'],
        'new_zeros': ['2', '(2,)', '-1', '2,3', '', '()'], 'new_ones': ['2', '(0,)', '2.5'], 'fill_diagonal_': ['1', '1.5', 'nan', "'a'"],
        'tril': ['', '1', '-1', '-5', '5', 'None'], 'triu': ['', '1', '-1', '-5', '5', '1.5'], 'diag': ['', '1', '-1', '5', '-4'], 'diag_embed': ['', '1', '0,0,1', '0,0,0', '0,1,-1'], 'diagflat': ['', '1'],
        'contiguous': [''], 'is_contiguous': [''], 'stride': ['', '0', '2', '-1'], 'size': ['', '0', '2', '-3', '-2', 'None', "'a'"], 'storage_offset': [''], 'element_size': [''], 'nelement': [''], 'ndim': None, 'shape': None, 'cumsum': ['0', '1', '2', '-1', 'None', ''],
        'apply_': ['lambda v: v+1', 'lambda v: "a"', '3'], 'map_': ['T(f4,2,3),lambda a,b: a+b'], 'numpy': [''], 'tolist': [''], 'broadcast_to': ['(2,3)', '(4,2,3)', '(3,)', '(2,6)', '(-1,3)'], 'ravel': [''], 'view_as': ['T(f4,6)', 'T(f4,5)', '6'], 'reshape_as': ['T(f4,3,2)', 'T(f4,4)'], 'type_as': ['T(i8,1)', '3'], 'to': ['i8', "'i8'", 'f8', "'cpu'", 'None', 'T(f8,1)', 'dtype=f2', 'b1', "'gpu'", 'i8,copy=True', '3', '', "'cpu',f8"], 'type': ['', 'i8', "'torch.DoubleTensor'", "'x'", 'torch.LongTensor'], 'dsplit': ['1'], 'hsplit': ['3', '2', '[1]'], 'vsplit': ['2', '3'], 'sum_to_size': ['3', '2,1', '1,3', '2,2'],
    }
    operands = ['T(f4,2,3)', 'T(f4,3,2).t()', 'T(f4,2,6)[:,::2]', 'T(i8,6)', 'T(f4)', 'T(f4,2,1,3)', 'T(f4,0,3)', 'T(f4,1,3).expand(2,3)']
    cases = []
    for name, args in arguments.items():
        for i, a in enumerate(args if args is not None else [None]):
            call = f'.{name}' if a is None else f'.{name}({a})'
            cases.append('T(f4,2,3)' + call)
            cases.append(operands[1 + (i + len(name)) % 7] + call)
    cases += [f'torch.{n}' for n in ("reshape(T(f4,2,3),(6,))", "reshape(T(f4,2,3),6)", "reshape([1,2],(2,))", "permute(T(f4,2,3),(1,0))", "permute(T(f4,2,3),1,0)", "broadcast_tensors(T(f4,2,1),T(f4,3))", "broadcast_tensors(T(f4,2),T(f4,3))", "broadcast_shapes((2,1),(3,))", "broadcast_shapes((2,),(3,))", "broadcast_shapes((-1,))", "atleast_2d(T(f4,3))", "atleast_3d(T(f4))", "atleast_1d(V(1),V(2))", "meshgrid(V([1,2]),V([3]),indexing='ij')", "meshgrid(V([1,2]),V([3]),indexing='xy')", "meshgrid(V([[1]]))", "meshgrid(V([1,2]),V([3]),indexing='q')", "cartesian_prod(V([1,2]),V([3]))", "combinations(V([1,2,3]))", "combinations(V([1,2,3]),0)", "combinations(V([1,2]),with_replacement=True)", "tril_indices(3,3)", "tril_indices(0,3)", "tril_indices(-1,3)", "triu_indices(2,3,1)", "block_diag(V([[1]]),V([2,3]))", "vander(V([1,2,3]))", "vander(V([1,2]),0)", "vander(V([1,2]),-1)", "vander(V([[1]]))", "kron(V([1,2]),V([3,4]))", "ones(2**32,2**32)", "zeros(2**62,4)", "ones(-1)", "ones(2,-1)", "empty(-2,0)", "ones(2.0)", "ones('a')", "ones(None)", "ones(())", "ones([])", "ones([2,[3]])", "zeros(2,dtype=b1)", "ones(True)", "ones(2,3,dtype=i1)", "zeros((2,),3)", "eye(2,3)", "eye(0)", "eye(-1)", "eye(2,-1)", "eye(2.5)", "eye(2,dtype=b1)", "eye(2,dtype=u1)", "full((2,),1)", "full((2,),1.)", "full((2,),True)", "full(2,1)", "full((-1,),1)", "full((),7)", "full((2,),V(3))", "full((2,),V([3]))", "full((2,),None)", "full((2,),nan,dtype=i8)", "full((2,),300,dtype=u1)", "empty((0,3))", "zeros_like(T(i8,2),dtype=f4)", "ones_like(3)", "full_like(T(i8,2),1.5)", "full_like(T(b1,2),2)", "rand(-1)", "randint(5,3,(2,))", "randint(0,(2,))", "randint(3,(2,)).dtype", "randint(0,2**70,(2,))", "randperm(-1)", "randperm(0)", "randn((0,2))", "normal(0.,-1.,(2,))", "bernoulli(V([2.]))", "bernoulli(V([1,0]))", "bernoulli(V([0.,1.]))", "multinomial(V([0.,0]),1)", "multinomial(V([1.,0]),2)", "multinomial(V([1.,-1]),1)", "multinomial(V([0.,1]),1)", "multinomial(V([1.]),0)", "multinomial(T(f4,2,2,2),1)")]
    spans = ['5', '0', '-1', '1,5', '5,1', '1,5,2', '5,1,-2', '1,5,0', '1,5,-1', '0.5', '1.,2,0.25', '1,2,0.3', '0,1,0.1', 'nan', 'inf', '0,inf', '0,nan', '2**63', '0,2**63-1,2**62', 'True', 'None', "'a'", '3,dtype=f4', '3.7,dtype=i8', '3,dtype=b1', '2,dtype=b1', '300,dtype=u1', '-3,3,dtype=u1', '1.5,4,dtype=i4', 'V(3)', 'V([3])', '0,5,V(2)', '0,1,1e-20', '3,dtype=f2', '0,1,0.25,dtype=bf', 'start=1,end=3', 'end=3', '1,4,step=2', '0,2,0.5,dtype=i8', '-0.5', '1e-9', '3,0', '0,10,3', '10,0,-3']
    cases += [f'torch.arange({s})' for s in spans]
    cases += [f'torch.linspace({s})' for s in ('0,1,5', '0,1,1', '0,1,0', '0,1,-1', '0,1', '1,0,3', '0,10,5,dtype=i8', '0,1,3,dtype=i8', '0,1,2,dtype=b1', 'nan,1,3', '0,inf,3', '0,1,2.5', 'V(0.),1,3', '-1e30,1e30,3', '3,3,4', '0,1,3,dtype=f2', '0,300,4,dtype=u1', 'None,1,3', "0,1,'a'", '0,1,steps=4')]
    cases += [f'torch.logspace({s})' for s in ('0,2,3', '0,1,1', '0,1,0', '0,1,-1', '0,3,4,base=2', '0,2,3,dtype=i8')]
    cases += [f'torch.range({s})' for s in ('0,3', '3,0', '3,0,-1', '0,1,0.5')]
    deep = ['x = torch.zeros([1]*40) ; list(x.shape) == [1]*40', 'x = torch.zeros([1]*33) ; x.sum()', 'torch.zeros([1]*33).dim()', 'torch.zeros([1]*64).dim()', 'torch.zeros([1]*65).dim()', 'torch.zeros([1]*40).add(1).dim()', 'torch.zeros([1]*40).reshape(-1)', 'torch.zeros(1).reshape([1]*40).dim()', 'torch.zeros([2]+[1]*40).sum(0).dim()', 'torch.zeros([1]*40)[0].dim()', 'torch.zeros([1]*40)[(0,)*40]', 'torch.zeros([1]*40)[None].dim()', 'torch.zeros([1]*40).squeeze()', 'torch.zeros([1]*40).unsqueeze(0).dim()', 'torch.zeros([1]*40).permute(*range(40)[::-1]).dim()', 'torch.zeros([1]*40).tolist() is None', 'torch.zeros([1]*40).expand([2]+[1]*40).dim()', 'torch.cat([torch.zeros([1]*40)]*2).shape[0]', 'torch.stack([torch.zeros([1]*40)]*2).dim()', 'torch.zeros([1]*40).transpose(0,39).dim()', 'torch.zeros([1]*40).flatten()', 'torch.zeros([1]*40).contiguous().dim()', 'x = torch.zeros([1]*40) ; x[...] = 3 ; x.sum()', 'torch.zeros([1]*40).max(0)[0].dim()', 'torch.zeros([1]*40).to(i8).dim()']
    return cases + deep


def joins():
    parts = ['[T(f4,2),T(f4,3)]', '[T(f4,2,3),T(f4,2,3)]', '[T(f4,2),T(i8,2)]', '[]', '[T(f4,0),T(f4,2,3)]', '[T(f4),T(f4)]', '[T(f4,2)]', '(T(f4,2),3)', 'T(f4,2,3)', '[T(f4,2,3),T(f4,3,3)]', '[T(f4,2,3),T(f4,2)]', '[T(f4,2,0),T(f4,2,3)]', '[T(u1,2),T(i1,2)]', '[T(b1,2),T(f2,2)]', '[[1,2],[3]]', 'None', '(i for i in [T(f4,2)])', '[T(f4,1,3),T(f4,2,3),T(f4,0,3)]', '[None,T(f4,2)]', '[T(f2,2),T(bf,2)]']
    functions = ['torch.cat({})', 'torch.cat({},1)', 'torch.cat({},-1)', 'torch.cat({},dim=2)', 'torch.cat({},-3)', 'torch.stack({})', 'torch.stack({},1)', 'torch.stack({},-1)', 'torch.stack({},3)', 'torch.hstack({})', 'torch.vstack({})', 'torch.dstack({})', 'torch.column_stack({})', 'torch.concat({},axis=0)', 'torch.row_stack({})', 'torch.block_diag(*{})']
    cases = some([f.format(p) for f in functions for p in parts if '(i for' not in p or 'block' not in f], 6, 10)
    return cases + ['torch.cat()', 'torch.cat(T(f4,2),T(f4,2))', 'torch.cat([T(f4,2)],0,1)', 'torch.cat([T(f4,2)],dim=None)', "torch.cat([T(f4,2)],'a')", 'torch.cat(tensors=[T(f4,2)])', 'torch.cat([T(f4,2),V([True])],out=T(f4,3))', 'torch.cat([T(f4,2)],out=T(i8,2))']


def products():
    shapes = ['', ',0', ',3', ',2', ',2,3', ',3,2', ',0,3', ',2,0', ',2,2,3', ',2,3,2', ',1,3,2', ',3,3']
    cases = [f'T(f4{a})@T(f4{b})' for a in shapes for b in shapes]
    cases += some([f'torch.{f}(T(f4{a}),T(f4{b}))' for f in ('mm', 'bmm', 'mv', 'dot', 'outer', 'inner', 'vdot', 'ger') for a in shapes for b in shapes], 1, 6)
    cases += some([f'torch.{f}(T({a},{s}),T({b},{t}))' for f, s, t in (('matmul', '2,3', '3,2'), ('mm', '2,3', '3,2'), ('mv', '2,3', '3'), ('dot', '3', '3'), ('outer', '2', '3'), ('bmm', '2,2,3', '2,3,1')) for a in DTYPES for b in DTYPES if (a, b) != ('f2', 'f2')], 1, 6)
    cases += [f'torch.{x}' for x in ('addmm(T(f4,2),T(f4,2,3),T(f4,3,2))', 'addmm(T(f4,3),T(f4,2,3),T(f4,3,2))', 'addmm(T(f4,2,2),T(f4,2,3),T(f4,3,2),beta=0)', 'addmm(T(f4,2,2),T(f4,2,3),T(f4,3,2),alpha=2.5)', 'addmm(T(i8,2,2),T(i8,2,3),T(i8,3,2),alpha=2.5)', 'addmm(T(i8,2,2),T(f4,2,3),T(f4,3,2))', 'addmm(T(f4,2,2),T(f4,2,3),T(f4,2,2))', 'addmv(T(f4,2),T(f4,2,3),T(f4,3))', 'addmv(T(f4,3),T(f4,2,3),T(f4,3))', 'addr(T(f4,2,3),T(f4,2),T(f4,3))', 'baddbmm(T(f4,2,2,2),T(f4,2,2,3),T(f4,2,3,2))', 'addbmm(T(f4,2,2),T(f4,2,2,3),T(f4,2,3,2))', 'chain_matmul(T(f4,2,3),T(f4,3,2))', 'tensordot(T(f4,2,3),T(f4,3,2),1)', 'tensordot(T(f4,2,3),T(f4,3,2),dims=([1],[0]))', 'tensordot(T(f4,2,3),T(f4,3,2),dims=([0],[0]))', 'tensordot(T(f4,2,3),T(f4,3,2),3)', 'tensordot(T(f4,2,3),T(f4,2,3),2)', 'tensordot(T(f4,2),T(f4,3),0)', 'cross(T(f4,3),T(f4,3))', 'cross(T(f4,2,3),T(f4,2,3))', 'cross(T(f4,2),T(f4,2))', 'matrix_power(T(f4,3,3),2)', 'matrix_power(T(f4,3,3),0)', 'matrix_power(T(f4,2,3),2)', 'matmul(T(f4,2),3)', 'matmul([1],[2])', 'det(T(f4,2,3))', 'det(T(f4,3,3))', 'inverse(T(f4,2,3))', 'inverse(torch.zeros(2,2))', 'linalg.inv(torch.zeros(2,2))', 'linalg.det(T(f4,0,0))', 'linalg.solve(T(f4,2,3),T(f4,2))', 'linalg.cholesky(-torch.eye(2))', 'linalg.svd(T(f4,3))', 'linalg.matrix_rank(T(f4,2,3))', 'linalg.eigh(T(f4,2,3))', 'linalg.qr(T(f4,3))', 'logdet(-torch.eye(3))', 'slogdet(torch.zeros(2,2))')]
    equations = ["'ij,jk',T(f4,2,3),T(f4,3,2)", "'ij->ji',T(f4,2,3)", "'ii',T(f4,3,3)", "'ii->i',T(f4,3,3)", "'ii',T(f4,2,3)", "'ij->',T(f4,2,3)", "'ij,jk',T(f4,2,3),T(f4,2,3)", "'ij->k',T(f4,2,3)", "'ij->ii',T(f4,2,3)", "'...j->...',T(f4,2,3)", "'i,j->ij',T(f4,2),T(f4,3)", "'i,i',T(f4,3),T(f4,3)", "'ij',T(f4,3)", "'i',T(f4,2,3)", "'',T(f4)", "'ij,jk->ik'", "'ij',T(f4,2,3),T(f4,2,3)", "'i?',T(f4,2,3)", "'i j -> j i',T(f4,2,3)", "'ij,ij->ij',T(f4,2,3),T(f4,1,3)", "'bij,bjk->bik',T(f4,2,2,3),T(f4,2,3,2)", "'ij,jk->ik',T(i8,2,3),T(i8,3,2)", "'ij,jk->ik',T(f4,2,3),T(i8,3,2)", "'...ij,...jk->...ik',T(f4,2,2,3),T(f4,3,2)", "'ij->',T(f4,0,3)", "'ij,j',T(f4,2,0),T(f4,0)", "'I,i->Ii',T(f4,2),T(f4,3)", "'i->ii',T(f4,2)", "3,T(f4,2)", "'ij...->...',T(f4,2,3)", "'...i...',T(f4,2,3)", "'i->j->k',T(f4,2)", "'i.j',T(f4,2,3)", "T(f4,2,3),[0,1],[1,0]"]
    cases += [f'torch.einsum({e})' for e in equations]
    pads = ['(1,1)', '(1,)', '(1,1,1,1)', '(1,1,1,1,1,1)', '(-1,0)', '(-1,-3)', '(5,5)', '(0,0)', '()', '(1,1,1)', '1', '(1.5,1)', "(3,0)", '(2,1,0,1)', '(-2,-2,0,0)']
    cases += some([f"F.pad({x},{p}{m})" for x in ('T(f4,3)', 'T(f4,2,3)', 'T(f4,1,2,3)', 'T(f4,1,1,2,3)', 'T(i8,1,2,3)', 'T(f4,1,0,3)') for p in pads for m in ('', ",'constant',2.5", ",'reflect'", ",'replicate'", ",'circular'", ",'x'")], 3, 8)
    return cases


def autograd():
    return ['w = L(3) ; x = w*2 ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = (w*2).sum() ; x.backward() ; x.backward() ; w.grad', 'w = L(3) ; x = (w*w).sum() ; x.backward() ; x.backward() ; w.grad', 'w = L(3) ; x = (w*w).sum() ; x.backward(retain_graph=True) ; x.backward() ; w.grad', 'w = L(3) ; x = w*w ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w+1 ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w.exp() ; x.sum().backward() ; x.mean().backward() ; w.grad', 'w = L(3) ; x = w.sum() ; x.backward() ; x.backward() ; w.grad', 'w = L(2,3) ; x = w.t() ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(2,3) ; x = w[0] ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(2,3) ; x = w.view(6) ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w/2 ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = 2/(w+9) ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w.relu() ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w**2 ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(2,3) ; x = w@T(f4,3,2) ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w-w ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = -w ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = torch.cat([w,w]) ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w.clamp(0,1) ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w.max() ; x.backward() ; x.backward() ; w.grad', 'w = L(3) ; x = w.mean() ; x.backward() ; x.backward() ; w.grad', 'w = L(3) ; x = w.clone() ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w.double() ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w.softmax(0) ; x[0].backward() ; x[0].backward() ; w.grad', 'w = L(3) ; x = w[V([0,1])] ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w.abs() ; x.sum().backward() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w.prod() ; x.backward() ; x.backward() ; w.grad',
        'w = L(3) ; torch.autograd.grad((w*w).sum(),w)', 'w = L(3) ; y = (w*w).sum() ; torch.autograd.grad(y,w) ; torch.autograd.grad(y,w)', 'w = L(3) ; y = (w*w).sum() ; torch.autograd.grad(y,w,create_graph=True)', 'w = L(3) ; v = L(3) ; torch.autograd.grad(w.sum(),v)', 'w = L(3) ; v = L(3) ; torch.autograd.grad(w.sum(),v,allow_unused=True)', 'w = L(3) ; v = L(3) ; torch.autograd.grad((w*1).sum(),[w,v],allow_unused=True)', 'w = T(f4,3) ; torch.autograd.grad(w.sum(),w)', 'w = L(3) ; torch.autograd.grad(w*2,w)', 'w = L(3) ; torch.autograd.grad(w*2,w,T(f4,3))', 'w = L(3) ; torch.autograd.grad(w*2,w,T(f4,2))', 'w = L(3) ; torch.autograd.grad([w.sum(),(w*w).sum()],w)', 'w = L(3) ; torch.autograd.grad(w.sum(),3)', 'w = L(3) ; torch.autograd.grad((w**3).sum(),w,create_graph=True)[0].sum().backward() ; w.grad',
        'w = L(3) ; (w*2).backward() ; w.grad', 'w = L(3) ; (w*2).backward(T(f4,3)) ; w.grad', 'w = L(3) ; (w*2).backward(T(f4,2)) ; w.grad', 'w = L(3) ; (w*2).backward(T(i8,3)) ; w.grad', 'w = L(3) ; (w*2).backward(T(f8,3)) ; w.grad', 'w = L(3) ; (w*2).backward(1) ; w.grad', 'w = L(3) ; (w*2).backward(V(1.)) ; w.grad', 'w = L(1) ; (w*2).backward() ; w.grad', 'w = L(1,1) ; (w*2).backward() ; w.grad', 'T(f4,3).sum().backward()', 'T(i8,3).requires_grad_()', 'T(b1,3).requires_grad_()', 'x = T(i8,3) ; x.requires_grad = True', 'x = T(f4,3) ; x.requires_grad = 1', 'x = T(f4,3) ; x.requires_grad = "a"', 'w = L(3) ; (w*2).requires_grad_(False)', 'w = L(3) ; x = w*2 ; x.requires_grad = False', 'w = L(3) ; w.requires_grad_(False)', 'w = L(3) ; w.detach().requires_grad', 'w = L(3) ; (w*2).grad', 'w = L(3) ; (w*2).grad_fn is None', 'L(3).grad_fn', 'L(3).is_leaf', '(L(3)*2).is_leaf', 'T(f4,3).is_leaf', 'L(3).grad',
        'w = L(3) ; w += 1', 'w = L(3) ; w.add_(1)', 'w = L(3) ; w[0] = 1 ; w', 'w = L(3) ; w[:] = 1', 'w = L(3) ; w.fill_(1)', 'w = L(3) ; w.zero_()', 'w = L(3) ; w.data.zero_() ; w', 'w = L(3) ; w.detach().zero_() ; w', 'w = L(3) ; w.view(3).add_(1)', 'w = L(2,3) ; w[0].add_(1)', 'w = L(2,3) ; w[0][0] = 5', 'w = L(2,3) ; w.t().mul_(2)', 'w = L(2,3) ; w.detach()[0].add_(1) ; w', 'w = L(3) ; x = w*1 ; x.add_(1) ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w*1 ; y = x*x ; x.add_(1) ; y.sum().backward() ; w.grad', 'w = L(3) ; x = w.exp() ; x.mul_(2) ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w.sigmoid() ; x[0] = 0 ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w*2 ; x[0] = 5 ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w.relu() ; x.add_(1) ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w.tanh() ; x.zero_() ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w.clone() ; x[1:] *= 3 ; x.sum().backward() ; w.grad', 'w = L(2,3) ; x = w.clone() ; x[:,0] = w[:,1] ; x.sum().backward() ; w.grad', 'w = L(3) ; x = T(f4,3) ; x[0] = w[1] ; x.sum().backward() ; w.grad', 'w = L(3) ; x = T(f4,3) ; x += w ; x.sum().backward() ; w.grad', 'w = L(3) ; x = T(f4,3) ; x.copy_(w) ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w*1 ; a,b,c = x.unbind() ; a.add_(1)', 'w = L(4) ; x = w*1 ; a,b = x.split(2) ; a.mul_(2)', 'w = L(4) ; x = w*1 ; a,b = x.chunk(2) ; a.zero_()', 'w = L(4) ; x = w*1 ; a = x[:2] ; a.mul_(2) ; x.sum().backward() ; w.grad', 'w = L(1) ; x = (w*1).expand(3) ; x.add_(1)', 'w = T(f4,1).expand(3) ; w.add_(1)', 'w = T(f4,1).expand(3) ; w.fill_(1)', 'w = T(f4,1).expand(3) ; w.zero_()', 'w = T(f4,1).expand(3) ; w.copy_(T(f4,3))', 'x = T(f4,4) ; x[1:].add_(x[:-1])', 'x = T(f4,4) ; x[1:].copy_(x[:-1]) ; x', 'x = T(f4,4) ; x.add_(x.flip(0))', 'x = T(f4,2,2) ; x.add_(x.t())', 'w = L(3) ; w.resize_(2)', 'w = L(3) ; (w*2).resize_(2)', 'x = T(f4,6)[::2] ; x.resize_(2)', 'w = L(3) ; w.numpy()', '(L(3)*2).numpy()', 'w = L(3) ; w.tolist()', 'w = L(1) ; w.item()', 'w = L(3) ; w.detach().numpy()', 'w = L(1) ; float(w)', "w = L(3) ; w.data = T(i8,3)", "w = L(3) ; w.data = T(f4,2) ; w", 'w = L(3) ; w.data = 3', 'w = L(3) ; w.grad = T(f4,3) ; w.grad', 'w = L(3) ; w.grad = T(f4,2)', 'w = L(3) ; w.grad = T(f8,3)', 'w = L(3) ; w.grad = 3', 'w = L(3) ; w.grad = None ; w.grad', 'w = L(3) ; w.grad = w', 'w = L(3) ; del w.grad ; w.grad',
        'with torch.no_grad(): x = L(3)*2 ; x', 'w = L(3) ; f = torch.no_grad()(lambda: w*2) ; f()', 'w = L(3) ; torch.set_grad_enabled(False) ; y = w*2 ; torch.set_grad_enabled(True) ; y', 'w = L(3) ; y = (w*2).detach() ; y', 'w = L(3) ; y = (w*2).detach_() ; y', 'w = L(3) ; w.detach_()', 'w = L(4) ; (w*1)[:2].detach_()', 'w = L(3) ; x = w*2 ; x.retain_grad() ; x.sum().backward() ; x.grad', 'T(f4,3).retain_grad()', 'w = L(3) ; w.retain_grad() ; w.sum().backward() ; w.grad', 'T(f4,3).register_hook(print)', 'w = L(3) ; w.register_hook(lambda g: g*2) and None ; w.sum().backward() ; w.grad', 'w = L(3) ; h = w.register_hook(lambda g: g[:2]) ; w.sum().backward()', 'w = L(3) ; h = w.register_hook(lambda g: 3) ; w.sum().backward()', 'w = L(3) ; h = w.register_hook(lambda g: None) ; w.sum().backward() ; w.grad', 'w = L(3) ; h = w.register_hook(lambda g: g*2) ; h.remove() ; w.sum().backward() ; w.grad', 'w = L(3) ; h = w.register_hook(lambda g: 1/0) ; w.sum().backward()', 'w = L(3) ; h = w.register_hook(lambda g: g.double()) ; w.sum().backward()', 'w = L(3) ; h = (w*2).register_hook(lambda g: g+1) ; w.sum().backward() ; w.grad', 'w = L(3) ; w.argmax().backward()', 'w = L(3) ; (w>0).requires_grad', 'w = L(3) ; w.sign().sum().backward() ; w.grad', 'w = L(3) ; w.long().requires_grad', 'w = L(3) ; w.floor().sum().backward() ; w.grad', 'w = L(3) ; w.round().sum().backward() ; w.grad', 'w = L(3) ; w.max(0)[1].requires_grad', 'w = L(3) ; w.sort()[0][0].backward() ; w.grad', 'w = L(4) ; w.median().backward() ; w.grad', 'w = V([1.,1,0]).requires_grad_() ; w.max().backward() ; w.grad', 'w = V([1.,1,0]).requires_grad_() ; w.amax().backward() ; w.grad', 'w = V([1.,1,0]).requires_grad_() ; w.max(0)[0].backward() ; w.grad', 'w = V([0.,0]).requires_grad_() ; w.norm().backward() ; w.grad', 'w = V([0.,0]).requires_grad_() ; w.abs().sum().backward() ; w.grad', 'w = V([0.,4]).requires_grad_() ; w.sqrt().sum().backward() ; w.grad', 'w = V([0.,2]).requires_grad_() ; w.prod().backward() ; w.grad', 'w = V([0.,0,2]).requires_grad_() ; w.prod().backward() ; w.grad', 'w = V([0.,2]).requires_grad_() ; (w**0).sum().backward() ; w.grad', 'w = V([0.,2]).requires_grad_() ; (w**0.5).sum().backward() ; w.grad', 'w = V([0.,2]).requires_grad_() ; (0**w).sum().backward() ; w.grad', 'w = V([-1.,2]).requires_grad_() ; w.log().sum().backward() ; w.grad', 'w = V([nan,2]).requires_grad_() ; w.relu().sum().backward() ; w.grad', 'w = V([nan,2.]).requires_grad_() ; w.clamp(0,1).sum().backward() ; w.grad', 'w = V([0.,1,2]).requires_grad_() ; w.clamp(0,1).sum().backward() ; w.grad', 'w = V([0.,1]).requires_grad_() ; w.relu().sum().backward() ; w.grad', 'w = V([1.,1]).requires_grad_() ; torch.maximum(w,V([1.,1])).sum().backward() ; w.grad', 'w = V([1.,2,3]).requires_grad_() ; w.std().backward() ; w.grad', 'w = V([1.]).requires_grad_() ; w.std().backward() ; w.grad', 'w = V([2.,2]).requires_grad_() ; w.std().backward() ; w.grad', 'w = L(0) ; w.sum().backward() ; w.grad', 'w = L(0) ; w.mean().backward() ; w.grad', 'w = L(0) ; w.prod().backward() ; w.grad', 'w = L() ; (w*w).backward() ; w.grad', 'w = L(2,3) ; w.expand(2,2,3).sum().backward() ; w.grad', 'w = L(3) ; w.as_strided((2,2),(1,1)).sum().backward() ; w.grad', 'w = L(4) ; w.unfold(0,2,1).sum().backward() ; w.grad', 'w = L(3) ; w[[0,0,1]].sum().backward() ; w.grad', 'w = L(3) ; w[w>0].sum().backward() ; w.grad', 'w = L(3) ; w.cumsum(0)[1].backward() ; w.grad', 'w = L(3) ; w.cumprod(0)[2].backward() ; w.grad', 'w = L(3) ; w.cummax(0)[0].sum().backward() ; w.grad', 'w = L(3) ; w.logsumexp(0).backward() ; w.grad', 'w = L(2,3) ; w.var().backward() ; w.grad', 'w = L(3) ; torch.where(w>0,w,-w).sum().backward() ; w.grad', 'w = L(3) ; w.masked_fill(w>0,0).sum().backward() ; w.grad', 'w = L(3) ; w.index_fill(0,V([0]),1).sum().backward() ; w.grad', 'w = L(3) ; w.scatter(0,V([0]),V([2.])).sum().backward() ; w.grad', 'w = L(3) ; w.gather(0,V([0,0,1])).sum().backward() ; w.grad', 'w = L(3) ; w.topk(2)[0].sum().backward() ; w.grad', 'w = L(3) ; w.kthvalue(2)[0].backward() ; w.grad', 'w = L(3) ; w.mode()[0].backward() ; w.grad', 'w = L(3) ; w.flip(0)[0].backward() ; w.grad', 'w = L(3) ; w.roll(1)[0].backward() ; w.grad', 'w = L(3) ; w.repeat(2).sum().backward() ; w.grad', 'w = L(3) ; (w%2).sum().backward() ; w.grad', 'w = L(3) ; (w//2).sum().backward() ; w.grad', 'w = L(3) ; torch.fmod(w,2).sum().backward() ; w.grad', 'w = L(3) ; torch.dist(w,w).backward() ; w.grad', 'w = L(3) ; w.half().sum().backward() ; w.grad', 'w = L(3) ; F.pad(w,(1,1)).sum().backward() ; w.grad', 'w = L(3) ; x = w.view(3) ; w.data.add_(1) ; x', 'w = L(3) ; x = w*w ; w.data.add_(1) ; x.sum().backward() ; w.grad', 'w = L(3) ; x = w*w ; exec("with torch.no_grad(): w.add_(1)") ; x.sum().backward() ; w.grad',
        'torch.autograd.functional.jacobian(lambda x: x*x,T(f4,2))', 'torch.autograd.functional.hessian(lambda x: (x**3).sum(),T(f4,2))', 'torch.autograd.functional.vjp(lambda x: x*x,T(f4,2),T(f4,2))', 'torch.autograd.gradcheck(lambda x: x*x,T(f8,3).requires_grad_())', 'copy = __import__("copy") ; w = L(3) ; copy.deepcopy(w*2)', 'copy = __import__("copy") ; w = L(3) ; copy.deepcopy(w)', 'copy = __import__("copy") ; w = L(3) ; w.sum().backward() ; copy.deepcopy(w).grad', 'copy = __import__("copy") ; copy.copy(L(3))', 'torch.is_grad_enabled()', 'with torch.enable_grad(): x = L(3)*2 ; x', 'w = L(3) ; exec("with torch.inference_mode(): y = w*2") ; y.requires_grad', 'w = nn.Parameter(T(i8,3))', 'w = nn.Parameter(T(i8,3),requires_grad=False) ; w.dtype', 'w = nn.Parameter(3)', 'w = nn.Parameter() ; w', 'nn.Linear(2,3)(T(f4,3))', 'nn.Linear(2,3)(T(i8,2))', 'nn.Linear(2,3)(T(f8,2))', 'nn.Linear(0,3)(T(f4,1,0)).shape', 'nn.Linear(2,0)(T(f4,1,2))', 'nn.Linear(-1,2)', 'F.linear(T(f4,2,3),T(f4,2,3),T(f4,3))', 'nn.Conv2d(1,1,3)(T(f4,1,1,2,2))', 'nn.Conv2d(1,1,3)(T(f4,1,2,5,5))', 'nn.Conv2d(3,2,1,groups=2)', 'nn.Conv2d(1,1,3)(T(f4,5,5))', 'nn.Conv2d(1,1,3)(T(f4,5))', 'nn.Embedding(3,2)(V([3]))', 'nn.Embedding(3,2)(V([-1]))', 'nn.Embedding(3,2)(V([0.]))', 'nn.Embedding(3,2)(V([],i8))', 'F.one_hot(V([0,2]))', 'F.one_hot(V([-1]))', 'F.one_hot(V([3]),2)', 'F.one_hot(V([1.]))', 'F.one_hot(V([],i8))', 'F.one_hot(V([],i8),3)', 'F.cross_entropy(T(f4,2,3),V([0,3]))', 'F.cross_entropy(T(f4,2,3),V([0,-1]))', 'F.cross_entropy(T(f4,2,3),V([0,-100]))', 'F.cross_entropy(T(f4,2,3),V([-100,-100]))', 'F.cross_entropy(T(f4,2,3),V([0]))', 'F.cross_entropy(T(f4,2,3),V([0.,1]))', 'F.cross_entropy(T(f4,2,3),V([0,1],i4))', 'F.cross_entropy(T(f4,2,3),T(f4,2,3))', 'F.cross_entropy(T(f4,3),V(1))', 'F.nll_loss(T(f4,2,3),V([0,5]))', 'F.nll_loss(T(f4,0,3),V([],i8))', 'F.mse_loss(T(f4,2),T(f4,3))', 'F.mse_loss(T(f4,2),T(i8,2))', 'F.mse_loss(T(i8,2),T(i8,2))', 'F.l1_loss(T(f4,0),T(f4,0))', 'F.binary_cross_entropy(V([1.5]),V([1.]))', 'F.binary_cross_entropy(V([0.,1]),V([1.,0]))', 'F.binary_cross_entropy(V([.5]),V([1]))', 'F.binary_cross_entropy_with_logits(V([.5]),V([1]))', 'F.dropout(T(f4,3),1.5)', 'F.dropout(T(f4,3),1.)', 'F.dropout(T(f4,3),-.1)', 'F.max_pool2d(T(f4,1,1,2,2),3)', 'F.max_pool2d(T(f4,1,1,4,4),2,padding=2)', 'F.max_pool2d(T(f4,1,4,4),0)', 'F.avg_pool2d(T(f4,1,1,4,4),2,0)', 'F.adaptive_avg_pool2d(T(f4,1,1,4,4),0)', 'F.batch_norm(T(f4,1,2),None,None,training=True)', 'nn.BatchNorm1d(2)(T(f4,1,2))', 'nn.BatchNorm1d(2)(T(f4,3,3))', 'nn.BatchNorm2d(2)(T(f4,3,2))', 'nn.LayerNorm(3)(T(f4,2,2))', 'nn.LayerNorm((2,3))(T(f4,2,3)).shape', 'nn.Softmax(2)(T(f4,2,2))', 'nn.LSTM(3,2)(T(f4,2,1,4))', 'nn.LSTM(3,2)(T(f4,2))', 'nn.CrossEntropyLoss(weight=T(f4,2))(T(f4,2,3),V([0,1]))', "nn.CrossEntropyLoss(reduction='x')(T(f4,2,3),V([0,1]))", 'F.interpolate(T(f4,1,1,2,2),scale_factor=2)', 'F.interpolate(T(f4,1,1,2,2))', 'F.interpolate(T(f4,2,2),2)', 'F.grid_sample(T(f4,1,1,2,2),T(f4,1,1,1,2),align_corners=True)', 'F.unfold(T(f4,1,1,3,3),4)', 'F.normalize(torch.zeros(2),dim=0)', 'F.cosine_similarity(T(f4,2),T(f4,3),dim=0)', 'F.embedding(V([0]),T(f4,3))', 'F.gumbel_softmax(T(f4,3),tau=0).shape', 'F.glu(T(f4,3))', 'F.pixel_shuffle(T(f4,1,3,2,2),2)', 'nn.Flatten()(T(f4,3))', 'nn.Flatten()(T(f4,2,3,4)).shape', 'nn.Flatten(5)(T(f4,2,3))', 'nn.Sequential(3)', "nn.ModuleList([3])", 'nn.Module()(3)', 'nn.utils.clip_grad_norm_([L(3)],1.)', 'w = L(3) ; w.sum().backward() ; nn.utils.clip_grad_norm_([w],0.5) ; w.grad', 'torch.optim.SGD([],0.1)', 'torch.optim.SGD([T(f4,3)],-0.1)', 'torch.optim.SGD([L(3)*2],0.1)', 'torch.optim.SGD([3],0.1)', 'torch.optim.SGD(L(3),0.1)', 'torch.optim.Adam([L(3)],betas=(1.5,0.9))', 'w = L(3) ; o = torch.optim.SGD([w],0.1) ; o.step() ; w', 'w = L(3) ; o = torch.optim.SGD([w,w],0.1)']


def lazies():
    p = 'copy = __import__("copy") ; m = nn.Sequential(nn.LazyLinear(2)) ; '
    return [p + 'm.double() ; m(T(f8,1,3)).dtype', p + 'm.double() ; m[0].weight.dtype', p + 'm.to("cpu") ; m(T(f4,1,3)).dtype', p + 'm.half() ; m[0].weight.dtype', p + 'm.to(f8) ; m(T(f8,1,3)).shape', p + 'copy.deepcopy(m)(T(f4,1,3)).shape', p + 'n = copy.deepcopy(m) ; n(T(f4,1,3)) ; type(m[0]).__name__, type(n[0]).__name__', p + 'list(m.state_dict())', p + 'm[0].weight', p + 'm[0].weight.shape', p + 'sum(q.numel() for q in m.parameters())', p + 'm.load_state_dict(nn.Sequential(nn.Linear(3,2)).state_dict()) ; m(T(f4,1,3)).shape', p + 'm.load_state_dict(nn.Sequential(nn.Linear(3,2)).state_dict()) ; m[0].weight.shape', p + 'm.load_state_dict(m.state_dict()) ; m(T(f4,1,3)).shape', p + 'k = nn.Sequential(nn.Linear(3,2)) ; k.load_state_dict(m.state_dict())', p + 'm.float() ; m(T(f4,1,3)).shape', p + 'nn.DataParallel(m)', p + 'm.zero_grad() ; m(T(f4,1,3)).shape', p + 'torch.optim.SGD(m.parameters(),0.1) ; m(T(f4,1,3)).shape', p + 'm.requires_grad_(False) ; m(T(f4,1,3)).requires_grad', p + 'm[0].weight + 1', p + 'm.apply(lambda q: None) ; repr(m)', p + 'm(T(f4,1,3)) ; repr(m)', p + 'm(T(f4,1,3)) ; m(T(f4,1,4))', p + 'm(T(f4,1,3)) ; m[0].in_features', p + 'm.train() ; m.eval() ; m(T(f4,1,3)).shape', p + 'list(m.parameters())', p + 'm[0].weight.data', p + 'm[0].weight.is_leaf, m[0].weight.requires_grad', p + 'm[0].weight.to(f8).dtype', p + 'm[0].weight.device', p + 'nn.init.zeros_(m[0].weight)', p + 'm[0].has_uninitialized_params()', p + 'm[0].weight.fill_(1)', p + 'm.share_memory()', p + 'isinstance(m[0].weight, nn.UninitializedParameter)', p + 'm.double().float()[0].weight.dtype', p + 'copy.deepcopy(m.double())(T(f8,1,3)).dtype', p + 'nn.utils.parameters_to_vector(m.parameters())', p + 'repr(m[0].weight)',
            'm = nn.LazyConv2d(2,3).double() ; m(T(f8,1,1,4,4)).dtype', 'm = nn.LazyBatchNorm1d().double() ; m(T(f8,3,2)).dtype', 'm = nn.LazyBatchNorm1d() ; repr(m.running_mean)', 'm = nn.LazyBatchNorm1d().half() ; m.running_mean.dtype', 'm = nn.LazyBatchNorm2d() ; m(T(f4,2,3,2,2)).shape', 'm = nn.LazyConv1d(2,3) ; m(T(f4,1,1,4)).shape', 'm = nn.LazyConvTranspose2d(2,3) ; m(T(f4,1,1,4,4)).shape', 'm = nn.LazyConv2d(2,3) ; m(T(f4,4))', 'nn.LazyLinear(2)(T(i8,3))', 'nn.LazyLinear(2)(3)']


def outs():
    cases = []
    calls = {'torch.add': 'T(f4,3),1', 'torch.mul': 'T(f4,3),T(f4,3)', 'torch.exp': 'T(f4,3)', 'torch.neg': 'T(f4,3)', 'torch.sum': 'T(f4,2,3),1', 'torch.mean': 'T(f4,2,3),0', 'torch.matmul': 'T(f4,2,3),T(f4,3,2)', 'torch.mm': 'T(f4,2,3),T(f4,3,2)', 'torch.cat': '[T(f4,1),T(f4,2)]', 'torch.stack': '[T(f4,1),T(f4,1)]', 'torch.abs': 'T(f4,3)', 'torch.sub': 'T(f4,3),2', 'torch.div': 'T(i8,3),2', 'torch.pow': 'T(f4,3),2', 'torch.clamp': 'T(f4,3),0,1', 'torch.eq': 'T(f4,3),0', 'torch.argmax': 'T(f4,2,3),1', 'torch.cumsum': 'T(f4,3),0', 'torch.zeros': '3', 'torch.ones': '3', 'torch.arange': '3', 'torch.full': '(3,),2.', 'torch.linspace': '0,1,3', 'torch.prod': 'T(f4,2,3),1', 'torch.gather': 'T(f4,3),0,V([0,1,2])', 'torch.index_select': 'T(f4,3),0,V([0,1,2])', 'torch.where': 'T(b1,3),T(f4,3),T(f4,3)', 'torch.maximum': 'T(f4,3),T(f4,3)', 'torch.sqrt': 'T(i8,3).abs()', 'torch.eye': '3', 'torch.tril': 'T(f4,3,3)', 'torch.masked_select': 'T(f4,3),T(b1,3)', 'torch.any': 'T(b1,2,3),1', 'torch.logical_not': 'T(f4,3)', 'torch.bmm': 'T(f4,2,2,3),T(f4,2,3,2)', 'torch.dot': 'T(f4,3),T(f4,3)', 'torch.randn': '0', 'torch.std': 'T(f4,2,3),1', 'torch.amax': 'T(f4,2,3),1', 'torch.take': 'T(f4,3),V([0,1,2])', 'torch.nonzero': 'V([1,0,1])', 'torch.sigmoid': 'T(f4,3)', 'torch.addmm': 'T(f4,2),T(f4,2,3),T(f4,3,2)', 'torch.bitwise_and': 'T(i8,3),1', 'torch.norm': 'T(f4,2,3),2,1', 'torch.logsumexp': 'T(f4,2,3),1', 'torch.empty': '0'}
    for i, (f, a) in enumerate(calls.items()):
        for k, o in enumerate(['torch.empty(0)', 'T(f4,3)', 'T(i8,3)', 'T(f8,3)', 'T(f4,7)', 'T(f4,6)[::2]', 'L(3)', '3', 'None', 'T(b1,3)']):
            if (i * 3 + k * 7) % 10 < 4 or k == 1:
                cases.append(f'o = {o} ; r = {f}({a},out=o) ; r, o, r is o')
    cases += ['o = (T(f4,0),T(i8,0)) ; torch.max(T(f4,2,3),1,out=o) ; o', 'o = (T(f4,0),T(f4,0)) ; torch.max(T(f4,2,3),1,out=o) ; o', 'torch.sort(T(f4,3),out=(T(f4,0),T(i8,0)))', 'torch.topk(T(f4,3),2,out=(T(f4,0),T(i8,0)))', 'torch.max(T(f4,2,3),1,out=T(f4,2))', 'torch.cummax(T(f4,3),0,out=(T(f4,0),T(i8,0)))', 'o = T(f4,3) ; torch.sum(T(f4,2,3),out=o)', 'o = T(f4) ; torch.sum(T(f4,2,3),0,out=o) ; o', 'x = T(f4,3) ; torch.add(x,1,out=x) ; x', 'x = T(f4,4) ; torch.add(x[:3],1,out=x[1:]) ; x', 'torch.add(L(3),1,out=T(f4,3))', 'torch.exp(T(f4,3),T(f4,3))', 'o = T(f4,1).expand(3) ; torch.add(T(f4,3),1,out=o)']
    buffers = ['b"\\0\\0\\x80?",dtype=f4', 'b"\\1\\2\\3\\4",dtype=u1', 'bytearray(8),dtype=i4', 'bytearray(b"\\1\\2\\3\\4"),dtype=i2', 'bytearray(7),dtype=i4', 'bytearray(8),dtype=i4,count=1', 'bytearray(8),dtype=i4,count=3', 'bytearray(8),dtype=i4,count=0', 'bytearray(8),dtype=i4,count=-1', 'bytearray(8),dtype=i4,count=-2', 'bytearray(8),dtype=i4,offset=4', 'bytearray(8),dtype=i4,offset=3', 'bytearray(8),dtype=i4,offset=8', 'bytearray(8),dtype=i4,offset=9', 'bytearray(8),dtype=i4,offset=-1', 'bytearray(8)', 'bytearray(0),dtype=u1', '"abc",dtype=u1', '3,dtype=u1', 'bytearray(8),i4', 'bytearray(8),dtype="i4"', 'bytearray(b"\\1\\0\\2"),dtype=b1', 'memoryview(bytearray(4)),dtype=u1', '__import__("array").array("f",[1,2]),dtype=f4', 'bytearray(8),dtype=f8,requires_grad=True', 'bytearray(8),dtype=i8,requires_grad=True', 'bytearray(8),dtype=i4,count=1,offset=4', 'bytearray(8),dtype=i4,count=2,offset=4', '__import__("numpy").arange(3),dtype=i8']
    cases += [f'torch.frombuffer({b})' for b in buffers]
    cases += ['a = bytearray(4) ; t = torch.frombuffer(a,dtype=u1) ; t[0] = 7 ; a', 'np = __import__("numpy") ; a = np.zeros(3) ; t = torch.from_numpy(a) ; t[0] = 5 ; a[0]', 'np = __import__("numpy") ; torch.from_numpy(np.zeros(3)[::-1])', 'np = __import__("numpy") ; torch.from_numpy([1])', 'np = __import__("numpy") ; torch.from_numpy(np.float32(1))', 'np = __import__("numpy") ; torch.tensor(np.float32(1.5))', 'np = __import__("numpy") ; torch.tensor(np.arange(3,dtype="i4"))', 'np = __import__("numpy") ; torch.tensor([np.float32(1),np.float64(2)])', 'np = __import__("numpy") ; torch.tensor([np.arange(2),np.arange(2)])', 'np = __import__("numpy") ; torch.as_tensor(np.ones((2,2)))', 'np = __import__("numpy") ; V([1,2])+np.float64(1.5)', 'np = __import__("numpy") ; V([1,2])[np.int64(1)]', 'np = __import__("numpy") ; V([1,2])[np.array([0])]', 'np = __import__("numpy") ; V([1,2])[np.array([True,False])]', 'np = __import__("numpy") ; torch.zeros(np.int64(2))', 'np = __import__("numpy") ; torch.tensor(np.array("a"))', 'np = __import__("numpy") ; np.asarray(V([1,2]))', 'np = __import__("numpy") ; np.array(L(2))', 'np = __import__("numpy") ; np.array(V([1.,2]),dtype="i4")', 'np = __import__("numpy") ; np.add(V([1.]),1)', 'np = __import__("numpy") ; torch.from_numpy(np.zeros((2,0)))', 'np = __import__("numpy") ; x = V([1.,2]) ; x[np.int64(0)] = np.float32(9) ; x', 'np = __import__("numpy") ; torch.full((2,),np.int8(3))', 'np = __import__("numpy") ; V([1,2]).fill_(np.float64(2.5))', 'np = __import__("numpy") ; V(True)&np.bool_(True)']
    return cases


def prints():
    values = ['T(f4)', 'T(f4,0)', 'T(f4,2,0)', 'T(f4,0,3)', 'T(i8,3)', 'T(b1,3)', 'T(u1,2,3)', 'T(f2,3)', 'T(bf,3)', 'T(f8,3)', 'T(i4,2)', 'V([nan,inf,-inf,1])', 'V([nan])', 'V([1e10,1])', 'V([1e-5,1])', 'V([0.1,1000])', 'V([1e5,0.1])', 'V([1,2.5])', 'V([1.,2.])', 'V([1e8,1])', 'V([99999999.])', 'V([1e-10])', 'V([0.])', 'V([-0.])', 'T(f4,1001)', 'T(f4,40,40)', 'T(i8,1001)', 'T(f4,2,2,2)', 'L(3)', 'L(3)*2', 'L(0)', 'V(1)', 'V(True)', 'V(nan)', 'V([])', 'T(b1,0)', 'T(i8,0)', 'T(f4,1,1,1)', 'V([1e38,1e-38])', 'V([12345678])', 'V([-1,100])', 'V(inf)', 'V([inf,1])', 'V([inf,1.5])', 'V([1e15])', 'V([123456.789])', 'V([0.00012345])', 'nn.Parameter(T(f4,2))', 'T(f4,3,0,2)', 'T(f4,20,60)', 'T(f4,1,30)', 'T(f8,0)', 'V([2**62,-1])', 'V([1.5,nan],f2)', 'T(f4,7,3,2,1)']
    return [f'repr({v})' for v in values] + [f'str({v})' for v in values[:6]] + [f'"{{:{s}}}".format({v})' for v in ('V(3.14159)', 'V(3)', 'V([1.])', 'V(True)') for s in ('', '.2f', 'd', '>8', 'e', 's')] + ['"%d" % V(3)', '"%.2f" % V(3.14159)', '"%s" % V(3)', '"%d" % V(3.7)', '"%d" % V([3,4])', '"%.1f" % V([3.])', 'f"{V(2.5):.3f}"', 'f"{V([2.5])}"', 'round(V(2.567).item(),1)', 'V(2.567).__round__()', 'torch.round(V(2.567),decimals=1)', 'torch.round(V([2.5,3.5,-2.5]))', 'torch.round(V([2567.]),decimals=-2)', 'torch.round(V([2]),decimals=1)', 'V([1,2]).__len__()', 'V(1.5).__bool__()', 'V([1,2]).__contains__(1)', 'torch.Size([2,3])', 'torch.Size([2,3]).numel()', 'torch.Size([2])+torch.Size([3])', 'torch.Size([2])+(3,)', 'torch.Size([2,3])[0:1]', 'torch.Size([2,3])[5]', "torch.Size(['a'])", 'torch.Size([2.5])', 'torch.Size(3)', 'torch.iinfo(u1).max', 'torch.iinfo(f4)', 'torch.finfo(f2)', 'torch.finfo(i8)', 'torch.finfo(bf).eps', 'torch.iinfo(b1)', 'torch.promote_types(u1,i1)', 'torch.promote_types(f2,bf)', 'torch.result_type(V([1]),2.5)', 'torch.result_type(V(1),V([2.],f2))', 'torch.can_cast(f8,i8)', 'torch.can_cast(i8,f2)', 'torch.is_floating_point(T(i8,1))', 'torch.is_tensor(3)', 'torch.numel(3)', 'torch.numel(T(f4,2,3))', 'torch.get_default_dtype()', 'torch.set_default_dtype(i8)', 'f4.is_floating_point', 'i8.itemsize', 'f4 == "float32"', 'repr(f4)', 'torch.dtype("f4")', 'torch.device("cpu",1)', 'torch.device("cuda:x")', 'torch.device("cpu:0")', 'torch.device("abc")', 'torch.device(-1)', 'torch.device("cuda",-2)', 'V([1,2]) is None', 'V([1,2]) == None', 'V([1,2]) != None', 'V([1,2]) == "a"', 'V([1,2]) < None', 'V([1,2]) and 1', 'not V([0])', 'not V([1,2])', 'sum(V([1,2]))', 'max(V([1,2]))', 'sorted(V([2,1]))', 'min(V([2.,nan]))', 'any(V([0,1]))', 'list(reversed(V([1,2])))', 'dict(enumerate(V([1,2])))', 'a,b = V([1,2]) ; a', 'a,b = V([1,2,3]) ; a', 'a,b = V(1) ; a', 'V([1,2]).foo', 'V([1,2]).foo()', 'x = V([1]) ; x.foo = 3 ; x.foo', 'V([1,2])()', 'V([1,2]).shape = 3', 'x = V([1,2]) ; x.dtype = f4', 'x = V([1,2,3,4]) ; x.shape = (2,2)']


def second_look():
    """Kinds that the matrix had not: updates by index, views written to, keywords, conversions, losses' arguments, small linear algebra."""
    D = ['i4', 'f4', 'f2', 'b1', 'i8', 'u1', 'f8', 'bf']
    cases = [f'T({d},3).{n}' for d in D for n in (
        'index_add(0,V([0,2]),T({0},2))', 'index_add(0,V([0,2]),T({0},2),alpha=2)', 'index_copy(0,V([1]),T({0},1))', 'scatter_add(0,V([0,0,1]),T({0},3))', 'scatter(0,V([0,1]),T({0},2),reduce="add")',
        'scatter_reduce(0,V([0,0,1]),T({0},3),"sum")', 'scatter_reduce(0,V([0,0,1]),T({0},3),"amax")', 'put(V([0,-1]),T({0},2))', 'take(V([0,-1]))', 'masked_scatter(V([True,False,True]),T({0},3))', 'where(V([True,False,True]),T({0},3))',
        'new_zeros(2)', 'new_tensor([1,2])', 'type(torch.float64)', 'to(torch.int32)', 'to("cpu",torch.float64)', 'type("torch.DoubleTensor")', 'type()', 'type_as(T(f8,1))', 'to(T(i8,1))', 'element_size()', 'nbytes if 0 else 1',
        'repeat(2,1)', 'tile(2)', 'expand(2,3)', 'unfold(0,2,1)', 'as_strided((2,2),(1,1))', 'diff()', 'cumsum(0)', 'prod()', 'std()', 'var(0,False)', 'mean(0,dtype=f8)', 'sum(dtype=f8)', 'norm()', 'norm(1)', 'dist(T({0},3))',
        'add(1).sub(2).mul(3)', 'true_divide(2)', 'divide(2)', 'floor_divide(2)', 'remainder(2)', 'fmod(2)', 'pow(2)', 'rsub(1) if 0 else 1', 'eq(1).sum()', 'isclose(T({0},3))', 'equal(T({0},3))', 'allclose(T({0},3))',
        'outer(T({0},2))', 'dot(T({0},3))', 'ger(T({0},2))', 'inner(T({0},3))', 'cross(T({0},3),0)', 'flip(0)', 'roll(1)', 'rot90() if 0 else 1', 'sort(descending=True)[0]', 'argsort(descending=True)', 'topk(2)[0]', 'kthvalue(2)[0]', 'msort()',
        'bincount()', 'histc(2)', 'unique()', 'clamp(1,2)', 'clamp_min(1)', 'clip(max=1)', 'round()', 'logical_not()', 'bitwise_not()', '__invert__()', '__neg__()', '__abs__()', '__rsub__(1)', '__rdiv__(1) if 0 else 1', '__floordiv__(2)', '__mod__(2)',
        '__pow__(2)', '__rpow__(2)', '__and__(1)', '__or__(1)', '__xor__(1)', '__lshift__(1)', '__rshift__(1)', '__radd__(1)', '__rmul__(2)', '__eq__(1)', '__lt__(1)', '__matmul__(T({0},3))', '__contains__(1)', '__len__()', '__bool__() if 0 else 1',
        'squeeze(0)', 'unsqueeze(-1)', 'view(-1)', 'reshape(3,1)', 'view(f4) if 0 else 1', 'ravel()', 'flatten()', 'movedim(0,0)', 'chunk(2)', 'split(2)', 'split([1,2])', 'tensor_split(2)', 'unbind()', 'narrow(0,1,1)', 'select(0,1)', 'index_select(0,V([1]))',
        'gather(0,V([0]))', 'tolist()', 'numpy()', 'sgn()', 'sign()', 'exp2()', 'softmax(0)', 'log_softmax(0)', 'logsumexp(0)', 'cummax(0)[0]', 'aminmax()', 'median()', 'mode()[0]', 'nanmean()', 'count_nonzero()', 'nonzero()', 'any()', 'all()', 'max(0)[1]',
        'xlogy(T({0},3))', 'logaddexp(T({0},3))', 'hypot(T({0},3))', 'atan2(T({0},3))', 'lerp(T({0},3),0.5)', 'addcmul(T({0},3),T({0},3),value=2)', 'addcdiv(T({0},3),T({0},3).clamp(min=1),value=2)', 'heaviside(T({0},3))', 'fmax(T({0},3))',
        'copysign(-1)', 'ldexp(V([1,2,3]))', 'square()', 'reciprocal()', 'rsqrt()', 'erf()', 'sigmoid()', 'tanh_()', 'exp_()', 'zero_()', 'fill_(2)', 'add_(1)', 'add_(1.5)', 'mul_(True)', 'sub_(1)', 'div_(2)', 'pow_(2)', 'clamp_(0,1)', 'neg_()',
        'abs_()', 'sqrt_()', 'floor_()', 'logical_and_(T(b1,3))', 'eq_(1)', 'lt_(1)', 'masked_fill_(V([True,False,True]),7)', 'index_fill_(0,V([0]),7)', 'copy_(T(f8,3))', 'copy_(V(1))', 'uniform_().shape', 'random_(1,2)', 'bernoulli_(1)', 'normal_().shape',
        'requires_grad_().requires_grad', 'detach().requires_grad', 'contiguous().is_contiguous()', 'stride()', 'storage_offset()', 'is_floating_point()', 'is_signed()', 'is_complex()', 'dim()', 'numel()', 'size(0)', 'size(-1)', 'ndimension()')
             for n in [n.format(d)] if ' else 1' not in n]
    return some(cases, 3, 17)


def third_look():
    """out= of every function that has one, and arguments of kinds, shapes and numbers that functions refuse. (What perch still says otherwise of these is not here.)"""
    return [
        'torch.tensordot(torch.ones(2,3),torch.ones(3),-1)', 'torch.tensordot(torch.ones(2,3),torch.ones(1,2),1)', 'torch.tensordot(torch.ones(2,3),torch.ones(3),([0],[0]))',
        'torch.tensordot(torch.ones(2,3),torch.ones(3),([0,1],[0]))', 'torch.chain_matmul(torch.ones(2,3))', 'torch.chain_matmul(torch.ones(2,3),torch.ones(3))',
        'torch.chain_matmul()', 'torch.cross(torch.ones(2,3),torch.ones(2,3).double())', 'torch.cross(torch.ones(3),torch.ones(2))', 'torch.cross(V([1,2,3]),torch.ones(3))',
        'torch.cross(torch.ones(2,3),torch.ones(1,3))', 'torch.linalg.cross(torch.ones(2),torch.ones(2))', 'torch.cartesian_prod(torch.ones(2,3))',
        'torch.cartesian_prod(torch.ones(()),torch.ones(3))', 'torch.cartesian_prod(torch.ones(3))', 'torch.cartesian_prod()', 'torch.block_diag(torch.ones(2,1,3))',
        'torch.block_diag()', 'torch.block_diag(torch.ones(3),3)', 'torch.combinations(torch.ones(3),0)', 'torch.combinations(torch.ones(3),-1)',
        'torch.combinations(torch.ones(2,3))', 'torch.combinations(torch.ones(3),1)', 'torch.combinations(torch.ones(3),2,True)', 'torch.combinations(V([]),2)',
        'torch.combinations(torch.ones(3),4)', 'torch.vander(torch.ones(2,3))', 'torch.vander(torch.ones(3),-1)', 'torch.vander(V([1,2]),3)', 'torch.tril_indices(2,3,dtype=i4)',
        'torch.tril_indices(2,3,dtype=f4)', 'torch.tril_indices(-1,3)', 'torch.tril_indices(2,-1)', 'torch.triu_indices(-1,2)', 'torch.cdist(torch.ones(2,3),torch.ones(3))',
        'torch.cdist(torch.ones(3),torch.ones(3))', 'torch.cdist(torch.ones(2,3),torch.ones(2,2))', 'torch.cdist(torch.ones(2,3),torch.ones(2,3),p=-1)',
        'torch.cdist(torch.ones(2,3).long(),torch.ones(2,3))', 'torch.cdist(torch.ones(2,3),torch.ones(2,3).double())', 'torch.cdist(torch.ones(2,3).half(),torch.ones(2,3).half())',
        'torch.renorm(torch.ones(3),2,0,1)', 'torch.renorm(torch.ones(2,3),-1,0,1)', 'torch.renorm(torch.ones(2,3),2,0,-1)', 'torch.renorm(torch.ones(2,3).long(),2,0,1)',
        'torch.renorm(torch.ones(2,3),2,5,1)', 'torch.renorm(torch.ones(2,3),0,0,1)', 'torch.renorm(torch.ones(2,3),inf,0,1)', 'torch.rsub(True,torch.ones(3))',
        'torch.rsub(2,torch.ones(3))', 'torch.rsub(torch.ones(3),True)', 'torch.rsub(V([True]),1)', 'torch.rsub(V([True]),V([True]))', 'torch.rsub(V([1]),1.5,alpha=2.5)',
        'torch.positive(V([True]))', 'torch.heaviside(torch.ones(3),V([1]))', 'torch.heaviside(torch.ones(3),torch.ones(3).double())', 'torch.heaviside(torch.ones(3),1)',
        'torch.heaviside(torch.ones(3),torch.ones(2,3))', 'torch.isclose(torch.ones(3),torch.ones(3).double())', 'torch.isclose(torch.ones(3),1)',
        'torch.isclose(torch.ones(3),torch.ones(3),rtol=-1)', 'torch.isclose(torch.ones(3),torch.ones(3),atol=-1)', 'torch.isclose(V([True]),V([True]))',
        'torch.allclose(torch.ones(3),1)', 'torch.allclose(torch.ones(3),torch.ones(3).double())', 'torch.isin(torch.ones(3),torch.ones(3),invert=True)',
        'torch.isin(torch.ones(3),1)', 'torch.isin(1,torch.ones(3))', 'torch.isin(1,1)', 'torch.isin(torch.ones(3).bfloat16(),torch.ones(3))',
        'torch.isin(torch.ones(3).bool(),torch.ones(3).bool())', 'torch.isin(torch.ones(3),torch.ones(3).long())', 'torch.isin(torch.ones(3).half(),torch.ones(3).half())',
        'torch.gcd(V([True]),V([True]))', 'torch.gcd(V([4]),V([True]))', 'torch.gcd(torch.ones(3),torch.ones(3))', 'torch.gcd(V([4]),torch.ones(3))', 'torch.gcd(V([4]),6)',
        'torch.lcm(torch.ones(3),V([2]))', 'torch.lcm(V([True]),V([True]))', 'torch.lcm(V([4]),V([True]))', 'torch.xlogy(torch.ones(3),0)', 'torch.xlogy(2,torch.ones(3))',
        'torch.logit(torch.ones(3),1)', 'torch.logit(torch.ones(3),None)', 'torch.ldexp(torch.ones(3),2)', 'torch.polar(torch.ones(3),torch.ones(3).double())',
        'torch.nan_to_num(torch.ones(3),posinf=1e39)', 'torch.nan_to_num(V([1]),nan=2.5)', 'torch.clamp(torch.ones(3),1,V(2))', 'torch.clamp(torch.ones(3),V(1),2)',
        'torch.clamp(V([1]),V(1.5),None)', 'torch.clamp(torch.ones(3),min=V([1.,2]))', 'torch.clamp(torch.ones(3),min=1j)', 'torch.clamp(V([True]),max=2+0j)',
        'torch.clamp_min(torch.ones(3),V(2))', 'V([1]).clamp_(min=0.5)', 'V([1],dtype=u1).clamp_(min=0.5)', 'V([1]).clamp_(V(0.5),V(2.))', 'torch.clamp(torch.ones(3))',
        "torch.clamp(torch.ones(3),'a')", 'torch.histc(torch.ones(3),0)', 'torch.histc(torch.ones(3),3,2,1)', 'torch.histc(torch.ones(3),3,nan,1)',
        'torch.histc(torch.ones(3),3,0,inf)', 'torch.histc(V([1,2]))', 'torch.histc(V([nan]))', 'torch.histc(torch.ones(3),2.5)', 'torch.histogram(torch.ones(3),0)',
        'torch.histogram(torch.ones(3),V([1,2]))', 'torch.histogram(torch.ones(3),V([2.,1]))', 'torch.histogram(torch.ones(3),3,range=(1.,0.))',
        'torch.histogram(torch.ones(3),3,range=(0.,0.))', 'torch.histogram(V([1,2]),3)', 'torch.histogram(torch.ones(3),torch.ones(0))', 'torch.histogram(torch.ones(0),3)',
        'torch.histogram(torch.ones(3),3)', 'torch.histogram(torch.ones(3),V([0.,1,2]),weight=torch.ones(3)*2,density=True)', 'torch.cov(torch.ones(2,3),correction=5)',
        'torch.cov(torch.ones(1,2,3))', 'torch.cov(torch.ones(()))', 'torch.cov(V([True,False]))', 'torch.cov(V([1,2]))', 'torch.cov(torch.ones(0))',
        'torch.corrcoef(torch.ones(1,2,3))', 'torch.corrcoef(torch.ones(()))', 'torch.corrcoef(V([1,2,5]))', 'torch.corrcoef(V([[1,2,5],[1,2,4]]))',
        'torch.diff(torch.ones(3),1,0,torch.ones(3),torch.ones(3))', 'torch.diff(torch.ones(3),prepend=torch.ones(2,3))', 'torch.diff(torch.ones(3),-1)',
        'torch.diff(torch.ones(3),0)', 'torch.diff(torch.ones(()))', 'torch.diff(torch.ones(3),prepend=V([1]))', 'torch.diff(V([True,False]),prepend=V([True]))',
        'torch.diff(torch.ones(3),9)', 'torch.trapz(torch.ones(0,0))', 'torch.trapz(torch.ones(2,0))', 'torch.trapz(V([1,2,3]))', 'torch.trapz(V([1,2,3]),V([1,2,4]))',
        'torch.trapz(torch.ones(2,3),torch.ones(2,3))', 'torch.trapz(torch.ones(2,3),V([1.,2]))', 'torch.trapz(V([1]))', 'torch.cumulative_trapezoid(V([1,2,3]))',
        'torch.cumulative_trapezoid(torch.ones(0))', 'torch.var_mean(V([1,2]))', 'torch.std_mean(V([1,2]),0)', 'torch.var_mean(torch.ones(2,3),dim=(0,1),keepdim=True)',
        'torch.std(V([1]),0)', 'torch.nanquantile(torch.ones(3),.5,keepdim=True)', 'torch.nanquantile(torch.ones(2,3),.5,keepdim=True)',
        'torch.nanquantile(torch.ones(2,3),V([.5,.2]),keepdim=True)', 'torch.nanquantile(torch.ones(2,3),V([.5,.2]),dim=0,keepdim=True)',
        'torch.quantile(torch.ones(2,3),V([.5,.2]),keepdim=True)', 'torch.quantile(torch.ones(()),.5,0,True)', 'torch.quantile(V([1,2]),.5)', 'torch.nanquantile(V([1,2]),.5)',
        'torch.quantile(torch.ones(3),1)', 'torch.quantile(torch.ones(3),nan)', 'torch.quantile(torch.ones(3),V(nan))', 'torch.nanmedian(torch.ones(3),keepdim=True)',
        'torch.logcumsumexp(V([1,2]),0)', 'torch.logcumsumexp(torch.ones(0),0)', 'torch.logcumsumexp(torch.ones(()),0)', 'torch.logcumsumexp(torch.ones(0,2),1)',
        'torch.bincount(V([1,2]),V([1]))', 'torch.bincount(V([1,2]),weights=torch.ones(2,3))', 'torch.bincount(V([True]))', 'torch.bincount(torch.ones(()))',
        'torch.bincount(V([1,2]),V([1.,2],dtype=f2))', 'torch.dist(torch.ones(3),V([1,2,3]))', 'torch.dist(V([1]),V([2]))', "torch.norm(torch.ones(2,3),'nuc')",
        "torch.norm(torch.ones(3),'nuc')", "torch.norm(torch.ones(2,3),'abc')", 'torch.norm(torch.ones(2,3),2,(0,1))', "torch.norm(torch.ones(2,3),'fro',(0,1,2))",
        'torch.norm(torch.ones(2,3),p=1,dim=(0,1))', 'torch.linalg.cond(torch.ones(2,3))', 'torch.take_along_dim(torch.ones(3),V([[0]]))',
        'torch.take_along_dim(torch.ones(2,3),V([0,1]),dim=0)', 'torch.take_along_dim(torch.ones(2,3),V([[0]]),dim=1)', 'torch.take_along_dim(torch.ones(2,3),V([[0,1]]),0)',
        'torch.take_along_dim(torch.ones(2,3),V([0.]))', 'torch.bucketize(1.5,V([1.,2]))', 'torch.bucketize(torch.ones(3),torch.ones(2,3))',
        'torch.searchsorted(V([1.,2]),V([1,2]))', 'torch.searchsorted(V([1.,2]),V([[1.,2]]))', 'torch.searchsorted(V([1.,2]),1.5,sorter=V([1,0]))', 'T(f4,2,3).sum(keepdim=True)',
        'T(f4,2,3).sum(0,True)', 'T(f4,2,3).sum(axis=0,keepdims=True)', 'T(f4,2,3).any((0,1))', 'T(f4,2,3).any(None)', 'T(f4,2,3).any(dim=0,keepdim=1)',
        'torch.any(T(f4,2,3),dim=0,keepdim=1)', 'T(f4,2,3).cumsum()', 'T(f4,2,3).cumsum(None)', 'T(f4,2,3).maximum(2)', 'torch.maximum(T(f4,2,3),2)', 'T(f4,2,3).argmax(True)',
        'T(f4,2,3).amin(True)', 'T(f4,2,3).unsqueeze(None)', 'T(f4,2,3).unsqueeze([0])', 'T(f4,2,3).view(torch.tensor([2,3]))', 'T(f4,2,3).view(3,2)', 'T(f4,2,3).view(-1)',
        'T(f4,2,3).permute(1,0)', 'T(f4,2,3).permute((1,0))', 'T(f4,2,3).expand(4,2,3)', 'T(f4,2,3).reshape(6)', 'torch.reshape(T(f4,2,3),6)', 'torch.flip(T(f4,2,3),0)',
        'torch.zeros(True)', 'torch.zeros(2,3)', 'torch.linspace(0,1,True)', 'torch.linspace(0,1,3)', 'T(f4,2,3).std(0,True)', 'T(f4,2,3).std(True)', 'T(f4,2,3).std(keepdim=True)',
        'T(f4,2,3).max(0)', 'T(f4,2,3).max(0,keepdim=1)', 'T(f4,2,3).max(T(f4,2,3))', 'T(f4,2,3).sort(0,stable=True)', 'T(f4,2,3).sort(dim=0,stable=True)',
        'T(f4,2,3).masked_fill(T(f4,2,3)>0,None)', 'T(f4,2,3).masked_fill(T(f4,2,3)>0,2)', 'torch.where(T(f4,2,3)>0,T(f4,2,3),[2])', 'T(f4,2,3).hypot_(2.)', "T(f4,2,3).add_('a')",
        'torch.add(T(f4,2,3),2,alpha=3)', 'torch.mul(2,T(f4,2,3))', 'T(f4,2,3).aminmax(0)', "T(f4,2,3).clamp('a')", 'T(f4,2,3).softmax(keepdim=True)', 'T(f4,2,3).softmax()',
        'T(f4,2,3).squeeze((0,))', 'torch.stack(T(f4,2,3))', 'torch.stack((i for i in [T(f4,2,3)]))', 'torch.cat(T(f4,2,3),-1)', 'torch.full(2,1)',
        'torch.full((2,),torch.tensor([3]))', 'T(f4,2,3).repeat_interleave(1.5)', 'T(f4,2,3).scatter_add(0,torch.tensor([[0]]),9)', 'T(f4,2,3).new_zeros()', 'T(f4,2,3).flip()',
        'T(f4,2,3).transpose(0)', 'torch.eye(2.5)', 'T(f4,2,3).max(1,2,3,4)', 'T(f4,2,3).diff(0,True)', 'T(f4,2,3).diff(n=1.5)', 'torch.std(T(f4,2,3),0,foo=1)',
        'o = torch.empty(0) ; r = torch.mv(T(f4,2,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.mv(T(f4,2,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.mv(T(f4,2,3),T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.mv(T(f4,2,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.dot(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.dot(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.dot(T(f4,3),T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.dot(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.bmm(T(f4,1,2,3),T(f4,1,3,2),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.bmm(T(f4,1,2,3),T(f4,1,3,2),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.bmm(T(f4,1,2,3),T(f4,1,3,2),out=o) ; r, o', 'o = T(f4,7) ; r = torch.bmm(T(f4,1,2,3),T(f4,1,3,2),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.mm(T(f4,2,3),T(f4,3,2),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.mm(T(f4,2,3),T(f4,3,2),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.mm(T(f4,2,3),T(f4,3,2),out=o) ; r, o', 'o = T(f4,7) ; r = torch.mm(T(f4,2,3),T(f4,3,2),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.nan_to_num(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.nan_to_num(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.nan_to_num(T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.nan_to_num(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.kron(T(f4,2),T(f4,2),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.kron(T(f4,2),T(f4,2),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.kron(T(f4,2),T(f4,2),out=o) ; r, o', 'o = T(f4,7) ; r = torch.kron(T(f4,2),T(f4,2),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.inner(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.inner(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.inner(T(f4,3),T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.inner(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.quantile(T(f4,5),.5,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.quantile(T(f4,5),.5,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.quantile(T(f4,5),.5,out=o) ; r, o', 'o = T(f4,7) ; r = torch.quantile(T(f4,5),.5,out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.column_stack([T(f4,2)],out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.column_stack([T(f4,2)],out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.column_stack([T(f4,2)],out=o) ; r, o', 'o = T(f4,7) ; r = torch.column_stack([T(f4,2)],out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.hstack([T(f4,2)],out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.hstack([T(f4,2)],out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.hstack([T(f4,2)],out=o) ; r, o', 'o = T(f4,7) ; r = torch.hstack([T(f4,2)],out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.tensordot(T(f4,2,3),T(f4,3,2),1,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.tensordot(T(f4,2,3),T(f4,3,2),1,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.tensordot(T(f4,2,3),T(f4,3,2),1,out=o) ; r, o', 'o = T(f4,7) ; r = torch.tensordot(T(f4,2,3),T(f4,3,2),1,out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.chain_matmul(T(f4,2,3),T(f4,3,2),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.chain_matmul(T(f4,2,3),T(f4,3,2),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.chain_matmul(T(f4,2,3),T(f4,3,2),out=o) ; r, o', 'o = T(f4,7) ; r = torch.chain_matmul(T(f4,2,3),T(f4,3,2),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.diag(T(f4,2),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.diag(T(f4,2),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.diag(T(f4,2),out=o) ; r, o', 'o = T(f4,7) ; r = torch.diag(T(f4,2),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.take(T(f4,3),V([0,1]),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.take(T(f4,3),V([0,1]),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.take(T(f4,3),V([0,1]),out=o) ; r, o', 'o = T(f4,7) ; r = torch.take(T(f4,3),V([0,1]),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.eye(2,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.eye(2,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.eye(2,out=o) ; r, o', 'o = T(f4,7) ; r = torch.eye(2,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.zeros(3,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.zeros(3,out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.zeros(3,out=o) ; r, o',
        'o = T(f4,7) ; r = torch.zeros(3,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.ones(3,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.ones(3,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.ones(3,out=o) ; r, o', 'o = T(f4,7) ; r = torch.ones(3,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.full((3,),2.,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.full((3,),2.,out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.full((3,),2.,out=o) ; r, o',
        'o = T(f4,7) ; r = torch.full((3,),2.,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.arange(3,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.arange(3,out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.arange(3,out=o) ; r, o',
        'o = T(f4,7) ; r = torch.arange(3,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.linspace(0,1,3,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.linspace(0,1,3,out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.linspace(0,1,3,out=o) ; r, o',
        'o = T(f4,7) ; r = torch.linspace(0,1,3,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.std(T(f4,2,3),1,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.std(T(f4,2,3),1,out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.std(T(f4,2,3),1,out=o) ; r, o',
        'o = T(f4,7) ; r = torch.std(T(f4,2,3),1,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.norm(T(f4,2,3),2,1,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.norm(T(f4,2,3),2,1,out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.norm(T(f4,2,3),2,1,out=o) ; r, o',
        'o = T(f4,7) ; r = torch.norm(T(f4,2,3),2,1,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.cross(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.cross(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.cross(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.cross(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.renorm(T(f4,2,3),2,0,1,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.renorm(T(f4,2,3),2,0,1,out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.renorm(T(f4,2,3),2,0,1,out=o) ; r, o',
        'o = T(f4,7) ; r = torch.renorm(T(f4,2,3),2,0,1,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.heaviside(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.heaviside(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.heaviside(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.heaviside(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.histc(T(f4,3),3,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.histc(T(f4,3),3,out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.histc(T(f4,3),3,out=o) ; r, o',
        'o = T(f4,7) ; r = torch.histc(T(f4,3),3,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.cumsum(T(f4,3),0,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.cumsum(T(f4,3),0,out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.cumsum(T(f4,3),0,out=o) ; r, o',
        'o = T(f4,7) ; r = torch.cumsum(T(f4,3),0,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.prod(T(f4,2,3),1,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.prod(T(f4,2,3),1,out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.prod(T(f4,2,3),1,out=o) ; r, o',
        'o = T(f4,7) ; r = torch.prod(T(f4,2,3),1,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.logical_not(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.logical_not(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.logical_not(T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.logical_not(T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.outer(T(f4,2),T(f4,2),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.outer(T(f4,2),T(f4,2),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.outer(T(f4,2),T(f4,2),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.outer(T(f4,2),T(f4,2),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.index_add(T(f4,3),0,V([0]),T(f4,1),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.index_add(T(f4,3),0,V([0]),T(f4,1),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.index_add(T(f4,3),0,V([0]),T(f4,1),out=o) ; r, o', 'o = T(f4,7) ; r = torch.index_add(T(f4,3),0,V([0]),T(f4,1),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.scatter(T(f4,3),0,V([0]),T(f4,1),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.scatter(T(f4,3),0,V([0]),T(f4,1),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.scatter(T(f4,3),0,V([0]),T(f4,1),out=o) ; r, o', 'o = T(f4,7) ; r = torch.scatter(T(f4,3),0,V([0]),T(f4,1),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.diff(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.diff(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.diff(T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.diff(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.baddbmm(T(f4,1,2,2),T(f4,1,2,3),T(f4,1,3,2),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.baddbmm(T(f4,1,2,2),T(f4,1,2,3),T(f4,1,3,2),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.baddbmm(T(f4,1,2,2),T(f4,1,2,3),T(f4,1,3,2),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.baddbmm(T(f4,1,2,2),T(f4,1,2,3),T(f4,1,3,2),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.addmv(T(f4,2),T(f4,2,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.addmv(T(f4,2),T(f4,2,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.addmv(T(f4,2),T(f4,2,3),T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.addmv(T(f4,2),T(f4,2,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.bucketize(T(f4,3),V([0.,1]),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.searchsorted(V([0.,1]),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.argsort(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.argsort(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.argsort(T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.argsort(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.isin(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.isin(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.isin(T(f4,3),T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.isin(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.isposinf(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.isposinf(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.isposinf(T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.isposinf(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.sinc(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.sinc(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.sinc(T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.sinc(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.xlogy(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.xlogy(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.xlogy(T(f4,3),T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.xlogy(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.logit(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.logit(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.logit(T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.logit(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.logaddexp2(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.logaddexp2(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.logaddexp2(T(f4,3),T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.logaddexp2(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.nansum(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.nansum(T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.nansum(T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.nanmean(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.nanmean(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.nanmean(T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.nanmean(T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.logcumsumexp(T(f4,3),0,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.logcumsumexp(T(f4,3),0,out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.logcumsumexp(T(f4,3),0,out=o) ; r, o',
        'o = T(f4,7) ; r = torch.logcumsumexp(T(f4,3),0,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.softmax(T(f4,3),0,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.softmax(T(f4,3),0,out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.softmax(T(f4,3),0,out=o) ; r, o',
        'o = T(f4,7) ; r = torch.softmax(T(f4,3),0,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.index_copy(T(f4,3),0,V([0]),T(f4,1),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.index_copy(T(f4,3),0,V([0]),T(f4,1),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.index_copy(T(f4,3),0,V([0]),T(f4,1),out=o) ; r, o', 'o = T(f4,7) ; r = torch.index_copy(T(f4,3),0,V([0]),T(f4,1),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.take_along_dim(T(f4,3),V([0]),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.take_along_dim(T(f4,3),V([0]),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.take_along_dim(T(f4,3),V([0]),out=o) ; r, o', 'o = T(f4,7) ; r = torch.take_along_dim(T(f4,3),V([0]),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.signbit(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.signbit(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.signbit(T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.signbit(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.logspace(0,1,3,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.logspace(0,1,3,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.logspace(0,1,3,out=o) ; r, o', 'o = T(f4,7) ; r = torch.logspace(0,1,3,out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.sgn(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.sgn(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.sgn(T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.sgn(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.float_power(T(f4,3),2,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.float_power(T(f4,3),2,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.float_power(T(f4,3),2,out=o) ; r, o', 'o = T(f4,7) ; r = torch.float_power(T(f4,3),2,out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.clamp(T(f4,3),V(1.),V(2.),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.clamp(T(f4,3),V(1.),V(2.),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.clamp(T(f4,3),V(1.),V(2.),out=o) ; r, o', 'o = T(f4,7) ; r = torch.clamp(T(f4,3),V(1.),V(2.),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.round(T(f4,3),decimals=1,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.round(T(f4,3),decimals=1,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.round(T(f4,3),decimals=1,out=o) ; r, o', 'o = T(f4,7) ; r = torch.round(T(f4,3),decimals=1,out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.ldexp(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.ldexp(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.ldexp(T(f4,3),T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.ldexp(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.vdot(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.vdot(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.vdot(T(f4,3),T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.vdot(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.sub(T(f4,3),1,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.sub(T(f4,3),1,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.sub(T(f4,3),1,out=o) ; r, o', 'o = T(f4,7) ; r = torch.sub(T(f4,3),1,out=o) ; r, o',
        "o = torch.empty(0) ; r = torch.div(T(f4,3),2,rounding_mode='floor',out=o) ; r, o",
        "o = torch.empty(0,dtype=f8) ; r = torch.div(T(f4,3),2,rounding_mode='floor',out=o) ; r, o",
        "o = torch.empty(0,dtype=i8) ; r = torch.div(T(f4,3),2,rounding_mode='floor',out=o) ; r, o", "o = T(f4,7) ; r = torch.div(T(f4,3),2,rounding_mode='floor',out=o) ; r, o",
        'o = torch.empty(0) ; r = torch.amax(T(f4,2,3),1,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.amax(T(f4,2,3),1,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.amax(T(f4,2,3),1,out=o) ; r, o', 'o = T(f4,7) ; r = torch.amax(T(f4,2,3),1,out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.count_nonzero(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.count_nonzero(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.count_nonzero(T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.count_nonzero(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.roll(T(f4,3),1,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.roll(T(f4,3),1,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.roll(T(f4,3),1,out=o) ; r, o', 'o = T(f4,7) ; r = torch.roll(T(f4,3),1,out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.isclose(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.isclose(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.isclose(T(f4,3),T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.isclose(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.flip(T(f4,3),0,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.flip(T(f4,3),0,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.flip(T(f4,3),0,out=o) ; r, o', 'o = T(f4,7) ; r = torch.flip(T(f4,3),0,out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.squeeze(T(f4,1,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.squeeze(T(f4,1,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.squeeze(T(f4,1,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.squeeze(T(f4,1,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.tril_indices(2,2,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.tril_indices(2,2,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.tril_indices(2,2,out=o) ; r, o', 'o = T(f4,7) ; r = torch.tril_indices(2,2,out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.addr(T(f4,2,2),T(f4,2),T(f4,2),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.addr(T(f4,2,2),T(f4,2),T(f4,2),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.addr(T(f4,2,2),T(f4,2),T(f4,2),out=o) ; r, o', 'o = T(f4,7) ; r = torch.addr(T(f4,2,2),T(f4,2),T(f4,2),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.addbmm(T(f4,2,2),T(f4,1,2,3),T(f4,1,3,2),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.addbmm(T(f4,2,2),T(f4,1,2,3),T(f4,1,3,2),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.addbmm(T(f4,2,2),T(f4,1,2,3),T(f4,1,3,2),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.addbmm(T(f4,2,2),T(f4,1,2,3),T(f4,1,3,2),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.matrix_power(T(f4,2,2),2,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.matrix_power(T(f4,2,2),2,out=o) ; r, o', 'o = T(f4,7) ; r = torch.matrix_power(T(f4,2,2),2,out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.narrow_copy(T(f4,3),0,0,2,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.narrow_copy(T(f4,3),0,0,2,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.narrow_copy(T(f4,3),0,0,2,out=o) ; r, o', 'o = T(f4,7) ; r = torch.narrow_copy(T(f4,3),0,0,2,out=o) ; r, o',
        'o = (torch.empty(0),torch.empty(0,dtype=i8)) ; r = torch.median(T(f4,3),0,out=o) ; r, o',
        'o = (T(f4,7),torch.empty(0,dtype=i8)) ; r = torch.median(T(f4,3),0,out=o) ; r, o', 'o = (torch.empty(0),torch.empty(0,dtype=i8)) ; r = torch.mode(T(f4,3),0,out=o) ; r, o',
        'o = (torch.empty(0,dtype=f8),torch.empty(0,dtype=i8)) ; r = torch.mode(T(f4,3),0,out=o) ; r, o',
        'o = (torch.empty(0,dtype=i8),torch.empty(0,dtype=i8)) ; r = torch.mode(T(f4,3),0,out=o) ; r, o',
        'o = (T(f4,7),torch.empty(0,dtype=i8)) ; r = torch.mode(T(f4,3),0,out=o) ; r, o',
        'o = (torch.empty(0),torch.empty(0,dtype=i8)) ; r = torch.kthvalue(T(f4,3),1,out=o) ; r, o',
        'o = (torch.empty(0,dtype=f8),torch.empty(0,dtype=i8)) ; r = torch.kthvalue(T(f4,3),1,out=o) ; r, o',
        'o = (torch.empty(0,dtype=i8),torch.empty(0,dtype=i8)) ; r = torch.kthvalue(T(f4,3),1,out=o) ; r, o',
        'o = (T(f4,7),torch.empty(0,dtype=i8)) ; r = torch.kthvalue(T(f4,3),1,out=o) ; r, o', 'o = (torch.empty(0),torch.empty(0,dtype=i8)) ; r = torch.sort(T(f4,3),out=o) ; r, o',
        'o = (torch.empty(0,dtype=f8),torch.empty(0,dtype=i8)) ; r = torch.sort(T(f4,3),out=o) ; r, o',
        'o = (torch.empty(0,dtype=i8),torch.empty(0,dtype=i8)) ; r = torch.sort(T(f4,3),out=o) ; r, o',
        'o = (T(f4,7),torch.empty(0,dtype=i8)) ; r = torch.sort(T(f4,3),out=o) ; r, o', 'o = (torch.empty(0),torch.empty(0,dtype=i8)) ; r = torch.topk(T(f4,3),1,out=o) ; r, o',
        'o = (torch.empty(0,dtype=f8),torch.empty(0,dtype=i8)) ; r = torch.topk(T(f4,3),1,out=o) ; r, o',
        'o = (torch.empty(0,dtype=i8),torch.empty(0,dtype=i8)) ; r = torch.topk(T(f4,3),1,out=o) ; r, o',
        'o = (T(f4,7),torch.empty(0,dtype=i8)) ; r = torch.topk(T(f4,3),1,out=o) ; r, o', 'o = (torch.empty(0),torch.empty(0,dtype=i8)) ; r = torch.cummax(T(f4,3),0,out=o) ; r, o',
        'o = (torch.empty(0,dtype=f8),torch.empty(0,dtype=i8)) ; r = torch.cummax(T(f4,3),0,out=o) ; r, o',
        'o = (torch.empty(0,dtype=i8),torch.empty(0,dtype=i8)) ; r = torch.cummax(T(f4,3),0,out=o) ; r, o',
        'o = (T(f4,7),torch.empty(0,dtype=i8)) ; r = torch.cummax(T(f4,3),0,out=o) ; r, o', 'o = (torch.empty(0),torch.empty(0,dtype=f4)) ; r = torch.aminmax(T(f4,3),out=o) ; r, o',
        'o = (torch.empty(0,dtype=f8),torch.empty(0,dtype=f4)) ; r = torch.aminmax(T(f4,3),out=o) ; r, o',
        'o = (torch.empty(0,dtype=i8),torch.empty(0,dtype=f4)) ; r = torch.aminmax(T(f4,3),out=o) ; r, o',
        'o = (T(f4,7),torch.empty(0,dtype=f4)) ; r = torch.aminmax(T(f4,3),out=o) ; r, o',
        'o = (torch.empty(0),torch.empty(0,dtype=i8)) ; r = torch.nanmedian(T(f4,3),0,out=o) ; r, o',
        'o = (T(f4,7),torch.empty(0,dtype=i8)) ; r = torch.nanmedian(T(f4,3),0,out=o) ; r, o',
        'o = (torch.empty(0),torch.empty(0,dtype=i8)) ; r = torch.min(T(f4,3),0,out=o) ; r, o',
        'o = (torch.empty(0,dtype=f8),torch.empty(0,dtype=i8)) ; r = torch.min(T(f4,3),0,out=o) ; r, o',
        'o = (torch.empty(0,dtype=i8),torch.empty(0,dtype=i8)) ; r = torch.min(T(f4,3),0,out=o) ; r, o',
        'o = (T(f4,7),torch.empty(0,dtype=i8)) ; r = torch.min(T(f4,3),0,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.hypot(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.hypot(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.hypot(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.hypot(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.nanquantile(T(f4,5),.5,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.nanquantile(T(f4,5),.5,out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.nanquantile(T(f4,5),.5,out=o) ; r, o',
        'o = T(f4,7) ; r = torch.nanquantile(T(f4,5),.5,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.inverse(torch.eye(2),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.inverse(torch.eye(2),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.inverse(torch.eye(2),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.inverse(torch.eye(2),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.cov(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.cov(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.cov(T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.cov(T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.all(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.all(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.all(T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.all(T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.var(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.var(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.var(T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.var(T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.positive(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.positive(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.positive(T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.positive(T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.angle(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.angle(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.angle(T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.angle(T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.frac(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.frac(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.frac(T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.frac(T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.lerp(T(f4,3),T(f4,3),.5,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.lerp(T(f4,3),T(f4,3),.5,out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.lerp(T(f4,3),T(f4,3),.5,out=o) ; r, o',
        'o = T(f4,7) ; r = torch.lerp(T(f4,3),T(f4,3),.5,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.copysign(T(f4,3),1,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.copysign(T(f4,3),1,out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.copysign(T(f4,3),1,out=o) ; r, o',
        'o = T(f4,7) ; r = torch.copysign(T(f4,3),1,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.addmm(T(f4,2,2),T(f4,2,2),T(f4,2,2),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.addmm(T(f4,2,2),T(f4,2,2),T(f4,2,2),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.addmm(T(f4,2,2),T(f4,2,2),T(f4,2,2),out=o) ; r, o', 'o = T(f4,7) ; r = torch.addmm(T(f4,2,2),T(f4,2,2),T(f4,2,2),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.index_fill(T(f4,3),0,V([0]),1,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.index_fill(T(f4,3),0,V([0]),1,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.index_fill(T(f4,3),0,V([0]),1,out=o) ; r, o', 'o = T(f4,7) ; r = torch.index_fill(T(f4,3),0,V([0]),1,out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.masked_fill(T(f4,3),T(f4,3)>0,1,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.masked_fill(T(f4,3),T(f4,3)>0,1,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.masked_fill(T(f4,3),T(f4,3)>0,1,out=o) ; r, o', 'o = T(f4,7) ; r = torch.masked_fill(T(f4,3),T(f4,3)>0,1,out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.unsqueeze(T(f4,3),0,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.unsqueeze(T(f4,3),0,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.unsqueeze(T(f4,3),0,out=o) ; r, o', 'o = T(f4,7) ; r = torch.unsqueeze(T(f4,3),0,out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.bincount(V([1]),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.bincount(V([1]),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.bincount(V([1]),out=o) ; r, o', 'o = T(f4,7) ; r = torch.bincount(V([1]),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.isneginf(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.isneginf(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.isneginf(T(f4,3),out=o) ; r, o', 'o = T(f4,7) ; r = torch.isneginf(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.clamp_min(T(f4,3),1,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.clamp_min(T(f4,3),1,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.clamp_min(T(f4,3),1,out=o) ; r, o', 'o = T(f4,7) ; r = torch.clamp_min(T(f4,3),1,out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.clamp_max(T(f4,3),V(1.),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.clamp_max(T(f4,3),V(1.),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.clamp_max(T(f4,3),V(1.),out=o) ; r, o', 'o = T(f4,7) ; r = torch.clamp_max(T(f4,3),V(1.),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.ger(T(f4,2),T(f4,2),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.ger(T(f4,2),T(f4,2),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.ger(T(f4,2),T(f4,2),out=o) ; r, o', 'o = T(f4,7) ; r = torch.ger(T(f4,2),T(f4,2),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.trace(T(f4,2,2),out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.trace(T(f4,2,2),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.trace(T(f4,2,2),out=o) ; r, o', 'o = T(f4,7) ; r = torch.trace(T(f4,2,2),out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.repeat_interleave(T(f4,3),2,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.repeat_interleave(T(f4,3),2,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.repeat_interleave(T(f4,3),2,out=o) ; r, o', 'o = T(f4,7) ; r = torch.repeat_interleave(T(f4,3),2,out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.select_scatter(T(f4,3),V(1.),0,0,out=o) ; r, o', 'o = torch.empty(0,dtype=f8) ; r = torch.select_scatter(T(f4,3),V(1.),0,0,out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.select_scatter(T(f4,3),V(1.),0,0,out=o) ; r, o', 'o = T(f4,7) ; r = torch.select_scatter(T(f4,3),V(1.),0,0,out=o) ; r, o',
        'o = torch.empty(0) ; r = torch.scatter_add(T(f4,3),0,V([0]),T(f4,1),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.scatter_add(T(f4,3),0,V([0]),T(f4,1),out=o) ; r, o',
        'o = torch.empty(0,dtype=i8) ; r = torch.scatter_add(T(f4,3),0,V([0]),T(f4,1),out=o) ; r, o', 'o = T(f4,7) ; r = torch.scatter_add(T(f4,3),0,V([0]),T(f4,1),out=o) ; r, o',
        "o = torch.empty(0) ; r = torch.scatter_reduce(T(f4,3),0,V([0]),T(f4,1),'sum',out=o) ; r, o",
        "o = torch.empty(0,dtype=f8) ; r = torch.scatter_reduce(T(f4,3),0,V([0]),T(f4,1),'sum',out=o) ; r, o",
        "o = torch.empty(0,dtype=i8) ; r = torch.scatter_reduce(T(f4,3),0,V([0]),T(f4,1),'sum',out=o) ; r, o",
        "o = T(f4,7) ; r = torch.scatter_reduce(T(f4,3),0,V([0]),T(f4,1),'sum',out=o) ; r, o", 'o = torch.empty(0) ; r = torch.nonzero(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.nonzero(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.nonzero(T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.nonzero(T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.msort(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.msort(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.msort(T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.msort(T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.conj_physical(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.conj_physical(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.conj_physical(T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.conj_physical(T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.dist(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.dist(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.dist(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.dist(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.block_diag(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.block_diag(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.block_diag(T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.block_diag(T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.std_mean(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.std_mean(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.std_mean(T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.std_mean(T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.cartesian_prod(T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.cartesian_prod(T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.cartesian_prod(T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.cartesian_prod(T(f4,3),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.cholesky(torch.eye(2),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.cholesky(torch.eye(2),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.cholesky(torch.eye(2),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.cholesky(torch.eye(2),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.svd(torch.eye(2),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.svd(torch.eye(2),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.svd(torch.eye(2),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.svd(torch.eye(2),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.det(torch.eye(2),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.det(torch.eye(2),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.det(torch.eye(2),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.det(torch.eye(2),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.logdet(torch.eye(2),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.logdet(torch.eye(2),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.logdet(torch.eye(2),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.logdet(torch.eye(2),out=o) ; r, o', 'o = torch.empty(0) ; r = torch.rsub(T(f4,3),1,out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.rsub(T(f4,3),1,out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.rsub(T(f4,3),1,out=o) ; r, o',
        'o = T(f4,7) ; r = torch.rsub(T(f4,3),1,out=o) ; r, o', 'o = torch.empty(0) ; r = torch.vstack([T(f4,2)],out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.vstack([T(f4,2)],out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.vstack([T(f4,2)],out=o) ; r, o',
        'o = T(f4,7) ; r = torch.vstack([T(f4,2)],out=o) ; r, o', 'o = torch.empty(0) ; r = torch.dstack([T(f4,2)],out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.dstack([T(f4,2)],out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.dstack([T(f4,2)],out=o) ; r, o',
        'o = T(f4,7) ; r = torch.dstack([T(f4,2)],out=o) ; r, o', 'o = torch.empty(0) ; r = torch.logical_and(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = torch.empty(0,dtype=f8) ; r = torch.logical_and(T(f4,3),T(f4,3),out=o) ; r, o', 'o = torch.empty(0,dtype=i8) ; r = torch.logical_and(T(f4,3),T(f4,3),out=o) ; r, o',
        'o = T(f4,7) ; r = torch.logical_and(T(f4,3),T(f4,3),out=o) ; r, o',
    ]


def cases():
    found = {}
    for family in (index_get, index_set, conversions, unary, binary, reductions, order, views, joins, products, autograd, lazies, outs, prints, second_look, third_look):
        for case in family():
            found.setdefault(case, family.__name__)
    return list(found)
