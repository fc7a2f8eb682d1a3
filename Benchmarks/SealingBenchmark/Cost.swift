import Foundation

/// What a piece of work cost.
struct Cost {
  /// Seconds from start to end.
  var wall = 0.0
  /// Seconds of this process and of those that it has waited for, in their own code and in the kernel for them.
  var cpu = 0.0

  /// Runs `body` and adds what it cost.
  mutating func add<Result>(_ body: () throws -> Result) rethrows -> Result {
    let start = Self.now()
    defer {
      let end = Self.now()
      wall += end.wall - start.wall
      cpu += end.cpu - start.cpu
    }
    return try body()
  }

  private static func now() -> Cost {
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    var cost = Cost(wall: Double(DispatchTime.now().uptimeNanoseconds) / 1e9)
    for who in [Int(RUSAGE_SELF.rawValue), Int(RUSAGE_CHILDREN.rawValue)] {
      var usage = rusage()
      getrusage(Int32(who), &usage)
      cost.cpu += seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
    return cost
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
