import argparse, sys, io, os
os.environ['COLUMNS']='80'
def run(p, line):
    e=io.StringIO(); o=io.StringIO(); so,se=sys.stdout,sys.stderr; sys.stdout,sys.stderr=o,e
    try:
        try: r=repr(p.parse_args(line.split()))
        except SystemExit as x: r='exit %s'%x.code
        except Exception as x: r='%s %s'%(type(x).__name__,x)
    finally: sys.stdout,sys.stderr=so,se
    print('>',line,'->',r); print(o.getvalue()+e.getvalue(),end='')
p=argparse.ArgumentParser(prog='demo',description='A demo program that does many things and has a description that is quite long, to be wrapped.',epilog='The end of %(prog)s.')
p.add_argument('name',help='the name'); p.add_argument('nums',nargs='*',type=int,help='numbers (default: %(default)s)',default=[1])
p.add_argument('-v','--verbose',action='count',default=0,help='more words'); p.add_argument('--color',choices=['red','green'],default='red',help='a color of %(choices)s')
p.add_argument('-o','--out','--output',metavar='FILE',dest='output'); p.add_argument('-x',type=float,nargs=2,metavar=('A','B')); p.add_argument('--flag',action=argparse.BooleanOptionalAction,default=True,help='a flag')
p.add_argument('--append',action='append'); p.add_argument('--const',action='store_const',const=42); p.add_argument('-q','--quiet',action='store_true'); p.add_argument('--version',action='version',version='%(prog)s 1.0')
p.add_argument('--opt',nargs='?',const='C',default='D'); p.add_argument('--ext',action='extend',nargs='+'); p.add_argument('--a-very-long-option-name-here',help='help of the very long option whose text is long enough to be wrapped around the line')
g=p.add_mutually_exclusive_group(); g.add_argument('--one',action='store_true'); g.add_argument('--two')
gg=p.add_argument_group('special','Special options.'); gg.add_argument('--sp',help=argparse.SUPPRESS); gg.add_argument('--sq',required=True,type=int)
for l in ['-h','bob --sq 1','bob 2 3 --sq 1 -vv --color green','bob --sq x','bob','--sq 1','bob --color blue --sq 1','bob -x 1 2 -x 3 --sq 1','bob -x 1 2 --sq 1','bob --one --two 3 --sq 1','bob --out=a.txt --sq=1 -ob','bob -vvq --sq 1 --no-flag','bob --append a --append b --const --sq 1','bob --opt --sq 1','bob --opt z --sq 1 --ext a b --ext c','bob --ver','bob --v --sq 1','bob --a 1 --sq 1','bob --nope 1 --sq 2','bob -- -1 --sq 2','bob -1 --sq 2','bob --sq 1 -- 5','bob --quiet=3 --sq 1','bob -qz --sq 1','bob --out','--version', 'bob --sq']: run(p,l)
print(p.parse_known_args(['x','--sq','1','--zz','5'])); p.print_usage()
q=argparse.ArgumentParser(prog='git',formatter_class=argparse.ArgumentDefaultsHelpFormatter); q.add_argument('--base',default=3,type=int,help='base value')
s=q.add_subparsers(dest='cmd',help='sub-command help',required=True,metavar='CMD'); a=s.add_parser('add',help='adds',aliases=['a']); a.add_argument('file',nargs='+'); a.set_defaults(func='F'); b=s.add_parser('commit',help='commits',description='Commit it.'); b.add_argument('-m','--message',required=True)
for l in ['-h','add x y','commit -m hi','commit','','nope','add -h','commit -h','a z --base 4','--base 5 a z','add x --zzz']: run(q,l)
r=argparse.ArgumentParser(prog='r'); g=r.add_mutually_exclusive_group(required=True); g.add_argument('-a',action='store_true'); g.add_argument('-b',metavar='BB'); r.add_argument('rest',nargs=argparse.REMAINDER)
for l in ['-h','','-a -b 3','-a x -y z','-b 3']: run(r,l)
t=argparse.ArgumentParser(prog='t',usage='%(prog)s [options]',add_help=False,prefix_chars='-+',argument_default=argparse.SUPPRESS); t.add_argument('+x'); t.add_argument('pos',nargs='?',choices=range(3),type=int)
for l in ['','+x 3','1','7','z']: run(t,l)
print(argparse.Namespace(a=1,b='x'), argparse.Namespace(a=1)==argparse.Namespace(a=1), 'a' in argparse.Namespace(a=1)); print(p._actions[1]); print(argparse.FileType('w'), argparse.FileType('r',encoding='utf8'))
def t_(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
t_(lambda: p.add_argument('-v')); t_(lambda: p.add_argument('x',required=True)); t_(lambda: p.add_argument('x',dest='y')); t_(lambda: p.add_argument('--z',action='nope')); t_(lambda: p.add_argument('--z',type='int')); t_(lambda: p.add_argument('--z',nargs=0)); t_(lambda: p.add_argument('--z',nargs=2,metavar=('a',))); t_(lambda: p.add_argument('--z',const=1)); t_(lambda: g.add_argument('zz'))
u=argparse.ArgumentParser(prog='u',exit_on_error=False); u.add_argument('--i',type=int); t_(lambda: u.parse_args(['--i','x']))
def pos(s):
    if int(s)<0: raise argparse.ArgumentTypeError('must be positive, not %s'%s)
    return int(s)
w=argparse.ArgumentParser(prog='w',conflict_handler='resolve',description='line one\n  line two',formatter_class=argparse.RawDescriptionHelpFormatter,parents=[argparse.ArgumentParser(add_help=False)]); w.add_argument('--n',type=pos,help='n'); w.add_argument('-h','--hat',help='hat'); w.add_argument('a'); w.add_argument('b',nargs='?'); w.add_argument('c',nargs='*')
for l in ['--help','--n -5 1','--n 5 1','1 2 3 4','1 --n 2 2 3','-h q 1']: run(w,l)
x=argparse.ArgumentParser(prog='a-very-long-program-name-that-takes-most-of-the-line-really-yes-indeed-it-does'); x.add_argument('--foo'); x.add_argument('bar'); x.print_usage()
y=argparse.ArgumentParser(prog='y'); y.add_argument('a',nargs=2); y.add_argument('--k',nargs='+',type=int,choices=[1,2,3]); y.add_argument('z',nargs='+',metavar='ZED')
for l in ['-h','1 2 3 4','1 2','1 --k 1 2 -- 2 3','1 2 3 --k 9','1 2 3 --k']: run(y,l)
print(y.parse_intermixed_args('1 --k 1 2 2'.split()) if 0 else ''); i=argparse.ArgumentParser(prog='i'); i.add_argument('--foo'); i.add_argument('cmd'); i.add_argument('rest',nargs='*',type=int); print(i.parse_intermixed_args('doit 1 --foo bar 2 3'.split()))
print(p.get_default('color'), p)
