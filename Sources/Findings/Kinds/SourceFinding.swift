/// What is wrong with a file, or with its form.
public enum SourceFinding: FindingKind {
  case noFile(String, isPattern: Bool)
  case noLookupFile(String)
  case encoding(Encoding)
  case nulByte
  case nulCharacter
  case binary(String, contents: String)
  case header(Header)
  case malformed(Malformed)
  case noRecords(path: String?)
  /// In the words of the reader's error.
  case noTable(String)
  case leftOut(LeftOut)
  case limit(Limit)
  case unsafe(Reference)

  public var rule: RuleCode {
    switch self {
    case .noFile, .noLookupFile: .sourceMissing
    case .encoding: .sourceEncoding
    case .nulByte, .nulCharacter: .sourceNulByte
    case .binary: .sourceBinary
    case .header: .sourceHeader
    case .malformed: .sourceMalformed
    case .noRecords: .sourceNoRecords
    case .noTable: .sourceTableMissing
    case .leftOut: .sourceLeftOut
    case .limit: .sourceLimit
    case .unsafe: .sourceUnsafe
    }
  }

  public var message: String {
    switch self {
    case .noFile(let name, let isPattern): isPattern ? "No file fits “\(name)”" : "There is no file “\(name)”"
    case .noLookupFile(let name): "There is no file “\(name)” for the lookup table"
    case .encoding(let encoding): encoding.message
    case .nulByte: "A NUL byte in the text"
    case .nulCharacter: "The character U+0000 in a text"
    case .binary(let file, let contents): "\(file) is \(contents)"
    case .header(let header): header.message
    case .malformed(let fault): fault.message
    case .noRecords(let path): "There are no records \(path.map { "at “\($0)” " } ?? "")in this source"
    case .noTable(let words): words.inOneLine
    case .leftOut(let part): part.message
    case .limit(let limit): limit.message
    case .unsafe(let reference): "\(reference.message) is never loaded"
    }
  }
}

extension SourceFinding {
  /// What is wrong with the encoding of a text, or with the name that it gives its encoding.
  public enum Encoding: Sendable, Equatable {
    case bytes([UInt8], notIn: String)
    case unconverted(encoding: String)
    case unknown(name: String, isReadAs: String)
    case byte(UInt8, isReplaced: Bool)
    case noUTF8(String, isRead: Bool)
    case other(String, file: String, said: String)
    /// In the words of the library that reads the document.
    case library(String)

    fileprivate var message: String {
      switch self {
      case .bytes(let bytes, let encoding): "Bytes that are not \(encoding) text: \(hexadecimal(bytes))"
      case .unconverted(let encoding): "These bytes are no text in \(encoding)"
      case .unknown(let name, let other):
        "The page names the encoding “\(name)”, which is not known; it is read as \(other)"
      case .byte(let byte, let isReplaced):
        "The byte \(String(byte, radix: 16, uppercase: true)) is not UTF-8 text"
          + (isReplaced ? "; U+FFFD is read in its place" : "")
      case .noUTF8(let encoding, let isRead):
        "The text is \(encoding), but JSON is UTF-8; "
          + (isRead ? "it is read all the same" : "say its encoding, or save it as UTF-8")
      case .other(let encoding, let file, let said): "\(file) is \(encoding), not \(said) as the recipe says"
      case .library(let words): words
      }
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }
  }
}

extension SourceFinding {
  /// What is wrong with the header of a table, or with a further one. Columns are numbers from 1, or letters.
  public enum Header: Sendable, Equatable {
    case unnamed(column: String, isCalled: String)
    case repeated(column: String, nameOf: String, isCalled: String)
    case length(names: Int, fields: Int)
    case again(table: Int)
    case furtherTable(Int)
    case title(String)
    case otherNames([String], insteadOf: [String])
    case missing(column: String, file: String, Missing)
    case differs(file: String, from: String, lacks: [String], adds: [String])

    /// Who asks for a column that is missing, and which is most like it; `nil` and all names if none is.
    public struct Missing: Sendable, Equatable {
      /// The entity that requires it; the recipe itself for `nil`.
      let entity: String?
      let nearest: String?
      let known: [String]

