#!/bin/sh
# Print what Coq has of each given chapter, a heading a chapter:
#   pins.sh definitions FILE...   every definition, whole
#   pins.sh statements FILE...    every headline and what is executed, and every theorem that the register or a page names, as it stands
#                                 outside its section: hypotheses of sections stand there as premises
# A definition that means something else, and a theorem that says less than it did, show as a difference.
set -eu
what=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

grep -ohE '`[A-Za-z_0-9.]+`' ../*.md | tr -d '`' | sed 's/.*\.//' | sort -u > "$work/cited"

names() {
    case $what in
        definitions) sed -nE "s/^ *(Definition|Fixpoint|Inductive|Record|Class|Global Instance|Instance) +([A-Za-z0-9_']+).*/\2/p" "$1" ;;
        statements) sed -nE "s/^ *(Theorem|Lemma|Corollary|Example) +([A-Za-z0-9_']+).*/\2/p" "$1" |
            case $1 in *Headlines*|*/Executed.v) cat ;; *) grep -Fxf "$work/cited" || true ;; esac ;;
    esac
}

# The notations of numbers, lists and pruned subtrees are read; all other names are printed with their chapters.
cat > "$work/Pins.v" <<'END'
From Coq Require Import Reals QArith List.
Import ListNotations.
Set Printing Width 110.
END
for file in "$@"; do
    case $file in over-reals/*) root=DtreesReals ;; over-forms/*) root=DtreesForms ;; *) root=Dtrees ;; esac
    chapter=$root.$(echo "${file%.v}" | sed 's:^over-[a-z]*/::; s:/:.:g')
    scope=$(grep -oE '^Open Scope [A-Za-z_]+' "$file" | tail -n 1)
    case $root in DtreesReals) scope='Open Scope R_scope' ;; DtreesForms) scope='Open Scope Q_scope' ;; esac
    found=$(names "$file")
    if [ -z "$found" ]; then continue; fi
    printf 'Require %s.\n%s.\nGoal True. idtac "== %s". Abort.\n' "$chapter" "${scope:-Open Scope Q_scope}" "$chapter" >> "$work/Pins.v"
    for name in $found; do
        case $what in
            definitions) echo "Print $chapter.$name." ;;
            statements) echo "Check @$chapter.$name." ;;
        esac
    done >> "$work/Pins.v"
done
coqc -noglob -R . Dtrees -R over-reals DtreesReals -R over-forms DtreesForms "$work/Pins.v" > "$work/printed" || { cat "$work/printed"; exit 1; }
# How arguments are written is left out.
awk '/^Arguments / { skipped = 1; next } /^ / && skipped { next } { skipped = 0 } /^==/ { print "" } NF' "$work/printed"
