/// Words whose letters come from several scripts because some of them look the same.
struct MixedScripts {
  /// The first such word.
  let word: String
  /// The scripts' names, for people.
  let scripts: String
  /// The whole text with look-alikes of the script that most of each word's letters are in.
  let repaired: String

  private enum Script: Int { case latin, greek, cyrillic }

  /// Whether a word of a text in UTF-8 may mix scripts; `false` is certain.
  ///
  /// - Complexity: O(*n*), without allocation.
  static func mayStand(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    // A bit for each script of the current word.
    var scripts: UInt8 = 0
    for (index, byte) in text.enumerated() {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A, 0xC3...0xC9: scripts |= 1
      case 0..<0x80: scripts = 0
      case 0xCD...0xCF: scripts |= 2
      case 0xD0...0xD4: scripts |= 4
      // Additions to Latin, then additions to Greek.
      case 0xE1 where index + 1 < text.count: scripts |= text[index + 1] < 0xBC ? 1 : 2
      default: break
      }
      if scripts.nonzeroBitCount > 1 { return true }
    }
    return false
  }

  /// The first word of the text that mixes scripts and of which all odd letters have a look-alike.
  static func find(in text: String) -> MixedScripts? {
    var result = String.UnicodeScalarView()
    var first: (word: String, scripts: String)?
    var word: [Unicode.Scalar] = []
    func endWord() {
      if let (scripts, corrected) = corrected(word) {
        if first == nil {
          var view = String.UnicodeScalarView()
          view.append(contentsOf: word)
          first = (String(view), scripts)
        }
        result.append(contentsOf: corrected)
      } else {
        result.append(contentsOf: word)
      }
      word.removeAll(keepingCapacity: true)
    }
    for scalar in text.unicodeScalars {
      if scalar.properties.isAlphabetic {
        word.append(scalar)
      } else {
        endWord()
        result.append(scalar)
      }
    }
    endWord()
    guard let first else { return nil }
    return MixedScripts(word: first.word, scripts: first.scripts, repaired: String(result))
  }

  private static func corrected(_ word: [Unicode.Scalar]) -> (scripts: String, word: [Unicode.Scalar])? {
    var counts = [0, 0, 0]
    for scalar in word {
      if let script = script(of: scalar) { counts[script.rawValue] += 1 }
    }
    guard counts.count(where: { $0 > 0 }) == 2, let most = counts.max() else { return nil }
    let main: Script = counts[0] == most ? .latin : counts[2] == most ? .cyrillic : .greek
    var corrected: [Unicode.Scalar] = []
    var other = Script.latin
    for scalar in word {
      guard let script = script(of: scalar), script != main else {
        corrected.append(scalar)
        continue
      }
      guard let twin = twin(of: scalar, from: script, in: main) else { return nil }
      other = script
      corrected.append(twin)
    }
    let names = ["Latin", "Greek", "Cyrillic"]
    return ("\(names[main.rawValue]) and \(names[other.rawValue])", corrected)
  }

  private static func script(of scalar: Unicode.Scalar) -> Script? {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
    case 0x400...0x52F: .cyrillic
    default: nil
    }
  }

  /// The letters of other scripts that look like Latin ones, and these.
  private static let twins: [Script: [(own: Unicode.Scalar, latin: Unicode.Scalar)]] = [
    .cyrillic: pairs("аеорсухіјѕАВЕКМНОРСТУХІЈЅ", "aeopcyxijsABEKMHOPCTYXIJS"),
    .greek: pairs("οΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "oABEZHIKMNOPTYX"),
  ]

  private static func pairs(_ own: String, _ latin: String) -> [(own: Unicode.Scalar, latin: Unicode.Scalar)] {
    Array(zip(own.unicodeScalars, latin.unicodeScalars))
  }

  private static func twin(of scalar: Unicode.Scalar, from script: Script, in main: Script) -> Unicode.Scalar? {
    if main == .latin { return twins[script]?.first { $0.own == scalar }?.latin }
    return script == .latin ? twins[main]?.first { $0.latin == scalar }?.own : nil
  }
}
