"""All modules, imported in some order: what they hold must be given back whichever closes first (under ASan: without a leak)."""
import random, sys, warnings
warnings.simplefilter('ignore')
for seed in range(3):
    names = sorted(sys.stdlib_module_names - {'antigravity', 'this', 'idlelib', 'turtle', 'tkinter', 'matplotlib_inline'}) + ['torch', 'mxnet', 'mxnet.gluon', 'numpy', 'torch.nn', 'torch.optim']
    random.Random(seed).shuffle(names)
    for name in names:
        try: __import__(name)
        except (ImportError, AttributeError, NotImplementedError, NameError): pass      # (a package whose parts were imported before does not see them: CPython, too)
    if seed < 2:
        for name in random.Random(seed).sample(sorted(sys.modules), 40):
            if name not in ('sys', 'builtins', '__main__', 'random', 'warnings'): del sys.modules[name]
print('end')
