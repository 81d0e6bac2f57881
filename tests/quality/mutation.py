"""Which automatic mutants of the plain implementation are caught, by which law, after how many inputs.

    python tests/quality/mutation.py [--sample N] [--jobs J] [--again survived] [--record FILE]

Each mutant runs in a process of its own, law by law, on the same inputs: of those drawn together the first 30 that are
answered.  What is found stands in the record, and a mutant that stands there is not run again, so that a run may be
interrupted.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import signal
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Final

import attrs

sys.path.insert(0, str(Path(__file__).parents[1]))  # where pytest finds the folders of tests

from quality.mutants import Mutant, mutants
from quality.plain import trees
from quality.plain.adapter import Plain

from dtrees.errors import Unsupported
from dtrees.laws import LAWS, Law, LawBroken, check
from dtrees.oracle.laws.run import _Trials

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

INPUTS: Final = 30
SECONDS: Final = 5
"""So much time one input may take."""
MEMORY: Final = 4 * 2**30

TIE: Final = "Another of equally good questions, or orders, is taken, which is as right."
ORDER: Final = "A product and a maximum have no order."
OVERWRITTEN: Final = "The value is overwritten before it is read."
SURVIVORS: Final = {
    "123: high - low < math.inf -> high - low > math.inf": "Halves of floats are exact, but for denormal ones.",
    "124: low <= cut < high -> low < cut < high": "A cut at the lower value is replaced by the lower value.",
    "145: 1 -> 0": "A set of categories that names the first twice comes after the same set that names it once.",
    "179: 0.0 -> 1.0": "The average of no features is compared with nothing.",
    "199: split.score > best.score -> split.score >= best.score": TIE,
    "218: table.weights[row] > 0 -> table.weights[row] >= 0": "Data sets hold no rows of weight 0.",
    "301: unit(node, node, impurity, scale) -> unit(node, node, impurity, scale)": "Both arguments are the same.",
    "363: 1 -> 0": TIE,
    "448: 0 -> 1": OVERWRITTEN,
    "464: max(low * high, 0.0) -> max(0.0, low * high)": ORDER,
    "464: zip(alphas, alphas[1:]) -> zip(alphas[1:], alphas)": ORDER,
    "465: 0.0 -> 1.0": OVERWRITTEN,
    "466: sorted(set(folds)) -> list(set(folds))": "Folds may be left out in any order.",
    "478: zip(table.weights, values) -> zip(values, table.weights)": ORDER,
}
"""Mutants that nothing can catch, with the reason why they behave as the right implementation does."""


class OutOfTimeError(Exception):
    """A mutant gives no answer."""


def _out_of_time(*_: Any) -> None:
    raise OutOfTimeError


def first_broken(law: Law, trials: _Trials) -> tuple[int, str] | None:
    """Return after how many answered inputs *law* is broken and how, or None where it is not."""
    if trials.reason_against(law):
        return None
    system, judged = trials.system(law), 0
    for case in check.drawn(law.strategy, 0):
        signal.setitimer(signal.ITIMER_PROF, SECONDS, 1)
        try:
            law.function(system, *trials.fitted(law, case))
        except Unsupported:
            continue
        except (LawBroken, OutOfTimeError) as broken:
            return judged + 1, " ".join(str(getattr(broken, "got", "no answer")).split())[:80]
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        judged += 1
        if judged == INPUTS:
            break
    return None


def caught(mutant: Mutant, laws: Iterable[Law], trials: _Trials) -> Any:
    """Return the first of the *laws* that catches *mutant*, after how many inputs, and what it answered."""
    code = ModuleType("mutant")
    exec(mutant.code, code.__dict__)  # noqa: S102 (it is our own code with one change)
    mine = attrs.evolve(trials, implementation=Plain(code))
    for law in laws:
        found = first_broken(law, mine)
        if found:
            return law.name, *found
    return None


def in_a_process(*given: Any) -> Any:
    """Return what `caught` returns, from a process that ends with it."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (10 * SECONDS + 60, 10 * SECONDS + 60))
        signal.signal(signal.SIGPROF, _out_of_time)
        try:
            answer = caught(*given)
        except BaseException as error:  # noqa: BLE001 (a mutant may raise anything)
            answer = ("error", 0, f"{type(error).__name__}: {error}"[:120])
        os.write(writing, json.dumps(answer).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else ("death", 0, "")


def functions_called(law: Law, trials: _Trials) -> frozenset[str]:
    """Return the functions of the right implementation that *law* reaches; exits where it breaks the law."""
    called: set[str] = set()

    def noted(name: str, function: Any) -> Any:
        def call(*given: Any, **options: Any) -> Any:
            called.add(name)
            return function(*given, **options)

        return call

    code = ModuleType("noted")
    exec(Path(trees.__file__).read_text(), code.__dict__)  # noqa: S102 (it is our own code)
    functions = {name: found for name, found in vars(code).items() if isinstance(found, FunctionType)}
    vars(code).update({name: noted(name, found) for name, found in functions.items() if name != "variance"})
    broken = first_broken(law, attrs.evolve(trials, implementation=Plain(code)))
    if broken:
        sys.exit(f"the right implementation breaks {law.name}: {broken}")
    return frozenset(called | {"variance"})


def likely_first(mutant: Mutant, called: dict[str, frozenset[str]], record: dict[str, Any]) -> list[Law]:
    """Return the laws that reach the mutant's function, those first that caught most such mutants, then most of any."""
    caught_by = [line for line in list(record.values()) if line["caught"]]
    here = Counter(line["caught"][0] for line in caught_by if line["function"] == mutant.function)
    anywhere = Counter(line["caught"][0] for line in caught_by)
    reaching = [law for law in LAWS.values() if mutant.function in called[law.name]]
    return sorted(reaching, key=lambda law: (-here[law.name], -anywhere[law.name]))


def key_of(mutant: Mutant) -> str:
    """Return the name by which a mutant stands in the record."""
    return hashlib.sha256(mutant.code.encode()).hexdigest()[:16]


def chosen(arguments: argparse.Namespace) -> list[Mutant]:
    """Return the mutants to run: all, or a sample; the same each time."""
    every = list(mutants(Path(trees.__file__).read_text()))
    return random.Random(0).sample(every, arguments.sample or len(every))  # noqa: S311 (chance, not secrecy)


def read(path: Path) -> dict[str, Any]:
    """Return the record: what was found of each mutant last."""
    lines = path.read_text().splitlines() if path.exists() else []
    return {line["key"]: line for line in map(json.loads, lines)}


def main() -> None:
    """Run the mutants that are not in the record, and print what is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, help="so many mutants, by default all")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--record", type=Path, default=Path("mutants.jsonl"))
    parser.add_argument("--again", choices=["survived", "all"], help="run these again, although they are in the record")
    arguments = parser.parse_args()
    record, every = read(arguments.record), chosen(arguments)
    again = {"all": record, "survived": {key for key, line in record.items() if not line["caught"]}}
    kept = record.keys() - again.get(arguments.again, ())
    waiting = [mutant for mutant in every if key_of(mutant) not in kept]
    if waiting:
        for line in run(waiting, record, arguments):
            with arguments.record.open("a") as file:
                file.write(json.dumps(line) + "\n")
            record[line["key"]] = line
    show([record[key_of(mutant)] for mutant in every])


def run(waiting: list[Mutant], record: dict[str, Any], arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield what is found of each mutant that waits."""
    trials = _Trials.of(Plain(trees), None, None)
    called = {law.name: functions_called(law, trials) for law in LAWS.values()}

    def judged(mutant: Mutant) -> dict[str, Any]:
        found = in_a_process(mutant, likely_first(mutant, called, record), trials)
        return {"key": key_of(mutant), "name": mutant.name, "function": mutant.function, "caught": found}

    with ThreadPoolExecutor(arguments.jobs) as pool:
        for line in pool.map(judged, waiting):
            sys.stderr.write(f"{line['name']:.100}  {line['caught']}\n")
            yield line


def show(lines: list[dict[str, Any]]) -> None:
    """Print a line for each mutant, those that survive last, and the share that is caught."""
    for line in sorted(lines, key=lambda line: (line["caught"] is None, line["function"], line["name"])):
        by = (
            SURVIVORS.get(line["name"], "survives")
            if line["caught"] is None
            else f"{line['caught'][0]} ({line['caught'][1]})"
        )
        sys.stdout.write(f"{line['function']:22} {line['name']:.90}  {by}\n")
    behaving = [line for line in lines if line["caught"] or line["name"] not in SURVIVORS]
    killed = sum(line["caught"] is not None for line in behaving)
    sys.stdout.write(
        f"{killed} of {len(behaving)} mutants that behave otherwise are caught: {killed / len(behaving):.1%}\n"
    )


if __name__ == "__main__":
    main()
