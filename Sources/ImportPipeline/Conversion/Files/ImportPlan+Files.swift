internal import Digests
internal import Findings
package import SystemErrors

extension ImportPlan {
  /// Whether fields name files whose contents or names become values.
  package var readsNamedFiles: Bool { !fileValues.isEmpty }

  /// What makes pictures fit and decodes them, with its version; `nil` if nothing does.
  package var imageLibrary: String? {
    sources.lazy.flatMap(\.attributes).compactMap(\.converter.files.fitter?.libraryVersion).first
  }

  /// Takes pictures that an earlier build has made fit, and keeps those of this one.
  package func use(_ pictures: any FittedPictures) {
    for source in sources { for plan in source.attributes { plan.converter.files.fitter?.use(pictures) } }
  }

  /// Whether anything makes pictures fit.
  package var fitsPictures: Bool { imageLibrary != nil }

  /// The sizes and digests of files that a run has read because fields name them, by their names among the recipe's inputs.
  package var digestsOfNamedFiles: [String: (bytes: Int, sha256: String)] {
    var digests: [String: (bytes: Int, sha256: String)] = [:]
    for files in fileValues {
      for (name, digest) in files.digests {
        digests["\(files.name)/\(name)"] = (digest.bytes, digest.sha256.hexadecimal)
      }
    }
    return digests
  }

  /// Whether the names of files stand in single fields, so that they are found without making values of them.
  package var knowsNamedFilesByFields: Bool {
    sources.allSatisfy { source in
      source.attributes.allSatisfy { plan in
        guard plan.converter.files.files != nil, case .field = plan.input else {
          return plan.converter.files.files == nil
        }
        return true
      }
    }
  }

  /// Notes which files the records of a source name, without looking at the files.
  ///
  /// - Throws: The reader's error when the source cannot be read.
  func noteNamedFiles(of source: SourcePlan) throws {
    let plans = source.attributes.filter { $0.converter.files.files != nil }
    guard !plans.isEmpty else { return }
    let opened = try source.open()
    while try opened.next() {
      _ = opened.takeFindings()
      guard !opened.isBroken else { continue }
      for plan in plans {
        guard case .field(let field) = plan.input,
          let name = opened.withField(field, { $0.flatMap(plan.converter.text) })
        else { continue }
        plan.converter.files.files?.noteUse(of: name)
      }
    }
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
