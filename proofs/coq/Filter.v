(** * Filter: which candidates floats may strike out

    Keys are numbers of binary64, NaN and infinities among them.  A candidate is kept where its
    key is at least the largest less twice the bound; and where the largest key or the bound is
    not a finite number, all are kept: the node goes by the book.  So every optimal candidate
    is kept, whatever the floats are, if only finite keys are as near as the bound says. *)
From Coq Require Import ZArith Reals Lra Lia List.
From Flocq Require Import Core Mult_error BinarySingleNaN.
From Dtrees Require Import Entropy Rounding.
Import ListNotations.
Open Scope R_scope.

Definition float64 : Type := binary_float 53 1024.

#[export] Instance below_the_largest : Prec_lt_emax 53 1024.
Proof. reflexivity. Qed.

Definition plus (x y : float64) : float64 := Bplus mode_NE x y.
Definition minus (x y : float64) : float64 := Bminus mode_NE x y.
Definition times (x y : float64) : float64 := Bmult mode_NE x y.
Definition over (x y : float64) : float64 := Bdiv mode_NE x y.
Definition at_least (x y : float64) : bool := Bleb y x.     (* x >= y: false where one is NaN *)
Definition infinity : float64 := B754_infinity false.
Definition nothing : float64 := B754_infinity true.          (* the key of no candidate *)

Definition of_whole (n : Z) : float64 := binary_normalize 53 1024 _ _ mode_NE n 0 false.
Definition two : float64 := of_whole 2.

(** ** Operations whose results stay below the largest float *)

Notation small x := (Rabs x < bpow radix2 1024).

Lemma plus_rounds x y : is_finite x = true -> is_finite y = true -> small (rnd (B2R x + B2R y)) ->
  B2R (plus x y) = rnd (B2R x + B2R y) /\ is_finite (plus x y) = true.
Proof.
  intros X Y S. assert (H := Bplus_correct 53 1024 _ _ mode_NE x y X Y).
  rewrite Rlt_bool_true in H by exact S. now split; apply H.
Qed.

Lemma minus_rounds x y : is_finite x = true -> is_finite y = true -> small (rnd (B2R x - B2R y)) ->
  B2R (minus x y) = rnd (B2R x - B2R y) /\ is_finite (minus x y) = true.
Proof.
  intros X Y S. assert (H := Bminus_correct 53 1024 _ _ mode_NE x y X Y).
  rewrite Rlt_bool_true in H by exact S. now split; apply H.
Qed.

Lemma times_rounds x y : is_finite x = true -> is_finite y = true -> small (rnd (B2R x * B2R y)) ->
  B2R (times x y) = rnd (B2R x * B2R y) /\ is_finite (times x y) = true.
Proof.
  intros X Y S. assert (H := Bmult_correct 53 1024 _ _ mode_NE x y).
  rewrite Rlt_bool_true in H by exact S. destruct H as (E & F & _). rewrite X, Y in F. now split.
Qed.

Lemma over_rounds x y : is_finite x = true -> B2R y <> 0 -> small (rnd (B2R x / B2R y)) ->
  B2R (over x y) = rnd (B2R x / B2R y) /\ is_finite (over x y) = true.
Proof.
  intros X Y S. assert (H := Bdiv_correct 53 1024 _ _ mode_NE x y Y).
  rewrite Rlt_bool_true in H by exact S. destruct H as (E & F & _). rewrite X in F. now split.
Qed.

Lemma of_whole_is n : (Z.abs n <= 2 ^ 53)%Z -> B2R (of_whole n) = IZR n /\ is_finite (of_whole n) = true.
Proof.
  intros L. assert (H := binary_normalize_correct 53 1024 _ _ mode_NE n 0 false).
  assert (E : F2R (Float radix2 n 0) = IZR n) by (unfold F2R; simpl; ring).
  rewrite E in H. assert (R := rnd_whole n L). unfold rnd in R. cbv zeta in H.
  change (SpecFloat.fexp 53 1024) with fexp64 in H. simpl round_mode in H. rewrite R in H.
  rewrite Rlt_bool_true in H; [now split; apply H|].
  rewrite <- abs_IZR. apply Rle_lt_trans with (IZR (2 ^ 53)); [now apply IZR_le|].
  change (IZR (2 ^ 53)) with (bpow radix2 53). now apply bpow_lt.
