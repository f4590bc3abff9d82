"""Options of a command line in the manner of C's getopt()."""
import os

__all__ = ['GetoptError', 'error', 'getopt', 'gnu_getopt']


class GetoptError(Exception):
    opt = ''
    msg = ''

    def __init__(self, msg, opt=''):
        self.msg = msg
        self.opt = opt
        Exception.__init__(self, msg, opt)

    def __str__(self):
        return self.msg


error = GetoptError


def getopt(args, shortopts, longopts=[]):
    """(options, rest): options end at the first argument that is none."""
    opts = []
    longopts = [longopts] if isinstance(longopts, str) else list(longopts)
    while args and args[0].startswith('-') and args[0] != '-':
        if args[0] == '--':
            args = args[1:]
            break
        args = _one(opts, args, shortopts, longopts)
    return opts, args


def gnu_getopt(args, shortopts, longopts=[]):
    """(options, rest): options may stand behind other arguments."""
    opts, rest = [], []
    longopts = [longopts] if isinstance(longopts, str) else list(longopts)
    stop = False
    if shortopts.startswith('+'):
        shortopts, stop = shortopts[1:], True
    elif os.environ.get('POSIXLY_CORRECT'):
        stop = True
    while args:
        if args[0] == '--':
            rest += args[1:]
            break
        if args[0][:1] == '-' and args[0] != '-':
            args = _one(opts, args, shortopts, longopts)
        elif stop:
            rest += args
            break
        else:
            rest.append(args[0])
            args = args[1:]
    return opts, rest


def _one(opts, args, shortopts, longopts):
    word, args = args[0], args[1:]
    return _long(opts, word[2:], args, longopts) if word.startswith('--') else _short(opts, word[1:], args, shortopts)


def _long(opts, word, args, longopts):
    name, equals, value = word.partition('=')
    wants, name = _find_long(name, longopts)
    if wants:
        if not equals:
            if not args:
                raise GetoptError('option --%s requires argument' % name, name)
            value, args = args[0], args[1:]
    elif equals:
        raise GetoptError('option --%s must not have an argument' % name, name)
    opts.append(('--' + name, value))
    return args


def _find_long(name, longopts):
    """(does it want an argument, its full name)"""
    found = [o for o in longopts if o.startswith(name)]
    if not found:
        raise GetoptError('option --%s not recognized' % name, name)
    if name in found:
        return False, name
    if name + '=' in found:
        return True, name
    if len(found) > 1:
        raise GetoptError('option --%s not a unique prefix' % name, name)
    return (True, found[0][:-1]) if found[0].endswith('=') else (False, found[0])


def _short(opts, word, args, shortopts):
    while word:
        letter, word = word[0], word[1:]
        at = shortopts.find(letter) if letter != ':' else -1
        if at < 0:
            raise GetoptError('option -%s not recognized' % letter, letter)
        value = ''
        if shortopts.startswith(':', at + 1):
            if not word:
                if not args:
                    raise GetoptError('option -%s requires argument' % letter, letter)
                word, args = args[0], args[1:]
            value, word = word, ''
        opts.append(('-' + letter, value))
    return args
