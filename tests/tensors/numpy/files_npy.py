"""save, load, savez, savetxt, loadtxt, genfromtxt."""
import numpy as np

import os, tempfile, io
d = tempfile.mkdtemp()
a = np.arange(6.0).reshape(2, 3)
np.save(os.path.join(d, "a.npy"), a)
np.save(os.path.join(d, "b"), np.arange(3, dtype=np.int32))
print(np.load(os.path.join(d, "a.npy")), np.load(os.path.join(d, "b.npy")).dtype, open(os.path.join(d, "a.npy"), "rb").read()[:80])
np.savez(os.path.join(d, "c.npz"), a, x=a[0], y=np.float32(2))
z = np.load(os.path.join(d, "c.npz"))
print(sorted(z.files), z["arr_0"], z["x"], z["y"], "x" in z)
np.savetxt(os.path.join(d, "t.csv"), a, delimiter=",", fmt="%.2f", header="p,q,r")
print(open(os.path.join(d, "t.csv")).read())
print(np.loadtxt(os.path.join(d, "t.csv"), delimiter=","), np.loadtxt(os.path.join(d, "t.csv"), delimiter=",", usecols=(0, 2)), np.loadtxt(io.StringIO("1 2\n3 4"), dtype=int), np.loadtxt(["1,2", "3,4"], delimiter=",", unpack=True))
print(np.genfromtxt(os.path.join(d, "t.csv"), delimiter=",", skip_header=1), np.genfromtxt(io.StringIO("a,b\n1,\n2,x"), delimiter=",", skip_header=1), np.genfromtxt(["1 2", "3 4"], dtype=int))
buf = io.BytesIO()
np.save(buf, np.array([True, False]))
buf.seek(0)
print(np.load(buf), np.frombuffer(b"\x01\x00\x02\x00", dtype=np.int16), np.frombuffer(a.tobytes()), np.fromstring("1 2 3", sep=" ") if False else np.fromiter(range(3), float))
try:
    np.load(os.path.join(d, "none.npy"))
except FileNotFoundError as e:
    print(type(e).__name__)
try:
    np.loadtxt(["1 2", "3"])
except ValueError as e:
    print(e)
a.tofile(os.path.join(d, "raw"))
print(np.fromfile(os.path.join(d, "raw"), dtype=float), np.fromfile(os.path.join(d, "raw")).reshape(2, 3)[1])
