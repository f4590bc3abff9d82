"""The names of ipykernel that programs ask for, over perch's session."""

version_info = (6, 29, 5)
__version__ = '.'.join(map(str, version_info))
