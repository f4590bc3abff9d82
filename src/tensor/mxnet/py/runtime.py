"""mx.runtime: what this build can do."""
import _tensor

# what is there whatever the machine; GPUs, simulated ones too, say CUDA and CUDNN
_THERE = {'MKLDNN', 'SIGNAL_HANDLER', 'INT64_TENSOR_SIZE'}
_NAMES = ('CUDA', 'CUDNN', 'NCCL', 'CUDA_RTC', 'TENSORRT', 'CPU_SSE', 'CPU_SSE2', 'CPU_SSE3', 'CPU_SSE4_1', 'CPU_SSE4_2', 'CPU_SSE4A', 'CPU_AVX', 'CPU_AVX2', 'OPENMP', 'SSE',
          'F16C', 'JEMALLOC', 'BLAS_OPEN', 'BLAS_ATLAS', 'BLAS_MKL', 'BLAS_APPLE', 'LAPACK', 'MKLDNN', 'OPENCV', 'CAFFE', 'PROFILER', 'DIST_KVSTORE', 'CXX14',
          'INT64_TENSOR_SIZE', 'SIGNAL_HANDLER', 'DEBUG', 'TVM_OP')


class Feature:
    """A part that a build may have."""

    def __init__(self, name, enabled):
        self.name, self.enabled = name, enabled

    def __repr__(self):
        return f'✔ {self.name}' if self.enabled else f'✖ {self.name}'


class Features(dict):
    def __init__(self):
        gpus = _tensor.gpu_count() > 0
        super().__init__({n: Feature(n, gpus if n in ('CUDA', 'CUDNN') else n in _THERE) for n in _NAMES})

    def is_enabled(self, name):
        if name.upper() not in self:
            raise RuntimeError(f"Feature '{name}' is unknown, known features are: {list(self)}")
        return self[name.upper()].enabled

    def __repr__(self):
        return str(list(self.values()))


def feature_list():
    return list(Features().values())
