"""scipy.sparse.csgraph: parts, shortest ways, walks, trees, flows, matchings."""
import warnings
warnings.simplefilter("ignore")
import numpy as np
from scipy.sparse import csr_matrix, csgraph as G
from scipy.sparse.csgraph import *
def t(f):
    try:
        v=f(); print(v.toarray() if hasattr(v,'toarray') else v)
    except Exception as e: print(type(e).__name__, e)
g=np.array([[0,1,2,0],[0,0,0,1],[2,0,0,3],[0,0,0,0]])
u=np.array([[0,8,0,3,0],[0,0,2,5,0],[0,0,0,6,0],[0,0,0,0,0],[0,0,0,0,0]],float)
for M in (g,csr_matrix(g),u):
    t(lambda: connected_components(M)); t(lambda: connected_components(M,directed=False)); t(lambda: connected_components(M,connection='strong')); t(lambda: connected_components(M,return_labels=False))
    t(lambda: shortest_path(M)); t(lambda: shortest_path(M,return_predecessors=True)); t(lambda: shortest_path(M,directed=False)); t(lambda: shortest_path(M,unweighted=True)); t(lambda: shortest_path(M,indices=[0,2]))
    t(lambda: dijkstra(M,indices=0,return_predecessors=True)); t(lambda: dijkstra(M,limit=2)); t(lambda: dijkstra(M,indices=[0,1],min_only=True,return_predecessors=True)); t(lambda: floyd_warshall(M,return_predecessors=True)); t(lambda: bellman_ford(M,indices=0)); t(lambda: johnson(M))
    t(lambda: minimum_spanning_tree(M)); t(lambda: breadth_first_order(M,0)); t(lambda: depth_first_order(M,0)); t(lambda: breadth_first_order(M,0,directed=False)); t(lambda: breadth_first_tree(M,0)); t(lambda: depth_first_tree(M,0,directed=False)); t(lambda: laplacian(np.asarray(M) if not hasattr(M,'toarray') else M)); t(lambda: laplacian(np.asarray(M) if not hasattr(M,'toarray') else M,normed=True)); t(lambda: laplacian(np.asarray(M) if not hasattr(M,'toarray') else M,return_diag=True)[1])
    t(lambda: structural_rank(csr_matrix(M))); t(lambda: reverse_cuthill_mckee(csr_matrix(M),True)); t(lambda: maximum_bipartite_matching(csr_matrix(M))); 
t(lambda: csgraph_from_dense(g)); t(lambda: csgraph_to_dense(csr_matrix(g))); t(lambda: csgraph_from_masked(np.ma.masked_invalid([[0,np.inf],[1,0.]]))); t(lambda: csgraph_masked_from_dense(g))
mf=maximum_flow(csr_matrix([[0,16,13,0,0,0],[0,0,10,12,0,0],[0,4,0,0,14,0],[0,0,9,0,0,20],[0,0,0,7,0,4],[0,0,0,0,0,0]]),0,5); print(mf.flow_value); print(type(mf).__name__)
t(lambda: min_weight_full_bipartite_matching(csr_matrix([[3,3,6],[4,3,5],[10,1,8.]])))
d,p=shortest_path(g,return_predecessors=True); t(lambda: reconstruct_path(csr_matrix(g),p[0])); t(lambda: construct_dist_matrix(csr_matrix(g),p))
t(lambda: bellman_ford([[0,1],[-3,0.]])); t(lambda: johnson([[0,1],[-3,0.]])); t(lambda: floyd_warshall([[0,1],[-3,0.]])); t(lambda: shortest_path(np.array([[1,2,3]]))); t(lambda: shortest_path(g,method='x')); t(lambda: dijkstra(g,indices=9)); t(lambda: shortest_path(np.array([[0,1,0],[0,0,-1.],[0,0,0]]))); t(lambda: connected_components(g,connection='x'))
t(lambda: dijkstra([[0,-1],[0,0.]]))
