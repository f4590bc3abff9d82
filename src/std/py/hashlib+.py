"""With --data standin the hash of a stand-in is its original's (perch/data/answer.py)."""
import os as _os
if _os.environ.get('PERCH_DATA', '').startswith('standin'):
    def _stand_in(make):
        from perch.data.answer import hashing
        return hashing(make)

    def _new(name, *data, _plain=new, **options):      # noqa: F821
        ours = {'sha1': sha1, 'md5': md5}.get(name.lower()) if isinstance(name, str) else None      # noqa: F821
        return ours(*data, **options) if ours else _plain(name, *data, **options)

    md5, sha1 = _stand_in(md5), _stand_in(sha1)     # noqa: F821
    _new.__name__ = "new"
    new = _new
