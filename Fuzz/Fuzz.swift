// Feeds arbitrary bytes to one of the readers, under libFuzzer, which brings the main function and calls the two functions below:
// <https://llvm.org/docs/LibFuzzer.html#fuzz-target>.
//
//   fuzz SUBJECT [libFuzzer's options and folders]
//
// `Fuzz/run` builds this with --sanitize=fuzzer and runs every subject. A subject crashes, or calls `disagree`, when it finds something wrong;
// libFuzzer watches time and memory.

internal import AtomicStores
internal import Glibc

private let subjects: [String: @Sendable ([UInt8]) -> Void] = [
  "csv": { CSVSubject.read($0) },
  "xml": { MarkupSubject.readXML($0) },
  "html": { MarkupSubject.readHTML($0) },
  "json": { JSONSubject.read($0) },
  "worksheet": { PackageSubject.readWorksheet($0) },
  "packed": { PackageSubject.readPacked($0) },
  "recipe": { TextSubject.readRecipe($0) },
  "predicate": { TextSubject.readPredicate($0) },
  "plist": { TextSubject.readPropertyList($0) },
  "pages": { PagesSubject.verify($0) },
  "store": { StoreSubject.readSQLite($0) },
  "xmlstore": { StoreSubject.readAtomic($0, as: XMLStore.self) },
  "binarystore": { StoreSubject.readAtomic($0, as: BinaryStore.self) },
  "mapping": { StoreSubject.readMapping($0) },
  "model": { ModelSubject.readContents($0) },
  "compiled": { ModelSubject.readCompiled($0) },
  "import": { ImportSubject.run($0) },
  "rejects": { RejectsSubject.feed($0) },
  "patch": { PatchSubject.apply($0) },
  "patchmaking": { PatchSubject.make($0) },
]

/// The subject that the command line names; set once, before the first input.
nonisolated(unsafe) private var chosen: @Sendable ([UInt8]) -> Void = { _ in }

/// Where the processes that libFuzzer starts itself, for merging say, find the subject: they get libFuzzer's own arguments only.
private let inherited = "STUDBOOK_FUZZ_SUBJECT"

/// Takes the subject from the command line.
@_cdecl("LLVMFuzzerInitialize")
func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  if count.pointee > 1, let name = arguments.pointee[1], let subject = subjects[String(cString: name)] {
    chosen = subject
    setenv(inherited, name, 1)
    for index in 1..<Int(count.pointee) { arguments.pointee[index] = arguments.pointee[index + 1] }
    count.pointee -= 1
  } else if let name = getenv(inherited), let subject = subjects[String(cString: name)] {
    chosen = subject
  } else {
    let usage = "usage: fuzz \(subjects.keys.sorted().joined(separator: "|")) [options of libFuzzer]\n"
    _ = usage.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(64)
  }
  return 0
}

/// Reads one input.
@_cdecl("LLVMFuzzerTestOneInput")
func readInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  chosen(Array(UnsafeBufferPointer(start: data, count: count)))
  return 0
}

/// Two ways of reading the same bytes have different results.
func disagree(_ message: String) -> Never { fatalError("disagreement: \(message)") }

/// A folder of the process's own, in memory where that can be; files are put over each other in it.
enum FuzzFolder {
  static let path: String = {
    let root = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    let path = "\(root)/studbook-fuzz-\(getpid())"
    mkdir(path, 0o700)
    return path
  }()

  /// Writes a file and returns its path.
  @discardableResult
  static func write(_ bytes: [UInt8], to name: String) -> String {
    let path = "\(path)/\(name)"
    guard let file = fopen(path, "w") else { fatalError("cannot write \(path)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return path
  }

  /// The bytes of a file.
  static func contents(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
    return bytes
  }
}
