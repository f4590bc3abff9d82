"""Logging: messages with levels, through a tree of loggers, to handlers.

A logger takes a message, makes a LogRecord and gives it to its handlers and, as
long as `propagate` is true, to those of the loggers above it.
"""
import sys
import time
from os import path as _path

__all__ = ['BASIC_FORMAT', 'BufferingFormatter', 'CRITICAL', 'DEBUG', 'ERROR', 'FATAL',
           'FileHandler', 'Filter', 'Formatter', 'Handler', 'INFO', 'LogRecord', 'Logger',
           'LoggerAdapter', 'NOTSET', 'NullHandler', 'StreamHandler', 'WARN', 'WARNING',
           'addLevelName', 'basicConfig', 'captureWarnings', 'critical', 'debug', 'disable',
           'error', 'exception', 'fatal', 'getLevelName', 'getLogger', 'getLoggerClass', 'info',
           'log', 'makeLogRecord', 'setLoggerClass', 'shutdown', 'warn', 'warning',
           'getLogRecordFactory', 'setLogRecordFactory', 'lastResort', 'raiseExceptions',
           'getLevelNamesMapping']

_startTime = time.time()
raiseExceptions = True
logThreads = logMultiprocessing = logProcesses = True

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0

_levelToName = {CRITICAL: 'CRITICAL', ERROR: 'ERROR', WARNING: 'WARNING', INFO: 'INFO',
                DEBUG: 'DEBUG', NOTSET: 'NOTSET'}
_nameToLevel = {'CRITICAL': CRITICAL, 'FATAL': FATAL, 'ERROR': ERROR, 'WARN': WARNING,
                'WARNING': WARNING, 'INFO': INFO, 'DEBUG': DEBUG, 'NOTSET': NOTSET}


def getLevelNamesMapping():
    """A copy of {name: level}."""
    return _nameToLevel.copy()


def getLevelName(level):
    """The name of a level, or the level of a name."""
    result = _levelToName.get(level)
    if result is None:
        result = _nameToLevel.get(level)
    return "Level %s" % level if result is None else result


def addLevelName(level, levelName):
    """Give a level a name."""
    _levelToName[level] = levelName
    _nameToLevel[levelName] = level


def _checkLevel(level):
    if isinstance(level, int):
        return level
    if not isinstance(level, str):
        raise TypeError("Level not an integer or a valid string: %r" % (level,))
    if level not in _nameToLevel:
        raise ValueError("Unknown level: %r" % (level,))
    return _nameToLevel[level]


# --- records ----------------------------------------------------------------------

class LogRecord:
    """One message with all that is known about it."""

    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None,
                 sinfo=None, **kwargs):
        now = time.time()
        self.name = name
        self.msg = msg
        if args and len(args) == 1 and hasattr(args[0], 'keys') and args[0]:
            args = args[0]                      # "%(key)s" with one mapping
        self.args = args
        self.levelname = getLevelName(level)
        self.levelno = level
        self.pathname = pathname
        self.filename = _path.basename(pathname)
        self.module = _path.splitext(self.filename)[0]
        self.exc_info = exc_info
        self.exc_text = None
        self.stack_info = sinfo
        self.lineno = lineno
        self.funcName = func
        self.created = now
        self.msecs = int((now - int(now)) * 1000) + 0.0
        self.relativeCreated = (now - _startTime) * 1000
        self.thread = 0
        self.threadName = 'MainThread'
        self.processName = 'MainProcess'
        import posix
        self.process = posix.getpid()

    def __repr__(self):
        return '<LogRecord: %s, %s, %s, %s, "%s">' % (
            self.name, self.levelno, self.pathname, self.lineno, self.msg)

    def getMessage(self):
        """The message with its arguments put in."""
        msg = str(self.msg)
        return msg % self.args if self.args else msg


_logRecordFactory = LogRecord


def setLogRecordFactory(factory):
    """What makes the records."""
    global _logRecordFactory
    _logRecordFactory = factory


def getLogRecordFactory():
    """What makes the records."""
    return _logRecordFactory


def makeLogRecord(dict):
    """A record with the given attributes."""
    rv = _logRecordFactory(None, None, "", 0, "", (), None, None)
    rv.__dict__.update(dict)
    return rv


# --- formatting --------------------------------------------------------------------

