/// A unit of measurement that a recipe can convert from and to, such as `lb` or `cm`.
///
/// Factors are the exact definitions of the international yard and pound agreement and of the SI.
package struct MeasurementUnit: Sendable, Hashable {
  enum Dimension: Sendable, Hashable { case mass, length, volume, duration, temperature, area, speed }

  let symbol: String
  let dimension: Dimension
  /// How many base units one of these is; the base units are kg, m, l, s, K, m² and m/s.
  let factor: Double
  /// What is added after multiplying, for temperatures.
  let offset: Double

  private init(_ symbol: String, _ dimension: Dimension, _ factor: Double, offset: Double = 0) {
    self.symbol = symbol
    self.dimension = dimension
    self.factor = factor
    self.offset = offset
  }

  /// The unit that people write as `name`, singular, plural or symbol; upper case is as good as lower.
  package init?(named name: String) {
    let key = name.lowercased()
    guard let unit = Self.byName[key] else { return nil }
    self = unit
  }

  /// `value` of this unit in `other` units of the same dimension.
  package func convert(_ value: Double, to other: MeasurementUnit) -> Double {
    if self == other { return value }
    return (value * factor + offset - other.offset) / other.factor
  }

  /// Every name, for did-you-mean.
  static var names: [String] { byName.keys.sorted() }

  private static let byName: [String: MeasurementUnit] = {
    let table: [(MeasurementUnit, [String])] = [
      (MeasurementUnit("kg", .mass, 1), ["kg", "kilogram", "kilograms", "kilogramme", "kilogrammes"]),
      (MeasurementUnit("g", .mass, 0.001), ["g", "gram", "grams", "gramme", "grammes"]),
      (MeasurementUnit("t", .mass, 1000), ["t", "tonne", "tonnes"]),
      (MeasurementUnit("lb", .mass, 0.45359237), ["lb", "lbs", "pound", "pounds"]),
      (MeasurementUnit("oz", .mass, 0.028349523125), ["oz", "ounce", "ounces"]),
      (MeasurementUnit("st", .mass, 6.35029318), ["st", "stone", "stones"]),
      (MeasurementUnit("m", .length, 1), ["m", "metre", "metres", "meter", "meters"]),
      (MeasurementUnit("cm", .length, 0.01), ["cm", "centimetre", "centimetres", "centimeter", "centimeters"]),
      (MeasurementUnit("mm", .length, 0.001), ["mm", "millimetre", "millimetres", "millimeter", "millimeters"]),
      (MeasurementUnit("km", .length, 1000), ["km", "kilometre", "kilometres", "kilometer", "kilometers"]),
      (MeasurementUnit("in", .length, 0.0254), ["in", "inch", "inches", "\""]),
      (MeasurementUnit("ft", .length, 0.3048), ["ft", "foot", "feet"]),
      (MeasurementUnit("yd", .length, 0.9144), ["yd", "yard", "yards"]),
      (MeasurementUnit("mi", .length, 1609.344), ["mi", "mile", "miles"]),
      (MeasurementUnit("l", .volume, 1), ["l", "litre", "litres", "liter", "liters"]),
      (MeasurementUnit("ml", .volume, 0.001), ["ml", "millilitre", "millilitres", "milliliter", "milliliters"]),
      (MeasurementUnit("gal", .volume, 3.785411784), ["gal", "gallon", "gallons"]),
      (MeasurementUnit("s", .duration, 1), ["s", "second", "seconds"]),
      (MeasurementUnit("min", .duration, 60), ["min", "minute", "minutes"]),
      (MeasurementUnit("h", .duration, 3600), ["h", "hour", "hours"]),
      (MeasurementUnit("d", .duration, 86_400), ["d", "day", "days"]),
      (MeasurementUnit("wk", .duration, 604_800), ["wk", "week", "weeks"]),
      (MeasurementUnit("mo", .duration, 2_629_746), ["mo", "month", "months"]),
      (MeasurementUnit("yr", .duration, 31_556_952), ["yr", "year", "years"]),
      (MeasurementUnit("K", .temperature, 1), ["k", "kelvin"]),
      (MeasurementUnit("°C", .temperature, 1, offset: 273.15), ["c", "°c", "celsius"]),
      (MeasurementUnit("°F", .temperature, 5.0 / 9, offset: 459.67 * 5 / 9), ["f", "°f", "fahrenheit"]),
      (MeasurementUnit("m²", .area, 1), ["m2", "m²"]),
      (MeasurementUnit("ft²", .area, 0.09290304), ["ft2", "ft²"]),
      (MeasurementUnit("ha", .area, 10_000), ["ha", "hectare", "hectares"]),
      (MeasurementUnit("acre", .area, 4046.8564224), ["acre", "acres"]),
      (MeasurementUnit("m/s", .speed, 1), ["m/s"]),
      (MeasurementUnit("km/h", .speed, 1 / 3.6), ["km/h", "kph"]),
      (MeasurementUnit("mph", .speed, 0.44704), ["mph"]),
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
  package enum Problem: Error {
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
