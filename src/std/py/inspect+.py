"""inspect in a session: what a cell defines has the cell for its file."""


def getsourcefile(object, _of_files=getsourcefile):
    """The file that the source of an object stands in, or None."""
    name = getfile(object)
    if name.startswith('Cell In['):
        return name if linecache.getlines(name) else None
    return _of_files(object)
