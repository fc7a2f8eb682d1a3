internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import Testing

extension StoreConformanceCase {
  static let fetchingCases: [StoreConformanceCase] = [
    StoreConformanceCase("a fetch sorts by several keys, missing values first") { stack in
      let context = stack.context()
      let rows: [(String, Int?)] = [("Beagle", 2), ("Akita", 2), ("Collie", 1), ("Borzoi", nil)]
      for (name, popularity) in rows {
        let breed = try context.make("Breed", ["name": name])
        try breed.setValue(popularity, forKey: "popularity")
      }
      try context.save()
      let found = try stack.context().all("Breed") { $0.sortDescriptors = [SortKey("popularity"), SortKey("name")] }
      #expect(found.compactMap { $0.text("name") } == ["Borzoi", "Collie", "Akita", "Beagle"])
      let reversed = try stack.context().all("Breed") { request in
        request.sortDescriptors = [SortKey("popularity", ascending: false), SortKey("name", ascending: false)]
      }
      #expect(reversed.compactMap { $0.text("name") } == ["Beagle", "Akita", "Collie", "Borzoi"])
    },
    StoreConformanceCase("a fetch sorts by a key path through a to-one relationship") { stack in
      let context = stack.context()
      for (breed, group) in [("Akita", "Working"), ("Beagle", "Hound"), ("Pug", "Toy")] {
        _ = try context.make("Breed", ["name": breed, "group": try context.make("Group", ["name": group])])
      }
      try context.save()
      let found = try stack.context().all("Breed") { $0.sortDescriptors = [SortKey("group.name")] }
      #expect(found.compactMap { $0.text("name") } == ["Beagle", "Pug", "Akita"])
    },
    StoreConformanceCase("limit and offset cut the sorted result") { stack in
      let context = stack.context()
      for number in 1...9 { _ = try context.make("Breed", ["name": "Breed \(number)", "popularity": number]) }
      try context.save()
      let found = try stack.context().all("Breed") { request in
        request.sortDescriptors = [SortKey("popularity", ascending: false)]
        request.fetchLimit = 3
        request.fetchOffset = 2
      }
      #expect(found.compactMap { $0.number("popularity") } == [7, 6, 5])
    },
    StoreConformanceCase("strings sort by scalar value, without case, and as file managers do") { stack in
      let context = stack.context()
      let names = ["breed 10", "Breed 9", "breed 2", "Élan", "Eland", "elan"]
      for name in names { _ = try context.make("Group", ["name": name]) }
      try context.save()
      func order(_ comparison: SortKey.Comparison) throws -> [String] {
        try stack.context().all("Group") { $0.sortDescriptors = [SortKey("name", comparison: comparison)] }
          .compactMap { $0.text("name") }
      }
      #expect(try order(.binary) == ["Breed 9", "Eland", "breed 10", "breed 2", "elan", "Élan"])
      #expect(try order(.caseInsensitive) == ["breed 10", "breed 2", "Breed 9", "elan", "Eland", "Élan"])
      #expect(try order(.localizedStandard) == ["breed 2", "Breed 9", "breed 10", "elan", "Élan", "Eland"])
    },
    StoreConformanceCase("strings sort as a language sorts its words, also where a predicate selects and a range cuts")
    {
      stack in
      let context = stack.context()
      for name in ["zebra", "äpple", "Apple", "Zoo", "chata", "hora", "öl", "cena"] {
        _ = try context.make("Group", ["name": name, "code": "x"])
      }
      try context.make("Group", ["name": "elsewhere", "code": "y"])
      try context.save()
      func order(_ comparison: SortKey.Comparison, ascending: Bool = true) throws -> [String] {
        try stack.context().all("Group") {
          $0.predicate = try? ObjectPredicate(format: "code == 'x'")
          $0.sortDescriptors = [SortKey("name", ascending: ascending, comparison: comparison)]
        }
        .compactMap { $0.text("name") }
      }
      let swedish = ["Apple", "cena", "chata", "hora", "zebra", "Zoo", "äpple", "öl"]
      #expect(try order(.localized(locale: "sv_SE")) == swedish)
      #expect(try order(.localizedCaseInsensitive(locale: "sv_SE"), ascending: false) == swedish.reversed())
      let czech = ["Apple", "äpple", "cena", "hora", "chata", "öl", "zebra", "Zoo"]
      #expect(try order(.localized(locale: "cs_CZ")) == czech)
      var request = FetchRequest<ManagedObjectID>(entityName: "Group")
      request.sortDescriptors = [SortKey("name", comparison: .localized(locale: "sv_SE"))]
      request.fetchOffset = 7
      let reader = stack.context()
      #expect(try reader.fetch(request).map { reader.object(with: $0).text("name") } == ["äpple", "öl"])
    },
    StoreConformanceCase("a fetch of a parent entity includes its sub-entities unless told otherwise") { stack in
      let context = stack.context()
      _ = try context.make("Bird", ["name": "Wren"])
      _ = try context.make("Fish", ["name": "Cod"])
      try context.save()
      #expect(try stack.context().all("Animal").count == 2)
      #expect(try stack.context().all("Bird").names == ["Wren"])
      #expect(try stack.context().all("Animal") { $0.includesSubentities = false }.isEmpty)
    },
    StoreConformanceCase("counts and IDs agree with the objects") { stack in
      let context = stack.context()
      for number in 1...5 { _ = try context.make("Breed", ["name": "Breed \(number)"]) }
      try context.save()
      let reader = stack.context()
      #expect(try reader.count(for: FetchRequest<ManagedObject>(entityName: "Breed")) == 5)
      var request = FetchRequest<ManagedObjectID>(entityName: "Breed")
      request.sortDescriptors = [SortKey("name")]
      let identifiers = try reader.fetch(request)
      let objects = try reader.all("Breed") { $0.sortDescriptors = [SortKey("name")] }
      #expect(identifiers == objects.map(\.objectID))
    },
    StoreConformanceCase("pending changes count in a fetch unless told otherwise") { stack in
      let context = stack.context()
      let akita = try context.make("Breed", ["name": "Akita"])
      let beagle = try context.make("Breed", ["name": "Beagle"])
      try context.save()
      context.delete(akita)
      try beagle.setValue("Zwergpinscher", forKey: "name")
      _ = try context.make("Breed", ["name": "Mops"])
      let found = try context.all("Breed") { $0.sortDescriptors = [SortKey("name")] }
      #expect(found.compactMap { $0.text("name") } == ["Mops", "Zwergpinscher"])
      let stored = try context.all("Breed") { $0.includesPendingChanges = false }
      #expect(stored.count == 2 && stored.contains(akita))
    },
    StoreConformanceCase("pending changes do not count, told otherwise, where memory selects and sorts") { stack in
      let context = stack.context()
      let akita = try context.make("Breed", ["name": "Akita", "popularity": 1])
      let beagle = try context.make("Breed", ["name": "Beagle", "popularity": 2])
      try context.save()
      try akita.setValue(2, forKey: "popularity")
      try akita.setValue("Zwergpinscher", forKey: "name")
      let selected = try context.all("Breed") {
        $0.includesPendingChanges = false
        $0.predicate = try? ObjectPredicate(format: "CAST(popularity, 'NSString') == '2'")
      }
      #expect(selected == [beagle])
      let sorted = try context.all("Breed") {
        $0.includesPendingChanges = false
        $0.sortDescriptors = [SortKey("name", comparison: .localized(locale: "en"))]
      }
      #expect(sorted == [akita, beagle])
    },
  ]
}
