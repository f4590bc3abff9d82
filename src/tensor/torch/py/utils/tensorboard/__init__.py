"""torch.utils.tensorboard: files of events that TensorBoard shows. They are written here, without TensorBoard's own package."""
from ._events import RecordWriter           # noqa: F401
from .writer import FileWriter, SummaryWriter    # noqa: F401
