"""What NumPy's own test files found: texts and bytes without characters, lists as objects, swapped fields in order, NaNs of half floats, zeros of objects, steps that are too large."""
import hashlib
import operator
import pickle
import tempfile
import warnings

import numpy as np


def stored(dtype, count):
    with tempfile.TemporaryFile() as file:
        np.ones(count, dtype).tofile(file)
        file.seek(0)
        return np.fromfile(file, dtype)


def lists_as_objects(key):
    a = np.zeros(4, object)
    a[key] = [[1], [2], [3], [4]]
    return a


def running():
    a = lists_as_objects(slice(None))
    return np.add.accumulate(a, out=a)


def sorted_fields():
    return [np.sort(np.array([(255,), (258,), (3,), (1,)], dtype=[('s', order + 'i2')]))['s'].tolist() for order in '<>']


def halves(dtype):
    bits = np.arange(0x10000, dtype=np.uint16)
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        back = bits.view(np.float16).astype(dtype).astype(np.float16).view(np.uint16)
    return (back == bits).all()


def parted():
    np.random.seed(1)
    a = np.random.rand(3, 4)
    return (np.take_along_axis(a, np.argpartition(a, 2, axis=1), axis=1) == np.partition(a, 2, axis=1)).all()


def some_fields():
    a = np.ones(3, dtype=[('a', 'i4'), ('b', 'f4'), ('c', 'u4')])
    some = a[['a', 'c']]
    some[:] = (10, 2)
    a[['a']]['a'][1] = 7
    b = np.zeros(3, dtype=[('a', 'i4'), ('b', 'f4')])
    b[['a', 'b']] = (1, 2)
    b[['b']] = [(5,), (6,), (7,)]
    return a, some.base is a, b


def imaginary():
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter('always')
        x, y = np.zeros(3), np.array([1j, 2, 3])
        x[:] = y
        x[[0, 1]] = y[:2]
        x[x >= 0] = y[0]
        x[0] = y[1]
        x[1:] = y[2]
        x + y
        x.astype(complex).astype(float)
        np.array(y, dtype=float)
    return [str(one.message) for one in told]


