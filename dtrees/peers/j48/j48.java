// The J48 of Weka, speaking the protocol:  dtrees verify j48.  Only a JDK and weka.jar are needed:
//   java -cp weka.jar j48.java OPTIONS
//
// OPTIONS are those of J48's command line; -M and -B come from the learner that a message asks for.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import weka.classifiers.trees.J48;
import weka.classifiers.trees.j48.BinC45ModelSelection;
import weka.classifiers.trees.j48.BinC45Split;
import weka.classifiers.trees.j48.C45ModelSelection;
import weka.classifiers.trees.j48.C45Split;
import weka.classifiers.trees.j48.ClassifierSplitModel;
import weka.classifiers.trees.j48.ClassifierTree;
import weka.classifiers.trees.j48.Distribution;
import weka.classifiers.trees.j48.ModelSelection;
import weka.classifiers.trees.j48.PruneableClassifierTree;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Version;

class Driver {
    static final String OPERATIONS = "[\"grow\",\"predict\",\"predict_proba\",\"optimal_subtree\",\"reduced_error_prune\",\"error_based_prune\"]";

    /** J48 with its tree open to be read. */
    static class Open extends J48 {
        ClassifierTree root() {
            return m_root;
        }
    }

    static class Unsupported extends Exception {
        Unsupported(String why) {
            super(why);
        }
    }

    static String[] options;

    public static void main(String[] given) throws IOException {
        options = given;
        serve("J48", OPERATIONS, Driver::result);
    }

    interface Operations {
        String result(String operation, Map<String, Object> input) throws Exception;
    }

