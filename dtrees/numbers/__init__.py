"""Numbers that compare exactly.

You may skip this chapter: think of a real number that compares exactly.  An `exact.Exact` is a rational plus rational
multiples of logarithms to base two; a `quotient.Quotient` is one divided by another; `roots` adds roots of rationals.

In reading order: `exact`, `quotient`, `roots`, `rationals` (as text); and what these stand on: `decimals`, `sums`,
`logarithms`, `coprime`.
"""
