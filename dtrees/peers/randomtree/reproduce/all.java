// What Weka's RandomTree gets wrong, asked of Weka alone:  java -cp weka.jar all.java
// A line says what Weka answers, and what is right.

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.Classifier;
import weka.classifiers.trees.RandomForest;
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
        Instances mixed = rows(new double[] {1e308, 1e308, 1.7e308}, null, "abb");
        Instances apart = numbers(1e16, 1);
        String[] whole = {"-V", "0", "-M", "1"};
        say("RT1", cut(grown("RandomTree", small, whole)), "0.5");
        say("RT2", cut(grown("RandomTree", far, whole)), "1.5");
        say("RT3", predictions(grown("RandomTree", huge, whole), huge), "a b");
        String ended = "answers";
        try {
            grown("RandomTree", mixed, whole);
        } catch (StackOverflowError failure) {
            ended = "StackOverflowError";
        }
        say("RT3", ended, "answers: two leaves");
        say("RT6", predictions(grown("RandomTree", apart, whole), apart), "1.0E16 1.0");
        Instances beside = numbers(99, 0, 1);
        say("RT9", predictions(grown("RandomTree", beside, "-M", "1"), beside), "99.0 0.0 1.0, as by -V 0");
        Instances lacking = table(new double[][] {{0, 0}, {Double.NaN, 4}, {0, 0}, {1, 8}, {1, 8}},
            new Attribute("c", List.of("p", "q")), new Attribute("y"));
        say("RT5", predictions(grown("RandomTree", lacking), lacking), "0.8 4.0 0.8 7.2 7.2");
        say("RT4", cut(grown("RandomTree", classes("abbb"), "-M", "2")) + ", which leaves 1 row", "1.5: -M is 2");
        Instances both = table(IntStream.range(0, 1000).mapToObj(row -> new double[] {row / 900, row % 2, row / 900 * (row % 2)})
            .toArray(double[][]::new), new Attribute("x"), new Attribute("z"), new Attribute("y", List.of("a", "b")));
        double[] worth = ((RandomForest) grown("RandomForest", both, "-attribute-importance"))
            .computeAverageImpurityDecreasePerAttribute(new double[3]);
        say("RT8", String.format("%.1f %.1f", worth[0], worth[1]), "0.2 0.1 bits a row");
    }
}
