internal import Foundation

/// Small pictures of every format, made by Pillow.
public enum SamplePictures {
  /// PNG, 4 by 3, 8 bits, RGB.
  public static let png = bytes(
    """
    iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAF0lEQVR4nGNk+M8g8oYVglgCNohg5wAA8aoMXsOt1MoAAAAASUVORK5CYII=
    """
  )

  /// PNG, 4 by 3, with transparency.
  public static let transparentPNG = bytes(
    """
    iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAYAAAC09K7GAAAAGklEQVR4nGNk+M/QIPKGlQGGWQI2iDDgFQAAWXMM3k2oPq8AAAAASUVORK5CYI
    I=
    """
  )

  /// PNG, 4 by 3, 16 bits, grey.
  public static let deepPNG = bytes(
    """
    iVBORw0KGgoAAAANSUhEUgAAAAQAAAADEAAAAADBDy1ZAAAAFklEQVR4nGMsNWBgYGBgYGBiYEBjAAAQ/gCrsY6hnQAAAABJRU5ErkJggg==
    """
  )

  /// JPEG, 16 by 8, to be turned, with a place, an owner and a serial number.
  public static let cameraJPEG = bytes(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/4QDQRXhpZgAATU0AKgAAAAgAAwESAAMAAAABAAYAAIdpAAQAAAABAAAAMoglAAQAAAABAAAAYgAAAAAAAq
    QwAAIAAAAKAAAAUKQxAAIAAAAIAAAAWgAAAABBLiBQZXJzb24AU04tMTIzNAAABAABAAIAAAACTgAAAAACAAUAAAADAAAAmAADAAIAAAACRQAA
    AAAEAAUAAAADAAAAsAAAAAAAAAAuAAAAAQAAADkAAAABAAAAAAAAAAEAAAAHAAAAAQAAABsAAAABAAAAAAAAAAH/2wBDABALDA4MChAODQ4SER
    ATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2Nj
    Y2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xA
    AYEAACAwAAAAAAAAAAAAAAAAAABAUiMf/EABUBAQEAAAAAAAAAAAAAAAAAAAME/8QAGREAAgMBAAAAAAAAAAAAAAAAAAMEBSFR/9oADAMBAAIR
    AxEAPwCWvCZUprwmVAI2yGdCr5Tc0//Z
    """
  )

  /// JPEG, 4 by 3, in the colours of printing.
  public static let printJPEG = bytes(
    """
    /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAUDg8SDw0UEhASFxUUGB4yIR4cHB49LC4kMklATEtHQEZFUFpzYlBVbVZFRmSIZW13e4GCgU5gjZeMfZ
    ZzfoF8/8AAFAgAAwAEBEMRAE0RAFkRAEsRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAYF/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAA4EQwBNAFkA
    SwAAPwBehE5i/9k=
    """
  )

  /// JPEG, 48 by 48, noise.
  public static let noisyJPEG = bytes(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5
    moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAwADADASIA
    AhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0
    KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWm
    p6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8
    QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElK
    U1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6O
    nq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwBQhaI7s+Yw2CTcOSOMZ6jv7UBDszkKAe3IznkdznjOB6Um1lQM7HGdxzjAHYY/z07U1QkbGJJDhCXIJztI
    GM59/wAuKHZoS3Y/aTCWbc5U4U5BHOPUcDp+Jp5yQCTGN7ZztzwePwHbP+NRJIdibgflXAYZJ4P8+n59KAgHO/LLxkgHgD0P9fQUn5hqNQmRgXG8E5
    PO0dfU+/H/AOqpGbzGVsKzABS6jhunAPp9eKeQ6P5scYKqflHY4z049hmomAHyvsxG2QeecY46E9/88U467BezGlZGdIlxg5G4KBtGcjBHfH481KiS
    iXaxRyQdyhsZPYnHfp+dN5L7QzLvwAepH8sEZ6fXvTt/zKzNhFcbWX+I9+Afy59PenfsDu9xp8tCqguobsxIAGf0xwP5mm7tr/MFYqu1QoyVODkA9h
    yOtKoxIHUAsclADgFeePbt+HuKeZG8394GMTAkfNuxnsR2xg5/Sla5SbehHHIrICWKuuSMnggDkk57ZPvz607CTLtjOBuzkY+U9+fx7f05blvNf7+B
    8rDIA3YJwM9sdPT8aXEpVQqhT0wHCgnPp9B+npTu9xNuwAsY8jyx82G+Urgc5HOevt70hCykKkjNzyANzDj37+3FPDSSsWKYj3HkDI5POe2Prz19qV
    NmwAdAASuOnGeOfYcfzyDSWjvEHppYQOZX3KnzDJwBwoPYevP+elIhwvyq4IIVgTwB07nIxn17++aHJZ96KY8n5XGOeoxnufx/lTY2MkmFbEWB8u33
    6Dv0H/1qdkthXdrslkUKm12Y87W67STx3Hr6CmRABisjShOfm2H2yeO/v/8AWpWTOInfKsQuWGMjjg/h/T8WkiNgqKCwK8ADJ6k4H+eKnfccdLn/2Q
    ==
    """
  )

  /// GIF, 4 by 3, two pictures.
  public static let animatedGIF = bytes(
    """
    R0lGODlhBAADAIEAAP8AAAD/AAAAAAAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQACgAAACwAAAAABAADAAAICAABCBxIUGBAACH5BAEKAAEALA
    AAAAAEAAMAgQD/AAAAAAAAAAAAAAgIAAEIHEhQYEAAOw==
    """
  )

  /// WebP, 4 by 3, with transparency.
  public static let webp = bytes(
    """
    UklGRjgAAABXRUJQVlA4TCwAAAAvA4AAEF8gFkz8XefQF8NQKEjbgIXtzgBm6B0IAkgUYolllllmmTSi/4HpDg==
    """
  )

  /// A PNG that says that it has this size, and holds next to nothing.
  public static func png(width: UInt32, height: UInt32) -> [UInt8] {
    func big(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      let body = Array(name.utf8) + data
      var sum: UInt32 = 0xFFFF_FFFF
      for byte in body {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
      }
      return big(UInt32(data.count)) + body + big(sum ^ 0xFFFF_FFFF)
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", big(width) + big(height) + [8, 2, 0, 0, 0])
      + chunk("IDAT", [0x78, 0x9C, 0x03, 0, 0, 0, 0, 1]) + chunk("IEND", [])
  }

  private static func bytes(_ text: String) -> [UInt8] {
    Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
  }
}
