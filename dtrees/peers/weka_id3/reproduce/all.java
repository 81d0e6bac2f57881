// What Weka's Id3 gets wrong, asked of Weka alone:  java -cp weka.jar:simpleEducationalLearningSchemes.jar all.java
// A line says what Weka answers, and what is right.

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.Classifier;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;

class Reproduce {
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

    static Object read(Object object, String field) throws Exception {
        Field found = object.getClass().getDeclaredField(field);
        found.setAccessible(true);
        return found.get(object);
    }

    static void say(String entry, String got, String exact) {
        System.out.printf("%s: got %s; right is %s%n", entry, got, exact);
    }

    public static void main(String[] none) throws Exception {
        int[] x = IntStream.range(0, 59).map(row -> row < 24 ? 0 : 1).toArray();
        String y = "a".repeat(11) + "b".repeat(13) + "a".repeat(16) + "b".repeat(19);
        say("I1", read(grown("Id3", categories(List.of("u", "v"), x, y)), "m_Attribute") == null ? "a leaf" : "a branch", "a branch: 9.9e-7 is gained");

    }
}
