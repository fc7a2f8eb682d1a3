/// Who wants to hear of a context's notifications.
///
/// Observers are the context's own, not Foundation's notification center: they run where the context runs, cost nothing when there are none, and get
/// typed values.
final class ContextObservers {
  private struct Observer {
    let number: Int
    let name: ContextNotification.Name
    let body: (ContextNotification) -> Void
  }

  private var observers: [Observer] = []
  private var lastNumber = 0

  /// Adds an observer; its number takes it out again.
  func add(_ name: ContextNotification.Name, _ body: @escaping (ContextNotification) -> Void) -> Int {
    lastNumber += 1
    observers.append(Observer(number: lastNumber, name: name, body: body))
    return lastNumber
  }

  /// Takes out the observer with a number, if it is there.
  func remove(_ number: Int) { observers.removeAll { $0.number == number } }

  /// Whether anybody wants to hear of notifications with this name.
  func want(_ name: ContextNotification.Name) -> Bool { observers.contains { $0.name == name } }

  /// Calls everybody who wants to hear of `notification`, in the order in which they came; those who come meanwhile hear of the next.
  func send(_ notification: ContextNotification) {
    for observer in observers where observer.name == notification.name { observer.body(notification) }
  }
}
