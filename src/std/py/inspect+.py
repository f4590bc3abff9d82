"""inspect in a session: what a cell defines has the cell for its file."""


def getsourcefile(object, _of_files=getsourcefile):
    """The file that the source of an object stands in, or None."""
    name = getfile(object)
    if name.startswith('Cell In['):
        return name if linecache.getlines(name) else None
    return _of_files(object)


_clean_docs = {}    # by the docs as they were; matplotlib asks for each inherited method's once a class, seven thousand times when it is imported


def cleandoc(doc, _of_new=cleandoc):
    """A doc string's lines without the margin that they share."""
    if type(doc) is not str:
        return _of_new(doc)
    clean = _clean_docs.get(doc)
    if clean is None:
        if len(_clean_docs) >= 4096:
            _clean_docs.clear()
        clean = _clean_docs[doc] = _of_new(doc)
    return clean
