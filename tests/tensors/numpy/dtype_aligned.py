# Structures laid out as C does it (align=True) in every form a dtype is said in, fields as a table, descr, what meets.
import types
import numpy as np
from numpy.lib.recfunctions import repack_fields


def told(make):
    try:
        print(repr(make()))
    except Exception as error:
        print(type(error).__name__, error)


def whole(d):
    return d, str(d), d.itemsize, d.isalignedstruct, d.alignment, [d.fields[n] for n in d.names] if d.names else None, d.descr


for form in ('u1, u1, i4, u1, i8, u2', 'i1,i1', 'i4', 'f8, (2,)i4, S3', 'i1, f8'):
    told(lambda: whole(np.dtype(form, align=True)))
    told(lambda: whole(np.dtype(form)))
told(lambda: whole(np.dtype([('a', 'i1'), ('b', [('x', 'i1'), ('y', 'i4')])], align=True)))
told(lambda: whole(np.dtype([('a', 'i1'), ('b', 'i1,i4')], align=True)))
told(lambda: whole(np.dtype({'names': ['a', 'b'], 'formats': ['i1', 'i4'], 'offsets': [0, 3]}, align=True)))
told(lambda: whole(np.dtype({'names': ['a', 'b'], 'formats': ['i1', 'i4'], 'itemsize': 16, 'aligned': True})))
told(lambda: whole(np.dtype({'foo': ('f4', 4), 'bar': ('i2', 0)}, align=True)))
told(lambda: np.dtype(types.MappingProxyType({'a': ('i4', 0), 'b': ('S3', 4)})))
told(lambda: np.dtype(np.dtype('i1,i4').fields))
told(lambda: np.dtype(types.MappingProxyType({})))
told(lambda: np.zeros(2, 'i4,f4').view(np.dtype('i4,f4').fields))
aligned, packed = np.dtype('i1,i4,f8', align=True), np.dtype('i1,i4,f8')
array = np.zeros(3, aligned)
told(lambda: array[['f0', 'f2']])
told(lambda: array.strides)
told(lambda: whole(repack_fields(array[['f0', 'f2']].dtype)))
told(lambda: whole(repack_fields(packed, align=True)))
told(lambda: np.result_type(packed[['f0', 'f2']]))
told(lambda: np.promote_types(packed[['f0', 'f2']], packed[['f0', 'f2']]))
told(lambda: np.result_type(aligned).isalignedstruct)
told(lambda: np.result_type(aligned, packed))
told(lambda: np.dtype(packed, align=True))
told(lambda: aligned == packed)
told(lambda: np.dtype((np.void, aligned)))
told(lambda: whole(np.dtype((np.record, aligned))))
told(lambda: np.rec.fromarrays([[1], [2.]], dtype=np.dtype('i1,f8', align=True)))
told(lambda: np.rec.array([(1, 2)], formats='i1,i4', aligned=True).dtype)
told(lambda: np.format_parser('i1,i4', [], [], aligned=True).dtype)
told(lambda: aligned.newbyteorder())
told(lambda: aligned.__reduce__())
told(lambda: np.dtype(('i1,i4', (2,)), align=True))
for plain in ('i4', ('i4', (2,)), 'M8[s]', 'S3', 'O', '>f8', 'U2'):
    told(lambda: np.dtype(plain).descr)
