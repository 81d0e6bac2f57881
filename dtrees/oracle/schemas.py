"""Where JSON first goes against a schema: jsonschema-rs decides, a hundred times as fast; jsonschema explains."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import jsonschema_rs
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.exceptions import best_match
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def first_error(instance: Any, reference: str, schemas: Callable[[], Mapping[str, str]]) -> ValidationError | None:
    """Return what is most wrong with *instance* by the schema at *reference* among *schemas*, texts by name, or None.

    >>> first_error(3, "one", lambda: {"one": '{"type": "integer"}'}) is None
    True
    >>> first_error("a", "one", lambda: {"one": '{"type": "integer"}'}).message
    "'a' is not of type 'integer'"
    """
    quick, slow = _validators(reference, schemas)
    return None if quick.is_valid(instance) else best_match(slow.iter_errors(instance))


@cache
def _validators(
    reference: str, schemas: Callable[[], Mapping[str, str]]
) -> tuple[jsonschema_rs.Draft202012Validator, Draft202012Validator]:
    contents = {name: json.loads(text) for name, text in schemas().items()}
    registry: Any = Registry().with_resources(
        (name, Resource.from_contents(content, default_specification=DRAFT202012)) for name, content in contents.items()
    )
    asked = {"$ref": reference}
    quick = jsonschema_rs.Draft202012Validator(asked, registry=jsonschema_rs.Registry([*contents.items()]))
    return quick, Draft202012Validator(asked, registry=registry)
