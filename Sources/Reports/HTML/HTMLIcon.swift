/// The page's few drawings. All of them decorate a text beside them, so they are hidden from screen readers.
package enum HTMLIcon {
  package static let book = """
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="M5 4.5A1.5 1.5 0 0 1 6.5 3H19v15H6.5\
    A1.5 1.5 0 0 0 5 19.5zM5 19.5A1.5 1.5 0 0 0 6.5 21H19v-3M9 8h6M9 11.5h4"/></svg>
    """

  /// A check mark, an exclamation mark or a cross in a disc.
  package static func verdict(_ kind: RunVerdict.Kind) -> String {
    let path =
      switch kind {
      case .clean: "M6.5 12.5l3.7 3.7 7.3-8"
      case .notes: "M12 11v6M12 7v.5"
      case .warnings, .errors: "M12 6.5v7M12 17v.5"
      case .unbalanced: "M7.5 7.5l9 9M16.5 7.5l-9 9"
      }
    return
      "<svg class=\"disc\" viewBox=\"0 0 24 24\" width=\"48\" height=\"48\" aria-hidden=\"true\"><path d=\"\(path)\"/></svg>"
  }
}
