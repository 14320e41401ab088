// Thrust's algorithms: calls of unknown functions, with the result
// types of Thrust. A leading execution policy does not count among the
// arguments. The algorithms have bodies, because their arguments may be
// lambdas: clang refuses a declaration that no other file could define.
#pragma once
#include "thrust_core.h"

THRUST_NAMESPACE_BEGIN
namespace detail {
template <class First, class... Rest> struct arguments {
  typedef typename std::conditional<std::is_base_of<policy_base, First>::value,
                                    std::tuple<Rest...>, std::tuple<First, Rest...>>::type type;
};
// The type of the n-th argument, counted from 0.
template <int n, class... A_>
using nth = typename std::tuple_element<n, typename arguments<A_...>::type>::type;
template <class... A_>
constexpr int count_of = std::tuple_size<typename arguments<A_...>::type>::value;
// The result type of a reduction: that of its initial value, or of the elements.
template <bool Initial, int n, class... A_> struct value_of {
  typedef iterator_value_t<nth<0, A_...>> type;
};
template <int n, class... A_> struct value_of<true, n, A_...> {
  typedef nth<n, A_...> type;
};
// All algorithms call this unknown function. They read their
// result, if they have one, through the pointer that it returns.
WARPCHECK_HD void *run(...);
}  // namespace detail

#define WARPCHECK_ALGORITHM(name, ...)                                                 \
  template <class... A_> WARPCHECK_HD __VA_ARGS__ name(A_... arguments) {              \
    return *(__VA_ARGS__ *)detail::run((const void *)__builtin_addressof(arguments)...); \
  }
#define WARPCHECK_VOID(name)                                              \
  template <class... A_> WARPCHECK_HD void name(A_... arguments) {        \
    detail::run((const void *)__builtin_addressof(arguments)...);         \
  }
WARPCHECK_VOID(sort)
WARPCHECK_VOID(sort_by_key)
WARPCHECK_VOID(stable_sort)
WARPCHECK_VOID(stable_sort_by_key)
WARPCHECK_VOID(sequence)
WARPCHECK_VOID(fill)
WARPCHECK_VOID(generate)
WARPCHECK_VOID(tabulate)
WARPCHECK_VOID(replace)
WARPCHECK_VOID(replace_if)
WARPCHECK_VOID(reverse)
WARPCHECK_VOID(scatter)
WARPCHECK_VOID(scatter_if)
WARPCHECK_VOID(uninitialized_fill)
WARPCHECK_VOID(destroy)
WARPCHECK_VOID(return_temporary_buffer)
#undef WARPCHECK_VOID
#define WARPCHECK_SHUFFLE(name)                                           \
  template <class... A_> WARPCHECK_HD void name(A_ &&...arguments) {      \
    detail::run((const void *)__builtin_addressof(arguments)...);         \
  }
WARPCHECK_SHUFFLE(shuffle)
WARPCHECK_SHUFFLE(shuffle_copy)
#undef WARPCHECK_SHUFFLE

// The iterator at position n of the arguments.
#define WARPCHECK_AT(name, n) WARPCHECK_ALGORITHM(name, detail::nth<n, A_...>)
WARPCHECK_AT(for_each, 0)
WARPCHECK_AT(for_each_n, 0)
WARPCHECK_AT(fill_n, 0)
WARPCHECK_AT(remove, 0)
WARPCHECK_AT(remove_if, 0)
WARPCHECK_AT(unique, 0)
WARPCHECK_AT(partition, 0)
WARPCHECK_AT(stable_partition, 0)
WARPCHECK_AT(find, 0)
WARPCHECK_AT(find_if, 0)
WARPCHECK_AT(find_if_not, 0)
WARPCHECK_AT(max_element, 0)
WARPCHECK_AT(min_element, 0)
WARPCHECK_AT(partition_point, 0)
WARPCHECK_AT(generate_n, 0)
WARPCHECK_AT(is_sorted_until, 0)
WARPCHECK_AT(destroy_n, 0)
WARPCHECK_AT(uninitialized_fill_n, 0)
WARPCHECK_AT(uninitialized_copy_n, 2)
WARPCHECK_AT(remove_copy, 2)
WARPCHECK_AT(replace_copy, 2)
WARPCHECK_AT(replace_copy_if, 2)
WARPCHECK_AT(gather_if, 4)
WARPCHECK_AT(set_symmetric_difference, 4)
WARPCHECK_AT(copy, 2)
WARPCHECK_AT(copy_n, 2)
WARPCHECK_AT(uninitialized_copy, 2)
WARPCHECK_AT(inclusive_scan, 2)
WARPCHECK_AT(exclusive_scan, 2)
WARPCHECK_AT(transform_inclusive_scan, 2)
WARPCHECK_AT(transform_exclusive_scan, 2)
WARPCHECK_AT(adjacent_difference, 2)
WARPCHECK_AT(unique_copy, 2)
WARPCHECK_AT(remove_copy_if, 2)
WARPCHECK_AT(reverse_copy, 2)
WARPCHECK_AT(swap_ranges, 2)
WARPCHECK_AT(inclusive_scan_by_key, 3)
WARPCHECK_AT(exclusive_scan_by_key, 3)
WARPCHECK_AT(gather, 3)
WARPCHECK_AT(transform_if, 3)
WARPCHECK_AT(merge, 4)
WARPCHECK_AT(set_difference, 4)
WARPCHECK_AT(set_intersection, 4)
WARPCHECK_AT(set_union, 4)
WARPCHECK_ALGORITHM(copy_if, detail::nth<(detail::count_of<A_...> >= 5 ? 3 : 2), A_...>)
WARPCHECK_ALGORITHM(transform, detail::nth<(detail::count_of<A_...> >= 5 ? 3 : 2), A_...>)
#undef WARPCHECK_AT

