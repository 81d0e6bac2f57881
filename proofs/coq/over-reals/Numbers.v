(** * Numbers: the reals under the names of the fractions

    With entropy for impurity a risk is a real number.  The chapters on pruning use
    of the fractions only what any ordered field has; read with this dictionary in
    place of [QArith], their proofs are proofs about the reals. *)
From Coq Require Export Reals Lra Setoid Morphisms Bool.
Open Scope R_scope.

Notation Q := R.
Notation "x == y" := (@eq R x y) (at level 70, no associativity) : R_scope.
Notation Qeq := (@eq R).
Notation Qdiv := Rdiv.
Notation Qle := Rle.
Notation Qlt := Rlt.

Definition Qle_bool (x y : R) : bool := if Rle_dec x y then true else false.
Definition Qeq_bool (x y : R) : bool := if Req_EM_T x y then true else false.
Definition Qred (x : R) : R := x.

Lemma Qle_bool_iff x y : Qle_bool x y = true <-> x <= y.
Proof. unfold Qle_bool. destruct (Rle_dec x y); split; easy. Qed.
Lemma Qeq_bool_iff x y : Qeq_bool x y = true <-> x = y.
Proof. unfold Qeq_bool. destruct (Req_EM_T x y); split; easy. Qed.
Lemma Qred_correct x : Qred x = x.
Proof. reflexivity. Qed.
Lemma Qred_complete (x y : R) : x = y -> Qred x = Qred y.
Proof. now intros ->. Qed.

Notation Qle_refl := Rle_refl.
Notation Qeq_refl := (@eq_refl R).
Notation Qle_trans := Rle_trans.
Notation Qlt_trans := Rlt_trans.
Notation Qle_antisym := Rle_antisym.
Notation Qlt_le_weak := Rlt_le.
Notation Qnot_le_lt := Rnot_le_lt.
Notation Qnot_lt_le := Rnot_lt_le.
Notation Qlt_le_dec := Rlt_le_dec.
Notation Qmult_le_0_compat := Rmult_le_pos.
Notation Qmult_lt_0_compat := Rmult_lt_0_compat.
Notation Qplus_le_compat := Rplus_le_compat.
Notation Qmult_integral := Rmult_integral.
Lemma Qle_lteq x y : x <= y <-> x < y \/ x = y.
Proof. reflexivity. Qed.

(** Whole numbers among the reals. *)
Notation inject_Z := IZR.
Notation inject_Z_plus := plus_IZR.
Notation inject_Z_opp := opp_IZR.
Notation inject_Z_mult := mult_IZR.
Lemma Zlt_Qlt m n : (m < n)%Z <-> IZR m < IZR n.
Proof. split; [apply IZR_lt|apply lt_IZR]. Qed.
Lemma Zle_Qle m n : (m <= n)%Z <-> IZR m <= IZR n.
Proof. split; [apply IZR_le|apply le_IZR]. Qed.
Notation Qinv_lt_0_compat := Rinv_0_lt_compat.
Notation Qlt_le_trans := Rlt_le_trans.
Notation Qmult_le_compat_r := (fun x y z L P => Rmult_le_compat_r z x y P L).
Lemma Qmult_lt_r x y z : 0 < z -> x * z < y * z <-> x < y.
Proof. intros P. split; [now apply Rmult_lt_reg_r|now apply Rmult_lt_compat_r]. Qed.
Lemma Qmult_lt_l x y z : 0 < z -> z * x < z * y <-> x < y.
Proof. intros P. split; [now apply Rmult_lt_reg_l|now apply Rmult_lt_compat_l]. Qed.
Lemma Qle_shift_div_r a b c : 0 < b -> a <= c * b -> a / b <= c.
Proof. intros P L. apply Rmult_le_reg_r with b; [exact P|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  Qed.
Lemma Qle_shift_div_l a b c : 0 < c -> a * c <= b -> a <= b / c.
Proof. intros P L. apply Rmult_le_reg_r with c; [exact P|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  Qed.
Lemma Qlt_shift_div_l a b c : 0 < c -> a * c < b -> a < b / c.
Proof. intros P L. apply Rmult_lt_reg_r with c; [exact P|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  Qed.
Definition Q_dec x y : {x < y} + {y < x} + {x = y} :=
  match total_order_T x y with inleft (left L) => inleft (left L) | inleft (right E) =>
    inright E | inright G => inleft (right G) end.
