#!/bin/sh
# Print what the statements of each given chapter assume, all of them together, a line a chapter:
# "Dtrees.Sequence: nothing", or the axioms; the chapters over the reals and over forms are one line.  Nothing admitted and no
# axiom of ours may appear; the Reals' own axioms may, where logarithms stand and over the reals.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

statements() { sed -nE "s/^ *(Theorem|Lemma|Corollary|Example|Fact|Remark|Proposition) +([A-Za-z0-9_']+).*/, @$2.\2/p" "$1"; }

for file in "$@"; do
    case $file in
        *Spec/*) if [ -n "$(statements "$file" x)" ]; then echo "$file: definitions alone" >&2; exit 1; fi ;;
        over-*)
            case $file in over-reals/*) library=DtreesReals ;; *) library=DtreesForms ;; esac
            chapter=$library.$(basename "$file" .v)
            echo "Require $chapter." >> "$work/Reals.v"
            statements "$file" "$chapter" >> "$work/reals" ;;
        *)
            chapter=Dtrees.$(basename "$file" .v)
            printf 'Require %s.\nDefinition all_of_%s := (tt %s).\nGoal True. idtac "@ %s". Abort.\n%s\n' "$chapter" \
                "${chapter#*.}" "$(statements "$file" "$chapter")" "$chapter" \
                "Print Assumptions all_of_${chapter#*.}." >> "$work/Rationals.v" ;;
    esac
done
printf 'Definition all_of_it := (tt %s).\nGoal True. idtac "@ DtreesReals". Abort.\nPrint Assumptions all_of_it.\n' \
    "$(cat "$work/reals")" >> "$work/Reals.v"

for part in Rationals Reals; do
    (echo "Set Printing Width 1000."; cat "$work/$part.v") > "$work/Audit$part.v"
    coqc -noglob -R . Dtrees -R over-reals DtreesReals -R over-forms DtreesForms "$work/Audit$part.v" >> "$work/printed"
done
awk '/^@/ { if (name) print name ":" axioms; name = $2; axioms = " nothing"; next }
     /^Closed under the global context/ { next }
     /^Axioms:/ { axioms = ""; next }
     /^[^ ]/ { axioms = axioms " " $1 }
     END { print name ":" axioms }' "$work/printed"
