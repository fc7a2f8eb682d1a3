/// What decompressors have left out, for those who read the contents to tell.
final class IgnoredData {
  /// The packing behind whose data something stands that is none.
  var packing: Packing?
}
