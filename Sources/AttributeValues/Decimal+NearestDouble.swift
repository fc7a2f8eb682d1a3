package import FoundationEssentials

/// Decimals as stores keep them: as the floating-point number of double precision that is nearest.
extension Decimal {
  /// The nearest floating-point number.
  package var nearestDouble: Double { Double(description) ?? .nan }

  /// The decimal of the fewest digits for which a floating-point number stands, so that 10.11 does not become 10.109999…; not a number for
  /// numbers that no decimal can be.
  package init(shortest number: Double) { self = number.isFinite ? Decimal(string: number.description) ?? .nan : .nan }

  /// Whether the decimal comes back from a floating-point number as it was, which those of up to fifteen digits do.
  package var isKeptByDouble: Bool { Decimal(shortest: nearestDouble) == self }
}
