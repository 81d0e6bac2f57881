"""The cases, a module a format: each id stands beside what it asks.  A new case goes at the end.

After it raise `VERSION`, run ``dtrees vectors write dtrees/oracle/vectors/files``, and publish the id in the tests.
"""