class PercentStyle:
    default_format = '%(message)s'
    asctime_format = '%(asctime)s'
    asctime_search = '%(asctime)'

    def __init__(self, fmt, *, defaults=None):
        self._fmt = fmt or self.default_format
        self._defaults = defaults

    def usesTime(self):
        return self._fmt.find(self.asctime_search) >= 0

    def validate(self):
        import re
        if not re.search(r'%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]',
                         self._fmt, re.I):
            raise ValueError("Invalid format '%s' for '%s' style"
                             % (self._fmt, self.default_format[0]))

    def _values(self, record):
        if self._defaults:
            return self._defaults | record.__dict__
        return record.__dict__

    def _format(self, record):
        return self._fmt % self._values(record)

    def format(self, record):
        try:
            return self._format(record)
        except KeyError as e:
            raise ValueError('Formatting field not found in record: %s' % e)


class StrFormatStyle(PercentStyle):
    default_format = '{message}'
    asctime_format = '{asctime}'
    asctime_search = '{asctime'

    def validate(self):
        from string import Formatter as _F
        fields = set()
        try:
            for _, name, spec, conversion in _F().parse(self._fmt):
                if name is not None:
                    if not name.replace('.', '').replace('[', '').replace(']', '').replace(
                            '_', '').isalnum():
                        raise ValueError('invalid field name/expression: %r' % name)
                    fields.add(name)
                    if conversion and conversion not in 'rsa':
                        raise ValueError('invalid conversion: %r' % conversion)
        except ValueError as e:
            raise ValueError('invalid format: %s' % e)
        if not fields:
            raise ValueError('invalid format: no fields')

    def _format(self, record):
        return self._fmt.format(**self._values(record))


class StringTemplateStyle(PercentStyle):
    default_format = '${message}'
    asctime_format = '${asctime}'
    asctime_search = '${asctime}'

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        from string import Template
        self._tpl = Template(self._fmt)

    def usesTime(self):
        return '$asctime' in self._fmt or self.asctime_search in self._fmt

    def validate(self):
        if not self._tpl.get_identifiers():
            raise ValueError('invalid format: no fields')

    def _format(self, record):
        return self._tpl.substitute(**self._values(record))


BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"

_STYLES = {
    '%': (PercentStyle, BASIC_FORMAT),
    '{': (StrFormatStyle, '{levelname}:{name}:{message}'),
    '$': (StringTemplateStyle, '${levelname}:${name}:${message}'),
}


class Formatter:
    """Turns a record into text."""

    converter = time.localtime
    default_time_format = '%Y-%m-%d %H:%M:%S'
    default_msec_format = '%s,%03d'

    def __init__(self, fmt=None, datefmt=None, style='%', validate=True, *, defaults=None):
        if style not in _STYLES:
            raise ValueError('Style must be one of: %s' % ','.join(_STYLES.keys()))
        self._style = _STYLES[style][0](fmt, defaults=defaults)
        if validate:
            self._style.validate()
        self._fmt = self._style._fmt
        self.datefmt = datefmt

    def formatTime(self, record, datefmt=None):
        """The time of a record."""
        ct = type(self).converter(record.created)
        if datefmt:
            return time.strftime(datefmt, ct)
        s = time.strftime(self.default_time_format, ct)
        if self.default_msec_format:
            s = self.default_msec_format % (s, record.msecs)
        return s

    def formatException(self, ei):
        """The traceback of an exception, without the last newline."""
        import traceback
        text = ''.join(traceback.format_exception(ei[1]) if ei[1] is not None
                       else traceback.format_exception(None, None, None))
        return text[:-1] if text[-1:] == "\n" else text

    def formatStack(self, stack_info):
        return stack_info

    def usesTime(self):
        return self._style.usesTime()

    def formatMessage(self, record):
        return self._style.format(record)

    def format(self, record):
        """The text of a record, with traceback and stack below it."""
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        s = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        for more in (record.exc_text, record.stack_info and self.formatStack(record.stack_info)):
            if more:
                if s[-1:] != "\n":
                    s += "\n"
                s += more
        return s


_defaultFormatter = Formatter()


class BufferingFormatter:
    """Turns several records into one text."""

    def __init__(self, linefmt=None):
        self.linefmt = linefmt or _defaultFormatter

    def formatHeader(self, records):
        return ""

    def formatFooter(self, records):
        return ""

    def format(self, records):
        if not records:
            return ""
        return (self.formatHeader(records) + ''.join(map(self.linefmt.format, records))
                + self.formatFooter(records))


