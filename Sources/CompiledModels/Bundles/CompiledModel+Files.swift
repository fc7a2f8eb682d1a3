internal import FoundationEssentials
package import ObjectModel
internal import SystemErrors

extension CompiledModel {
  /// One version of a bundle to be written.
  package struct Version: Sendable {
    /// The version's name, such as `DogBreeds 2`.
    package var name: String
    package var model: ManagedObjectModel

    /// Makes a version to be written; `name` becomes the name of its `.mom`.
    package init(name: String, model: ManagedObjectModel) {
      self.name = name
      self.model = model
    }
  }

  /// Writes a `.momd` bundle: a `.mom` for each version and `VersionInfo.plist`.
  ///
  /// An optimised `.omo` is never written, since its form is private; one that is left of an earlier compilation is removed, since it would be
  /// read instead of what is written here.
  ///
  /// - Throws: `CompiledModelError` when a version cannot be compiled or the bundle not written.
  package static func write(_ versions: [Version], current: String, asBundle path: String) throws {
    var info = CompiledModelVersions()
    info.currentVersionName = current
    var files: [(name: String, bytes: [UInt8])] = []
    for version in versions {
      guard !version.name.contains("/"), !version.name.isEmpty else {
        throw CompiledModelError(.file, "A version cannot be named “\(version.name)”")
      }
      try info.add(version.model, named: version.name)
      files.append((version.name + ".mom", try archive(version.model)))
    }
    files.append(("VersionInfo.plist", info.propertyList()))
    do {
      try Files.makeFolder(path)
      for stale in try Files.names(in: path) ?? []
      where stale.hasSuffix(".omo") || stale.hasSuffix(".mom") {
        try Files.removeTree(path + "/" + stale)
      }
      for (name, bytes) in files { try FileWriter.replace(path + "/" + name, with: bytes) }
    } catch {
      throw CompiledModelError(
        .file,
        "The bundle \(path) cannot be written: \(SystemReason.text(of: error, writing: path + "/x"))"
      )
    }
  }

  /// Writes a `.mom`.
  ///
  /// - Throws: `CompiledModelError` when the model cannot be compiled or the file not written.
  package static func write(_ model: ManagedObjectModel, asFile path: String) throws {
    let bytes = try archive(model)
    do {
      try FileWriter.replace(path, with: bytes)
    } catch {
      throw CompiledModelError(.file, "\(path) cannot be written: \(SystemReason.text(of: error, writing: path))")
    }
  }

  /// Reads the `VersionInfo.plist` of a `.momd` bundle, or such a file itself.
  ///
  /// - Throws: `CompiledModelError` when there is none.
  package static func versions(inBundle path: String) throws -> CompiledModelVersions {
    let file = path.hasSuffix(".plist") ? path : path + "/VersionInfo.plist"
    let bytes: [UInt8]?
    do { bytes = try Files.contents(of: file) } catch { throw CompiledModelError(.file, error.description) }
    guard let bytes else { throw CompiledModelError(.file, "There is no file \(file)") }
    return try CompiledModelVersions(bytes)
  }
}
