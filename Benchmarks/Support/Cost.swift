import Foundation

/// What a piece of work cost.
package struct Cost {
  /// Seconds from start to end.
  package var wall = 0.0
  /// Seconds of this process, and of those that it has waited for, in their own code.
  package var user = 0.0
  /// Seconds of this process, and of those that it has waited for, in their own code and in the kernel for them.
  package var cpu = 0.0

  package init() {}

  /// Runs `body` and adds what it cost.
  package mutating func add<Result>(_ body: () throws -> Result) rethrows -> Result {
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
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    var cost = Cost()
    cost.wall = Double(DispatchTime.now().uptimeNanoseconds) / 1e9
    for who in [Int(RUSAGE_SELF.rawValue), Int(RUSAGE_CHILDREN.rawValue)] {
      var usage = rusage()
      getrusage(Int32(who), &usage)
      cost.user += seconds(usage.ru_utime)
      cost.cpu += seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
    return cost
  }

  /// The greatest resident memory of this process so far, in MiB.
  package static var peakMiB: Double {
    var usage = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) / 1024
  }
}