# --- filters --------------------------------------------------------------------------

class Filter:
    """Lets through the records of one logger and those below it."""

    def __init__(self, name=''):
        self.name = name
        self.nlen = len(name)

    def filter(self, record):
        if not self.nlen or self.name == record.name:
            return True
        return record.name.startswith(self.name + '.')


class Filterer:
    """What loggers and handlers share: a list of filters."""

    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        """Do all filters let the record through?"""
        for f in self.filters:
            result = f.filter(record) if hasattr(f, 'filter') else f(record)
            if not result:
                return False
        return True


# --- handlers -------------------------------------------------------------------------

_handlers = {}                                  # name: handler
_handlerList = []                               # in order of creation, for shutdown()


def getHandlerByName(name):
    """The handler with that name, or None."""
    return _handlers.get(name)


def getHandlerNames():
    """All names of handlers."""
    return frozenset(_handlers)


class Handler(Filterer):
    """Where records go to; a subclass says in emit() how."""

    def __init__(self, level=NOTSET):
        Filterer.__init__(self)
        self._name = None
        self.level = _checkLevel(level)
        self.formatter = None
        self._closed = False
        import weakref
        _handlerList.append(weakref.ref(self, _forget))

    def get_name(self):
        return self._name

    def set_name(self, name):
        _handlers.pop(self._name, None)
        self._name = name
        if name:
            _handlers[name] = self

    name = property(get_name, set_name)

    def createLock(self):
        self.lock = None

    def acquire(self):
        pass

    def release(self):
        pass

    def setLevel(self, level):
        self.level = _checkLevel(level)

    def format(self, record):
        return (self.formatter or _defaultFormatter).format(record)

    def emit(self, record):
        raise NotImplementedError('emit must be implemented by Handler subclasses')

    def handle(self, record):
        rv = self.filter(record)
        if rv:
            self.emit(record)
        return rv

    def setFormatter(self, fmt):
        self.formatter = fmt

    def flush(self):
        pass

    def close(self):
        self._closed = True
        _handlers.pop(self._name, None)

    def handleError(self, record):
        """An error in emit(): tell about it on stderr and go on."""
        if not (raiseExceptions and sys.stderr):
            return
        import traceback
        try:
            write = sys.stderr.write
            write('--- Logging error ---\n')
            traceback.print_exc()
            write('Call stack:\n')
            frame = sys.exc_info()[2].tb_frame
            while frame and frame.f_globals.get('__name__') == __name__:
                frame = frame.f_back
            if frame:
                traceback.print_stack(frame, file=sys.stderr)
            else:
                write('Logged from file %s, line %s\n' % (record.filename, record.lineno))
            write('Message: %r\nArguments: %s\n' % (record.msg, record.args))
        except OSError:
            pass

    def __repr__(self):
        return '<%s (%s)>' % (self.__class__.__name__, getLevelName(self.level))


def _forget(reference, handlers=_handlerList):
    if reference in handlers:
        handlers.remove(reference)


class StreamHandler(Handler):
    """Writes to a stream (sys.stderr)."""

    terminator = '\n'

    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = sys.stderr if stream is None else stream

    def flush(self):
        if self.stream and hasattr(self.stream, "flush"):
            self.stream.flush()

    def emit(self, record):
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.flush()
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)

    def setStream(self, stream):
        """Use another stream; returns the old one."""
        if stream is self.stream:
            return None
        result = self.stream
        self.flush()
        self.stream = stream
        return result

    def __repr__(self):
        name = str(getattr(self.stream, 'name', ''))
        return '<%s %s(%s)>' % (self.__class__.__name__, name + ' ' if name else '',
                                getLevelName(self.level))