    /** Answer each line of standard input by the operation that it names. */
    static void serve(String name, String capabilities, Operations operations) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            Map<String, Object> message = map(new Json(line).value());
            if (message.get("cmd").equals("stop")) {
                return;
            }
            String implementation = record("name", text(name), "language", text("Java"), "version", text(Version.VERSION));
            System.out.println(message.get("cmd").equals("run") ? ran(message, operations)
                : record("version", "1", "implementation", implementation, "capabilities", capabilities));
            System.out.flush();
        }
    }

    static String ran(Map<String, Object> message, Operations operations) {
        String id = "" + ((Number) message.get("id")).intValue();
        try {
            return record("id", id, "result", operations.result((String) message.get("operation"), map(message.get("input"))));
        } catch (Unsupported refusal) {
            return record("id", id, "unsupported", text(refusal.getMessage()));
        } catch (Exception | StackOverflowError failure) {
            return record("id", id, "error", text(failure instanceof Exception ? "" + failure.getMessage() : "" + failure));
        }
    }

    static String result(String operation, Map<String, Object> input) throws Exception {
        if (!input.containsKey("data")) {
            throw new Unsupported("J48 predicts by, and prunes, what it grew itself");
        }
        Table table = new Table(map(input.get("data")));
        if (table.classes.isEmpty()) {
            throw new Unsupported("J48 grows trees for classes");
        }
        List<String> asked = asked(map(input.get("learner")));
        if (operation.equals("reduced_error_prune")) {
            Instances held = table.rows(map(input.get("validation")));
            return tree(reducedErrorPruned(open(asked), table.training(), held), table);
        }
        if (operation.equals("optimal_subtree")) {
            if (number(input.get("alpha")) != 0 || !input.get("impurity").equals("misclassification")) {
                throw new Unsupported("J48 collapses what saves no errors: alpha is 0");
            }
            asked.remove("-O");
        }
        if (operation.equals("error_based_prune")) {
            asked.remove("-U");
            asked.addAll(List.of("-C", "" + number(input.get("confidence"))));
            if (input.get("raising").equals(false)) {
                asked.add("-S");
            }
        }
        Open j48 = open(asked);
        j48.buildClassifier(table.training());
        if (!operation.startsWith("predict")) {
            return tree(j48.root(), table);
        }
        Map<String, Object> rows = new LinkedHashMap<>(map(input.get("data")));
        rows.put("features", input.get("rows"));
        boolean one = operation.equals("predict");
        return eachRow(table.rows(rows), row -> one ? table.label((int) j48.classifyInstance(row)) : shares(j48, row));
    }

    /** J48's options with those that the learner asks for. */
    static List<String> asked(Map<String, Object> learner) {
        List<String> asked = new ArrayList<>(Arrays.asList(options));
        asked.add("-M");
        asked.add("" + (int) (number(map(learner.get("stopping")).get("min_split")) / 2));
        if (map(learner.get("questions")).get("categories").equals("equals")) {
            asked.add("-B");
        }
        return asked;
    }

    static Open open(List<String> asked) throws Exception {
        Open j48 = new Open();
        j48.setOptions(asked.toArray(new String[0]));
        return j48;
    }

    // --- the data -------------------------------------------------------------------------------------------------

    /** The data of a message as Weka holds it; of categories and classes the places among their names. */
    static class Table {
        final List<Map<String, Object>> features = new ArrayList<>();
        final List<Object> classes;
        final Instances everything;

        Table(Map<String, Object> data) throws Unsupported {
            list(data.get("features")).forEach(feature -> features.add(map(feature)));
            requireKnown(map(data.get("target")));
            classes = list(map(data.get("target")).get("classes"));  // none where the target holds numbers
            everything = rows(data);
        }

        /** Refuse data of another kind by its name: it would be read as one of those that are known. */
        private void requireKnown(Map<String, Object> target) throws Unsupported {
            List<Object> kinds = new ArrayList<>(List.of(target.get("kind"), target.getOrDefault("centre", "numbers")));
            features.forEach(feature -> kinds.add(feature.get("kind")));
            kinds.removeAll(List.of("numeric", "categorical", "classes", "numbers"));
            if (!kinds.isEmpty()) {
                throw new Unsupported("it takes no data of the kind " + kinds.get(0));
            }
        }

        Instances training() {
            Instances training = new Instances(everything);
            training.removeIf(row -> row.weight() == 0);
            return training;
        }

        /** Rows of these or of other data, columns by their names. */
        Instances rows(Map<String, Object> data) throws Unsupported {
            ArrayList<Attribute> attributes = new ArrayList<>();
            List<double[]> columns = new ArrayList<>();
            for (Map<String, Object> feature : features) {
                Map<String, Object> given = list(data.get("features")).stream().map(Driver::map)
                    .filter(other -> other.get("name").equals(feature.get("name"))).findFirst().orElseThrow();
                boolean numeric = feature.get("kind").equals("numeric");
                String name = "v" + attributes.size();
                attributes.add(numeric ? new Attribute(name) : nominal(name, list(feature.get("categories")).size()));
                columns.add(numeric ? numbers(given.get("values"))
                    : places(given.get("codes"), list(given.get("categories")), list(feature.get("categories"))));
            }
            attributes.add(classes.isEmpty() ? new Attribute("y") : nominal("y", classes.size()));
            int size = columns.get(0).length;
            Map<String, Object> target = map(data.get("target"));
            double[] told = classes.isEmpty() ? numbers(target.get("values"))
                : places(target.get("codes"), list(target.get("classes")), classes);
            columns.add(told.length == size ? told : new double[size]);
            double[] weights = numbers(data.get("weights"));
            Instances made = new Instances("rows", attributes, size);
            made.setClassIndex(attributes.size() - 1);
            for (int row = 0; row < size; row++) {
                int here = row;
                double[] cells = columns.stream().mapToDouble(column -> column[here]).toArray();
                made.add(new DenseInstance(weights.length == size ? weights[row] : 1, cells));
            }
            return made;
        }

        String label(int place) {
            return written(classes.get(place));
        }
    }

    static Attribute nominal(String name, int size) {
        return new Attribute(name, IntStream.range(0, size).mapToObj(c -> "c" + c).collect(Collectors.toList()));
    }

    static double[] places(Object codes, List<Object> names, List<Object> known) throws Unsupported {
        double[] places = numbers(codes);
        for (int row = 0; row < places.length; row++) {
            places[row] = Double.isNaN(places[row]) ? places[row] : known.indexOf(names.get((int) places[row]));
            if (places[row] < 0) {
                throw new Unsupported("a category never seen: J48 would take it for missing, and answer in shares");
            }
        }
        return places;
    }

    // --- the tree -------------------------------------------------------------------------------------------------

    /** Each node, parents first.  Of a category's children only those that have rows are shown. */
    static String tree(ClassifierTree root, Table table) {
        List<String> written = new ArrayList<>();
        List<ClassifierTree> waiting = new ArrayList<>(List.of(root));
        while (!waiting.isEmpty()) {
            ClassifierTree node = waiting.remove(waiting.size() - 1);
            Distribution rows = node.getLocalModel().distribution();
            List<String> parts = new ArrayList<>();
            if (rows.total() > 0) {
                parts.addAll(List.of("weight", "" + rows.total(),
                    "value", each(rows.numClasses(), place -> "" + rows.perClass(place) / rows.total())));
            }
            if (!node.isLeaf()) {
                List<ClassifierTree> children = new ArrayList<>();
                parts.addAll(List.of("question", question(node, table, children)));
                for (int child = children.size() - 1; child >= 0; child--) {
                    waiting.add(children.get(child));
                }
            }
            written.add(record(parts.toArray(new String[0])));
        }
        return record("nodes", "[" + String.join(",", written) + "]");
    }

    static String question(ClassifierTree node, Table table, List<ClassifierTree> children) {
        boolean binary = node.getLocalModel() instanceof BinC45Split;
        int place = binary ? ((BinC45Split) node.getLocalModel()).attIndex() : ((C45Split) node.getLocalModel()).attIndex();
        double cut = binary ? ((BinC45Split) node.getLocalModel()).splitPoint() : ((C45Split) node.getLocalModel()).splitPoint();
        Map<String, Object> feature = table.features.get(place);
        String name = written(feature.get("name"));
        if (feature.get("kind").equals("numeric")) {
            children.addAll(Arrays.asList(node.getSons()));
            return record("ask", text("threshold"), "feature", name, "threshold", "" + cut);
        }
        List<Object> categories = list(feature.get("categories"));
        if (cut < categories.size()) {
            children.addAll(Arrays.asList(node.getSons()));
            return record("ask", text("equals"), "feature", name, "category", written(categories.get((int) cut)));
        }
        List<String> shown = new ArrayList<>();
        for (int child = 0; child < node.getSons().length; child++) {
            if (node.getSons()[child].getLocalModel().distribution().total() > 0) {
                children.add(node.getSons()[child]);
                shown.add(written(categories.get(child)));
            }
        }
        return record("ask", text("each_category"), "feature", name, "categories", "[" + String.join(",", shown) + "]");
    }

    // --- what is said of a row ------------------------------------------------------------------------------------

    interface Said {
        String of(Instance row) throws Exception;
    }

    static String eachRow(Instances rows, Said said) throws Exception {
        List<String> written = new ArrayList<>();
        for (Instance row : rows) {
            written.add(said.of(row));
        }
        return "[" + String.join(",", written) + "]";
    }

    static String shares(J48 j48, Instance row) throws Exception {
        double[] shares = j48.distributionForInstance(row);
        return each(shares.length, place -> "" + shares[place]);
    }

    // --- reduced-error pruning ------------------------------------------------------------------------------------

    /** What chooses a node's split, with the method that Weka 3.9.7 lacks, and without which its -R always fails. */
    static class Selection extends ModelSelection {
        private final ModelSelection chosen;

        Selection(J48 j48, Instances data) {
            int least = j48.getMinNumObj();
            boolean corrected = j48.getUseMDLcorrection();
            boolean midpoints = j48.getDoNotMakeSplitPointActualValue();
            chosen = j48.getBinarySplits()
                ? new BinC45ModelSelection(least, data, corrected, midpoints)
                : new C45ModelSelection(least, data, corrected, midpoints);
        }

        public ClassifierSplitModel selectModel(Instances rows) throws Exception {
            return chosen.selectModel(rows);
        }

        public ClassifierSplitModel selectModel(Instances rows, Instances unused) throws Exception {
            return chosen.selectModel(rows);
        }

        public String getRevision() {
            return chosen.getRevision();
        }
    }

    static ClassifierTree reducedErrorPruned(J48 j48, Instances growing, Instances held) throws Exception {
        PruneableClassifierTree tree =
            new PruneableClassifierTree(new Selection(j48, growing), true, j48.getNumFolds(), false, j48.getSeed());
        tree.buildTree(growing, held, true);
        tree.prune();
        return tree;
    }

    // --- JSON -----------------------------------------------------------------------------------------------------

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return value == null ? List.of() : (List<Object>) value;
    }

    static double[] numbers(Object values) {
        return list(values).stream().mapToDouble(Driver::number).toArray();
    }

    /** A number, or the text of a rational such as "3/7"; null is a missing value, which Weka writes as NaN. */
    static double number(Object told) {
        if (told == null) {
            return Double.NaN;
        }
        String[] parts = told.toString().split("/");
        return Double.parseDouble(parts[0]) / (parts.length > 1 ? Double.parseDouble(parts[1]) : 1);
    }

    static String written(Object value) {
        return value instanceof String ? text((String) value)
            : value instanceof Double && (Double) value == Math.rint((Double) value) && Math.abs((Double) value) < 1e15
            ? "" + ((Double) value).longValue() : "" + value;
    }

    static String record(String... parts) {
        return IntStream.range(0, parts.length / 2).mapToObj(i -> text(parts[2 * i]) + ":" + parts[2 * i + 1])
            .collect(Collectors.joining(",", "{", "}"));
    }

    static String each(int size, IntFunction<String> written) {
        return IntStream.range(0, size).mapToObj(written).collect(Collectors.joining(",", "[", "]"));
    }

    static String text(String value) {
        return value.chars().mapToObj(c -> c == '"' || c == '\\' ? "\\" + (char) c
            : c < 32 || c > 126 ? String.format("\\u%04x", c) : "" + (char) c).collect(Collectors.joining("", "\"", "\""));
    }

    /** A line of JSON, read: objects are maps, arrays lists, numbers doubles. */
    static class Json {
        private final String line;
        private int at;

        Json(String line) {
            this.line = line;
        }

        Object value() {
            char next = peek();
            if (next == '{') {
                Map<String, Object> object = new LinkedHashMap<>();
                for (at++; peek() != '}'; comma()) {
                    String name = string();
                    peek();
                    at++;
                    object.put(name, value());
                }
                at++;
                return object;
            }
            if (next == '[') {
                List<Object> array = new ArrayList<>();
                for (at++; peek() != ']'; comma()) {
                    array.add(value());
                }
                at++;
                return array;
            }
            if (next == '"') {
                return string();
            }
            int start = at;
            while (at < line.length() && ",]} ".indexOf(line.charAt(at)) < 0) {
                at++;
            }
            String word = line.substring(start, at);
            return word.equals("null") ? null : word.equals("true") || word.equals("false") ? (Object) Boolean.valueOf(word)
                : (Object) Double.valueOf(word);
        }

        private char peek() {
            while (line.charAt(at) == ' ') {
                at++;
            }
            return line.charAt(at);
        }

        private void comma() {
            if (peek() == ',') {
                at++;
            }
        }

        private String string() {
            peek();
            StringBuilder read = new StringBuilder();
            for (at++; line.charAt(at) != '"'; at++) {
                char here = line.charAt(at);
                if (here == '\\') {
                    here = line.charAt(++at);
                    if (here == 'u') {
                        here = (char) Integer.parseInt(line.substring(at + 1, at + 5), 16);
                        at += 4;
                    } else if ("bfnrt".indexOf(here) >= 0) {
                        here = "\b\f\n\r\t".charAt("bfnrt".indexOf(here));
                    }
                }
                read.append(here);
            }
            at++;
            return read.toString();
        }
    }
}
