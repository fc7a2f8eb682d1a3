internal import FoundationEssentials

/// A unit of measurement that a recipe can convert from and to, such as `lb` or `cm`.
///
/// Factors are the exact definitions of the international yard and pound agreement and of the SI.
package struct MeasurementUnit: Sendable, Hashable {
  enum Dimension: Sendable, Hashable { case mass, length, volume, duration, temperature, area, speed }

  let symbol: String
  let dimension: Dimension
  /// How many base units one of these is, as a fraction; the base units are kg, m, l, s, K, m² and m/s.
  private let numerator: UInt64
  private let denominator: UInt64
  /// What is added before multiplying, for temperatures.
  private let shift: ExactNumber?

  private init(
    _ symbol: String,
    _ dimension: Dimension,
    _ numerator: UInt64,
    over denominator: UInt64 = 1,
    shift: String? = nil
  ) {
    self.symbol = symbol
    self.dimension = dimension
    self.numerator = numerator
    self.denominator = denominator
    self.shift = shift.flatMap { ExactNumber($0) }
  }

  /// The unit that people write as `name`, singular, plural or symbol; upper case is as good as lower.
  package init?(named name: String) {
    let key = name.lowercased()
    guard let unit = Self.byName[key] else { return nil }
    self = unit
  }

  /// `value` of this unit in `other` units of the same dimension; exact where the factor comes out even.
  package func convert(_ value: ExactNumber, to other: MeasurementUnit) -> ExactNumber {
    if self == other { return value }
    var result = value
    if let shift { result = result + shift }
    // In one step, so that the only division is the last.
    let (above, below) = (
      numerator.multipliedFullWidth(by: other.denominator), denominator.multipliedFullWidth(by: other.numerator)
    )
    if above.high == 0, below.high == 0 {
      let divisor = Self.greatestDivisor(above.low, below.low)
      result = result.multiplied(by: above.low / divisor, over: below.low / divisor)
    } else {
      result = result.multiplied(by: numerator, over: denominator)
      result = result.multiplied(by: other.denominator, over: other.numerator)
    }
    if let shift = other.shift { result = result + -shift }
    return result
  }

  /// `value` of this unit in `other` units of the same dimension.
  package func convert(_ value: Double, to other: MeasurementUnit) -> Double {
    guard value.isFinite, let number = ExactNumber(value.description) else { return value }
    return convert(number, to: other).double
  }

  private static func greatestDivisor(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }

  /// Every name, for did-you-mean.
  static var names: [String] { byName.keys.sorted() }

  private static let byName: [String: MeasurementUnit] = {
    let table: [(MeasurementUnit, [String])] = [
      (MeasurementUnit("kg", .mass, 1), ["kg", "kilogram", "kilograms", "kilogramme", "kilogrammes"]),
      (MeasurementUnit("g", .mass, 1, over: 1000), ["g", "gram", "grams", "gramme", "grammes"]),
      (MeasurementUnit("t", .mass, 1000), ["t", "tonne", "tonnes"]),
      (MeasurementUnit("lb", .mass, 45_359_237, over: 100_000_000), ["lb", "lbs", "pound", "pounds"]),
      (MeasurementUnit("oz", .mass, 28_349_523_125, over: 1_000_000_000_000), ["oz", "ounce", "ounces"]),
      (MeasurementUnit("st", .mass, 635_029_318, over: 100_000_000), ["st", "stone", "stones"]),
      (MeasurementUnit("m", .length, 1), ["m", "metre", "metres", "meter", "meters"]),
      (MeasurementUnit("cm", .length, 1, over: 100), ["cm", "centimetre", "centimetres", "centimeter", "centimeters"]),
      (
        MeasurementUnit("mm", .length, 1, over: 1000), ["mm", "millimetre", "millimetres", "millimeter", "millimeters"]
      ),
      (MeasurementUnit("km", .length, 1000), ["km", "kilometre", "kilometres", "kilometer", "kilometers"]),
      (MeasurementUnit("in", .length, 254, over: 10_000), ["in", "inch", "inches", "\""]),
      (MeasurementUnit("ft", .length, 3048, over: 10_000), ["ft", "foot", "feet"]),
      (MeasurementUnit("yd", .length, 9144, over: 10_000), ["yd", "yard", "yards"]),
      (MeasurementUnit("mi", .length, 1_609_344, over: 1000), ["mi", "mile", "miles"]),
      (MeasurementUnit("l", .volume, 1), ["l", "litre", "litres", "liter", "liters"]),
      (
        MeasurementUnit("ml", .volume, 1, over: 1000), ["ml", "millilitre", "millilitres", "milliliter", "milliliters"]
      ),
      (MeasurementUnit("gal", .volume, 3_785_411_784, over: 1_000_000_000), ["gal", "gallon", "gallons"]),
      (MeasurementUnit("s", .duration, 1), ["s", "second", "seconds"]),
      (MeasurementUnit("min", .duration, 60), ["min", "minute", "minutes"]),
      (MeasurementUnit("h", .duration, 3600), ["h", "hour", "hours"]),
      (MeasurementUnit("d", .duration, 86_400), ["d", "day", "days"]),
      (MeasurementUnit("wk", .duration, 604_800), ["wk", "week", "weeks"]),
      (MeasurementUnit("mo", .duration, 2_629_746), ["mo", "month", "months"]),
      (MeasurementUnit("yr", .duration, 31_556_952), ["yr", "year", "years"]),
      (MeasurementUnit("K", .temperature, 1), ["k", "kelvin"]),
      (MeasurementUnit("°C", .temperature, 1, shift: "273.15"), ["c", "°c", "celsius"]),
      (MeasurementUnit("°F", .temperature, 5, over: 9, shift: "459.67"), ["f", "°f", "fahrenheit"]),
      (MeasurementUnit("m²", .area, 1), ["m2", "m²"]),
      (MeasurementUnit("ft²", .area, 9_290_304, over: 100_000_000), ["ft2", "ft²"]),
      (MeasurementUnit("ha", .area, 10_000), ["ha", "hectare", "hectares"]),
      (MeasurementUnit("acre", .area, 40_468_564_224, over: 10_000_000), ["acre", "acres"]),
      (MeasurementUnit("m/s", .speed, 1), ["m/s"]),
      (MeasurementUnit("km/h", .speed, 5, over: 18), ["km/h", "kph"]),
      (MeasurementUnit("mph", .speed, 44_704, over: 100_000), ["mph"]),
    ]
    var byName: [String: MeasurementUnit] = [:]
    for (unit, names) in table {
      for name in names { byName[name] = unit }
    }
    return byName
  }()
}

/// A conversion from one unit to another, as a recipe writes it: `lb to kg`.
package struct UnitConversion: Sendable, Hashable {
  package let source: MeasurementUnit
  package let target: MeasurementUnit

  /// Why a text is not a conversion.
  package enum Problem: LocalizedError {
    case shape
    case unknownUnit(String)
    case differentDimensions
  }

  package init(_ text: String) throws(Problem) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 3, words[1].lowercased() == "to" else { throw .shape }
    guard let source = MeasurementUnit(named: words[0]) else { throw .unknownUnit(words[0]) }
    guard let target = MeasurementUnit(named: words[2]) else { throw .unknownUnit(words[2]) }
    guard source.dimension == target.dimension else { throw .differentDimensions }
    self.source = source
    self.target = target
  }

  /// A value of the source unit in the target unit, with one decimal.
  func rounded(_ value: Double) -> Double { (source.convert(value, to: target) * 10).rounded() / 10 }
}

extension UnitConversion.Problem {
  package var errorDescription: String? {
    switch self {
    case .shape: "A conversion is written as two units with \"to\" between them."
    case .unknownUnit(let name): "There is no unit \"\(name)\"."
    case .differentDimensions: "The units do not measure the same."
    }
  }
}
