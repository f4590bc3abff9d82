# Dates of years and months beside spans of days and hours, and the other way round: which go together, in which unit, and what casts refuse.
import numpy as np

for a, b in (('M8[Y]', 'm8[D]'), ('M8[M]', 'm8[D]'), ('M8[D]', 'm8[Y]'), ('M8[D]', 'm8[M]'), ('M8[Y]', 'm8[M]'), ('M8[M]', 'm8[Y]'), ('M8[Y]', 'm8[h]'), ('m8[Y]', 'm8[D]'), ('M8[Y]', 'M8[D]'),
             ('M8[M]', 'M8[h]'), ('M8[2M]', 'm8[3D]'), ('m8[D]', 'M8[Y]'), ('m8[M]', 'M8[D]'), ('M8[D]', 'm8'), ('M8', 'm8[D]')):
    for f in (lambda x, y: x + y, lambda x, y: x - y, lambda x, y: np.promote_types(x.dtype, y.dtype), lambda x, y: x < y, lambda x, y: np.add(x, y, casting='unsafe')):
        try:
            found = f(np.array([5], a), np.array([3], b))
            print(a, b, found, getattr(found, 'dtype', ''))
        except Exception as error:
            print(a, b, type(error).__name__, error)
print(np.datetime64('2009') + np.timedelta64(20, 'D'), np.timedelta64(20, 'D') + np.datetime64('2009-03'), np.datetime64('2009') - np.timedelta64(20, 'D'))
print(np.datetime64('2009') - np.datetime64('2008-03-01'), np.datetime64('2009-01-01') + np.timedelta64('nat'), np.datetime64('2011-06') - np.timedelta64(12, 'h'))
x = np.array(['2009', '2010'], 'M8[Y]')
try:
    x += np.timedelta64(400, 'D')
    print(x)
except Exception as error:
    print(type(error).__name__, error)
x += np.timedelta64(1, 'Y')
print(x, np.add(x, np.timedelta64(12, 'M')), np.arange(np.datetime64('2009-01'), np.datetime64('2009-04')) + np.arange(3).astype('m8[D]'))
print(np.array(['2009'], 'M8[Y]') + np.arange(2), np.arange(2) + np.array(['2009-05'], 'M8[M]'))
