/// Takes changes of a context back, and forth again: the part of Foundation's `UndoManager` that Core Data uses, which Linux does not have.
///
/// ```swift
/// let undoManager = UndoManager()
/// context.undoManager = undoManager
/// try beagle.setValue("England", forKey: "country")
/// undoManager.setActionName("Change country")
/// context.undo()
/// let country = beagle.value(forKey: "country") as? String  // "Great Britain"
/// context.redo()
/// ```
///
/// Changes between two calls of `processPendingChanges` (which fetches and saves make too) form a group while `groupsByEvent` is on;
/// `beginUndoGrouping` and `endUndoGrouping` form groups inside it, or of their own when it is off.
public final class UndoManager {
  fileprivate final class Group {
    var steps: [UndoStep] = []
    var name = ""
  }

  /// The groups, to have them back later.
  struct Contents {
    fileprivate let undoStack: [Group]
    fileprivate let redoStack: [Group]
    /// Steps are added to open groups, so how many there are of each.
    fileprivate let open: [(group: Group, stepCount: Int)]
    fileprivate let isEventGroupOpen: Bool
  }

  /// The most groups to keep; 0 keeps all.
  public var levelsOfUndo = 0 { didSet { trim() } }
  /// Whether changes outside an explicit group open one.
  public var groupsByEvent = true
  /// Whether changes are recorded; see `disableUndoRegistration()`.
  public var isUndoRegistrationEnabled: Bool { disabledCount == 0 }
  /// How many groups are open.
  public var groupingLevel: Int { open.count }
  /// Whether an undo is at work.
  public private(set) var isUndoing = false
  /// Whether a redo is at work.
  public private(set) var isRedoing = false

  /// The context that it takes changes back in, as long as it lives.
  weak var context: ManagedObjectContext?
  private var undoStack: [Group] = []
  private var redoStack: [Group] = []
  private var open: [Group] = []
  private var isEventGroupOpen = false
  private var disabledCount = 0

  /// Makes a manager with nothing to undo.
  public init() {}

  /// Opens a group; everything up to `endUndoGrouping()` is undone together.
  public func beginUndoGrouping() {
    if open.isEmpty, groupsByEvent, !isEventGroupOpen {
      open.append(Group())
      isEventGroupOpen = true
    }
    open.append(Group())
  }

  /// Closes the innermost group; an outer one takes it in. Calling it without an open group is a programming error.
  public func endUndoGrouping() {
    context?.propagateDeletions()
    guard let group = open.popLast() else { preconditionFailure("endUndoGrouping without beginUndoGrouping") }
    if open.isEmpty { isEventGroupOpen = false }
    if let outer = open.last {
      outer.steps += group.steps
      if outer.name.isEmpty { outer.name = group.name }
    } else {
      push(group)
    }
  }

  /// Stops recording until `enableUndoRegistration()` was called as often.
  public func disableUndoRegistration() { disabledCount += 1 }
  /// Takes back one `disableUndoRegistration()`.
  public func enableUndoRegistration() { disabledCount = max(0, disabledCount - 1) }

  /// Whether there is a change to take back.
  public var canUndo: Bool { !undoStack.isEmpty || open.contains { !$0.steps.isEmpty } }
  /// Whether there is an undo to take back.
  public var canRedo: Bool { !redoStack.isEmpty }

  /// Names the current group for a menu.
  public func setActionName(_ name: String) {
    if let group = open.last ?? undoStack.last { group.name = name }
  }
  /// The name of what `undo()` takes back; empty without one.
  public var undoActionName: String { (open.last ?? undoStack.last)?.name ?? "" }
  /// The name of what `redo()` brings back; empty without one.
  public var redoActionName: String { redoStack.last?.name ?? "" }

  /// Forgets everything.
  public func removeAllActions() {
    undoStack.removeAll()
    redoStack.removeAll()
    open.removeAll()
    isEventGroupOpen = false
  }

  /// Takes back the last group. Open groups are closed first when they are the event's.
  public func undo() {
    context?.propagateDeletions()
    closeEventGroup()
    precondition(open.isEmpty, "undo inside a group that is still open")
    guard let group = undoStack.popLast() else { return }
    isUndoing = true
    let inverse = revert(group)
    isUndoing = false
    redoStack.append(inverse)
  }

  /// Takes the last undo back.
  public func redo() {
    context?.propagateDeletions()
    closeEventGroup()
    guard let group = redoStack.popLast() else { return }
    isRedoing = true
    let inverse = revert(group)
    isRedoing = false
    undoStack.append(inverse)
  }

  /// Applies a group's steps in reverse and returns what they recorded meanwhile.
  private func revert(_ group: Group) -> Group {
    let inverse = Group()
    inverse.name = group.name
    guard let context else { return inverse }
    open.append(inverse)
    for step in group.steps.reversed() { step.revert(in: context) }
    open.removeLast()
    for step in group.steps { step.subject.settleAfterUndo() }
    awakeSubjects(of: group)
    return inverse
  }

  /// Tells each object once what was taken back, which is not recorded.
  private func awakeSubjects(of group: Group) {
    var events: [(object: ManagedObject, events: SnapshotEventType)] = []
    var places: [ObjectIdentifier: Int] = [:]
    for step in group.steps where step.subject.hasHooks {
      let place = places[ObjectIdentifier(step.subject), default: events.count]
      if place == events.count { events.append((step.subject, [])) }
      places[ObjectIdentifier(step.subject)] = place
      events[place].events.insert(step.snapshotEvent)
    }
    disableUndoRegistration()
    for (object, events) in events { object.awakeFromSnapshot(events) }
    enableUndoRegistration()
  }

  // MARK: For the context

  /// The groups as they are. Those that were open and have been closed since are open again.
  var contents: Contents {
    get {
      Contents(
        undoStack: undoStack,
        redoStack: redoStack,
        open: open.map { ($0, $0.steps.count) },
        isEventGroupOpen: isEventGroupOpen
      )
    }
    set {
      (undoStack, redoStack) = (newValue.undoStack, newValue.redoStack)
      for (group, count) in newValue.open { group.steps.removeSubrange(min(count, group.steps.count)...) }
      open = newValue.open.map(\.group)
      isEventGroupOpen = newValue.isEventGroupOpen
    }
  }

  func record(_ step: UndoStep) {
    guard isUndoRegistrationEnabled else { return }
    if open.isEmpty {
      guard groupsByEvent else { return }
      open.append(Group())
      isEventGroupOpen = true
    }
    if !isUndoing, !isRedoing { redoStack.removeAll() }
    open[open.count - 1].steps.append(step)
  }

  /// Ends the group of the current event, if it is the only one open.
  func closeEventGroup() {
    guard isEventGroupOpen, open.count == 1, let group = open.popLast() else { return }
    isEventGroupOpen = false
    push(group)
  }

  private func push(_ group: Group) {
    guard !group.steps.isEmpty else { return }
    undoStack.append(group)
    trim()
  }

  private func trim() {
    if levelsOfUndo > 0, undoStack.count > levelsOfUndo { undoStack.removeFirst(undoStack.count - levelsOfUndo) }
  }
}

extension ManagedObject {
  /// An object that is back to its saved values has no changes any more.
  final func settleAfterUndo() {
    guard flags.contains(.updated), !flags.contains(.deleted), changedKeys().isEmpty else { return }
    state.forgetUpdate()
    if snapshot != nil {
      values.forgetSnapshot()
      state.becomeUnchanged()
    }
    forgetMemberChanges()
  }
}
