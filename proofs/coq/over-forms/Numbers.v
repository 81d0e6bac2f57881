(** * Numbers: fractions, sums of logarithms and their quotients, under the names of the fractions

    What ID3 and C4.5 compute with.  The definitions of growing, read with this dictionary in place of
    [QArith], run. Every number has its real number, every operation is that of the reals, and every order is
    right.  Where integers do not find the order of two quotients it is that of the reals, which nothing
    computes: there a vector is refused. [QUINLAN86; C45 ch. 2; NOTE_D] *)
From Coq Require Import ZArith QArith Qreals Reals Lra Lia Cantor ClassicalDedekindReals.
From Dtrees Require Import Spec.Summaries Spec.Entropies Entropy Forms.
Open Scope Q_scope.

Inductive number : Type :=
| Fraction (q : QArith_base.Q)
| Sum (f : form)
| Ratio (f g : form)
| Real (x : R).                              (* what is none of these, and is not computed with *)

Definition real (x : number) : R :=
  match x with
  | Fraction q => Q2R q
  | Sum f => Forms.real f
  | Ratio f g => Forms.real f / Forms.real g
  | Real x => x
  end.

Definition sum_of (x : number) : option form :=
  match x with Fraction q => Some (constant q) | Sum f => Some f | _ => None end.

Definition plus (x y : number) : number :=
  match x, y with
  | Fraction p, Fraction q => Fraction (p + q)
  | _, _ => match sum_of x, sum_of y with
            | Some f, Some g => Sum (sum_of_forms f g)
            | _, _ => Real (real x + real y)
            end
  end.

Definition minus (x y : number) : number :=
  match x, y with
  | Fraction p, Fraction q => Fraction (p - q)
  | _, _ => match sum_of x, sum_of y with
            | Some f, Some g => Sum (less f g)
            | _, _ => Real (real x - real y)
            end
  end.

Definition times (x y : number) : number :=
  match x, y with
  | Fraction p, Fraction q => Fraction (p * q)
  | Fraction q, Sum f | Sum f, Fraction q => Sum (Forms.times q f)
  | _, _ => Real (real x * real y)
  end.

Definition divided (x y : number) : number :=
  match x, y with
  | Fraction p, Fraction q => Fraction (p / q)
  | _, _ => match sum_of x, sum_of y with
            | Some f, Some g => Ratio f g
            | _, _ => Real (real x / real y)
            end
  end.

Definition reduced (x : number) : number := match x with Fraction q => Fraction (Qred q) | _ => x end.

(** The order that integers find. *)
Definition found (x y : number) : option comparison :=
  match x, y with
  | Fraction p, Fraction q => Some (p ?= q)
  | Ratio a b, Ratio c d => quotients a b c d
  | _, _ => match sum_of x, sum_of y with Some f, Some g => Some (sign (less f g)) | _, _ => None end
  end.

Definition order (x y : number) : comparison :=
  match found x y with
  | Some o => o
  | None => match total_order_T (real x) (real y) with
            | inleft (left _) => Lt
            | inleft (right _) => Eq
            | inright _ => Gt
            end
  end.

(** ** They are the real numbers *)

Lemma Q2R_share x w : Q2R (x / w) = (Q2R x / Q2R w)%R.
Proof.
  destruct (Qeq_dec w 0) as [Z|N]; [|now apply Q2R_div]. unfold Qdiv.
  rewrite Q2R_mult, (Qeq_eqR _ _ Z), Q2R_0. unfold Rdiv. rewrite Rinv_0.
  assert (I : / w == 0) by (rewrite Z; reflexivity). now rewrite (Qeq_eqR _ _ I), Q2R_0.
Qed.

Lemma sum_of_is x f : sum_of x = Some f -> Forms.real f = real x.
Proof. destruct x; intros E; try easy; injection E as <-; [apply real_constant|reflexivity]. Qed.

Ltac by_sums x y :=
  destruct (sum_of x) as [f|] eqn:X, (sum_of y) as [g|] eqn:Y; trivial; apply sum_of_is in X, Y; cbn [real].

Lemma real_plus x y : real (plus x y) = (real x + real y)%R.
Proof.
  assert (S : real match sum_of x, sum_of y with
      | Some f, Some g => Sum (sum_of_forms f g) | _, _ => Real (real x + real y) end = (real x + real y)%R)
    by (by_sums x y; now rewrite real_sum, X, Y).
  destruct x, y; try exact S. apply Q2R_plus.
Qed.

Lemma real_minus x y : real (minus x y) = (real x - real y)%R.
Proof.
  assert (S : real match sum_of x, sum_of y with
      | Some f, Some g => Sum (less f g) | _, _ => Real (real x - real y) end = (real x - real y)%R)
    by (by_sums x y; now rewrite real_less, X, Y).
  destruct x, y; try exact S. apply Q2R_minus.
Qed.

Lemma real_times x y : real (times x y) = (real x * real y)%R.
Proof. destruct x, y; simpl; rewrite ?Q2R_mult, ?Forms.real_times; ring. Qed.

