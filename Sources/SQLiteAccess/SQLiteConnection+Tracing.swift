internal import CSQLite

extension SQLiteConnection {
  /// The texts of the statements that begin to run while `body` runs, in their order.
  ///
  /// - Throws: What `body` throws.
  package func statements(during body: () throws -> Void) rethrows -> [String] {
    let log = StatementLog()
    try withExtendedLifetime(log) {
      sqlite3_trace_v2(
        handle,
        UInt32(SQLITE_TRACE_STMT),
        { _, context, _, text in
          guard let context, let text else { return 0 }
          let log = Unmanaged<StatementLog>.fromOpaque(context).takeUnretainedValue()
          log.texts.append(String(cString: text.assumingMemoryBound(to: CChar.self)))
          return 0
        },
        Unmanaged.passUnretained(log).toOpaque()
      )
      defer { sqlite3_trace_v2(handle, 0, nil, nil) }
      try body()
    }
    return log.texts
  }
}

private final class StatementLog {
  var texts: [String] = []
}
