internal import Synchronization

/// The texts whose dialect was found last: one file is opened several times in a row, by those who plan, those who read and those who edit, and the same
/// beginning has the same dialect.
enum AnsweredTexts {
  private struct Entry: Sendable {
    let sample: [UInt8]
    let isWhole: Bool
    let options: DelimitedOptions
    let answer: DialectDetector.Answer
  }

  private static let entries = Mutex<[Entry]>([])
  /// Each holds as much of a file as a reader looks at to guess, some hundred kilobytes at most.
  private static let most = 16

  /// What was answered for the same text and options, or what `find` answers.
  ///
  /// - Complexity: O(*n*) in the bytes of the texts that are kept and as long as this one, which are compared, if the answer is known.
  static func answer(
    _ sample: [UInt8],
    isWhole: Bool,
    _ options: DelimitedOptions,
    find: () -> DialectDetector.Answer
  ) -> DialectDetector.Answer {
    var options = options
    options.fileName = ""
    let known = entries.withLock { entries -> DialectDetector.Answer? in
      let place = entries.firstIndex { $0.isWhole == isWhole && $0.options == options && $0.sample == sample }
      guard let place else { return nil }
      let entry = entries.remove(at: place)
      entries.append(entry)
      return entry.answer
    }
    if let known { return known }
    let answer = find()
    entries.withLock { entries in
      if entries.count == most { entries.removeFirst() }
      entries.append(Entry(sample: sample, isWhole: isWhole, options: options, answer: answer))
    }
    return answer
  }
}
