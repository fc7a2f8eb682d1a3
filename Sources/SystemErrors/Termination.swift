internal import Dispatch
internal import Foundation
internal import Synchronization

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// How SIGINT, SIGTERM and SIGHUP end the process: temporary items are removed, a message is printed, and the process ends by the signal after all, so that
/// whoever started it sees that.
///
/// The signals are blocked in all threads but one, which waits for them; so everything here runs as ordinary code. A second signal ends the process at once.
package enum Termination {
  private static let isEnding = Atomic(false)
  /// Held by what is not interrupted, and by the end.
  private static let steps = DispatchSemaphore(value: 1)

  /// Begins to wait for the signals; to be called before other threads are made, which inherit that the signals are blocked.
  ///
  /// A signal that the process was told to ignore, as `nohup` does, stays ignored.
  ///
  /// - Parameter announce: Prints that the process ends; called on another thread, with the signal's name.
  package static func begin(_ announce: @escaping @Sendable (_ signal: String) -> Void) {
    let names = [SIGINT: "SIGINT", SIGTERM: "SIGTERM", SIGHUP: "SIGHUP"].filter { !isIgnored($0.key) }
    guard !names.isEmpty else { return }
    let signals = Array(names.keys)
    var set = Self.set(of: signals)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    Thread.detachNewThread {
      var set = Self.set(of: signals)
      var number: Int32 = 0
      while sigwait(&set, &number) != 0 {}
      // The second one ends the process.
      for signal in signals { signal_(signal) }
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      isEnding.store(true, ordering: .sequentiallyConsistent)
      steps.wait()
      TemporaryItem.removeAll()
      announce(names[number] ?? "signal \(number)")
      kill(getpid(), number)
      // It is on its way.
      while true { pause() }
    }
  }

  /// Puts the end off until `resume()` is called; waits for the end if it has begun, and for others that put it off.
  package static func postpone() { steps.wait() }

  /// Lets the end come that `postpone()` put off.
  package static func resume() { steps.signal() }

  /// Waits for the end if a signal is ending the process; what fails by then fails because its files are gone.
  package static func waitIfEnding() {
    while isEnding.load(ordering: .sequentiallyConsistent) { pause() }
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func set(of signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}

// The name of the system's function is that of many variables.
private func signal_(_ number: Int32) { signal(number, SIG_DFL) }
