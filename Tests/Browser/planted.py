"""57 errors in sources of five formats, for an editor to mend: what stands in the clean file, what in the broken one, and how it is mended."""

from dataclasses import dataclass

FORMATS = ["csv", "xml", "html", "json", "jsonl"]
FIELDS = ["name", "code", "weight", "age", "born", "isGood", "chip", "picture", "nick", "coat", "litter", "low", "high", "teeth", "sex",
          "entry", "page", "mail", "language", "temper", "height", "tattoo", "group"]  # fmt: skip

# How an error is mended: the right value is typed, the finding's suggestion is taken, all suggestions of the rule are taken at once, or the
# text of the file is written anew.
TYPE, TAKE, TAKE_ALL, TEXT = "type", "take", "take all", "text"


@dataclass
class Error:
    format: str
    rule: str
    field: str
    clean: str
    broken: str
    mending: str = TYPE

    @property
    def file(self):
        return f"dogs.{self.format}"


def errors(format, *rows):
    return [Error(format, *row) for row in rows]


PLANTED = (
    errors(
        "csv",
        ("value.type", "weight", "12.5", "heavy"),
        ("value.type", "weight", "1.5", "1,5", TAKE_ALL),
        ("value.type", "born", "2024-02-29", "2024-02-30"),
        ("value.range", "weight", "50", "500"),
        ("value.length", "nick", "Al", "A"),
        ("value.pattern", "code", "ABD", "abd"),
        ("value.one-of", "coat", "smooth", "smoth", TAKE),
        ("value.window", "born", "2019-05-06", "1019-05-06"),
        ("value.lookup", "sex", "female", "femal", TAKE),
        ("reference.unknown", "group", "Hounds", "Huonds", TAKE),
        ("text.invisible", "temper", "calm", "ca\u200blm", TAKE_ALL),
        ("text.spaces", "temper", "good, and kind", "good, and kind ", TAKE),
        ("record.field-count", "group", "Toys", "Toys,and more", TEXT),
    )
    + errors(
        "xml",
        ("value.type", "age", "7", "seven"),
        ("value.type", "age", "10", "1O", TAKE_ALL),
        ("value.type", "born", "2024-02-01", "1.2.2024", TAKE_ALL),
        ("value.range", "age", "4", "40000"),
        ("value.length", "nick", "Bartholomew", "Bartholomew the Third"),
        ("value.pattern", "code", "AXC", "A1C"),
        ("value.one-of", "coat", "wiry", "feathers & fur"),
        ("value.window", "litter", "3", "31"),
        ("value.lookup", "sex", "female", "feminine"),
        ("reference.unknown", "group", "Toys", "Zebras <and others>"),
        ("text.scripts", "temper", "calm", "c\u0430lm", TAKE),
    )
    + errors(
        "html",
        ("value.type", "isGood", "yes", "maybe"),
        ("value.type", "chip", "123E4567-E89B-12D3-A456-426614174000", "123E4567-E89B"),
        ("value.required", "name", "Rex of the pages", ""),
        ("value.placeholder", "litter", "5", "0"),
        ("record.duplicate", "name", "Bella of the pages", "Dog 2 in html"),
        ("value.url", "page", "https://example.org/rex?a=1&b=2", "ftp://example.org"),
        ("value.email", "mail", "rex@kennel.example", "rex@"),
        ("value.language-tag", "language", "de", "Swiss German"),
        ("value.one-of", "coat", "long", "logn", TAKE),
        ("reference.unknown", "group", "Terriers", "T\u00e9rriers", TAKE),
        ("value.pattern", "code", "PQR", "PQRS"),
    )
    + errors(
        "json",
        ("value.type", "picture", "photo1.jpg", "photo 1.jpg"),
        ("value.required", "group", "Hounds", ""),
        ("value.placeholder", "age", "9", "999"),
        ("rule.predicate", "teeth", "40", "50"),
        ("record.duplicate", "code", "QRS", "QQJ"),
        ("value.outlier", "height", "50", "940"),
        ("record.repeated", "tattoo", "912", "704"),
        ("value.email", "mail", "rex@example.org", "rex @example.org", TAKE),
        ("value.language-tag", "language", "de-CH", "de_ch", TAKE),
        ("value.swapped", "low", "2", "20"),
        ("value.type", "weight", "22", 'about "22"'),
    )
    + errors(
        "jsonl",
        ("value.unit", "height", "52.1", "20.5", TAKE),
        ("value.order", "entry", "@", "1"),
        ("value.lookup", "sex", "female", "Female", TAKE),
        ("text.spaces", "temper", "calm", "\tcalm", TAKE),
        ("text.invisible", "temper", "kind", "ki\u00adnd", TAKE_ALL),
        ("value.range", "weight", "0.9", "-3"),
        ("value.length", "nick", "\u00e9mile", "\u00e9" * 13),
        ("value.type", "chip", "123E4567-E89B-12D3-A456-426614174001", "123E4567-E89B-12D3-A456-42661417400G"),
        ("value.window", "born", "2020-01-31", "2091-01-31"),
        ("value.url", "page", "https://example.org/a", "javascript:alert(1)"),
        ("json.syntax", "nick", "Rex", 'Rex" "', TEXT),
    )
)

