internal import ManagedObjects
internal import Testing

extension StoreConformanceCase {
  static let conflictCases: [StoreConformanceCase] = [
    StoreConformanceCase("a save on a version that somebody else replaced fails and names the object") { stack in
      let context = stack.context()
      let group = try context.make("Group", ["name": "Hound"])
      try context.save()
      let first = stack.context()
      let second = stack.context()
      try first.object(with: group.objectID).setValue("First", forKey: "name")
      try second.object(with: group.objectID).setValue("Second", forKey: "name")
      try first.save()
      let error = #expect(throws: SaveConflictError.self) { try second.save() }
      guard case .version(let objectID, 1, 2)? = error?.conflicts.first else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(objectID == group.objectID)
      #expect(try stack.context().all("Group").names == ["First"])
    },
    StoreConformanceCase("a change of an object that somebody else deleted fails") { stack in
      let context = stack.context()
      let group = try context.make("Group", ["name": "Hound"])
      try context.save()
      let second = stack.context()
      try second.object(with: group.objectID).setValue("Second", forKey: "name")
      context.delete(group)
      try context.save()
      let error = #expect(throws: SaveConflictError.self) { try second.save() }
      guard case .version(_, 1, nil)? = error?.conflicts.first else {
        Issue.record("\(String(describing: error))")
        return
      }
    },
    StoreConformanceCase("values that have to be unique are refused, and the holder is named") { stack in
      let context = stack.context()
      let calm = try context.make("Tag", ["name": "calm"])
      try context.save()
      let other = stack.context()
      let rival = try other.make("Tag", ["name": "calm"])
      let error = #expect(throws: SaveConflictError.self) { try other.save() }
      guard case .uniqueness(let objectID, let constraint, let holder)? = error?.conflicts.first else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(objectID == rival.objectID)
      #expect(constraint == ["name"])
      #expect(holder == calm.objectID)
    },
    StoreConformanceCase("two new objects with the same unique values are refused") { stack in
      let context = stack.context()
      _ = try context.make("Tag", ["name": "calm"])
      _ = try context.make("Tag", ["name": "calm"])
      #expect(throws: SaveConflictError.self) { try context.save() }
      #expect(try stack.context().all("Tag").isEmpty)
    },
    StoreConformanceCase("a unique value that its holder gives up in the same save is free") { stack in
      let context = stack.context()
      let calm = try context.make("Tag", ["name": "calm"])
      try context.save()
      try calm.setValue("quiet", forKey: "name")
      _ = try context.make("Tag", ["name": "calm"])
      try context.save()
      context.delete(calm)
      _ = try context.make("Tag", ["name": "quiet"])
      try context.save()
      #expect(try stack.context().all("Tag").names == ["calm", "quiet"])
    },
  ]
}
