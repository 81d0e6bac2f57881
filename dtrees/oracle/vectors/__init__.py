"""Test vectors in JSON, for implementations in any language: questions with the specification's exact answers.

In reading order: `values` (how data, learners and trees are written); `growing`, `boosting` and `pruning` (how a system
answers); `writing` (the files); `checking`.
``files/README.md`` says what each format holds, and explains the flags.

A new question goes to the end of its file in ``files``, with any result; then raise `VERSION`, run ``dtrees vectors
write dtrees/oracle/vectors/files``, which answers it, and publish the id in the tests.
"""
