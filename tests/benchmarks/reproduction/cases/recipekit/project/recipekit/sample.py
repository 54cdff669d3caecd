"""A handful of recipes to try things with."""

RECIPES = [
    (["tomato", "basil", "olive oil", "garlic"], "italian"),
    (["spaghetti", "egg", "pecorino", "pepper"], "italian"),
    (["tomato", "mozzarella", "basil"], "italian"),
    (["rice", "nori", "soy sauce", "salmon"], "japanese"),
    (["tofu", "miso", "spring onion"], "japanese"),
    (["noodles", "soy sauce", "egg", "spring onion"], "japanese"),
    (["tortilla", "beans", "avocado", "lime"], "mexican"),
    (["tomato", "chili", "beans", "rice"], "mexican"),
    (["corn", "lime", "chili"], "mexican"),
]
