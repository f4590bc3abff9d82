import operator
import random

import kiwisolver as k
from kiwisolver import Constraint, Expression, Solver, Term, Variable, strength

v, w = Variable('c'), Variable('b', 3)


def show(text):
    try:
        r = eval(text)
        print(text, '->', r, type(r).__name__)
    except Exception as e:
        print(text, '!!', type(e).__name__, e, [type(a).__name__ for a in e.args])


for text in '''
repr(v); Variable(); Variable(3); Variable("x", context=4).context(); Variable("q", 5, 6); v.name(); v.setName(3); v.context(); w.context(); v.setContext(7); v.value()
-v; v+1; 1+v; v+w; v-1; 1-v; v*2; 2*v; v/2; 2/v; v*w; v+"a"; "a"+v; v/0; v*"a"; v==1; 1==v; v!=w; v<w; v>w; v>=1; v=="a"; v<="a"; v>"a"; v!="a"; hash(v)
(v*2)*3; (v*2)/4; (v*2)+w; (v*2)+(w*3)+v+1; 2*(v+w+1); (v+w+1)/2; -(v+w+1); (v+1)*(w+1); (v+1)-(w+2); (v*2)-(v+3); 3-(v*2); 3-(v+2); (v+2)-w; v-(w*3); v-(w+3); v-w; w*3-1; -(v-w); v>=0
Term(v); Term(v,3); Term(v,"a"); Term(3); Term(variable=v,coefficient=2); Term(v,3).value(); Term(v,3).coefficient(); Term(v,3).variable() is v; Term(); Term(v,0.1)+1/3
Expression([Term(v,2),Term(w)]); Expression((),3); Expression([1]); Expression(3); Expression(terms=[],constant=4); Expression([Term(v),Term(v)],2).terms(); Expression([],"a"); Expression()
(v+1 == 3); "strong" | (v<=3); (v==3)|4.5; (v==3)|"foo"; (v==3)|None; 5|(v==3); (v==3).expression(); (v==3).op(); (v>=3).op(); (v==3).strength(); (v<=3).violated(); bool(v==3)
Constraint(v+1,"=="); Constraint(v+1,"==","weak"); Constraint(v+1,"==",1e20); Constraint(v+1,"==",-1); Constraint(v+1,"==="); Constraint(v+1,3); Constraint(v,"==")
Constraint(v+1+v,"<=",strength="weak"); Constraint(expression=v+1,op=">="); Constraint(); Constraint(v+1,"==",None); (v==3)+1; v==v*3+1; 1>=v*2; None==v; v in [1]
strength.weak; strength.medium; strength.strong; strength.required; strength.create(1,1,1); strength.create(1,2,3,4); strength.create(1e4,1,1,1); strength.create("a",1,1); strength.create(1,1)
strength.create(-1,1,1); strength.create(1,1,1,weight=2); strength.foo; Solver(1); Solver(a=1); Solver().dumps(); Solver().addConstraint(3); Solver().addEditVariable(v,"weak")
Solver().addEditVariable(v,"required"); Solver().addEditVariable(3,"weak"); Solver().addEditVariable(v); Solver().suggestValue(v,3); Solver().suggestValue(v,"a"); Solver().suggestValue(3,3)
Solver().removeConstraint(v==3); Solver().removeEditVariable(v); Solver().hasConstraint(v==1); Solver().hasConstraint(3); Solver().hasEditVariable(v)
True*v; v+True; v*(1<<2000); v+(1<<70); 1e300*v*1e300; v+float("nan"); v.foo; v**2; v%2; v+1j; v@v; v|"weak"; k.__version__, k.__kiwi_version__
'''.replace('\n', ';').split(';'):
    if text.strip():
        show(text.strip())


class Own(Variable):
    pass


own = Own('z')
own.more = 3
print(own, own.more, own + 1, own.__class__.__mro__[1])
for error in (k.BadRequiredStrength, k.DuplicateConstraint, k.UnknownEditVariable):
    print(error, error.__mro__[1])

# a problem step by step
s = Solver()
foo, bar, none = Variable('foo'), Variable('bar'), Variable('')
s.addEditVariable(foo, 'weak')
both, low, wish, third = foo + bar == 0, foo <= -1, (bar >= 2) | 'weak', (none * 2.5 == foo + 1 / 3) | 'medium'
for each in (both, low, wish, third):
    s.addConstraint(each)
for act in (lambda: s.addConstraint(low), lambda: s.addEditVariable(foo, 'weak'), lambda: Solver().addConstraint(none - none >= 1), lambda: Solver().addConstraint(Expression([], 1) == 1 - 1)):
    try:
        act()
    except Exception as e:
        print(type(e).__name__, e)
print(s.hasConstraint(low), s.hasConstraint(foo <= -1), s.hasEditVariable(foo), s.hasEditVariable(bar))


def values(*variables):
    s.updateVariables()
    print([round(each.value(), 9) for each in variables])


values(foo, bar, none)
s.suggestValue(foo, -5)
values(foo, bar, none)
s.removeConstraint(low)
s.suggestValue(foo, 7)
values(foo, bar, none)
s.removeEditVariable(foo)
values(foo, bar, none)
print(both.violated(), wish.violated())
s.reset()
print(s.dumps() == Solver().dumps())

# one variable: texts that do not hang on any order
s = Solver()
one = Variable('one')
s.addConstraint((one >= 1e20) | 'strong')
s.addConstraint((one * (1 / 3) <= 123456789.123) | 1.5)
print(sorted(s.dumps().splitlines()))
s.addEditVariable(one, 'medium')
s.suggestValue(one, 30)
values(one)
print(sorted(s.dumps().splitlines()))

# a row of boxes, as layouts have them: solutions that are the only ones
random.seed(5)
s = Solver()
lefts, widths = [Variable(f'l{i}') for i in range(12)], [Variable(f'w{i}') for i in range(12)]
for i in range(12):
    s.addConstraint(widths[i] >= random.randint(1, 9))
    s.addConstraint((widths[i] == 5) | 'weak')
    s.addConstraint((lefts[i] == lefts[i - 1] + widths[i - 1] + 0.5) if i else (lefts[0] == 0))
s.addEditVariable(lefts[6], 'strong')
for x in (40, 30, 75.5, 2):
    s.suggestValue(lefts[6], x)
    s.updateVariables()
    print(x, round(lefts[6].value(), 6), round(sum(each.value() for each in widths[:6]), 6), [round(each.value(), 6) for each in widths[6:]])
for c in [widths[0] == widths[1], widths[1] == widths[2], (widths[2] == widths[3]) | 'strong', (widths[3] >= 3) | 'strong']:
    s.addConstraint(c)
    s.updateVariables()
    print([round(each.value(), 6) for each in widths[:3]])
try:
    s.addConstraint(widths[0] <= -1)
except k.UnsatisfiableConstraint as e:
    print(e, type(e.args[0]).__name__)

for cycle in range(3):
    node = Variable('n')
    node.setContext([Solver(), node])
del node