# Records of each format with nothing wrong, before the others; some values are those that others repeat.
HOLDERS = [{}, {}, {}, {"tattoo": "704"}]


def number(format, index):
    return FORMATS.index(format) * 1000 + index


def clean(format, index):
    """The values of a record that has nothing wrong."""
    return {
        "name": f"Dog {index} in {format}", "code": "", "weight": f"{10 + index % 7}.5", "age": "", "born": f"2015-0{1 + index % 9}-11",
        "isGood": "yes", "chip": "", "picture": "", "nick": "", "coat": ["smooth", "wiry", "long"][index % 3], "litter": f"{1 + index % 9}",
        "low": "5", "high": "9", "teeth": "42", "sex": ["female", "male"][index % 2], "entry": f"{number(format, index)}",
        "page": f"https://example.org/{index}", "mail": f"dog{index}@example.org", "language": "de-CH", "temper": "calm and friendly",
        "height": f"{48 + index % 9}", "tattoo": "", "group": ["Hounds", "Toys", "Terriers"][index % 3],
    }  # fmt: skip


def records(format, is_clean):
    for index, own in enumerate(HOLDERS):
        values = clean(format, index) | {"code": "QQJ" if format == "json" and index == 2 else ""}
        # A tattoo is repeated within all sources.
        yield values | (own if format == "json" else {}), None
    for place, error in enumerate(error for error in PLANTED if error.format == format):
        index = place + len(HOLDERS)
        values = clean(format, index)
        text = error.clean if is_clean or error.mending == TEXT else error.broken
        values[error.field] = values["entry"] if text == "@" else text
        yield values, error


def written(format, is_clean):
    """A source as a text."""

    def raw(line, error, quoted):
        # What cannot be said field by field is broken in the text of its record.
        if error is None or error.mending != TEXT or is_clean:
            return line
        assert quoted(error.clean) in line, line
        return line.replace(quoted(error.clean), quoted(error.clean).replace(error.clean, error.broken))

    def markup(text):
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

    def json(text):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t") + '"'

    def csv(text):
        return '"' + text.replace('"', '""') + '"' if any(one in text for one in ',"\n') else text

    lines = []
    for values, error in records(format, is_clean):
        texts = [values[field] for field in FIELDS]
        if format == "csv":
            lines.append(raw(",".join(map(csv, texts)), error, lambda text: "," + text))
        elif format == "xml":
            lines.append("  <dog>" + "".join(f"<{field}>{markup(text)}</{field}>" for field, text in zip(FIELDS, texts)) + "</dog>")
        elif format == "html":
            lines.append("<tr>" + "".join(f"<td>{markup(text)}</td>" for text in texts) + "</tr>")
        else:
            lines.append(raw("{" + ", ".join(f'"{field}": {json(text)}' for field, text in zip(FIELDS, texts)) + "}", error, json))
    rows = "\n".join(lines)
    return {
        "csv": f"{','.join(FIELDS)}\n{rows}\n",
        "xml": f'<?xml version="1.0" encoding="UTF-8"?>\n<!-- d\u00f6gs -->\n<dogs>\n{rows}\n</dogs>\n',
        "html": '<!DOCTYPE html>\n<meta charset="utf-8"><title>Dogs</title>\n<table>\n'
        + f"<tr>{''.join(f'<th>{field}</th>' for field in FIELDS)}</tr>\n{rows}\n</table>\n",
        "json": "[\n " + rows.replace("\n", ",\n ") + "\n]\n",
        "jsonl": f"{rows}\n",
    }[format]


