import hashlib
names = ['md5','sha1','sha224','sha256','sha384','sha512','sha3_224','sha3_256','sha3_384','sha3_512','shake_128','shake_256','blake2b','blake2s']
data = bytes(range(256)) * 5
for n in names:
    f = getattr(hashlib, n); ln = (37,) if 'shake' in n else ()
    for k in (0, 1, 3, 55, 56, 63, 64, 65, 71, 72, 103, 104, 111, 112, 127, 128, 129, 135, 136, 137, 143, 144, 167, 168, 169, 300, 1000):
        print(n, k, f(data[:k]).hexdigest(*ln))
    h = f(); h.update(data[:7]); h.update(data[7:200]); c = h.copy(); h.update(data[200:]); print(h.hexdigest(*ln) == f(data).hexdigest(*ln), c.hexdigest(*ln) == f(data[:200]).hexdigest(*ln), h.name, h.digest_size, h.block_size, h.digest(*ln)[:4])
print(hashlib.blake2b(b'x', digest_size=20, key=b'k'*10, salt=b's', person=b'p').hexdigest(), hashlib.blake2s(b'x', digest_size=5, key=b'k', salt=b's', person=b'p').hexdigest())
print(hashlib.blake2b(b'x'*200, fanout=3, depth=4, leaf_size=100, node_offset=7, node_depth=1, inner_size=33, last_node=True).hexdigest())
print(hashlib.pbkdf2_hmac('sha256', b'pw', b'salt', 100).hex(), hashlib.pbkdf2_hmac('sha1', b'pw'*50, b'salt', 3, 50).hex(), hashlib.shake_128(b'x').hexdigest(500))
for e in ["hashlib.md5('x')", "hashlib.md5(5)", "hashlib.md5().update('x')", "hashlib.new('nope')", "hashlib.new('sha256', b'x').hexdigest()", "hashlib.blake2b(digest_size=65)", "hashlib.blake2s(salt=b'k'*9)", "hashlib.md5(b'x', usedforsecurity=False).hexdigest()", "hashlib.md5(string=b'x').hexdigest()", "hashlib.md5(bytearray(b'x')).hexdigest()", "hashlib.md5(memoryview(b'x')).hexdigest()"]:
    try: print(e, eval(e))
    except Exception as x: print(e, type(x).__name__, x)