Qed.

Lemma float64_is_float x : is_float (B2R (x : float64)).
Proof. apply generic_format_B2R. Qed.

Lemma float64_is_small x : small (B2R (x : float64)).
Proof. apply abs_B2R_lt_emax. Qed.

(** ** The largest of several floats, as NumPy has it: NaN where one of them is *)

Definition is_largest (m : float64) (keys : list float64) : Prop :=
  (In B754_nan keys /\ m = B754_nan) \/ (In m keys /\ forall k, In k keys -> at_least m k = true).

(** ** The filter *)

Record candidate := { key : float64; true_key : R }.

Definition trusted (m e : float64) : bool := Bltb m infinity && is_finite e.

Definition keeps (m e : float64) (c : candidate) : bool := at_least (key c) (minus m (times two e)).

Definition kept (m e : float64) (cs : list candidate) : list candidate :=
  if trusted m e then filter (keeps m e) cs else cs.

Lemma not_at_least_infinity x : Bltb (x : float64) infinity = true -> is_finite x = true \/ x = nothing.
Proof. destruct x as [s|[]| |s m e H]; simpl; intros; try discriminate; auto. Qed.

Lemma overflows_to s (x : float64) : B2SF x = binary_overflow 53 1024 mode_NE s -> x = B754_infinity s.
Proof. destruct x; simpl; intros E; try discriminate; now injection E as ->. Qed.

Lemma least_of_all (x : float64) : is_finite x = true -> Bleb (B754_infinity true) x = true.
Proof. now destruct x. Qed.

Lemma positive_sign (x : float64) : is_finite x = true -> Bsign x = false -> 0 <= B2R x.
Proof. destruct x as [| | |s m e H]; simpl; intros _ S; try lra. subst s. now apply F2R_ge_0. Qed.

Lemma negative_sign (x : float64) : is_finite x = true -> Bsign x = true -> B2R x <= 0.
Proof. destruct x as [| | |s m e H]; simpl; intros _ S; try lra. subst s. now apply F2R_le_0. Qed.

Theorem the_filter_keeps_every_optimum m e cs : is_largest m (map key cs) ->
  (forall c, In c cs -> key c <> nothing) ->
  (forall c, In c cs -> is_finite (key c) = true -> Rabs (B2R (key c) - true_key c) <= B2R e) ->
  forall c, In c cs -> (forall d, In d cs -> true_key d <= true_key c) -> In c (kept m e cs).
