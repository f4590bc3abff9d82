"""What machine, system and interpreter this is."""
import os
import re
import sys
from collections import namedtuple

_uname = os.uname()


class uname_result(namedtuple('uname_result_base', 'system node release version machine')):
    """What uname() gives; the processor is looked up when it is asked for."""

    @property
    def processor(self):
        return ''

    def __iter__(self):
        return iter((*tuple.__iter__(self), self.processor))

    def __getitem__(self, key):
        return tuple(self)[key]

    def __len__(self):
        return 6

    def __eq__(self, other):
        return tuple(self) == tuple(other) if isinstance(other, tuple) else NotImplemented

    __hash__ = tuple.__hash__


def uname():
    return uname_result(_uname.sysname, _uname.nodename, _uname.release, _uname.version, _uname.machine)


def system():
    return _uname.sysname


def node():
    return _uname.nodename


def release():
    return _uname.release


def version():
    return _uname.version


def machine():
    return _uname.machine


def processor():
    return ''


def architecture(executable=None, bits='', linkage=''):
    return bits or ('64bit' if sys.maxsize > 2 ** 32 else '32bit'), linkage or 'ELF'


def libc_ver(executable=None, lib='', version='', chunksize=16384):
    """('glibc', '2.36'), where the system tells."""
    try:
        name, number = os.confstr('CS_GNU_LIBC_VERSION').split()
    except (AttributeError, ValueError, OSError):
        return lib, version
    return name, number


def platform(aliased=0, terse=0):
    """One line about the system."""
    libc = ''.join(libc_ver())
    parts = [system(), release()] if terse else [system(), release(), machine()]
    return '-'.join(parts + ['with', libc] if libc else parts)


def python_implementation():
    return 'CPython' if sys.implementation.name == 'cpython' else sys.implementation.name


def python_version():
    return '%d.%d.%d' % sys.version_info[:3]


def python_version_tuple():
    return tuple(python_version().split('.'))


def python_branch():
    return ''


def python_revision():
    return ''


def python_build():
    return 'main', ''


def python_compiler():
    return 'C'


def mac_ver(release='', versioninfo=('', '', ''), machine=''):
    return release, versioninfo, machine


def win32_ver(release='', version='', csd='', ptype=''):
    return release, version, csd, ptype


def win32_edition():
    return None


def win32_is_iot():
    return False


def java_ver(release='', vendor='', vminfo=('', '', ''), osinfo=('', '', '')):
    return release, vendor, vminfo, osinfo


def freedesktop_os_release():
    """The fields of the system's os-release file."""
    for path in ('/etc/os-release', '/usr/lib/os-release'):
        try:
            with open(path, encoding='utf-8') as file:
                info = {'NAME': 'Linux', 'ID': 'linux', 'PRETTY_NAME': 'Linux'}
                for line in file:
                    m = re.match(r"""^(?P<name>[a-zA-Z0-9_]+)=(?P<quote>["']?)(?P<value>.*)(?P=quote)$""", line)
                    if m:
                        info[m['name']] = re.sub(r'\\([\\$"\'`])', r'\1', m['value'])
                return info
        except OSError:
            pass
    raise OSError('Unable to read files /etc/os-release, /usr/lib/os-release')
