import Foundation

/// What a piece of work cost.
struct Cost {
  /// Seconds from start to end.
  var wall = 0.0
  /// Seconds of this process in its own code.
  var user = 0.0
  /// Seconds of this process, in its own code and in the kernel for it.
  var cpu = 0.0

  /// Runs `body` and adds what it cost.
  mutating func add<Result>(_ body: () throws -> Result) rethrows -> Result {
    let start = Self.now()
    defer {
      let end = Self.now()
      wall += end.wall - start.wall
      user += end.user - start.user
      cpu += end.cpu - start.cpu
    }
    return try body()
  }

  private static func now() -> Cost {
    var usage = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return Cost(
      wall: Double(DispatchTime.now().uptimeNanoseconds) / 1e9,
      user: seconds(usage.ru_utime),
      cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime)
    )
  }

  /// The greatest resident memory of this process so far, in MiB.
  static var peakMiB: Double {
    var usage = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) / 1024
  }
}

extension Array where Element == Double {
  /// The middle value.
  var median: Double {
    let sorted = sorted()
    return sorted.isEmpty ? 0 : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