      /// Says which names are `known`, and which of them is `nearest`.
      public init(entity: String?, nearest: String?, known: [String]) {
        (self.entity, self.nearest, self.known) = (entity, nearest, known)
      }

      fileprivate var words: String {
        let reason = entity.map { "which \($0) requires" } ?? "which the recipe asks for"
        if let nearest { return "\(reason); “\(nearest)” comes nearest" }
        if known.isEmpty { return "\(reason); it has none" }
        return reason + known.asChoice
      }
    }

    fileprivate var message: String {
      switch self {
      case .unnamed(let column, let name): "Column \(column) has no name and is called “\(name)”"
      case .repeated(let column, let first, let name):
        "Column \(column) has the name of column \(first) and is called “\(name)”"
      case .length(let names, let fields):
        "The header has \(names.counting("name")), most records have \(fields) fields"
      case .again(let table):
        "The header is repeated here; the table that follows is not read \(wayToRead(table))"
      case .furtherTable(let table): "Another table begins here; it is not read \(wayToRead(table))"
      case .title(let text): "“\(text.prefix(60))” stands over a further table and is left out"
      case .otherNames(let names, let first):
        "The table that begins here has the names \(listed(names)) instead of \(listed(first)); it is read as if it had those"
      case .missing(let column, let file, let missing): "\(file) has no column “\(column)”, \(missing.words)"
      case .differs(let file, let first, let lacks, let adds):
        "\(file) does not have the fields of \(first): \(Self.difference(lacks, adds))"
      }
    }

    private static func difference(_ lacks: [String], _ adds: [String]) -> String {
      let parts = [("it lacks", lacks), ("it adds", adds)].filter { !$0.1.isEmpty }
      if parts.isEmpty { return "they stand in another order" }
      return parts.map { "\($0) \($1.quoted())" }.joined(separator: " and ")
    }

    private func wayToRead(_ table: Int) -> String { "(`table: \(table)` reads it, `table: all` reads all of them)" }

    private func listed(_ names: [String]) -> String {
      names.prefix(10).map { String($0.prefix(60)) }.quoted() + (names.count > 10 ? ", …" : "")
    }
  }
}

extension SourceFinding {
  /// Where a document of markup is not well-formed.
  public enum Malformed: Sendable, Equatable {
    case endTag(String, open: String, line: Int?)
    case endsInside(element: String)
    case afterEnd
    case noElement
    case cell(String, String)
    case cellTwice(String)
    case noCell(String, row: Int)
    case rowOrder(String, after: Int)
    case behindPacking(format: String)
    case archiveWithoutEnd
    /// In the words of the library or of the reader's error.
    case library(String)

    fileprivate var message: String {
      switch self {
      case .endTag(let found, let open, let line):
        "The end tag </\(found)> does not close <\(open)>" + (line.map { " of line \($0)" } ?? "")
      case .endsInside(let element): "The document ends inside <\(element)>"
      case .afterEnd: "Something follows the end of the document's outermost element"
      case .noElement: "The document has no element"
      case .cell(let cell, let text): "\(cell) holds “\(Finding.shortened(text))”, which is no value of its kind"
      case .cellTwice(let cell): "The cell \(cell) stands twice in its row"
      case .noCell(let text, let row): "“\(Finding.shortened(text))” is no cell of row \(row)"
      case .rowOrder(let text, let last):
        "“\(Finding.shortened(text))” is no row that can stand behind row \(last): rows stand in their order, each once"
      case .behindPacking(let format):
        "Something that is no \(format) data stands behind the packed data and was left out; the file may be damaged"
      case .archiveWithoutEnd:
        "The tar archive ends without the zeros that mark its end; it may have been cut, and files behind its last one be missing"
      case .library(let words): words
      }
    }
  }
}

extension SourceFinding {
  /// What has not been read although nobody said so.
  public enum LeftOut: Sendable, Equatable {
    /// Lines behind the header that begin with a mark, of which some have as many fields as a record.
    case comments(Int, mark: String, likeRecords: Int)
    case linesBeforeRecords(Int, rows: Int)
    case linesBeforeHeader(Int, likeRecords: Int)
    case repeatedHeader