Proof.
  intros M N E c I Best. unfold kept. destruct (trusted m e) eqn:T; [|exact I].
  apply andb_prop in T as [Tm Te]. apply filter_In. split; [exact I|].
  destruct M as [(_ & ->)|(Im & M)]; [discriminate|].
  apply in_map_iff in Im as (d & <- & Id).
  assert (Fin : forall x, In x cs -> is_finite (key x) = true).
  { intros x Ix. assert (L := M (key x) (in_map key cs x Ix)). assert (Nx := N x Ix).
    destruct (not_at_least_infinity _ Tm) as [Fd|Ed]; [|now apply N in Id].
    unfold at_least in L. destruct (key x) as [s|[]| |s a b H], (key d) as [s'|[]| |s' a' b' H'];
      try discriminate; auto; now contradiction Nx. }
  assert (Fc := Fin c I). assert (Fd := Fin d Id). assert (Ec := E c I Fc). assert (Ed := E d Id Fd).
  assert (P : 0 <= B2R e) by (assert (H := Rabs_pos (B2R (key c) - true_key c)); lra).
  assert (Near : B2R (key d) - 2 * B2R e <= B2R (key c)).
  { specialize (Best d Id). apply Rabs_le_inv in Ec, Ed. lra. }
  unfold keeps, at_least. set (k := key c) in *. set (m := key d) in *. clearbody k m.
  clear - Fc Fd Te P Near.
  assert (T := Bmult_correct 53 1024 _ _ mode_NE two e). change (SpecFloat.fexp 53 1024) with fexp64 in T.
  destruct (of_whole_is 2) as [E2 F2]; [lia|]. fold two in E2, F2. rewrite E2, F2, Te in T.
  simpl round_mode in T. fold (rnd (2 * B2R e)) in T.
  destruct (Rlt_bool_spec (Rabs (rnd (2 * B2R e))) (bpow radix2 1024)) as [L|G].
  - destruct T as (Et & Ft & _). fold (times two e) in Et, Ft. simpl in Ft.
    assert (Exact : rnd (2 * B2R e) = 2 * B2R e).
    { apply rnd_float. rewrite Rmult_comm.
      apply (mult_bpow_pos_exact_FLT radix2 (-1074) 53 (B2R e) 1); [|lia].
      apply float64_is_float. }
    rewrite Exact in Et.
    assert (S := Bminus_correct 53 1024 _ _ mode_NE m (times two e) Fd Ft). rewrite Et in S.
    change (SpecFloat.fexp 53 1024) with fexp64 in S. simpl round_mode in S.
    fold (rnd (B2R m - 2 * B2R e)) in S.
    destruct (Rlt_bool_spec (Rabs (rnd (B2R m - 2 * B2R e))) (bpow radix2 1024)) as [L'|G'].
    + destruct S as (Es & Fs & _). fold (minus m (times two e)) in Es, Fs.
      rewrite Bleb_correct by assumption. apply Rle_bool_true. rewrite Es.
      rewrite <- (rnd_float (B2R k)) by apply float64_is_float. now apply rnd_le.
    + destruct S as [S Sm]. fold (minus m (times two e)) in S. destruct (Bsign m) eqn:Bm.
      * apply (overflows_to true) in S. rewrite S. now apply least_of_all.
      * exfalso. assert (M0 := positive_sign m Fd Bm). apply (f_equal negb) in Sm.
        rewrite Bool.negb_involutive in Sm.
        assert (E0 := negative_sign _ Ft (eq_sym Sm)). unfold float64 in *.
        change (B2R (Bmult mode_NE two e) <= 0) in E0.
        change (B2R (Bmult mode_NE two e) = 2 * B2R e) in Et. rewrite Et in E0.
        replace (2 * B2R e) with 0 in G' by lra.
        rewrite Rminus_0_r, rnd_float in G' by apply float64_is_float.
        assert (H := float64_is_small m). lra.
  - assert (P' : 0 < B2R e).
    { destruct P as [P|P]; [exact P|]. rewrite <- P, Rmult_0_r, rnd_0, Rabs_R0 in G.
      assert (H := bpow_gt_0 radix2 1024). lra. }
    assert (Be : Bsign e = false).
    { destruct (Bsign e) eqn:B; [|reflexivity]. assert (H := negative_sign e Te B). lra. }
    rewrite Be in T. apply (overflows_to (xorb (Bsign two) false)) in T. fold (times two e) in T. rewrite T.
    change (Bsign two) with false. simpl xorb.
    replace (minus m (B754_infinity false)) with nothing by (now destruct m as [|[]| |]).
    now apply least_of_all.
Qed.

(** ** A plausible wrong statement

    That the test alone will do, whatever the keys: where one is NaN, so is the largest, and every
    candidate is struck out, the optimal one too. *)
Example one_nan_strikes_out_all :
  let cs := [{| key := B754_nan; true_key := 0 |}; {| key := two; true_key := 2 |}] in
  is_largest B754_nan (map key cs) /\ filter (keeps B754_nan (of_whole 0)) cs = [] /\
  kept B754_nan (of_whole 0) cs = cs.
Proof. repeat split. left. split; [now left|reflexivity]. Qed.

(** That floats add up to the same in any order; and that products of whole numbers are exact: not from 2^53
    on. *)
Example the_order_of_a_sum_matters :
  let a := of_whole (2 ^ 53) in let one := of_whole 1 in Bltb (plus (plus a one) one)
    (plus a (plus one one)) = true.
Proof. vm_compute. reflexivity. Qed.

Example products_of_large_whole_numbers_round :
  let a := of_whole (2 ^ 27) in let b := of_whole (2 ^ 27 + 1) in let c := of_whole (2 ^ 27 + 2) in
  Beqb (times b b) (times a c) = true.
Proof. vm_compute. reflexivity. Qed.

(** Nor is what is left of a whole number, where both are large, their difference: a second child's weight is
    rounded. *)
Example the_rest_of_a_whole_is_rounded :
  let whole := of_whole (2 ^ 54) in let one := of_whole 1 in Beqb (minus whole one) whole = true.
Proof. vm_compute. reflexivity. Qed.
