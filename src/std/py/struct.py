"""Numbers as bytes, by a format such as '<iH'.  (In C: _struct.)"""
from _struct import *

__all__ = ['calcsize', 'pack', 'pack_into', 'unpack', 'unpack_from', 'iter_unpack', 'Struct',
           'error']
