import Foundation

/// The seeds of tests that draw their cases.
public enum Seeds {
  /// `STUDBOOK_SEEDS=1000-2000` tries those instead of the few of every run, which are `standard`.
  public static func range(_ standard: ClosedRange<UInt64>) -> ClosedRange<UInt64> {
    let bounds = (ProcessInfo.processInfo.environment["STUDBOOK_SEEDS"] ?? "").split(separator: "-").compactMap {
      UInt64($0)
    }
    return bounds.count == 2 && bounds[0] <= bounds[1] ? bounds[0]...bounds[1] : standard
  }
}
