extension XMLScanner {
  /// The number of an element's name, with the pending attributes' names turned into theirs; `nil` where libxml2 has to look.
  ///
  /// Declarations of namespaces are taken out of the pending attributes.
  @inline(__always)
  mutating func elementNumber(
    _ name: Int32,
    _ text: UnsafePointer<UInt8>,
    _ collector: UnsafeMutablePointer<XMLCollector>
  ) -> Int32? {
    let version = namespaces.version
    for index in 0..<pending.count {
      let known = names.entry(pending.base[index].name).pointee.attributeVersion
      if known != 0, known != version { return resolveNames(name, text, collector) }
    }
    let entry = names.entry(name)
    if entry.pointee.elementVersion != version { return resolveNames(name, text, collector) }
    for index in 0..<pending.count {
      pending.base[index].name = names.entry(pending.base[index].name).pointee.attributeNumber
    }
    return entry.pointee.elementNumber
  }

  @inline(never)
  private mutating func resolveNames(
    _ name: Int32,
    _ text: UnsafePointer<UInt8>,
    _ collector: UnsafeMutablePointer<XMLCollector>
  ) -> Int32? {
    guard declareNamespaces(text) else { return nil }
    var prefixed: Set<String> = []
    for index in 0..<pending.count {
      let entry = names.entry(pending.base[index].name)
      guard let written = writtenName(pending.base[index].name) else { return nil }
      var found = NameTable.Name(local: written.local, prefix: written.prefix, namespace: nil, isAttribute: true)
      if let prefix = written.prefix {
        // Two prefixes may stand for one namespace, and then the attribute stands there twice.
        guard prefixed.insert(written.local).inserted, let namespace = namespaces.namespace(of: prefix) else {
          return nil
        }
        found.namespace = namespace
      }
      let number = collector.pointee.tree.names.number(of: found)
      entry.pointee.attributeNumber = number
      entry.pointee.attributeVersion = written.prefix == nil || written.prefix == "xml" ? 0 : namespaces.version
      pending.base[index].name = number
    }
    guard let written = writtenName(name) else { return nil }
    let namespace = namespaces.namespace(of: written.prefix ?? "")
    if written.prefix != nil, namespace == nil { return nil }
    let found = NameTable.Name(local: written.local, prefix: written.prefix, namespace: namespace, isAttribute: false)
    let number = collector.pointee.tree.names.number(of: found)
    names.entry(name).pointee.elementNumber = number
    names.entry(name).pointee.elementVersion = namespaces.version
    return number
  }

  private func writtenName(_ number: Int32) -> (prefix: String?, local: String)? {
    let entry = names.entry(number).pointee
    guard !entry.isUnusual else { return nil }
    let text = names.text(number)
    let prefixCount = Int(entry.prefixCount)
    guard prefixCount > 0 else { return (nil, String(decoding: text, as: UTF8.self)) }
    return (
      String(decoding: text[..<prefixCount], as: UTF8.self), String(decoding: text[(prefixCount + 1)...], as: UTF8.self)
    )
  }

  /// Takes the declarations of namespaces out of the pending attributes.
  ///
  /// - Returns: `false` if libxml2 has to look at one.
  private mutating func declareNamespaces(_ text: UnsafePointer<UInt8>) -> Bool {
    var kept = 0
    for index in 0..<pending.count {
      let attribute = pending.base[index]
      guard names.entry(attribute.name).pointee.declaresNamespace else {
        pending.base[kept] = attribute
        kept += 1
        continue
      }
      guard let name = writtenName(attribute.name), !attribute.isResolved else { return false }
      let value = UnsafeBufferPointer(start: text + attribute.start, count: attribute.count)
      let address = String(decoding: value, as: UTF8.self)
      let prefix = name.prefix == nil ? "" : name.local
      guard isPlain(address, value) || (address.isEmpty && prefix.isEmpty), prefix != "xml", prefix != "xmlns" else {
        return false
      }
      namespaces.declare(prefix, address, depth: open.count + 1)
    }
    pending.removeLast(downTo: kept)
    return true
  }

  /// Whether an address is absolute beyond doubt, and none of those that may not be declared.
  private func isPlain(_ address: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard
      ["http://", "https://", "urn:"].contains(where: { address.hasPrefix($0) && address.utf8.count > $0.utf8.count })
    else { return false }
    guard address != "http://www.w3.org/XML/1998/namespace", address != "http://www.w3.org/2000/xmlns/" else {
      return false
    }
    return bytes.allSatisfy { isClass($0, .address) }
  }
}
