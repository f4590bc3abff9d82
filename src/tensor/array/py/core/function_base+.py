"""numpy.core.function_base: what perch has not is not described."""
_LACKING = {('numpy.core._multiarray_tests', 'format_float_OSprintf_g'), ('ufunc', 'resolve_dtypes'), ('ufunc', '_resolve_dtypes_and_context'), ('ufunc', '_get_strided_loop')}


def _described(add):
    @functools.wraps(add)
    def add_newdoc(place, obj, doc, warn_on_python=True):
        known = (obj, doc[0]) if isinstance(doc, tuple) else (place, obj)
        return None if known in _LACKING else add(place, obj, doc, warn_on_python)
    return add_newdoc


add_newdoc = _described(add_newdoc)
