public import ArgumentParser
import Findings
import ImportPipeline
public import JSONText

/// The records of a JSON text or of JSON Lines for `studbook read`.
struct JSONReadableSource: ReadableSource {
  private let reader: JSONRecordReader
  private var record = JSONRecord()
  let fieldNames: [String]?
  let explanation: [ExplainedItem]

  init(_ reader: JSONRecordReader, fieldNames: [String]?, explanation: [ExplainedItem]) {
    self.reader = reader
    self.fieldNames = fieldNames
    self.explanation = explanation
  }

  mutating func next() throws -> ReadRecord? { try reader.next(&record) ? ReadRecord(record) : nil }
  mutating func takeFindings() -> [Finding] { reader.takeFindings() }
}

extension ReadRecord {
  /// A record of a JSON text, with those of its fields that it has.
  init(_ record: JSONRecord) {
    let fields = record.fieldNames.enumerated().map { index, name in
      let place = record.position(ofField: index)
      let values = record.values(index).map(ResultValue.init)
      return Field(
        name: name,
        value: values.count > 1 ? .list(values) : values.first ?? .null,
        line: place.line,
        column: place.column,
        byteColumn: place.byteColumn,
        byteRange: place.byteRange
      )
    }
    self.init(number: record.number, position: record.position, fields: fields)
  }
}

extension ResultValue {
  /// A value as it stood: a number keeps its digits.
  fileprivate init(_ value: JSONRecord.Value) {
    switch value.kind {
    case .string: self = .text(value.text)
    case .boolean: self = .boolean(value.text == "true")
    case .number, .text: self = .json(value.text)
    }
  }
}

/// What `studbook read` was told about a JSON source.
struct JSONArguments {
  var records: String?
  var fields: [String]
  var syntax: JSONMode
  var encoding: String?

  private func options(_ input: SourceInput, _ format: SourceFormat, _ path: JSONRecordPath) -> JSONRecordOptions {
    var options = JSONRecordOptions(format == .jsonlines ? .lines : .document, records: path, fileName: input.name)
    options.mode = syntax
    options.encoding = encoding.flatMap { JSONEncoding(named: $0) }
    return options
  }

  /// The source with the records that were asked for, or with the likeliest ones.
  ///
  /// - Parameter again: Opens the input once more, to look at it before.
  func source(
    _ input: SourceInput,
    _ format: SourceFormat,
    again: () throws -> SourceInput
  ) throws -> any ReadableSource {
    var explanation: [ExplainedItem] = []
    var path = try records.map { try JSONRecordPath($0) }
    if path == nil, format == .json, input.firstJSONByte != UInt8(ascii: "[") {
      let shape = try shape(try again())
      path = try JSONRecordPath(shape.likeliest)
      let found = shape.places.first { $0.path == shape.likeliest }
      explanation.append(
        ExplainedItem(
          subject: "records",
          value: shape.likeliest,
          confidence: Self.confidence(shape),
          evidence: found.map { place in
            place.objects > 0
              ? "\(place.objects) \(place.objects == 1 ? "object stands" : "objects stand") there; --list shows where else"
              : "\(place.count) values stand there, but there are no objects in it"
          } ?? "nothing else is there"
        )
      )
    }
    let paths = try fields.map { try JSONFieldPath($0) }
    let reader = try JSONRecordReader(
      input.contents,
      options: options(input, format, try path ?? JSONRecordPath(format == .jsonlines ? "$" : "$[*]")),
      fields: paths
    )
    return JSONReadableSource(reader, fieldNames: paths.isEmpty ? nil : paths.map(\.text), explanation: explanation)
  }

  /// Of several places any may be meant; one that stands around all others is meant more often than not.
  private static func confidence(_ shape: JSONShape) -> Double {
    guard shape.candidates.count <= 1 else { return 0.5 }
    return shape.places.count { $0.objects > 0 } <= 1 ? 0.9 : 0.8
  }

  /// Where the input may have records.
  func shape(_ input: SourceInput) throws -> JSONShape {
    try JSONShape(input.contents, options: options(input, .json, try JSONRecordPath("$")))
  }
}

extension JSONMode: ExpressibleByArgument {}
