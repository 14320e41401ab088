package changed

import "testing"

// Whatever git writes, it is read or refused.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"+++ b/k.cu\n@@ -1,2 +3,4 @@ f\n+x\n", "+++ \"b/\\303\\244.cu\"\t\n@@ -1 +0,0 @@\n", "+++ /dev/null\n@@ -1 +1 @@\n",
		"@@ -1 +99999999999999999999 @@\n+++ b/x\n@@ -1 +99999999999999999999 @@\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, diff []byte) {
		lines := Lines{}
		if lines.read("/r", diff) == nil {
			lines.Touches("/r/k.cu", 1, 2)
		}
	})
}
