internal import Dispatch
internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The thread that is running.
enum CurrentThread {
  private static let mainQueueKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Marks a thread that came from the main queue, while it runs a block of another queue.
  private static let mainMark: pthread_key_t = {
    var key = pthread_key_t()
    guard pthread_key_create(&key, nil) == 0 else { preconditionFailure("There is no thread-specific storage left.") }
    return key
  }()

  /// A number that no other living thread has; never 0.
  static var number: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// Whether this is the program's main thread, or, where that thread has ended, the one that runs the main queue's blocks.
  ///
  /// On Linux, the main thread of a program with an asynchronous `main` ends, and the main queue's blocks, which are the main actor's, too,
  /// run on whatever thread there is.
  static var isMain: Bool {
    DispatchQueue.getSpecific(key: mainQueueKey) == true || pthread_getspecific(mainMark) != nil || Thread.isMainThread
  }

  /// Runs `body`, a block of another queue, during which the thread goes on being the main one, if it is that.
  static func keepingRole<Value>(_ isMain: Bool, _ body: () -> Value) -> Value {
    guard isMain, pthread_getspecific(mainMark) == nil else { return body() }
    pthread_setspecific(mainMark, UnsafeRawPointer(bitPattern: 1))
    defer { pthread_setspecific(mainMark, nil) }
    return body()
  }
}
