/// Any JSON value of a file that describes a source.
enum DescriptionValue: Decodable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([DescriptionValue])
  case object([String: DescriptionValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([DescriptionValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: DescriptionValue].self))
    }
  }

  subscript(_ key: String) -> DescriptionValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var list: [DescriptionValue]? { if case .list(let values) = self { values } else { nil } }

  /// A count; `nil` for anything else.
  var count: Int? {
    if case .number(let value) = self, value >= 0, value < 1_000_000 { Int(value) } else { nil }
  }

  /// The texts of a text or a list.
  var texts: [String] { text.map { [$0] } ?? list?.compactMap(\.text) ?? [] }
}