class FileHandler(StreamHandler):
    """Writes to a file."""

    def __init__(self, filename, mode='a', encoding=None, delay=False, errors=None):
        self.baseFilename = _path.abspath(filename)
        self.mode, self.encoding, self.errors, self.delay = mode, encoding, errors, delay
        if delay:
            Handler.__init__(self)
            self.stream = None
        else:
            StreamHandler.__init__(self, self._open())

    def close(self):
        if self.stream:
            self.flush()
            stream, self.stream = self.stream, None
            stream.close()
        StreamHandler.close(self)

    def _open(self):
        return open(self.baseFilename, self.mode, encoding=self.encoding, errors=self.errors)

    def emit(self, record):
        if self.stream is None:
            if self.mode != 'w' or not self._closed:
                self.stream = self._open()
        if self.stream:
            StreamHandler.emit(self, record)

    def __repr__(self):
        return '<%s %s (%s)>' % (self.__class__.__name__, self.baseFilename,
                                 getLevelName(self.level))


class _StderrHandler(StreamHandler):
    """The last resort: writes to whatever sys.stderr is at the time."""

    def __init__(self, level=NOTSET):
        Handler.__init__(self, level)

    @property
    def stream(self):
        return sys.stderr


class NullHandler(Handler):
    """Does nothing: for libraries."""

    def handle(self, record):
        pass

    def emit(self, record):
        pass


_defaultLastResort = _StderrHandler(WARNING)
lastResort = _defaultLastResort


# --- loggers ----------------------------------------------------------------------------

class PlaceHolder:
    """A name in the tree that is no logger yet."""

    def __init__(self, alogger):
        self.loggerMap = {alogger: None}

    def append(self, alogger):
        self.loggerMap.setdefault(alogger)


class Manager:
    """The tree of loggers."""

    def __init__(self, rootnode):
        self.root = rootnode
        self.disable = 0
        self.emittedNoHandlerWarning = False
        self.loggerDict = {}
        self.loggerClass = None
        self.logRecordFactory = None

    def getLogger(self, name):
        if not isinstance(name, str):
            raise TypeError('A logger name must be a string')
        found = self.loggerDict.get(name)
        if isinstance(found, Logger):
            return found
        logger = (self.loggerClass or _loggerClass)(name)
        logger.manager = self
        self.loggerDict[name] = logger
        if isinstance(found, PlaceHolder):      # loggers below were made before
            for child in found.loggerMap:
                if not child.parent.name.startswith(name):
                    logger.parent = child.parent
                    child.parent = logger
        self._fix_parent(logger)
        self._clear_cache()
        return logger

    def _fix_parent(self, logger):
        name = logger.name
        i = name.rfind('.')
        parent = None
        while i > 0 and not parent:
            above = name[:i]
            if above not in self.loggerDict:
                self.loggerDict[above] = PlaceHolder(logger)
            else:
                obj = self.loggerDict[above]
                if isinstance(obj, Logger):
                    parent = obj
                else:
                    obj.append(logger)
            i = name.rfind('.', 0, i - 1)
        logger.parent = parent or self.root

    def _clear_cache(self):
        for logger in self.loggerDict.values():
            if isinstance(logger, Logger):
                logger._cache.clear()
        self.root._cache.clear()


