internal import AttributeValues
internal import ObjectModel

/// The model's rules for one attribute's value.
enum AttributeCheck {
  /// What is wrong with a value: the code, and the rest of a sentence that begins with the attribute's name.
  typealias Failure = (code: ValidationError.Code, message: String)

  /// The first rule that `value` breaks; `nil` if it is valid.
  static func failure(of value: AttributeValue, for attribute: AttributeDescription) -> Failure? {
    if value.isNull {
      return attribute.isOptional ? nil : (.missingMandatoryProperty, "is required and has no value")
    }
    guard value.fits(attribute.attributeType) else {
      return (.managedObjectValidation, "is not of the type \(attribute.attributeType.modelName)")
    }
    let constraints = attribute.constraints
    if constraints.isEmpty { return nil }
    if case .string(let text) = value {
      let length = text.utf16.count
      if let minimum = constraints.minimumLength, length < minimum {
        return (.stringTooShort, "has \(length) characters, fewer than \(minimum)")
      }
      if let maximum = constraints.maximumLength, length > maximum {
        return (.stringTooLong, "has \(length) characters, more than \(maximum)")
      }
    }
    if case .date(let date) = value {
      if case .date(let minimum)? = constraints.minimum, date < minimum { return (.dateTooSoon, "is too early") }
      if case .date(let maximum)? = constraints.maximum, date > maximum { return (.dateTooLate, "is too late") }
    }
    guard let number = AttributeCheck.number(value) else { return nil }
    if let minimum = constraints.minimum.flatMap(AttributeCheck.number), number < minimum {
      return (.numberTooSmall, "is \(number), less than \(minimum)")
    }
    if let maximum = constraints.maximum.flatMap(AttributeCheck.number), number > maximum {
      return (.numberTooLarge, "is \(number), more than \(maximum)")
    }
    return nil
  }

  private static func number(_ value: AttributeValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .double(let number): number
    case .float(let number): Double(number)
    default: nil
    }
  }
}
