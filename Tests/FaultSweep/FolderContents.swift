internal import Foundation

/// Everything in a folder: the bytes and permissions of its files, and its folders.
struct FolderContents: Equatable {
  /// What stands at each path; a folder is `nil` bytes.
  private(set) var entries: [String: Entry] = [:]

  struct Entry: Equatable {
    var bytes: Data?
    var mode: UInt32
  }

  init(of folder: String, where isIncluded: (String) -> Bool = { _ in true }) {
    var pending = [""]
    while let prefix = pending.popLast() {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(prefix)")) ?? [] {
        let path = prefix + name
        guard isIncluded(path) else { continue }
        var status = stat()
        guard lstat("\(folder)/\(path)", &status) == 0 else { continue }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        entries[path] = Entry(
          bytes: isFolder ? nil : FileManager.default.contents(atPath: "\(folder)/\(path)"),
          mode: status.st_mode & 0o7777
        )
        if isFolder { pending.append(path + "/") }
      }
    }
  }

  /// Those at the paths that are wanted.
  func filtered(_ isIncluded: (String) -> Bool) -> FolderContents {
    var result = self
    result.entries = entries.filter { isIncluded($0.key) }
    return result
  }

  /// Those in which files at some paths have their size instead of their bytes.
  func withSizes(of paths: Set<String>) -> FolderContents {
    var result = self
    for path in paths {
      if let bytes = entries[path]?.bytes { result.entries[path]?.bytes = Data("\(bytes.count) bytes".utf8) }
    }
    return result
  }

  /// The files, without folders.
  var files: [String: Entry] { entries.filter { $0.value.bytes != nil } }

  /// The paths that are not the same in both, with what is different.
  func differences(from other: FolderContents) -> [String] {
    Set(entries.keys).union(other.entries.keys).sorted().compactMap { path in
      let (own, others) = (entries[path], other.entries[path])
      if own == others { return nil }
      guard let own else { return "\(path) is missing" }
      guard let others else { return "\(path) is too much" }
      return own.bytes == others.bytes
        ? "\(path) has the permissions \(String(own.mode, radix: 8))" : "\(path) has other bytes"
    }
  }
}
