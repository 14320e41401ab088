// CUDA's functions for clusters of blocks (sm_90), computed from
// the extents of a cluster. A grid consists of whole clusters.
#pragma once

WARPCHECK_D inline dim3 __clusterDim() {
  return dim3(__warpcheck_cluster_x(), __warpcheck_cluster_y(), __warpcheck_cluster_z());
}
WARPCHECK_D inline dim3 __clusterRelativeBlockIdx() {
  return dim3(__warpcheck_cluster_at_x(), __warpcheck_cluster_at_y(), __warpcheck_cluster_at_z());
}
WARPCHECK_D inline dim3 __clusterIdx() {
  return dim3(__warpcheck_cluster_id_x(), __warpcheck_cluster_id_y(), __warpcheck_cluster_id_z());
}
WARPCHECK_D inline dim3 __clusterGridDimInClusters() {
  return dim3(gridDim.x / __warpcheck_cluster_x(), gridDim.y / __warpcheck_cluster_y(),
              gridDim.z / __warpcheck_cluster_z());
}
WARPCHECK_D inline unsigned int __clusterRelativeBlockRank() {
  dim3 at = __clusterRelativeBlockIdx();
  return at.x + __warpcheck_cluster_x() * (at.y + __warpcheck_cluster_y() * at.z);
}
WARPCHECK_D inline unsigned int __clusterSizeInBlocks() {
  return __warpcheck_cluster_x() * __warpcheck_cluster_y() * __warpcheck_cluster_z();
}
WARPCHECK_D inline unsigned int __clusterDimIsSpecified() { return __clusterSizeInBlocks() > 1; }
WARPCHECK_D inline void __cluster_barrier_arrive() {
  __warpcheck_cluster_arrive("__cluster_barrier_arrive");
}
WARPCHECK_D inline void __cluster_barrier_arrive_relaxed() {
  __warpcheck_cluster_arrive("__cluster_barrier_arrive_relaxed");
}
WARPCHECK_D inline void __cluster_barrier_wait() {
  __warpcheck_cluster_wait("__cluster_barrier_wait");
}
WARPCHECK_D inline void *__cluster_map_shared_rank(const void *p, unsigned int rank) {
  return (void *)__warpcheck_map_shared((size_t)p, rank);
}
WARPCHECK_D inline void *__cluster_map_shared_multicast(const void *p, unsigned int blocks) {
  return (void *)__warpcheck_map_shared((size_t)p, blocks);
}
WARPCHECK_D inline unsigned int __cluster_query_shared_rank(const void *p) {
  return __warpcheck_query_shared((size_t)p);
}
