import AttributeValues
import Findings
import FoundationEssentials
import Reports

/// A value as the command line prints it.
enum ResultValue {
  case null
  case text(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  /// A number or more, already in JSON, as it stood in a source; a decimal, which a real number would round.
  case json(String)
  case list([ResultValue])
  case object([(name: String, value: ResultValue)])
}

extension ResultValue {
  /// The printed form of an attribute's value: dates in ISO 8601, bytes in Base64, a decimal with all its digits.
  init(_ value: AttributeValue) {
    switch value {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    case .boolean(let value): self = .boolean(value)
    case .double(let value): self = .real(value)
    // By way of its shortest text, so that 0.1 does not become 0.10000000149011612.
    case .float(let value): self = .real(Double(String(value)) ?? Double(value))
    case .decimal(let value): self = value.isNaN ? .real(.nan) : .json(value.description)
    case .string(let value): self = .text(value)
    case .date(let seconds): self = .text(ISODate.text(seconds))
    case .binary(let bytes): self = .text(bytes.base64EncodedString())
    case .uuid(let value): self = .text(value.uuidString)
    case .uri(let value): self = .text(value.absoluteString)
    case .transformable(let value): self = .text(value.bytes.base64EncodedString())
    case .composite(let elements):
      self = .object(elements.sorted { $0.key < $1.key }.map { ($0.key, ResultValue($0.value)) })
    }
  }

  /// The value in a table or a CSV field; nothing for `null`.
  var plainText: String {
    switch self {
    case .null: ""
    case .text(let value): value
    case .integer(let value): String(value)
    case .real(let value): value.plainText
    case .boolean(let value): value ? "true" : "false"
    case .json(let text): text
    case .list(let values): values.map(\.plainText).joined(separator: ", ")
    case .object: json
    }
  }

  /// The value in JSON, on one line.
  var json: String {
    var bytes: [UInt8] = []
    writeJSON(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func writeJSON(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .text(let value): JSONString.append(value, to: &bytes)
    case .integer(let value): bytes += String(value).utf8
    // JSON has no infinity and no not-a-number.
    case .real(let value): bytes += (value.isFinite ? value.plainText : "null").utf8
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .json(let text): JSONString.append(json: text, to: &bytes)
    case .list(let values):
      bytes += "[".utf8
      for (index, value) in values.enumerated() {
        if index > 0 { bytes += ", ".utf8 }
        value.writeJSON(to: &bytes)
      }
      bytes += "]".utf8
    case .object(let members):
      bytes += "{".utf8
      for (index, member) in members.enumerated() {
        if index > 0 { bytes += ", ".utf8 }
        JSONString.append(member.name, to: &bytes)
        bytes += ": ".utf8
        member.value.writeJSON(to: &bytes)
      }
      bytes += "}".utf8
    }
  }

  /// The value in JSON over several lines, two spaces deeper for each level; lists and objects without containers in them stay on one line.
  func indentedJSON(depth: Int = 0) -> String {
    let inner = String(repeating: "  ", count: depth + 1)
    let outer = String(repeating: "  ", count: depth)
    switch self {
    case .list(let values) where values.contains(where: \.isContainer):
      let lines = values.map { inner + $0.indentedJSON(depth: depth + 1) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(outer)]"
    case .object(let members) where depth == 0 || members.contains(where: \.value.isContainer):
      let lines = members.map { name, value in
        "\(inner)\(JSONString.quoted(name)): \(value.indentedJSON(depth: depth + 1))"
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
    default:
      return json
    }
  }

  private var isContainer: Bool {
    switch self {
    case .list(let values): !values.isEmpty
    case .object(let members): !members.isEmpty
    default: false
    }
  }
}
