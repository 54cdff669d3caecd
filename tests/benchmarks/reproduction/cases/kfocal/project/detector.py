import argparse

from focal import FocalLoss, keras

from events import rare_events


def build_detector(features=10, hidden=16, lr=1e-2):
    model = keras.Sequential(
        [
            keras.Input((features,)),
            keras.layers.Dense(hidden, activation="relu"),
            keras.layers.Dense(1, activation="sigmoid"),
        ]
    )
    model.compile(optimizer=keras.optimizers.Adam(lr), loss=FocalLoss())
    return model


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=5)
    args = parser.parse_args()
    x, y = rare_events()
    build_detector().fit(x, y, epochs=args.epochs, batch_size=64, verbose=2)


if __name__ == "__main__":
    main()
