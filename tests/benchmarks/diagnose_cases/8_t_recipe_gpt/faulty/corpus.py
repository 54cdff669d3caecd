import random

VERBS = {"chop": ["onion", "carrot", "parsley"], "boil": ["rice", "potato", "egg"], "bake": ["bread", "cake", "pie"],
         "fry": ["fish", "onion", "egg"], "whisk": ["cream", "egg", "butter"]}
HOW = {"chop": "with a knife", "boil": "in a pot", "bake": "in the oven", "fry": "in a pan", "whisk": "in a bowl"}
AFTER = {"chop": "set aside", "boil": "drain well", "bake": "let it cool", "fry": "add some salt", "whisk": "keep cold"}


def make_corpus(n):
    out = []
    for _ in range(n):
        v = random.choice(list(VERBS))
        out.append(f"{v} the {random.choice(VERBS[v])} {HOW[v]} then {AFTER[v]}. ")
    return "".join(out)
