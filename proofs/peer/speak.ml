(* The extracted definitions, asked in lines of words and answered in lines of words: peer.py says them in JSON.
   A number is a sign, binary digits, a stroke and binary digits: -101/11.  Trees are told parents first. *)
open Model

let rec positive_of digits last = (* of the first [last] + 1 digits, the first of which is 1 *)
  if last = 0 then XH
  else if digits.[last] = '1' then XI (positive_of digits (last - 1))
  else XO (positive_of digits (last - 1))

let natural digits = if digits = "0" then Z0 else Zpos (positive_of digits (String.length digits - 1))

let number word =
  let stroke = String.index word '/' in
  let negative = word.[0] = '-' in
  let start = if negative then 1 else 0 in
  let above = natural (String.sub word start (stroke - start)) in
  let below = String.sub word (stroke + 1) (String.length word - stroke - 1) in
  { qnum = (match above with Zpos p when negative -> Zneg p | z -> z);
    qden = positive_of below (String.length below - 1) }

let rec digits p = match p with XH -> "1" | XO p -> digits p ^ "0" | XI p -> digits p ^ "1"

let told q =
  (match q.qnum with Z0 -> "0" | Zpos p -> digits p | Zneg p -> "-" ^ digits p) ^ "/" ^ digits q.qden

let words = ref []
let next () = match !words with [] -> failwith "too few words" | w :: l -> words := l; w
let count () = int_of_string (next ())
let rec times n read = if n = 0 then [] else let x = read () in x :: times (n - 1) read
let rational () = number (next ())

let style () = match next () with
  | "midpoint" -> Midpoint middle | "observed" -> Observed | "each" -> Each | "equals" -> EqualTo | _ -> Subset

let read_learner () =
  let styles = times (count ()) style in
  let max_depth = (match next () with "-" -> None | d -> Some (int_of_string d)) in
  let min_split = rational () in let min_leaf = rational () in let min_gain = rational () in
  let min_impurity = rational () in let min_risk = rational () in
  let gainless = next () = "split" in
  { styles; by_ratio = false; gated = NoGate;
    stopping = { max_depth; min_split; min_leaf; min_gain; min_impurity; min_risk; gainless } }

let read_rows features target =
  times (count ()) (fun () ->
    let values = times features rational in
    let weight = rational () in
    { values; target = (weight, target ()) })

let all f l = String.concat " " (List.map f l)
let listed f l = string_of_int (List.length l) ^ " " ^ all f l

let question q = match q with
  | Threshold (f, s) -> Printf.sprintf "threshold %d %s" f (told s)
  | Equals (f, c) -> Printf.sprintf "equals %d %s" f (told c)
  | OneOf (f, cs) -> Printf.sprintf "one_of %d %s" f (listed told cs)
  | EachCategory (f, cs) -> Printf.sprintf "each_category %d %s" f (listed told cs)

let rec tree summary t = match t with
  | Stop n -> "leaf " ^ listed told (summary n)
  | Ask (n, q, ts) -> Printf.sprintf "branch %s %s %s" (listed told (summary n)) (question q) (listed (tree summary) ts)

let rec read_tree risk = match next () with
  | "leaf" -> Leaf (risk ())
  | _ -> let r = risk () in Branch (r, times (count ()) (fun () -> read_tree risk))

let rec shape t = match t with Leaf _ -> "leaf" | Branch (_, ts) -> "branch " ^ listed shape ts

let read_risk () = match next () with
  | "gini" -> let k = count () in fun () -> class_risk true (times k rational)
  | "misclassification" -> let k = count () in fun () -> class_risk false (times k rational)
  | _ -> fun () -> let w = rational () in let t = rational () in let s = rational () in number_risk (moments_read w t s)

let answer () = match next () with
  | "classes" ->
    let gini = next () = "gini" in
    let classes = count () in
    let l = read_learner () in
    tree (fun c -> c) (class_tree classes gini l (read_rows (List.length l.styles) count))
  | "numbers" ->
    let l = read_learner () in
    tree moments_listed (number_tree l (read_rows (List.length l.styles) rational))
  | "sequence" ->
    let risk = read_risk () in
    listed (fun (alpha, t) -> told alpha ^ " " ^ shape t) (pruning_sequence (read_tree risk))
  | "optimum" ->
    let risk = read_risk () in
    let alpha = rational () in
    shape (optimal_subtree alpha (read_tree risk))
  | word -> failwith word

let () =
  try
    while true do
      words := List.filter (fun w -> w <> "") (String.split_on_char ' ' (input_line stdin));
      print_endline (try answer () with Failure why -> "error " ^ why)
    done
  with End_of_file -> ()
