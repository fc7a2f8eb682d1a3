/// The steps of a publication, in order. Tests stop the process at each of them.
package enum PublicationStep: Sendable, Hashable, Codable {
  /// The staging folder has been made; nothing is in it.
  case begun
  /// A part of the reference file has been sealed.
  case sealing(SealingStep)
  /// Everything is in the staging folder, and the disk has it.
  case staged
  /// The staging folder has its decided name: from here on the release is the new one.
  case decided
  /// A file of the release has taken its place.
  case placed(String)
  /// Everything is in place, and the disk has it.
  case finished
}

/// The steps of sealing a reference file, in order.
package enum SealingStep: String, Sendable, Hashable, Codable, CaseIterable {
  /// Statistics have been made, or will be as the file is written.
  case analyzed
  /// The compact file has been written.
  case compacted
  /// The file has its final bytes, and what belongs beside it.
  case normalized
  /// Nothing is wrong with it.
  case checked
}
