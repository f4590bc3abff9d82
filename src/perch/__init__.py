"""perch's own part: explanations of errors, where values live, devices, notes about silent mistakes.

    from perch import where, notes
    where(x)            where a tensor, a parameter, a network or a collection of them lives
    notes(False)        no notes about silent mistakes (as PERCH_NOTES=0)
"""


def __getattr__(name):
    if name == 'where':
        from perch._where import where
        return where
    if name == 'notes':
        from perch._notes import notes
        return notes
    raise AttributeError(f"module 'perch' has no attribute {name!r}")
