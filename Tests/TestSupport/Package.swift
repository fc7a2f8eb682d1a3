internal import Foundation

/// The package that the tests belong to.
public enum Package {
  /// The full path of a file of the package, by its path from the root.
  public static func path(_ name: String) -> String {
    // Tests/TestSupport/Package.swift
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return root.appendingPathComponent(name).path
  }
}
