(** * Pass: one pass in integers, as it is programmed, is a run

    Each node has a risk and a whole number of units less than 2 off it.  A branch starts with
    what its own split saves; of the branches left below, largest keys first, it takes along those whose
    keys are at least its own less 16, and adds what they save.  The savings telescope, since
    what is taken is a leaf of what the branch has become: so its key is less than 7 units
    off its alpha, and the pass is a [run]. *)
From Coq Require Import QArith Lqa Lia List Permutation.
From Dtrees Require Import Sums Tree Pruned Optimal Sequence Breakpoints CollapsePoints Keys Runs.
Import ListNotations.
Open Scope Q_scope.

(** A breakpoint of the pass: the units that it saves, and the leaves. *)
Definition spot : Type := Z * Z.
Definition units_a_leaf (x : spot) : Z := (fst x / snd x)%Z.

(** [takes s n l taken top rest]: a branch that saves [s] units and [n] leaves so far takes along [taken] of
    [l]. *)
Inductive takes : Z -> Z -> list spot -> list spot -> spot -> list spot -> Prop :=
| takes_none s n l : (forall y, In y l -> units_a_leaf y < s / n - 16)%Z -> takes s n l [] (s, n) l
| takes_one s n x l taken top rest : (s / n - 16 <= units_a_leaf x)%Z ->
    (forall y, In y l -> units_a_leaf y <= units_a_leaf x)%Z ->
    takes (s + fst x) (n + snd x) l taken top rest -> takes s n (x :: l) (x :: taken) top rest.

Definition sumZ (l : list Z) : Z := fold_right Z.add 0%Z l.

