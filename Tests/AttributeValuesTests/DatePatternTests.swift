import AttributeValues
import Foundation
import Testing

@Suite("Date patterns")
struct DatePatternTests {
  private func seconds(_ text: String, _ pattern: String) throws -> Double? {
    let pattern = try #require(DatePattern(pattern))
    return Array(text.utf8).withUnsafeBufferPointer { pattern.seconds($0) }
  }

  @Test(arguments: [
    ("2001-01-01", "yyyy-MM-dd", 0.0),
    ("2000-12-31", "yyyy-MM-dd", -86_400.0),
    ("1970-01-01", "yyyy-MM-dd", -978_307_200.0),
    ("29.02.2024", "dd.MM.yyyy", 730_857_600.0),
    ("1/2/2003", "d/M/yyyy", 65_750_400.0),
    ("March 4, 2005", "MMMM d, yyyy", 131_587_200.0),
    ("4 mar 2005", "d MMM yyyy", 131_587_200.0),
    ("Fri, 4 Mar 2005", "EEE, d MMM yyyy", 131_587_200.0),
    ("01.01.99", "dd.MM.yy", -63_158_400.0),
    ("2001-01-01T02:00:00+02:00", "yyyy-MM-dd'T'HH:mm:ssXXX", 0.0),
    ("2001-01-01T00:00:01.5Z", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", 1.5),
    ("2001-01-01 12:30 AM", "yyyy-MM-dd hh:mm a", 1800.0),
    ("2001-01-01 12:30 PM", "yyyy-MM-dd hh:mm a", 45_000.0),
  ])
  func readsDates(_ text: String, _ pattern: String, _ expected: Double) throws {
    #expect(try seconds(text, pattern) == expected)
  }

  @Test(arguments: [
    ("2023-02-29", "yyyy-MM-dd"), ("2024-13-01", "yyyy-MM-dd"), ("2024-1-01", "yyyy-MM-dd"),
    ("2024-01-32", "yyyy-MM-dd"), ("2024-01-01x", "yyyy-MM-dd"), ("24:01", "HH:mm"), ("", "yyyy"),
    ("31/12/1999", "yyyy-MM-dd"), ("Foo 4 2005", "MMM d yyyy"),
  ])
  func refusesWhatIsNoDate(_ text: String, _ pattern: String) throws { #expect(try seconds(text, pattern) == nil) }

  @Test func refusesPatternsWithUnknownLetters() {
    #expect(DatePattern("yyyy-QQ") == nil)
    #expect(DatePattern("") == nil)
  }

  @Test(arguments: [
    ("dd.mm.yyyy", "dd.MM.yyyy"), ("yyyy-mm-dd", "yyyy-MM-dd"), ("DD.MM.YYYY", "dd.MM.yyyy"),
    ("YYYY-MM-DD", "yyyy-MM-dd"),
    ("dd.mm.yyyy HH:mm", "dd.MM.yyyy HH:mm"), ("yyyy-MM-dd HH:MM", "yyyy-MM-dd HH:mm"),
    ("yyyy-MM-dd'T'HH:MM:ss", "yyyy-MM-dd'T'HH:mm:ss"), ("HH:mm dd.mm.yyyy", "HH:mm dd.MM.yyyy"),
    ("yyyymmdd", "yyyyMMdd"),
    ("dd/MM/yyyy hh:mm", "dd/MM/yyyy HH:mm"), ("HH:mm a", "hh:mm a"), ("d 'o''clock' m", "d 'o''clock' M"),
  ])
  func namesThePatternThatWasMeant(_ text: String, _ meant: String) throws {
    #expect(DatePattern.mistake(in: text)?.suggestion == meant)
    #expect(DatePattern(meant) != nil && DatePattern.mistake(in: meant) == nil)
  }

  @Test(arguments: [
    "dd.MM.yyyy", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "M/d/yy h:mm a", "HH:mm MM/dd/yyyy", "HH.mm dd.MM.yyyy", "mm:ss",
    "MMMM d, yyyy",
    "dd MM yyyy HH mm", "EEE, d MMM yyyy HH:mm:ss Z", "HH 'h' mm",
  ])
  func leavesPatternsThatSayWhatTheyMean(_ text: String) { #expect(DatePattern.mistake(in: text) == nil) }

  @Test func refusesAPatternWithAPartTwice() {
    #expect(DatePattern.mistake(in: "dd.MM.dd")?.reason == "“dd.MM.dd” has the day twice")
    #expect(DatePattern.mistake(in: "dd.mm.MM")?.reason == "“dd.mm.MM” has the month twice")
  }

  @Test func twoQuotesAreAnApostrophe() throws {
    #expect(try seconds("1 o'clock 2", "d 'o''clock' M") == seconds("2001-02-01", "yyyy-MM-dd"))
  }

  @Test func agreesWithFoundationOnEveryDayOfFourCenturies() throws {
    let pattern = try #require(DatePattern("yyyy-MM-dd"))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    for day in stride(from: -150_000.0, to: 30_000, by: 371) {
      let date = Date(timeIntervalSinceReferenceDate: day * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let year = try #require(parts.year)
      let month = try #require(parts.month)
      let dayOfMonth = try #require(parts.day)
      let text = String(format: "%04d-%02d-%02d", year, month, dayOfMonth)
      // Before October 1582 Foundation's calendar is Julian, ours is Gregorian throughout.
      if day < -152_384 { continue }
      #expect(Array(text.utf8).withUnsafeBufferPointer { pattern.seconds($0) } == day * 86_400, "\(text)")
    }
  }
}
