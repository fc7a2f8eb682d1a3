import Foundation
import TestSupport
import Testing

/// A public type of a product, at the top level of a source file.
struct PublicType {
  let module: String
  let name: String
  private let path: String

  /// The modules of each library product, as the manifest lists them.
  static func products() throws -> [[String]] {
    let manifest = try String(contentsOfFile: Package.path("Package.swift"), encoding: .utf8)
    return manifest.matches(of: /\.library\(\s*name: "\w+",\s*targets: \[([^\]]+)\]/).map { match in
      match.1.matches(of: /"(\w+)"/).map { String($0.1) }
    }
  }

  /// The public types of a module.
  static func inModule(_ module: String) throws -> [PublicType] {
    try files(ofModule: module).flatMap { path in
      try lines(ofFile: path).compactMap(declaredType).map { PublicType(module: module, name: $0, path: path) }
    }
  }

  /// The modules that a module's public declarations name.
  static func publicImports(ofModule module: String) throws -> [String] {
    try files(ofModule: module).flatMap { path in
      try lines(ofFile: path).filter { $0.hasPrefix("public import ") }.map { String($0.dropFirst(14)) }
    }
  }

  /// The lines of the example in the type's documentation, if it has one.
  func example() throws -> [String]? {
    let lines = try Self.lines(ofFile: path)
    guard let fences = Self.fences(in: lines, documentation(in: lines)) else { return nil }
    return lines[fences].dropFirst().dropLast().map { String($0.dropFirst(4)) }
  }

  /// Puts the example into the type's documentation: in the place of the one that is there, else after the first paragraph.
  func write(_ example: [String]) throws {
    var lines = try Self.lines(ofFile: path)
    let documentation = documentation(in: lines)
    let block = ["/// ```swift"] + example.map { $0.isEmpty ? "///" : "/// \($0)" } + ["/// ```"]
    if let fences = Self.fences(in: lines, documentation) {
      lines.replaceSubrange(fences, with: block)
    } else {
      let end = lines[documentation].firstIndex(of: "///") ?? documentation.upperBound
      lines.insert(contentsOf: ["///"] + block, at: end)
    }
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// The lines of the comment before the declaration.
  private func documentation(in lines: [String]) -> Range<Int> {
    guard let declaration = lines.firstIndex(where: { Self.declaredType($0) == name }) else { return 0..<0 }
    let end = lines[..<declaration].lastIndex { !$0.hasPrefix("@") }.map { $0 + 1 } ?? 0
    let start = lines[..<end].lastIndex { !$0.hasPrefix("///") }.map { $0 + 1 } ?? 0
    return start..<end
  }

  private static func fences(in lines: [String], _ documentation: Range<Int>) -> Range<Int>? {
    guard let start = lines[documentation].firstIndex(of: "/// ```swift"),
      let end = lines[start..<documentation.upperBound].firstIndex(of: "/// ```")
    else { return nil }
    return start..<end + 1
  }

  /// The name of the type that a line declares to everybody.
  private static func declaredType(_ line: String) -> String? {
    guard line.hasPrefix("public ") || line.hasPrefix("open ") else { return nil }
    let words = line.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    guard let kind = words.firstIndex(where: ["struct", "class", "enum", "protocol", "actor"].contains),
      words[..<kind].allSatisfy(["public", "open", "final", "indirect"].contains), kind + 1 < words.count
    else { return nil }
    return words[kind + 1]
  }

  private static func files(ofModule module: String) throws -> [String] {
    let folder = Package.path("Sources/\(module)")
    let names = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
    return names.filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
  }

  private static func lines(ofFile path: String) throws -> [String] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
