"""Judging cases that are given by name: a name and the campaign are enough to judge a case on any machine."""

from __future__ import annotations

import json
import math
import re
import time
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.data.dataset import Numeric, Responses
from dtrees.errors import DtreesError, InvalidData, Unsupported
from dtrees.laws import LAWS
from dtrees.laws.law import as_text, text_of
from dtrees.oracle.campaign.plan import Campaign, adapter_of, regular_file
from dtrees.oracle.examine import examine, smaller
from dtrees.oracle.finding import AdapterFailed, Finding, Verdict, adapter_failure, no_answer, right_but, shortened
from dtrees.oracle.record import CaseDescription, Record, hang_too_often, record_of, sums_by_function
from dtrees.trees.tree_json import read_json

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from dtrees.oracle.cases import Case
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.finding import Failure
    from dtrees.oracle.laws.results import LawResult

UNKNOWN_SUBJECT: Final = CaseDescription()

LARGEST_ORDINARY = 1000
"""Whole numbers up to this are easy to read."""

NEVER_ASKED = "no table or random data ask for it: give --laws 20"
"""The reason why no answer was judged of a function that only laws call."""

LARGEST_WRITTEN = 30
"""Data of at most so many rows are written out in the code that repeats a case."""


def judge_cases(campaign: Campaign, cases: Sequence[str], conventions: Conventions | None = None) -> list[Record]:
    """Return the records of *cases*, named as by `cases_of`, judged in this process, which the judged program may end.

    *conventions* are inferred by default.  An exception is a finding of the case that raises it.
    Raises `Unsupported` where the implementation is missing.
    """
    return list(judging(campaign, cases, conventions))


def judging(
    campaign: Campaign,
    cases: Sequence[str],
    conventions: Conventions | None = None,
    *,
    until: float = math.inf,
    begin: Callable[[str, CaseDescription], object] = lambda *_: None,
) -> Iterator[Record]:
    """Yield the record of each case as it is judged; *begin* is called with each case's name and description first.

    No case but the first is begun after *until*, a time of `time.monotonic`, or after too many hangs
    (`hang_too_often`).
    """
    if conventions is not None:
        adapter_of(campaign).assume(conventions)
    records: list[Record] = []
    try:
        with adapter_of(campaign).opened() as implementation:
            for case in cases:
                if records and (time.monotonic() > until or hang_too_often(records)):
                    return
                record = _judged(campaign, case, implementation, begin)
                records.append(_with(record, getattr(implementation, "farewell", tuple)() if case == cases[-1] else ()))
                yield records[-1]
    except (Unsupported, AdapterFailed, GeneratorExit):
        raise
    except Exception as error:
        if failure := adapter_failure(error):
            raise failure from error
        for case in cases[len(records) :]:
            yield lost(campaign, case, "error", _message(error))


def _message(error: Exception) -> str:
    return str(error) if isinstance(error, DtreesError) else text_of(error)


def judge_conventions(campaign: Campaign, unexplained: Sequence[str]) -> tuple[Record, ...]:
    """Return a record of the answers that no convention explains, or none if there are no such answers."""
    code = f"from dtrees.oracle.adapters import Adapter\nprint(*Adapter({campaign.peer!r}).unexplained, sep='\\n')"
    found = [
        Finding(kind="unexplained", expected="an answer that conventions explain", got=answer, code=code)
        for answer in unexplained
    ]
    verdict = attrs.evolve(right_but(len(found), found), check="conventions")
    return (record_of([verdict], case="conventions", subject=CaseDescription(data="small tables")),) if found else ()


def judge_functions(
    records: Sequence[Record], functions: Collection[str], untaken: Sequence[str]
) -> tuple[Record, ...]:
    """Return a record that lists the offered *functions* of which no answer was judged, or none.

    A verdict on such an implementation is no verdict on these functions, so that each counts as a deviation.
    """
    answers = sums_by_function(records)
    unasked = {name: {NEVER_ASKED: 1} for name in set(functions) - answers.keys()}
    if untaken:
        unasked["grow"] = {f"never asked for: {', '.join(untaken)}": 1}
    found = [
        Finding(kind=f"{name} never judged", expected="an answer to judge", got="none: " + "; ".join(counts))
        for name, counts in sorted({**unasked, **answers}.items())
        if not counts.get("judged")
    ]
    verdicts = [attrs.evolve(right_but(len(found), found), check="functions")] if found else []
    return (record_of(verdicts, case="functions", functions=unasked),) if unasked or found else ()


