"""Keyed checksums (RFC 2104)."""
import hashlib

trans_5C = bytes(x ^ 0x5C for x in range(256))
trans_36 = bytes(x ^ 0x36 for x in range(256))
digest_size = None


class HMAC:
    """hmac.new(key, message, 'sha256').hexdigest()"""

    blocksize = 64

    def __init__(self, key, msg=None, digestmod=''):
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError("key: expected bytes or bytearray, but got %r" % type(key).__name__)
        if not digestmod:
            raise TypeError("Missing required parameter 'digestmod'.")
        if callable(digestmod):
            make = digestmod
        elif isinstance(digestmod, str):
            make = lambda d=b'': hashlib.new(digestmod, d)
        else:
            make = lambda d=b'': digestmod.new(d)
        self._outer, self._inner = make(), make()
        self.digest_size = self._inner.digest_size
        self.block_size = getattr(self._inner, 'block_size', 64)
        if len(key) > self.block_size:
            key = make(key).digest()
        key = bytes(key).ljust(self.block_size, b'\0')
        self._outer.update(key.translate(trans_5C))
        self._inner.update(key.translate(trans_36))
        if msg is not None:
            self.update(msg)

    @property
    def name(self):
        return f"hmac-{self._inner.name}"

    def update(self, msg):
        """Add to the message."""
        self._inner.update(msg)

    def copy(self):
        """A copy that goes its own way."""
        other = self.__class__.__new__(self.__class__)
        other.digest_size, other.block_size = self.digest_size, self.block_size
        other._inner, other._outer = self._inner.copy(), self._outer.copy()
        return other

    def _current(self):
        h = self._outer.copy()
        h.update(self._inner.digest())
        return h

    def digest(self):
        """The checksum, as bytes."""
        return self._current().digest()

    def hexdigest(self):
        """The checksum, as hexadecimal text."""
        return self._current().hexdigest()


def new(key, msg=None, digestmod=''):
    """A keyed checksum."""
    return HMAC(key, msg, digestmod)


def digest(key, msg, digest):
    """A keyed checksum in one call."""
    return HMAC(key, msg, digest).digest()


def compare_digest(a, b):
    """Equality in a time that tells nothing about where they differ."""
    if isinstance(a, str) and isinstance(b, str):
        if not (a.isascii() and b.isascii()):
            raise TypeError("comparing strings with non-ASCII characters is not supported")
        a, b = a.encode(), b.encode()
    elif isinstance(a, str) or isinstance(b, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    a, b = bytes(a), bytes(b)
    result = len(a) ^ len(b)
    for x, y in zip(a, b if len(a) == len(b) else a):
        result |= x ^ y
    return result == 0
