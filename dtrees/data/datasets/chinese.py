"""The column names and values of the Chinese books' tables, as the books print them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.data.constructors import feature_of
from dtrees.data.dataset import Categorical, Classes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.data.dataset import Dataset, Feature

YES_OR_NO: Final = {"yes": "是", "no": "否"}

VALUES: Final[Mapping[str, Mapping[Any, str]]] = {
    "age": {"young": "青年", "middle": "中年", "old": "老年"},
    "has_job": YES_OR_NO,
    "owns_house": YES_OR_NO,
    "credit": {"fair": "一般", "good": "好", "excellent": "非常好"},
    "color": {"green": "青绿", "black": "乌黑", "pale": "浅白"},
    "root": {"curled": "蜷缩", "slightly_curled": "稍蜷", "stiff": "硬挺"},
    "knock": {"muffled": "浊响", "dull": "沉闷", "crisp": "清脆"},
    "texture": {"clear": "清晰", "slightly_blurry": "稍糊", "blurry": "模糊"},
    "navel": {"sunken": "凹陷", "slightly_sunken": "稍凹", "flat": "平坦"},
    "touch": {"hard": "硬滑", "soft": "软粘"},
}
"""What the words of each column stand for; columns of numbers have none."""

NAMES: Final = {
    "age": "年龄",
    "has_job": "有工作",
    "owns_house": "有自己的房子",
    "credit": "信贷情况",
    "color": "色泽",
    "root": "根蒂",
    "knock": "敲声",
    "texture": "纹理",
    "navel": "脐部",
    "touch": "触感",
    "density": "密度",
    "sugar": "含糖率",
    "x": "x",
}


def in_chinese(data: Dataset) -> Dataset:
    """Return *data*, a table of a Chinese book, with the names and values that the book prints."""
    target = data.target
    if isinstance(target, Classes):
        target = Classes([YES_OR_NO[str(label)] for label in target.labels], target.codes)
    return attrs.evolve(data, features=tuple(map(_in_chinese, data.features)), target=target)


def _in_chinese(feature: Feature) -> Feature:
    name = NAMES[feature.name]
    if not isinstance(feature, Categorical):
        return attrs.evolve(feature, name=name)
    words = [*(VALUES[feature.name][category] for category in feature.categories), None]  # at -1, for missing ones
    return feature_of(name, [words[code] for code in feature.codes], missing="keep")
