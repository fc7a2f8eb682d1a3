internal import FlyingFox
package import Foundation

/// What a browser asks for, once it has been let in.
package struct DeskRequest: Sendable {
  /// The parts of the path that a route's pattern names, decoded.
  package let parameters: [String: String]
  /// The values of the address's query and, of a request that changes something, of the form that was sent.
  package let values: [(name: String, value: String)]
  /// The path, as it was sent.
  package let path: String
  /// The body; empty for a request that only reads.
  package let body: Data
  private let headers: HTTPHeaders

  init(_ request: HTTPRequest, parameters: [String: String], body: Data) {
    self.parameters = parameters
    path = request.target.path()
    self.body = body
    headers = request.headers
    var values = Self.formValues(request.target.query())
    if request.headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true {
      values += Self.formValues(String(decoding: body, as: UTF8.self))
    }
    self.values = values
  }

  /// The first value of a name.
  package subscript(_ name: String) -> String? { values.first { $0.name == name }?.value }

  /// All values of a name, in their order.
  package func all(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }

  /// A header's value.
  package func header(_ name: String) -> String? { headers[HTTPHeader(name)] }

  /// Whether our own script asks: it takes an answer in JSON where a form takes a page.
  package var wantsJSON: Bool { header("Accept")?.hasPrefix("application/json") == true }

  /// The body as a value of JSON.
  ///
  /// - Throws: `DeskProblem` if it is none.
  package func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    do { return try JSONDecoder().decode(type, from: body) } catch {
      throw DeskProblem(.badRequest, "The request cannot be read", "\(error)")
    }
  }

  /// The pairs of `application/x-www-form-urlencoded`: https://url.spec.whatwg.org/#urlencoded-parsing
  static func formValues(_ text: String) -> [(name: String, value: String)] {
    func decoded(_ part: Substring) -> String {
      var bytes: [UInt8] = []
      var rest = part.utf8[...]
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "+") {
          bytes.append(UInt8(ascii: " "))
        } else if byte == UInt8(ascii: "%"), let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16), rest.count >= 2
        {
          bytes.append(value)
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    return text.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
    }
  }
}
