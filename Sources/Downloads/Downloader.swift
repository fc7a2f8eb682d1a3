internal import CTransferLibrary
internal import FoundationEssentials

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Asks web servers for files: one at a time, with limits, and again where a server asks for patience. libcurl does it, which is loaded when something needs it.
package struct Downloader: Sendable {
  /// How much is asked of servers, and how patiently.
  package struct Options: Sendable {
    package var mostBytes = 20 << 20
    /// The most seconds of one transfer.
    package var seconds = 60
    /// How often a request that failed for the moment is made again.
    package var retries = 3
    /// Seconds between two requests, and before the first repetition; each later one waits twice as long.
    package var pause = 0.5
    /// Whether computers of private networks, and this one, may be asked.
    package var allowsPrivate = false
    /// How the tool calls itself.
    package var agent = "studbook"

    package init() {}
  }

  /// What a server knows of the state of a file, to ask later whether there is another.
  package struct Stamp: Sendable, Hashable {
    package var entityTag: String?
    package var lastModified: String?

    package init(entityTag: String? = nil, lastModified: String? = nil) {
      self.entityTag = entityTag
      self.lastModified = lastModified
    }
  }

  /// What a server has sent.
  package struct Answer: Sendable {
    package var bytes: [UInt8] = []
    package var stamp = Stamp()
    /// The kind of file that the server says.
    package var mediaType: String?
    /// The licence that the server names by `Link: <…>; rel="license"`.
    package var licence: String?
  }

  private let options: Options
  private static let isLoaded = studbook_curl_load() == 0

  /// - Throws: `DownloadError` if libcurl is not installed.
  package init(_ options: Options) throws(DownloadError) {
    guard Self.isLoaded else { throw DownloadError(kind: .libraryMissing) }
    self.options = options
  }

  /// Asks for a file.
  ///
  /// - Parameter stamp: The state of the file that is there already.
  /// - Returns: The file; `nil` if there is no other than the one with the stamp.
  /// - Throws: `DownloadError`, when it is of no use to ask again now.
  package func get(_ address: String, unless stamp: Stamp = Stamp()) throws(DownloadError) -> Answer? {
    var attempt = 0
    while true {
      do throws(DownloadError) {
        return try getOnce(address, unless: stamp)
      } catch {
        guard attempt < options.retries, error.mayPass else { throw error }
        wait(min(60, error.retryAfter ?? options.pause * Double(1 << attempt)))
        attempt += 1
      }
    }
  }

  /// Waits as long as there is to be between two requests.
  package func pause() { wait(options.pause) }

  private func wait(_ seconds: Double) {
    guard seconds > 0 else { return }
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e9))
    var rest = timespec()
    while nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
  }

  private func getOnce(_ address: String, unless stamp: Stamp) throws(DownloadError) -> Answer? {
    let lines = [stamp.entityTag.map { "If-None-Match: \($0)" }, stamp.lastModified.map { "If-Modified-Since: \($0)" }]
    // A line break in a header would begin another.
    let headers = lines.compactMap(\.self).filter { !$0.contains { $0.isNewline } }
    let receiver = Receiver()
    var status = 0
    var reason = [CChar](repeating: 0, count: 256)
    let result = withCStrings([address, options.agent] + headers) { texts in
      var request = studbook_request()
      request.address = texts[0]
      request.agent = texts[1]
      if headers.count > 0 { request.headers.0 = texts[2] }
      if headers.count > 1 { request.headers.1 = texts[3] }
      request.most_bytes = Int64(options.mostBytes)
      request.seconds = options.seconds
      request.allows_private = options.allowsPrivate ? 1 : 0
      request.context = Unmanaged.passUnretained(receiver).toOpaque()
      request.take = { bytes, count, context in
        guard let bytes, let context else { return 0 }
        Receiver.of(context).bytes.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        return 1
      }
      request.take_header = { bytes, count, context in
        guard let bytes, let context else { return }
        let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
        Receiver.of(context).takeHeader(line)
      }
      return studbook_curl_get(&request, &status, &reason, reason.count)
    }
    let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    switch result {
    case 0: break
    case Int32(studbook_transfer_private.rawValue): throw DownloadError(kind: .privateNetwork)
    case Int32(studbook_transfer_impossible.rawValue): throw DownloadError(kind: .impossible(text))
    default: throw DownloadError(kind: .failed(text))
    }
    switch status {
    case 200: return receiver.answer
    // Nobody has asked whether there is another.
    case 304 where !headers.isEmpty: return nil
    default:
      throw DownloadError(kind: .status(status), retryAfter: receiver.headers["retry-after"].flatMap(Double.init))
    }
  }

  private func withCStrings<Result>(_ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies.map { $0.map { UnsafePointer($0) } })
  }

  /// What has come so far.
  private final class Receiver {
    var bytes: [UInt8] = []
    var headers: [String: String] = [:]

    static func of(_ context: UnsafeMutableRawPointer) -> Receiver {
      Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
    }

    func takeHeader(_ line: String) {
      // Each answer of a chain of redirections begins anew.
      if line.hasPrefix("HTTP/") {
        headers = [:]
        bytes = []
        return
      }
      guard headers.count < 200, let colon = line.firstIndex(of: ":") else { return }
      let value = line[line.index(after: colon)...].drop { $0.isWhitespace }
      headers[line[..<colon].lowercased()] = String(value.reversed().drop { $0.isWhitespace }.reversed())
    }

    var answer: Answer {
      var answer = Answer(bytes: bytes)
      answer.stamp = Stamp(entityTag: headers["etag"], lastModified: headers["last-modified"])
      answer.mediaType = headers["content-type"].map { String($0.prefix { $0 != ";" && !$0.isWhitespace }) }
      for link in headers["link"]?.split(separator: ",") ?? [] where link.contains("rel=\"license\"") {
        guard let start = link.firstIndex(of: "<"), let end = link.firstIndex(of: ">"), start < end else { continue }
        answer.licence = String(link[link.index(after: start)..<end])
      }
      return answer
    }
  }
}

/// Why a file was not sent.
package struct DownloadError: LocalizedError, CustomStringConvertible, Sendable {
  package enum Kind: Sendable, Hashable {
    case libraryMissing
    case privateNetwork
    case status(Int)
    case failed(String)
    /// Nothing that this program can ask for.
    case impossible(String)
  }

  package let kind: Kind
  /// How many seconds the server asks to wait.
  let retryAfter: Double?

  init(kind: Kind, retryAfter: Double? = nil) {
    self.kind = kind
    self.retryAfter = retryAfter
  }

  /// Whether the same request may be answered otherwise in a while.
  var mayPass: Bool {
    switch kind {
    case .libraryMissing, .privateNetwork, .impossible: false
    case .status(let status): status == 429 || status == 408 || status >= 500
    case .failed(let reason): !reason.hasPrefix("it has more than")
    }
  }

  package var description: String {
    switch kind {
    case .libraryMissing: "libcurl is not installed; try: sudo apt install libcurl4"
    case .privateNetwork: "it is in a private network; --allow-private asks it all the same"
    case .status(let status): "the server answers \(status)"
    case .failed(let reason), .impossible(let reason): reason
    }
  }
  package var errorDescription: String? { description }
}