    fileprivate var message: String {
      switch self {
      case .comments(let count, let mark, let full):
        (count == 1 ? "A line behind the header begins" : "\(count) lines behind the header begin")
          + " with “\(mark)” and \(count == 1 ? "was taken for a comment" : "were taken for comments")"
          + Self.records(full, of: count) + "; `comment: none` reads such lines"
      case .linesBeforeRecords(let count, let rows):
        "\(count.counting("line")) before the first record \(count == 1 ? "was" : "were") left out, though there is no header; "
          + "`skip: 0` reads \(rows == 1 ? "it" : "them")"
      case .linesBeforeHeader(let count, let full):
        "\(count.counting("line")) before the header \(count == 1 ? "was" : "were") left out, though "
          + "\(full) \(full == 1 ? "has" : "have") as many fields as a record; `skip: 0` reads them"
      case .repeatedHeader: "The row repeats the header and was left out"
      }
    }

    private static func records(_ full: Int, of count: Int) -> String {
      switch (full, count) {
      case (0, _): ""
      case (1, 1): ", though it has as many fields as a record"
      case (1, _): ", though one of them has as many fields as a record"
      default: ", though \(full) of them have as many fields as a record"
      }
    }
  }
}

extension SourceFinding {
  /// What is more than is read.
  public enum Limit: Sendable, Equatable {
    case record(bytes: Int)
    case texts(bytes: Int)
    case recordFields(Int)
    case field(bytes: Int)
    case skippedRecord(bytes: Int)
    case longRecord(bytes: Int)
    case longLine(bytes: Int)
    case leadingFields(bytes: Int)
    case token(Token, bytes: Int)
    case gap(bytes: Int)
    case nesting(Int)
    case surroundings
    case work(field: String)
    case attributes(most: Int)
    case attributesRead(of: Int, most: Int)
    case depth(most: Int)
    case entities(bytes: Int)
    /// In the words of the library or of the reader's error.
    case library(String)

    /// Something in JSON that has no parts.
    public enum Token: String, Sendable {
      case string = "A string"
      case number = "A number"
    }

    fileprivate var message: String {
      switch self {
      case .record(let bytes): "A record of more than \(bytes) bytes"
      case .texts(let bytes): "The cells' texts have more than \(bytes) bytes, far more than the workbook has"
      case .recordFields(let count): "A record of more than \(count) fields"
      case .field(let bytes): "A field of more than \(bytes) bytes"
      case .skippedRecord(let bytes): "The record has more than \(bytes) bytes and was left out"
      case .longRecord(let bytes): "The record has more than \(bytes) bytes"
      case .longLine(let bytes): "The line has more than \(bytes) bytes"
      case .leadingFields(let bytes):
        "Fields lead up to what is here, which has to be in memory then, but it has more than \(bytes) bytes"
      case .token(let token, let bytes): "\(token.rawValue) of more than \(bytes) bytes"
      case .gap(let bytes): "White space and comments of more than \(bytes) bytes between two tokens"
      case .nesting(let most): "Arrays and objects stand deeper than \(most) in each other"
      case .surroundings: "The text around the records is too long"
      case .work(let field): "The field '\(field)' takes too much work on this record and has no value"
      case .attributes(let most): "The element has more than \(most) attributes"
      case .attributesRead(let count, let most): "The element has \(count) attributes; \(most) are read"
      case .depth(let most): "Elements stand more than \(most) deep in each other"
      case .entities(let bytes): "The document's entities expand to more than \(bytes) bytes"
      case .library(let words): words
      }
    }
  }
}

extension SourceFinding {
  /// What a document asks for outside of it.
  public enum Reference: Sendable, Hashable {
    case documentType(String)
    case parameterEntity(String)
    case externalEntity(String)
    case undeclaredEntity(String)

    /// The address or name.
    package var name: String {
      switch self {
      case .documentType(let name), .parameterEntity(let name), .externalEntity(let name), .undeclaredEntity(let name):
        name
      }
    }

    fileprivate var message: String {
      switch self {
      case .documentType(let address): "The document type '\(address)'"
      case .parameterEntity(let name): "The external entity '%\(name);'"
      case .externalEntity(let name): "The external entity '&\(name);'"
      case .undeclaredEntity(let name): "The entity '&\(name);', which the document does not declare,"
      }
    }
  }
}
