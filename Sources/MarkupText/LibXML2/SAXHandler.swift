internal import CLibXML2

extension UnsafeMutablePointer<xmlSAXHandler> {
  /// Leaves out what no reader looks at: comments, instructions and external subsets; and keeps libxml2 from printing what is wrong.
  func leaveOutUnread() {
    pointee.comment = nil
    pointee.processingInstruction = nil
    pointee.warning = nil
    pointee.error = nil
    pointee.fatalError = nil
    pointee.externalSubset = { _, _, _, _ in }
  }
}
