import Foundation
import Testing

@testable import Desk

/// The styles of all sections are one sheet.
@Suite struct DeskStyleTests {
  /// The classes with which rules of a style begin, which hold for the whole sheet.
  private static func classes(_ style: String) -> Set<String> {
    var found: Set<String> = []
    for rule in style.split(separator: "{").map({ $0.split(separator: "}").last ?? "" }) {
      for selector in rule.split(separator: ",") {
        let first = selector.trimmingCharacters(in: .whitespacesAndNewlines).prefix { !" :[>~+".contains($0) }
        if first.hasPrefix(".") { found.insert(String(first)) }
      }
    }
    return found
  }

  @Test func noSectionSpeaksOfTheClassesOfAnother() {
    let sections = DeskServer.allSections.map { Self.classes($0.style) }
    #expect(sections.allSatisfy { !$0.isEmpty })
    for (number, own) in sections.enumerated() {
      for other in sections[(number + 1)...] { #expect(own.intersection(other) == []) }
    }
  }

  @Test func classesAreThoseWithWhichSelectorsBegin() {
    #expect(Self.classes(".a, .b:hover .c { x: y; } td.d > .e { } @media (x) { .f[g] { } }") == [".a", ".b", ".f"])
  }
}
