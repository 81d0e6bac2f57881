// What Weka's DecisionStump gets wrong, asked of Weka alone:  java -cp weka.jar all.java
// A line says what Weka answers, and what is right.

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
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

    public static void main(String[] none) throws Exception {
        Instances far = numbers(FAR);
        Instances huge = rows(new double[] {1e308, 1.7e308}, null, "ab");
        Instances apart = numbers(1e16, 1);
        say("DS1", "" + read(grown("DecisionStump", far), "m_SplitPoint"), "1.5");
        say("DS2", predictions(grown("DecisionStump", huge), huge), "a b");
        Instances near = rows(new double[] {1 + Math.pow(2, -52), 1 + Math.pow(2, -51)}, null, "ab");
        say("DS2", predictions(grown("DecisionStump", near), near), "a b");
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

    }
}
