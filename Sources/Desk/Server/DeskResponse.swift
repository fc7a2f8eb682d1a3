internal import FlyingFox
internal import Foundation
package import Reports

/// What a browser is answered.
package struct DeskResponse: Sendable {
  private(set) var status: DeskStatus
  var headers: HTTPHeaders = [:]
  private(set) var body: HTTPBodySequence

  private init(_ status: DeskStatus, _ type: String, _ body: HTTPBodySequence) {
    self.status = status
    self.body = body
    headers[.contentType] = type
  }

  /// Bytes of a media type.
  package static func bytes(_ bytes: [UInt8], type: String, status: DeskStatus = .ok) -> DeskResponse {
    DeskResponse(status, type, HTTPBodySequence(data: Data(bytes), suggestedBufferSize: 1 << 16))
  }

  /// A part of a page, for a script that puts it into one.
  package static func html(_ html: HTML, status: DeskStatus = .ok) -> DeskResponse {
    bytes(Array(html.markup.utf8), type: "text/html; charset=utf-8", status: status)
  }

  /// A value as JSON, for a script.
  package static func json(_ value: some Encodable, status: DeskStatus = .ok) throws -> DeskResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return bytes([UInt8](try encoder.encode(value)), type: "application/json", status: status)
  }

  /// Sends the browser on to another page of the desk after a change, so that reading the page again does not change anything.
  package static func seeOther(_ path: String) -> DeskResponse {
    var response = DeskResponse(.seeOther, "text/plain; charset=utf-8", HTTPBodySequence())
    // A path that begins with two slashes would be another host.
    response.headers[HTTPHeader("Location")] = path.hasPrefix("/") && !path.hasPrefix("//") ? path : "/"
    return response
  }

  static func events(_ sequence: DeskEventSequence) -> DeskResponse {
    DeskResponse(.ok, "text/event-stream", HTTPBodySequence(from: sequence))
  }
}