// lower_bound of one value, or of a range of them.
#define WARPCHECK_SEARCH(name) \
  WARPCHECK_ALGORITHM(name, detail::nth<(detail::count_of<A_...> >= 5 ? 4 : 0), A_...>)
WARPCHECK_SEARCH(lower_bound)
WARPCHECK_SEARCH(upper_bound)
#undef WARPCHECK_SEARCH
WARPCHECK_ALGORITHM(binary_search, bool)
WARPCHECK_ALGORITHM(equal, bool)
WARPCHECK_ALGORITHM(is_sorted, bool)
WARPCHECK_ALGORITHM(all_of, bool)
WARPCHECK_ALGORITHM(any_of, bool)
WARPCHECK_ALGORITHM(none_of, bool)
WARPCHECK_ALGORITHM(count, ptrdiff_t)
WARPCHECK_ALGORITHM(count_if, ptrdiff_t)
WARPCHECK_ALGORITHM(reduce,
                    typename detail::value_of<(detail::count_of<A_...> >= 3), 2, A_...>::type)
WARPCHECK_ALGORITHM(inner_product, detail::nth<3, A_...>)
WARPCHECK_ALGORITHM(transform_reduce, detail::nth<3, A_...>)
WARPCHECK_ALGORITHM(minmax_element, std::pair<detail::nth<0, A_...>, detail::nth<0, A_...>>)
WARPCHECK_ALGORITHM(unique_by_key, std::pair<detail::nth<0, A_...>, detail::nth<2, A_...>>)
WARPCHECK_ALGORITHM(unique_by_key_copy, std::pair<detail::nth<3, A_...>, detail::nth<4, A_...>>)
WARPCHECK_ALGORITHM(reduce_by_key, std::pair<detail::nth<3, A_...>, detail::nth<4, A_...>>)
WARPCHECK_ALGORITHM(is_partitioned, bool)
WARPCHECK_ALGORITHM(unique_count, ptrdiff_t)
WARPCHECK_ALGORITHM(equal_range, std::pair<detail::nth<0, A_...>, detail::nth<0, A_...>>)
WARPCHECK_ALGORITHM(merge_by_key, std::pair<detail::nth<6, A_...>, detail::nth<7, A_...>>)
WARPCHECK_ALGORITHM(set_union_by_key, std::pair<detail::nth<6, A_...>, detail::nth<7, A_...>>)
WARPCHECK_ALGORITHM(set_difference_by_key, std::pair<detail::nth<6, A_...>, detail::nth<7, A_...>>)
WARPCHECK_ALGORITHM(set_intersection_by_key, std::pair<detail::nth<5, A_...>, detail::nth<6, A_...>>)
WARPCHECK_ALGORITHM(set_symmetric_difference_by_key,
                    std::pair<detail::nth<6, A_...>, detail::nth<7, A_...>>)
WARPCHECK_ALGORITHM(stable_partition_copy, std::pair<detail::nth<2, A_...>, detail::nth<3, A_...>>)
WARPCHECK_ALGORITHM(partition_copy, std::pair<detail::nth<2, A_...>, detail::nth<3, A_...>>)
WARPCHECK_ALGORITHM(mismatch, std::pair<detail::nth<0, A_...>, detail::nth<2, A_...>>)
#undef WARPCHECK_ALGORITHM
THRUST_NAMESPACE_END
