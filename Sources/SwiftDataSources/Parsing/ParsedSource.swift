#if SwiftDataSources
  internal import Findings
  internal import SwiftDiagnostics
  internal import SwiftParser
  internal import SwiftParserDiagnostics
  internal import SwiftSyntax

  /// A Swift file as swift-syntax has parsed it, with the places of its nodes.
  struct ParsedSource {
    let name: String
    let tree: SourceFileSyntax
    private let converter: SourceLocationConverter
    private let lines: [String]

    /// How deep brackets may be nested. swift-syntax parses less in a debug build, where it needs more of the stack; whoever parses
    /// has a stack that is large enough (`DeepStack`).
    private static let deepestNesting = 256

    /// Where the file is nested too deeply to be parsed.
    private let tooDeepPlace: SourcePosition?

    init(name: String, text: String) {
      self.name = name
      let place = NestingScan.tooDeepPlace(in: Array(text.utf8))
      tooDeepPlace = place.map { SourcePosition(file: name, line: $0.line, column: $0.column) }
      var text = place == nil ? text : ""
      tree = text.withUTF8 { Parser.parse(source: $0, maximumNestingLevel: Self.deepestNesting) }
      converter = SourceLocationConverter(fileName: name, tree: tree)
      lines = converter.sourceLines
    }

    /// What the parser finds wrong, in the order of the file.
    var problems: [(message: String, position: SourcePosition)] {
      if let tooDeepPlace { return [("it is nested too deeply", tooDeepPlace)] }
      guard tree.hasError else { return [] }
      return ParseDiagnosticsGenerator.diagnostics(for: tree).map { ($0.message, position(at: $0.position, length: 1)) }
    }

    /// Where a node begins and ends, without the spaces and comments around it.
    func position(of node: some SyntaxProtocol) -> SourcePosition {
      position(at: node.positionAfterSkippingLeadingTrivia, length: node.trimmedLength.utf8Length)
    }

    private func position(at start: AbsolutePosition, length: Int) -> SourcePosition {
      let (first, last) = (converter.location(for: start), converter.location(for: start.advanced(by: length)))
      return SourcePosition(
        file: name,
        line: first.line,
        column: column(of: first),
        byteColumn: first.column,
        endLine: last.line,
        endColumn: column(of: last),
        byteRange: start.utf8Offset..<(start.utf8Offset + length)
      )
    }

    /// The column in Unicode scalars; swift-syntax counts bytes.
    private func column(of location: SourceLocation) -> Int {
      guard lines.indices.contains(location.line - 1) else { return location.column }
      // A place may be in the midst of a character where bytes are no UTF-8.
      return String(decoding: lines[location.line - 1].utf8.prefix(location.column - 1), as: UTF8.self).unicodeScalars
        .count + 1
    }
  }
#endif
