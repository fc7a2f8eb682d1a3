internal import ImportPipeline
internal import TextInput

/// What is known of a source's records at one moment: where each page of them is.
///
/// The files as they were then stay open, so that a snapshot has its records whatever becomes of the files.
struct GridSnapshot: Sendable {
  /// A page of records, and where it is read again.
  struct Page: Sendable {
    enum Place: Sendable {
      case file(PageSpan)
      case spool(Range<Int>)
    }
    var place: Place
    var count: Int
  }

  /// `InputFile` is read at offsets only, which several threads may do at once.
  struct File: @unchecked Sendable {
    let input: InputFile
    let size: Int
  }

  /// The states of the files when reading began.
  var states: [FileState?]
  var fieldNames: [String] = []
  var form: RecordPageForm?
  var file: File?
  let spool = PageSpool()
  private(set) var pages: [Page] = []
  /// How many records stand before each page.
  private(set) var recordsBefore: [Int] = []
  private(set) var count = 0
  /// Whether these are all records of the source.
  var isFinished = false
  /// Why the source could not be read, or not to its end.
  var problem: String?

  init(states: [FileState?]) { self.states = states }

  mutating func append(_ page: Page) {
    recordsBefore.append(count)
    pages.append(page)
    count += page.count
  }

  /// Puts pages in place of others, and moves those behind them.
  mutating func replace(_ range: Range<Int>, by new: [Page], movingBytes bytes: Int, lines: Int) {
    let rest = pages[range.upperBound...].map { page in
      guard case .file(let span) = page.place else { return page }
      return Page(place: .file(span.moved(bytes: bytes, lines: lines)), count: page.count)
    }
    pages.removeSubrange(range.lowerBound...)
    count = range.lowerBound < recordsBefore.count ? recordsBefore[range.lowerBound] : count
    recordsBefore.removeSubrange(range.lowerBound...)
    for page in new + rest { append(page) }
  }

  /// The page that has a record.
  ///
  /// - Parameter record: The record's number from 0.
  /// - Complexity: O(log *n*) in pages.
  func page(of record: Int) -> Int {
    var low = 0
    var high = recordsBefore.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if recordsBefore[middle] <= record { low = middle } else { high = middle }
    }
    return low
  }

  /// The records of a page.
  ///
  /// - Throws: `PageChanged` if the file was changed in its place, `InputError` if it cannot be read.
  func read(_ index: Int, withPlaces: Bool) throws -> RecordPage {
    switch pages[index].place {
    case .spool(let range):
      let page = RecordPage(encoded: try spool.bytes(in: range), fieldCount: fieldNames.count)
      guard withPlaces, let form, let file else { return page }
      return try form.placed(page, in: file.input)
    case .file(let span):
      guard let form, let file else { return RecordPage(fieldCount: fieldNames.count) }
      return try form.page(span, in: file.input, withPlaces: withPlaces)
    }
  }
}
