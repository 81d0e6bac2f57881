#!/bin/sh
# Print the type of every theorem that the register or a page names, as Coq states it outside its section:
# hypotheses of sections stand there as premises.  A theorem that says less than it did shows as a difference.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

grep -ohE '`[A-Za-z_0-9.]+`' ../*.md | tr -d '`' | sed 's/.*\.//' | sort -u > "$work/cited"
printf "From Coq Require Import QArith List.\nImport ListNotations.\nSet Printing Width 110.\nOpen Scope Q_scope.\n" > "$work/Statements.v"
for file in "$@"; do
    case $file in over-reals/*) prefix=DtreesReals ;; *) prefix=Dtrees ;; esac
    chapter=$prefix.$(basename "$file" .v)
    echo "Require $chapter." >> "$work/Statements.v"
    sed -nE "s/^ *(Theorem|Lemma|Corollary|Example) +([A-Za-z0-9_']+).*/\2/p" "$file" | grep -Fxf "$work/cited" |
        sed -E "s/(.*)/Check @$chapter.\1./" >> "$work/Statements.v" || true
done
coqc -noglob -R . Dtrees -R over-reals DtreesReals "$work/Statements.v"
