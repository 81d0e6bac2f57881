// What Weka's other trees get wrong, asked of Weka alone; SimpleCart and Id3 are the packages simpleCART and simpleEducationalLearningSchemes:
//   java -cp 'weka.jar:simpleCART.jar:simpleEducationalLearningSchemes.jar' weka.java
// A line holds the entry of the page, what Weka answers, and the exact answer.

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.Classifier;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;

class Reproduce {
    static final double[] FAR = {100000001, 100000000, 100000003, 100000002};
    static final double LAST = Math.pow(2, -52);

    /** Rows of one column of numbers and of responses, or of classes named "a", "b", "c" where the text says so. */
    static Instances rows(double[] x, double[] y, String classes) {
        ArrayList<Attribute> attributes = new ArrayList<>(List.of(new Attribute("x"),
            classes.isEmpty() ? new Attribute("y") : new Attribute("y", List.of("a", "b", "c"))));
        Instances rows = new Instances("rows", attributes, x.length);
        rows.setClassIndex(1);
        IntStream.range(0, x.length).forEach(row ->
            rows.add(new DenseInstance(1, new double[] {x[row], classes.isEmpty() ? y[row] : classes.charAt(row) - 'a'})));
        return rows;
    }

    static Instances numbers(double... y) {
        return rows(upTo(y.length), y, "");
    }

    static Instances classes(String y) {
        return rows(upTo(y.length()), null, y);
    }

    static double[] upTo(int size) {
        return IntStream.range(0, size).mapToDouble(value -> value).toArray();
    }

    /** Rows of one column of categories, a letter each, and classes. */
    static Instances categories(List<String> known, int[] x, String y) {
        ArrayList<Attribute> attributes = new ArrayList<>(List.of(new Attribute("x", known), new Attribute("y", List.of("a", "b", "c"))));
        Instances rows = new Instances("rows", attributes, x.length);
        rows.setClassIndex(1);
        IntStream.range(0, x.length).forEach(row -> rows.add(new DenseInstance(1, new double[] {x[row], y.charAt(row) - 'a'})));
        return rows;
    }

    /** Rows of these columns, the last of which is the class. */
    static Instances table(double[][] rows, Attribute... columns) {
        Instances table = new Instances("rows", new ArrayList<>(List.of(columns)), rows.length);
        table.setClassIndex(columns.length - 1);
        Arrays.stream(rows).forEach(row -> table.add(new DenseInstance(1, row)));
        return table;
    }

    static Classifier grown(String name, Instances rows, String... options) throws Exception {
        Classifier made = AbstractClassifier.forName("weka.classifiers.trees." + name, options.clone());
        made.buildClassifier(rows);
        return made;
    }

