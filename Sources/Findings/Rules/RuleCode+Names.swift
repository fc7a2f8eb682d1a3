// The rules that parts of Studbook, or its tests, name.
extension RuleCode {
  /// Source not found.
  public static let sourceMissing: RuleCode = "source.missing"
  /// Bytes that are not text in the source's encoding.
  public static let sourceEncoding: RuleCode = "source.encoding"
  /// NUL byte in the text.
  public static let sourceNulByte: RuleCode = "source.nul-byte"
  /// File that is no text.
  public static let sourceBinary: RuleCode = "source.binary"
  /// Header that cannot be used.
  public static let sourceHeader: RuleCode = "source.header"
  /// Markup that is not well-formed.
  public static let sourceMalformed: RuleCode = "source.malformed"
  /// Source without records.
  public static let sourceNoRecords: RuleCode = "source.no-records"
  /// Table not found.
  public static let sourceTableMissing: RuleCode = "source.table-missing"
  /// Lines left out as comments or titles.
  public static let sourceLeftOut: RuleCode = "source.left-out"
  /// Input over a safety limit.
  public static let sourceLimit: RuleCode = "source.limit"
  /// Markup that reaches outside the file.
  public static let sourceUnsafe: RuleCode = "source.unsafe"
  /// JSON that is not well-formed.
  public static let jsonSyntax: RuleCode = "json.syntax"
  /// More than JSON has.
  public static let jsonExtension: RuleCode = "json.extension"
  /// Name that stands twice in an object.
  public static let jsonDuplicateName: RuleCode = "json.duplicate-name"
  /// Half of a character.
  public static let jsonSurrogate: RuleCode = "json.surrogate"
  /// Value of another kind than the field needs.
  public static let jsonKind: RuleCode = "json.kind"
  /// Cell that shows an error.
  public static let sheetError: RuleCode = "sheet.error"
  /// Formula without a stored result.
  public static let sheetFormula: RuleCode = "sheet.formula"
  /// Number shown as a date that is none.
  public static let sheetDate: RuleCode = "sheet.date"
  /// Hidden rows or columns.
  public static let sheetHidden: RuleCode = "sheet.hidden"
  /// Wrong number of fields.
  public static let recordFieldCount: RuleCode = "record.field-count"
  /// Broken quoting.
  public static let recordQuoting: RuleCode = "record.quoting"
  /// Record with a key that is already taken.
  public static let recordDuplicate: RuleCode = "record.duplicate"
  /// Record that matches no object.
  public static let recordUnmatched: RuleCode = "record.unmatched"
  /// Name that stands twice in different spellings.
  public static let recordRepeated: RuleCode = "record.repeated"
  /// Name that is almost another's.
  public static let recordSimilar: RuleCode = "record.similar"
  /// Two sources that do not agree.
  public static let recordDisagreement: RuleCode = "record.disagreement"
  /// Missing required value.
  public static let valueRequired: RuleCode = "value.required"
  /// Value of the wrong type.
  public static let valueType: RuleCode = "value.type"
  /// Value out of range.
  public static let valueRange: RuleCode = "value.range"
  /// Decimal with more digits than a store keeps.
  public static let valuePrecision: RuleCode = "value.precision"
  /// Text too short or too long.
  public static let valueLength: RuleCode = "value.length"
  /// Text that does not fit the pattern.
  public static let valuePattern: RuleCode = "value.pattern"
  /// Value that the lookup table does not have.
  public static let valueLookup: RuleCode = "value.lookup"
  /// Part of a list that is not there, or that nobody takes.
  public static let valuePart: RuleCode = "value.part"
  /// Date that two patterns read differently.
  public static let valueDateOrder: RuleCode = "value.date-order"
  /// Text that was decoded twice.
  public static let valueMojibake: RuleCode = "value.mojibake"
  /// Value that breaks a rule of the model.
  public static let valuePredicate: RuleCode = "value.predicate"
  /// Value that is not in the list.
  public static let valueOneOf: RuleCode = "value.one-of"
  /// Value that is required in this case.
  public static let valueRequiredWhen: RuleCode = "value.required-when"
  /// Date or number outside its window.
  public static let valueWindow: RuleCode = "value.window"
  /// Text that is no web address.
  public static let valueURL: RuleCode = "value.url"
  /// Text that is no e-mail address.
  public static let valueEmail: RuleCode = "value.email"
  /// Text that is no language tag.
  public static let valueLanguageTag: RuleCode = "value.language-tag"
  /// Number that stands for an unknown one.
  public static let valuePlaceholder: RuleCode = "value.placeholder"
  /// Minimum above maximum.
  public static let valueSwapped: RuleCode = "value.swapped"
  /// Value out of its order.
  public static let valueOrder: RuleCode = "value.order"
  /// Gap in a sequence.
  public static let valueGap: RuleCode = "value.gap"
  /// Value far from those of its peers.
  public static let valueOutlier: RuleCode = "value.outlier"
  /// Number in the wrong unit.
  public static let valueUnit: RuleCode = "value.unit"
  /// Attribute that is filled too seldom.
  public static let valueCompleteness: RuleCode = "value.completeness"
  /// Spaces where none belong.
  public static let textSpaces: RuleCode = "text.spaces"
  /// Character that looks like another or like nothing.
  public static let textInvisible: RuleCode = "text.invisible"
  /// Word of letters from several scripts.
  public static let textScripts: RuleCode = "text.scripts"
  /// Punctuation at the end.
  public static let textPunctuation: RuleCode = "text.punctuation"
  /// Placeholder that was never replaced.
  public static let textPlaceholder: RuleCode = "text.placeholder"
  /// Text in capitals.
  public static let textCapitals: RuleCode = "text.capitals"
  /// File that is not there.
  public static let fileMissing: RuleCode = "file.missing"
  /// Name that leaves the folder of files.
  public static let fileOutside: RuleCode = "file.outside"
  /// File that is not read.
  public static let fileLimit: RuleCode = "file.limit"
  /// Files that no record names.
  public static let fileUnused: RuleCode = "file.unused"
  /// File that is no picture of a kind that is asked for.
  public static let imageType: RuleCode = "image.type"
  /// Picture that is not whole.
  public static let imageDamaged: RuleCode = "image.damaged"
  /// Picture too small or too large.
  public static let imageSize: RuleCode = "image.size"
  /// Picture in colours that are not asked for.
  public static let imageColour: RuleCode = "image.colour"
  /// Picture that is stored turned.
  public static let imageOrientation: RuleCode = "image.orientation"
  /// Picture with transparency.
  public static let imageAlpha: RuleCode = "image.alpha"
  /// Picture that moves.
  public static let imageAnimated: RuleCode = "image.animated"
  /// Picture that tells of people and places.
  public static let imageMetadata: RuleCode = "image.metadata"
  /// Picture that does more than being shown.
  public static let imageUnsafe: RuleCode = "image.unsafe"
  /// Two pictures that look the same.
  public static let imageSimilar: RuleCode = "image.similar"
  /// Reference to an object that does not exist.
  public static let referenceUnknown: RuleCode = "reference.unknown"
  /// Reference that several objects match.
  public static let referenceAmbiguous: RuleCode = "reference.ambiguous"
  /// Partner that another object has already.
  public static let referenceTaken: RuleCode = "reference.taken"
  /// Too few or too many related objects.
  public static let referenceCount: RuleCode = "reference.count"
  /// Object that nothing refers to.
  public static let referenceUnused: RuleCode = "reference.unused"
  /// Rule of the recipe not met.
  public static let rulePredicate: RuleCode = "rule.predicate"
  /// Recipe not found.
  public static let recipeMissing: RuleCode = "recipe.missing"
  /// Recipe that is not written as one.
  public static let recipeSyntax: RuleCode = "recipe.syntax"
  /// Name in the recipe that nothing has.
  public static let recipeUnknownName: RuleCode = "recipe.unknown-name"
  /// Setting that cannot be followed.
  public static let recipeValue: RuleCode = "recipe.value"
  /// Path at which no record has anything.
  public static let recipeNoValue: RuleCode = "recipe.no-value"
  /// Column of a relationship that the recipe does not list.
  public static let recipeUnlisted: RuleCode = "recipe.unlisted"
  /// Entity or property without a usable name.
  public static let modelName: RuleCode = "model.name"
  /// Name that stands twice.
  public static let modelDuplicate: RuleCode = "model.duplicate"
  /// Entity that does not exist.
  public static let modelUnknownEntity: RuleCode = "model.unknown-entity"
  /// Inverse that does not exist.
  public static let modelUnknownInverse: RuleCode = "model.unknown-inverse"
  /// Property that does not exist.
  public static let modelUnknownProperty: RuleCode = "model.unknown-property"
  /// Attribute type that does not exist.
  public static let modelUnknownType: RuleCode = "model.unknown-type"
  /// Entity that descends from itself.
  public static let modelParentCycle: RuleCode = "model.parent-cycle"
  /// Relationship without an inverse.
  public static let modelNoInverse: RuleCode = "model.no-inverse"
  /// Relationships that are not each other's inverse.
  public static let modelInverse: RuleCode = "model.inverse"
  /// Ordered relationship that is its own inverse.
  public static let modelOrderedInverse: RuleCode = "model.ordered-inverse"
  /// Limits that no value can meet.
  public static let modelLimits: RuleCode = "model.limits"
  /// Default that the attribute does not allow.
  public static let modelDefault: RuleCode = "model.default"
  /// Regular expression that cannot be used.
  public static let modelPattern: RuleCode = "model.pattern"
  /// Delete rule that does not exist.
  public static let modelDeleteRule: RuleCode = "model.delete-rule"
  /// Derived attribute without an expression.
  public static let modelDerivation: RuleCode = "model.derivation"
  /// Predicate or expression that cannot be used.
  public static let modelPredicate: RuleCode = "model.predicate"
  /// Predicate with a key that the objects do not have.
  public static let modelUnknownKey: RuleCode = "model.unknown-key"
  /// Name that Xcode refuses.
  public static let modelNaming: RuleCode = "model.naming"
  /// Delete rule No Action.
  public static let modelNoAction: RuleCode = "model.no-action"
  /// Transformable attribute without a secure transformer.
  public static let modelTransformer: RuleCode = "model.transformer"
  /// Abstract entity without sub-entities.
  public static let modelAbstract: RuleCode = "model.abstract"
  /// File of translations that cannot be read.
  public static let modelLocalisation: RuleCode = "model.localisation"
  /// Composite attribute without elements.
  public static let modelComposite: RuleCode = "model.composite"
  /// Swift source that leaves the model open.
  public static let modelSource: RuleCode = "model.source"
  /// Entity whose version hash is not known.
  public static let modelOpenHash: RuleCode = "model.open-hash"
  /// File of the release not found.
  public static let releaseMissing: RuleCode = "release.missing"
  /// File that is not the one that was published.
  public static let releaseDigest: RuleCode = "release.digest"
  /// Publication that was interrupted.
  public static let releaseInterrupted: RuleCode = "release.interrupted"
  /// Reference file that may be written.
  public static let releaseWritable: RuleCode = "release.writable"
  /// Reference file that is not sealed.
  public static let releaseUnsealed: RuleCode = "release.unsealed"
  /// Damaged store.
  public static let storeIntegrity: RuleCode = "store.integrity"
  /// Table, column or index that is not as the model asks.
  package static let storeSchema: RuleCode = "store.schema"
  /// Store of another version of the model.
  package static let storeVersionHash: RuleCode = "store.version-hash"
  /// Z_PRIMARYKEY that disagrees with the tables.
  package static let storePrimaryKey: RuleCode = "store.primary-key"
  /// Feature whose storage is inferred.
  package static let storeUnproven: RuleCode = "store.unproven"
  /// More problems of a kind than are listed.
  package static let storeMore: RuleCode = "store.more"
  /// Row of no entity.
  package static let storeEntityNumber: RuleCode = "store.entity-number"
  /// Reference to a row that does not exist.
  public static let storeDanglingReference: RuleCode = "store.dangling-reference"
  /// Reference to an object of the wrong entity.
  package static let storeWrongDestination: RuleCode = "store.wrong-destination"
  /// One-to-one relationship that does not lead back.
  package static let storeInverse: RuleCode = "store.inverse"
  /// Required value or object missing in the store.
  package static let storeRequired: RuleCode = "store.required"
  /// Value in the store that breaks the model's rules.
  package static let storeValidation: RuleCode = "store.validation"
  /// Objects that should differ and do not.
  package static let storeUniqueness: RuleCode = "store.uniqueness"
  /// Value of the wrong kind in a column.
  package static let storeStorageClass: RuleCode = "store.storage-class"
  /// File of a value not found.
  package static let storeExternalData: RuleCode = "store.external-data"
  /// Metadata that contradict themselves.
  package static let storeMetadata: RuleCode = "store.metadata"
  /// File that belongs to no object.
  package static let storeOrphanFile: RuleCode = "store.orphan-file"
  /// Place in an ordered relationship.
  package static let storeOrder: RuleCode = "store.order"
  /// Derived attribute that is out of date.
  package static let storeDerivation: RuleCode = "store.derivation"
  /// Decimal that may have lost digits.
  package static let storePrecision: RuleCode = "store.precision"
  /// Text that is not read as it stands.
  package static let storeText: RuleCode = "store.text"
  /// Other number of objects than was published.
  public static let releaseCount: RuleCode = "release.count"
  /// Manifest of another store or model.
  public static let releaseHash: RuleCode = "release.hash"
  /// More objects have changed since the release before than the recipe allows.
  public static let releaseChange: RuleCode = "release.change"
  /// Signature that is missing, or not that of the manifest.
  public static let releaseSignature: RuleCode = "release.signature"
  /// More findings than the budget allows.
  public static let acceptanceBudget: RuleCode = "acceptance.budget"
  /// Suppression that has ended.
  public static let acceptanceExpired: RuleCode = "acceptance.expired"
  /// Suppression without findings.
  public static let acceptanceUnused: RuleCode = "acceptance.unused"
  /// Baseline that is larger than needed.
  public static let acceptanceStale: RuleCode = "acceptance.stale"
}
