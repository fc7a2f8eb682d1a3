public struct ObjectPredicate: Sendable, Hashable {
}
