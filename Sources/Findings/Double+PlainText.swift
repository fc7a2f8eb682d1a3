extension Double {
  /// The number as people write it: whole ones without a fraction, others with as many digits as they need.
  package var plainText: String { self == rounded() && magnitude < 1e15 ? String(Int64(self)) : String(self) }
}
