from difflib import *
import difflib, random
a='one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n'.splitlines(1)
b='ore\ntree\nthree\nemu\nfour\nfive\nsix\nseven\neight\nnin\nten\neleven\n'.splitlines(1)
print(''.join(ndiff(a,b))); print(''.join(unified_diff(a,b,'x','y','d1','d2'))); print(''.join(context_diff(a,b,'x','y',n=1)))
print(''.join(restore(ndiff(a,b),1))==''.join(a), ''.join(restore(ndiff(a,b),2))==''.join(b))
print(get_close_matches('appel', ['ape', 'apple', 'peach', 'puppy']), get_close_matches('wheel', __import__('keyword').kwlist))
s=SequenceMatcher(None,'abxcd','abcd'); print(s.get_matching_blocks(), s.get_opcodes(), s.ratio(), s.quick_ratio(), s.real_quick_ratio(), s.find_longest_match())
s=SequenceMatcher(lambda x:x==' ', "private Thread currentThread;","private volatile Thread currentThread;"); print(round(s.ratio(),3), s.get_matching_blocks(), s.bjunk)
random.seed(3)
for i in range(60):
    x=[random.choice(['aa bb\n','aab b\n','\tx y\n','\tx z\n','q\n','abcdefghi\n','abcdefgxi\n','\n']) for _ in range(random.randrange(12))]
    y=[random.choice(['aa bb\n','aab b\n','\tx y\n','\tx z\n','q\n','abcdefghi\n','abcdefgxi\n','\n']) for _ in range(random.randrange(12))]
    print(list(ndiff(x,y)), list(unified_diff(x,y,n=1)), list(context_diff(x,y)))
    p=''.join(random.choice('abc ') for _ in range(random.randrange(400))); q=''.join(random.choice('abc ') for _ in range(random.randrange(400)))
    s=SequenceMatcher(None,p,q); print(s.ratio(), s.get_matching_blocks()[:5], sorted(s.bpopular))
    s=SequenceMatcher(lambda c:c in ' c',p,q,False); print(s.ratio(), s.get_opcodes()[:5])
for f in (lambda: get_close_matches('a',[],n=0), lambda: get_close_matches('a',[],cutoff=2), lambda: list(unified_diff([b'a'],['b'])), lambda: list(restore([],3)), lambda: list(unified_diff(['a'],['b'],b'x'))):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(list(diff_bytes(unified_diff,[b'a\xff\n'],[b'b\n'])))
print([IS_LINE_JUNK(x) for x in ('\n','  #  \n','x','##\n','')])
