#if canImport(Glibc)
  internal import Glibc
#endif

/// A library of the system that is loaded only when something needs it, so that building and running without it stay possible.
///
/// `@unchecked Sendable`: the handle is never changed and never closed.
package final class SystemLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer?
  private let name: String
  private let package: String

  /// - Parameters:
  ///   - name: The library's file name with the version of its interface.
  ///   - package: Debian's package that has it.
  package init(_ name: String, package: String) {
    self.name = name
    self.package = package
    handle = dlopen(name, RTLD_NOW | RTLD_LOCAL)
  }

  /// The function called `symbol`.
  package func function<Function>(_ symbol: String, as type: Function.Type, file: String) throws(PackedSourceError)
    -> Function
  {
    guard let handle, let address = dlsym(handle, symbol) else {
      throw PackedSourceError(.libraryMissing(library: name, package: package), file: file)
    }
    return unsafeBitCast(address, to: type)
  }
}
