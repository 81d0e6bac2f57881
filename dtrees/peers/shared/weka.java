// Weka's trees other than J48, speaking the protocol by what j48.java reads and writes:  dtrees verify reptree, simplecart, ...
//
//   java -cp weka.jar:CLASSES Trees NAME OPTIONS
//
// NAME is that of a class of weka.classifiers.trees; OPTIONS are those of its command line, without limits, which a message gives.
// Their trees are read, pruned and changed by reflection, for none shows its nodes.

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.Classifier;
import weka.core.Attribute;
import weka.core.Instances;
import weka.core.Utils;
import weka.core.WeightedInstancesHandler;

class Trees {
    static final Map<String, String> MORE =
        Map.of("REPTree", ",\"reduced_error_prune\"", "SimpleCart", ",\"optimal_subtree\",\"pruning_sequence\"");

    static String name;
    static String[] options;

    public static void main(String[] given) throws Exception {
        name = given[0];
        options = Arrays.copyOfRange(given, 1, given.length);
        Class.forName("weka.classifiers.trees." + name);
        Driver.serve(name, "[\"grow\",\"predict\"" + MORE.getOrDefault(name, "") + "]", Trees::answered);
    }

    /** The result; a failure is told with its kind. */
    static String answered(String operation, Map<String, Object> input) throws Exception {
        try {
            return result(operation, input);
        } catch (Driver.Unsupported refusal) {
            throw refusal;
        } catch (Exception failure) {
            throw new Exception("" + (failure instanceof InvocationTargetException ? failure.getCause() : failure));
        }
    }

    static String result(String operation, Map<String, Object> input) throws Exception {
        if (!input.containsKey("data")) {
            throw new Driver.Unsupported("it predicts by, and prunes, what it grew itself");
        }
        Driver.Table table = new Driver.Table(Driver.map(input.get("data")));
        Instances training = table.training();
        Classifier grown = AbstractClassifier.forName("weka.classifiers.trees." + name, asked(Driver.map(input.get("learner")), training));
        if (!grown.getCapabilities().test(training)) {
            throw new Driver.Unsupported("its capabilities do not allow such data");
        }
        if (!(grown instanceof WeightedInstancesHandler) && training.stream().anyMatch(row -> row.weight() != 1)) {
            throw new Driver.Unsupported(name + " takes no weights");
        }
        if (name.equals("SimpleCart") && input.containsKey("impurity") && !input.get("impurity").equals("misclassification")) {
            throw new Driver.Unsupported("SimpleCart prunes by errors");
        }
        grown.buildClassifier(training);
        switch (operation) {
            case "predict":
                Map<String, Object> rows = new LinkedHashMap<>(Driver.map(input.get("data")));
                rows.put("features", input.get("rows"));
                return Driver.eachRow(table.rows(rows), row -> label(grown.classifyInstance(row), table));
            case "reduced_error_prune":
                Object root = read(grown, "m_Tree");
                call(root, "insertHoldOutSet", new Class<?>[] {Instances.class}, table.rows(Driver.map(input.get("validation"))));
                call(root, "reducedErrorPrune", new Class<?>[0]);
                return tree(grown, table);
            case "optimal_subtree":
                call(grown, "prune", new Class<?>[] {double.class}, Driver.number(input.get("alpha")));
                return tree(grown, table);
            case "pruning_sequence":
                return path(grown, table);
            default:
                return tree(grown, table);
        }
    }

    /** The options with the limits that the learner asks for. */
    static String[] asked(Map<String, Object> learner, Instances training) {
        Map<String, Object> rule = Driver.map(learner.get("stopping"));
        List<String> asked = new ArrayList<>(Arrays.asList(options));
        if (!name.equals("Id3") && !name.equals("DecisionStump")) {
            int least = (int) (Driver.number(rule.get("min_split")) / 2);
            asked.addAll(List.of("-M", "" + (name.equals("SimpleCart") ? Math.max(1, least) : least)));
        }
        if (name.equals("RandomTree")) {
            asked.addAll(List.of("-K", "" + (training.numAttributes() - 1)));
        }
        return asked.toArray(new String[0]);
    }

    static String label(double predicted, Driver.Table table) {
        return table.classes.isEmpty() ? "" + predicted : Double.isNaN(predicted) ? "null" : table.label((int) predicted);
    }

    /** The alphas by which SimpleCart's internal cross-validation goes: the first is 0, the last 1, and those between are links. */
    static String path(Classifier grown, Driver.Table table) throws Exception {
        double[] alphas = new double[(int) call(grown, "numInnerNodes", new Class<?>[0]) + 2];
        Class<?>[] types = {double[].class, double[].class, Instances.class};
        int links = (int) call(grown, "prune", types, alphas, null, null);
        List<String> rows = new ArrayList<>();
        for (int row = 0; row <= links; row++) {
            call(grown, "unprune", new Class<?>[0]);
            call(grown, "prune", new Class<?>[] {double.class}, alphas[row]);
            String nodes = tree(grown, table);
            rows.add("{\"alpha\":\"" + alphas[row] + "\"," + nodes.substring(1));
        }
        return "[" + String.join(",", rows) + "]";
    }

    // --- the tree -------------------------------------------------------------------------------------------------

