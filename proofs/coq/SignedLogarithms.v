(** * SignedLogarithms: sums of logarithms, and quotients of two, whose comparisons are certain

    A dictionary to read [Spec/Growing] by, as [over-reals/Numbers] is: here the numbers are sums of logarithms with
    rational coefficients, as Python's are, or quotients of two such sums.  Two sums are compared by two integers,
    two quotients by cross products that integers enclose; what neither decides is [Unknown], never guessed.  So ID3
    and C4.5 compute. *)
From Coq Require Import ZArith QArith Qreals Qminmax Lqa Reals Lra Lia List Bool Permutation.
From Dtrees Require Import Sums Summary Entropy Logarithms IntegerLogarithm.
Import ListNotations.
Open Scope Z_scope.

(** ** Sums of [c log2 b], each base above 1 *)

Definition lin : Type := list (Z * Q).

Fixpoint insert_term (b : Z) (c : Q) (l : lin) : lin :=
  match l with
  | [] => [(b, c)]
  | (b', c') :: l' =>
      if b =? b' then (b, Qred (c + c')) :: l' else if b <? b' then (b, c) :: l else (b', c') :: insert_term b c l'
  end.

Definition is_zero_term (t : Z * Q) : bool := Qeq_bool (snd t) 0.
Definition drop_zeros (l : lin) : lin := filter (fun t => negb (is_zero_term t)) l.
Definition add_lin (l m : lin) : lin := drop_zeros (fold_right (fun t s => insert_term (fst t) (snd t) s) m l).
Definition scale_lin (k : Q) (l : lin) : lin := drop_zeros (map (fun t => (fst t, Qred (k * snd t))) l).

(** The sum over one denominator, in integers. *)
Definition denominator_of (l : lin) : Z := fold_right (fun t d => Z.lcm (Zpos (Qden (snd t))) d) 1 l.
Definition integers (l : lin) : terms :=
  map (fun t => (fst t, Qnum (snd t) * (denominator_of l / Zpos (Qden (snd t))))) l.
Definition sign (l : lin) : comparison := Z.compare (powers 1 (integers l)) (powers (-1) (integers l)).

(** [2 ^ bits] times the sum lies between these. *)
Definition near (bits : Z) (l : lin) : Q :=
  fold_right (fun t s => (snd t * inject_Z (scaled_log2 (fst t) bits) + s)%Q) 0%Q l.
Definition error (l : lin) : Q := fold_right (fun t s => (Qabs.Qabs (snd t) * 2 + s)%Q) 0%Q l.
Definition low (bits : Z) (l : lin) : Q := Qred (near bits l - error l).
Definition high (bits : Z) (l : lin) : Q := Qred (near bits l + error l).

(** ** Numbers: a sum, a quotient of two sums, or not known *)

Inductive num : Type := Lin (l : lin) | Ratio (a b : lin) | Unknown.

Definition rational (x : Q) : num := Lin (drop_zeros [(2, Qred x)]).
Definition zero : num := Lin [].

Definition as_rational (l : lin) : option Q :=
  match l with [] => Some 0%Q | [(b, c)] => if b =? 2 then Some c else None | _ => None end.

Definition add (x y : num) : num := match x, y with Lin a, Lin b => Lin (add_lin a b) | _, _ => Unknown end.

Definition times (x y : num) : num :=
  match x, y with
  | Lin a, Lin b =>
      match as_rational a, as_rational b with
      | Some k, _ => Lin (scale_lin k b)
      | _, Some k => Lin (scale_lin k a)
      | _, _ => Unknown
      end
  | _, _ => Unknown
  end.

Definition minus (x y : num) : num := add x (times (rational (-1)) y).

Definition over (x y : num) : num :=
  match x, y with
  | Lin a, Lin b =>
      match as_rational b with
      | Some k => if Qeq_bool k 0 then Unknown else Lin (scale_lin (/ k) a)
      | None => Ratio a b
      end
  | _, _ => Unknown
  end.

(** *** Their order *)

Definition fraction_of (x : num) : option (lin * lin) :=
  match x with Lin a => Some (a, [(2, 1%Q)]) | Ratio a b => Some (a, b) | Unknown => None end.

(** The least and the largest of the products of two intervals. *)
Definition product_low (a b c d : Q) : Q := Qmin (Qmin (a * c) (a * d)) (Qmin (b * c) (b * d)).
Definition product_high (a b c d : Q) : Q := Qmax (Qmax (a * c) (a * d)) (Qmax (b * c) (b * d)).

(** [a / b] and [c / d] by their cross products [a d] and [c b], where both denominators are positive. *)
Definition apart (bits : Z) (a b c d : lin) : option comparison :=
  let ad := product_low (low bits a) (high bits a) (low bits d) (high bits d) in
  let ad' := product_high (low bits a) (high bits a) (low bits d) (high bits d) in
  let cb := product_low (low bits c) (high bits c) (low bits b) (high bits b) in
  let cb' := product_high (low bits c) (high bits c) (low bits b) (high bits b) in
  if negb (Qle_bool cb ad') then Some Lt else if negb (Qle_bool ad cb') then Some Gt else None.

