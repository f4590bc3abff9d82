"""With --data standin the hash of a stand-in is its original's (perch/data/answer.py)."""
import os as _os
if _os.environ.get('PERCH_DATA', '').startswith('standin'):
    def _stand_in(make):
        from perch.data.answer import hashing
        return hashing(make)

    md5, sha1 = _stand_in(md5), _stand_in(sha1)     # noqa: F821
