(** * Contenders: the filter of C4.5, of any gains, floats and errors

    Of each feature the questions near its largest key are kept; gains, their errors, the numbers that
      enclose the
    ratio, the gate, limits and what contends are those of [dtrees.vectorized], operation by operation in
      binary64.
    Where keys are near the gains, as some affine function, gains no further off than the errors, and ratios
      between
    their numbers, every admissible question is a kept question of a contending feature. *)
From Coq Require Import ZArith Reals Lra Lia List.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeKeys WholeFilter WholeCounts ProgrammedLogarithm
  Decisions
  FloatDecisions.
From Dtrees Require Spec.Growing.
Import ListNotations.
Open Scope R_scope.

Definition is_least (m : float64) (keys : list float64) : Prop :=
  (In B754_nan keys /\ m = B754_nan) \/ (In m keys /\ forall k, In k keys -> at_least k m = true).

(** A feature, by its candidates: the largest of their keys, and the least and largest ratio of those kept. *)
Record feature (A : Type) := { about : list A; top : float64; lowest : float64; highest : float64 }.
Arguments about {A}. Arguments top {A}. Arguments lowest {A}. Arguments highest {A}.

(** ** What the definitions say, of features and their questions, by their gains and ratios *)

Section Definitions.
  Context {A : Type}.
  Variables (gains ratios : A -> R) (fs : list (feature A)).
  Variables (gate : Growing.gate) (gainless : bool) (min_gain : R).

  Definition largest_gain (f : feature A) : R :=
    match about f with [] => 0 | q :: l => fold_right (fun p m => Rmax (gains p) m) (gains q) l end.
  Definition best_about (f : feature A) (q : A) : Prop := In q (about f) /\ gains q = largest_gain f.

  (** The largest gain of its feature passes the gate, and the limits on the gain. *)
  Definition may_be_asked (q : A) : Prop :=
    passes_gate gate (gains q) (map largest_gain fs) /\ suffices gainless min_gain (gains q).
  Definition admissible (f : feature A) (q : A) : Prop :=
    In f fs /\ best_about f q /\ may_be_asked q /\
    forall f' p, In f' fs -> best_about f' p -> may_be_asked p -> ratios p <= ratios q.

  Lemma largest_gain_is f : about f <> [] -> (exists q, best_about f q) /\
    forall p, In p (about f) -> gains p <= largest_gain f.
  Proof.
    unfold best_about, largest_gain. destruct (about f) as [|q l]; [easy|]. intros _.
    induction l as [|p l IH]; cbn [fold_right].
    - split; [exists q; split; [now left|reflexivity]|]. intros p [<-|[]]. lra.
    - destruct IH as [(b & Ib & Eb) B]. set (m := fold_right (fun p m => Rmax (gains p) m) (gains q) l) in *.
      split.
      + destruct (Rle_dec (gains p) m) as [L|L].
        * exists b. rewrite Rmax_right by exact L. split; [|exact Eb]. destruct Ib as [<-|Ib]; [now left|now
          right; right].
        * exists p. rewrite Rmax_left by lra. split; [now right; left|reflexivity].
      + intros x [<-|[<-|I]].
        * apply Rle_trans with (2 := Rmax_r _ _). apply B. now left.
        * apply Rmax_l.
        * apply Rle_trans with (2 := Rmax_r _ _). apply B. now right.
  Qed.
End Definitions.

(** ** What is programmed *)

