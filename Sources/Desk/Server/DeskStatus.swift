internal import FlyingFox

/// The statuses of HTTP that the desk answers with: https://www.rfc-editor.org/rfc/rfc9110#name-status-codes
package enum DeskStatus: Int, Sendable {
  case ok = 200
  case noContent = 204
  case seeOther = 303
  case badRequest = 400
  case unauthorized = 401
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case conflict = 409
  case payloadTooLarge = 413
  case misdirectedRequest = 421
  case unprocessableContent = 422
  case internalServerError = 500

  var code: HTTPStatusCode {
    switch self {
    case .ok: .ok
    case .noContent: .noContent
    case .seeOther: .seeOther
    case .badRequest: .badRequest
    case .unauthorized: .unauthorized
    case .forbidden: .forbidden
    case .notFound: .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .conflict: .conflict
    case .payloadTooLarge: .payloadTooLarge
    case .misdirectedRequest: .misdirectedRequest
    case .unprocessableContent: .unprocessableContent
    case .internalServerError: .internalServerError
    }
  }
}
