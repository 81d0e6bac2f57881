"""Any language: an implementation is a program that answers lines of JSON on standard input with lines of JSON.

Modules in reading order: `messages`, `process`, `program`.  The tutorial is ``dtrees/oracle/harnesses/README.md``.
Needs jsonschema: ``pip install 'dtrees-spec[protocol]'``.
"""
