"""Any language: an implementation is a program that answers lines of JSON on standard input with lines of JSON.

Modules in reading order: `process`, `messages`, `session`, `program`.  The tutorial is
``dtrees/oracle/harnesses/README.md``.  All but `process` needs jsonschema: ``pip install 'dtrees-spec[protocol]'``.
"""
