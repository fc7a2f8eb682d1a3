import ImportPipeline
import Testing

@Suite("Units")
struct UnitConversionTests {
  @Test(arguments: [
    ("lb to kg", 10.0, 4.5359237), ("in to cm", 1.0, 2.54), ("kg to lb", 1.0, 2.2046226218487757),
    ("ft to m", 3.0, 0.9144), ("F to C", 212.0, 100.0), ("C to K", 0.0, 273.15), ("months to years", 18.0, 1.5),
    ("kg to kg", 3.3, 3.3),
  ])
  func convertsByExactDefinitions(_ text: String, _ value: Double, _ expected: Double) throws {
    let conversion = try UnitConversion(text)
    #expect(abs(conversion.source.convert(value, to: conversion.target) - expected) < 1e-9)
  }

  @Test func saysWhyATextIsNoConversion() {
    #expect(throws: UnitConversion.Problem.self) { try UnitConversion("lb") }
    #expect(throws: UnitConversion.Problem.self) { try UnitConversion("lb to cm") }
    #expect(throws: UnitConversion.Problem.self) { try UnitConversion("lb to stones2") }
  }
}
