/// Bytes of a report on their way to a file.
///
/// Without a sink everything stays in `bytes`. With a sink, full chunks are passed on; the first error that it throws is kept for
/// `finish()`, and what is appended afterwards is dropped, so that renderings need no error handling.
package struct ReportBuffer {
  /// What was appended and not yet passed on.
  private(set) var bytes: [UInt8] = []
  private let sink: (([UInt8]) throws -> Void)?
  private var failure: (any Error)?

  private static let chunkSize = 1 << 16

  /// Makes a buffer that passes chunks of about 64 KiB to `sink`, or keeps everything when there is none.
  package init(sink: (([UInt8]) throws -> Void)? = nil) {
    self.sink = sink
  }

  /// Whether the sink has thrown; a long rendering may then stop early.
  package var hasFailed: Bool { failure != nil }

  package mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.chunkSize, sink != nil { passOn() }
  }

  package mutating func append(byte: UInt8) {
    bytes.append(byte)
  }

  package mutating func append(contentsOf more: some Collection<UInt8>) {
    bytes.append(contentsOf: more)
    if bytes.count >= Self.chunkSize, sink != nil { passOn() }
  }

  /// Appends `text` and a line feed.
  package mutating func line(_ text: String = "") {
    append(text)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Passes on what is left.
  ///
  /// - Throws: The first error that the sink has thrown.
  package mutating func finish() throws {
    if sink != nil { passOn() }
    if let failure { throw failure }
  }

  private mutating func passOn() {
    defer { bytes.removeAll(keepingCapacity: true) }
    guard let sink, failure == nil, !bytes.isEmpty else { return }
    do { try sink(bytes) } catch { failure = error }
  }
}
