import Synchronization
import Testing

@testable import ImportPipeline

@Suite("Work in order")
struct OrderedWorkTests {
  /// What several workers do together.
  private final class Log: Sendable {
    struct Contents {
      var fetched = 0
      var finished: [Int] = []
      var prepared: Set<Int> = []
      var isFetching = false
      var isFinishing = false
      var problems: [String] = []
    }

    let contents = Mutex(Contents())
  }

  private struct Failure: Error, Equatable {
    let piece: Int
    let isOfFetching: Bool
  }

  private struct Worker: OrderedWorker {
    let log: Log
    let pieces: Int
    var fetchingFails: Set<Int> = []
    var finishingFails: Set<Int> = []
    var piece = -1

    mutating func fetch() throws -> Bool {
      let number = log.contents.withLock { contents in
        if contents.isFetching { contents.problems.append("two fetch at once") }
        contents.isFetching = true
        defer { contents.fetched += 1 }
        return contents.fetched
      }
      defer { log.contents.withLock { $0.isFetching = false } }
      piece = number
      if fetchingFails.contains(number) { throw Failure(piece: number, isOfFetching: true) }
      return number < pieces - 1
    }

    mutating func prepare() {
      // Even pieces take longer than odd ones, so that they would come late.
      var sum = 0
      for index in 0..<(piece.isMultiple(of: 2) ? 20_000 : 10) { sum &+= index }
      _ = log.contents.withLock { $0.prepared.insert(piece + (sum < 0 ? 1 : 0)) }
    }

    mutating func finish() throws {
      log.contents.withLock { contents in
        if contents.isFinishing { contents.problems.append("two finish at once") }
        if !contents.prepared.contains(piece) { contents.problems.append("\(piece) is not prepared") }
        contents.isFinishing = true
      }
      defer { log.contents.withLock { $0.isFinishing = false } }
      if finishingFails.contains(piece) { throw Failure(piece: piece, isOfFetching: false) }
      log.contents.withLock { $0.finished.append(piece) }
    }
  }

  private func workers(_ count: Int, _ worker: Worker) -> [Worker] { Array(repeating: worker, count: count) }

  @Test(arguments: [1, 2, 3, 8], [1, 2, 7, 100])
  func finishesPiecesInTheirOrder(_ threads: Int, _ pieces: Int) throws {
    let log = Log()
    try OrderedWork.run(workers(threads, Worker(log: log, pieces: pieces)))
    log.contents.withLock { contents in
      #expect(contents.finished == Array(0..<pieces))
      #expect(contents.fetched == pieces)
      #expect(contents.problems.isEmpty)
    }
  }

  @Test(arguments: [1, 2, 8])
  func throwsTheFirstErrorInTheOrderOfThePieces(_ threads: Int) {
    // Whoever fetches fails early, but a piece before it fails first.
    for (fetching, finishing) in [([20], [13, 14]), ([13], [14, 30]), ([0], [0]), ([], [0]), ([99], [])] {
      let log = Log()
      let worker = Worker(log: log, pieces: 100, fetchingFails: Set(fetching), finishingFails: Set(finishing))
      let first = min(fetching.first ?? 100, finishing.first ?? 100)
      let error = #expect(throws: Failure.self) { try OrderedWork.run(workers(threads, worker)) }
      #expect(error == Failure(piece: first, isOfFetching: fetching.contains(first)))
      log.contents.withLock { contents in
        #expect(contents.finished == Array(0..<first))
        #expect(contents.problems.isEmpty)
        // There are never more pieces than workers, so that the rest is not fetched.
        #expect(contents.fetched <= first + threads)
      }
    }
  }
}
