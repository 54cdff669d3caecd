import sys

from leafyaml.engine import fit
from leafyaml.settings import read_settings

if __name__ == "__main__":
    path = sys.argv[1] if len(sys.argv) > 1 else "configs/default.yaml"
    print(f"final loss {fit(read_settings(path)):.6f}")
