# modules: base64 hashlib hmac struct timeit
import base64, hashlib, hmac, struct, timeit, io
from base64 import *
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
for d in (b'', b'a', b'ab', b'abc', b'hello world', bytes(range(256)), b'\0\0\0\0', b'    x'):
    for enc, dec in ((b64encode, b64decode), (b32encode, b32decode), (b16encode, b16decode), (b85encode, b85decode), (a85encode, a85decode), (urlsafe_b64encode, urlsafe_b64decode), (b32hexencode, b32hexdecode), (encodebytes, decodebytes)):
        e = enc(d); print(enc.__name__, e[:60], dec(e) == d)
print(a85encode(b'    ab', foldspaces=True), a85encode(b'abc' * 9, wrapcol=10, adobe=True), a85decode(b'<~87cUR~>', adobe=True), b64encode(b'\xff\xfe', b'-_'), b64decode('aGk='), b64decode(b'aG k='), b32decode('mfra====', casefold=True), b85encode(b'ab', pad=True))
err(b64decode, 'a'); err(b64decode, 'aGk'); err(b64decode, b'a!Gk=', validate=True); err(b64encode, 'str'); err(b64decode, 'é'); err(b16decode, 'ab'); err(b32decode, 'abc'); err(b85decode, '  '); err(a85decode, b'\x7f'); err(b64decode, 3); err(b32decode, 'a1======')
for n in sorted(hashlib.algorithms_guaranteed):
    h = getattr(hashlib, n)(b'ab'); h.update(b'c'); c = h.copy(); c.update(b'd'); g = hashlib.new(n, b'abc')
    a = (16,) if n.startswith('shake') else ()
    print(n, h.name, h.digest_size, h.block_size, h.hexdigest(*a) == g.hexdigest(*a), h.hexdigest(*a)[:32], c.hexdigest(*a)[:16], h.digest(*a)[:4])
err(hashlib.new, 'nope'); err(hashlib.md5, 'str'); err(hashlib.new, 3); print(hashlib.pbkdf2_hmac('sha256', b'pw', b'salt', 10).hex(), hashlib.pbkdf2_hmac('sha1', b'pw', b'salt', 2, 40).hex(), hashlib.file_digest(io.BytesIO(b'x' * 1000), 'md5').hexdigest())
h = hmac.new(b'key', b'msg', 'sha256'); print(h.hexdigest(), h.name, h.digest_size, h.block_size, hmac.new(b'k' * 100, b'm', hashlib.md5).hexdigest(), hmac.compare_digest('a', 'a'), hmac.compare_digest(b'a', b'b'), hmac.digest(b'k', b'm', 'sha1').hex(), h.copy().digest() == h.digest()); err(hmac.new, b'k', b'm'); err(hmac.new, 'k', b'm', 'md5'); err(hmac.compare_digest, 'a', b'a'); err(hmac.compare_digest, 'é', 'e')
print(struct.pack('<iH', 1, 2), struct.unpack('>d', struct.pack('>d', 1.5)), struct.calcsize('iq'), list(struct.iter_unpack('B', b'ab')), struct.Struct('<I').size); err(struct.pack, 'i', 'a'); err(struct.unpack, 'i', b'a')
print(timeit.timeit('x = 1', number=10) >= 0, len(timeit.repeat('y + 1', 'y = 2', repeat=3, number=5)), timeit.timeit(lambda: None, number=3) > 0, timeit.timeit('a + b', globals={'a': 1, 'b': 2}, number=2) > 0, timeit.Timer('pass').autorange()[0] > 0); err(timeit.timeit, 'x', number=1); err(timeit.Timer, 3); err(timeit.timeit, 'a b')
