# rows of a tensor's memory: elements, bytes, what their classes by the older names take and refuse
import copy, pickle, warnings
import torch
warnings.simplefilter('ignore')

x = torch.tensor([[1., 4.], [2., 1.]])
s = x.storage()
EXPRESSIONS = '''s[0]
s[-1]
s[5]
s[-9]
s[1:3]
s['a']
s[1.5]
s[True]
s.__setitem__(0, 9)
x
s.__setitem__(slice(1, 3), 7)
s.__setitem__(slice(0, 4, 2), 7)
s.__setitem__(9, 7)
s.__setitem__('a', 7)
s.__setitem__(0, 'x')
s.__setitem__(slice(0, 2), torch.tensor([3., 4.]))
s.__setitem__(slice(0, 2), [3., 4.])
s.fill_(2)
x
s.copy_(torch.tensor([1., 2., 3., 4.]).storage())
x
s.copy_(torch.tensor([1., 2.]).storage())
s.copy_(torch.tensor([1, 2, 3, 4]).storage())
s.clone()
s.double()
s.long()
s.half()
s.bool()
s.char()
s.bfloat16()
s.complex_float()
s.type()
s.type('torch.DoubleStorage')
s.type(torch.LongStorage)
s.type(torch.ByteStorage)
s.cpu()
s.is_cuda
s.get_device()
s.is_sparse
s.untyped()
s.untyped()[1:3]
s.untyped()[0:4:2]
s.untyped()['a']
s.untyped()[99]
s.untyped().__setitem__(99, 3)
s.untyped().__setitem__(0, 3)
s.untyped().type()
s.untyped().float()[2]
s.untyped().nbytes(), s.untyped().element_size(), s.untyped().size()
x
s.pickle_storage_type()
s == s
s == s.clone()
type(s)
str(s)
copy.copy(s)
copy.deepcopy(s)
pickle.loads(pickle.dumps(s))
s.device
s.element_size(), s.nbytes(), len(s), sum(s), list(s), 9 in s
torch.FloatStorage(3).size()
torch.FloatStorage([1, 2, 3])
torch.LongStorage([1, 2, 3])
torch.FloatStorage()
torch.FloatStorage(1, 2)
torch.FloatStorage(dtype=torch.int)
torch.FloatStorage(torch.tensor([1.]))
torch.HalfStorage([1, 2])
torch.TypedStorage([1, 2], dtype=torch.int32)
torch.TypedStorage(3, dtype=torch.int32).dtype
torch.TypedStorage(wrap_storage=s.untyped(), dtype=torch.int32)
torch.UntypedStorage(3).size()
torch.UntypedStorage([1, 2, 3])
torch.UntypedStorage('a')
torch.tensor([1 + 2j]).storage()
torch.tensor([True, False]).storage()
torch.tensor([3]).storage().fill_(2.7)
type(torch.FloatStorage([1, 2, 3]))
torch.FloatStorage, torch.FloatStorage.dtype
isinstance(s, torch.FloatStorage), isinstance(s, torch.LongStorage), isinstance(s, torch.TypedStorage)
torch.is_storage(s), torch.is_storage(s.untyped()), torch.is_storage(3)
torch.FloatTensor(s)
torch.Tensor(s)
torch.FloatTensor(torch.DoubleStorage(2))
torch.ByteTensor(torch.ByteStorage.from_buffer(b'abc'))
torch.FloatStorage.from_buffer(b'abcdefgh', byte_order='little')
torch.empty(0).set_(s)
torch.empty(0).set_(s, 1, (2,), (1,))
torch.empty(0).set_(s.untyped())
torch.tensor([], dtype=torch.int64).set_(s)
x.storage_type(), torch.zeros(2, dtype=torch.bool).storage_type()
x.storage()._cdata == x.t().storage()._cdata, x.storage()._cdata == x.clone().storage()._cdata
x._storage().tolist()
s.new
s.foo
torch.utils.data.DataLoader([1, 2]).__iter__().next()
'''
for line in EXPRESSIONS.strip().split('\n'):
    try:
        print(line, '->', repr(eval(line)))
    except Exception as e:
        print(line, '->', type(e).__name__, e)
try:
    x.reinforce(1)
except RuntimeError as e:
    print(e)
