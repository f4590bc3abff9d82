"""Threads and switches of the library."""


_threads = [0]


def get_num_threads():
    import os
    return _threads[0] or int(os.environ.get('PERCH_THREADS') or 0) or os.cpu_count()


def set_num_threads(n):
    _threads[0] = n


def get_num_interop_threads():
    return 1


def set_num_interop_threads(n):
    pass


def use_deterministic_algorithms(mode, *, warn_only=False):
    pass


def are_deterministic_algorithms_enabled():
    return True


def set_flush_denormal(mode):
    return False


def set_anomaly_enabled(mode, check_nan=True):
    pass
