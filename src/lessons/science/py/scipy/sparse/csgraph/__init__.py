"""Graphs as sparse matrices: shortest ways, parts, walks, trees, flows, matchings."""
from scipy.sparse.csgraph._graphs import (NegativeCycleError, construct_dist_matrix, csgraph_from_dense, csgraph_from_masked, csgraph_masked_from_dense, csgraph_to_dense, reconstruct_path)
from scipy.sparse.csgraph._matched import maximum_bipartite_matching, maximum_flow, min_weight_full_bipartite_matching, structural_rank
from scipy.sparse.csgraph._shortest import bellman_ford, dijkstra, floyd_warshall, johnson, shortest_path
from scipy.sparse.csgraph._walks import (breadth_first_order, breadth_first_tree, connected_components, depth_first_order, depth_first_tree, laplacian, minimum_spanning_tree, reverse_cuthill_mckee)

__all__ = ['NegativeCycleError', 'bellman_ford', 'breadth_first_order', 'breadth_first_tree', 'connected_components', 'construct_dist_matrix', 'csgraph_from_dense', 'csgraph_from_masked',
           'csgraph_masked_from_dense', 'csgraph_to_dense', 'depth_first_order', 'depth_first_tree', 'dijkstra', 'floyd_warshall', 'johnson', 'laplacian', 'maximum_bipartite_matching', 'maximum_flow',
           'min_weight_full_bipartite_matching', 'minimum_spanning_tree', 'reconstruct_path', 'reverse_cuthill_mckee', 'shortest_path', 'structural_rank']