warnings.simplefilter('ignore')
TRIES = '''
some_fields()
[np.concatenate([np.asfortranarray(np.ones((3, 4)))] * 2, axis).strides for axis in (0, 1)]
imaginary()
np.int64(3).numerator
np.int8(3).denominator
np.array(dtype=float, object=[1, 2])
np.array([1, 2], copy=None)
stored(np.longdouble, 5)
stored(bool, 4)
lists_as_objects(slice(None))
lists_as_objects(())
running()
sorted_fields()
halves('f4')
halves('f8')
parted()
hashlib.md5(np.arange(12).reshape(3, 4)).hexdigest()
int(np.str_('123456789'))
int(np.array(['123456789'])[0])
float(np.str_('123456789x'))
float(np.bytes_(b'123456789x'))
int(np.bytes_(b'1234567890123456789012345678901234567890'))
float(np.zeros(1, 'V40')[0])
int(np.array([(1, 2, 3, 4, 5, 6, 7, 8, 9)], dtype=','.join(['f8'] * 9))[0])
hash(np.void(b'a'))
np.array([b'a', b'']) != np.bytes_()
np.equal(np.bytes_(), np.array([b'a', b'']))
np.equal(np.str_(), np.array(['a', '']))
np.arange(0,1,10*np.inf)
np.arange(0,-1,np.inf)
np.arange(0,1,-10*np.inf)
np.arange(0,1e-300*1e-10,1e-300)
np.arange(0,np.finfo('d').tiny,-np.finfo('d').tiny)
np.nanmedian(np.array([1,2,'nat'],'m8[s]'))
np.nanmedian(np.array([[1,3,2],[4,'nat',6]],'m8[Y]'),axis=1)
np.median(np.array([1,3,2],'m8[s]'))
np.fromstring("1,0,2",sep=',',dtype=bool)
np.array([0,1,2]).astype('V8').astype(bool)
np.zeros(2,'V4').astype(bool)
np.array([b'\\0\\0a\\0'],'V4').astype(bool)
np.array(b'1','S1')
np.zeros(3,dtype=[('k',object,(2,))])
np.count_nonzero(np.array([[b'a',b''],[b'',b'']]),axis=1)
np.count_nonzero(np.array([['a',''],['','']]),axis=0)
np.count_nonzero(np.array([[1,0],[0,0]],'m8'),axis=0)
np.take_along_axis(np.array([[3,1,2],[9,7,8]]),np.argpartition(np.array([[3,1,2],[9,7,8]]),1,axis=1),axis=1)
np.argpartition(np.array([3,2,1]),1)
np.partition(np.array([3,4,2,1]),(1,3))
np.array([1,np.array([2])],dtype=object)
np.array([np.float16(2.5)]).view('u2')
np.matrix([[1,2],[3,4]])[:,0]
np.matrix([[1,2],[3,4]]).A[:,0]
np.searchsorted(np.array(['a','b'],object),'a')
np.array([(1,2)],dtype=[('a','i4'),('b','i4')]).view([('x','i8')])
np.array([(1,'a')],dtype=[('a','i4'),('b','O')])[['b']]
np.rec.fromrecords([(1,'a'),(2,'b')],dtype=[('a','i4'),('b','O')])
pickle.loads(pickle.dumps(np.array([(1,2)],dtype=[('a','i4'),('b','i4',(2,))])[0]))
np.array([1.,2.])[np.array([True,False])]
np.ma.array([1,2,3],mask=[0,1,0]).flat[0:2]
np.array([None]*3,object).argmax()
np.dtype([('a','i4'),('b','i4')])!=np.dtype([('a','i4'),('b','i4')])
np.add(1,2,extobj=3)
np.timedelta64(5,'s')>=np.timedelta64(0)
np.zeros(2,dtype=[('a','O'),('b','i4')])
np.array([[1,2],[3,4]],dtype=object)[:,0]
np.array([3,2,1],dtype='>i4').sort()
np.sort(np.array([(2,1),(1,2)],dtype=[('a','>i4'),('b','i4')]))
np.sort(np.array([(2,1),(1,2)],dtype=[('a','>f8'),('b','i4')]),order='b')
np.unique(np.array([(2,1),(1,2),(2,1)],dtype=[('a','>i4'),('b','i4')]))
np.empty((3,4,2)).transpose(1,0,2)[:,::-1].copy('K').strides
np.empty_like(np.empty((3,4,2))[::-1].T).strides
np.zeros_like(np.arange(24).reshape(2,3,4)[:,:,::-1].swapaxes(0,2)).strides
np.empty_like(np.broadcast_to(np.arange(3),(2,3))).strides
np.empty_like(np.broadcast_to(np.arange(3)[:,None,None],(3,4,5))).strides
np.full_like(np.asfortranarray(np.zeros((3,4)))[::2],1).strides
np.ones_like(np.zeros((4,3,2),order='F')[:,1:,:],order='A').strides
(np.zeros((4,3,2)).transpose(2,0,1)+1).strides
np.char.multiply('ab',3)
np.vectorize(lambda x:x+1,signature='(n)->(n)')(np.zeros((2,3)))
np.frombuffer(b'\\1\\2\\3\\4',dtype='>u2')
np.array([b'x',b'yy'])==np.bytes_(b'x')
np.array(['x','yy'])==np.str_('')
np.where(np.array(['a',''])=='')
np.select([np.array([1,0])>0],[np.array(['a','b'])],'')
np.nonzero(np.array([(0,0),(1,0)],dtype=[('a','i4'),('b','i4')]))
np.array([(0,0),(1,0)],dtype=[('a','i4'),('b','i4')]).astype(bool)
np.count_nonzero(np.zeros(3,'V3'))
np.array([1,2,3],'m8[D]').sum()/3
np.array([1,2,4],'m8[s]').mean()
np.array([2,4,6],'m8[s]')//2
np.array(['2011-01-01','2011-03-01'],'M8[D]').astype('M8[M]').astype(int)
np.diff(np.array(['2011-01-01','2011-03-01'],'M8[D]')).astype(int)
np.array(['2011-01-01','2011-03-01'],'M8[D]')<np.datetime64('2011-02')
np.datetime64('2011-02')-np.datetime64('2011-01-15')
np.isin(np.array(['2011-01','2012-01'],'M8[M]'),np.datetime64('2011-01-01'))
np.searchsorted(np.array(['2011-01-01','2011-03-01'],'M8[D]'),np.datetime64('2011-02'))
np.interp(2.5,[1,2,3],[10,20,30])
np.bincount([1,1,2],weights=[.5,.5,1])
np.histogram(np.array([1,2,3],'f2'))
np.float16(np.nan)+1
np.array([np.inf,-np.inf,np.nan],'f2').astype('f4').astype('f2').view('u2')
np.float16('nan').view('u2')
np.array([65519.,65520.,1e-8],'f4').astype('f2')
'''
for one in TRIES.strip().split('\n'):
    try:
        print(one, '=>', repr(eval(one)))
    except Exception as error:
        print(one, '!!', type(error).__name__, str(error)[:150])