def output_of(lines: int, first: str) -> Record:
    """Return a record of the text that an implementation printed; it has no effect on the verdict."""
    note = f"it printed {lines:,} lines, the first of them: {shortened(first)}"
    return Record(case="output", checks={}, note=note)


def lost(
    campaign: Campaign, case: str, kind: Failure, message: str, subject: CaseDescription = UNKNOWN_SUBJECT
) -> Record:
    """Return the record of a case without an answer: *kind* and *message* say why, *subject* what it is about."""
    sort, _, name = case.partition(" ")
    known = CaseDescription(data="law", criterion=name) if sort == "law" else subject
    return record_of([no_answer(kind, message, code=_again(campaign, case))], case=case, subject=known)


def _judged(campaign: Campaign, name: str, implementation: Any, begin: Callable[..., object]) -> Record:
    """Return the record of one case; an error while it is asked counts against the implementation."""
    started, subject = time.perf_counter(), UNKNOWN_SUBJECT
    try:
        if name.startswith("law "):
            begin(name, CaseDescription(data="law", criterion=name.removeprefix("law ")))
            found = _law_tried(campaign, name.removeprefix("law "), implementation)
        else:
            case = _case(campaign, name, implementation)
            subject = _subject(case)
            begin(name, subject)
            theirs = adapter_of(campaign).conventions
            verdicts = list(examine(implementation, case, theirs, code=_code(campaign, name, case)))
            if name.startswith("random ") and not hasattr(implementation, "explain"):
                small = smaller(implementation, case, theirs, verdicts)
                if small is not case:
                    subject = _subject(small)
                    verdicts = list(examine(implementation, small, theirs, code=_code(campaign, name, small)))
            found = record_of(verdicts, case=name, subject=subject)
    except (Unsupported, AdapterFailed):
        raise
    except Exception as error:
        if failure := adapter_failure(error):
            raise failure from error
        found = lost(campaign, name, "error", _message(error), subject)
    return attrs.evolve(found, seconds=round(time.perf_counter() - started, 3))


def _with(record: Record, farewell: Iterable[Verdict]) -> Record:
    """Return *record* with the finding, if any, made when the implementation was closed."""
    more = record_of(farewell)
    return attrs.evolve(record, checks={**record.checks, **more.checks}, findings=(*record.findings, *more.findings))


def _case(campaign: Campaign, name: str, implementation: Any) -> Case:
    kind, _, number = name.partition(" ")
    adapter = adapter_of(campaign)
    if kind == "table":
        return adapter.tables[int(number)]
    return adapter.random_case(campaign.seed, int(number), implementation)


def _subject(case: Case) -> CaseDescription:
    rows, columns = len(case.data), len(case.data.features)
    numbers = [each.values for each in case.data.features if isinstance(each, Numeric)]
    targets = getattr(case.data.target, "targets", [case.data.target])
    numbers += [case.data.weights, *[one.values for one in targets if isinstance(one, Responses)]]
    ordinary = all(bool(np.all((values % 1 == 0) & (np.abs(values) <= LARGEST_ORDINARY))) for values in numbers)
    return CaseDescription(data=case.name, criterion=case.criterion, rows=rows, columns=columns, ordinary=ordinary)


def _again(campaign: Campaign, case: str) -> str:
    imports = "from dtrees.oracle.campaign import Campaign\nfrom dtrees.oracle.campaign.judging import judge_cases"
    return f"{imports}\nfor record in judge_cases({campaign}, {[case]}):\n    print(*record.findings, sep='\\n')"


def _code(campaign: Campaign, name: str, case: Case) -> str:
    """Return lines of Python that repeat the case; the data are written out if they are few."""
    if len(case.data) > LARGEST_WRITTEN:
        return _again(campaign, name)
    return (
        "from dtrees import *\n"
        "from dtrees.oracle.adapters import Adapter\n"
        "from dtrees.oracle.cases import Case\n"
        "from dtrees.oracle.examine import examine\n"
        f"adapter = Adapter({campaign.peer!r})\n"
        f"data = {as_text(case.data)}\n"
        f"case = Case(name={case.name!r}, data=data, learner={as_text(case.learner)}, folds={case.folds})\n"
        "with adapter.opened() as implementation:\n"
        "    for verdict in examine(implementation, case, adapter.conventions):\n"
        "        print(*verdict.deviations, sep='\\n')"
    )


