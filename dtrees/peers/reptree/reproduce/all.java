// What Weka's REPTree gets wrong, asked of Weka alone:  java -cp weka.jar all.java
// A line says what Weka answers, and what is right.

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.Classifier;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;

class Reproduce {
    static final double[] FAR = {100000001, 100000000, 100000003, 100000002};

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

    static void say(String entry, String got, String exact) {
        System.out.printf("%s: got %s; right is %s%n", entry, got, exact);
    }

    static String cut(Classifier grown) throws Exception {
        Object tree = read(grown, "m_Tree");
        return (int) read(tree, "m_Attribute") < 0 ? "a leaf" : "" + read(tree, "m_SplitPoint");
    }

    public static void main(String[] none) throws Exception {
        Instances small = numbers(0, 1 / 1024.);
        Instances far = numbers(FAR);
        Instances huge = rows(new double[] {1e308, 1.7e308}, null, "ab");
        double[] large = IntStream.range(0, 30).mapToDouble(row -> row < 20 ? 1e308 : 1.7e308).toArray();
        Instances mixed = rows(large, null, "a".repeat(10) + "b".repeat(20));
        Instances odd = classes("abbc");
        Instances apart = numbers(1e16, 1);
        String[] whole = {"-P", "-V", "0", "-M", "1"};
        say("T1", cut(grown("REPTree", small, whole)), "0.5");
        say("T2", cut(grown("REPTree", far, whole)), "1.5");
        say("T3", predictions(grown("REPTree", huge, whole), huge), "a b");
        String ended = "answers";
        try {
            grown("REPTree", mixed);
        } catch (StackOverflowError failure) {
            ended = "StackOverflowError";
        }
        say("T3", ended, "answers");
        say("T6", predictions(grown("REPTree", apart, whole), apart), "1.0E16 1.0");
        Instances many = numbers(IntStream.range(0, 30).mapToDouble(row -> row < 15 ? 1e16 : 1).toArray());
        say("T6", "" + grown("REPTree", many).classifyInstance(many.get(29)), "1.0");
        Instances beside = numbers(99, 0, 1);
        say("T9", predictions(grown("REPTree", beside, "-P", "-M", "1"), beside), "99.0 0.0 1.0, as by -V 0");
        Object tree = read(grown("REPTree", rows(new double[] {5, 1, 5}, null, "aba"), "-P", "-M", "1"), "m_Tree");
        call(tree, "insertHoldOutSet", new Class<?>[] {Instances.class}, rows(new double[] {Double.NaN, 6}, null, "cb"));
        call(tree, "reducedErrorPrune", new Class<?>[0]);
        say("T7", (int) read(tree, "m_Attribute") < 0 ? "a leaf" : "a branch", "a leaf: either has 2 errors");
        say("T4", cut(grown("REPTree", odd, "-P", "-M", "2")), "1.5, which leaves 2 rows a side");
        Instances three = categories(List.of("u", "v", "w"), new int[] {0, 0, 1, 1, 2}, "aabbc");
        say("T5", ((Object[]) read(read(grown("REPTree", three, "-P", "-M", "2"), "m_Tree"), "m_Successors")).length
            + " children, one of 1 row", "none: -M is 2");
    }
}
