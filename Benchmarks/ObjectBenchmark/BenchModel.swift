import AttributeValues
import ObjectModel

/// One entity of nine attributes with rules for each: names are unique, texts have lengths, URLs a pattern, measures limits.
enum BenchModel {
  static func make() -> ManagedObjectModel {
    let dog = EntityDescription(name: "Dog")
    let country = AttributeDescription(name: "country", type: .string)
    country.constraints.maximumLength = 60
    let group = AttributeDescription(name: "group", type: .string)
    group.isOptional = false
    let height = AttributeDescription(name: "height", type: .double)
    (height.constraints.minimum, height.constraints.maximum) = (.double(10), .double(120))
    let name = AttributeDescription(name: "name", type: .string)
    name.isOptional = false
    (name.constraints.minimumLength, name.constraints.maximumLength) = (2, 80)
    let number = AttributeDescription(name: "number", type: .integer64)
    number.isOptional = false
    number.constraints.minimum = .integer(1)
    let photo = AttributeDescription(name: "photoURL", type: .string)
    photo.constraints.regularExpression = "https://.+\\.jpg"
    let text = AttributeDescription(name: "text", type: .string)
    (text.constraints.minimumLength, text.constraints.maximumLength) = (10, 400)
    let weight = AttributeDescription(name: "weight", type: .double)
    (weight.constraints.minimum, weight.constraints.maximum) = (.double(0.5), .double(120))
    let recognised = AttributeDescription(name: "recognisedOn", type: .date)
    dog.declaredProperties = [country, group, height, name, number, photo, recognised, text, weight]
    dog.uniquenessConstraints = [["name"]]
    return ManagedObjectModel(entities: [dog])
  }
}
