import Dispatch

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where the process begins: before anything waits for a thread, it looks whether the system gives it any.
///
/// Tasks and the main queue are served by threads that are made when they are needed. Where the system refuses to make them, nothing
/// fails: the tasks wait for good.
@main
enum Entry {
  static func main() {
    // Swift reads the arguments there. Without them, every command would be a request for help that is granted.
    guard CommandLine.argc > 0 else {
      CommandOutput.printError("studbook: the system does not tell this process its arguments; mount /proc")
      exit(2)
    }
    guard canMakeThreads(fewestThreads) else {
      CommandOutput.printError(
        "studbook: the system gives this process no threads; raise the limit of its user (ulimit -u) or of its container"
      )
      exit(2)
    }
    Task {
      await Studbook.main()
      exit(0)
    }
    dispatchMain()
  }

  /// How many threads have to be there beside the first.
  private static let fewestThreads = 6

  #if canImport(Glibc)
    /// Makes so many threads at the same time, and lets them end.
    private static func canMakeThreads(_ count: Int) -> Bool {
      let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      defer { gate.deallocate() }
      pthread_mutex_init(gate, nil)
      pthread_mutex_lock(gate)
      let threads = (0..<count).compactMap { _ in waitingThread(at: UnsafeMutableRawPointer(gate)) }
      pthread_mutex_unlock(gate)
      for thread in threads { pthread_join(thread, nil) }
      pthread_mutex_destroy(gate)
      return threads.count == count
    }

    /// A thread that waits for a mutex and ends; `nil` if there is none to be had.
    private static func waitingThread(at gate: UnsafeMutableRawPointer) -> pthread_t? {
      var thread = pthread_t()
      let status = pthread_create(
        &thread,
        nil,
        { gate in
          let mutex = gate?.assumingMemoryBound(to: pthread_mutex_t.self)
          if let mutex {
            pthread_mutex_lock(mutex)
            pthread_mutex_unlock(mutex)
          }
          return nil
        },
        gate
      )
      return status == 0 ? thread : nil
    }
  #else
    private static func canMakeThreads(_ count: Int) -> Bool { true }
  #endif
}
