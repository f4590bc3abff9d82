from array import array, typecodes, ArrayType
import array as am, copy, struct
print(typecodes, ArrayType is array, array('i'), array('i', [1,2,3]), array('u', 'aé'), array('d', [1, 2.5]), array('b', b'\x01\xff'), array('B', bytearray(b'ab')), array('i', (1,2)), array('i', range(3)), array('f', array('i',[1])), array('u','abc').tounicode())
a = array('i', [5,3,1])
for e in ["a.append(7)", "a", "a.extend([1,2])", "a.extend(array('i',[9]))", "a.extend(array('b',[9]))", "a+a", "a*2", "2*a", "a+[1]", "a[0]", "a[-1]", "a[100]", "a[1:3]", "a[::-2]", "a['x']", "len(a)", "a.count(1)", "a.index(1)", "a.index(1,3)", "a.index(99)", "a.pop()", "a.pop(0)", "a.pop(100)", "a.remove(1)", "a.remove(77)", "a.insert(1, 8)", "a.insert(-100, 4)", "a.reverse()", "a", "a.tolist()", "a.tobytes()", "a.itemsize", "a.typecode", "a.buffer_info()[1]", "a.byteswap()", "a.byteswap()", "a == array('i',a)", "a == array('d',a)", "a < array('i',[100])", "a == [1]", "a != array('i',[])", "3 in a", "hash(a)", "a.fromlist([1,2])", "a.fromlist([1,'x'])", "a", "a.fromlist((1,))", "a.frombytes(b'\\x01\\0\\0\\0')", "a.frombytes(b'abc')", "a.frombytes('x')", "array('x')", "array()", "array(5)", "array('ii')", "array('i', 5)", "array('i', 'abc')", "array('i', ['x'])", "array('i',[1.5])", "array('b',[128])", "array('B',[-1])", "array('B',[256])", "array('h',[40000])", "array('H',[-1])", "array('H',[70000])", "array('i',[2**31])", "array('I',[-1])", "array('I',[2**32])", "array('l',[2**63])", "array('L',[-1])", "array('L',[2**64])", "array('q',[2**63])", "array('Q',[-1])", "array('Q',[2**64])", "array('f',['x'])", "array('d',[1,2])[0]", "array('u','ab')[0]", "array('u',['ab'])", "array('u',[1])", "array('u', 'x').append('yy')", "copy.copy(a)", "copy.deepcopy(a)", "memoryview(a).format", "memoryview(a).itemsize", "memoryview(a).tolist()[:2]", "bytes(a)[:4]", "list(a)", "sum(a)", "max(a)", "sorted(a)", "a.__iadd__(array('i',[1]))[-1]", "array('i',[1,2]).__imul__(2)", "repr(array('f',[0.1]))", "array('d',[float('nan'),1e100])", "type(iter(a))", "isinstance(a, am.array)", "array('i', b'abcd')", "array('i', b'abc')", "array.__name__", "array.__module__", "array('i', x=5)", "a * 'x'", "a.append('x')", "a.append()", "a.tofile", "array('u','héé').tobytes()[:8]", "array('i',[1,2,3]) > array('i',[1,2])", "array('q',[1]).itemsize", "array('i',[1])<5", "a.fromunicode('x')", "array('i',array('u','a'))", "array('i', [1,2,3]).tolist()", "struct.unpack('i', array('i',[7]))", "array('i',[1]*3).clear"]:
    try: r = repr(eval(e)); print(e, '=>', r if ' at 0x' not in r else 'obj')
    except Exception as x: print(e, '=>', type(x).__name__, x)
a = array('i', range(10)); a[2:4] = array('i', [100]*5); print(a); del a[0]; del a[1:3]; print(a); a[::2] = array('i', [0]*len(a[::2])); print(a); del a[::3]; print(a); a[5] = 77; print(a); a[:] = array('i'); print(a)
for s in ["a[0:0] = [1]", "a[0:0] = array('b',[1])", "a[0]=1", "a[::2]=array('i',[1])", "del a[5]"]:
    try: exec(s); print(a)
    except Exception as x: print(type(x).__name__, x)
m = memoryview(a:=array('i',[1]))
try: a.append(1)
except BufferError as x: print(x)
class A(array): pass
x = A('i', [1]); x.y = 5; print(x, x.y, x[0:1], copy.copy(x), type(x*2))
it = iter(array('i',[1,2])); print(next(it), list(it), list(it))
for i, v in enumerate(array('d', [1.5])): print(i, v)
import io
f = io.BytesIO(); array('i',[1,2]).tofile(f); f.seek(0); b = array('i'); b.fromfile(f, 2); print(b)
try: b.fromfile(f, 1)
except EOFError as x: print('EOF', x)
match array('i',[1,2]):
    case [p, q]: print(p, q)
    case _: print('no')
