internal import Foundation

/// Why a request is not answered as was asked: a page or a value of JSON that says so.
package struct DeskProblem: LocalizedError, Sendable, CustomStringConvertible {
  /// The status of HTTP.
  package let status: DeskStatus
  /// What is the matter, as a headline.
  package let title: String
  /// What to do about it, in a sentence or two.
  package let detail: String

  package init(_ status: DeskStatus, _ title: String, _ detail: String = "") {
    self.status = status
    self.title = title
    self.detail = detail
  }

  package var description: String { detail.isEmpty ? title : "\(title): \(detail)" }
  package var errorDescription: String? { description }
}
