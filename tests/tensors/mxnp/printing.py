from mxnet import np, npx
npx.set_np()
arrays = [np.array(3), np.array(2.5), np.array(7, dtype='int32'), np.array(True), np.arange(3), np.array([[1, 2.5], [3, 4]]),
          np.arange(12).reshape(2, 2, 3), np.array([1, 2], dtype='int64'), np.array([[1, 2]], dtype='uint8'), np.array([True, False]),
          np.zeros((0,)), np.zeros((0, 3)), np.zeros((2, 0)), np.array([1.5], dtype='float64'), np.array([1.5], dtype='float16'), np.array([], dtype='int32')]
for a in arrays:
    print(str(a))
    print(repr(a))
print([np.array(1), np.arange(2)])
print((np.ones(1), np.ones((1, 1), dtype='int32')))
print({'a': np.arange(2) > 0})
print(f'{np.array(2.5)} {np.array(2.5):.3f} {np.arange(2)} {np.array(3.14159):.2f} {float(np.array(0.1)):.4f}')
print('%s %.2f %d' % (np.arange(2), np.array(2.345), np.array(4)))
for x in (np.arange(2), np.array([1.25])):
    try:
        print(f'{x:.2f}')
    except Exception as e:
        print(type(e).__name__, '|', e)
print(np.array([0.1, 0.25, 100]), np.array([1e-5, 1]), np.array([1e10, 1]), np.array([1e8, 1e-8]))
print(np.array([1 / 3, 2 / 3]), np.array([float('nan'), float('inf'), -float('inf'), 1]), -np.zeros(2))
print(np.arange(2000))
print(np.arange(1200).reshape(40, 30))
print(repr(np.zeros((3, 500))))
print(np.arange(40) / 8)
print(repr(np.arange(30)))
print(np.array(1e-5), np.array(123456789.0), np.array(0.1), np.array(1 / 3), repr(np.array(1 / 3)), repr(np.array(1e20)))
