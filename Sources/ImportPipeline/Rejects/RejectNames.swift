/// The names of the files of rejects in their folder, of which no two are the same, also where upper and lower case are.
///
/// Beside each file may stand its reasons, a copy of its source, and one with what was mended; these names are kept free with its own, as is that of
/// the state.
struct RejectNames {
  static let reasonsEnding = ".reasons.csv"

  private var names: [String: String] = [:]
  private var taken: Set<String> = [RejectState.name]

  /// The names for all files that a plan reads, which do not depend on what is rejected.
  ///
  /// The rejects of a plain file have its own name, or its whole path where two sources have files of the same name.
  init(_ plan: ImportPlan) {
    var files: [(file: String, name: String)] = []
    let all = Set(plan.sources.flatMap { $0.files.map(\.name) })
    let counts = Dictionary(all.map { (Self.last($0).lowercased(), 1) }, uniquingKeysWith: +)
    for source in plan.sources {
      for file in source.files.map(\.name) {
        let isAlone = counts[Self.last(file).lowercased()] == 1
        let name =
          !source.isPlain
          ? Self.name(apart: file, source) : isAlone ? Self.last(file) : file.replacing("/", with: "_")
        files.append((file, name))
      }
    }
    // A file keeps the name that is its own, whichever comes first.
    for (file, name) in files.filter({ $0.file == $0.name }) + files { take(name, for: file) }
  }

  /// Names for files of rejects beside those that are there.
  init(besides names: some Sequence<String>) { taken.formUnion(names.map { $0.lowercased() }) }

  /// The name of the rejects of a file.
  subscript(file: String) -> String? { names[file] }

  /// The name of the rejects of a file of a source that is no plain file, which ends as its format does. Nothing is put back from them.
  mutating func apart(_ file: String, _ source: SourcePlan) -> String {
    names[file] ?? take(Self.name(apart: file, source), for: file)
  }

  /// The name, with a number if it is taken.
  @discardableResult
  mutating func take(_ name: String, for file: String) -> String {
    if let known = names[file] { return known }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    var free = name
    var number = 2
    while free.lowercased().hasSuffix(Self.reasonsEnding) || !taken.isDisjoint(with: Self.beside(free)) {
      free = "\(name[..<dot])-\(number)\(name[dot...])"
      number += 1
    }
    taken.formUnion(Self.beside(free))
    names[file] = free
    return free
  }

  /// What a file of rejects needs: its name and those beside it.
  private static func beside(_ name: String) -> [String] {
    ["", reasonsEnding, RejectState.sourceEnding, RejectState.mendedEnding].map { (name + $0).lowercased() }
  }

  private static func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  private static func name(apart file: String, _ source: SourcePlan) -> String {
    let name = file == "-" ? "stdin" : file.replacing("/", with: "_")
    let ending = "." + source.recipe.format.ending
    return name.hasSuffix(ending) ? name : name + ending
  }
}
