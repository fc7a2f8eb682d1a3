// What Examples/ReferenceUpdate.swift uses of Apple's Compression framework, with the same declarations, so that the file is compiled and run here:
// <https://developer.apple.com/documentation/compression/inputfilter>.

public import Foundation
internal import PackedSources

public enum FilterOperation { case compress, decompress }

public enum Algorithm { case lzfse, zlib, lz4, lzma, brotli }

public enum FilterError: Error { case invalidState, invalidData }

public class InputFilter<D> where D: DataProtocol {
  private let stream: UnpackedStream

  public init(
    _ operation: FilterOperation,
    using algorithm: Algorithm,
    bufferCapacity: Int = 65_536,
    readingFrom readFunc: @escaping (Int) throws -> D?
  ) throws {
    guard operation == .decompress, algorithm == .lzma else { throw FilterError.invalidState }
    stream = try UnpackedStream(.xz, file: "data") { buffer throws(PackedSourceError) in
      let piece: D?
      do {
        piece = try readFunc(min(buffer.count, bufferCapacity))
      } catch {
        throw PackedSourceError(.damaged("\(error)"), file: "data")
      }
      guard let piece else { return 0 }
      buffer.copyBytes(from: piece)
      return piece.count
    }
  }

  public func readData(ofLength count: Int) throws -> Data? {
    var data = Data(count: count)
    var filled = 0
    do {
      filled = try data.withUnsafeMutableBytes { try stream.read(into: $0) }
    } catch {
      throw FilterError.invalidData
    }
    return filled == 0 ? nil : data.prefix(filled)
  }
}
