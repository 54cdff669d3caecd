import random

TAGS = ["O", "B-NAME", "I-NAME", "B-STREET", "I-STREET", "B-CITY"]
PAD_TAG = -100

FIRST = ["anna", "boris", "chen", "dalia", "emil", "fatou", "lincoln", "victoria"]
LAST = ["meyer", "okafor", "silva", "tanaka", "york", "paris", "zeman"]
STREET = ["lincoln", "victoria", "market", "mill", "zeman", "station"]
KIND = ["street", "road", "avenue"]
CITY = ["york", "paris", "lima", "oslo", "victoria", "zurich"]
LEAD = [["please", "send", "it", "to"], ["parcel", "for"], ["dear", "sir", "write", "to"], ["zip", "and", "mail", "to"]]
LINK = [["at"], ["who", "lives", "at"], ["now", "on"]]


def one():
    toks, tags = [], []

    def put(words, labels):
        toks.extend(words)
        tags.extend(labels)

    lead = random.choice(LEAD)
    put(lead, ["O"] * len(lead))
    put([random.choice(FIRST), random.choice(LAST)], ["B-NAME", "I-NAME"])
    link = random.choice(LINK)
    put(link, ["O"] * len(link))
    put([random.choice(STREET), random.choice(KIND)], ["B-STREET", "I-STREET"])
    if random.random() < 0.7:
        put(["in", random.choice(CITY)], ["O", "B-CITY"])
    return toks, tags


def generate(n):
    return [one() for _ in range(n)]
