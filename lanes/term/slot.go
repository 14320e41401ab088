package term

// Slot is the meaning of a word that an atomic returned: the atomic added Step to the element Index of the array
// Counter, or subtracted it (Down). Threads that reserve places in a buffer in this way get different words.
type Slot struct {
	Counter     any
	Index, Step *Term
	Down        bool
}
