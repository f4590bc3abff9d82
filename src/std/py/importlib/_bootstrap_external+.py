"""importlib._bootstrap_external knows .pyc files by perch's own number: they hold perch's own code."""
MAGIC_NUMBER = _imp._magic().to_bytes(2, 'little') + b'\r\n'
_RAW_MAGIC_NUMBER = int.from_bytes(MAGIC_NUMBER, 'little')
