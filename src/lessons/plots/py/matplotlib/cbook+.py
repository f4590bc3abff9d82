"""matplotlib.cbook: matplotlib's data lies beside the files that it was taken from; where these are not (an installed perch on another machine), in perch's own share/."""


def _data_folder(original):
    try:
        place = Path(original())
    except NameError: # (a frozen module whose file is gone has no __file__)
        place = None
    return place if place and place.is_dir() else Path(sys.executable).resolve().parent.parent / 'share/perch/matplotlib/mpl-data'


def _get_data_path(*args):
    return Path(_data_folder(matplotlib.get_data_path), *args)
