import Foundation
import TestSupport
import Testing

/// Inputs/draw-emblems.py draws the emblems that are part of the inputs.
@Suite struct EmblemTests {
  private static let python: String? = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
    .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Draws the groups' emblems and every tenth breed's, as all together take a minute, and compares them with those that are there. Pixels are compared,
  /// because another version of zlib packs the same ones otherwise.
  private static let comparison = """
    import csv, importlib.util, struct, sys, zipfile, zlib
    folder = sys.argv[1]
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("emblems", folder + "/draw-emblems.py")
    emblems = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(emblems)

    def pixels(data):
        place, rest, packed = 8, [], b""
        while place < len(data):
            size, kind = struct.unpack(">I4s", data[place:place + 8])
            body = data[place + 8:place + 8 + size]
            packed += body if kind == b"IDAT" else b""
            rest += [] if kind == b"IDAT" else [(kind, body)]
            place += size + 12
        return rest, zlib.decompress(packed)

    jobs = emblems.jobs()
    with open(folder + "/emblems.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    paths = [["emblems/" + emblems.file_name(job[0]), "thumbnails/" + emblems.file_name(job[0])] for job in jobs]
    if rows != [[job[0], *names] for job, names in zip(jobs, paths)]:
        sys.exit("emblems.csv is another list")
    archive = zipfile.ZipFile(folder + "/emblems.zip")
    if archive.namelist() != [name for names in paths for name in names]:
        sys.exit("emblems.zip has other names")
    for number, (job, names) in enumerate(zip(jobs, paths)):
        if number % 10 and number < len(jobs) - 9:
            continue
        for name, picture in zip(names, emblems.draw(job)):
            if pixels(picture) != pixels(archive.read(name)):
                sys.exit(name + " is another picture")
    """

  @Test(.enabled(if: python != nil, "python3 is not in the path"))
  func theScriptDrawsWhatTheInputsHave() throws {
    let (process, errors) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: try #require(Self.python))
    process.arguments = ["-c", Self.comparison, Package.path("Inputs")]
    process.standardError = errors
    try process.run()
    let words = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: words, as: UTF8.self))")
  }
}