Section Programmed.
  Context {A : Type}.
  Variables (e base : float64) (key low high : A -> float64).
  Variables (fs : list (feature A)) (gate : Growing.gate) (all_pass gainless : bool) (share limit : float64).
  Variables (sum largest bar : float64).

  Definition kept_of (f : feature A) : list A := survivors_by key (top f) e (about f).
  Definition ends_are (f : feature A) : Prop :=
    is_largest (top f) (map key (about f)) /\ is_least (lowest f) (map low (kept_of f)) /\
    is_largest (highest f) (map high (kept_of f)).

  Definition gain_of (f : feature A) : float64 := float_gain (top f) base.
  Definition error_of (f : feature A) : float64 := gain_error e (top f) base.
  Definition past (f : feature A) : bool :=
    surely_passes gate (Z.of_nat (length fs)) (gain_of f) (error_of f) sum largest.
  Definition sure (f : feature A) : bool :=
    past f && surely_asked all_pass gainless share (gain_of f) (error_of f) limit.
  Definition out (f : feature A) : bool :=
    surely_fails gate (Z.of_nat (length fs)) (gain_of f) (error_of f) sum largest ||
    surely_barred all_pass gainless share (gain_of f) (error_of f) limit.
  Definition contends (f : feature A) : bool := negb (out f) && at_least (highest f) bar.

  (** The sum and the largest magnitude of the gains, and the largest of what surely may be had. *)
  Definition gated : Prop :=
    adds_up_to (map gain_of fs) sum /\ is_largest largest (map (fun f => Babs (gain_of f)) fs) /\
    is_largest bar (map (fun f => if sure f then lowest f else of_whole 0) fs).
End Programmed.

(** ** What is proved of it: each best question is kept, and what floats tell of a feature is so *)

Definition tells_rightly {A} (gains ratios : A -> R) (e base : float64) (key : A -> float64) fs gate all_pass
    gainless share limit min_gain sum largest bar : Prop := forall f, In f fs ->
  trusted (top f) e = true /\
  (past e base fs gate sum largest f = true ->
    passes_gate gate (largest_gain gains f) (map (largest_gain gains) fs)) /\
  forall q, best_about gains f q -> In q (kept_of e key f) /\
    (sure e base fs gate all_pass gainless share limit sum largest f = true ->
      may_be_asked gains fs gate gainless min_gain q) /\
    (out e base fs gate all_pass gainless share limit sum largest f = true ->
      ~ may_be_asked gains fs gate gainless min_gain q) /\
    (admissible gains ratios fs gate gainless min_gain f q ->
      contends e base fs gate all_pass gainless share limit sum largest bar f = true).

Section Right.
  Context {A : Type}.
  Variables (gains ratios : A -> R) (e base : float64) (key : A -> float64) (fs : list (feature A)).
  Variables (gate : Growing.gate) (all_pass gainless : bool) (share limit : float64) (min_gain : R).
  Variables (sum largest bar : float64).
  Hypothesis right : tells_rightly gains ratios e base key fs gate all_pass gainless share limit min_gain sum
    largest bar.

  (** Every admissible question is kept, and its feature contends. *)
  Theorem whatever_is_admissible_contends f q : admissible gains ratios fs gate gainless min_gain f q ->
    In q (kept_of e key f) /\ contends e base fs gate all_pass gainless share limit sum largest bar f = true.
  Proof.
    intros Ad. destruct (right f (proj1 Ad)) as (_ & _ & H).
    destruct (H q (proj1 (proj2 Ad))) as (K & _ & _ & C). split; [exact K|now apply C].
  Qed.

  (** Where all are surely out, no question is admissible. *)
  Theorem where_all_are_out_none_is_admissible :
    (forall f, In f fs -> out e base fs gate all_pass gainless share limit sum largest f = true) ->
    forall f q, ~ admissible gains ratios fs gate gainless min_gain f q.
  Proof.
    intros O f q (F & B & M & _). destruct (right f F) as (_ & _ & H).
    destruct (H q B) as (_ & _ & N & _). now apply N; [apply O|].
  Qed.
End Right.

Lemma finite_is_trusted (m e : float64) : is_finite m = true -> is_finite e = true -> trusted m e = true.
Proof. intros M E. unfold trusted. rewrite E, Bool.andb_true_r. now destruct m as [s|s| |[] n x B]. Qed.

