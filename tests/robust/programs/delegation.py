"""Generators that delegate deep: next, throw, close and free them."""
def g(n):
    if n: yield from g(n-1)
    else: yield 1
import sys
try: print(list(g(5000)))
except RecursionError as e: print('RecursionError', e)
sys.setrecursionlimit(1000000)
try: print(list(g(10000)))
except RecursionError as e: print('RecursionError', e)
i = g(9000)
try: print(next(i))
except RecursionError as e: print('RecursionError', e)
try: i.throw(ValueError)
except ValueError as e: print('VE')
except RecursionError as e: print('RecursionError', e)
i = g(9000)
try: next(i)
except RecursionError as e: print('RecursionError', e)
try: i.close()
except RecursionError as e: print('RecursionError', e)
x = iter([1])
def h(it): yield from it
for _ in range(100000): x = h(x)
try: print(next(x))
except RecursionError as e: print('RecursionError', e)
try: x.close()
except RecursionError as e: print('RecursionError', e)
del x
x = iter([1])
def h(it):
    try: yield from it
    finally: pass
sys.setrecursionlimit(1000)
for _ in range(100000):
    x = h(x)
    try: next(x)
    except StopIteration: pass
    except RecursionError: print('R'); break
del x
print('done')
print('end')
