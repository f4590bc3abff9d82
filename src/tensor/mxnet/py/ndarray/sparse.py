"""Sparse arrays: perch has none."""


def __getattr__(name):
    raise AttributeError(f"mx.nd.sparse.{name}: perch has no sparse arrays; use mx.nd")
