// What Weka's SimpleCart gets wrong, asked of Weka alone:  java -cp weka.jar:simpleCART.jar all.java
// A line says what Weka answers, and what is right.

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

    /** 27 rows of two columns of three categories, whose class is their sum modulo 3. */
    static Instances sums() {
        ArrayList<Attribute> attributes = new ArrayList<>();
        List.of("c", "d", "y").forEach(name -> attributes.add(new Attribute(name, List.of("u", "v", "w"))));
        Instances rows = new Instances("rows", attributes, 27);
        rows.setClassIndex(2);
        IntStream.range(0, 27).forEach(row -> rows.add(new DenseInstance(1, new double[] {row % 3, row / 3 % 3, (row % 3 + row / 3 % 3) % 3})));
        return rows;
    }

    /** Six categories: at x = 0 every other one is of class a; at x = 1 all are c, 0 to 40 times. */
    static Instances halves() {
        Attribute categories = new Attribute("c", List.of("p", "q", "r", "s", "t", "u"));
        ArrayList<Attribute> attributes = new ArrayList<>(List.of(new Attribute("x"), categories, new Attribute("y", List.of("a", "b", "c"))));
        Instances rows = new Instances("rows", attributes, 144);
        rows.setClassIndex(2);
        for (int one = 0; one < 6; one++) {
            for (int row = 0; row < 4 + 8 * one; row++) {
                rows.add(new DenseInstance(1, row < 4 ? new double[] {0, one, one % 2} : new double[] {1, one, 2}));
            }
        }
        return rows;
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
        System.out.printf("%s: got %s; right is %s%n", entry, got, exact);
    }

    public static void main(String[] none) throws Exception {
        Instances odd = classes("abbc");
        String[] unpruned = {"-U", "-H", "-M", "1"};
        say("C1", "alpha " + alphas(classes("abb"), null, unpruned), "alpha 0 1/3");
        Instances impure = rows(new double[] {1, 1, 2}, null, "abb");
        say("C2", "alpha " + alphas(impure, null, unpruned), "alpha 0: the branch saves no errors");
        say("C3", "alpha " + alphas(classes("aabbcbbb"), null, "-U", "-H", "-M", "2"), "alpha 0 1/4");
        say("C4", (boolean) read(grown("SimpleCart", odd, "-U", "-M", "2"), "m_isLeaf") ? "a leaf" : "a branch", "1.5, which leaves 2 rows a side");
        Instances near = rows(new double[] {1, 1 + LAST}, null, "ab");
        say("C5", predictions(grown("SimpleCart", near, unpruned), near), "a b");
        Instances huge = rows(new double[] {1e308, 1.7e308}, null, "ab");
        say("C5", predictions(grown("SimpleCart", huge, unpruned), huge), "a b");
        String failed = "answers";
        try {
            grown("SimpleCart", classes("aabbb"), "-N", "5");
        } catch (Exception failure) {
            failed = failure.getMessage();
        }
        say("C6", failed, "answers: five rows make five folds");
        say("C7", "errors " + alphas(classes("abbcca"), classes("abbcca"), unpruned), "errors 0 1/3 2/3, on the rows themselves");
        say("C9", "leaves " + call(grown("SimpleCart", sums()), "numLeaves", new Class<?>[0]), "leaves 1: nothing is gained");
        say("C11", "leaves " + call(grown("SimpleCart", halves(), "-U"), "numLeaves", new Class<?>[0]), "leaves 3, as by -H");
        Instances names = categories(List.of("b", "(b)"), new int[] {0, 1}, "ab");
        say("C8", predictions(grown("SimpleCart", names, unpruned), names), "a b");
        Instances unused = categories(List.of("q", "r", "p", "(q)"), new int[] {2, 2, 2, 0, 1, 1}, "bbbaaa");
        Classifier stolen = grown("SimpleCart", unused, "-U");
        say("C8", predictions(stolen, unused) + ", share of b for q " + stolen.distributionForInstance(unused.get(3))[1],
            "b b b a a a, share 0.0");
    }
}
