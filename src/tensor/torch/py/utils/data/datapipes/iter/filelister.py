"""list_files: the paths of the files in folders."""
import fnmatch
import os

from .._decorator import functional_datapipe
from ..datapipe import IterDataPipe
from .utils import IterableWrapperIterDataPipe


def _fits(name, masks):
    return not masks or any(fnmatch.fnmatch(name, mask) for mask in ([masks] if isinstance(masks, str) else masks))


@functional_datapipe('list_files')
class FileListerIterDataPipe(IterDataPipe):
    def __init__(self, root='.', masks='', *, recursive=False, abspath=False, non_deterministic=False, length=-1):
        root = [root] if isinstance(root, str) else root
        self.datapipe = root if isinstance(root, IterDataPipe) else IterableWrapperIterDataPipe(root)
        self.masks, self.recursive, self.abspath, self.non_deterministic, self.length = masks, recursive, abspath, non_deterministic, length

    def __iter__(self):
        for root in self.datapipe:
            top = os.path.abspath(root) if self.abspath else root
            for folder, folders, names in os.walk(top):
                if not self.non_deterministic:
                    folders.sort()
                    names = sorted(names)
                for name in names:
                    if _fits(name, self.masks):
                        yield os.path.join(folder, name)
                if not self.recursive:
                    break

    def __len__(self):
        if self.length == -1:
            raise TypeError("{} instance doesn't have valid length".format(type(self).__name__))
        return self.length
