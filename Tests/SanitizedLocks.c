// Tells the thread sanitizer of Swift's Mutex where threads waited for each other. The library Synchronization is not built for it: what happens without waiting
// is compiled into the caller and seen, but a thread that had to wait seems to have taken no lock, and what both did under it a race. Loaded into a process
// without the sanitizer (LD_PRELOAD), it changes nothing.
//
// The functions are those of Swift 6.3 for Linux (_MutexHandle in Synchronization/Mutex/LinuxImpl.swift): what they are called stands in the library's own table.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

__attribute__((weak)) void __tsan_acquire(void *place);
__attribute__((weak)) void __tsan_release(void *place);

SWIFT void lock_slowly(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT bool try_lock_slowly(SELF void *mutex) __asm__(TRY_LOCK);
SWIFT void unlock_slowly(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lock_slowly(uint32_t thread, SELF void *mutex) {
  SWIFT void (*own)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK);
  own(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool try_lock_slowly(SELF void *mutex) {
  SWIFT bool (*own)(SELF void *) = dlsym(RTLD_NEXT, TRY_LOCK);
  bool is_locked = own(mutex);
  if (is_locked && __tsan_acquire) __tsan_acquire(mutex);
  return is_locked;
}

SWIFT void unlock_slowly(SELF void *mutex) {
  SWIFT void (*own)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(mutex);
  own(mutex);
}