Lemma real_divided x y : real (divided x y) = (real x / real y)%R.
Proof.
  assert (S : real match sum_of x, sum_of y with
      | Some f, Some g => Ratio f g | _, _ => Real (real x / real y) end = (real x / real y)%R)
    by (by_sums x y; now rewrite X, Y).
  destruct x, y; try exact S. apply Q2R_share.
Qed.

Lemma real_reduced x : real (reduced x) = real x.
Proof. destruct x; trivial. apply Q2R_red. Qed.

Theorem the_order_is_right x y :
  match order x y with Lt => real x < real y | Eq => real x = real y | Gt => real y < real x end%R.
Proof.
  assert (F : forall o, found x y = Some o ->
    match o with Lt => real x < real y | Eq => real x = real y | Gt => real y < real x end%R).
  { assert (S : forall o, match sum_of x, sum_of y with Some f, Some g => Some (sign (less f g)) | _, _ =>
    None end = Some o ->
      match o with Lt => real x < real y | Eq => real x = real y | Gt => real y < real x end%R).
    { intros o. destruct (sum_of x) as [f|] eqn:X, (sum_of y) as [g|] eqn:Y; intros E; try easy.
      injection E as <-.
      apply sum_of_is in X, Y. rewrite <- X, <- Y. assert (L := the_sign_is_the_sign (less f g)).
        rewrite real_less in L.
      destruct (sign (less f g)); lra. }
    intros o. destruct x, y; try exact (S o).
    - intros E. injection E as <-. cbn [real]. destruct (Qcompare_spec q q0) as [E|L|L].
      + now apply Qeq_eqR.
      + now apply Qlt_Rlt.
      + now apply Qlt_Rlt.
    - apply the_order_of_quotients_is_right. }
  unfold order. destruct (found x y) as [o|]; [now apply F|]. destruct (total_order_T _ _) as [[L|E]|L];
    trivial.
Qed.

(** ** A function of two fractions is one of numbers, and of reals

    Whether a real number is a fraction, and which, is decided by the axioms of the reals. *)

Definition numbered_fraction (n : nat) : QArith_base.Q :=
  let (k, d) := Cantor.of_nat n in let (a, b) := Cantor.of_nat k in
  Qmake (Z.of_nat a - Z.of_nat b) (Pos.of_succ_nat d).

Lemma every_fraction_has_a_number q : exists n, numbered_fraction n = q.
Proof.
  destruct q as [z p]. exists (Cantor.to_nat (Cantor.to_nat (Z.to_nat z, Z.to_nat (- z)),
    pred (Pos.to_nat p))).
  unfold numbered_fraction. rewrite !Cantor.cancel_of_to. f_equal; lia.
Qed.

Definition fraction_of (x : R) : option QArith_base.Q :=
  match sig_forall_dec (fun n => Q2R (numbered_fraction n) <> x)
    (fun n => match Req_EM_T (Q2R (numbered_fraction n)) x with left E => right (fun N => N E) | right N =>
      left N end) with
  | inleft (exist _ n _) => Some (Qred (numbered_fraction n))
  | inright _ => None
  end.

Lemma fraction_of_is q : fraction_of (Q2R q) = Some (Qred q).
Proof.
  unfold fraction_of. destruct (sig_forall_dec _ _) as [[n N]|N].
  - f_equal. apply Qred_complete, eqR_Qeq. destruct (Req_EM_T (Q2R (numbered_fraction n)) (Q2R q)); tauto.
  - destruct (every_fraction_has_a_number q) as [n E]. destruct (N n). now rewrite E.
Qed.

Definition real_middle (m : QArith_base.Q -> QArith_base.Q -> QArith_base.Q) (x y : R) : R :=
  match fraction_of x, fraction_of y with Some a, Some b => Q2R (m a b) | _, _ => x end.

Definition lifted (m : QArith_base.Q -> QArith_base.Q -> QArith_base.Q) (x y : number) : number :=
  match x, y with
  | Fraction a, Fraction b => Fraction (m (Qred a) (Qred b))
  | _, _ => Real (real_middle m (real x) (real y))
  end.

Lemma a_lifted_middle_is_real m x y : real_middle m (real x) (real y) = real (lifted m x y).
Proof. destruct x, y; trivial. unfold real_middle. cbn [real lifted]. now rewrite !fraction_of_is. Qed.

(** ** The names of the fractions *)

Declare Scope number_scope.
Bind Scope number_scope with number.
Notation Q := number.
Notation Qred := reduced.
Definition Qle_bool (x y : number) : bool := match order x y with Gt => false | _ => true end.
Definition Qeq_bool (x y : number) : bool := match order x y with Eq => true | _ => false end.

Notation "x + y" := (plus x y) : number_scope.
Notation "x - y" := (minus x y) : number_scope.
Notation "x * y" := (times x y) : number_scope.
Notation "x / y" := (divided x y) : number_scope.
Notation "a # b" := (Fraction (Qmake a%Z b%positive)) (at level 55, no associativity) : number_scope.
Definition number_of_integer (n : Z) : number := Fraction (inject_Z n).
Definition integer_of_number (x : number) : option Z :=
  match x with Fraction (Qmake n 1) => Some n | _ => None end.
Number Notation number number_of_integer integer_of_number : number_scope.
