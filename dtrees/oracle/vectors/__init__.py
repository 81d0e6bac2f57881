"""Test vectors in JSON, for implementations in any language: questions that stand in ``files``, answered by `writing`.

In reading order: `values` (how data, learners and trees are written); `growing`, `pruning`, `selecting` and
`repeating` (how a system answers); `case` and `flags` (what is asked); `formats`; `layout`, `readme` and `writing` (the
files); `verdict`, `checking` and `integrity`.  ``files/README.md`` says what each format holds.

A new question goes to the end of its file, with any result; then raise `VERSION`, run ``dtrees vectors write
dtrees/oracle/vectors/files``, which answers it, and publish the id in the tests.
"""