Lemma kept_is_about {A} e key (f : feature A) q : In q (kept_of e key f) -> In q (about f).
Proof.
  unfold kept_of, survivors_by. destruct (trusted (top f) e); [|easy]. intros I. now apply filter_In in I.
Qed.

(** Comparisons of finite floats. *)
Lemma largest_of_finite m keys : is_largest m keys -> (forall k, In k keys -> is_finite k = true) ->
  In m keys /\ is_finite m = true /\ forall k, In k keys -> B2R k <= B2R (m : float64).
Proof.
  intros [(I & _)|(I & M)] F; [apply F in I; discriminate|]. split; [exact I|]. split; [now apply F|].
  intros k J. apply at_least_is; auto.
Qed.

Lemma least_of_finite m keys : is_least m keys -> (forall k, In k keys -> is_finite k = true) ->
  In m keys /\ is_finite m = true /\ forall k, In k keys -> B2R (m : float64) <= B2R k.
Proof.
  intros [(I & _)|(I & M)] F; [apply F in I; discriminate|]. split; [exact I|]. split; [now apply F|].
  intros k J. apply at_least_is; auto.
Qed.

(** Scaling the gains moves none past the gate. *)
Lemma passes_scaled gate c x gains : 0 < c ->
  passes_gate gate (c * x) (map (fun y => c * y) gains) <-> passes_gate gate x gains.
Proof.
  intros C. assert (E : sumR (fun y => c * x - y) (map (fun y => c * y) gains) = c * sumR (fun y => x - y)
    gains).
  { rewrite !excess_of_gains, map_length, sumR_map. rewrite (sumR_ext _ (fun y => y * c)) by (intros; ring).
    rewrite sumR_scale. ring. }
  destruct gate; unfold passes_gate; rewrite ?E; [easy| |]; split; intros H.
  - apply Rmult_le_reg_l with c; [exact C|]. now rewrite Rmult_0_r.
  - apply Rmult_le_pos; lra.
  - apply Rmult_lt_reg_l with c; [exact C|]. now rewrite Rmult_0_r.
  - apply Rmult_lt_0_compat; lra.
Qed.

Lemma suffices_scaled gainless c limit x : 0 < c ->
  suffices gainless (c * limit) (c * x) <-> suffices gainless limit x.
Proof.
  intros C. unfold suffices. split; intros [L P].
  - split; [now apply Rmult_le_reg_l with c|]. destruct P as [P|P]; [left|now right].
    apply Rmult_lt_reg_l with c; [exact C|]. now rewrite Rmult_0_r.
  - split; [apply Rmult_le_compat_l; lra|]. destruct P as [P|P]; [left; apply Rmult_lt_0_compat; lra|now
    right].
Qed.

