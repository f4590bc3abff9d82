"""mx.runtime: what this build can do."""
import _tensor


class Feature:
    def __init__(self, name, enabled):
        self.name, self.enabled = name, enabled

    def __repr__(self):
        return f'✔ {self.name}' if self.enabled else f'✖ {self.name}'


class Features(dict):
    def __init__(self):
        gpus = _tensor.gpu_count() > 0
        super().__init__({n: Feature(n, on) for n, on in (('CUDA', gpus), ('CUDNN', gpus), ('MKLDNN', True), ('OPENMP', True), ('DIST_KVSTORE', False))})

    def is_enabled(self, name):
        if name.upper() not in self:
            raise RuntimeError(f"Feature '{name}' is unknown, known features are: {list(self)}")
        return self[name.upper()].enabled

    def __repr__(self):
        return str(list(self.values()))


def feature_list():
    return list(Features().values())
