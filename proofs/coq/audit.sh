#!/bin/sh
# Print what the statements of each given chapter assume, all of them together, a line a chapter:
# "Dtrees.Sequence: nothing", or the axioms; the chapters over the reals and over forms are one line.  Nothing admitted and no
# axiom of ours may appear; the Reals' own axioms may, where logarithms stand and over the reals.
# Chapters of which expected_assumptions.txt says the same are asked together, and what they assume together is printed of each.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

statements() { sed -nE "s/^ *(Theorem|Lemma|Corollary|Example|Fact|Remark|Proposition) +([A-Za-z0-9_']+).*/let _ := @$2.\2 in/p" "$1"; }

for file in "$@"; do
    case $file in
        *Spec/*) if [ -n "$(statements "$file" x)" ]; then echo "$file: definitions alone" >&2; exit 1; fi
            continue ;;
        over-reals/*) chapter=DtreesReals.$(basename "$file" .v) group=reals ;;
        over-*) chapter=DtreesForms.$(basename "$file" .v) group=reals ;;
        *)
            chapter=Dtrees.$(basename "$file" .v)
            said=$(grep -s "^$chapter: " expected_assumptions.txt | sed 's/.*: //' || true)
            group=$(echo "${said:-$chapter}" | cksum | tr -d ' ')
            echo "$chapter" >> "$work/order" ;;
    esac
    echo "$chapter" >> "$work/$group.chapters"
    statements "$file" "$chapter" >> "$work/$group.statements"
done
echo DtreesReals >> "$work/order"

for statements in "$work"/*.statements; do
    group=${statements%.statements}
    case $group in */reals) names=DtreesReals ;; *) names=$(cat "$group.chapters") ;; esac
    (echo "Set Printing Width 1000."; sed 's/.*/Require &./' "$group.chapters"
        printf 'Definition all_of_them := (%s tt).\nGoal True. idtac "@ %s". Abort.\nPrint Assumptions all_of_them.\n' \
            "$(cat "$statements")" "$(echo $names)") > "$work/Audit$(basename "$group").v"
    coqc -noglob -R . Dtrees -R over-reals DtreesReals -R over-forms DtreesForms "$work/Audit$(basename "$group").v" >> "$work/printed"
done
awk 'function told() { for (k = 2; k <= count; k++) said[names[k]] = axioms }
     FILENAME == ARGV[1] && /^@/ { told(); count = split($0, names); axioms = " nothing"; next }
     FILENAME == ARGV[1] && /^Closed under the global context/ { next }
     FILENAME == ARGV[1] && /^Axioms:/ { axioms = ""; next }
     FILENAME == ARGV[1] { if (/^[^ ]/) axioms = axioms " " $1; next }
     FNR == 1 { told() }
     { print $1 ":" said[$1] }' "$work/printed" "$work/order"
