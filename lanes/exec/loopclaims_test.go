package exec

import "testing"

// TestLoopClaims checks what is known in a summarised loop, and behind such a loop.
func TestLoopClaims(t *testing.T) {
	for _, c := range loopClaims {
		t.Run(c.name, func(t *testing.T) { checkClaims(t, body(c.text)) })
	}
}

var loopClaims = []struct{ name, text string }{
	{"a counter", `
  int i = 0, j = 7;
  for (; i < n; i++) {
    surely(j == 2 * i + 7);
    surely(i >= 0 && i < n);
    perhaps(i < 3);
    j += 2;
  }
  surely(i >= n);
  surely(j == 2 * i + 7);
  perhaps(i == n);`},
	{"a number that is halved and rounded up", `
  int m = n & 1023;
  while (m > 1) {
    surely(m <= 1023);
    perhaps(m == 3);
    m = (m + 1) / 2;
  }
  surely(m >= 0 && m <= 1);`},
	{"a number that is above its first in the end", `
  int m = n & 1023;
  for (int i = 0; i < 40; i++) {
    perhaps(m > 1023);
    m = m < 8 ? m / 2 : (m + 1) & 4095;
  }`},
	{"a number of each lane that is made smaller", `
  int m = lane + (n & 7);
  while (m > n) {
    surely(m >= 0 && m <= 38);
    m = (m + (d[lane] & 3)) / 2;
    if (d[lane] < 1) break;
  }
  surely(m <= 38);`},
	{"a step of each lane", `
  int i = lane;
  for (; i < n; i += 4) {
    surely((i & 3) == (lane & 3));
    perhaps(i < 4);
  }
  surely(i >= n);`},
	{"who went round met the conditions", `
  int t = 0;
  for (int i = 0; i < n; i++) {
    surely(t <= 6);
    if (i > 5) break;
    t++;
    surely(t <= 6);
    perhaps(t < 6);
  }
  surely(t <= 6);
  surely(t <= n || t == 0);
  perhaps(t != 6);`},
	{"each lane went round for itself", `
  int i = lane, t = 0;
  while (i < n) {
    if (i > 100) break;
    i += 32;
    ++t;
  }
  surely(t <= 4);
  surely(i > 100 || i >= n);
  perhaps(t < 1);`},
	{"what a do loop tests at its end", `
  int w = n & 7;
  do {
    surely(w >= 0);
    if (w < 2) continue;
    d[w] = 1;
  } while (--w > 0);
  surely(w >= -1);
  surely(w <= 0);
  perhaps(w == 0);`},
	{"a word that is known by its test alone", `
  int x = n, before = n;
  while (x > 0) {
    surely(before > 0);
    before = x;
    x = d[x];
    perhaps(x > 0);
  }
  surely(x <= 0);`},
	{"what other lanes have is not met", `
  int x = d[lane], all = 1;
  while (all) {
    perhaps(x > 0);
    x = d[x & 31];
    all = __any_sync(~0u, x > 0);
  }
  beyond(x <= 0);`},
	{"who is still in the loop", `
  unsigned m = ~0u; int v = lane;
  for (;;) {
    surely(mask m);
    m = __ballot_sync(m, d[v] > 0);
    if (d[v] <= 0) break;
    surely(mask m);
    v++;
  }`},
	{"who leaves in one iteration", `
  int k = 0;
  unsigned m = ~0u;
  for (;;) {
    unsigned out = __ballot_sync(m, d[lane] <= k);
    m = m & ~out;
    if (d[lane] <= k) {
      m = out;
      break;
    }
    k++;
  }
  surely(mask ~0u);
  perhaps(m == ~0u);
  perhaps(k == 0);`},
	{"who goes on by the header", `
  int v = d[lane];
  unsigned m = __ballot_sync(~0u, v > 0);
  while (v > 0) {
    surely(mask m);
    v -= 2;
    m = __ballot_sync(m, v > 0);
  }
  perhaps(v == 0);
  surely(mask ~0u);`},
	{"lanes with a property", `
  bool on = d[lane] > 0;
  unsigned m = __ballot_sync(~0u, on);
  for (int i = 0; i < n; i++) {
    if (on) {
      surely(mask m);
      on = d[i] > lane;
    }
    m = __ballot_sync(~0u, on);
  }
  if (on) {
    surely(mask m);
  }`},
	{"a mask of those before", `
  bool on = d[lane] > 0;
  unsigned m = __ballot_sync(~0u, on);
  for (int i = 0; i < n; i++) {
    if (on) {
      perhaps(mask m);
    }
    on = d[i] > lane;
  }`},
	{"a vote that all hear", `
  int i = lane;
  while (__any_sync(~0u, i < n)) {
    surely(mask ~0u);
    i += 4;
  }
  surely(i >= n);
  surely(mask ~0u);`},
	{"a walk over a mask", `
  unsigned m = __ballot_sync(~0u, d[lane] > 0);
  unsigned all = m;
  while (m) {
    surely((m & ~all) == 0);
    surely(m != 0);
    perhaps(m == all);
    m &= m - 1;
  }
  surely(m == 0);`},
	{"a walk over a mask that is tested at its end", `
  unsigned m = __ballot_sync(~0u, d[lane] >= 0);
  if (m) do {
    surely(m != 0);
    m &= m - 1;
  } while (m);`},
	{"one of two", `
  int c = 3;
  for (int i = 0; i < n; i++) {
    surely(c == 3 || c == 5);
    perhaps(c == 3);
    surely((i & 1) == (c == 5));
    c = 8 - c;
  }
  surely(c == 3 || c == 5);`},
	{"one of three", `
  int c = 0;
  for (int i = 0; i < n; i++) {
    perhaps(c < 2);
    beyond(c < 3);
    c = c == 2 ? 0 : c + 1;
  }`},
	{"a shift", `
  unsigned m = 1;
  for (int i = 0; i < n; i++) {
    surely(m == 1u << i || i > 31);
    perhaps(m == 1);
    m <<= 1;
  }`},
	{"a shift that ends the loop", `
  for (unsigned m = 1; m < (n & 63); m <<= 1) {
    surely(m != 0);
    surely((m & m - 1) == 0);
    perhaps(m != 4);
  }`},
	{"halves", `
  for (int o = 16 * n; o > 0; o /= 2) {
    surely(o <= 16 * n);
    perhaps(o > 1);
  }`},
	{"a pointer that moves", `
  int a[4];
  int *p = a;
  a[0] = 1; a[1] = 2; a[2] = 3; a[3] = 4;
  for (int i = 0; i < n && i < 4; i++) {
    surely(*p == i + 1);
    p += 1;
  }`},
	{"pointers that change places", `
  int x = 1, y = 2;
  int *p = &x;
  int *q = &y;
  for (int i = 0; i < n; i++) {
    beyond(*p == 1 + (i & 1));
    perhaps(*p == 1);
    int *t = p; p = q; q = t;
  }`},
	{"the same for all", `
  int v = 0;
  for (int i = 0; i < n; i++) {
    if (v) {
      surely(mask ~0u);
    }
    v = d[i];
  }
  if (v) {
    surely(mask ~0u);
  }`},
	{"the same for a row", `
  int v = 0;
  for (int i = lane / 8; i < n; i += 4) {
    if (v) {
      perhaps(mask ~0u);
    }
    v = d[i];
  }`},
	{"of each lane", `
  int v = 0;
  for (int i = 0; i < n; i++) {
    if (v) {
      perhaps(mask ~0u);
    }
    v = d[i + lane];
  }`},
	{"leaving by two ways", `
  int v = 1, i = 0;
  for (; i < n; i++) {
    if (d[i] == lane) {
      v = 2;
      break;
    }
    if (d[i] > 3) {
      v = 4;
      break;
    }
    surely(v == 1);
    perhaps(mask ~0u);
  }
  surely(v == 1 || v == 2 || v == 4);
  perhaps(v != 4);
  perhaps(v != 2);
  perhaps(v != 1);
  surely(mask ~0u);`},
	{"leaving together by two ways", `
  int v = 1, i = 0;
  for (; i < n; i++) {
    if (d[i] == 2) {
      v = 2;
      break;
    }
    surely(mask ~0u);
  }
  if (v == 2) {
    surely(mask ~0u);
  }
  if (v == 2) {
    surely(i < n);
    surely(d[i] == 2);
  }
  if (v == 1) {
    surely(i >= n);
    perhaps(i > n);
  }`},
	{"a return for all", `
  for (int i = 0; i < n; i++) {
    if (d[i] > 3) return;
    surely(mask ~0u);
  }
  surely(mask ~0u);`},
	{"a return for some", `
  for (int i = 0; i < n; i++) {
    if (d[i] == lane) return;
    unsigned m = __ballot_sync(~0u, 1);
    surely(mask m);
    perhaps(mask ~0u);
  }
  unsigned m = __ballot_sync(~0u, 1);
  surely(mask m);
  perhaps(mask ~0u);`},
	{"a trap for some", `
  for (int i = 0; i < n; i++) {
    if (d[i] == lane) __trap();
    unsigned m = __ballot_sync(~0u, 1);
    surely(mask m);
  }`},
	{"some wait behind the loop", `
  int i = 0;
  for (; i < n; i++) {
    if (d[i] == lane) break;
    unsigned m = __ballot_sync(~0u, 1);
    unlessBroken(mask m);
  }
  surely(mask ~0u);`},
	{"some return and some wait behind the loop", `
  for (int i = 0; i < n; i++) {
    unsigned m = __ballot_sync(~0u, 1);
    unlessBroken(mask m);
    if (d[i] == lane) return;
    if (d[i] == lane + 1) break;
  }
  unsigned m = __ballot_sync(~0u, 1);
  surely(mask m);`},
	{"some return and others leave one after the other", `
  int at = -1;
  for (int i = 0; i < n; i++) {
    if (d[i] == lane) return;
    if (d[i] + lane == 9) {
      at = i;
      break;
    }
  }
  unsigned m = __ballot_sync(~0u, at >= 0);
  if (at >= 0) {
    int first = __shfl_sync(m, at, __ffs(m) - 1, 32);
    perhaps(first == at);
  }`},
	{"a wide word brought out of a loop", `
  unsigned long long w = lane;
  for (int i = lane; i < n; i += 4) {
    w = w * 3 + d[i];
    if (d[i] == 2) break;
  }
  perhaps(w < 40);
  surely(mask ~0u);`},
	{"memory that the lanes write for each other", `
  for (int i = 0; i < n; i++) {
    int x = d[1];
    surely(d[1] == x);
    __syncwarp(~0u);
    if (lane == 0) d[1] = i + 7;
    __syncwarp(~0u);
    perhaps(d[1] == x);
  }`},
	{"memory that was read before a loop writes it", `
  int x = d[1];
  for (int i = 0; i < n; i++) {
    perhaps(d[1] == x);
    if (lane == 0) d[1] = i + 7;
    __syncwarp(~0u);
  }
  perhaps(d[1] == x);`},
	{"a mask of each lane that only shrinks", `
  unsigned m = d[lane], first = m;
  for (int i = 0; i < n; i++) {
    surely((m & ~first) == 0);
    perhaps(m == first);
    m &= d[i + lane + 1];
  }
  surely((m & ~first) == 0);`},
	{"a mask that shrinks to a mask that does not", `
  unsigned m = d[lane], first = m;
  for (int i = 0; i < n; i++) {
    perhaps((m & ~first) == 0);
    m = m & d[i] | i;
  }`},
	{"two that count", `
  int i = 0, j = 0;
  unsigned b = 1;
  while (i < n) {
    surely(mask ~0u);
    surely(j == 3 * i);
    surely(i > 31 || b == 1u << i);
    i++;
    j += 3;
    b <<= 1;
  }
  surely(mask ~0u);`},
	{"a vote in the test of a loop", `
  int v = d[lane];
  unsigned m = ~0u;
  while (__any_sync(m, v > 1)) {
    surely(mask m);
    v -= 1;
    m = __ballot_sync(m, 1);
  }
  surely(v <= 1);`},
	{"an array that was not alike before", `
  int a[4];
  a[0] = lane; a[1] = 0; a[2] = 0; a[3] = 0;
  for (int i = 0; i < n; i++) {
    if (a[d[0] & 3] > 1) {
      perhaps(mask ~0u);
    }
    a[1 + (i & 1)] = d[i];
  }
  if (a[d[0] & 3] > 1) {
    perhaps(mask ~0u);
  }`},
	{"a return or a way out at once", `
  int v = lane;
  bool stop = 0;
  unsigned m = 0;
  for (;;) {
    stop = d[v] > 2;
    m = __ballot_sync(~0u, stop);
    if (m) {
      if (stop) return;
      break;
    }
    if (v > 300) break;
    v += 32;
  }
  if (m) {
    perhaps(mask ~0u);
  }
  if (m) {
    beyond(mask ~m);
  }`},
	{"what a lane brings along", `
  unsigned m = d[40];
  int i = 0;
  while (i < n) {
    i = __shfl_sync(m, i + 1, 0, 32);
    unlessBroken(mask ~0u);
  }
  perhaps(i == n);`},
	{"what a lane hands on", `
  int i = 0, k = 0;
  for (;;) {
    if (lane == 0) i = d[k];
    i = __shfl_sync(~0u, i, 0, 32);
    if (i >= n || k > 40) break;
    surely(mask ~0u);
    k++;
  }
  surely(i >= n || k > 40);
  surely(mask ~0u);`},
	{"peers", `
  unsigned peers = __match_any_sync(~0u, d[lane] & 3);
  unsigned rest = peers;
  int sum = 0;
  while (rest) {
    int from = __ffs(rest) - 1;
    sum += __shfl_sync(peers, lane, from, 32);
    unlessBroken(present peers);
    perhaps(mask ~0u);
    rest &= rest - 1;
  }
  perhaps(sum < 400);`},
	{"peers that part", `
  unsigned peers = __match_any_sync(~0u, d[lane] & 3);
  int v = lane;
  while (v > n) {
    perhaps(present peers);
    v -= 9;
  }
  perhaps(v > 2);`},
	{"a loop in a loop", `
  int c = 0;
  for (int i = 0; i < n; i++) {
    int own = 0;
    for (int j = 0; j < d[i]; j++) {
      surely(mask ~0u);
      surely(j < d[i]);
      own++;
      c++;
    }
    surely(own >= 0);
    surely(mask ~0u);
    perhaps(c == own);
  }
  perhaps(c == 0);`},
	{"a loop of each lane in a loop", `
  for (int i = 0; i < n; i++) {
    for (int j = lane; j < d[i]; j++) {
      perhaps(mask ~0u);
    }
    surely(mask ~0u);
  }
  surely(mask ~0u);`},
	{"a walk in a loop", `
  for (int i = 0; i < n; i++) {
    unsigned m = __ballot_sync(~0u, d[lane + i] > 1);
    unsigned all = m;
    while (m) {
      surely(mask ~0u);
      surely((m & ~all) == 0);
      m &= m - 1;
    }
    surely(m == 0);
  }`},
	{"a word that an outer loop changes", `
  int v = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      if (v > j) {
        perhaps(mask ~0u);
      }
    }
    v = d[lane];
  }`},
	{"an array that some iterations write", `
  int a[4];
  int b[4];
  a[0] = 0; a[1] = 0; a[2] = 0; a[3] = 0; b[1] = 7;
  for (int i = 0; i < n; i++) {
    perhaps(a[0] == 0);
    surely(b[1] == 7);
    a[i & 3] = lane;
  }
  perhaps(a[0] == 0);
  surely(b[1] == 7);`},
	{"an array that all write alike", `
  int a[4];
  a[0] = 0; a[1] = 0; a[2] = 0; a[3] = 0;
  for (int i = 0; i < n; i++) {
    if (a[d[0] & 3]) {
      surely(mask ~0u);
    }
    a[i & 3] = d[i];
  }
  if (a[n & 3]) {
    surely(mask ~0u);
  }`},
	{"an array that each writes for itself", `
  int a[4];
  a[0] = 0; a[1] = 0; a[2] = 0; a[3] = 0;
  for (int i = 0; i < n; i++) {
    if (a[d[0] & 3]) {
      perhaps(mask ~0u);
    }
    a[i & 3] = d[i + lane];
  }
  if (a[n & 3]) {
    perhaps(mask ~0u);
  }`},
	{"memory that an iteration writes", `
  int x = d[1];
  for (int i = 0; i < n; i++) {
    perhaps(d[1] == x);
    if (lane == 0) d[1] = x + 1;
  }
  perhaps(d[1] == x);`},
	{"memory that no iteration writes", `
  int x = d[1];
  for (int i = 0; i < n; i++) {
    surely(d[1] == x);
  }
  surely(d[1] == x);`},
	{"shared memory that an iteration writes", `
  __shared__ int s[33];
  s[lane] = 0;
  __syncwarp(~0u);
  int x = s[1];
  for (int i = 0; i < n; i++) {
    perhaps(s[1] == x);
    __syncwarp(~0u);
    if (lane == 1) s[n & 1] = x + 1;
    __syncwarp(~0u);
  }`},
	{"whole warps", `
  if (n % 32 == 0) {
    for (int i = lane; i < n; i += 32) {
      surely(mask ~0u);
    }
  }
  if (n % 16 == 0) {
    for (int i = lane; i < n; i += 32) {
      perhaps(mask ~0u);
    }
  }`},
	{"a mask that only shrinks", `
  unsigned m = __ballot_sync(~0u, d[lane] > 0), first = m;
  for (int i = 0; i < n; i++) {
    surely((m & ~first) == 0);
    perhaps(m == first);
    m &= d[i];
  }
  surely((m & ~first) == 0);`},
	{"a mask that grows", `
  unsigned m = 1;
  for (int i = 0; i < n; i++) {
    perhaps((m & ~1u) == 0);
    m |= 1u << d[i];
  }
  perhaps(m != 1);`},
	{"a word that may become zero", `
  unsigned m = d[lane] + 1;
  do {
    perhaps(m != 0);
    m = m / 2;
  } while (d[m] > 0);`},
	{"a word that becomes zero in some lanes", `
  unsigned m = 3 + lane;
  int i = 0;
  do {
    perhaps(m != 0);
    m &= m - 1;
    i++;
  } while (i < n);`},
	{"before the last", `
  for (int i = 0; i < n - 1; i++) {
    surely(i + 1 < n);
    perhaps(i + 2 < n);
  }
  for (int i = 0; i + 1 < n; i++) {
    surely(i < n - 1);
  }`},
}
