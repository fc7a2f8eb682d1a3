import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import ReferenceExport
import StoreComparison
import SystemErrors

/// The release that is there, kept open, so that what the next one changes can be said when it has taken its place.
final class ReleaseWatch {
  private let path: String
  private var opened: OpenedStore?
  private var digest: String?

  private static let mostLines = 40

  init(_ path: String) {
    self.path = path
    take()
  }

  private var manifest: String {
    let folder = (path as NSString).deletingLastPathComponent
    let name = ReleaseManifest.fileName(forReferenceFile: (path as NSString).lastPathComponent)
    return folder.isEmpty ? name : "\(folder)/\(name)"
  }

  /// Opens the release that is there now; there may be none.
  private func take() {
    try? opened?.store.close()
    let found = try? ReleaseManifest.usable(at: manifest)
    digest = found?.outputs.first { $0.path == found?.referenceFile }?.sha256
    opened = try? OpenedStore(path, model: nil)
    if let opened { try? PersistentStoreCoordinator(managedObjectModel: opened.model).addPersistentStore(opened.store) }
  }

  /// What changed in the objects since this was asked before, as lines.
  ///
  /// - Throws: `StoreComparisonError`, the stores' errors.
  func changes(_ session: RecipeSession) throws -> String {
    let (old, oldDigest) = (opened, digest)
    opened = nil
    defer { try? old?.store.close() }
    take()
    guard let old, let new = opened else { return "" }
    if oldDigest != nil, digest == oldDigest { return "  The reference file is the same.\n" }
    let comparison = try StoreComparison(
      from: ComparedStore(model: old.model, store: old.store),
      to: ComparedStore(model: new.model, store: new.store),
      keys: ObjectKeys(
        suggested: session.plan.keyNames,
        matched: session.plan.matchNames,
        renamed: session.plan.renamed
      )
    )
    var text = ""
    var printer = DifferencePrinter(format: .text) { text += $0 }
    try printer.begin(older: "before", newer: "now", ModelComparison.differences(from: old.model, to: new.model))
    let entities = try comparison.run {
      try printer.begin($0)
    } _: {
      // What nobody reads is not kept.
      if text.utf8.count < 64 << 10 { try printer.add($0) }
    }
    try printer.finish(entities)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    let shown = lines.prefix(Self.mostLines).map { "  \($0)\n" }.joined()
    return shown + (lines.count > Self.mostLines ? "  … and \(lines.count - Self.mostLines) more lines\n" : "")
  }
}
