"""As tqdm."""
from tqdm.std import tqdm, trange
