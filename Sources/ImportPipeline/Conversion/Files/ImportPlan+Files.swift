internal import Findings
package import SystemErrors

extension ImportPlan {
  /// Whether fields name files whose contents or names become values.
  package var readsNamedFiles: Bool { !fileValues.isEmpty }

  /// What makes pictures fit and decodes them, with its version; `nil` if nothing does.
  package var imageLibrary: String? {
    let makes = sources.contains { source in source.attributes.contains { $0.converter.files.fitter != nil } }
    return makes ? sources.lazy.flatMap(\.attributes).compactMap(\.converter.files.fitter?.libraryVersion).first : nil
  }

  /// Files that no record of the run has named, a finding for each folder or archive.
  func unusedFiles() throws(FileError) -> [Finding] {
    var findings: [Finding] = []
    for files in fileValues {
      let unused = try files.unused()
      guard !unused.isEmpty else { continue }
      let kind = FileFinding.unused(Array(unused.prefix(5)), count: unused.count, folder: files.name)
      findings.append(
        Finding(kind, severity: severity(of: kind.rule, inSource: nil), at: files.position.inRecipe, value: files.name)
      )
    }
    return findings
  }
}

extension Recipe {
  /// The files that records may name: those of the folders that the mappings name, and the archives.
  ///
  /// - Parameter folder: The recipe's folder.
  /// - Throws: `FileError` if the system cannot tell.
  package func namedFiles(in folder: String) throws(FileError) -> [SourceFile] {
    var files: [SourceFile] = []
    for name in namedFolders {
      guard let path = try RecipeFolder(folder).path(of: name) else { continue }
      switch try Files.status(of: path)?.kind {
      case .folder?:
        for file in try FileValues.names(in: path) {
          files.append(SourceFile(name: "\(name)/\(file)", path: "\(path)/\(file)"))
        }
      case .file?: files.append(SourceFile(name: name, path: path))
      default: break
      }
      let lock = FetchLock.fileName(forFolder: name)
      if fetchesInto(name), let path = try RecipeFolder(folder).path(of: lock), try Files.exists(path) {
        files.append(SourceFile(name: lock, path: path))
      }
    }
    return files
  }

  private func fetchesInto(_ name: String) -> Bool {
    sources.flatMap(\.fieldMappings).contains {
      $0.fetchesFiles && ($0.files?.value == name || $0.files?.value == name + "/")
    }
  }

  /// The folders and archives whose files records may name, each once, relative to the recipe's folder.
  package var namedFolders: [String] {
    var names: [String] = []
    for mapping in sources.flatMap(\.fieldMappings) {
      guard let name = mapping.files?.value else { continue }
      let plain = name.hasSuffix("/") ? String(name.dropLast()) : name
      if !names.contains(plain) { names.append(plain) }
    }
    return names
  }
}
