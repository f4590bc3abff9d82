"""Universally unique identifiers."""
import os
from enum import Enum

__all__ = ['UUID', 'SafeUUID', 'getnode', 'uuid1', 'uuid3', 'uuid4', 'uuid5', 'NAMESPACE_DNS', 'NAMESPACE_URL',
           'NAMESPACE_OID', 'NAMESPACE_X500', 'RESERVED_NCS', 'RFC_4122', 'RESERVED_MICROSOFT', 'RESERVED_FUTURE']

RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = [
    'reserved for NCS compatibility', 'specified in RFC 4122',
    'reserved for Microsoft compatibility', 'reserved for future definition']


_VARIANT = 0xc000 << 48
_VERSION = 0xf000 << 64


class SafeUUID(Enum):
    safe = 0
    unsafe = -1
    unknown = None


class UUID:
    """128 bits, given as hex text, bytes, bytes_le, fields or int."""
    __slots__ = ('int', 'is_safe', '__weakref__')

    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *,
                 is_safe=SafeUUID.unknown):
        if [hex, bytes, bytes_le, fields, int].count(None) != 4:
            raise TypeError('one of the hex, bytes, bytes_le, fields, or int arguments must be given')
        if hex is not None:
            hex = hex.replace('urn:', '').replace('uuid:', '')
            hex = hex.strip('{}').replace('-', '')
            if len(hex) != 32:
                raise ValueError('badly formed hexadecimal UUID string')
            int = int_(hex, 16)
        if bytes_le is not None:
            if len(bytes_le) != 16:
                raise ValueError('bytes_le is not a 16-char string')
            bytes = _swap(bytes_le)
        if bytes is not None:
            if len(bytes) != 16:
                raise ValueError('bytes is not a 16-char string')
            int = int_.from_bytes(bytes, 'big')
        if fields is not None:
            int = _from_fields(fields)
        if not 0 <= int < 1 << 128:
            raise ValueError('int is out of range (need a 128-bit value)')
        if version is not None:
            if not 1 <= version <= 5:
                raise ValueError('illegal version number')
            int &= ~(_VARIANT | _VERSION)
            int |= 0x8000 << 48         # the variant of RFC 4122
            int |= version << 76
        object.__setattr__(self, 'int', int)
        object.__setattr__(self, 'is_safe', is_safe)

    def __getstate__(self):
        d = {'int': self.int}
        if self.is_safe != SafeUUID.unknown:
            d['is_safe'] = self.is_safe.value
        return d

    def __setstate__(self, state):
        object.__setattr__(self, 'int', state['int'])
        object.__setattr__(self, 'is_safe', SafeUUID(state['is_safe']) if 'is_safe' in state else SafeUUID.unknown)

    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented

    def __gt__(self, other):
        return self.int > other.int if isinstance(other, UUID) else NotImplemented

    def __le__(self, other):
        return self.int <= other.int if isinstance(other, UUID) else NotImplemented

    def __ge__(self, other):
        return self.int >= other.int if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int

    def __repr__(self):
        return '%s(%r)' % (self.__class__.__name__, str(self))

    def __setattr__(self, name, value):
        raise TypeError('UUID objects are immutable')

    def __str__(self):
        hex = self.hex
        return '-'.join((hex[:8], hex[8:12], hex[12:16], hex[16:20], hex[20:]))

    @property
    def bytes(self):
        return self.int.to_bytes(16, 'big')

    @property
    def bytes_le(self):
        return _swap(self.bytes)

    @property
    def fields(self):
        return (self.time_low, self.time_mid, self.time_hi_version, self.clock_seq_hi_variant, self.clock_seq_low,
                self.node)

    @property
    def time_low(self):
        return self.int >> 96

    @property
    def time_mid(self):
        return (self.int >> 80) & 0xffff

    @property
    def time_hi_version(self):
        return (self.int >> 64) & 0xffff

    @property
    def clock_seq_hi_variant(self):
        return (self.int >> 56) & 0xff

    @property
    def clock_seq_low(self):
        return (self.int >> 48) & 0xff

    @property
    def time(self):
        return (self.time_hi_version & 0x0fff) << 48 | self.time_mid << 32 | self.time_low

    @property
    def clock_seq(self):
        return (self.clock_seq_hi_variant & 0x3f) << 8 | self.clock_seq_low

    @property
    def node(self):
        return self.int & 0xffffffffffff

    @property
    def hex(self):
        return '%032x' % self.int

    @property
    def urn(self):
        return 'urn:uuid:' + str(self)

    @property
    def variant(self):
        if not self.int & (0x8000 << 48):
            return RESERVED_NCS
        if not self.int & (0x4000 << 48):
            return RFC_4122
        if not self.int & (0x2000 << 48):
            return RESERVED_MICROSOFT
        return RESERVED_FUTURE

    @property
    def version(self):
        return (self.int >> 76) & 0xf if self.variant == RFC_4122 else None


int_ = int


def _swap(b):
    """The first three fields the other way round."""
    return b[3::-1] + b[5:3:-1] + b[7:5:-1] + b[8:]


def _from_fields(fields):
    if len(fields) != 6:
        raise ValueError('fields is not a 6-tuple')
    value = 0
    for i, (field, bits) in enumerate(zip(fields, (32, 16, 16, 8, 8, 48))):
        if not 0 <= field < 1 << bits:
            raise ValueError('field %d out of range (need a %d-bit value)' % (i + 1, bits))
        value = value << bits | field
    return value


_node = None
_last_time = None


def getnode():
    """The address of the machine's network card; a random number where it cannot be known."""
    global _node
    if _node is None:
        _node = _card() or int_.from_bytes(os.urandom(6), 'big') | 1 << 40
    return _node


def _card():
    try:
        names = sorted(os.listdir('/sys/class/net'))
    except OSError:
        return None
    for name in names:
        try:
            with open('/sys/class/net/%s/address' % name) as file:
                value = int_(file.read().strip().replace(':', ''), 16)
        except (OSError, ValueError):
            continue
        if value and not value & 1 << 41:
            return value
    return None


def uuid1(node=None, clock_seq=None):
    """From the time and the machine."""
    global _last_time
    from random import getrandbits
    from time import time_ns
    stamp = time_ns() // 100 + 0x01b21dd213814000
    if _last_time is not None and stamp <= _last_time:
        stamp = _last_time + 1
    _last_time = stamp
    if clock_seq is None:
        clock_seq = getrandbits(14)
    if node is None:
        node = getnode()
    return UUID(fields=(stamp & 0xffffffff, stamp >> 32 & 0xffff, stamp >> 48 & 0x0fff, clock_seq >> 8 & 0x3f,
                        clock_seq & 0xff, node), version=1)


def uuid3(namespace, name):
    """From the MD5 of a namespace and a name."""
    from hashlib import md5
    return UUID(bytes=md5(namespace.bytes + bytes(name, 'utf-8'), usedforsecurity=False).digest()[:16], version=3)


def uuid4():
    """From random numbers."""
    return UUID(bytes=os.urandom(16), version=4)


def uuid5(namespace, name):
    """From the SHA-1 of a namespace and a name."""
    from hashlib import sha1
    return UUID(bytes=sha1(namespace.bytes + bytes(name, 'utf-8')).digest()[:16], version=5)


NAMESPACE_DNS = UUID('6ba7b810-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_URL = UUID('6ba7b811-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_OID = UUID('6ba7b812-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_X500 = UUID('6ba7b814-9dad-11d1-80b4-00c04fd430c8')
