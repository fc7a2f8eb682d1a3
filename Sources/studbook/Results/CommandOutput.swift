import ArgumentParser
import Reports
import SystemErrors

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// When to colour what is printed.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
  case auto
  case always
  case never
}

/// The options that every command has.
struct OutputOptions: ParsableArguments {
  @Option(help: "When to use colours: auto (on a terminal, unless NO_COLOR is set), always or never.")
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "Print results and errors only: no progress, no notes. (default: off)")
  var quiet = false
}

/// Where a command prints: results to standard output, everything else to standard error.
///
/// Results are buffered, so a command has to call `finish()` when it has printed the last of them. Used from one thread.
final class CommandOutput {
  /// One of the two streams.
  enum Stream: Int32, Sendable {
    case results = 1
    case diagnostics = 2

    /// Whether a person looks at the stream.
    var isTerminal: Bool { isatty(rawValue) == 1 }
  }

  /// Whether notes and progress are left out.
  let isQuiet: Bool
  private let color: ColorChoice
  /// Whether a command has nothing more to do when nobody reads its results any more.
  private let endsWithReader: Bool
  /// Whether whoever read the results has closed the pipe.
  private var isClosed = false
  private var buffer: [UInt8] = []
  private static let bufferSize = 64 << 10

  /// - Parameter endsWithReader: Whether a command has nothing more to do when nobody reads its results any more. The others go on
  ///   without printing, because their exit code is a result too.
  init(_ options: OutputOptions, endsWithReader: Bool = false) {
    isQuiet = options.quiet
    color = options.color
    self.endsWithReader = endsWithReader
  }

  /// Whether to colour what goes to `stream`.
  func usesColor(on stream: Stream) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto:
      stream.isTerminal && (Self.environment("NO_COLOR") ?? "").isEmpty && Self.environment("TERM") != "dumb"
    }
  }

  /// What says how far the command is: to a program that asks for it, or on the terminal; `nil` for nobody.
  var progressLine: ProgressLine? {
    if Self.environment(ProgressLine.variable) == "sequence" { return ProgressLine(.sequence) }
    guard !isQuiet, Stream.diagnostics.isTerminal, Self.environment("TERM") != "dumb" else { return nil }
    return ProgressLine(.terminal(columns: columns(of: .diagnostics) ?? 80))
  }

  /// The width of the terminal that `stream` goes to; `nil` when it goes elsewhere.
  func columns(of stream: Stream) -> Int? {
    guard stream.isTerminal else { return nil }
    var size = winsize()
    if ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return Self.environment("COLUMNS").flatMap { Int($0) } ?? 80
  }

  /// Adds to the results.
  ///
  /// - Throws: `OutputClosed` when nobody reads them any more and the command ends with that; `CommandFailure` when they cannot be written.
  func write(_ text: String) throws {
    if isClosed { return }
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Adds a line to the results.
  func writeLine(_ text: String = "") throws {
    try write(text)
    try write("\n")
  }

  /// Prints what is buffered; the last call of a command that printed results.
  func finish() throws { try flush() }

  /// Prints a note for people, unless the command is to be quiet. The results that came before it are printed first.
  func note(_ text: String) {
    guard !isQuiet else { return }
    diagnostic(text)
  }

  /// Prints a line about a problem to standard error. The results that came before it are printed first.
  func diagnostic(_ text: String) {
    // Results that cannot be written are said to be so at the end.
    try? flush()
    Self.printError(text)
  }

  /// Prints a report to standard error, as it was rendered. The results that came before it are printed first.
  func diagnosticReport(_ text: String) {
    try? flush()
    Self.writeError(text)
  }

  /// Prints a line to standard error; there is nobody to tell when that fails.
  ///
  /// Names from outside, as those of files, are part of many messages: a terminal does not obey what stands in them, nor does a CI system that looks for
  /// lines with commands.
  static func printError(_ text: String) {
    writeError(VisibleText.escapedMessage(text))
  }

  private static func writeError(_ text: String) {
    _ = FileWriter.writeAll([UInt8](text.utf8) + [UInt8(ascii: "\n")], to: Stream.diagnostics.rawValue)
  }

  /// Gives the standard streams that were closed a descriptor that cannot be used; else the next file that is opened would have their numbers, and get what
  /// is printed.
  static func openMissingStreams() {
    for (stream, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(stream, F_GETFD) < 0 { _ = open("/dev/null", flags) }
  }

  /// The value of an environment variable.
  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private func flush() throws {
    guard !buffer.isEmpty else { return }
    let failure = FileWriter.writeAll(buffer, to: Stream.results.rawValue)
    buffer.removeAll(keepingCapacity: true)
    switch failure {
    case 0: return
    case EPIPE:
      isClosed = true
      if endsWithReader { throw OutputClosed() }
    default: throw CommandFailure("cannot write the results: \(String(cString: strerror(failure)))")
    }
  }
}
