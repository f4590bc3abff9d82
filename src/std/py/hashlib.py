"""Checksums that cannot be forged: sha256(data).hexdigest().  (In C: _hashlib.)"""
import _hashlib

__all__ = ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'blake2b', 'blake2s',
           'sha3_224', 'sha3_256', 'sha3_384', 'sha3_512', 'shake_128', 'shake_256', 'new',
           'algorithms_guaranteed', 'algorithms_available', 'pbkdf2_hmac', 'file_digest')

_names = __all__[:14]
for _name in _names:
    globals()[_name] = getattr(_hashlib, _name)
del _name

algorithms_guaranteed = set(_names)
algorithms_available = set(_names)


def new(name, data=b'', **kwargs):
    """A checksum by name: new('sha256', data)."""
    if not isinstance(name, str):
        raise TypeError("name must be a string")
    maker = globals().get(name.lower().replace('-', '_'))
    if name.lower().replace('-', '_') not in algorithms_available or maker is None:
        raise ValueError('unsupported hash type ' + name)
    return maker(data, **kwargs)


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """A key made from a password, slowly."""
    if not isinstance(hash_name, str):
        raise TypeError(hash_name)
    if iterations < 1:
        raise ValueError('iteration value must be greater than 0.')
    size = new(hash_name).digest_size
    if dklen is None:
        dklen = size
    if dklen < 1:
        raise ValueError('key length must be greater than 0.')
    if hasattr(_hashlib, 'pbkdf2_hmac'):
        return _hashlib.pbkdf2_hmac(hash_name, password, salt, iterations, dklen)
    import hmac
    base = hmac.new(bytes(password), None, hash_name)

    def prf(message):
        h = base.copy()
        h.update(message)
        return h.digest()
    key = b''
    block = 1
    while len(key) < dklen:
        u = prf(bytes(salt) + block.to_bytes(4, 'big'))
        total = int.from_bytes(u, 'big')
        for _ in range(iterations - 1):
            u = prf(u)
            total ^= int.from_bytes(u, 'big')
        key += total.to_bytes(size, 'big')
        block += 1
    return key[:dklen]


def file_digest(fileobj, digest, /, *, _bufsize=2 ** 18):
    """The checksum of what is in a binary file."""
    h = new(digest) if isinstance(digest, str) else digest()
    while True:
        data = fileobj.read(_bufsize)
        if not data:
            return h
        h.update(data)
