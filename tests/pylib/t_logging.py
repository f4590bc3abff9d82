import logging, sys, io, os
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
sys.stderr = sys.stdout
logging.warning('early %s', 1)
logging.info('not shown')
print(logging.getLogger().handlers, logging.getLogger(), logging.getLogger('a.b'), logging.getLogger('a.b').parent, logging.getLogger('a') is logging.getLogger('a.b').parent)
logging.basicConfig(stream=sys.stdout, level=logging.DEBUG, format='%(levelname)-8s|%(name)s|%(funcName)s|%(lineno)d|%(filename)s|%(module)s|%(message)s', force=True)
log = logging.getLogger('app.sub')
def go():
    log.debug('d %d %s', 1, 'x'); log.info('i'); log.warning('w %(k)s', {'k': 5}); log.error('e'); log.critical('c'); log.log(25, 'custom')
go()
try: 1 / 0
except ZeroDivisionError: log.exception('exc'); log.error('exc2', exc_info=True); log.info('ei', exc_info=ValueError('v'))
log.setLevel(logging.ERROR); log.warning('no'); print(log.isEnabledFor(30), log.getEffectiveLevel(), log.level, logging.getLevelName(30), logging.getLevelName('INFO'), logging.getLevelName(33)); log.setLevel('INFO')
s = io.StringIO(); h = logging.StreamHandler(s); h.setFormatter(logging.Formatter('{name}-{message:>6}', style='{')); h.setLevel(logging.WARNING); log.addHandler(h); log.propagate = False
log.info('low'); log.warning('high'); print(repr(s.getvalue())); h.setFormatter(logging.Formatter('$name $message', style='$')); log.error('dollar'); print(s.getvalue())
class F(logging.Filter):
    def filter(self, r): return 'secret' not in r.getMessage()
h.addFilter(F()); log.error('secret'); log.error('open'); print(s.getvalue()); h.addFilter(lambda r: True)
log.removeHandler(h); log.propagate = True
f = logging.Filter('a.b'); print([f.filter(logging.makeLogRecord({'name': n})) for n in ('a.b', 'a.b.c', 'a.bc', 'a')])
logging.addLevelName(25, 'NOTICE'); log.log(25, 'named'); logging.disable(logging.ERROR); log.error('off'); log.critical('on'); logging.disable(logging.NOTSET)
ad = logging.LoggerAdapter(log, {'extra_k': 1}); ad.info('adapted'); log.info('x', extra={'q': 1}); err(log.info, 'x', extra={'name': 1})
p = 'pylib_log.txt'
fh = logging.FileHandler(p, 'w'); fh.setFormatter(logging.Formatter('%(message)s')); log.addHandler(fh); log.info('to file é'); fh.close(); log.removeHandler(fh); print(open(p).read()); os.remove(p)
err(logging.Formatter, 'nothing here'); err(logging.Formatter, '{x', style='{'); err(logging.Formatter, style='!'); err(log.setLevel, 'NOPE'); err(log.setLevel, 3.5); err(logging.basicConfig, force=True, bogus=1); err(logging.getLogger, 3)
logging.basicConfig(stream=sys.stdout, force=True)
log.warning('bad %d', 'x') if 0 else None
fmt = logging.Formatter('%(asctime)s %(message)s', '%Y'); r = logging.makeLogRecord({'created': 0, 'msecs': 5, 'msg': 'hi %s', 'args': ('u',), 'levelno': 20}); os.environ['TZ'] = 'UTC'; import time; time.tzset(); print(fmt.format(r)); fmt2 = logging.Formatter('%(asctime)s'); print(fmt2.format(r), r.getMessage(), repr(r))
logging.getLogger('nul').addHandler(logging.NullHandler()); print(logging.getLogger('nul').hasHandlers(), logging.getLogger('x').getChild('y').name, logging.root.name, logging.WARN, repr(logging.NullHandler()), repr(h), logging.INFO)
class H(logging.Handler):
    def emit(self, rec): print('H', self.format(rec), rec.args, rec.levelname)
lg = logging.getLogger('hh'); lg.addHandler(H()); lg.propagate = False; lg.warning('m %s %s', 1, 2); lg.setLevel(10); lg.debug('dd')
def stk(): lg.warning('stk', stack_info=True)
