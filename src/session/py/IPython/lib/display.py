"""As IPython.display."""
from IPython.display import Audio, Code, FileLink, FileLinks, IFrame, YouTubeVideo
