"""json, copy, pprint and pickle of what nests too deep."""
import json
l=[]
for _ in range(100000): l=[l]
try: json.dumps(l)
except RecursionError as e: print('R', e)
try: json.loads('['*100000)
except RecursionError as e: print('R', e)
try: json.loads('['*100000+']'*100000)
except RecursionError as e: print('R', e)
try: json.loads('{"a":'*100000+'1'+'}'*100000)
except RecursionError as e: print('R', e)
d={}
d['d']=d
try: json.dumps(d)
except ValueError as e: print(e)
import copy
try: copy.deepcopy(l)
except RecursionError: print('R')
import pprint
try: pprint.pformat(l)
except RecursionError: print('R')
import pickle
try: pickle.dumps(l)
except (RecursionError,pickle.PicklingError): print('R')
print('end')
