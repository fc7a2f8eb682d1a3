"""Writes so many megabytes of CSV: texts, numbers, some quoted fields, some with line breaks. The same bytes every time."""
import random, sys

random.seed(7)
size = int(sys.argv[1]) * 1_000_000
names = ["Affenpinscher", "Basset Hound", "Chow-Chow", "Deutscher Pinscher", "Épagneul Breton", "柴犬"]
sys.stdout.reconfigure(encoding="utf-8", newline="")
written = sys.stdout.write("id,name,group,weight,height,born,country,note\r\n")
rows = []
for number in range(20_000):
    note = random.choice(["", "calm", '"loyal, brave"', '"says ""wuff"""', '"two\nlines"'])
    rows.append(f"{number},{random.choice(names)},{number % 10},{random.random() * 80:.2f},{random.randrange(15, 90)},"
                f"20{number % 25:02}-{number % 12 + 1:02}-{number % 28 + 1:02},DE,{note}\r\n")
block = "".join(rows)
length = len(block.encode())
for _ in range(max(1, size // length)):
    sys.stdout.write(block)
