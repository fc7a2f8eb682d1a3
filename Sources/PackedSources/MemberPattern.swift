#if canImport(Glibc)
  internal import Glibc
#endif

/// Which file of an archive is meant: its path, its name, or a pattern such as `*.csv` for either.
struct MemberPattern {
  let text: String

  /// Whether a member is data at all, not something that a system or tool leaves behind.
  static func isData(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return parts.first != "__MACOSX" && parts.last.map { !$0.hasPrefix(".") } ?? false
  }

  func fits(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return fnmatch(text, path, FNM_PATHNAME) == 0 || fnmatch(text, name, FNM_PATHNAME) == 0
  }

  /// The only one of `paths` that is meant; one of that very path comes before others. Of several with one path the last counts, as whoever
  /// unpacks the archive has it.
  static func choose(_ paths: [String], _ member: String?, file: String) throws(PackedSourceError) -> Int {
    let last = Dictionary(zip(paths, paths.indices), uniquingKeysWith: { $1 })
    let data = paths.indices.filter { isData(paths[$0]) && last[paths[$0]] == $0 }
    guard let member else {
      if data.count == 1 { return data[0] }
      throw PackedSourceError(.memberNeeded(data.map { paths[$0] }), file: file)
    }
    if let exact = last[member] { return exact }
    let pattern = MemberPattern(text: member)
    let fitting = data.filter { pattern.fits(paths[$0]) }
    guard fitting.count == 1 else {
      throw PackedSourceError(.memberMissing(member, data.map { paths[$0] }), file: file)
    }
    return fitting[0]
  }
}