Section Contenders.
  Context {A : Type}.
  Variables (gains ratios : A -> R) (scale scale' origin near_key near : R).
  Variables (e base : float64) (key low high : A -> float64).
  Variables (fs : list (feature A)) (gate : Growing.gate) (all_pass gainless : bool).
  Variables (off W limit : float64) (W0 min_gain : R).
  Variables (sum largest bar : float64).
  Let share := limit_share off W.
  Let gain_of (f : feature A) := gain_of base f.
  Let error_of (f : feature A) := error_of e base f.

  Hypothesis scales : 0 < scale /\ 0 < scale'.
  Hypothesis few_features : (Z.of_nat (length fs) <= 2 ^ 30)%Z.
  Hypothesis ends : forall f, In f fs -> ends_are e key low high f.
  Hypothesis keys : forall f q, In f fs -> In q (about f) -> is_finite (key q) = true /\
    Rabs (B2R (key q) - (scale * gains q + origin)) <= near_key.
  Hypothesis near_key_is : near_key <= B2R e.
  Hypothesis finite_error : forall f, In f fs -> is_finite e = true.
  Hypothesis floats : forall f, In f fs -> holds_gain (gain_of f) /\ holds_error (error_of f) /\
    Rabs (B2R (gain_of f) - scale * largest_gain gains f) <= near + u * Rabs (B2R (gain_of f)) /\
    4 / 3 * (near + u * Rabs (B2R (gain_of f))) <= B2R (error_of f).
  Hypothesis near_nonneg : 0 <= near.
  Hypothesis nonneg : forall f q, In f fs -> In q (about f) -> 0 <= gains q /\ 0 <= ratios q.
  Hypothesis enclosed : forall f q, In f fs -> In q (kept_of e key f) ->
    is_finite (low q) = true /\ is_finite (high q) = true /\ B2R (low q) <= scale' * ratios q <= B2R (high q).
  Hypothesis gates : gated e base fs gate all_pass gainless share limit sum largest bar.
  Hypothesis all_pass_means : all_pass = true -> min_gain <= 0 /\ gainless = true.
  Hypothesis weight_is : weight_within off W W0.
  Hypothesis limit_is : limit_within limit (scale * min_gain / (W0 / B2R W)).
  Hypothesis not_large : forall f, In f fs -> B2R limit <= bpow radix2 90 * B2R (error_of f).

  Lemma some_question f : In f fs -> about f <> [].
  Proof.
    intros F E. destruct (ends f F) as (T & _). rewrite E in T. destruct T as [([] & _)|([] & _)].
  Qed.

  Lemma the_top_is_near f : In f fs ->
    Rabs (B2R (top f) - (scale * largest_gain gains f + origin)) <= near_key.
  Proof.
    intros F. destruct (ends f F) as (T & _).
    assert (Fin : forall q, In q (about f) -> is_finite (key q) = true) by (intros q I; now apply (keys f)).
    destruct (the_largest_is_a_key key (about f) (top f) T Fin) as [(d & Id & Ed) Above]. rewrite Ed in *.
    destruct (largest_gain_is gains f (some_question f F)) as [(b & Ib & Eb) Most].
    destruct (keys f d F Id) as [_ Nd]. destruct (keys f b F Ib) as [_ Nb]. assert (Db := Above b Ib).
    rewrite Eb in Nb. destruct scales as [C _].
    assert (Ld := Rmult_le_compat_l scale _ _ (Rlt_le _ _ C) (Most d Id)).
    apply Rabs_le_inv in Nd, Nb. apply Rabs_le. lra.
  Qed.

  (** *** The gate and the limits are decided *)

  Theorem what_is_told_of_the_gate f : In f fs ->
    (past e base fs gate sum largest f = true ->
      passes_gate gate (largest_gain gains f) (map (largest_gain gains) fs)) /\
    (surely_fails gate (Z.of_nat (length fs)) (gain_of f) (error_of f) sum largest = true ->
      ~ passes_gate gate (largest_gain gains f) (map (largest_gain gains) fs)).
  Proof.
    intros F. destruct scales as [C _]. rewrite <- (passes_scaled gate scale _ _ C).
      destruct gates as (Ad & Lg & _).
    destruct (floats f F) as (_ & He & _ & Cover).
    assert (U := u_pos). assert (P := Rabs_pos (B2R (gain_of f))).
    assert (0 <= u * Rabs (B2R (gain_of f))) by (apply Rmult_le_pos; lra).
    set (pairs := map (fun f => (gain_of f, scale * largest_gain gains f)) fs).
    assert (Each : forall x t, In (x, t) pairs -> holds_gain x /\ Rabs (B2R x - t) <= near + u * Rabs (B2R
      x)).
    { intros x t J. apply in_map_iff in J as (h & J & Ih). injection J as <- <-.
      destruct (floats h Ih) as (X & _ & Y & _). now split. }
    assert (Len : length pairs = length fs) by apply map_length.
    assert (Ad' : adds_up_to (map fst pairs) sum) by (unfold pairs; rewrite map_map; exact Ad).
    assert (Lg' : is_largest largest (map (fun x => Babs (fst x)) pairs)) by (unfold pairs; rewrite map_map;
      exact Lg).
    assert (Here : In (gain_of f, scale * largest_gain gains f) pairs)
      by (apply (in_map (fun f => (gain_of f, scale * largest_gain gains f)) _ _ F)).
    destruct (the_gate_is_decided pairs sum largest (gain_of f) (error_of f)
      (scale * largest_gain gains f) near Each Ad' Lg' Here
      ltac:(rewrite Len; exact few_features) He ltac:(lra) gate) as [Gp Gf].
    rewrite Len in Gp, Gf.
    replace (map snd pairs) with (map (fun y => scale * y) (map (largest_gain gains) fs)) in *
      by (unfold pairs; now rewrite !map_map).
    now split.
  Qed.

  Theorem what_is_told_of_a_feature f q : In f fs -> best_about gains f q ->
    (sure e base fs gate all_pass gainless share limit sum largest f = true ->
      may_be_asked gains fs gate gainless min_gain q) /\
    (out e base fs gate all_pass gainless share limit sum largest f = true ->
      ~ may_be_asked gains fs gate gainless min_gain q).
  Proof.
    intros F B. destruct scales as [C _]. unfold may_be_asked. destruct (nonneg f q F (proj1 B)) as [Nn _].
    rewrite (proj2 B) in *.
    destruct (floats f F) as (Hg & He & Near & Cover).
    destruct (what_is_told_of_the_gate f F) as [Gp Gf].
    assert (U := u_pos). assert (P := Rabs_pos (B2R (gain_of f))).
    assert (0 <= u * Rabs (B2R (gain_of f))) by (apply Rmult_le_pos; lra).
    assert (Wp : 0 < W0 / B2R W).
    { destruct weight_is as (_ & _ & W0p & _ & Bw & _). apply Rmult_lt_0_compat; [exact W0p|].
      apply Rinv_0_lt_compat. lra. }
    assert (Ap : all_pass = true -> scale * min_gain / (W0 / B2R W) <= 0 /\ gainless = true).
    { intros A0. destruct (all_pass_means A0) as [M Q]. split; [|exact Q].
      assert (X := Rmult_le_compat_l scale _ _ (Rlt_le _ _ C) M). rewrite Rmult_0_r in X.
      assert (I := Rinv_0_lt_compat _ Wp).
      apply Rmult_le_compat_r with (r := / (W0 / B2R W)) in X; [|lra]. rewrite Rmult_0_l in X. exact X. }
    destruct (the_limit_is_decided all_pass gainless (gain_of f) (error_of f) limit off W W0
      (scale * largest_gain gains f) (scale * min_gain / (W0 / B2R W)) _ (proj1 Hg) He Near ltac:(lra)
      ltac:(apply Rmult_le_pos; lra) Ap weight_is limit_is (not_large f F)) as [La Lb].
    replace (scale * min_gain / (W0 / B2R W) * (W0 / B2R W)) with (scale * min_gain) in La, Lb by
      (field; destruct weight_is as (_ & _ & W0p & _ & Bw & _); lra).
    rewrite (suffices_scaled gainless scale _ _ C) in La, Lb.
    unfold sure, out. split; intros O.
    - apply andb_prop in O as [H1 H2]. split; [now apply Gp|now apply La].
    - intros [Q S]. apply Bool.orb_prop in O as [O|O]; [now apply Gf in O|now apply Lb in O].
  Qed.

  (** *** Kept questions, and their ratios *)

  Lemma a_best_question_is_kept f q : In f fs -> best_about gains f q -> In q (kept_of e key f).
  Proof.
    intros F (I & E). destruct (ends f F) as (T & _). destruct scales as [C _].
    destruct (largest_gain_is gains f (some_question f F)) as [_ Most].
    apply (kept_within key (fun p => scale * gains p + origin)); trivial.
    - intros p J. now apply (keys f).
    - intros p J. apply Rle_trans with (2 := near_key_is). now apply (keys f).
    - intros p J. apply Rplus_le_compat_r, Rmult_le_compat_l; [lra|]. rewrite E. now apply Most.
  Qed.

  Lemma ends_enclose f q : In f fs -> In q (kept_of e key f) ->
    is_finite (lowest f) = true /\ is_finite (highest f) = true /\
    B2R (lowest f) <= scale' * ratios q <= B2R (highest f).
  Proof.
    intros F I. destruct (ends f F) as (_ & Lo & Hi).
    destruct (least_of_finite _ _ Lo) as (_ & Fl & L).
    { intros k J. apply in_map_iff in J as (p & <- & J). now apply (enclosed f). }
    destruct (largest_of_finite _ _ Hi) as (_ & Fh & H).
    { intros k J. apply in_map_iff in J as (p & <- & J). now apply (enclosed f). }
    destruct (enclosed f q F I) as (_ & _ & B). split; [exact Fl|]. split; [exact Fh|]. split.
    - apply Rle_trans with (2 := proj1 B). apply L. apply in_map_iff. now exists q.
    - apply Rle_trans with (1 := proj2 B). apply H. apply in_map_iff. now exists q.
  Qed.

  Lemma an_admissible_question_contends f q : admissible gains ratios fs gate gainless min_gain f q ->
    contends e base fs gate all_pass gainless share limit sum largest bar f = true.
  Proof.
    intros (F & B & M & Best). assert (Kq := a_best_question_is_kept f q F B).
    destruct (what_is_told_of_a_feature f q F B) as [_ No]. unfold contends. apply andb_true_intro. split.
    { destruct (out e base fs gate all_pass gainless share limit sum largest f); [now destruct (No
      eq_refl)|reflexivity]. }
    destruct (of_whole_is 0) as [Ez Fz]; [lia|].
    assert (Some_kept : forall h, In h fs -> exists p, best_about gains h p /\ In p (kept_of e key h)).
    { intros h Ih. destruct (largest_gain_is gains h (some_question h Ih)) as [(p & P) _]. exists p.
      split; [exact P|now apply a_best_question_is_kept]. }
    destruct gates as (_ & _ & Bar). destruct (largest_of_finite _ _ Bar) as (Ib & Fb & _).
    { intros k J. apply in_map_iff in J as (h & <- & Ih). destruct (Some_kept h Ih) as (p & _ & Kp).
      destruct (sure e base fs gate all_pass gainless share limit sum largest h); [now apply (ends_enclose h
        p)|exact Fz]. }
    destruct (ends_enclose f q F Kq) as (_ & Fh & _ & Hi). unfold at_least.
    rewrite Bleb_correct by assumption. apply Rle_bool_true. apply Rle_trans with (2 := Hi).
    apply in_map_iff in Ib as (h & Eb & Ih). rewrite <- Eb. destruct scales as [_ C].
    destruct (sure e base fs gate all_pass gainless share limit sum largest h) eqn:Su.
    - destruct (Some_kept h Ih) as (p & Bp & Kp). apply Rle_trans with (1 := proj1 (proj2 (proj2
      (ends_enclose h p Ih Kp)))). apply Rmult_le_compat_l; [lra|].
      apply (Best h p Ih Bp). now apply (what_is_told_of_a_feature h p Ih Bp).
    - rewrite Ez. apply Rmult_le_pos; [lra|]. now apply (nonneg f q F), B.
  Qed.

  Theorem what_is_told_is_right :
    tells_rightly gains ratios e base key fs gate all_pass gainless share limit min_gain sum largest bar.
  Proof.
    intros f F. split; [|split; [now apply what_is_told_of_the_gate|]].
    - apply finite_is_trusted; [|now apply (finite_error f)]. destruct (ends f F) as (T & _).
      destruct (largest_of_finite _ _ T) as (_ & Fin & _); [|exact Fin].
      intros k I. apply in_map_iff in I as (q & <- & I). now apply (keys f).
    - intros q B. split; [now apply a_best_question_is_kept|].
      destruct (what_is_told_of_a_feature f q F B) as [S O]. split; [exact S|]. split; [exact O|].
      apply an_admissible_question_contends.
  Qed.
End Contenders.

(** ** Features with one candidate each *)

Section One.
  Context {A : Type}.
  Variables (e base : float64) (key low high : A -> float64).
  Definition about_one (q : A) : feature A :=
    {| about := [q]; top := key q; lowest := low q; highest := high q |}.

  Lemma ends_of_one q : (at_least (key q) (minus (key q) (times two e)) && at_least (key q) (key q) &&
    at_least (low q) (low q) && at_least (high q) (high q))%bool = true -> ends_are e key low high (about_one
      q).
  Proof.
    intros H. apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2].
    unfold ends_are, kept_of, survivors_by, about_one. cbn [about top lowest highest filter].
    rewrite H1. replace (if trusted (key q) e then [q] else [q]) with [q] by now destruct (trusted _ _).
      cbn [map].
    split; [|split]; right; (split; [now left|]); now intros k [<-|[]].
  Qed.

  Lemma equals_are_admissible (gains ratios : A -> R) qs q : In q qs -> 0 <= gains q ->
    (forall p, In p qs -> gains p = gains q /\ ratios p = ratios q) ->
    admissible gains ratios (map about_one qs) Growing.AtLeast true 0 (about_one q) q.
  Proof.
    intros I P E. split; [now apply in_map|]. split; [split; [now left|reflexivity]|]. split.
    - split; [|split; [exact P|now right]]. unfold passes_gate. rewrite map_map, sumR_map.
      apply sumR_nonneg. intros p J. cbn. destruct (E p J) as [-> _]. lra.
    - intros f p F [B _] _. apply in_map_iff in F as (x & <- & J). destruct B as [<-|[]].
      destruct (E x J) as [_ ->]. lra.
  Qed.
End One.

Lemma the_only_one_is_gated {A} bound base share limit (f : feature A) :
  (sure bound base [f] Growing.AtLeast true true share limit (gain_of base f) (Babs (gain_of base f)) f &&
    at_least (Babs (gain_of base f)) (Babs (gain_of base f)) && at_least (lowest f) (lowest f))%bool = true ->
  gated bound base [f] Growing.AtLeast true true share limit (gain_of base f) (Babs (gain_of base f)) (lowest
    f).
Proof.
  intros H. apply andb_prop in H as [H L]. apply andb_prop in H as [S H].
  split; [apply one_float|]. cbn [map]. rewrite S. split; right; (split; [apply in_eq|]); now intros k
    [<-|[]].
Qed.

Lemma two_are_gated {A} bound base share limit (f g : feature A) : let top := Babs (gain_of base f) in
  let sum := plus (gain_of base f) (gain_of base g) in
  (negb (sure bound base [f; g] Growing.AtLeast true true share limit sum top f) &&
    negb (sure bound base [f; g] Growing.AtLeast true true share limit sum top g) &&
    at_least top top && at_least top (Babs (gain_of base g)))%bool = true ->
  gated bound base [f; g] Growing.AtLeast true true share limit sum top (of_whole 0).
Proof.
  intros top sum H. apply andb_prop in H as [H G]. apply andb_prop in H as [H F]. apply andb_prop in H as [Sf
    Sg].
  split; [exact (two_floats [_] [_] _ _ (one_float _) (one_float _))|]. cbn [map].
  rewrite Bool.negb_true_iff in Sf, Sg. rewrite Sf, Sg.
  split; right; (split; [apply in_eq|]); intros k [<-|[<-|[]]]; trivial; reflexivity.
Qed.
