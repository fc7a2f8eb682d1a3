internal import AttributeValues
internal import ObjectModel

/// How types are spelled in generated classes: with their module where a class of the model has the same name.
struct StudbookTypes {
  private let classNames: Set<String>

  init(plan: ClassPlan) { classNames = Set(plan.classes.map(\.name)) }

  /// The base class.
  var managedObject: String { spelled("ManagedObject", module: "ManagedObjects") }

  func swift(_ name: String) -> String { spelled(name, module: "Swift") }

  private func spelled(_ name: String, module: String) -> String {
    classNames.contains(name) ? "\(module).\(name)" : name
  }

  /// The type of an attribute's values; `zero` is what a required attribute shows before it has one.
  struct ValueType {
    var name: String
    var zero: String?
    var isFoundation = false
    /// Whether the value has to go through `Any`.
    var isUntyped = false
  }

  func type(of attribute: AttributeDescription) -> ValueType {
    switch attribute.attributeType {
    case .integer16: ValueType(name: swift("Int16"), zero: "0")
    case .integer32: ValueType(name: swift("Int32"), zero: "0")
    case .integer64: ValueType(name: swift("Int64"), zero: "0")
    case .double: ValueType(name: swift("Double"), zero: "0")
    case .float: ValueType(name: swift("Float"), zero: "0")
    case .boolean: ValueType(name: swift("Bool"), zero: "false")
    case .string: ValueType(name: swift("String"), zero: "\"\"")
    case .decimal: foundation("Decimal", zero: "0")
    case .date: foundation("Date")
    case .binaryData: foundation("Data", zero: "\(spelled("Data", module: "Foundation"))()")
    case .uuid: foundation("UUID")
    case .uri: foundation("URL")
    case .composite: ValueType(name: "[\(swift("String")): Any]", isUntyped: true)
    case .transformable: transformable(attribute.attributeValueClassName ?? "")
    case .undefined: ValueType(name: "Any", isUntyped: true)
    }
  }

  private func foundation(_ name: String, zero: String? = nil) -> ValueType {
    ValueType(name: spelled(name, module: "Foundation"), zero: zero, isFoundation: true)
  }

  /// A transformable attribute's class where Swift has a type for it on every system.
  private func transformable(_ className: String) -> ValueType {
    let bare = className.filter { $0 != " " }
    let known: [String: String] = [
      "NSArray": "[Any]", "NSMutableArray": "[Any]", "[Any]": "[Any]", "[String]": "[\(swift("String"))]",
      "[Int]": "[\(swift("Int"))]", "[Double]": "[\(swift("Double"))]", "NSString": swift("String"),
      "String": swift("String"), "NSDictionary": "[\(swift("String")): Any]",
      "NSMutableDictionary": "[\(swift("String")): Any]", "[String:Any]": "[\(swift("String")): Any]",
      "[String:String]": "[\(swift("String")): \(swift("String"))]", "NSSet": "\(swift("Set"))<AnyHashable>",
    ]
    if let name = known[bare] { return ValueType(name: name, isUntyped: true) }
    let foundationNames = ["NSData": "Data", "NSDate": "Date", "NSURL": "URL", "NSUUID": "UUID"]
    guard let name = foundationNames[bare] else { return ValueType(name: "Any", isUntyped: true) }
    var type = foundation(name)
    type.isUntyped = true
    return type
  }
}
