/// Where a desk is reached.
package struct DeskAddress: Sendable, Hashable, CustomStringConvertible {
  /// The host as browsers name it.
  package var host: String
  package var port: UInt16

  package init(host: String = "127.0.0.1", port: UInt16) {
    self.host = host
    self.port = port
  }

  package var description: String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/" }
}
