"""torch.version"""
import _tensor

__version__ = '1.13.1'
debug = False
cuda = '11.7' if _tensor.gpu_count() else None
git_version = 'perch'
hip = None