class Logger(Filterer):
    """Takes messages; see debug(), info(), warning(), error(), critical()."""

    def __init__(self, name, level=NOTSET):
        Filterer.__init__(self)
        self.name = name
        self.level = _checkLevel(level)
        self.parent = None
        self.propagate = True
        self.handlers = []
        self.disabled = False
        self._cache = {}

    def setLevel(self, level):
        """Ignore messages below a level."""
        self.level = _checkLevel(level)
        self.manager._clear_cache()

    def debug(self, msg, *args, **kwargs):
        if self.isEnabledFor(DEBUG):
            self._log(DEBUG, msg, args, **kwargs)

    def info(self, msg, *args, **kwargs):
        if self.isEnabledFor(INFO):
            self._log(INFO, msg, args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        if self.isEnabledFor(WARNING):
            self._log(WARNING, msg, args, **kwargs)

    def warn(self, msg, *args, **kwargs):
        import warnings
        warnings.warn("The 'warn' method is deprecated, use 'warning' instead",
                      DeprecationWarning, 2)
        self.warning(msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        if self.isEnabledFor(ERROR):
            self._log(ERROR, msg, args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        """error(), with the traceback of the exception that is being handled."""
        self.error(msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        if self.isEnabledFor(CRITICAL):
            self._log(CRITICAL, msg, args, **kwargs)

    fatal = critical

    def log(self, level, msg, *args, **kwargs):
        """A message with any level."""
        if not isinstance(level, int):
            if raiseExceptions:
                raise TypeError("level must be an integer")
            return
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def findCaller(self, stack_info=False, stacklevel=1):
        """File, line and function of the code that logs."""
        f = sys._getframe(1)
        here = f.f_code.co_filename
        while f is not None and f.f_code.co_filename == here:
            f = f.f_back
        while stacklevel > 1 and f is not None and f.f_back is not None:
            f = f.f_back
            stacklevel -= 1
        if f is None:
            return "(unknown file)", 0, "(unknown function)", None
        sinfo = None
        if stack_info:
            import traceback
            sinfo = "Stack (most recent call last):\n" + ''.join(traceback.format_stack(f))[:-1]
        return f.f_code.co_filename, f.f_lineno, f.f_code.co_name, sinfo

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None,
                   sinfo=None):
        rv = _logRecordFactory(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        if extra is not None:
            for key in extra:
                if key in ("message", "asctime") or key in rv.__dict__:
                    raise KeyError("Attempt to overwrite %r in LogRecord" % key)
                rv.__dict__[key] = extra[key]
        return rv

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        fn, lno, func, sinfo = self.findCaller(stack_info, stacklevel)
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = (type(exc_info), exc_info, exc_info.__traceback__)
            elif not isinstance(exc_info, tuple):
                exc_info = sys.exc_info()
        self.handle(self.makeRecord(self.name, level, fn, lno, msg, args, exc_info, func,
                                    extra, sinfo))

    def handle(self, record):
        if not self.disabled and self.filter(record):
            self.callHandlers(record)

    def addHandler(self, hdlr):
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        """Is there a handler here or above?"""
        c = self
        while c:
            if c.handlers:
                return True
            c = c.parent if c.propagate else None
        return False

    def callHandlers(self, record):
        c, found = self, 0
        while c:
            for hdlr in c.handlers:
                found += 1
                if record.levelno >= hdlr.level:
                    hdlr.handle(record)
            c = c.parent if c.propagate else None
        if not found and lastResort and record.levelno >= lastResort.level:
            lastResort.handle(record)

    def getEffectiveLevel(self):
        """The level of this logger or of the next one above that has one."""
        logger = self
        while logger:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        """Would a message of that level go anywhere?"""
        if self.disabled:
            return False
        try:
            return self._cache[level]
        except KeyError:
            enabled = self.manager.disable < level and level >= self.getEffectiveLevel()
            self._cache[level] = enabled
            return enabled

    def getChild(self, suffix):
        """The logger with this name below this one."""
        return self.manager.getLogger(suffix if self.root is self
                                      else '.'.join((self.name, suffix)))

    def __repr__(self):
        return '<%s %s (%s)>' % (self.__class__.__name__, self.name,
                                 getLevelName(self.getEffectiveLevel()))

    def __reduce__(self):
        return getLogger, (self.name,)


class RootLogger(Logger):
    """The logger above all others."""

    def __init__(self, level):
        Logger.__init__(self, "root", level)

    def __reduce__(self):
        return getLogger, ()


_loggerClass = Logger
root = RootLogger(WARNING)
Logger.root = root
Logger.manager = Manager(root)


def setLoggerClass(klass):
    """The class of new loggers."""
    if klass != Logger and not issubclass(klass, Logger):
        raise TypeError("logger not derived from logging.Logger: " + klass.__name__)
    global _loggerClass
    _loggerClass = klass


def getLoggerClass():
    """The class of new loggers."""
    return _loggerClass


class LoggerAdapter:
    """A logger with something added to every message."""

    def __init__(self, logger, extra=None):
        self.logger = logger
        self.extra = extra

    def process(self, msg, kwargs):
        kwargs["extra"] = self.extra
        return msg, kwargs

    def log(self, level, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    def isEnabledFor(self, level):
        return self.logger.isEnabledFor(level)

    def setLevel(self, level):
        self.logger.setLevel(level)

    def getEffectiveLevel(self):
        return self.logger.getEffectiveLevel()

    def hasHandlers(self):
        return self.logger.hasHandlers()

    @property
    def name(self):
        return self.logger.name

    def __repr__(self):
        return '<%s %s (%s)>' % (self.__class__.__name__, self.logger.name,
                                 getLevelName(self.logger.getEffectiveLevel()))


# --- functions for the root logger ------------------------------------------------------

def basicConfig(**kwargs):
    """Set up the root logger, unless it has handlers: filename, stream, format, level..."""
    force = kwargs.pop('force', False)
    encoding = kwargs.pop('encoding', None)
    errors = kwargs.pop('errors', 'backslashreplace')
    if force:
        for h in root.handlers[:]:
            root.removeHandler(h)
            h.close()
    if root.handlers:
        return
    handlers = kwargs.pop("handlers", None)
    if handlers is None:
        if "stream" in kwargs and "filename" in kwargs:
            raise ValueError("'stream' and 'filename' should not be specified together")
    elif "stream" in kwargs or "filename" in kwargs:
        raise ValueError("'stream' or 'filename' should not be specified together with "
                         "'handlers'")
    if handlers is None:
        filename = kwargs.pop("filename", None)
        mode = kwargs.pop("filemode", 'a')
        if filename:
            h = FileHandler(filename, mode, encoding=encoding,
                            errors=None if 'b' in mode else errors)
        else:
            h = StreamHandler(kwargs.pop("stream", None))
        handlers = [h]
    dfs = kwargs.pop("datefmt", None)
    style = kwargs.pop("style", '%')
    if style not in _STYLES:
        raise ValueError('Style must be one of: %s' % ','.join(_STYLES.keys()))
    fmt = Formatter(kwargs.pop("format", _STYLES[style][1]), dfs, style)
    for h in handlers:
        if h.formatter is None:
            h.setFormatter(fmt)
        root.addHandler(h)
    level = kwargs.pop("level", None)
    if level is not None:
        root.setLevel(level)
    kwargs.pop("filename", None), kwargs.pop("stream", None), kwargs.pop("filemode", None)
    if kwargs:
        raise ValueError('Unrecognised argument(s): %s' % ', '.join(kwargs.keys()))


def getLogger(name=None):
    """The logger with that name; the root logger without one."""
    if not name or isinstance(name, str) and name == root.name:
        return root
    return Logger.manager.getLogger(name)


def critical(msg, *args, **kwargs):
    if not root.handlers:
        basicConfig()
    root.critical(msg, *args, **kwargs)


fatal = critical


def error(msg, *args, **kwargs):
    if not root.handlers:
        basicConfig()
    root.error(msg, *args, **kwargs)


def exception(msg, *args, exc_info=True, **kwargs):
    error(msg, *args, exc_info=exc_info, **kwargs)


def warning(msg, *args, **kwargs):
    if not root.handlers:
        basicConfig()
    root.warning(msg, *args, **kwargs)


def warn(msg, *args, **kwargs):
    import warnings
    warnings.warn("The 'warn' function is deprecated, use 'warning' instead",
                  DeprecationWarning, 2)
    warning(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    if not root.handlers:
        basicConfig()
    root.info(msg, *args, **kwargs)


def debug(msg, *args, **kwargs):
    if not root.handlers:
        basicConfig()
    root.debug(msg, *args, **kwargs)


def log(level, msg, *args, **kwargs):
    if not root.handlers:
        basicConfig()
    root.log(level, msg, *args, **kwargs)


def disable(level=CRITICAL):
    """Switch off all messages up to a level, everywhere."""
    root.manager.disable = _checkLevel(level)
    root.manager._clear_cache()


def shutdown(handlerList=_handlerList):
    """Flush and close all handlers."""
    for reference in reversed(handlerList[:]):
        h = reference()
        if h is not None:
            try:
                h.flush()
                h.close()
            except (OSError, ValueError):
                pass


_warnings_showwarning = None


def _showwarning(message, category, filename, lineno, file=None, line=None):
    import warnings
    if file is not None:
        _warnings_showwarning(message, category, filename, lineno, file, line)
        return
    logger = getLogger("py.warnings")
    if not logger.handlers:
        logger.addHandler(NullHandler())
    logger.warning("%s", warnings.formatwarning(message, category, filename, lineno, line))


def captureWarnings(capture):
    """Send warnings to the logger "py.warnings"."""
    global _warnings_showwarning
    import warnings
    if capture and _warnings_showwarning is None:
        _warnings_showwarning = warnings.showwarning
        warnings.showwarning = _showwarning
    elif not capture and _warnings_showwarning is not None:
        warnings.showwarning = _warnings_showwarning
        _warnings_showwarning = None


try:
    import atexit
    atexit.register(shutdown)
except ImportError:
    pass
