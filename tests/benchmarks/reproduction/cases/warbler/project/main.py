from warbler.settings import Settings
from warbler.training import Trainer

if __name__ == "__main__":
    print(Trainer(Settings()).fit())
