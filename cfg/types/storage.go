package types

import "strconv"

// Storage is where a variable is stored.
type Storage int

// The storage classes.
const (
	Local Storage = iota
	Param
	Global   // namespace scope or static, __device__ or host
	Shared   // __shared__
	Constant // __constant__
)

var storageNames = [...]string{
	Local: "local", Param: "param", Global: "global", Shared: "shared", Constant: "constant",
}

// String returns the storage's name: "shared".
func (s Storage) String() string {
	if s < 0 || int(s) >= len(storageNames) {
		return strconv.Itoa(int(s))
	}
	return storageNames[s]
}