def sources(is_clean):
    """All sources, by their names."""
    return {f"dogs.{format}": written(format, is_clean) for format in FORMATS}


TYPES = {"weight": "Double", "low": "Double", "high": "Double", "height": "Double", "litter": "Integer 32", "teeth": "Integer 32",
         "entry": "Integer 32", "tattoo": "Integer 32", "age": "Integer 16", "born": "Date", "isGood": "Boolean", "chip": "UUID", "picture": "URI"}  # fmt: skip
LIMITS = {
    "weight": ' minValueString="0.5" maxValueString="120"',
    "code": ' regularExpressionString="[A-Z]{3}"',
    "nick": ' minValueString="2" maxValueString="12"',
}


def attribute(field):
    optional = "" if field == "name" else ' optional="YES"'
    return f'<attribute name="{field}"{optional} attributeType="{TYPES.get(field, "String")}"{LIMITS.get(field, "")}/>'


def unique(*names):
    constraints = "".join(f'<uniquenessConstraint><constraint value="{name}"/></uniquenessConstraint>' for name in names)
    return f"<uniquenessConstraints>{constraints}</uniquenessConstraints>"


MODEL = f"""<?xml version="1.0" encoding="UTF-8"?>
<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
  <entity name="Group"><attribute name="name" attributeType="String"/>
    <relationship name="dogs" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Dog" inverseName="group" inverseEntity="Dog"/>
    {unique("name")}</entity>
  <entity name="Dog">{"".join(attribute(field) for field in FIELDS[:-1])}
    <relationship name="group" maxCount="1" deletionRule="Nullify" destinationEntity="Group" inverseName="dogs" inverseEntity="Group"/>
    {unique("name", "code")}</entity>
</model>
"""

MAPPED = ", ".join(f"{field}: {field}" for field in FIELDS[:-1] if field != "sex")
RECIPE = f"""model: Dogs.xcdatamodel
output: Dogs.sqlite
lookups:
  sexes: {{ entries: {{ male: m, female: f }} }}
sources:
  - {{ file: groups.csv, entity: Group, key: name }}
  - {{ file: dogs.csv, entity: Dog, attributes: {{ sex: {{ field: sex, lookup: sexes }} }}, relationships: {{ group: group }} }}
  - {{ file: dogs.xml, records: /dogs/dog, entity: Dog, attributes: {{ {MAPPED}, sex: {{ field: sex, lookup: sexes }} }}, relationships: {{ group: group }} }}
  - {{ file: dogs.html, entity: Dog, attributes: {{ sex: {{ field: sex, lookup: sexes }} }}, relationships: {{ group: group }} }}
  - {{ file: dogs.json, entity: Dog, attributes: {{ sex: {{ field: sex, lookup: sexes }} }}, relationships: {{ group: group }} }}
  - {{ file: dogs.jsonl, entity: Dog, attributes: {{ sex: {{ field: sex, lookup: sexes }} }}, relationships: {{ group: group }} }}
rules:
  - {{ on: Dog, require: "teeth == nil OR teeth <= 42", message: A dog has 42 teeth at most }}
checks:
  Dog:
    coat: {{ oneOf: [smooth, wiry, long] }}
    born: {{ between: [1990-01-01, 2026-12-31] }}
    litter: {{ between: [~, 30], placeholders: 0 }}
    age: {{ placeholders: 999 }}
    low: {{ notAbove: high }}
    entry: {{ sequence: rising }}
    page: {{ shape: url }}
    mail: {{ shape: email }}
    language: {{ shape: language-tag }}
    temper: {{ text: clean }}
    height: {{ outliers: {{ beyond: 8, unit: in to cm }} }}
    tattoo: {{ distinct: exact }}
"""

FOLDER = {"Dogs.xcdatamodel/contents": MODEL, "Dogs.recipe.yml": RECIPE, "groups.csv": "name\nHounds\nToys\nTerriers\n"}
