// Locks and flags that a loop waits for by way of functions, members and cuda::atomic.
#include <cuda/atomic>

using Atomic = cuda::atomic<int, cuda::thread_scope_device>;
using Ref = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ Atomic lock;

__global__ void exchanged(int *sum) {
  while (lock.exchange(1, cuda::memory_order_acquire)) // want[lockstep] spin-wait-deadlock "lane that takes this lock"
    ;
  *sum += 1;
  lock.store(0, cuda::memory_order_release);
}

__global__ void compared(int *sum) {
  int expected = 0;
  while (!lock.compare_exchange_weak(expected, 1)) // want[lockstep] spin-wait-deadlock "lane that takes this lock"
    expected = 0;
  *sum += 1;
  lock = 0;
}

// Whoever fails finds 1, and compares with that from there on: no lock, but no lane waits.
__global__ void comparedWithWhatItFound(int *sum) {
  int expected = 0;
  while (!lock.compare_exchange_strong(expected, 1))
    ;
  *sum += 1;
  lock = 0;
}

__global__ void byReference(int *mutex, int *sum) {
  Ref mine(*mutex);
  while (mine.exchange(1) == 1) // want[lockstep] spin-wait-deadlock "lane that takes this lock"
    ;
  *sum += 1;
  mine.store(0);
}

__global__ void byReferencesOfTheirOwn(int *mutexes, int *sum) {
  Ref mine(mutexes[threadIdx.x]);
  while (mine.exchange(1) == 1)
    ;
  sum[threadIdx.x] += 1;
  mine.store(0);
}

class Mutex {
  Atomic taken;

public:
  __device__ bool tryLock() {
    int expected = 0;
    return taken.compare_exchange_strong(expected, 1);
  }
  __device__ void lock() {
    while (!tryLock()) // want[lockstep] spin-wait-deadlock "lane that takes this lock"
      __nanosleep(10);
  }
  __device__ void unlock() { taken.store(0); }
};

__global__ void oneMutex(Mutex *m, int *sum) {
  m->lock();
  *sum += 1;
  m->unlock();
}

class Guarded {
  int taken;

public:
  __device__ bool tryLock() { return atomicExch(&taken, 1) == 0; }
  __device__ void lock() {
    while (!tryLock()) {
    }
  }
  __device__ void unlock() { atomicExch(&taken, 0); }
};

__global__ void ofTheirOwn(Guarded *locks, int *sum) {
  locks[threadIdx.x].lock();
  sum[threadIdx.x] += 1;
  locks[threadIdx.x].unlock();
}

__global__ void releasedInside(Guarded *l, int *sum) {
  for (bool done = false; !done;)
    if (l->tryLock()) {
      *sum += 1;
      l->unlock();
      done = true;
    }
}

__device__ bool addOnce(int *mutex, int *sum) {
  if (atomicExch(mutex, 1) != 0) return false;
  *sum += 1;
  atomicExch(mutex, 0);
  return true;
}

__global__ void releasedByTheFunction(int *mutex, int *sum) {
  while (!addOnce(mutex, sum))
    ;
}

__global__ void byOneLane(Guarded *l, int *sum) {
  if (threadIdx.x % 32 == 0) {
    l->lock();
    *sum += 1;
    l->unlock();
  }
}

__global__ void inTurn(unsigned *next, unsigned *turn, int *sum) {
  unsigned mine = atomicAdd(next, 1);
  while (atomicAdd(turn, 0) != mine) // want[lockstep] spin-wait-deadlock "lane that takes this lock"
    ;
  *sum += 1;
  __threadfence();
  atomicAdd(turn, 1);
}

__global__ void inTurnByVolatile(unsigned *next, volatile unsigned *turn, int *sum) {
  unsigned mine = atomicAdd(next, 1);
  while (*turn != mine) // want[lockstep] spin-wait-deadlock "lane that takes this lock"
    ;
  *sum += 1;
  __threadfence();
  *turn = mine + 1;
}

struct Tickets {
  unsigned next, turn;
  __device__ void lock() {
    unsigned mine = atomicAdd(&next, 1);
    while (atomicOr(&turn, 0) != mine) // want[lockstep] spin-wait-deadlock "lane that takes this lock"
      ;
  }
  __device__ void unlock() { atomicAdd(&turn, 1); }
};

__global__ void byTickets(Tickets *t, int *sum) {
  t->lock();
  *sum += 1;
  t->unlock();
}

// Each block has one number.
__global__ void inTurnOfBlocks(unsigned *turn, int *sum) {
  if (threadIdx.x == 0) {
    unsigned mine = blockIdx.x;
    while (atomicAdd(turn, 0) != mine)
      ;
    *sum += 1;
    atomicAdd(turn, 1);
  }
}

__global__ void waitsForAllBlocks(unsigned *count) {
  unsigned mine = atomicAdd(count, 1);
  while (atomicAdd(count, 0) != gridDim.x * blockDim.x)
    ;
  if (mine == 0) *count = 0;
}

__global__ void passedInTheLoop(unsigned *next, unsigned *turn, int *sum) {
  unsigned mine = atomicAdd(next, 1);
  for (bool done = false; !done;)
    if (atomicAdd(turn, 0) == mine) {
      *sum += 1;
      atomicAdd(turn, 1);
      done = true;
    }
}

__device__ bool isSet(volatile int *flag) { return *flag != 0; }

__global__ void flagInAFunction(volatile int *flag) {
  if (threadIdx.x == 0) {
    while (!isSet(flag)) // want[lockstep] spin-wait-deadlock "on another side of a branch"
      ;
  } else if (threadIdx.x == 1) {
    *flag = 1;
  }
}

__global__ void flagOfAtomics(Ref flag) {
  if (threadIdx.x == 0) {
    while (flag.load(cuda::memory_order_relaxed) == 0) // want[lockstep] spin-wait-deadlock "on another side of a branch"
      ;
  } else if (threadIdx.x == 1) {
    flag.store(1, cuda::memory_order_relaxed);
  }
}

struct Flags {
  Atomic first, second;
};

__global__ void anotherMember(Flags *flags) {
  if (threadIdx.x == 0) {
    while (flags->first.load() == 0)
      ;
  } else if (threadIdx.x == 1) {
    flags->second.store(1);
  }
}

__global__ void setBefore(Flags *flags) {
  flags->first.store(1);
  if (threadIdx.x == 0) {
    while (flags->first.load() == 0)
      ;
  } else if (threadIdx.x == 1) {
    flags->first.store(2);
  }
}

// A value that is made of itself has no end.
__device__ bool takesNowhere(int *l) {
  int *next;
  next = next + 1;
  return atomicCAS(next, 0, 1) == 0;
}

__global__ void nowhere(int *l, int *x) {
  while (!takesNowhere(l))
    ;
  x[0]++;
  atomicExch(l, 0);
}