    /** What is predicted for each row, the class shares' first for classes. */
    static String predictions(Classifier grown, Instances rows) throws Exception {
        List<String> answers = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            double answer = grown.classifyInstance(rows.get(row));
            answers.add(rows.classAttribute().isNumeric() ? "" + answer : rows.classAttribute().value((int) answer));
        }
        return String.join(" ", answers);
    }

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

    /** SimpleCart's alphas of a tree that is not pruned, and its error rates on *test* rows, if any. */
    static String alphas(Instances rows, Instances test, String... options) throws Exception {
        Classifier grown = grown("SimpleCart", rows, options);
        double[] alphas = new double[rows.size() + 2];
        double[] errors = test == null ? null : new double[rows.size() + 2];
        Class<?>[] types = {double[].class, double[].class, Instances.class};
        int links = (int) call(grown, "prune", types, alphas, errors, test);
        return Arrays.stream(test == null ? alphas : errors, 0, links + 1).mapToObj(number -> "" + number).collect(Collectors.joining(" "));
    }

    static void say(String entry, String got, String exact) {
        System.out.printf("%-4s%-44s %s%n", entry, got, exact);
    }

    static String cut(Classifier grown) throws Exception {
        Object tree = read(grown, "m_Tree");
        return (int) read(tree, "m_Attribute") < 0 ? "a leaf" : "" + read(tree, "m_SplitPoint");
    }

    public static void main(String[] none) throws Exception {
        Instances small = numbers(0, 1 / 1024.);
        Instances far = numbers(FAR);
        Instances huge = rows(new double[] {1e308, 1.7e308}, null, "ab");
        Instances mixed = rows(new double[] {1e308, 1e308, 1.7e308}, null, "abb");
        Instances odd = classes("abbc");
        Instances apart = numbers(1e16, 1);
        for (String name : List.of("REPTree", "RandomTree")) {
            boolean rep = name.equals("REPTree");
            String letter = rep ? "T" : "RT";
            String[] whole = rep ? new String[] {"-P", "-V", "0", "-M", "1"} : new String[] {"-V", "0", "-M", "1"};
            say(letter + "1", cut(grown(name, small, whole)), "0.5");
            say(letter + "2", cut(grown(name, far, whole)), "1.5");
            say(letter + "3", predictions(grown(name, huge, whole), huge), "a b");
            String ended = "answers";
            try {
                grown(name, mixed, whole);
            } catch (StackOverflowError failure) {
                ended = "StackOverflowError";
            }
            say(letter + "3", ended, "answers: two leaves");
            say(letter + "6", predictions(grown(name, apart, whole), apart), "1.0E16 1.0");
        }
        Object tree = read(grown("REPTree", rows(new double[] {5, 1, 5}, null, "aba"), "-P", "-M", "1"), "m_Tree");
        call(tree, "insertHoldOutSet", new Class<?>[] {Instances.class}, rows(new double[] {Double.NaN, 6}, null, "cb"));
        call(tree, "reducedErrorPrune", new Class<?>[0]);
        say("T7", (int) read(tree, "m_Attribute") < 0 ? "a leaf" : "a branch", "a leaf: either has 2 errors");
        Instances lacking = table(new double[][] {{0, 0}, {Double.NaN, 4}, {0, 0}, {1, 8}, {1, 8}},
            new Attribute("c", List.of("p", "q")), new Attribute("y"));
        say("RT5", predictions(grown("RandomTree", lacking), lacking), "0.8 4.0 0.8 7.2 7.2");
        say("T4", cut(grown("REPTree", odd, "-P", "-M", "2")), "1.5, which leaves 2 rows a side");
        Instances three = categories(List.of("u", "v", "w"), new int[] {0, 0, 1, 1, 2}, "aabbc");
        say("T5", ((Object[]) read(read(grown("REPTree", three, "-P", "-M", "2"), "m_Tree"), "m_Successors")).length
            + " children, one of 1 row", "none: -M is 2");
        say("RT4", cut(grown("RandomTree", classes("abbb"), "-M", "2")) + ", which leaves 1 row", "1.5: -M is 2");

        say("DS1", "" + read(grown("DecisionStump", far), "m_SplitPoint"), "1.5");
        say("DS2", predictions(grown("DecisionStump", huge), huge), "a b");
        Instances constant = rows(new double[] {5, 5}, new double[] {2, 4}, "");
        say("DS3", predictions(grown("DecisionStump", constant), constant), "3.0 3.0");
        Instances light = classes("aab");
        light.forEach(row -> row.setWeight(1e-7));
        say("DS4", "" + read(grown("DecisionStump", light), "m_SplitPoint"), "1.5");
        Instances marked = table(new double[][] {{1, 0, 0}, {1, 1, 0}, {Double.NaN, 0, 1}, {Double.NaN, 1, 1}},
            new Attribute("x"), new Attribute("z"), new Attribute("y", List.of("a", "b")));
        say("DS5", predictions(grown("DecisionStump", marked), marked), "a a b b");
        say("DS6", predictions(grown("DecisionStump", apart), apart), "1.0E16 1.0");
        Instances lonely = rows(new double[] {0, Double.NaN, Double.NaN}, null, "baa");
        say("DS8", predictions(grown("DecisionStump", lonely), lonely), "b a a");

        int[] x = IntStream.range(0, 59).map(row -> row < 24 ? 0 : 1).toArray();
        String y = "a".repeat(11) + "b".repeat(13) + "a".repeat(16) + "b".repeat(19);
        say("I1", read(grown("Id3", categories(List.of("u", "v"), x, y)), "m_Attribute") == null ? "a leaf" : "a branch", "a branch: 9.9e-7 is gained");

        String[] unpruned = {"-U", "-H", "-M", "1"};
        say("C1", "alpha " + alphas(classes("abb"), null, unpruned), "alpha 0 1/3");
        Instances impure = rows(new double[] {1, 1, 2}, null, "abb");
        say("C2", "alpha " + alphas(impure, null, unpruned), "alpha 0: the branch saves no errors");
        say("C3", "alpha " + alphas(classes("aabbcbbb"), null, "-U", "-H", "-M", "2"), "alpha 0 1/4");
        say("C4", (boolean) read(grown("SimpleCart", odd, "-U", "-M", "2"), "m_isLeaf") ? "a leaf" : "a branch", "1.5, which leaves 2 rows a side");
        Instances near = rows(new double[] {1, 1 + LAST}, null, "ab");
        say("C5", predictions(grown("SimpleCart", near, unpruned), near), "a b");
        String failed = "answers";
        try {
            grown("SimpleCart", classes("aabbb"), "-N", "5");
        } catch (Exception failure) {
            failed = failure.getMessage();
        }
        say("C6", failed, "answers: five rows make five folds");
        say("C7", "errors " + alphas(classes("abbcca"), classes("abbcca"), unpruned), "errors 0 1/3 2/3, on the rows themselves");
        say("C9", "leaves " + call(grown("SimpleCart", categories(List.of("u", "v"), new int[] {0, 0, 0, 0, 1, 1}, "aabbab"), unpruned),
            "numLeaves", new Class<?>[0]), "leaves 1: nothing is gained");
        Instances names = categories(List.of("b", "(b)"), new int[] {0, 1}, "ab");
        say("C8", predictions(grown("SimpleCart", names, unpruned), names), "a b");
    }
}
