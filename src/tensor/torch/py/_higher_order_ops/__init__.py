"""torch._higher_order_ops: control flow as functions of functions; here each runs as it is read."""
from .associative_scan import associative_scan
from .cond import cond
from .map import map
from .scan import scan
from .while_loop import while_loop
