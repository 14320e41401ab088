// Corners: side effects in odd places, lifetimes on jumps, members of members.

__device__ unsigned effects_in_conditions(unsigned lane) {
  int n = lane % 9, sum = 0, last;
  while (n-- > 0) sum += n;
  for (int i = 0, j = 10; i < j; i += 2, --j) sum += i * j;
  if ((last = sum % 7) > 3 && ++sum) sum += last;
  int a, b, c;
  a = b = c = sum & 15;
  a += b -= c >>= 1;
  return sum + a * 100 + b * 1000 + c * 10000 + (n == -1);
}

struct Trace {
  unsigned &to;
  unsigned id;
  __device__ Trace(unsigned &to, unsigned id) : to(to), id(id) {}
  __device__ ~Trace() { to = to * 3 + id; }
  __device__ Trace next() const { return Trace(to, id + 1); }
  __device__ unsigned number() const { return id; }
};

__device__ unsigned lifetimes_and_jumps(unsigned lane) {
  unsigned to = lane;
  for (int i = 0; i < 3; ++i) {
    Trace t(to, 1);
    if (i == 1) {
      Trace u(to, 2);
      if (lane & 1) continue;
      if (lane & 2) goto out;
    }
    to += Trace(to, 3).next().number();
  }
out:
  to += 1;
  switch (lane % 3) {
    case 0: {
      Trace s(to, 4);
      break;
    }
    case 1: return Trace(to, 5).number() + to;
  }
  const Trace &kept = Trace(to, 6);
  to += kept.id;
  return to;
}

__device__ unsigned chosen_temporaries(unsigned lane) {
  unsigned to = 1;
  {
    Trace a(to, 1);
    unsigned x = lane & 1 ? Trace(to, 2).number() : a.next().number();
    bool b = lane & 2 && Trace(to, 3).number() == 3;
    to += x + b;
  }
  return to;
}

struct Element {
  unsigned v;
  unsigned *destroyed;
  __device__ ~Element() { *destroyed = *destroyed * 2 + v; }
};

__device__ unsigned arrays_of_objects(unsigned lane) {
  unsigned destroyed = 0;
  {
    Element all[3] = {{lane & 1, &destroyed}, {1, &destroyed}, {lane >> 1 & 1, &destroyed}};
    all[1].v ^= lane >> 2 & 1;
  }
  return destroyed;
}

struct Outer {
  struct Inner {
    unsigned x = 1, y;
    unsigned rows[2][2];
  };
  Inner inner[2];
  union {
    unsigned word;
    unsigned char byte;
  };
  struct {
    unsigned left, right;
  } sides;
  unsigned Inner::*member;
};

__device__ unsigned members_of_members(unsigned lane) {
  Outer o{};
  o.inner[1].rows[lane & 1][1] = lane;
  o.word = 0x1234;
  o.byte = lane;
  o.sides = {lane, 2};
  Outer::Inner *p = &o.inner[lane & 1];
  p->y = 7;
  p->rows[0][0]++;
  Outer copy = o;
  copy.inner[1].x += p->y;
  unsigned sum = 0;
  for (auto &i : copy.inner) sum = sum * 10 + i.x + i.y + i.rows[0][0] + i.rows[0][1] * 2 + i.rows[1][1] * 3;
  return sum + copy.word + copy.sides.left * 5 + copy.sides.right;
}

struct Range {
  unsigned from, to;
  struct Iterator {
    unsigned at;
    __device__ unsigned operator*() const { return at * at; }
    __device__ Iterator &operator++() {
      ++at;
      return *this;
    }
    __device__ bool operator!=(const Iterator &o) const { return at != o.at; }
  };
  __device__ Iterator begin() const { return {from}; }
  __device__ Iterator end() const { return {to}; }
};

__device__ unsigned own_ranges(unsigned lane) {
  unsigned sum = 0;
  for (unsigned x : Range{lane % 4, 6}) {
    if (x == 9) continue;
    sum += x;
  }
  return sum;
}

