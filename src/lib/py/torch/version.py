"""torch.version"""
__version__ = '1.13.1'
debug = False
cuda = '11.7'
git_version = 'perch'
hip = None
