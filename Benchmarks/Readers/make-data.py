"""Writes so many megabytes of CSV in one of several shapes. The same bytes every time.

  make-data.py MEGABYTES [SHAPE]

  mixed    short records of texts and numbers, some quoted, some with line breaks or doubled quotes
  plain    short records without a quote
  long     records of 40 fields, some of them whole paragraphs
  quoted   every field in quotes
  escaped  nearly every record with doubled quotes
"""
import random, sys

random.seed(7)
size = int(sys.argv[1]) * 1_000_000
shape = sys.argv[2] if len(sys.argv) > 2 else "mixed"
names = ["Affenpinscher", "Basset Hound", "Chow-Chow", "Deutscher Pinscher", "Épagneul Breton", "柴犬"]
sentence = "A steady dog of the mountains, kept by shepherds for as long as anyone can tell. "
head = ["id", "name", "group", "weight", "height", "born", "country", "note"]


def record(number):
    return [str(number), random.choice(names), str(number % 10), f"{random.random() * 80:.2f}", str(random.randrange(15, 90)),
            f"20{number % 25:02}-{number % 12 + 1:02}-{number % 28 + 1:02}", "DE"]


def row(number):
    fields = record(number)
    if shape == "plain":
        return ",".join(fields + [random.choice(["", "calm", "brave"])])
    if shape == "long":
        texts = [sentence.replace(",", "") * random.randrange(4) for _ in range(8)]
        quoted = [f'"{sentence * random.randrange(1, 4)}"' for _ in range(4)]
        return ",".join(fields * 4 + texts + quoted)
    if shape == "quoted":
        return ",".join(f'"{field}"' for field in fields + [random.choice(["calm", "loyal, brave", "two\nlines"])])
    if shape == "escaped":
        return ",".join(fields + [random.choice(['"says ""wuff"""', '"""a"" or ""b"""', '"5"" high, quiet"', "calm"])])
    return ",".join(fields + [random.choice(["", "calm", '"loyal, brave"', '"says ""wuff"""', '"two\nlines"'])])


sys.stdout.reconfigure(encoding="utf-8", newline="")
count = 40 if shape == "long" else 8
sys.stdout.write(",".join((head * 5)[index] + ("" if index < 8 else str(index)) for index in range(count)) + "\r\n")
block = "".join(row(number) + "\r\n" for number in range(20_000))
for _ in range(max(1, size // len(block.encode()))):
    sys.stdout.write(block)