struct Handle {
  unsigned *p;
  __device__ unsigned *operator->() const { return p; }
  __device__ unsigned &operator*() const { return *p; }
  __device__ Handle &operator=(unsigned x) {
    *p = x;
    return *this;
  }
  __device__ Handle operator++(int) {
    Handle old = *this;
    ++p;
    return old;
  }
};

__device__ unsigned handles(unsigned lane) {
  unsigned cells[4] = {1, 2, 3, 4};
  Handle h{cells};
  *h++ = lane;
  h = 50;
  *(h++) += 5;
  *h ^= 0xff;
  return cells[0] + cells[1] * 3 + cells[2] * 5 + cells[3] * 7;
}

class Machine {
  unsigned state;
  unsigned step(unsigned) const;

 public:
  __device__ explicit Machine(unsigned s) : state(s) {}
  __device__ Machine &twist() {
    auto turn = [this](unsigned k) { state = state << k | state >> (32 - k); };
    turn(3);
    auto copy = [*this]() mutable { return ++state; };
    state ^= copy();
    return *this;
  }
  friend __device__ unsigned value(const Machine &m) { return m.state; }
};

__device__ unsigned chains(unsigned lane) { return value(Machine(lane + 1).twist().twist()); }

__device__ unsigned punned(unsigned lane) {
  union {
    float f;
    unsigned u;
  } x;
  x.f = 1.0f;
  x.u += lane << 20;
  unsigned char bytes[4] = {1, 2, 3, (unsigned char)lane};
  unsigned word = 0;
  for (int i = 3; i >= 0; --i) word = word << 8 | bytes[i];
  return x.u + word;
}

struct Left {
  unsigned x;
};
struct Right {
  unsigned x;
};
struct Both : Left, Right {
  unsigned y;
};

__device__ unsigned twice_the_name(unsigned lane) {
  Both b{{lane}, {lane * 2}, 3};
  Right &r = b;
  r.x += 100;
  Both *p = static_cast<Both *>(&r);
  p->y += 5;
  Left l = *p;
  return l.x + b.Right::x * 10 + b.y * 1000;
}

struct Lazy {
  unsigned a;
  unsigned b = a + 1;
  unsigned c = twice();
  __device__ unsigned twice() const { return 2 * b; }
};

__device__ unsigned defaults_of_members(unsigned lane) {
  Lazy x{lane}, y{lane, 5};
  return x.b + x.c * 100 + y.c * 10000;
}

__device__ unsigned filled(unsigned (&cells)[3], unsigned with) {
  unsigned old = cells[0];
  for (auto &c : cells) c = with++;
  return old;
}
__device__ Both made(unsigned x) {
  Both b;
  b.Left::x = b.Right::x = x;
  b.y = 1;
  if (x & 1) return b;
  b.y = 2;
  return b;
}

__device__ unsigned values_of_calls(unsigned lane) {
  unsigned cells[3] = {9};
  unsigned old = filled(cells, lane);
  return old + cells[2] + made(lane).y * 10 + made(lane + 1).Right::x;
}

__device__ unsigned memory_functions(unsigned lane) {
  Both a = made(lane), b;
  __builtin_memcpy(&b, &a, sizeof b);
  a.y = 90;
  unsigned cells[4] = {lane, 1, 2, 3}, copy[4];
  __builtin_memcpy(copy, cells, sizeof cells);
  __builtin_memset(cells, 0, sizeof cells);
  return b.y + b.Left::x + copy[0] * 2 + copy[3] + cells[0];
}

__device__ unsigned strings(unsigned lane) {
  const char *text = "warp lanes";
  char own[] = "abc";
  own[lane % 3] = 'z';
  unsigned length = 0;
  while (text[length]) ++length;
  return length + text[lane % 10] + own[0] + own[1] * 2 + own[2] * 3 + own[3];
}

__device__ unsigned conversions_by_operator(unsigned lane) {
  struct Meters {
    int n;
    __device__ operator int() const { return n; }
  };
  struct Feet {
    int n;
    __device__ Feet(Meters m) : n(m * 3) {}
    __device__ Feet(int n) : n(n) {}
  };
  auto sum = [](Feet a, Feet b) { return a.n + b.n; };
  Meters m{(int)lane};
  return sum(m, 5) + (m > 3) + -m;
}
