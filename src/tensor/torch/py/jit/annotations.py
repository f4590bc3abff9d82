"""torch.jit.annotations: words for the annotations of scripted functions, which Python reads and perch does not compile."""
from typing import Any, Dict, List, Optional, Tuple, Union     # noqa: F401


class BroadcastingList:
    """BroadcastingList2[int] in an annotation: a list of two, or one number for both."""

    def __init__(self, count):
        self._count = count

    def __getitem__(self, kind):
        return Union[kind, List[kind]]

    def __repr__(self):
        return 'BroadcastingList%d' % self._count


BroadcastingList1, BroadcastingList2, BroadcastingList3 = (BroadcastingList(n) for n in (1, 2, 3))
