"""Judging cases by their names; nothing else is known to whoever judges them, on whatever machine."""

from __future__ import annotations

import json
import math
import time
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from dtrees.data.dataset import Numeric, Responses
from dtrees.errors import DtreesError, InvalidData, Unsupported
from dtrees.laws.law import LawBroken, as_text, text_of
from dtrees.oracle.campaign.plan import Campaign, adapter_of, regular_file
from dtrees.oracle.examine import examine, smaller
from dtrees.oracle.finding import Finding, Verdict, no_answer, right_but
from dtrees.oracle.record import CaseDescription, Record, hang_too_often, record_of, sums_by_function

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from dtrees.oracle.cases import Case
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.laws.results import LawResult

LARGEST_ORDINARY = 1000
"""Whole numbers up to this are easy to read."""

NEVER_ASKED = "no table or random data ask for it: give --laws 20"
"""Why no answer of a function was judged that only laws ask."""

STATING = {"stated": "grow"}
"""The function that answers what laws about stated numbers ask for."""

LARGEST_WRITTEN = 30
"""Up to so many rows the code that asks again has the numbers in it."""


def judge_cases(
    campaign: Campaign, cases: Sequence[str], conventions: Conventions | None = None, *, until: float = math.inf
) -> list[Record]:
    """Return what is found of the *cases* of these names.

    The *conventions* are found out where they are not given.  No case but the first is begun after *until*, a time of
    `time.monotonic`, or where answers too often do not come.  An exception is a finding of the case that raises it.
    Raises `Unsupported` where the implementation is missing.
    """
    if conventions is not None:
        adapter_of(campaign).assume(conventions)
    try:
        with adapter_of(campaign).opened() as implementation:
            laws = [case.removeprefix("law ") for case in cases if case.startswith("law ")]
            records: list[Record] = []
            for case in cases:
                ends = bool(records) and (time.monotonic() > until or hang_too_often(records))
                if not case.startswith("law ") and not ends:
                    records.append(_judged(campaign, case, implementation))
            records += _laws_tried(campaign, laws, implementation) if laws else []
            farewell: list[Verdict] = list(getattr(implementation, "farewell", tuple)())
    except Unsupported:
        raise
    except Exception as error:  # noqa: BLE001 (an implementation may raise anything)
        if len(cases) > 1:
            return [record for case in cases for record in judge_cases(campaign, [case])]
        message = str(error) if isinstance(error, DtreesError) else text_of(error)
        return [lost(campaign, cases[0], "error", message)]
    return [*records[:-1], _with(records[-1], farewell)]


def judge_conventions(campaign: Campaign) -> tuple[Record, ...]:
    """Return the record of what no convention of the implementation explains; none where all is explained."""
    code = f"from dtrees.oracle.adapters import Adapter\nprint(*Adapter({campaign.peer!r}).unexplained, sep='\\n')"
    found = [
        Finding(kind="unexplained", expected="an answer that conventions explain", got=unexplained, code=code)
        for unexplained in adapter_of(campaign).unexplained
    ]
    verdict = attrs.evolve(right_but(len(found), found), check="conventions")
    return (record_of([verdict], case="conventions", subject=CaseDescription(data="small tables")),) if found else ()


def judge_functions(campaign: Campaign, records: Sequence[Record]) -> tuple[Record, ...]:
    """Return the record of what no function was asked, and of functions of which no answer was judged, if any.

    A verdict on such an implementation is no verdict on these functions, so that each counts as a deviation.
    """
    answers, untaken = sums_by_function(records), adapter_of(campaign).untaken
    unasked = {name: {NEVER_ASKED: 1} for name in adapter_of(campaign).functions - answers.keys()}
    if untaken:
        unasked["grow"] = {f"never asked for what it does not take: {', '.join(untaken)}": 1}
    found = [
        Finding(kind=f"{name} never judged", expected="an answer to judge", got="none: " + "; ".join(counts))
        for name, counts in sorted({**unasked, **answers}.items())
        if not counts.get("judged")
    ]
    verdicts = [attrs.evolve(right_but(len(found), found), check="functions")] if found else []
    return (record_of(verdicts, case="functions", functions=unasked),) if unasked or found else ()


def lost(campaign: Campaign, case: str, kind: str, message: str) -> Record:
    """Return the record that there was no answer to a case."""
    kind_of_case, _, name = case.partition(" ")
    subject = CaseDescription(data="law", criterion=name)
    if kind_of_case != "law":
        with adapter_of(campaign).opened() as implementation:
            subject = _subject(_case(campaign, case, implementation))
    return record_of([no_answer(kind, message, code=_again(campaign, case))], case=case, subject=subject)


