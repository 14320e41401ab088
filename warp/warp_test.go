package warp

import "testing"

func TestWords(t *testing.T) {
	for set, want := range map[Lanes]string{
		0: "no lane", 1: "lane 0", All: "all lanes", 0xffff: "lanes 0-15",
		0x55555555: "lanes 0, 2, ..., 30", 0xaaaaaaaa: "lanes 1, 3, ..., 31", 0x49249248: "lanes 3, 6, ..., 30",
		0x01010101: "lanes 0, 8, 16, 24", 0x55555557: "lanes 0-2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30",
		0x15554555: "lanes 0, 2, 4, 6, 8, 10, 14, 16, 18, 20, 22, 24, 26, 28",
	} {
		if got := set.Words(); got != want {
			t.Errorf("%08x: %s, want %s", uint32(set), got, want)
		}
	}
}
