/// The version of the tool, in one place: `--version`, manifests and reports show it.
enum StudbookVersion {
  static let current = "0.1.0"
}
