internal import ManagedObjects
internal import Testing

/// Records the lines of two pictures that differ.
private func expectSame(_ picture: [String], _ wanted: [String], location: SourceLocation = #_sourceLocation) {
  let difference = picture.difference(from: wanted).map { "\($0)" }
  #expect(difference == [], sourceLocation: location)
}

// What must hold whatever is drawn. A failing test names its seed among its arguments.
extension RandomGraph {
  /// Both ends of every relationship agree after each change, and what was saved is what another context reads.
  package func checkInversesAndSaves() throws {
    for _ in 0..<60 {
      try change()
      try checkInverses()
      switch draw(12) {
      case 0:
        try context.save()
        expectSame(try picture(of: stack.context()), try picture(of: context))
      case 1: context.refreshAllObjects()
      case 2: forgetUnchanged()
      default: break
      }
    }
    try context.save()
    expectSame(try picture(of: stack.context()), try picture(of: context))
  }

  /// Undo leads back through every state, and redo forth again.
  package func checkUndoAndRedo() throws {
    let undoManager = UndoManager()
    context.undoManager = undoManager
    var states = [try picture(of: context)]
    for _ in 0..<25 {
      try change()
      context.processPendingChanges()
      let state = try picture(of: context)
      if undoManager.canUndo, state != states.last {
        states.append(state)
      } else {
        undoManager.removeAllActions()
        states = [state]
      }
    }
    for state in states.dropLast().reversed() {
      context.undo()
      expectSame(try picture(of: context), state)
      try checkInverses()
    }
    for state in states.dropFirst() {
      context.redo()
      expectSame(try picture(of: context), state)
    }
  }

  /// Rollback leads back to what is stored.
  package func checkRollback() throws {
    for _ in 0..<15 { try change() }
    try context.save()
    let saved = try picture(of: context)
    for _ in 0..<15 { try change() }
    context.rollback()
    #expect(!context.hasChanges)
    try checkInverses()
    expectSame(try picture(of: context), saved)
  }

  /// What children save arrives in their parent, and from there in the store.
  package func checkChildren() throws {
    let parent = context
    for _ in 0..<4 {
      context = stack.context(parent: parent)
      for _ in 0..<8 { try change() }
      try context.save()
      expectSame(try picture(of: context), try picture(of: parent))
      context = parent
      try checkInverses()
      if draw(2) == 0 { try parent.save() }
    }
    try parent.save()
    expectSame(try picture(of: stack.context()), try picture(of: parent))
  }

  /// Changes, undo, redo, rollback and saves in any order: ends agree, there is one object per row, and the store has what was saved last and
  /// nothing else.
  package func checkEverythingMixed() throws {
    let undoManager = UndoManager()
    context.undoManager = undoManager
    var stored = try picture(of: stack.context())
    for _ in 0..<50 {
      switch draw(16) {
      case 0: context.undo()
      case 1: context.redo()
      case 2: context.rollback()
      case 3, 4:
        try context.save()
        stored = try picture(of: context)
        #expect(!context.hasChanges)
      case 5: forgetUnchanged()
      default: try change()
      }
      context.processPendingChanges()
      try checkInverses()
      try checkIdentity()
      expectSame(try picture(of: stack.context()), stored)
    }
    context.rollback()
    expectSame(try picture(of: context), stored)
  }
}
