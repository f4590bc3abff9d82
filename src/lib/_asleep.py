"""Modules of the libraries in the binary whose bodies do nothing but define what is in them: imported, they sleep until somebody looks into them (lang/object/asleep.h)."""

names = frozenset('''
    ast ctypes dis fnmatch hashlib inspect ipaddress linecache ntpath pickle secrets textwrap tokenize
    numpy.ctypeslib numpy.fft numpy.ma numpy.polynomial numpy.random
'''.split())
