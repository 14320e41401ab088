// The machine's containers, of a class that is no literal type.
#include <list>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

struct Owner {
  explicit Owner(int);
  Owner(Owner &&) noexcept;
  Owner &operator=(Owner &&) noexcept;
  ~Owner();
  bool operator<(const Owner &) const;
  std::vector<int> owned;
};

__global__ void kernel(int *p) { *p = 1; }

int containers(int *p) {
  static std::map<std::pair<int, int>, Owner> ordered;
  ordered.emplace(std::make_pair(1, 2), 3);
  ordered.erase({1, 2});
  std::unordered_map<int, Owner> hashed;
  hashed.emplace(3, 4);
  std::list<Owner> listed;
  listed.emplace_back(5);
  std::set<Owner> all;
  all.emplace(6);
  for (auto &[key, owner] : hashed)
    kernel<<<1, owner.owned.size()>>>(p + key);
  return ordered.size() + listed.size() + all.size();
}
