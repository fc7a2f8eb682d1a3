/// The rejects of sources that are no plain file: packed ones, workbooks, standard input, and those of several files. Each file that was read has a plain file
/// of rejects, in its own dialect and with its own header; nothing is put back from them.
extension RejectFolder {
  /// The name of the rejects of one file of a source, which ends as its format does.
  func nameApart(of file: String?, _ source: SourcePlan) -> String {
    let file = file ?? source.files[0].name
    let name = file == "-" ? "stdin" : file.replacing("/", with: "_")
    let ending = "." + source.recipe.format.ending
    return name.hasSuffix(ending) ? name : name + ending
  }

  /// Writes the rejects of all sources that read the same files.
  func writeApart(_ sources: [SourcePlan]) throws {
    if [.csv, .xlsx].contains(sources[0].recipe.format) {
      try writeLinesApart(sources)
    } else {
      try writeWrappedApart(sources)
    }
  }

  private func writeLinesApart(_ sources: [SourcePlan]) throws {
    var files: [String: BufferedFile] = [:]
    // Lines are numbered alike in all sources that read them.
    try readRejected(Set(sources.flatMap { rejected[$0.number] }), of: sources[0]) { opened, record in
      let name = nameApart(of: opened.name, sources[0])
      if files[name] == nil {
        let file = try BufferedFile(path: "\(folder)/\(name)")
        try file.write(opened.rejectPreamble)
        files[name] = file
      }
      if let file = files[name] { try Self.writeLine(record, opened.lineBreaks.filter { !$0.isEmpty }, to: file) }
    }
    for file in files.values { try file.close() }
  }

  private func writeWrappedApart(_ sources: [SourcePlan]) throws {
    var files: [String: WrappedRejects] = [:]
    for source in sources {
      try readRejected(Set(rejected[source.number]), of: source) { opened, record in
        let name = nameApart(of: opened.name, source)
        if files[name] == nil {
          files[name] = WrappedRejects(try BufferedFile(path: "\(folder)/\(name)"), source.recipe.format)
        }
        try files[name]?.add(record)
      }
    }
    for file in files.values { try file.close() }
  }

  /// Reads a source again and calls `body` with the bytes of its rejected records.
  private func readRejected(
    _ wanted: Set<UInt32>,
    of source: SourcePlan,
    _ body: (any RejectableSource, [UInt8]) throws -> Void
  ) throws {
    let opened = try SourceOpener(recipe: source.recipe, files: source.files, fields: source.fieldNames).open()
    var left = wanted.count
    while left > 0, try opened.next() {
      _ = opened.takeFindings()
      guard wanted.contains(UInt32(clamping: opened.recordNumber)) else { continue }
      left -= 1
      var arena = opened.makePlaceArena()
      opened.keepPlace(in: &arena)
      try body(opened, arena.rawBytes(of: 0))
    }
  }
}