(** The cross products as sums of products of two logarithms: they tie where these are the same. *)
Definition products (a d : lin) : list (Z * Z * Q) :=
  flat_map (fun s => map (fun t => (Z.min (fst s) (fst t), Z.max (fst s) (fst t), (snd s * snd t)%Q)) d) a.
Definition coefficient (b c : Z) (l : list (Z * Z * Q)) : Q :=
  fold_right (fun '(x, y, k) s => if (x =? b) && (y =? c) then (k + s)%Q else s) 0%Q l.
Definition tie (a b c d : lin) : bool :=
  let l := products a d in
  let m := products c b in
  forallb (fun '(x, y, _) => Qeq_bool (coefficient x y l) (coefficient x y m)) (l ++ m).

Definition compare_fractions (a b c d : lin) : option comparison :=
  match sign b, sign d with
  | Gt, Gt =>
      if tie a b c d then Some Eq
      else match apart 40 a b c d with Some r => Some r | None => apart 200 a b c d end
  | _, _ => None
  end.

Definition compare_numbers (x y : num) : option comparison :=
  match x, y with
  | Lin a, Lin b => Some (sign (add_lin a (scale_lin (-1) b)))
  | _, _ =>
      match fraction_of x, fraction_of y with
      | Some (a, b), Some (c, d) => compare_fractions a b c d
      | _, _ => None
      end
  end.

Definition at_most (x y : num) : bool := match compare_numbers x y with Some Lt | Some Eq => true | _ => false end.
Definition same (x y : num) : bool := match compare_numbers x y with Some Eq => true | _ => false end.
Definition decided (x y : num) : bool := match compare_numbers x y with Some _ => true | None => false end.

(** ** What they are *)

Open Scope R_scope.

Definition value_of (l : lin) : R := sumR (fun t => Q2R (snd t) * log2 (IZR (fst t))) l.
Arguments value_of : simpl never.
Definition good (l : lin) : Prop := forall b c, In (b, c) l -> (1 < b)%Z.

Lemma value_of_cons t l : value_of (t :: l) = Q2R (snd t) * log2 (IZR (fst t)) + value_of l.
Proof. reflexivity. Qed.

Lemma value_of_dropped l : value_of (drop_zeros l) = value_of l.
Proof.
  induction l as [|t l IH]; [reflexivity|]. unfold drop_zeros. simpl. fold (drop_zeros l). unfold is_zero_term.
  destruct (Qeq_bool (snd t) 0) eqn:E; simpl; rewrite !value_of_cons, IH; [|reflexivity].
  apply Qeq_bool_iff, Qeq_eqR in E. rewrite E, RMicromega.Q2R_0. ring.
Qed.

Lemma value_of_inserted b c l : value_of (insert_term b c l) = Q2R c * log2 (IZR b) + value_of l.
Proof.
  induction l as [|(b', c') l IH]; [reflexivity|]. cbn [insert_term]. destruct (Z.eqb_spec b b') as [->|_].
  - rewrite !value_of_cons. cbn [fst snd]. rewrite (Qeq_eqR _ _ (Qred_correct (c + c')%Q)), Q2R_plus. ring.
  - destruct (Z.ltb b b'); rewrite !value_of_cons; cbn [fst snd]; [reflexivity|]. rewrite IH. ring.
Qed.

Lemma a_sum_adds l m : value_of (add_lin l m) = value_of l + value_of m.
Proof.
  unfold add_lin. rewrite value_of_dropped. induction l as [|t l IH]; cbn [fold_right]; [unfold value_of at 2; simpl; ring|].
  rewrite value_of_inserted, IH, value_of_cons. ring.
Qed.

Lemma a_multiple_multiplies k l : value_of (scale_lin k l) = Q2R k * value_of l.
Proof.
  unfold scale_lin. rewrite value_of_dropped. induction l as [|t l IH]; cbn [map]; [unfold value_of; simpl; ring|].
  rewrite !value_of_cons, IH. cbn [fst snd]. rewrite (Qeq_eqR _ _ (Qred_correct (k * snd t)%Q)), Q2R_mult. ring.
Qed.

Lemma denominator_divides l t : In t l -> (Zpos (Qden (snd t)) | denominator_of l)%Z.
Proof.
  induction l as [|u l IH]; [easy|]. intros [->|I]; simpl; [apply Z.divide_lcm_l|].
  etransitivity; [now apply IH|apply Z.divide_lcm_r].
Qed.

Lemma denominator_positive l : (0 < denominator_of l)%Z.
Proof.
  induction l as [|t l IH]; simpl; [lia|]. assert (N := Z.lcm_nonneg (Zpos (Qden (snd t))) (denominator_of l)).
  assert (Z.lcm (Zpos (Qden (snd t))) (denominator_of l) <> 0)%Z; [|lia]. intros E. apply Z.lcm_eq_0 in E. lia.
Qed.

Lemma integers_value l : value (integers l) = ln 2 * IZR (denominator_of l) * value_of l.
Proof.
  assert (L2 := ln_2_positive). unfold integers, value, value_of. set (d := denominator_of l).
  assert (H : forall t, In t l -> (Zpos (Qden (snd t)) | d)%Z) by apply denominator_divides.
  rewrite sumR_map, (sumR_ext _ (fun t => Q2R (snd t) * log2 (IZR (fst t)) * (ln 2 * IZR d))).
  - rewrite sumR_scale. ring.
  - intros t I. destruct (H t I) as (k & E). cbn [fst snd]. rewrite E, Z.div_mul by easy. rewrite !mult_IZR.
    unfold log2, Q2R. field. split; [lra|]. apply IZR_neq. easy.
Qed.

Lemma integers_good l : good l -> bases_above_one (integers l).
Proof.
  intros G b c I. apply in_map_iff in I as ((b', c') & E & I). injection E as <- _. now apply (G b' c').
Qed.

(** The sign that two integers tell is the sum's. *)
Theorem a_sign_is_right l : good l ->
  match sign l with Gt => 0 < value_of l | Eq => value_of l = 0 | Lt => value_of l < 0 end.
Proof.
  intros G. assert (B := integers_good l G). assert (E := integers_value l).
  assert (P : 0 < ln 2 * IZR (denominator_of l)).
  { apply Rmult_lt_0_compat; [exact ln_2_positive|]. apply IZR_lt, denominator_positive. }
  destruct (sign_is_a_comparison_of_integers (integers l) B) as [Pos Zero]. rewrite E in Pos, Zero.
  set (k := ln 2 * IZR (denominator_of l)) in *. unfold sign.
  destruct (Z.compare_spec (powers 1 (integers l)) (powers (-1) (integers l))) as [C|C|C].
  - apply Zero in C. apply Rmult_integral in C as [C|C]; [lra|exact C].
  - destruct (Rtotal_order (value_of l) 0) as [L|[Z0|L]]; [exact L| |].
    + assert (K : k * value_of l = 0) by (rewrite Z0; ring). apply Zero in K. lia.
    + assert (K : 0 < k * value_of l) by now apply Rmult_lt_0_compat. apply Pos in K. lia.
  - apply Pos in C. destruct (Rle_or_lt (value_of l) 0) as [L|L]; [|exact L].
    assert (k * value_of l <= k * 0) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma Q2R_whole_number z : Q2R (inject_Z z) = IZR z.
Proof. unfold Q2R. simpl. field. Qed.

Lemma Q2R_abs c : Q2R (Qabs.Qabs c) = Rabs (Q2R c).
Proof.
  destruct c as (n, d). unfold Q2R. simpl. rewrite Rabs_mult, abs_IZR. f_equal. symmetry. apply Rabs_right.
  apply Rle_ge, Rlt_le, Rinv_0_lt_compat, IZR_lt. easy.
Qed.

(** The enclosure encloses. *)
Lemma near_enough bits l : good l -> (0 <= bits <= 2 ^ 26)%Z ->
  Rabs (IZR (2 ^ bits) * value_of l - Q2R (near bits l)) <= Q2R (error l).
Proof.
  intros G Bits. induction l as [|(b, c) l IH].
  - unfold value_of, near, error. simpl. rewrite RMicromega.Q2R_0, Rmult_0_r, Rminus_0_r, Rabs_R0. lra.
  - assert (IHl := IH (fun x y I => G x y (or_intror I))). clear IH.
    rewrite value_of_cons. cbn [near error fold_right fst snd]. fold (near bits l) (error l).
    rewrite !Q2R_plus, !Q2R_mult.
    assert (N := scaled_log2_is_near b bits). assert (Gb := G b c (or_introl eq_refl)).
    specialize (N ltac:(lia) Bits). rewrite Q2R_whole_number.
    replace (Q2R (Qabs.Qabs c)) with (Rabs (Q2R c)) by (symmetry; apply Q2R_abs).
    replace (Q2R 2) with 2 by (unfold Q2R; simpl; field).
    replace (IZR (2 ^ bits) * (Q2R c * log2 (IZR b) + value_of l) - (Q2R c * IZR (scaled_log2 b bits) + Q2R (near bits l)))
      with (Q2R c * (IZR (2 ^ bits) * log2 (IZR b) - IZR (scaled_log2 b bits)) +
            (IZR (2 ^ bits) * value_of l - Q2R (near bits l))) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult.
    assert (A := Rabs_pos (Q2R c)).
    assert (Rabs (Q2R c) * Rabs (IZR (2 ^ bits) * log2 (IZR b) - IZR (scaled_log2 b bits)) <= Rabs (Q2R c) * 2)
      by (apply Rmult_le_compat_l; lra). lra.
Qed.
