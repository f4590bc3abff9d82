# What a star brings: the names of the original's lists.
import builtins

WANTED = {
    'pandas': 'DataFrame Series read_csv concat merge NA NaT Categorical MultiIndex date_range to_datetime Grouper IndexSlice core Int64Index io plotting',
    'scipy': 'stats optimize linalg special constants fft',
    'scipy.stats': 'norm t ttest_ind linregress uniform np stats',
    'scipy.optimize': 'minimize curve_fit fsolve root np',
    'scipy.spatial.distance': 'cdist pdist squareform np',
    'scipy.interpolate': 'interp1d griddata splrep pchip np',
}
for module, names in WANTED.items():
    space = {}
    exec(f'from {module} import *', space)
    space.pop('__builtins__')
    print(module, [name for name in names.split() if name in space])
    print('   hidden:', sorted(name for name in space if hasattr(builtins, name)))
