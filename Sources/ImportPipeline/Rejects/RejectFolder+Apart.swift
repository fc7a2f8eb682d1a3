/// The rejects of sources that are no plain file: packed ones, standard input, and those of several files. Each file that was read has a plain file
/// of rejects, in its own dialect and with its own header; nothing is put back from them.
extension RejectFolder {
  /// The name of the rejects of one file of a source, which ends as its format does.
  func nameApart(of file: String?, _ source: SourcePlan) -> String {
    let file = file ?? source.files[0].name
    let name = file == "-" ? "stdin" : file.replacing("/", with: "_")
    let ending = "." + source.recipe.format.rawValue
    return name.hasSuffix(ending) ? name : name + ending
  }

  /// Writes the rejects of all sources that read the same files.
  func writeApart(_ sources: [SourcePlan]) throws {
    let isDelimited = sources[0].recipe.format == .csv
    var files: [String: BufferedFile] = [:]
    for source in isDelimited ? [sources[0]] : sources {
      let wanted = Set(isDelimited ? sources.flatMap { rejected[$0.number] } : rejected[source.number])
      let opened = try SourceOpener(recipe: source.recipe, files: source.files, fields: source.fieldNames).open()
      var left = wanted.count
      while left > 0, try opened.next() {
        _ = opened.takeFindings()
        guard wanted.contains(UInt32(clamping: opened.recordNumber)) else { continue }
        left -= 1
        let file = try fileApart(opened, source, &files)
        var arena = opened.makePlaceArena()
        opened.keepPlace(in: &arena)
        let bytes = arena.rawBytes(of: 0)
        if isDelimited {
          try Self.writeLine(bytes, opened.lineBreaks.filter { !$0.isEmpty }, to: file)
        } else {
          try file.write(bytes + [10])
        }
      }
    }
    for file in files.values {
      if !isDelimited { try file.write(Self.wrapper(sources[0].recipe.format).end.utf8) }
      try file.close()
    }
  }

  /// The file for the rejects of the file that `opened` stands in.
  private func fileApart(
    _ opened: any RecordSource,
    _ source: SourcePlan,
    _ files: inout [String: BufferedFile]
  ) throws -> BufferedFile {
    let name = nameApart(of: opened.name, source)
    if let known = files[name] { return known }
    let file = try BufferedFile(path: "\(folder)/\(name)")
    let isDelimited = source.recipe.format == .csv
    try file.write(isDelimited ? opened.rejectPreamble : Array(Self.wrapper(source.recipe.format).start.utf8))
    files[name] = file
    return file
  }
}
