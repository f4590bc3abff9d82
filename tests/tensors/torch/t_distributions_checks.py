# torch.distributions: what parameters and values must be; moments, logarithms of probabilities, entropies, supports, expansions of all of them.
import torch
import torch.distributions as D
c=D.constraints
T=torch.tensor
def t(f):
    try: r=f(); print(type(r).__name__, r)
    except Exception as e: print(type(e).__name__, str(e)[:400])
args={'Normal':[(0.,1.),(T([0.,1.]),T([1.,2.])),(0.,-1.),(0.,T([1.,0.])),('a',1.),(float('nan'),1.),(0,1)],
'Uniform':[(0.,1.),(1.,0.),(T([0.,1.]),2.)],'Exponential':[(1.,),(0.,),(T([1.,2.,3.]),)],'Poisson':[(3.,),(-1.,),(0.,)],
'Bernoulli':[(.3,),(2.,),(T([.1,.9]),),(),(.3,.4),(None,.4),(None,T([0.,2.]))],'Categorical':[(T([.2,.3,.5]),),(T([1.,1.]),),(T([-1.,2.]),),(T(1.),),(None,T([[0.,1.],[2.,3.]])),(None,T([float('nan'),0.]))],
'Binomial':[(5,T(.3)),(5,T([.3,2.])),(-1,T(.5)),(T([2.,3.]),T([.5,.2])),(5,None,T(0.))],'Multinomial':[(5,T([.2,.8])),(T(5),T([.2,.8])),(5,None,T([.2,.8]))],
'Laplace':[(0.,1.),(0.,0.)],'Gumbel':[(0.,1.),(0.,T([1.,-2.]))],'Cauchy':[(0.,1.)],'LogNormal':[(0.,1.)],'HalfNormal':[(1.,),(-1.,)],'Geometric':[(.3,),(0.,),],
'OneHotCategorical':[(T([.2,.8]),),(None,T([.2,.8]))],'Gamma':[(1.,2.),(T([1.,2.]),1.),(-1.,1.)],'Chi2':[(T(3.),),(3.,),(T(-3.),)],'Beta':[(1.,2.),(T([1.,2.]),3.),(0.,1.)],
'Dirichlet':[(T([1.,2.]),),(T([1.,-2.]),),(T(1.),)],'StudentT':[(3.,),(-1.,),(T([3.,4.]),1.,2.)],
'MultivariateNormal':[(torch.zeros(2),torch.eye(2)),(torch.zeros(2),T([[1.,2.],[2.,1.]])),(torch.zeros(2),T([[1.,2.],[0.,1.]])),(torch.zeros(2),None,torch.eye(2)*2),(torch.zeros(2),None,None,torch.eye(2)*3),(torch.zeros(2),),(T(0.),torch.eye(1))]}
values=[T(0.),T(1.),T(.5),T(-1.),T(float('nan')),T([0.,1.]),T([.3,.7]),T([1.,2.,3.]),3,T([[1.,0.],[0.,1.]]),T(2)]
for kind, all in args.items():
    for a in all:
        print('##',kind,a)
        try: d=getattr(D,kind)(*a)
        except Exception as e: print(type(e).__name__, str(e)[:400]); continue
        print(d, d.batch_shape, d.event_shape, d.has_enumerate_support)
        t(lambda: d.support); t(lambda: d.arg_constraints); t(lambda: d.mean); t(lambda: d.variance); t(lambda: d.stddev); t(lambda: d.mode)
        for v in values: t(lambda: d.log_prob(v))
        t(lambda: d.entropy()); kind == 'MultivariateNormal' or t(lambda: d.expand((3,)+tuple(d.batch_shape))); t(lambda: d.expand((3,)+tuple(d.batch_shape)).mean)
        if d.has_enumerate_support: t(lambda: d.enumerate_support()); t(lambda: d.enumerate_support(False))
        t(lambda: d.sample((2,)).shape); t(lambda: d.perplexity())
        if kind in ('Normal','Uniform','Exponential'): t(lambda: d.cdf(T(.3))); t(lambda: d.icdf(T(.3))); t(lambda: d.cdf(T(-5.)))
        if 'probs' in d.arg_constraints: t(lambda: d.probs); t(lambda: d.logits); kind == 'Geometric' or t(lambda: d.param_shape); print(d)
        d=getattr(D,kind)(*a, validate_args=False)
        for v in values:
            if isinstance(v,T([0.]).__class__) and v.dtype==torch.float32 and kind not in ('Categorical',): t(lambda: d.log_prob(v))
i=D.Independent(D.Normal(torch.zeros(3,2),torch.ones(3,2)),1)
print(i,i.batch_shape,i.event_shape,i.support,i.log_prob(torch.zeros(3,2)),i.entropy(),i.expand((4,3)).batch_shape); t(lambda: D.Independent(D.Normal(0.,1.),1)); t(lambda: i.log_prob(torch.zeros(4)))
for k in (c.real,c.positive,c.boolean,c.simplex,c.one_hot,c.unit_interval,c.nonnegative_integer,c.lower_cholesky,c.positive_definite,c.square,c.symmetric,c.real_vector):
    for v in [v for v in values[:-1] if getattr(v, 'ndim', 0) or k in (c.real, c.positive, c.boolean, c.unit_interval, c.nonnegative_integer)]+[torch.eye(2)]:
        if not isinstance(v,int): print(k); t(lambda: k.check(v))
D.Distribution.set_default_validate_args(False)
t(lambda: D.Normal(0.,-1.)); t(lambda: D.Normal(0.,-1.,validate_args=True))
