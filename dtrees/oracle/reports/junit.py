"""A campaign's findings as JUnit XML for continuous integration: a suite for each check, a test for each case.

The document is valid against the schema of Jenkins' xUnit plugin (junit-10.xsd).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from dtrees.oracle.record import Record, sums_by_check

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.oracle.campaign.plan import Campaign

FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that no XML may hold."""


def to_junit(campaign: Campaign, records: Sequence[Record]) -> str:
    """Return the campaign's *records* as a JUnit XML document.

    A case that deviates in a check is a failure, one without an answer an error.  A law that does not apply is skipped.

    >>> from dtrees.oracle.campaign.plan import Campaign
    >>> print(to_junit(Campaign(peer="rpart", cases=0), ()))
    <?xml version='1.0' encoding='utf-8'?>
    <testsuites name="rpart, seed 0" tests="0" failures="0" errors="0" />
    """
    root = Element("testsuites", name=_printable(f"{campaign.peer}, seed {campaign.seed}"))
    suites = [_suite(root, campaign, check, records) for check in sums_by_check(records)]
    for name in ("tests", "failures", "errors"):
        root.set(name, str(sum(int(suite.attrib[name]) for suite in suites)))
    indent(root)
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written.decode()


def _suite(root: Element, campaign: Campaign, check: str, records: Sequence[Record]) -> Element:
    suite = SubElement(root, "testsuite", name=_printable(check))
    for record in records:
        if check in record.checks:
            _test(suite, campaign, check, record)
    for name, tag in (("tests", "testcase"), ("failures", "testcase/failure"), ("errors", "testcase/error")):
        suite.set(name, str(len(suite.findall(tag))))
    return suite


def _test(suite: Element, campaign: Campaign, check: str, record: Record) -> None:
    subject = record.subject
    name = f"{record.case}: {subject.data}, {subject.criterion}" if subject.rows else record.case
    test = SubElement(suite, "testcase", classname=_printable(f"{campaign.peer}.{check}"), name=_printable(name))
    found = [example for example in record.findings if example.check == check]
    if record.note:
        SubElement(test, "skipped", message=_printable(record.note))
    if found:
        kinds = ", ".join(dict.fromkeys(example.kind for example in found))
        tag = "error" if check == "answer" else "failure"
        failure = SubElement(test, tag, type=_printable(kinds), message=_printable(str(found[0])))
        failure.text = _printable("\n".join([*map(str, found), *dict.fromkeys(example.code for example in found)]))


def _printable(text: str) -> str:
    return FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