    /** Each node, parents first.  Of a category's children only those that have rows are shown. */
    static String tree(Classifier grown, Driver.Table table) throws Exception {
        if (name.equals("DecisionStump")) {
            return stump(grown, table);
        }
        List<String> written = new ArrayList<>();
        List<Object> waiting = new ArrayList<>(List.of(name.equals("REPTree") || name.equals("RandomTree") ? read(grown, "m_Tree") : grown));
        while (!waiting.isEmpty()) {
            Object node = waiting.remove(waiting.size() - 1);
            List<Object> children = new ArrayList<>();
            String asked = isLeaf(node) ? null : question(node, table, children);
            for (int child = children.size() - 1; child >= 0; child--) {
                waiting.add(children.get(child));
            }
            written.add(asked == null ? leaf(shares(node), table) : Driver.record("question", asked));
        }
        return Driver.record("nodes", "[" + String.join(",", written) + "]");
    }

    /** One question, whose third child is of the rows of a missing value; where the others do not differ it is whether one is. */
    static String stump(Classifier grown, Driver.Table table) throws Exception {
        int place = (int) read(grown, "m_AttIndex");
        double cut = (double) read(grown, "m_SplitPoint");
        double[][] shares = (double[][]) read(grown, "m_Distribution");
        Map<String, Object> feature = table.features.get(place);
        boolean numeric = feature.get("kind").equals("numeric");
        double[] known = table.training().stream().filter(row -> !row.isMissing(place)).mapToDouble(row -> row.value(place)).toArray();
        long first = Arrays.stream(known).filter(value -> numeric ? value <= cut : value == cut).count();
        boolean lacking = known.length < table.training().size();
        if (lacking && (first == 0 || first == known.length)) {
            return nodes(Driver.record("ask", Driver.text("is_missing"), "feature", Driver.written(feature.get("name"))),
                leaf(shares[2], table), leaf(shares[first == 0 ? 1 : 0], table));
        }
        String asked = numeric ? threshold(feature, cut) : Driver.record("ask", Driver.text("equals"), "feature",
            Driver.written(feature.get("name")), "category", Driver.written(Driver.list(feature.get("categories")).get((int) cut)));
        return !lacking ? nodes(asked, leaf(shares[0], table), leaf(shares[1], table))
            : nodes(Driver.record("ask", Driver.text("with_missing"), "question", asked, "child", "2"),
                leaf(shares[0], table), leaf(shares[1], table), leaf(shares[2], table));
    }

    static String nodes(String asked, String... leaves) {
        return Driver.record("nodes", "[" + Driver.record("question", asked) + "," + String.join(",", leaves) + "]");
    }

    static String leaf(double[] shares, Driver.Table table) {
        return shares == null ? Driver.record() : table.classes.isEmpty() ? Driver.record("value", "[" + shares[0] + "]")
            : Driver.record("prediction", table.label(Utils.maxIndex(shares)));
    }

    static boolean isLeaf(Object node) throws Exception {
        Object attribute = read(node, "m_Attribute");
        return name.equals("SimpleCart") ? (boolean) read(node, "m_isLeaf") : attribute == null || attribute.equals(-1);
    }

    /** The class shares or counts of a node, or its mean; null where it has no rows. */
    static double[] shares(Object node) throws Exception {
        boolean none = name.equals("Id3") && read(node, "m_Attribute") == null && Double.isNaN((double) read(node, "m_ClassValue"));
        String field = name.equals("REPTree") ? "m_ClassProbs" : name.equals("RandomTree") ? "m_ClassDistribution" : "m_Distribution";
        return none ? null : (double[]) read(node, field);
    }

    static String question(Object node, Driver.Table table, List<Object> children) throws Exception {
        Object attribute = read(node, "m_Attribute");
        int place = attribute instanceof Attribute ? ((Attribute) attribute).index() : (int) attribute;
        Map<String, Object> feature = table.features.get(place);
        List<Object> categories = Driver.list(feature.get("categories"));
        List<Object> successors = Arrays.asList((Object[]) read(node, "m_Successors"));
        if (feature.get("kind").equals("numeric")) {
            children.addAll(successors);
            return threshold(feature, (double) read(node, name.equals("SimpleCart") ? "m_SplitValue" : "m_SplitPoint"));
        }
        String sides = name.equals("SimpleCart") ? (String) read(node, "m_SplitString") : null;
        List<String> shown = new ArrayList<>();
        for (int category = 0; category < categories.size(); category++) {
            boolean here = sides == null ? !isLeaf(successors.get(category)) || shares(successors.get(category)) != null
                : sides.contains("(c" + category + ")");
            if (here) {
                shown.add(Driver.written(categories.get(category)));
            }
            if (here && sides == null) {
                children.add(successors.get(category));
            }
        }
        if (sides != null) {
            children.addAll(successors);
        }
        return Driver.record("ask", Driver.text(sides == null ? "each_category" : "one_of"), "feature", Driver.written(feature.get("name")),
            "categories", "[" + String.join(",", shown) + "]");
    }

    static String threshold(Map<String, Object> feature, double cut) {
        if (Double.isInfinite(cut)) {
            throw new IllegalStateException(name + " cuts " + feature.get("name") + " at infinity");
        }
        return Driver.record("ask", Driver.text("threshold"), "feature", Driver.written(feature.get("name")), "threshold", "" + cut);
    }

    // --- reflection -----------------------------------------------------------------------------------------------

    static Object read(Object object, String field) throws Exception {
        Field found = object.getClass().getDeclaredField(field);
        found.setAccessible(true);
        return found.get(object);
    }

    static Object call(Object object, String method, Class<?>[] types, Object... arguments) throws Exception {
        Method found = object.getClass().getDeclaredMethod(method, types);
        found.setAccessible(true);
        return found.invoke(object, arguments);
    }
}
