"""As tqdm."""
from tqdm.std import tqdm, trange
tqdm_notebook, tnrange = tqdm, trange
