"""importlib._bootstrap_external knows .pyc files by perch's own number: they hold perch's own code."""
MAGIC_NUMBER = _imp._magic().to_bytes(2, 'little') + b'\r\n'
_RAW_MAGIC_NUMBER = int.from_bytes(MAGIC_NUMBER, 'little')


def _find_compiled(self, fullname, target=None, _find_published=FileFinder.find_spec):
    """As published; a package that asks its own folder for compiled modules alone (as torchvision.extension does) finds the one that perch has in its place."""
    spec = _find_published(self, fullname, target)
    if spec is None and '.' not in fullname and all(loader is ExtensionFileLoader for _, loader in self._loaders):
        whole = self.path.rpartition('/')[2] + '.' + fullname
        import _frozen
        if _imp.is_builtin(whole) or _frozen.is_package(whole) is not None:
            spec = _bootstrap.ModuleSpec(fullname, None, origin=_path_join(self.path, fullname))
    return spec


FileFinder.find_spec = _find_compiled
