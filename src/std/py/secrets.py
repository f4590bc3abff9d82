"""Random numbers for secrets: from the operating system."""
from random import SystemRandom
from hmac import compare_digest

__all__ = ['choice', 'randbelow', 'randbits', 'SystemRandom', 'token_bytes', 'token_hex',
           'token_urlsafe', 'compare_digest']

_sysrand = SystemRandom()
randbits = _sysrand.getrandbits
choice = _sysrand.choice
DEFAULT_ENTROPY = 32


def randbelow(exclusive_upper_bound):
    """An int in range(n)."""
    if exclusive_upper_bound <= 0:
        raise ValueError("Upper bound must be positive.")
    return _sysrand._randbelow(exclusive_upper_bound)


def token_bytes(nbytes=None):
    """Random bytes."""
    return _sysrand.randbytes(DEFAULT_ENTROPY if nbytes is None else nbytes)


def token_hex(nbytes=None):
    """Random bytes as hexadecimal."""
    return token_bytes(nbytes).hex()


def token_urlsafe(nbytes=None):
    """Random bytes as text for a URL."""
    from base64 import urlsafe_b64encode
    return urlsafe_b64encode(token_bytes(nbytes)).rstrip(b'=').decode('ascii')
