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
/// The signals' handler does nothing but to wake a thread that waits for them, so everything here runs as ordinary code. A second signal ends the process at
/// once.
package enum Termination {
  private static let isEnding = Atomic(false)
  /// Held by what is not interrupted, and by the end.
  private static let steps = DispatchSemaphore(value: 1)

  /// Begins to wait for the signals.
  ///
  /// A signal that the process was told to ignore, as `nohup` does, stays ignored. Without a pipe or a thread to be had, signals end the process as they do
  /// without this.
  ///
  /// - Parameter announce: Prints that the process ends; called on another thread, with the signal's name.
  package static func begin(_ announce: @escaping @Sendable (_ signal: String) -> Void) {
    let names = [SIGINT: "SIGINT", SIGTERM: "SIGTERM", SIGHUP: "SIGHUP"].filter { !isIgnored($0.key) }
    var ends: [Int32] = [-1, -1]
    guard !names.isEmpty, pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let reading = ends[0]
    wakingDescriptor = ends[1]
    Thread.detachNewThread {
      var number: UInt8 = 0
      while readDescriptor(reading, &number) != 1 {}
      // The second one ends the process.
      for signal in names.keys { signal_(signal) }
      isEnding.store(true, ordering: .sequentiallyConsistent)
      steps.wait()
      TemporaryItem.removeAll()
      announce(names[Int32(number)] ?? "signal \(number)")
      kill(getpid(), Int32(number))
      // It is on its way.
      while true { pause() }
    }
    for signal in names.keys {
      setHandler(of: signal) { number in
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(wakingDescriptor, &byte, 1)
      }
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

  private static func setHandler(of signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = SA_RESTART
    sigaction(signal, &action, nil)
  }
}

/// Where the handler writes. It is set before there is a handler, and not changed afterwards.
private nonisolated(unsafe) var wakingDescriptor: Int32 = -1

private func readDescriptor(_ descriptor: Int32, _ byte: UnsafeMutablePointer<UInt8>) -> Int {
  read(descriptor, byte, 1)
}

// The name of the system's function is that of many variables.
private func signal_(_ number: Int32) { signal(number, SIG_DFL) }
