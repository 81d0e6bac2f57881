"""Implementations in any language: programs that answer lines of JSON on standard input with lines of JSON.

Modules in reading order: `process`, `messages`, `session`, `program`.  The tutorial is
``dtrees/oracle/harnesses/README.md``.  All but `process` needs jsonschema: ``pip install 'dtrees-spec[protocol]'``.
"""
