internal import FoundationEssentials
internal import SystemErrors

/// Puts generated files into a folder.
package enum GeneratedFiles {
  /// What became of the files, each list by name.
  package struct Outcome: Sendable, Hashable {
    /// New, or with another text than before.
    package var written: [String] = []
    /// Generated before, with the same text.
    package var unchanged: [String] = []
    /// There already, and no longer ours to change.
    package var kept: [String] = []
    /// Generated for an entity that the model does not have any more; left for somebody to delete.
    package var stale: [String] = []
  }

  /// Why files were not written; none was, then.
  package enum Failure: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    /// A file that would be replaced was not generated.
    case foreignFile(path: String)
    /// The folder or a file in it cannot be written.
    case unwritable(path: String, reason: String)

    package var description: String {
      switch self {
      case .foreignFile(let path):
        "\(path) was not made by `studbook model swift`; rename it, or choose another folder with --output."
      case .unwritable(let path, let reason): "\(path) cannot be written: \(reason)"
      }
    }
  }

  /// Writes files into `folder`, which is made if need be. A file to keep is written only where there is none.
  ///
  /// A file whose text is the same already is not touched, so that nothing is compiled again.
  ///
  /// - Throws: `Failure`.
  package static func write(_ files: [GeneratedFile], to folder: String) throws(Failure) -> Outcome {
    var outcome = Outcome()
    var pending: [GeneratedFile] = []
    for file in files {
      guard let known = text(ofFile: folder + "/" + file.name) else {
        pending.append(file)
        continue
      }
      if file.isKept {
        outcome.kept.append(file.name)
      } else if known == file.text {
        outcome.unchanged.append(file.name)
      } else if isGenerated(known) || file.name.hasSuffix(AppleClassWriter.propertiesSuffix) {
        pending.append(file)
      } else {
        throw .foreignFile(path: folder + "/" + file.name)
      }
    }
    outcome.stale = stale(in: folder, besides: files)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path: folder, reason: SystemReason.text(of: error))
    }
    for file in pending {
      do {
        try FileWriter.replace(folder + "/" + file.name, with: file.text.utf8)
      } catch {
        throw .unwritable(
          path: folder + "/" + file.name,
          reason: SystemReason.text(of: error, writing: folder + "/" + file.name)
        )
      }
      outcome.written.append(file.name)
    }
    return outcome
  }

  private static func text(ofFile path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isGenerated(_ text: String) -> Bool { text.hasPrefix(StudbookClassWriter.mark) }

  private static func stale(in folder: String, besides files: [GeneratedFile]) -> [String] {
    let names = Set(files.map(\.name))
    let found = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return found.filter { name in
      name.hasSuffix(".swift") && !names.contains(name) && text(ofFile: folder + "/" + name).map(isGenerated) == true
    }.sorted()
  }
}

extension GeneratedFiles.Failure {
  package var errorDescription: String? { description }
}
