import AttributeValues
import FoundationEssentials
import PredicateLanguage

/// A live object as a context has them: not `Sendable`, known by its identity, with relationships to others.
final class Animal: PredicateSubject {
  let identity: Int
  var values: [String: PredicateValue]

  init(_ identity: Int, _ values: [String: PredicateValue]) {
    self.identity = identity
    self.values = values
  }

  func predicateValue(forKey key: String) -> PredicateValue? { values[key] }
  var predicateIdentity: ObjectIdentity? { ObjectIdentity(identity) }
}

/// A group of three breeds and an empty group, with values of every kind.
struct Kennel {
  let herding = Animal(1, ["name": "Herding", "year": 1983])
  let empty = Animal(2, ["name": "Miscellaneous", "year": .null, "breeds": .collection([], isOrdered: false)])
  let collie: Animal

  init() {
    let photo = URL(string: "https://example.org/p/297.jpg").map { PredicateValue.value(.uri($0)) } ?? .null
    collie = Animal(
      10,
      [
        "name": "Border Collie", "heightMin": 46.5, "heightMax": 56, "weight": 20, "rank": 31, "working": true,
        "country": .null, "born": .value(.date(1000)), "price": .value(.decimal(0.1)), "share": .value(.float(0.1)),
        "origin": "Großbritannien", "nickname": "Éclair", "code": "FCI-297", "photo": photo,
        "scores": .collection([3, 1, 2, 2], isOrdered: true),
        "gaps": .collection([4, .null, 2], isOrdered: true),
        "colours": .collection(["black", "White", "tan"], isOrdered: true),
        "group": .object(herding),
        "owner": .null,
      ]
    )
    let briard = Animal(11, ["name": "Briard", "weight": 40, "group": .object(herding), "owner": .null])
    let puli = Animal(12, ["name": "Puli", "weight": .null, "group": .object(herding), "owner": .null])
    let breeds = [collie, briard, puli].map { PredicateValue.object($0) }
    herding.values["breeds"] = .collection(breeds, isOrdered: false)
    collie.values["friends"] = .collection([breeds[1], breeds[2]], isOrdered: true)
    briard.values["friends"] = .collection([breeds[0]], isOrdered: true)
    puli.values["friends"] = .collection([], isOrdered: true)
    collie.values["spare"] = .object(empty)
  }
}
