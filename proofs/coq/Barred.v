(** * Barred: candidates that may not be asked are left out

    The program gives a candidate that [min_leaf] bars,
      or whose threshold floats cannot tell from its neighbour, the key
    minus infinity, and then takes the largest key, and what is near it and more than minus infinity.
      That is what it would do of the others alone. *)
From Coq Require Import ZArith Reals Lra Lia List Bool.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeCounts.
Import ListNotations.
Open Scope R_scope.

Section Barred.
  Context {A : Type}.
  Variables (key : A -> float64) (barred : A -> bool) (qs : list A) (m e : float64).
  Definition key_or_nothing (q : A) : float64 := if barred q then nothing else key q.
  Definition is_near (k : float64) : bool := at_least k (minus m (times two e)) && negb (Beqb k nothing).
  Definition kept_of_all : list A := if trusted m e then filter (fun q => is_near (key_or_nothing q)) qs else
    qs.

  Hypothesis finite : forall q, In q qs -> barred q = false -> is_finite (key q) = true.
  Hypothesis some : exists q, In q qs /\ barred q = false.
  Hypothesis largest : is_largest m (map key_or_nothing qs).
  Let others := filter (fun q => negb (barred q)) qs.

  Lemma an_other q : In q others <-> In q qs /\ barred q = false.
  Proof. unfold others. rewrite filter_In. destruct (barred q); simpl; intuition discriminate. Qed.

  Lemma the_largest_is_of_the_others : is_largest m (map key others).
  Proof.
    destruct largest as [[N _]|[I M]].
    - apply in_map_iff in N as (q & E & I). unfold key_or_nothing in E.
      destruct (barred q) eqn:B; [discriminate|].
      assert (F := finite q I B). rewrite E in F. discriminate.
    - right. assert (Le : forall q, In q qs -> barred q = false -> at_least m (key q) = true).
      { intros q J B. apply M. apply in_map_iff. exists q.
        split; [unfold key_or_nothing; now rewrite B|exact J]. }
      split.
      + apply in_map_iff in I as (q & E & I). unfold key_or_nothing in E. destruct (barred q) eqn:B.
        * exfalso. destruct some as (p & J & Bp). assert (L := Le p J Bp). assert (F := finite p J Bp).
          rewrite <- E in L. unfold at_least, nothing in L. destruct (key p) as [| | |]; try discriminate;
            destruct s; discriminate.
        * apply in_map_iff. exists q. split; [exact E|]. now apply an_other.
      + intros k J. apply in_map_iff in J as (q & <- & J). apply an_other in J as [J B]. now apply Le.
  Qed.

  Theorem what_is_barred_is_left_out : is_largest m (map key others) /\
    (trusted m e = true -> kept_of_all = survivors_by key m e others).
  Proof.
    split; [exact the_largest_is_of_the_others|]. intros T. unfold kept_of_all, survivors_by. rewrite T.
    assert (H := finite). unfold others, key_or_nothing. clear - H. induction qs as [|q l IH]; [reflexivity|].
    cbn [filter]. rewrite IH by (intros p J; apply H; now right). unfold is_near at 1.
      destruct (barred q) eqn:B; cbn [negb].
    - replace (Beqb nothing nothing) with true by reflexivity. now rewrite andb_false_r.
    - cbn [filter]. assert (F := H q (or_introl eq_refl) B).
      replace (Beqb (key q) nothing) with false by (destruct (key q) as [| | |]; try discriminate;
        now destruct s).
      now rewrite andb_true_r.
  Qed.
End Barred.

(** ** An example, and a plausible wrong statement

    Of three candidates the one of the largest key is barred: the next two are kept. *)
Example what_is_barred_is_left_out_applies :
  let key (n : nat) := of_whole (Z.of_nat n) in let barred n := Nat.eqb n 3 in
  kept_of_all key barred [1; 2; 3]%nat (of_whole 2) (of_whole 1) = [1; 2]%nat /\
  survivors_by key (of_whole 2) (of_whole 1) [1; 2]%nat = [1; 2]%nat.
Proof. split; vm_compute; reflexivity. Qed.

(** That barring may wait until the largest key is taken: then none is left. *)
Example barring_must_come_first :
  let key (n : nat) := of_whole (Z.of_nat n) in
  filter (fun n => negb (Nat.eqb n 3)) (survivors_by key (of_whole 3) (of_whole 0) [1; 2; 3]%nat) = [].
Proof. vm_compute. reflexivity. Qed.
