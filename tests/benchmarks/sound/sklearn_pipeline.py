"""Not deep learning: a checker for it has nothing to say."""

from sklearn.compose import ColumnTransformer
from sklearn.datasets import fetch_openml
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.impute import SimpleImputer
from sklearn.metrics import classification_report
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

X, y = fetch_openml("titanic", version=1, as_frame=True, return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, stratify=y, random_state=0)

numeric = Pipeline([("impute", SimpleImputer(strategy="median")), ("scale", StandardScaler())])
preprocess = ColumnTransformer(
    [
        ("numbers", numeric, ["age", "fare"]),
        ("categories", OneHotEncoder(handle_unknown="ignore"), ["embarked", "sex", "pclass"]),
    ]
)
search = GridSearchCV(
    Pipeline([("preprocess", preprocess), ("model", GradientBoostingClassifier(random_state=0))]),
    {"model__learning_rate": [0.03, 0.1], "model__n_estimators": [100, 300]},
    cv=5,
    n_jobs=-1,
)
search.fit(X_train, y_train)
print(search.best_params_)
print(classification_report(y_test, search.predict(X_test)))
