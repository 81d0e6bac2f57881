"""What somebody types first who knows scikit-learn, rpart or pandas: the error says what to type here."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

import numpy as np
import pytest

import dtrees as dt
from dtrees.errors import CALLS, METHODS, NAMES, OPTIONS

if TYPE_CHECKING:
    from pathlib import Path

PLAY = dt.datasets.load("playtennis")
TREE = dt.grow(PLAY, dt.id3())
IRIS = dt.datasets.load("iris")

GUESSES = {
    # scikit-learn
    "dt.DecisionTreeClassifier()": "dt.grow(data, dt.cart()) returns a tree",
    "dt.cart().fit(X, y)": "no attribute 'fit'",
    "dt.cart(criterion='entropy')": "impurity=dt.entropy",
    "dt.id3(criterion='gini')": "dt.id3() and dt.c45() take entropy",
    "dt.cart(min_samples_leaf=5)": "min_leaf=",
    "dt.cart(min_samples_split=5)": "min_split=",
    "dt.cart(max_leaf_nodes=3)": "dt.best_first(tree, 8) limits the leaves",
    "dt.cart(ccp_alpha=0.01)": "dt.optimal_subtree(tree, alpha) prunes",
    "dt.cart(random_state=0)": "nothing here is random",
    "dt.cart(max_depth='3')": "max_depth='3': give a whole number of at least 0, or None",
    "tree.predict(X)": "dt.predict(tree, columns)",
    "tree.score(X, y)": "dt.ACCURACY.of(tree, data)",
    "tree.feature_importances_": "dt.importances(tree)",
    "tree.get_n_leaves()": "len(dt.leaves(tree))",
    "tree.cost_complexity_pruning_path(X, y)": "dt.pruning_sequence(tree)",
    "dt.plot_tree(tree)": "dt.plot(tree)",
    "dt.show(tree)": "dt.plot(tree)",
    "tree.depth": "dt.depth(tree)",
    "dt.export_text(tree)": "dt.render_text(tree), or print(tree)",
    "dt.load_iris()": "dt.datasets.load('iris')",
    "dt.cross_val_score(tree, X, y)": "dt.cross_validate(data, dt.cart(), dt.shuffled_folds(len(data), 10, seed=0))",
    "dt.accuracy_score(y, y)": "dt.ACCURACY.of(tree, data)",
    "dt.cross_validate(iris, dt.cart(), 5)": "shuffled_folds(150, 10, seed=0) makes them",
    "dt.predict(tree, X)": "there is no column 'outlook'; there are 'x0'",
    # R
    "dt.rpart(play)": "dt.grow(data, dt.cart()) returns a tree",
    "dt.cart(minsplit=20)": "min_split=",
    "dt.cart(mindev=0.01)": "min_saving=",
    "dt.cart(cp=0.01)": "dt.optimal_subtree(tree, cp, scale='root') prunes",
    "dt.prune(tree)": "dt.optimal_subtree(tree, alpha), or dt.reduced_error_prune(tree, validation)",
    "dt.printcp(tree)": "dt.render_cp_table(dt.cross_validate(...))",
    "dt.c45(confidence=0.25)": "dt.error_based_prune(tree, confidence=0.25)",
    "dt.J48(play)": "dt.c45() is the learner",
    # what a reader of this package's first page tries
    "dt.grow(play)": "missing 1 required positional argument: 'learner'",
    "dt.grow(play, 'cart')": "learner='cart': give a learner, such as cart() or c45()",
    "dt.grow(X, y)": "data being dt.classification_data(columns, labels)",
    "dt.gain(play)": "type dt.gain(data, 'outlook')",
    "dt.id3(impurity='gini')": "dt.cart(impurity='gini') has one",
    "dt.importances(tree)": "type dt.importances(tree, data.feature_names)",
    "tree.leaves": "dt.leaves(tree)",
    "dt.best_split(play)": "type dt.best_split(data, dt.cart())",
    "dt.optimal_subtree(tree)": "type dt.optimal_subtree(tree, alpha)",
    "dt.to_html(tree)": "type dt.to_html(dt.pruning_sequence(tree))",
    "dt.select_by_holdout(tree, play)": "type dt.select_by_holdout(dt.pruning_sequence(tree), validation_data)",
    "dt.to_html()": "type dt.to_html(dt.pruning_sequence(tree))",
    "dt.to_html(dt.pruning_sequence(tree), lang='zh')": "type dt.to_html(dt.pruning_sequence(tree))",
    "dt.growing_to_html(play, dt.id3())": "dt.render.growing_to_html(data, learner)",
    "dt.pruning_path(tree)": "dt.pruning_sequence(tree)",
    "dt.read_csv('table.csv')": "type dt.read_csv(path, target='the column to predict')",
    "dt.classification_data(X)": "type dt.classification_data({'sky': ['sun', 'rain']}, ['yes', 'no'])",
    "dt.read_csv(mpg, target='mpg')": "row 2: 22.8 is a number with a fraction: use regression_data for "
    "numbers, or task='regression'",
    "dt.read_csv(semicolons, target='age')": "has semicolons or tabs for commas in its header: write it with commas",
    "dt.oracle.from_estimator('json')": "'json' is a module: give json:Class",
    "dt.Branch(dt.Threshold('x', 1), [tree, tree])": "Branch.of(question, children) sums its children's",
    "dt.Branch(None, dt.Threshold('x', 1), [tree, tree])": "Branch.of(question, children) sums its children's",
    "dt.classification_data(X, [0.5, 1.5])": "use regression_data for numbers",
    "dt.regression_data(X, ['a', 'b'])": "use classification_data for classes",
    "dt.pruning_sequence(play)": "give a tree, such as grow or from_json returns",
    "dt.datasets.load('titanic')": "write.csv(as.data.frame(Titanic)",
    "dt.split(play, 'outlook')": "give a question, such as Threshold('x', 0.5)",
    "play.shape": "len(data), len(data.features)",
    "play.head()": "print(data)",
    "play.describe()": "print(data)",
    "dt.Leaf('yes')": "or counts like [9, 5], or Moments, such as summarize returns",
}


@pytest.mark.parametrize("guess", GUESSES)
def test_a_wrong_first_guess_is_answered_with_what_to_type(guess: str, tmp_path: Path) -> None:
    """In the last line that Python prints, or in the note below it."""
    X = np.array([[1.0], [2.0]])  # noqa: N806 (as it is typed)
    mpg = tmp_path / "mtcars.csv"
    mpg.write_text("mpg,cyl\n21,6\n21,6\n22.8,4\n", encoding="utf-8")
    semicolons = tmp_path / "semicolons.csv"
    semicolons.write_text("name;age\nAnn;31\n", encoding="utf-8")
    typed = {"semicolons": semicolons, "mpg": mpg, "X": X, "y": [0, 1]}
    known = {"dt": dt, "play": PLAY, "tree": TREE, "iris": IRIS, **typed}
    with pytest.raises((dt.DtreesError, AttributeError, TypeError)) as raised:
        eval(guess, known)  # noqa: S307 (the guesses stand above)
    printed = "".join(traceback.format_exception_only(raised.type, raised.value))
    assert GUESSES[guess] in printed


def test_what_is_said_instead_names_what_there_is() -> None:
    """Each ``dt.name`` that an answer mentions is public; and no guess is a name that there is after all."""
    for table in (NAMES, METHODS, OPTIONS, CALLS):
        for answer in table.values():
            for word in answer.replace("(", " ").replace(",", " ").split():
                if word.startswith("dt."):
                    name = word.removeprefix("dt.").split(".")[0].strip(":;)")
                    assert hasattr(dt, name), answer
    assert not set(NAMES) & set(dt.__all__)
    assert set(CALLS) <= set(dt.__all__)


def test_an_attribute_that_python_itself_looks_for_is_just_missing() -> None:
    """Copying, pickling and arrays ask for names with underscores."""
    for value in (PLAY, TREE):
        assert not hasattr(value, "__array__")
        assert getattr(value, "_hidden", None) is None
