import AttributeValues
import ManagedObjects
import ObjectModel
import PredicateLanguage
import Testing

/// An app of named colours: validation, default values, a transient value that follows from stored ones.
@Suite struct ColorsTests {
  final class Color: ManagedObject {
    func component(_ key: String) -> Double { value(forKey: key) as? Double ?? 0 }

    /// `#RRGGBB`, worked out when it is first asked for and forgotten when a component changes.
    var hexadecimal: String {
      willAccessValue(forKey: "hexadecimal")
      if let known = primitiveValue(forKey: "hexadecimal") as? String { return known }
      let digits = ["red", "green", "blue"].map { key -> String in
        let byte = Int((component(key) * 255).rounded())
        return String(byte / 16, radix: 16) + String(byte % 16, radix: 16)
      }
      let text = "#" + digits.joined().uppercased()
      try? setPrimitiveValue(text, forKey: "hexadecimal")
      return text
    }

    func setComponent(_ key: String, _ value: Double) throws {
      try setValue(value, forKey: key)
      try setPrimitiveValue(nil, forKey: "hexadecimal")
    }

    override func awakeFromInsert() {
      super.awakeFromInsert()
      try? setPrimitiveValue("Untitled", forKey: "name")
    }

    override func validateValue(_ value: inout Any?, forKey key: String) throws {
      guard key == "name", let text = value as? String else { return }
      let words = text.split(separator: " ")
      if words.isEmpty { throw NameIsBlank() }
      value = words.joined(separator: " ")
    }

    override func validateForInsert() throws {
      try super.validateForInsert()
      try requireColour()
    }

    override func validateForUpdate() throws {
      try super.validateForUpdate()
      try requireColour()
    }

    private func requireColour() throws {
      guard ["red", "green", "blue"].allSatisfy({ component($0) == 0 }), value(forKey: "name") as? String != "Black"
      else { return }
      throw ValidationError(.managedObjectValidation, objectID: objectID, message: "Only Black may be without light.")
    }
  }

  struct NameIsBlank: Error {}

  private func stack(_ kind: TextbookStack.Kind) throws -> TextbookStack {
    let color = EntityDescription(name: "Color")
    let components = ["red", "green", "blue"].map { name in
      let component = AttributeDescription.required(name, .double, default: .double(0.5))
      component.constraints.minimum = .double(0)
      component.constraints.maximum = .double(1)
      return component
    }
    let name = AttributeDescription.required("name", .string)
    name.constraints.maximumLength = 20
    let hexadecimal = AttributeDescription(name: "hexadecimal", type: .string)
    hexadecimal.isTransient = true
    color.declaredProperties = [name, hexadecimal] + components
    return try TextbookStack(kind, model: ManagedObjectModel(entities: [color]), classes: ["Color": Color.self])
  }

  @Test(arguments: TextbookStack.Kind.allCases) func aNewColourIsGreyAndUntitled(_ kind: TextbookStack.Kind) throws {
    let stack = try stack(kind)
    let color = Color(context: stack.viewContext)
    #expect(color.value(forKey: "name") as? String == "Untitled" && color.hexadecimal == "#808080")
    try stack.viewContext.save()
    let again = try #require(try stack.relaunch().fetch(FetchRequest<Color>(entityName: "Color")).first)
    #expect(again.component("green") == 0.5)
  }

  @Test(arguments: TextbookStack.Kind.allCases) func theTransientTextFollowsTheComponentsAndIsNotStored(
    _ kind: TextbookStack.Kind
  ) throws {
    let stack = try stack(kind)
    let color = Color(context: stack.viewContext)
    try stack.viewContext.save()
    #expect(color.hexadecimal == "#808080" && !stack.viewContext.hasChanges)
    try color.setComponent("red", 1)
    #expect(color.hexadecimal == "#FF8080")
    try stack.viewContext.save()
    let again = try #require(try stack.relaunch().fetch(FetchRequest<Color>(entityName: "Color")).first)
    #expect(again.primitiveValue(forKey: "hexadecimal") == nil && again.hexadecimal == "#FF8080")
  }

  @Test(arguments: TextbookStack.Kind.allCases) func everythingThatIsWrongIsReportedAtOnce(
    _ kind: TextbookStack.Kind
  ) throws {
    let context = try stack(kind).viewContext
    let first = Color(context: context)
    try first.setValue(1.5, forKey: "red")
    try first.setValue(-1.0, forKey: "blue")
    let second = Color(context: context)
    try second.setValue("A colour with much too long a name", forKey: "name")
    let third = Color(context: context)
    try third.setValue("  ", forKey: "name")
    let error = try #require(#expect(throws: ValidationErrors.self) { try context.save() })
    #expect(
      error.errors.map(\.code) == [.numberTooLarge, .numberTooSmall, .stringTooLong, .managedObjectValidation]
    )
    #expect(error.errors.map(\.key) == ["red", "blue", "name", "name"])
    #expect(error.errors.map(\.objectID) == [first, first, second, third].map(\.objectID))
  }

  @Test(arguments: TextbookStack.Kind.allCases) func aValidationMayCorrectAValueAndCheckTheWholeObject(
    _ kind: TextbookStack.Kind
  ) throws {
    let stack = try stack(kind)
    let color = Color(context: stack.viewContext)
    try color.setValue("  Sea   green ", forKey: "name")
    try stack.viewContext.save()
    #expect(color.value(forKey: "name") as? String == "Sea green")
    for key in ["red", "green", "blue"] { try color.setComponent(key, 0) }
    #expect(throws: ValidationErrors.self) { try stack.viewContext.save() }
    try color.setValue("Black", forKey: "name")
    try stack.viewContext.save()
  }
}