def _judged(campaign: Campaign, name: str, implementation: Any) -> Record:
    started = time.perf_counter()
    case = _case(campaign, name, implementation)
    conventions = adapter_of(campaign).conventions
    verdicts = list(examine(implementation, case, conventions, code=_code(campaign, name, case)))
    if name.startswith(RANDOM) and not hasattr(implementation, "explain"):
        case = smaller(implementation, case, conventions, verdicts)
        if any(verdict.deviations for verdict in verdicts):
            verdicts = list(examine(implementation, case, conventions, code=_code(campaign, name, case)))
    found = record_of(verdicts, case=name, subject=_subject(case))
    return attrs.evolve(found, seconds=round(time.perf_counter() - started, 3))


def _with(record: Record, farewell: Sequence[Verdict]) -> Record:
    """Return *record* with what is found when the implementation is ended."""
    if not farewell:
        return record
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
    numbers += [case.data.weights, *([case.data.target.values] if isinstance(case.data.target, Responses) else [])]
    ordinary = all(bool(np.all((values % 1 == 0) & (np.abs(values) <= LARGEST_ORDINARY))) for values in numbers)
    return CaseDescription(data=case.name, criterion=case.criterion, rows=rows, columns=columns, ordinary=ordinary)


def _again(campaign: Campaign, case: str) -> str:
    imports = "from dtrees.oracle.campaign import Campaign\nfrom dtrees.oracle.campaign.judging import judge_cases"
    return f"{imports}\nfor record in judge_cases({campaign}, {[case]}):\n    print(*record.findings, sep='\\n')"


def _code(campaign: Campaign, name: str, case: Case) -> str:
    """Return the lines of Python that ask again, the data written out where they are few."""
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


def _laws_tried(campaign: Campaign, laws: Sequence[str], implementation: Any) -> list[Record]:
    """Return what the laws say of the implementation, on inputs that are the same each time; the seconds are a mean."""
    started = time.perf_counter()
    try:
        from dtrees.oracle.laws.run import laws_of  # noqa: PLC0415 (only laws need Hypothesis)

        conventions = adapter_of(campaign).conventions
        results = laws_of(implementation, campaign.laws, laws=laws, conventions=conventions).results
    except ModuleNotFoundError as missing:
        message = f"the laws need {missing.name}: pip install 'dtrees[laws,protocol]'"
        raise Unsupported(message) from missing
    seconds = (time.perf_counter() - started) / len(laws)
    return [
        record_of(
            [attrs.evolve(right_but(result.judged, list(_findings(result.broken))), check="laws")],
            case=f"law {result.law}",
            subject=CaseDescription(data="law", criterion=result.law),
            functions={STATING.get(name, name): _answers(result) for name in result.functions},
            note=result.reason,
            seconds=round(seconds, 3),
        )
        for result in results
    ]


def _answers(result: LawResult) -> dict[str, int]:
    """Return how many answers to a law were judged, and how many were not, by the reason."""
    counts = {"judged": result.judged, result.excuse or result.reason: result.excused or not result.judged}
    return {why: int(many) for why, many in counts.items() if why and many}


def _findings(broken: LawBroken | None) -> Iterator[Finding]:
    if broken is None:
        return
    regret = next((line for line in broken.remarks if line.strip().startswith("regret: ")), "")
    code = broken.remarks[broken.remarks.index("reproduce:") + 1 :]
    yield Finding(
        kind=broken.law,
        inputs=", ".join(f"{name} = {as_text(value)}" for name, value in broken.inputs.items()),
        expected=as_text(broken.expected),
        got=as_text(broken.got),
        regret=regret.partition(": ")[2],
        code="\n".join(line.strip() for line in code),
    )


# --- counterexamples found before: a file of the seed and the name of each, judged first the next time ----------------

RANDOM = "random "


def judge_known(campaign: Campaign, path: Path) -> tuple[Record, ...]:
    """Return what is found now of the random cases that *path* names; none where there is no such file.

    Raises `InvalidData` for a line that names no case, and for what is no regular file.
    """
    found = []
    for line in path.read_text(encoding="utf-8").splitlines() if regular_file(path).exists() else ():
        seed, case = _known_case(path, line)
        [record] = judge_cases(attrs.evolve(campaign, seed=seed), [case])
        found.append(attrs.evolve(record, case=f"{case} of seed {seed}"))
    return tuple(found)


def keep_known(campaign: Campaign, path: Path, records: Iterable[Record]) -> None:
    """Write to *path* the random cases among *records* that deviate, of the campaign's seed unless they say another."""
    names = [record.case for record in records if record.deviates and record.case.startswith(RANDOM)]
    cases = (name.partition(" of seed ") for name in names)
    kept = dict.fromkeys((int(seed) if seed else campaign.seed, case) for case, _, seed in cases)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(one)}\n" for one in kept), encoding="utf-8")


def _known_case(path: Path, line: str) -> tuple[int, str]:
    try:
        seed, case = json.loads(line)
        return int(seed), RANDOM + str(int(str(case).removeprefix(RANDOM)))
    except (ValueError, TypeError) as error:
        message = f'{path}: {line!r:.80} names no case, such as [7, "random 3"]: delete the file'
        raise InvalidData(message) from error
