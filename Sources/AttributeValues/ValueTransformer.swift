public import FoundationEssentials
internal import Synchronization

/// Turns the values of a transformable attribute into the bytes that a store keeps, and back: Foundation's `ValueTransformer`.
///
/// ```swift
/// struct WordsTransformer: ValueTransformer {
///   func transformedValue(_ value: Any) throws -> Data {
///     Data((value as? [String] ?? []).joined(separator: "|").utf8)
///   }
///   func reverseTransformedValue(_ data: Data) throws -> Any {
///     String(decoding: data, as: UTF8.self).split(separator: "|").map(String.init)
///   }
/// }
/// ```
///
/// Contexts on every thread share one transformer.
public protocol ValueTransformer: Sendable {
  /// The bytes for a value of the attribute.
  ///
  /// - Throws: Whatever says why the value has none, such as a value of a class that the transformer does not know.
  func transformedValue(_ value: Any) throws -> Data

  /// The value that `data` stands for.
  ///
  /// - Throws: Whatever says why there is none; the attribute then shows its bytes.
  func reverseTransformedValue(_ data: Data) throws -> Any
}

/// The transformers that attributes name. The Objective-C runtime finds them by class on Apple's systems; here they are registered.
///
/// ```swift
/// static let temperament: AttributeDescription = {
///   ValueTransformers.register(WordsTransformer(), named: "ExampleWords")
///   let attribute = AttributeDescription(name: "temperament", type: .transformable)
///   attribute.valueTransformerName = "ExampleWords"
///   return attribute
/// }()
/// ```
///
/// An attribute whose transformer is not registered carries its bytes along unchanged, as a `TransformableValue`.
public enum ValueTransformers {
  /// The transformer of attributes that name none: a keyed archive.
  public static let defaultName = "NSSecureUnarchiveFromData"

  private static let byName = Mutex<[String: any ValueTransformer]>([:])

  /// Makes `transformer` known as `name`, as attributes name it; a later registration under the same name wins.
  public static func register(_ transformer: any ValueTransformer, named name: String) {
    byName.withLock { $0[name] = transformer }
  }

  /// Forgets the transformer known as `name`.
  public static func unregister(named name: String) {
    byName.withLock { $0[name] = nil }
  }

  /// The transformer that is registered as `name`; for `nil` the one registered under `defaultName`.
  ///
  /// - Complexity: O(1), behind a lock: once per value of a transformable attribute at most.
  public static func transformer(named name: String?) -> (any ValueTransformer)? {
    byName.withLock { $0[name ?? defaultName] }
  }
}
