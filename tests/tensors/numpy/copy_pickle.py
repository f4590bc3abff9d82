"""copy, deepcopy, pickle of arrays and scalars."""
import numpy as np

import copy, pickle
a = np.arange(4.0).reshape(2, 2)
b = copy.copy(a)
c = copy.deepcopy({"x": a, "l": [a, np.float32(1)]})
a[0, 0] = 9
print(b, c["x"], c["l"][0] is c["x"], type(c["l"][1]))
d = pickle.loads(pickle.dumps(a))
print(d, d.dtype, (d == a).all(), pickle.loads(pickle.dumps(np.int32(5))), type(pickle.loads(pickle.dumps(np.float32(0.5)))), pickle.loads(pickle.dumps(np.dtype("f4"))))
e = np.copy(a)
e[:] = 0
print(a, np.array(a, dtype=int), np.array_equal(a, d))
