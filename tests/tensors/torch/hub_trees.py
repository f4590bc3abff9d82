"""torch.hub on files and folders of this machine; torch.utils._pytree; torch.library."""
import collections
import hashlib
import os
import sys
import tempfile
import warnings

import torch
import torch.utils._pytree as pytree
from torch import hub

warnings.simplefilter('ignore')
folder = tempfile.mkdtemp()
os.environ['TORCH_HOME'] = folder
print(hub.get_dir() == os.path.join(folder, 'hub'))
source = os.path.join(folder, 'source.pth')
torch.save({'w': torch.arange(3.0)}, source)
digest = hashlib.sha256(open(source, 'rb').read()).hexdigest()
named = os.path.join(folder, 'net-%s.pth' % digest[:8])
os.rename(source, named)
hub.download_url_to_file('file://' + named, os.path.join(folder, 'there'), digest[:8], progress=False)
print(open(os.path.join(folder, 'there'), 'rb').read() == open(named, 'rb').read())
sys.stderr = open(os.devnull, 'w')
for check in (False, True):
    print(hub.load_state_dict_from_url('file://' + named, progress=False, check_hash=check))
print(os.listdir(os.path.join(folder, 'hub', 'checkpoints')) == [os.path.basename(named)])
wrong = os.path.join(folder, 'net-00000000.pth')
os.rename(named, wrong)
try:
    hub.load_state_dict_from_url('file://' + wrong, model_dir=os.path.join(folder, 'm'), check_hash=True, progress=False)
except RuntimeError as e:
    print(str(e).replace(digest, 'DIGEST'), os.listdir(os.path.join(folder, 'm')))
hub.set_dir(os.path.join(folder, 'elsewhere'))
print(os.path.basename(hub.get_dir()))
from torch.utils import model_zoo
print(model_zoo.load_url('file://' + wrong, progress=True, map_location='cpu', file_name='z.pth')['w'], os.listdir(os.path.join(hub.get_dir(), 'checkpoints')))
repo = os.path.join(folder, 'repo')
os.mkdir(repo)
open(os.path.join(repo, 'parts.py'), 'w').write('def give(n): return [n] * 2\n')
open(os.path.join(repo, 'hubconf.py'), 'w').write('dependencies = ["torch"]\nfrom parts import give\ndef net(n, k=1):\n    """A net."""\n    return give(n + k)\n')
print(hub.load(repo, 'net', 3, k=2, source='local'))
for call in (lambda: hub.load(repo, 'nothing', source='local'), lambda: hub.load(repo, 3, source='local'), lambda: hub.load(repo, 'net', source='somewhere')):
    try:
        call()
    except Exception as e:
        print(type(e).__name__, e)
open(os.path.join(repo, 'hubconf.py'), 'w').write('dependencies = ["no_such_thing", "torch"]\ndef net(): pass\n')
try:
    hub.load(repo, 'net', source='local')
except RuntimeError as e:
    print(e)

Point = collections.namedtuple('Point', 'x y')
tree = {'a': [1, (2, 3)], 'b': Point(4, collections.OrderedDict(c=None))}
leaves, spec = pytree.tree_flatten(tree)
print(leaves, spec, spec.num_leaves)
print(pytree.tree_unflatten([v and v * 10 for v in leaves], spec), pytree.tree_map(str, tree), pytree.tree_map_only(int, lambda v: -v, tree))
print(pytree.tree_all(lambda v: v, tree), pytree.tree_any(lambda v: v is None, tree), pytree._broadcast_to_and_flatten([0, 1], pytree.tree_flatten([[1, 2], 3])[1]),
      pytree._broadcast_to_and_flatten((0, 1), pytree.tree_flatten([[1, 2], 3])[1]), spec == pytree.tree_flatten(tree)[1], pytree.tree_flatten(5))
try:
    pytree.tree_unflatten([1], spec)
except ValueError as e:
    print(e)

from torch.library import Library, impl
lib = Library('perch_test', 'DEF')
print(lib.define('twice(Tensor x) -> Tensor'))


@impl(lib, 'twice', 'CompositeImplicitAutograd')
def twice(x):
    return x * 2


print(torch.ops.perch_test.twice(torch.ones(2)), torch.ops.perch_test.twice, torch.ops.perch_test.twice.default, torch.ops.perch_test.twice.overloads(), torch.ops.perch_test)
for call in (lambda: torch.ops.perch_test.thrice, lambda: Library('perch_test', 'DEF'), lambda: Library('q', 'WHAT'), lambda: torch.ops.load_library('/no/such.so')):
    try:
        call()
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0][:90])
