#!/bin/sh
# Print what the statements of each given chapter assume, all of them together, a line a chapter:
# "Dtrees.Sequence: nothing", or the axioms.  Nothing admitted and no axiom of ours may appear; the
# Reals' own axioms may, where logarithms stand and in the copy over the reals.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "Set Printing Width 1000." > "$work/Audit.v"
for file in "$@"; do
    case $file in over-reals/*) prefix=DtreesReals ;; *) prefix=Dtrees ;; esac
    chapter=$prefix.$(basename "$file" .v)
    names=$(sed -nE "s/^ *(Theorem|Lemma|Corollary|Example|Fact|Remark|Proposition) +([A-Za-z0-9_']+).*/, @$chapter.\2/p" "$file")
    cat >> "$work/Audit.v" <<END
Require $chapter.
Definition all_of_$(echo "$chapter" | tr . _) := (tt $names).
Goal True. idtac "@ $chapter". Abort.
Print Assumptions all_of_$(echo "$chapter" | tr . _).
END
done

coqc -R . Dtrees -R over-reals DtreesReals "$work/Audit.v" > "$work/printed"
awk '/^@/ { if (name) print name ":" axioms; name = $2; axioms = " nothing"; next }
     /^Closed under the global context/ { next }
     /^Axioms:/ { axioms = ""; next }
     /^[^ ]/ { axioms = axioms " " $1 }
     END { print name ":" axioms }' "$work/printed"
