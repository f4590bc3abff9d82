# The names that need no import: a program's own and Python's come first, and others are errors as ever.
def attempt(f):
    try:
        print(f())
    except NameError as e:
        print('NameError', e)

attempt(lambda: ones(2, 2).context)
attempt(lambda: ones((2, 2), ctx=gpu(0)).context)
attempt(lambda: zeros(3).shape + full((2,), 7).shape + arange(3).shape + array([[1, 2]]).shape + eye(2).shape)
attempt(lambda: rand(2, 3, ctx=gpu(1)).context)
attempt(lambda: randn(4).shape)
attempt(lambda: num_gpus())
attempt(lambda: where(array([1, 0]), array([5, 6]), array([7, 8])).asnumpy().tolist())
attempt(lambda: (mx.__name__, nd.__name__, nn.__name__, gluon.__name__, autograd.__name__, init.__name__, np.__name__, torch.__name__))
attempt(lambda: nothing)
attempt(lambda: oness)
zeros = 'mine'
print(zeros)
del zeros
print(zeros(1).shape)
print('ones' in globals(), 'ones' in dir(__builtins__), max([1, 2]), eval('ones(1).size'))
try:
    exec('ones', {'__builtins__': {}})
except NameError as e:
    print(e)
with gpu(1):
    print(ones(1).context, array([1]).ctx)
