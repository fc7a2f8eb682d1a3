/// Frequent characters of Japanese and of simplified Chinese, which tell EUC-JP without kana from GB18030.
enum FrequentCharacters {
  private static let japanese = Set(
    "日一国人年大十二本中長出三時行見月分後前生五間上東四今金九入学高子外八六下来気小七山女北午百書先名川千水半男西電校語土木食車南万白天母火友左父犬会自社者地業方新場員立開手力代明動京目通理体田主意作用度強公野家世多正心界教文元重近海知道物品計特運広真有口少町料工建空古色種産原毛"
  )
  private static let chinese = Set(
    "的一是不了人我在有他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己者向部正名定力等业最间新重走电四门相东海口教西平真世气北少关并内加产山五水万体狗犬"
  )

  /// How many pairs of the sample are frequent characters when it is read as EUC-JP, and when it is read as GB18030.
  static func count(_ sample: [UInt8]) -> (japanese: Int, chinese: Int) {
    guard let first = IconvHandle(from: "EUC-JP"), let second = IconvHandle(from: "GB18030") else { return (0, 0) }
    var counts = (japanese: 0, chinese: 0)
    var index = 0
    while index + 1 < sample.count {
      guard sample[index] >= 0xA1 else {
        index += 1
        continue
      }
      sample[index..<index + 2].withUnsafeBufferPointer { pair in
        func character(_ handle: IconvHandle) -> Character? {
          handle.decode(pair).flatMap { String(decoding: $0, as: UTF8.self).first }
        }
        if let read = character(first), japanese.contains(read) { counts.japanese += 1 }
        if let read = character(second), chinese.contains(read) { counts.chinese += 1 }
      }
      index += 2
    }
    return counts
  }
}
