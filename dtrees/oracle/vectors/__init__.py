"""Test vectors in JSON, for implementations in any language: written by `writing`, shipped in ``files``.

In reading order: `values` (how data, learners and trees are written); `growing`, `pruning`, `selecting` and
`repeating` (how a system answers); `case`, `build`, `cases` and `flags` (what is asked); `formats`; `layout`, `readme`
and `writing` (the files); `verdict`, `checking` and `integrity`.  ``files/README.md`` says what each format holds.
"""
