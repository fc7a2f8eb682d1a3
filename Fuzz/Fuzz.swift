// Feeds arbitrary bytes to one of the readers, under libFuzzer.
//
//   fuzz SUBJECT [libFuzzer's options and folders]
//
// `Fuzz/run` builds this with --sanitize=fuzzer and runs every subject. A subject crashes, or calls `disagree`, when it finds something wrong;
// libFuzzer watches time and memory.

internal import Glibc

/// libFuzzer's own loop: <https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library>.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ subject: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main
enum Fuzz {
  static let subjects: [String: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt] = [
    "csv": { fuzz($0, $1, CSVSubject.read) },
    "xml": { fuzz($0, $1, MarkupSubject.readXML) },
    "html": { fuzz($0, $1, MarkupSubject.readHTML) },
    "recipe": { fuzz($0, $1, TextSubject.readRecipe) },
    "predicate": { fuzz($0, $1, TextSubject.readPredicate) },
    "plist": { fuzz($0, $1, TextSubject.readPropertyList) },
  ]

  static func main() {
    guard CommandLine.arguments.count > 1, let subject = subjects[CommandLine.arguments[1]] else {
      fputs("usage: fuzz \(subjects.keys.sorted().joined(separator: "|")) [options of libFuzzer]\n", stderr)
      exit(64)
    }
    // libFuzzer wants to see its own arguments only.
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(CommandLine.arguments[0])]
    arguments += CommandLine.arguments.dropFirst(2).map { strdup($0) }
    var count = CInt(arguments.count)
    arguments.append(nil)
    arguments.withUnsafeMutableBufferPointer { buffer in
      guard var base = buffer.baseAddress else { return }
      exit(runDriver(&count, &base, subject))
    }
  }
}

private func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int, _ read: ([UInt8]) -> Void) -> CInt {
  read(Array(UnsafeBufferPointer(start: data, count: count)))
  return 0
}

/// Two ways of reading the same bytes have different results.
func disagree(_ message: String) -> Never { fatalError("disagreement: \(message)") }
