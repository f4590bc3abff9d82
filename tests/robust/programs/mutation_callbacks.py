"""Callbacks of heapq, bisect, itertools, deque and re that change what is worked on."""
import sys, gc, itertools, functools, heapq, bisect, collections, re, json, struct, operator, copy, random, io, weakref, math
def tr(f,*a,**k):
    try:
        r=f(*a,**k)
        print('ok', type(r).__name__)
        return r
    except BaseException as e:
        print(type(e).__name__, str(e)[:80])
class B:
    def __init__(s,v): s.v=v
    def __lt__(s,o): H.clear(); gc.collect(); return s.v<o.v
    def __gt__(s,o): H.clear(); gc.collect(); return s.v>o.v
    def __eq__(s,o): H.clear(); gc.collect(); return s.v==o.v
    def __le__(s,o): H.clear(); gc.collect(); return s.v<=o.v
    def __hash__(s): return 1
    def __add__(s,o): H.clear(); return s
    def __bool__(s): H.clear(); return True
def fresh(): global H; H=[B(i*7%11) for i in range(20)]; return H
for c in ['heapq.heapify(H)','heapq.heappush(H,B(3))','heapq.heappop(H)','heapq.heapreplace(H,B(3))','heapq.heappushpop(H,B(30))','heapq.nlargest(3,H)','heapq.nsmallest(3,H)','list(heapq.merge(H,H))','heapq._heapify_max(H)','heapq._heappop_max(H)','heapq._heapreplace_max(H,B(3))',
 'bisect.bisect(H,B(3))','bisect.insort(H,B(3))','bisect.insort_left(H,B(3))','bisect.bisect(H,3,key=lambda x:H.clear() or x.v)','functools.reduce(lambda a,b:H.clear() or b,H)','sum(H,B(0))','any(H)','all(H)','list(map(lambda x:H.clear(),H))','list(filter(None,H))','list(filter(lambda x:H.clear(),H))','list(zip(H,(H.clear() for _ in range(9))))','list(itertools.groupby(H,lambda x:H.clear()))','list(itertools.accumulate(H))','list(itertools.accumulate(H,lambda a,b:H.clear()))','list(itertools.takewhile(lambda x:H.clear() or 1,H))','list(itertools.dropwhile(lambda x:H.clear(),H))','list(itertools.starmap(lambda *a:H.clear(),[H,H]))','list(itertools.starmap(lambda *a:H.clear(),H))','list(itertools.filterfalse(lambda x:H.clear(),H))','list(itertools.compress(H,H))','list(itertools.product(H,repeat=2))','collections.Counter(H)','list(reversed(H))','[H.clear() for x in reversed(H)]','[H.clear() for x in H]','[H.clear() for x in enumerate(H)]','a,b,*c=H','copy.copy(H)','copy.deepcopy(H)','random.shuffle(H)','random.sample(H,3)','H.sort(key=functools.cmp_to_key(lambda a,b:H.clear() or 0))','H.sort(key=lambda b:b.v,reverse=True)','H.extend(x for x in H if len(H)<50)','" ".join(H.clear() or "x" for x in H)','print(*H,sep=H.clear() or "",file=io.StringIO())','H==H[::-1]','H[::-1]<H','operator.countOf(H,B(3))','operator.indexOf(H,B(3))','operator.contains(H,B(3))','collections.deque(H).index(B(30))','collections.deque(H).count(B(30))','collections.deque(H).remove(B(30))','collections.deque(H)==collections.deque(H)','collections.deque(H)<collections.deque(H)', 'math.prod(H)','math.fsum(H)','math.dist(H,H)','math.hypot(*H)','json.dumps(H,default=lambda o:H.clear() or "x")','json.dumps(H,default=lambda o:H)','json.dumps({"a":H},default=lambda o:H.clear() or {})','min(H,key=lambda x:H.clear() or 0)','max(*H)','min(*H,key=lambda x:H.clear() or 0)','dict(zip(H,H))','dict.fromkeys(H,1)','list(itertools.chain(*[H,H]))','list(itertools.islice(H,1,None,2))','list(itertools.zip_longest(H,(H.clear() for i in range(30))))','list(itertools.combinations(H,2))[:3]','list(itertools.cycle(x for x in H if 0))','list(itertools.pairwise(H.clear() or x for x in H))']:
    fresh(); print(c,end=': '); tr(exec,c)
# deque mutated
D=None
class E:
    def __eq__(s,o): D.clear(); gc.collect(); return False
    def __lt__(s,o): D.clear(); return False
    def __repr__(s): D.clear(); return 'E'
def fd(): global D; D=collections.deque([E() for _ in range(200)],maxlen=300); return D
for c in ['D.index(3)','D.count(3)','D.remove(3)','3 in D','D==fd()','D<collections.deque([E()]*3)','repr(D)','for x in D: D.append(1)','for x in D: D.clear()','for x in reversed(D): D.pop()','D.extend(D)','D.extendleft(D)','D+=D','D.extend(D.popleft() for _ in range(50))','copy.copy(D)','D.insert(3,4)','D*3','D.rotate(10**30)','D.rotate(-7)','D.index(E(),3,9)','D.extend(x for x in D)','list(D)==list(D)','it=iter(D);next(it);D.clear();next(it)','it=iter(D);next(it);D.rotate(3);next(it)','it=reversed(D);D.clear();list(it)','D.__init__([1,2],1)','D.__init__(D)','D.__init__(iter(D))','D[3]=1;del D[-1]','del D[300]','D.extend(D.clear() or 1 for _ in range(1000))']:
    fd(); print(c,end=': '); tr(exec,c)
# re callbacks
for c in ['re.sub("a",lambda m: g(m),"aaa")','re.sub(b"a",lambda m:ba.clear() or b"x",ba)','re.findall(b"a",ba)','[ba.clear() for m in re.finditer(b"a",ba)]','re.split(b"a",ba)','[m.group() for m in re.finditer(b"a+",ba) if not ba.clear()]','m=re.match(b"a+",ba);ba.clear();m.group();m.span();m.groups();m.expand(br"\g<0>");m[0];repr(m)','m=re.match(b"a+",memoryview(ba));m.group()','re.sub("(a)",r"\1\1\g<1>","a"*1000)','s=re.compile(b"a").scanner(ba);s.match();ba.clear();s.match();s.search()','re.sub("a",lambda m:1,"aa")','re.sub("a",lambda m:None,"aa")','re.sub("",lambda m:"-","abc")','re.fullmatch("a*",mys("aaa"))']:
    ba=bytearray(b'aaabaa'*20)
    class mys(str):
        def __len__(s): return 10**9
        def __getitem__(s,i): return 'x'
    def g(m): re.sub('a',g,'b'); re.purge(); return m.group().upper()
    print(c,end=': '); tr(exec,c)
print("end")
