(** * Entropies: entropy in bits, the gain of ID3 and the gain ratio of C4.5

    [QUINLAN86; C45 ch. 2; NOTE_D] *)
From Coq Require Import QArith Reals Qreals List.
From Dtrees Require Import Spec.Summaries.
Open Scope R_scope.

Definition sumR {A} (f : A -> R) (l : list A) : R := fold_right (fun x s => f x + s) 0 l.
Definition log2 (x : R) : R := ln x / ln 2.

Definition entropy (c : ClassCounts) : R :=
  - sumR (fun x => let p := Q2R (x / weight c) in p * log2 p) c.

Definition conditional_entropy (parts : list ClassCounts) : R :=
  sumR (fun c => Q2R (weight c / weight (merge parts)) * entropy c) parts.
Definition information_gain (parts : list ClassCounts) : R :=
  entropy (merge parts) - conditional_entropy parts.

(** The parts' weights are themselves a node's summary: which part a row fell in. *)
Definition sizes (parts : list ClassCounts) : ClassCounts := map weight parts.
Definition intrinsic_value parts : R := entropy (sizes parts).
Definition gain_ratio parts : R := information_gain parts / intrinsic_value parts.
