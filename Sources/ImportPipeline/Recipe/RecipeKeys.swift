internal import CYaml

/// The keys of a recipe's mappings, looked at before Yams makes nodes of them.
///
/// Yams looks for keys that stand twice by hashing, comparing and sorting them. With keys that are lists, mappings or aliases of such, a kilobyte takes it
/// longer than anybody waits. A recipe has no use for them.
enum RecipeKeys {
  /// Where the first key stands that is no text, from 1; `nil` if there is none before what Yams cannot read either.
  static func firstThatIsNoText(in text: String) -> (line: Int, column: Int)? {
    var text = text
    return text.withUTF8 { bytes in
      var parser = yaml_parser_t()
      guard yaml_parser_initialize(&parser) == 1 else { return nil }
      defer { yaml_parser_delete(&parser) }
      yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
      var scan = Scan()
      while true {
        var event = yaml_event_t()
        guard yaml_parser_parse(&parser, &event) == 1 else { return nil }
        defer { yaml_event_delete(&event) }
        if event.type == YAML_STREAM_END_EVENT { return nil }
        if !scan.accepts(event) { return (event.start_mark.line + 1, event.start_mark.column + 1) }
      }
    }
  }

  /// What is open at an event.
  private struct Scan {
    private enum Collection {
      case list, mappingBeforeKey, mappingBeforeValue
    }

    private var open: [Collection] = []
    private var anchorsOfCollections: Set<String> = []

    /// Goes on by an event; `false` if it is a key that is no text.
    mutating func accepts(_ event: yaml_event_t) -> Bool {
      switch event.type {
      case YAML_SCALAR_EVENT:
        if let anchor = name(event.data.scalar.anchor) { anchorsOfCollections.remove(anchor) }
        return accepts(isText: true)
      case YAML_ALIAS_EVENT:
        // Yams says itself that there is no such anchor.
        return accepts(isText: !(name(event.data.alias.anchor).map(anchorsOfCollections.contains) ?? false))
      case YAML_SEQUENCE_START_EVENT: return begins(.list, anchor: event.data.sequence_start.anchor)
      case YAML_MAPPING_START_EVENT: return begins(.mappingBeforeKey, anchor: event.data.mapping_start.anchor)
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: _ = open.popLast()
      default: break
      }
      return true
    }

    private mutating func begins(_ collection: Collection, anchor: UnsafePointer<UInt8>?) -> Bool {
      if let anchor = name(anchor) { anchorsOfCollections.insert(anchor) }
      guard accepts(isText: false) else { return false }
      open.append(collection)
      return true
    }

    private mutating func accepts(isText: Bool) -> Bool {
      switch open.last {
      case .mappingBeforeKey:
        open[open.count - 1] = .mappingBeforeValue
        return isText
      case .mappingBeforeValue:
        open[open.count - 1] = .mappingBeforeKey
      case .list, nil: break
      }
      return true
    }

    private func name(_ anchor: UnsafePointer<UInt8>?) -> String? { anchor.map { String(cString: $0) } }
  }
}
