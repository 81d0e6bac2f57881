"""Plant changes in copies of the theory, and see that each is noticed.

    python proofs/coq/sabotage.py            every plant, a second or two each
    python proofs/coq/sabotage.py --few      a handful, for CI

A plant is an edit of one chapter.  The chapter is compiled again beside the others as they are; chapters that use it
are not.  So what is tested is what is pinned: a plant is noticed where its chapter no longer compiles, or where what is
pinned of the chapter changes: definitions, cited statements, assumptions.  The last plants change nothing that is
claimed, and must not be noticed.  The theory must be built (`make build`).
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parent


class Plant(NamedTuple):
    """What is changed for what, in which chapter, and which chapters are compiled and looked at after it."""

    chapter: str
    old: str
    new: str
    after: tuple[str, ...] = ()


AUDITED: Final = (
    # a headline made vacuous: nothing is tighter than anything
    Plant("Spec/GrownTrees", "min_split lim <= min_split lim'", "min_split lim < min_split lim"),
    # a theorem with a premise more
    Plant(
        "Extensions",
        "  0 <= gain gini (divided k w shares parts).\nProof.\n  intros W S N P.",
        "  w == 1 -> 0 <= gain gini (divided k w shares parts).\nProof.\n  intros W S N P _.",
    ),
    # a lemma that is not proved
    Plant("Extensions", "Lemma add_row_nonneg", "Lemma unproved : False.\nProof. Admitted.\n\nLemma add_row_nonneg"),
    # a gate that lets the average pass
    Plant("Spec/Growing", "| Above => negb (Qle_bool excess 0)", "| Above => Qle_bool 0 excess"),
)
"""The sabotages of an audit, the first of which was once not noticed."""

REALS: Final = tuple(
    f"over-reals/{name}" for name in ("Spec/Sum", "Spec/Trees", "Sums", "Tree", "Pruned", "Optimal", "Sequence")
)

FORMS: Final = (
    "over-forms/Spec/Sum",
    "over-forms/Spec/Growing",
    "over-forms/GrowingForms",
    "over-reals/ExecuteGrowing",
)

OWN: Final = (
    Plant("Spec/Trees", "u <<= t -> cost a s <= cost a u", "u <<= t -> cost a s < cost a u"),
    Plant("Spec/Trees", "(2 <= length ts)%nat", "(3 <= length ts)%nat"),
    Plant("Spec/Trees", "Forall2 pruned ss ts -> pruned", "ss = ts -> pruned"),
    Plant("Spec/Trees", "if Qle_bool b a then member_at", "if Qle_bool a b then member_at"),
    Plant("Spec/Trees", "/ (leaves t - 1)", "/ leaves t"),
    Plant("Spec/Trees", "r + a <= cost a (Branch r ts) ->", "r + a < cost a (Branch r ts) ->"),
    Plant("Spec/Trees", "alpha_of (Branch r ts) == a ->", "alpha_of (Branch r ts) < a ->"),
    Plant("Spec/Summaries", "forall x, In x c -> 0 <= x.", "forall x, In x c -> 0 < x."),
    Plant("Spec/Summaries", "  0 <= weight m /\\", "  0 <= weight m /\\ weight m == 1 /\\"),
    Plant("Spec/Impurities", "square (x / weight c)) c", "square x) c"),
    Plant("Spec/Impurities", "0 < weight d ->\n  forall k", "weight d < 0 ->\n  forall k"),
    Plant("Spec/Entropies", "information_gain parts / intrinsic_value", "information_gain parts * intrinsic_value"),
    Plant("Spec/GrownTrees", "forall r, In r rows -> ok (target r)", "forall r, In r rows -> False"),
    Plant("Spec/GrownTrees", "styles l' = styles l /\\", "l' = l /\\"),
    Plant("Spec/GrownTrees", "cut_of (Stop (content t)) t", "cut_of t t"),
    Plant("Spec/GrownTrees", "splits_a_leaf l t u -> grows_to l u v ->", "splits_a_leaf l t t -> grows_to l u v ->"),
    Plant("Spec/Growing", "Qle_bool inside (min_impurity lim)", "Qle_bool (min_impurity lim) inside"),
    Plant("Spec/Growing", "(negb (Qle_bool g 0) || gainless lim)", "true"),
    Plant("Spec/Growing", "Nat.ltb (length cs) (length vs)", "Nat.eqb (length cs) 1"),
    Plant("Spec/Growing", "(largest (score c) (map score cs))", "(score c)"),
    Plant(
        "Spec/Learning",
        "(p : Q * A) : Prop := 0 < fst p",
        "(p : Q * A) : Prop := 0 == fst p",
    ),
    Plant("Spec/Learning", "Some (proportion k)", "Some weight"),
    Plant("Middles", "| Eq => if Z.even q then q else (q + 1)%Z", "| Eq => q"),
    Plant("Spec/Collapse", "if Qle_bool (collapse_alpha t) a then", "if Qle_bool a (collapse_alpha t) then"),
    Plant("Spec/GrownTrees", "by_ratio l = false \\/ gated l", "by_ratio l = false /\\ gated l"),
    Plant("Logarithms", "In (b, c) l -> (1 < b)%Z", "In (b, c) l -> (b < 1)%Z"),
    Plant("over-reals/Numbers", "Notation Qlt := Rlt.", "Notation Qlt := Rgt.", REALS),
    Plant("over-reals/Numbers", "if Rle_dec x y then true else false", "if Rle_dec x y then true else true"),
    Plant("Forms", "Qred (p * q - r * s)", "Qred (p * q + r * s)"),
    Plant("Forms", "logarithm (- p) p", "logarithm p p"),
    Plant("over-forms/Numbers", "Some (p ?= q)", "Some (q ?= p)"),
    Plant("over-forms/Numbers", "Gt => false | _ => true", "Gt => true | _ => false", FORMS),
    Plant("over-forms/GrowingForms", "entropy (Entropies.sizes parts)", "Fraction 1", FORMS[3:]),
    # the filter from rows to what is kept
    Plant("WholeFilter", "(weights rows < 2 ^ 26)%Z /\\", "(weights rows < 2 ^ 25)%Z /\\"),
    Plant("WholeFilter", "snd r = 0%Z \\/ snd r = 1%Z", "snd r = 0%Z \\/ snd r = 0%Z"),
    Plant("WholeFilter", "over (of_whole 1) (of_whole (2 ^ 50))", "over (of_whole 1) (of_whole (2 ^ 51))"),
    Plant("WholeFilter", "minus m (times two e)", "minus m e"),
    Plant("WholeFilter", "key_of rows q) (minus", "key_of rows (snd q, fst q)) (minus"),
    Plant(
        "WholeFilter",
        "    In q (survivors rows m e qs).\nProof.\n  intros U C D L A E q I B.",
        "    length qs = 1%nat -> In q (survivors rows m e qs).\nProof.\n  intros U C D L A E q I B _.",
    ),
    Plant("WholeFilter", "Lemma sizes q :", "Lemma unproved : False.\n  Proof. Admitted.\n\n  Lemma sizes q :"),
    Plant(
        "WholeCounts", "(0 < fst r)%Z /\\ (Z.to_nat (snd r) < K)%nat", "(0 < fst r)%Z /\\ (Z.to_nat (snd r) < 2)%nat"
    ),
    Plant("WholeCounts", "minus m (times two e)", "minus m e"),
    Plant("WholeCounts", "two_floats l m s t : adds_up_to l s", "two_floats l m s t : m = [t] -> adds_up_to l s"),
    Plant("WholeGini", "Bltb (times m (times square square)) (of_whole (2 ^ 55)) && Z.eqb arity 2", "Z.eqb arity 2"),
    Plant("WholeGini", "over (of_whole 1) (of_whole (2 ^ 51))", "over (of_whole 1) (of_whole (2 ^ 60))"),
    Plant("WholeGini", "of_whole (arity + 6)", "of_whole (arity + 7)"),
    Plant(
        "WholeGini",
        "    In q (survivors_by key m e qs).\n  Proof.\n    intros E q I Best. apply",
        "    K = 2%nat -> In q (survivors_by key m e qs).\n  Proof.\n    intros E q I Best _. apply",
    ),
    Plant("WholeSquares", "of_whole (arity + 4)", "of_whole (arity + 5)"),
    Plant("WholeSquares", "if Bltb x (of_whole 0) then of_whole 0 else x", "x"),
    Plant("WholeSquares", "if Z.ltb 2 arity then", "if Z.ltb 3 arity then"),
    Plant(
        "WholeEntropy",
        "Rabs (B2R (log (of_whole x)) - log2 (IZR x)) <= 8 * u",
        "B2R (log (of_whole x)) = log2 (IZR x) * 0 * u",
    ),
    Plant("WholeEntropy", "(exponent (x_log_x heaviest) - 50)", "(exponent (x_log_x heaviest) - 40)"),
    Plant("WholeEntropy", "times (times (of_whole 8) (of_whole arity))", "times (times (of_whole 4) (of_whole arity))"),
    Plant("WholeEntropy", "phi_of (weights part).\n  Definition entropy_value", "0.\n  Definition entropy_value"),
    Plant(
        "WholeEntropy",
        "  In q (survivors_by key m e qs).\nProof.\n  intros H Log U L Kb A Q S M E q I Best.",
        "  length qs = 1%nat -> In q (survivors_by key m e qs).\nProof.\n  intros H Log U L Kb A Q S M E q I Best _.",
    ),
    Plant("ProgrammedLogarithm", "of_binary 3248660424278399 (-50)", "of_binary 3248660424278398 (-50)"),
    Plant("ProgrammedLogarithm", "Bltb half square_root_of_half", "Bltb square_root_of_half half"),
    Plant("Barred", "&& negb (Beqb k nothing)", "&& true"),
    Plant("FloatDecisions", "times (of_whole (4 * count))", "times (of_whole (2 * count))"),
    Plant("FloatDecisions", "| Growing.Above => 0 < sumR", "| Growing.Above => 0 <= sumR"),
    # weights and responses that are rounded to a grid
    Plant("RoundedUnits", "Btrunc (Bnearbyint mode_NE (scaled x p))", "Btrunc (scaled x p)"),
    Plant("RoundedBounds", "squared_bound : R := 2 * bound_of_two", "squared_bound : R := 4 * bound_of_two"),
    Plant("RoundedNode", "Hypothesis light : 9 * e <= l.", "Hypothesis light : 9 * e <= l /\\ e <= 0."),
    Plant("RationalKeys", "weight_of child = c * Q2R (weight m)", "weight_of child = 0 * Q2R (weight m)"),
    Plant("RoundedFilter", "lightest_row : 1 <= L <= 9 / 8 * l.", "lightest_row : L = l /\\ 1 <= L <= 9 / 8 * l."),
    Plant("Gathered", "| sum_of_floats l m x y : gathered l", "| sum_of_floats l m x y : m = [] -> gathered l"),
    Plant("FloatTerms", "(if Bltb x (of_whole 1) then of_whole 1 else x)", "x"),
    Plant(
        "FromRows",
        "at_least lightest (times (of_whole 9) (off n W))",
        "at_least lightest (times (of_whole 8) (off n W))",
    ),
    Plant("FromRows", "(2 <= length (children_of q) <= a)%nat", "(2 <= length (children_of q) <= 2)%nat"),
    Plant(
        "FromRows",
        "-> In q kept_by_floats.\n    Proof.\n      intros S I Best.",
        "-> qs = [q] -> In q kept_by_floats.\n    Proof.\n      intros S I Best _.",
    ),
    Plant("RoundedGains", "rnd (2 * u + rnd (4 * rnd (off / W)))", "rnd (2 * u)"),
    Plant("FloatBounds", "(root (over best p))", "(root best)"),
    Plant("FromResponses", "(scaled (weighted r) (- second)) (62 - b)", "(scaled (weighted r) (- second)) (61 - b)"),
    Plant("SubsetKeys", "over (of_whole 1) (of_whole (2 ^ 49))", "over (of_whole 1) (of_whole (2 ^ 53))"),
    Plant("RoundedSubsets", "(W' * gain q) (key q) /\\ gain q <= sigma.", "(W' * gain q) (key q) /\\ gain q <= 0."),
    Plant("FromResponses", "(2 * (first + second - (62 - b)))", "(first + second - (62 - b))"),
    Plant("WholeLogarithms", "(slope_of_entropy whole) (of_whole 0)", "(slope_of_entropy whole) (of_whole 1)"),
    Plant("SmallChildren", "rnd (off + rnd (2 * u * least))", "rnd (off + rnd (8 * u * least))"),
    # from what is kept to what is asked, by gain ratio
    Plant(
        "over-reals/ChosenByRatio",
        "(feature_of (asks c)) || negb passed) left_over",
        "(feature_of (asks c))) left_over",
    ),
    Plant("over-reals/ChosenByRatio", "if passed then without_gate l else l", "without_gate l"),
    Plant("over-reals/ChosenByRatio", "|| sure_at f && alone f", "|| alone f"),
    Plant("over-reals/ChosenByRatio", "as_many K l l' || as_many K l r'", "Z.eqb (weights l) (weights l')"),
    Plant(
        "over-reals/ChosenByRatio", "(trusted_node = true -> forall c", "(trusted_node = true -> cs = [] -> forall c"
    ),
    Plant("over-reals/ChosenByRatio", "Nat.leb (length rows) 62 && negb", "negb"),
    Plant("over-reals/ChosenByRatio", "xorb (first c r) (first d r)", "eqb (first c r) false"),
    Plant("Contenders", "~ may_be_asked gains fs gate gainless min_gain q) /\\\n    (adm", "True) /\\\n    (adm"),
    Plant("FloatDecisions", "times (of_whole 3) off", "times (of_whole 2) off"),
    Plant("FloatDecisions", "times (of_whole 4) (over off W)", "times (of_whole 0) (over off W)"),
    Plant("Contenders", "if sure f then lowest f else of_whole 0", "lowest f"),
    Plant("RatiosFromRows", "(float_gain key base) (gain_error bound key base)", "(float_gain key base) bound"),
    Plant("RatiosFromRows", "information = minus (phi_of W) x", "information = phi_of W"),
    Plant("GainsBeside", "if subsets then bound_with_gains bound largest base else bound", "bound"),
    Plant("over-reals/ChosenByRatio", "negb (subset c || subset d) && alike K (parted_by", "alike K (parted_by"),
    Plant(
        "RoundedRatios", "nearest W x /\\ nearest v y /\\ nearest w z", "nearest W x /\\ nearest v y /\\ nearest v z"
    ),
    Plant(
        "RatiosFromRows", "(subset q = false -> sums_are in_float in_class b m K", "(sums_are in_float in_class b m K"
    ),
    # rows that are divided
    Plant("Divided", "Qred (share (map target here) (map label rows) * gain_of", "Qred (gain_of"),
    Plant("DividedTheorems", "forall r, In r rows -> ok (label r)", "forall r, In r rows -> False"),
    Plant("DividedRational", "(Qred (share some all * fst t), snd t)", "(Qred (share some all), snd t)"),
    Plant("Choosing", "Qle_bool (excess * excess) (snd b)", "Qle_bool excess (snd b)"),
)
"""More: premises that nothing satisfies, conclusions that say less, definitions of something else."""

INNOCENT: Final = (
    Plant("Spec/Trees", "(* R(t) *)", "(* the risk of a node *)"),
    Plant("Ordering", "destruct (keep b) eqn:K.", "destruct (keep b) eqn:K; cbv beta."),
)
"""Nothing that is claimed."""

FEW: Final = (*AUDITED, OWN[0], OWN[3], OWN[13], INNOCENT[0])


class Theory:
    """A copy of the compiled theory, in which one chapter after the other is changed."""

    def __init__(self, folder: Path) -> None:
        """Copy it."""
        self.folder, self.expected = folder, dict[tuple[str, ...], list[str]]()
        folder.mkdir(parents=True)
        for path in HERE.rglob("*"):
            if path.suffix in {".v", ".vo", ".sh"} and "execute" not in path.parts:
                copied = folder / path.relative_to(HERE)
                copied.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, copied)
        for page in HERE.parent.glob("*.md"):
            shutil.copy2(page, folder.parent)

    def pinned(self, chapters: tuple[str, ...]) -> list[str]:
        """Return what is pinned of chapters: definitions, statements and, but for Spec and the reals, assumptions."""
        files = [f"{chapter}.v" for chapter in chapters]
        found = [self.run("./pins.sh", kind, *files) for kind in KINDS[:2]]
        if not chapters[0].startswith(("Spec/", "over-")):
            found.append(self.run("./audit.sh", files[0], "over-reals/Sums.v").splitlines()[0])
        return found

    def run(self, *command: str) -> str:
        """Return what a command prints."""
        done = run(*command, at=self.folder)
        if done.returncode:
            raise SystemExit(done.stdout + done.stderr)
        return done.stdout

    def notices(self, plant: Plant) -> str:
        """Return what notices a plant, or nothing, and leave the theory as it was."""
        chapters = (plant.chapter, *plant.after)
        if chapters not in self.expected:
            self.expected[chapters] = self.pinned(chapters)
        paths = [self.folder / f"{chapter}{end}" for chapter in chapters for end in (".v", ".vo")]
        for path in paths:
            shutil.copy2(path, path.with_name(path.name + ".kept"))
        try:
            text = paths[0].read_text(encoding="utf-8")
            if plant.old not in text:
                raise SystemExit(plant.old)  # is not there
            paths[0].write_text(text.replace(plant.old, plant.new, 1), encoding="utf-8")
            for chapter in chapters:
                if run(*COMPILE, f"{chapter}.v", at=self.folder).returncode:
                    return "the proofs" if chapter == plant.chapter else f"the proofs of {chapter}"
            pairs = zip(KINDS, self.expected[chapters], self.pinned(chapters), strict=False)
            return next((kind for kind, expected, found in pairs if expected != found), "")
        finally:
            for path in paths:
                shutil.move(path.with_name(path.name + ".kept"), path)


KINDS: Final = ("definitions", "statements", "assumptions")
COMPILE: Final = (
    "coqc",
    "-noglob",
    "-w",
    "none",
    "-R",
    ".",
    "Dtrees",
    "-R",
    "over-reals",
    "DtreesReals",
    "-R",
    "over-forms",
    "DtreesForms",
)


def run(*command: str, at: Path) -> subprocess.CompletedProcess[str]:
    """Return what a command prints, and how it ends."""
    return subprocess.run(command, cwd=at, capture_output=True, text=True, check=False, timeout=300)  # noqa: S603 (of ours)


def main() -> int:
    """Return 0 if every plant is noticed, and no innocent change."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--few", action="store_true", help="a handful alone")
    plants = FEW if arguments.parse_args().few else AUDITED + OWN + INNOCENT
    with tempfile.TemporaryDirectory() as folder:
        theory = Theory(Path(folder) / "proofs" / "coq")
        wrong = 0
        for plant in plants:
            by, innocent = theory.notices(plant), plant in INNOCENT
            wrong += bool(by) == innocent
            verdict, told = "FAIL" if bool(by) == innocent else "ok", f"noticed by {by}" if by else "not noticed"
            print(f"{verdict:4} {plant.chapter}: {plant.new.splitlines()[0].strip()}: {told}", flush=True)  # noqa: T201
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
