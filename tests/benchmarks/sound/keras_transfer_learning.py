import keras
from keras import layers

IMAGE_SIZE = (224, 224)
BATCH_SIZE = 32

train_ds, val_ds = keras.utils.image_dataset_from_directory(
    "flowers",
    validation_split=0.2,
    subset="both",
    seed=1337,
    image_size=IMAGE_SIZE,
    batch_size=BATCH_SIZE,
    label_mode="categorical",
)
class_names = train_ds.class_names

augmentation = keras.Sequential(
    [layers.RandomFlip("horizontal"), layers.RandomRotation(0.1), layers.RandomZoom(0.1)]
)
base = keras.applications.MobileNetV2(
    input_shape=IMAGE_SIZE + (3,), include_top=False, weights="imagenet"
)
base.trainable = False

inputs = keras.Input(shape=IMAGE_SIZE + (3,))
x = augmentation(inputs)
x = keras.applications.mobilenet_v2.preprocess_input(x)
x = base(x, training=False)
x = layers.GlobalAveragePooling2D()(x)
x = layers.Dropout(0.2)(x)
outputs = layers.Dense(len(class_names), activation="softmax")(x)
model = keras.Model(inputs, outputs)

model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss=keras.losses.CategoricalCrossentropy(),
    metrics=["accuracy"],
)
model.fit(train_ds, validation_data=val_ds, epochs=10)

base.trainable = True
for layer in base.layers[:100]:
    layer.trainable = False
model.compile(
    optimizer=keras.optimizers.Adam(1e-5),
    loss=keras.losses.CategoricalCrossentropy(),
    metrics=["accuracy"],
)
model.fit(train_ds, validation_data=val_ds, initial_epoch=10, epochs=20)
model.save("flowers.keras")
