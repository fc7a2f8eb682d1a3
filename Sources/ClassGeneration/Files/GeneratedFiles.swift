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
      guard let known = try text(ofFile: folder + "/" + file.name) else {
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
    outcome.stale = try stale(in: folder, besides: files)
    do { try Files.makeFolder(folder) } catch { throw .unwritable(path: folder, reason: error.reason) }
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

  /// The text of a file; `nil` if there is none. One that cannot be read might be somebody's own and is not replaced.
  private static func text(ofFile path: String) throws(Failure) -> String? {
    do {
      return try Files.contents(of: path).map { String(decoding: $0, as: UTF8.self) }
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
  }

  private static func isGenerated(_ text: String) -> Bool { text.hasPrefix(StudbookClassWriter.mark) }

  private static func stale(in folder: String, besides files: [GeneratedFile]) throws(Failure) -> [String] {
    let names = Set(files.map(\.name))
    let found: [String]
    do { found = try Files.names(in: folder) ?? [] } catch {
      throw .unwritable(path: folder, reason: error.reason)
    }
    var stale: [String] = []
    for name in found where name.hasSuffix(".swift") && !names.contains(name) {
      if try text(ofFile: folder + "/" + name).map(isGenerated) == true { stale.append(name) }
    }
    return stale
  }
}

extension GeneratedFiles.Failure {
  package var errorDescription: String? { description }
}
