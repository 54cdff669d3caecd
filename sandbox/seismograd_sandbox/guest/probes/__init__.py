"""One package a framework: `attach(module, observer)` is called once it was imported."""
