"""More distributions of RandomState."""
import numpy as np

rs = np.random.RandomState(11)
for f, args in (("exponential", (2.0,)), ("gamma", (2.0, 3.0)), ("gamma", (0.5,)), ("beta", (2, 3)), ("beta", (0.5, 0.5)), ("poisson", (3,)), ("poisson", (20,)), ("binomial", (10, 0.3)), ("binomial", (100, 0.5)), ("chisquare", (3,)), ("lognormal", (0, 1)), ("laplace", ()), ("logistic", ()), ("gumbel", ()), ("standard_t", (5,)), ("geometric", (0.2,)), ("geometric", (0.5,)), ("weibull", (2,)), ("pareto", (3,)), ("power", (2,)), ("rayleigh", ()), ("triangular", (0, 1, 3)), ("standard_cauchy", ()), ("standard_gamma", (1.5,)), ("standard_exponential", ()), ("f", (2, 3)), ("negative_binomial", (3, 0.5))):
    print(f, getattr(rs, f)(*args, size=4))
print(rs.multinomial(10, [0.2, 0.3, 0.5]), rs.multinomial(5, [0.5, 0.5], size=2), rs.dirichlet([1, 2, 3]), rs.multivariate_normal([0, 0], [[1, 0], [0, 2]], 3), rs.exponential(), rs.poisson(), rs.binomial(5, 0.5))
print(rs.normal(0, [1, 2, 3]), rs.uniform([0, 10], [1, 20]), rs.poisson([1, 50]), rs.exponential([1, 2]))
