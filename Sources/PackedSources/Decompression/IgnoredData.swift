/// What decompressors have left out or missed, for those who read the contents to tell.
final class IgnoredData {
  /// The packing behind whose data something stands that is none.
  var packing: Packing?
  /// Whether a tar archive does not say that it has ended.
  var lacksEnd = false
}