Section Unit.
  Variable unit : Q.
  Hypothesis unit_positive : 0 < unit.

  (** A node: its rounded risk, and its risk. *)
  Definition node : Type := Z * Q.
  Definition rounded (x : node) : Prop := within 2 (snd x / unit) (inject_Z (fst x)).

  Inductive pass : tree -> Z -> list spot -> Prop :=
  | pass_leaf r z : rounded (z, r) -> pass (Leaf r) z []
  | pass_branch r z ts (below : list (Z * list spot)) l taken top rest : rounded (z, r) ->
      Forall2 (fun t b => pass t (fst b) (snd b)) ts below -> Permutation l (concat (map snd below)) ->
      takes (z - sumZ (map fst below)) (Z.of_nat (length ts) - 1) l taken top rest ->
      pass (Branch r ts) z (top :: rest).

  (** ** What a branch has become: its breakpoint, its leaves, and what is left below them *)

  Record grown : Type := { at_spot : spot; at_point : point; root : node; ends : list node }.

  Inductive hanging : Type := Hang (g : grown) (below : list hanging).
  Definition head (h : hanging) : grown := let (g, _) := h in g.
  Fixpoint all_of (h : hanging) : list grown := let (g, below) := h in g :: flat_map all_of below.

  Lemma hanging_induction (P : hanging -> Prop) :
    (forall g below, (forall h, In h below -> P h) -> P (Hang g below)) -> forall h, P h.
  Proof.
    intros H. fix IH 1. intros [g below]. apply H.
    induction below as [|u us]; simpl; [tauto|]. intros h [<-|I]; [apply IH|exact (IHus h I)].
  Qed.

  Definition saves (g : grown) : Prop :=
    fst (at_spot g) = (fst (root g) - sumZ (map fst (ends g)))%Z /\
    Z.of_nat (length (ends g)) = (snd (at_spot g) + 1)%Z /\ (1 <= snd (at_spot g))%Z /\
    saving (at_point g) == snd (root g) - sum snd (ends g) /\
    more (at_point g) == inject_Z (snd (at_spot g)) /\
    key_of (at_point g) = units_a_leaf (at_spot g) /\
    forall x, In x (ends g) -> rounded x.

  Inductive hangs : hanging -> Prop :=
  | hangs_so g below others : saves g -> Permutation (ends g) (map (fun h => root (head h)) below ++ others)
    ->
      (forall h, In h below -> hangs h) ->
      (forall h, In h below -> units_a_leaf (at_spot (head h)) < units_a_leaf (at_spot g) - 16)%Z ->
      hangs (Hang g below).

  Lemma head_has_the_largest_key h : hangs h -> forall g, In g (all_of h) ->
    g = head h \/ (units_a_leaf (at_spot g) < units_a_leaf (at_spot (head h)))%Z.
  Proof.
    induction h as [g below IH] using hanging_induction. intros H x [E|I]; [now left|right].
    inversion H as [? ? others S P Hb K]; subst. simpl in I. apply in_flat_map in I as (h & Ih & I).
    specialize (K h Ih). destruct (IH h Ih (Hb h Ih) x I) as [->|L]; simpl in *; lia.
  Qed.

  Lemma all_save h : hangs h -> forall g, In g (all_of h) -> saves g.
  Proof.
    induction h as [g below IH] using hanging_induction. intros H x I. inversion H as [? ? ? S _ Hb _]; subst.
    destruct I as [<-|I]; [exact S|]. simpl in I. apply in_flat_map in I as (h & Ih & I). eauto.
  Qed.

  Lemma key_of_ends z r L : rounded (z, r) -> (forall x, In x L -> rounded x) -> (2 <= length L)%nat ->
    keyed unit ((r - sum snd L) / (inject_Z (Z.of_nat (length L)) - 1)) ((z - sumZ (map fst L)) /
      (Z.of_nat (length L) - 1)).
  Proof.
    intros R H N. set (ls := map (fun x : node => (fst x, snd x / unit)) L).
    assert (Len : length ls = length L) by apply map_length.
    assert (K := a_key_is_less_than_7_off z (r / unit) ls ltac:(lia) R).
    assert (In_ls : forall x X, In (x, X) ls -> within 2 X (inject_Z x)).
    { intros x X I. apply in_map_iff in I as (y & E & I). injection E as <- <-. now apply H. }
    specialize (K In_ls). unfold unit_alpha, key in K. rewrite Len in K.
    assert (Er : rounded_sum ls = sumZ (map fst L)) by (unfold ls; clear; induction L; simpl; congruence).
    assert (Es : sum snd ls == sum snd L / unit).
    { unfold ls. clear - unit_positive. induction L as [|x L IH]; simpl; [field; lra|]. rewrite IH. field.
      lra. }
    rewrite Er in K. unfold keyed. assert (P : 1 <= inject_Z (Z.of_nat (length L)) - 1).
    { assert (Q2 : inject_Z 2 <= inject_Z (Z.of_nat (length L))) by (rewrite <- Zle_Qle; lia).
      change (inject_Z 2) with 2 in Q2. lra. }
    assert (Ea : (r / unit - sum snd ls) / inject_Z (Z.of_nat (length L) - 1) ==
      (r - sum snd L) / (inject_Z (Z.of_nat (length L)) - 1) / unit).
    { rewrite Es. unfold Z.sub. rewrite inject_Z_plus. change (inject_Z (- (1))) with (- (1)). field. lra. }
    destruct K. split; lra.
  Qed.

  Lemma sumZ_app l m : sumZ (l ++ m) = (sumZ l + sumZ m)%Z.
  Proof. induction l; simpl; lia. Qed.

  Lemma sumZ_permutation l m : Permutation l m -> sumZ l = sumZ m.
  Proof. induction 1; simpl; lia. Qed.

  Lemma takes_is_goes z r s n ws taken top rest : takes s n ws taken top rest -> rounded (z, r) ->
    forall gs L F others c k, ws = map at_spot gs -> Permutation gs (flat_map all_of F) ->
    (forall h, In h F -> hangs h) -> Permutation L (map (fun h => root (head h)) F ++ others) ->
    (forall x, In x L -> rounded x) -> s = (z - sumZ (map fst L))%Z -> Z.of_nat (length L) = (n + 1)%Z ->
      (1 <= n)%Z ->
    c == sum snd L -> k == inject_Z (n + 1) ->
    exists gt gtop gr, top = at_spot gtop /\ rest = map at_spot gr /\
      goes unit r c k (map at_point gs) (map at_point gt) (at_point gtop) (map at_point gr) /\
      root gtop = (z, r) /\ exists F', hangs (Hang gtop F') /\ Permutation gr (flat_map all_of F').
  Proof.
    intros T R. induction T as [s n ws K|s n x ws taken top rest K M T IH];
      intros gs L F others c k Ew Pg Hf Pl Rl Es En N Ec Ek.
    - set (a := Qred ((r - c) / (k - 1))).
      exists [], {| at_spot := (s, n); at_point := (a, k - 1, (s / n)%Z); root := (z, r); ends := L |}, gs.
      assert (Key : keyed unit ((r - c) / (k - 1)) (s / n)).
      { assert (H := key_of_ends z r L R Rl ltac:(lia)). rewrite En, <- Es in H.
        replace (n + 1 - 1)%Z with n in H by ring.
        apply (keyed_equal unit ((r - sum snd L) / (inject_Z (n + 1) - 1))); [|exact H]. rewrite Ec, Ek.
          reflexivity. }
      assert (N1 : 1 <= inject_Z n) by (change 1 with (inject_Z 1); now rewrite <- Zle_Qle).
      assert (K1 : k - 1 == inject_Z n) by (rewrite Ek, inject_Z_plus; change (inject_Z 1) with 1; ring).
      assert (Below : forall g, In g gs -> (units_a_leaf (at_spot g) < s / n - 16)%Z).
      { intros g I. apply K. rewrite Ew. now apply in_map. }
      split; [reflexivity|]. split; [exact Ew|]. split; [|split; [reflexivity|]].
      + apply goes_alone; [exact Key|]. intros y I. apply in_map_iff in I as (g & <- & I).
        assert (B := Below g I). apply (Permutation_in _ Pg), in_flat_map in I as (h & Ih & I).
        destruct (all_save h (Hf h Ih) g I) as (_ & _ & _ & _ & _ & E & _). now rewrite E.
      + exists F. split; [|exact Pg]. apply hangs_so with others; trivial.
        * unfold saves, saving, alpha, more, key_of. cbn [at_spot at_point root ends fst snd]. split;
            [exact Es|].
          split; [exact En|]. split; [exact N|]. split; [|split; [exact K1|now split]].
          unfold a. rewrite Qred_correct, Ec. field. lra.
        * intros h I. simpl. apply Below, (Permutation_in _ (Permutation_sym Pg)), in_flat_map. exists h.
            split; [exact I|].
          destruct h. now left.
    - destruct gs as [|g gs]; [discriminate|]. simpl in Ew. injection Ew as -> Ew.
      assert (Ig : In g (flat_map all_of F)) by (apply (Permutation_in _ Pg); now left).
      apply in_flat_map in Ig as (h & Ih & Ig). assert (Hh := Hf h Ih).
      apply in_split in Ih as (F1 & F2 & ->).
      destruct (head_has_the_largest_key h Hh g Ig) as [Eg|Lt].
      2:{ exfalso. assert (I : In (head h) (g :: gs)).
          { apply (Permutation_in _ (Permutation_sym Pg)), in_flat_map. exists h. split;
            [apply in_or_app; right; now left|].
            destruct h; now left. }
          destruct I as [E|I]; [rewrite E in Lt; lia|]. specialize (M (at_spot (head h))). rewrite Ew in M.
          specialize (M (in_map at_spot gs (head h) I)). lia. }
      destruct h as [g' below]. simpl in Eg. subst g'. inversion Hh as [? ? inner S Pe Hb Kb];
        subst g0 below0.
      destruct S as (S1 & S2 & S3 & S4 & S5 & S6 & S7).
      set (L' := ends g ++ map (fun h => root (head h)) (F1 ++ F2) ++ others).
      assert (PL : Permutation L (root g :: map (fun h => root (head h)) (F1 ++ F2) ++ others)).
      { rewrite Pl, !map_app. simpl. rewrite <- !app_assoc. simpl. symmetry. apply Permutation_middle. }
      destruct (IH gs L' (below ++ F1 ++ F2) (inner ++ others) (c - saving (at_point g))
        (k + more (at_point g)))
        as (gt & gtop & gr & Et & Er & G & Rt & F' & HF & PF); trivial.
      + apply (Permutation_cons_inv (a := g)). rewrite Pg, !flat_map_app. simpl.
        rewrite <- Permutation_middle. apply perm_skip.
          rewrite app_assoc, (Permutation_app_comm (flat_map all_of F1)), <- app_assoc. reflexivity.
      + intros h I. apply in_app_or in I as [I|I]; [now apply Hb|]. apply Hf. apply in_app_or in I as [I|I];
          apply in_or_app; [now left|right; now right].
      + unfold L'. rewrite Pe, !map_app, <- !app_assoc. apply Permutation_app_head.
        rewrite (Permutation_app_comm inner), <- !app_assoc. apply Permutation_app_head, Permutation_app_head,
          Permutation_app_comm.
      + intros x I. unfold L' in I. apply in_app_or in I as [I|I]; [now apply S7|].
          apply Rl, (Permutation_in _ (Permutation_sym PL)). now right.
      + rewrite Es, (sumZ_permutation _ _ (Permutation_map fst PL)). unfold L'.
          rewrite (map_app fst (ends g)), sumZ_app. simpl. lia.
      + apply Permutation_length in PL. unfold L'. rewrite app_length. simpl in PL. lia.
      + lia.
      + rewrite S4, Ec, (sum_permutation snd _ _ PL). unfold L'. rewrite sum_app. simpl. ring.
      + rewrite Ek, S5, !inject_Z_plus. ring.
      + exists (g :: gt), gtop, gr. split; [exact Et|]. split; [exact Er|]. split;
          [|split; [exact Rt|now exists F']].
        simpl. apply goes_with with (s / n)%Z; [| | |exact G].
        * assert (H := key_of_ends z r L R Rl ltac:(lia)). rewrite En, <- Es in H.
            replace (n + 1 - 1)%Z with n in H by ring.
          apply (keyed_equal unit ((r - sum snd L) / (inject_Z (n + 1) - 1))); [|exact H]. rewrite Ec, Ek.
            reflexivity.
        * now rewrite S6.
        * intros y I. rewrite S6. apply in_map_iff in I as (e & <- & I).
          assert (Ie := I). apply (in_map at_spot) in I. rewrite <- Ew in I. specialize (M _ I).
          apply (in_cons g) in Ie. apply (Permutation_in _ Pg), in_flat_map in Ie as (h & Ih & Ie).
          destruct (all_save h (Hf h Ih) e Ie) as (_ & _ & _ & _ & _ & E & _). now rewrite E.
  Qed.

  (** ** The pass is a run *)

  Definition matches (x : point) (y : spot) : Prop := key_of x = units_a_leaf y /\ more x == inject_Z (snd y).

  Definition stands_for (t : tree) (z : Z) (gs : list grown) (F : list hanging) (others : list node) : Prop :=
    run unit false t (map at_point gs) /\ Permutation gs (flat_map all_of F) /\
      (forall h, In h F -> hangs h) /\
    Permutation [(z, root_cost t)] (map (fun h => root (head h)) F ++ others) /\ rounded (z, root_cost t).

  Lemma a_pass_stands t : wf t -> forall z found, pass t z found ->
    exists gs F others, found = map at_spot gs /\ stands_for t z gs F others.
  Proof.
    induction t as [r|r ts IH] using tree_induction; intros W z found P;
      inversion P as [? ? R|? ? ? below l taken top rest R C Pl T]; subst.
    { exists [], [], [(z, r)]. repeat split; try constructor; try apply R; try easy. }
    assert (Below : exists gss F others L, concat (map snd below) = map at_spot (concat gss) /\
      Forall2 (run unit false) ts (map (map at_point) gss) /\ Permutation (concat gss) (flat_map all_of F) /\
      (forall h, In h F -> hangs h) /\ Permutation L (map (fun h => root (head h)) F ++ others) /\
      (forall x, In x L -> rounded x) /\ length L = length ts /\ sumZ (map fst L) = sumZ (map fst below) /\
      sum snd L == sum root_cost ts).
    { assert (W' := wf_children r ts W). clear - IH W' C.
      induction C as [|t (z, found) ts below Pt C IHC]; [exists [], [], [], []; repeat split;
        easy || constructor|].
      destruct IHC as (gss & F & others & L & E & Ru & Pg & Hf & Pn & Rl & Len & Ez & Es);
        [intros t' I; apply IH; now right|intros t' I; apply W'; now right|].
      destruct (IH t (or_introl eq_refl) (W' t (or_introl eq_refl)) z found Pt) as (gs & G & more & ->
        & Rt & Qg & Hg & Qn & Rn).
      exists (gs :: gss), (G ++ F), (more ++ others), ((z, root_cost t) :: L).
        cbn [map concat snd fst length].
      split; [now rewrite E, map_app|]. split; [now constructor|]. split; [rewrite flat_map_app;
        now apply Permutation_app|].
      split; [intros h I; apply in_app_or in I as [I|I]; auto|]. split.
      { rewrite map_app. change ((z, root_cost t) :: L) with ([(z, root_cost t)] ++ L).
        rewrite Qn, Pn, <- !app_assoc.
        apply Permutation_app_head. rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm. }
      split; [intros x [<-|I]; [exact Rn|now apply Rl]|]. split; [now rewrite Len|]. split;
        [simpl; now rewrite Ez|].
      simpl. now rewrite Es. }
    destruct Below as (gss & F & others & L & E & Ru & Pg & Hf & Pn & Rl & Len & Ez & Es).
    rewrite E in Pl. apply Permutation_map_inv in Pl as (gs & -> & Pg'). inversion W as [|? ? Two]; subst.
    assert (K : sum (fun _ : tree => 1) ts == inject_Z (Z.of_nat (length ts) - 1 + 1)).
    { replace (Z.of_nat (length ts) - 1 + 1)%Z with (Z.of_nat (length ts)) by ring. clear.
      induction ts as [|t ts IHt]; [reflexivity|].
      cbn [sum fold_right length]. fold (sum (fun _ : tree => 1) ts). rewrite IHt, Nat2Z.inj_succ,
        <- Z.add_1_r, inject_Z_plus.
      change (inject_Z 1) with 1. ring. }
    destruct (takes_is_goes z r _ _ _ _ _ _ T R gs L F others (sum root_cost ts) (sum (fun _ : tree => 1) ts))
      as (gt & gtop & gr & -> & -> & G & Rt & F' & HF & PF); trivial.
    - now rewrite <- Pg'.
    - now rewrite Ez.
    - lia.
    - lia.
    - now rewrite Es.
    - exists (gtop :: gr), [Hang gtop F'], []. split; [reflexivity|]. split; [|split; [|split; [|split]]].
      + simpl. apply run_branch with (map (map at_point) gss) (map at_point gs) (map at_point gt); trivial;
          [|easy].
        rewrite <- concat_map. apply Permutation_map. now symmetry.
      + simpl. rewrite app_nil_r. now apply perm_skip.
      + intros h [<-|[]]. exact HF.
      + simpl. now rewrite Rt.
      + exact R.
  Qed.

  (** The keys of the pass, and the leaves that its branches save, are those of a run. *)
  Theorem the_pass_is_a_run t z found : wf t -> pass t z found ->
    exists points, run unit false t points /\ Forall2 matches points found.
  Proof.
    intros W P. destruct (a_pass_stands t W z found P) as (gs & F & others & -> & Ru & Pg & Hf & _).
    exists (map at_point gs). split; [exact Ru|].
    assert (S : forall g, In g gs -> saves g).
    { intros g I. apply (Permutation_in _ Pg), in_flat_map in I as (h & Ih & I).
      apply (all_save h (Hf h Ih) g I). }
    clear - S. induction gs as [|g gs IH]; constructor.
    - destruct (S g (or_introl eq_refl)) as (_ & _ & _ & _ & M & K & _). now split.
    - apply IH. intros h I. apply S. now right.
  Qed.
End Unit.

(** ** A plausible wrong statement

    That branches may be taken along in any order: after the one of key 100 a branch of key 10 takes no other
    along, and its key is 55; where it begins with the one of key -5, it takes both, and its key is 35. *)
Example what_goes_first_matters :
  takes 10 1 [(100, 1); (-5, 1)]%Z [(100, 1)]%Z (110, 2)%Z [(-5, 1)]%Z /\ units_a_leaf (110, 2)%Z = 55%Z /\
  (10 / 1 - 16 <= units_a_leaf (-5, 1))%Z /\ units_a_leaf (10 + -5 + 100, 1 + 1 + 1)%Z = 35%Z.
Proof.
  split; [|now repeat split]. apply takes_one; [easy|intros y [<-|[]]; easy|].
  apply (takes_none (10 + 100) (1 + 1)). now intros y [<-|[]].
Qed.
