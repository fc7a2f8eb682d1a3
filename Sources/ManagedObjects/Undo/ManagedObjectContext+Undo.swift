extension ManagedObjectContext {
  /// Records changes so that they can be undone; `nil`, the default, records nothing.
  public var undoManager: UndoManager? {
    get { recorder.undoManager }
    set {
      recorder.setUndoManager(newValue, of: self)
      updateRecording()
    }
  }

  /// Takes back the last group of changes; does nothing without an undo manager.
  public func undo() {
    assertConfinement()
    undoManager?.undo()
    if recorder.isRecording { processPendingChanges() }
  }

  /// Takes the last undo back; does nothing without an undo manager.
  public func redo() {
    assertConfinement()
    undoManager?.redo()
    if recorder.isRecording { processPendingChanges() }
  }

  /// Brings a deleted object back: an unsaved deletion is cancelled, a saved one makes a new object of the old values.
  func revive(_ object: ManagedObject) {
    if object.flags.contains(.listedDeleted) {
      reviveDeleted(object)
      return
    }
    guard object.isGone else { return }
    let values = object.values
    let members = object.toMany
    adoptInsertion(of: object)
    object.values.restore(values)
    object.toMany = members
  }
}
