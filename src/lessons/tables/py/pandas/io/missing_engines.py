"""Formats that pandas itself leaves to other packages: what it says where they are not there."""


def refuse_parquet():
    """pandas' words where no engine for Parquet is installed."""
    raise ImportError("Unable to find a usable engine; tried using: 'pyarrow', 'fastparquet'.\nA suitable version of pyarrow or fastparquet is required for parquet support.\nTrying to import the above resulted in "
                      "these errors:\n - Missing optional dependency 'pyarrow'. pyarrow is required for parquet support. Use pip or conda to install pyarrow.\n - Missing optional dependency 'fastparquet'. "
                      "fastparquet is required for parquet support. Use pip or conda to install fastparquet.")


def read_parquet(path, *args, **kwargs):
    """Parquet, which pyarrow or fastparquet reads."""
    refuse_parquet()


def read_feather(path, *args, **kwargs):
    """Feather, which pyarrow reads."""
    raise ImportError("Missing optional dependency 'pyarrow'.  Use pip or conda to install pyarrow.")


def read_orc(path, *args, **kwargs):
    """ORC, which pyarrow reads."""
    raise ImportError("Missing optional dependency 'pyarrow'. pyarrow is required for orc support Use pip or conda to install pyarrow.")
