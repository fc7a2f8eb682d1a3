import ArgumentParser
import ReleasePacks

/// A list of ways to compress a whole file as one argument: `zstd,xz`.
struct PackFormatList: ExpressibleByArgument, CustomStringConvertible {
  var formats: [PackFormat]

  static let standard = PackFormatList(formats: [.zstd, .xz])

  init(formats: [PackFormat]) { self.formats = formats }

  init?(argument: String) {
    formats = []
    if argument == "none" { return }
    for name in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let format = PackFormat(rawValue: String(name)) else { return nil }
      if !formats.contains(format) { formats.append(format) }
    }
  }

  var description: String { formats.isEmpty ? "none" : formats.map(\.rawValue).joined(separator: ",") }
  var defaultValueDescription: String { description }
}
