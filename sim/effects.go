package sim

// affect adds to the digest of what others see of the run (FNV-1a, word by word), where the input
// asks what an undefined value does.
func (m *machine) affect(words ...uint64) {
	if m.in.Undefined == nil {
		return
	}
	const prime = 1099511628211
	for _, w := range words {
		m.out.Effects = (m.out.Effects ^ w) * prime
		m.out.Effects ^= m.out.Effects >> 32 // the low bits of a product do not know the high ones
	}
}
