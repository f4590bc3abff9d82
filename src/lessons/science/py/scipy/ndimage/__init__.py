"""Filters over arrays of any number of axes, shapes in masks, arrays read at other places."""
from scipy._older import open_places as _open_places
from scipy.ndimage._filters import (convolve, convolve1d, correlate, correlate1d, gaussian_filter, gaussian_filter1d, gaussian_gradient_magnitude, gaussian_laplace, generic_filter, laplace, maximum_filter, median_filter,
                                    minimum_filter, percentile_filter, prewitt, rank_filter, sobel, uniform_filter, uniform_filter1d)
from scipy.ndimage._morphology import (binary_hit_or_miss, binary_propagation, black_tophat, distance_transform_bf, distance_transform_cdt, extrema, fourier_gaussian, fourier_shift, fourier_uniform, generic_filter1d,
                                       generic_gradient_magnitude, generic_laplace, histogram, iterate_structure, labeled_comprehension, maximum_filter1d, maximum_position, median, minimum_filter1d,
                                       minimum_position, morphological_gradient, morphological_laplace, value_indices, watershed_ift, white_tophat)
from scipy.ndimage._places import affine_transform, geometric_transform, map_coordinates, rotate, shift, spline_filter, spline_filter1d, zoom
from scipy.ndimage._shapes import (binary_closing, binary_dilation, binary_erosion, binary_fill_holes, binary_opening, center_of_mass, distance_transform_edt, find_objects, generate_binary_structure, grey_closing,
                                   grey_dilation, grey_erosion, grey_opening, label, maximum, mean, minimum, standard_deviation, sum, sum_labels, variance)

__all__ = [name for name in globals() if not name.startswith('_')]
_open_places('ndimage')