# --- laws -------------------------------------------------------------------------------------------------------


def _law_tried(campaign: Campaign, law: str, implementation: Any) -> Record:
    """Return the result of the law for the implementation, on inputs that are the same each time."""
    try:
        from dtrees.oracle.laws.run import law_tried  # noqa: PLC0415 (only laws need Hypothesis)

        adapter = adapter_of(campaign)
        result = law_tried(implementation, law, campaign.laws, adapter.conventions, adapter.supported)
    except ModuleNotFoundError as missing:
        message = f"the laws need {missing.name}: pip install 'dtrees-spec[laws,protocol]'"
        raise Unsupported(message) from missing
    return record_of(
        [attrs.evolve(right_but(result.judged, list(_findings(result))), check="laws")],
        case=f"law {law}",
        subject=CaseDescription(data="law", criterion=law),
        functions=dict.fromkeys(result.functions, _answers(result)),
        note=result.reason,
    )


def _answers(result: LawResult) -> dict[str, int]:
    """Return how many answers to a law were judged, and how many were not, by reason."""
    counts = {"judged": result.judged, result.excuse or result.reason: result.excused or not result.judged}
    return {why: int(many) for why, many in counts.items() if why and many}


def _findings(result: LawResult) -> Iterator[Finding]:
    broken = result.broken
    if broken is None:
        return
    regret = next((line for line in broken.remarks if line.strip().startswith("regret: ")), "")
    code = broken.remarks[broken.remarks.index("reproduce:") + 1 :]
    yield Finding(
        kind=broken.law,
        cause=result.cause,
        inputs=", ".join(f"{name} = {as_text(value)}" for name, value in broken.inputs.items()),
        expected=as_text(broken.expected),
        got=as_text(broken.got),
        regret=regret.partition(": ")[2],
        code="\n".join(line.strip() for line in code),
    )


# --- counterexamples found before: a file of what each is drawn from and its name, judged first the next time ---------

KNOWN: Final = re.compile(r"random [0-9]{1,30}|law \w+")

NAMED: Final = re.compile(
    r"(?:(?P<random>random [0-9]+)|(?P<law>law \w+))(?: (?:of seed|on) (?P<number>[0-9]+)(?: inputs)?)?"
)


def known_cases(campaign: Campaign, path: Path) -> list[tuple[Campaign, str, str]]:
    """Return, for each case stored at *path*, its campaign, its name there and its name in reports.

    The list is empty if there is no such file.  Raises `InvalidData` for a line that names no case, and for a *path*
    that is no regular file.
    """
    if not regular_file(path).exists():
        return []
    found = []
    for place, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            number, case = read_json(line)
        except (TypeError, ValueError):
            number, case = None, ""
        is_law = isinstance(case, str) and case.startswith("law ")
        known = type(number) is int and number >= is_law and isinstance(case, str) and KNOWN.fullmatch(case)
        if not known or (is_law and case.removeprefix("law ") not in LAWS):
            message = f'{path}, line {place} names no case, such as [7, "random 3"]: delete the line'
            raise InvalidData(message)
        own = attrs.evolve(campaign, laws=number) if is_law else attrs.evolve(campaign, seed=number)
        found.append((own, case, f"{case} on {number} inputs" if is_law else f"{case} of seed {number}"))
    return found


def known_lines(campaign: Campaign, records: Iterable[Record]) -> str:
    """Return the lines of a file of counterexamples: the random cases and laws among *records* that deviate.

    A random case is kept with its seed (the campaign's, unless the record's name states one), a law with its number of
    inputs.
    """
    kept: dict[tuple[int, str], None] = {}
    for record in records:
        if record.deviates and (named := NAMED.fullmatch(record.case)):
            usual = campaign.laws if named["law"] else campaign.seed
            kept[int(named["number"] or usual), named["law"] or named["random"]] = None
    return "".join(f"{json.dumps(one)}\n" for one in kept)
