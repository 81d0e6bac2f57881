// How often ordinary data show an entry, asked of Weka's Id3 alone:  java -cp weka.jar:simpleEducationalLearningSchemes.jar ordinary.java

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.Classifier;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;

class Ordinary {
    /** A table of columns of 0 and 1, the class last. */
    static Instances bits(int columns, int size) {
        ArrayList<Attribute> attributes = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            attributes.add(new Attribute("x" + column, List.of("0", "1")));
        }
        Instances rows = new Instances("rows", attributes, size);
        rows.setClassIndex(columns - 1);
        return rows;
    }

    static Object read(Object object, String field) throws Exception {
        Field found = object.getClass().getDeclaredField(field);
        found.setAccessible(true);
        return found.get(object);
    }

    static Object grown(Instances rows) throws Exception {
        Classifier made = AbstractClassifier.forName("weka.classifiers.trees.Id3", new String[0]);
        made.buildClassifier(rows);
        return made;
    }

    /** Whether a column divides the rows so that one side has another share of the class than the other. */
    static boolean gains(Instances rows, int column) {
        long[][] counts = new long[2][2];
        rows.forEach(row -> counts[(int) row.value(column)][(int) row.classValue()]++);
        return counts[0][0] * counts[1][1] != counts[0][1] * counts[1][0];
    }

    /** Whether a leaf of the tree could have gained. */
    static boolean stops(Object node, Instances rows) throws Exception {
        Attribute asked = (Attribute) read(node, "m_Attribute");
        boolean found = false;
        if (asked == null) {
            for (int column = 0; column < rows.classIndex(); column++) {
                found |= gains(rows, column);
            }
            return found;
        }
        for (int value = 0; value < 2; value++) {
            Instances part = new Instances(rows, 0);
            for (int row = 0; row < rows.numInstances(); row++) {
                if (rows.instance(row).value(asked) == value) {
                    part.add(rows.instance(row));
                }
            }
            found |= stops(((Object[]) read(node, "m_Successors"))[value], part);
        }
        return found;
    }

    /** Whether Id3 makes a leaf of XOR, with so many rows in each cell and one more. */
    static boolean isLeaf(int size) throws Exception {
        Instances rows = bits(3, 4 * size + 1);
        for (int row = 0; row < 4 * size + 1; row++) {
            int x = row % 2;
            int z = row / 2 % 2;
            rows.add(new DenseInstance(1, new double[] {x, z, x ^ z}));
        }
        return read(grown(rows), "m_Attribute") == null;
    }

    /** Whether XOR of two of five columns, of which one row in five has the other class, has a leaf that could have gained. */
    static boolean stopsOnNoise(int seed) throws Exception {
        Random random = new Random(seed);
        Instances rows = bits(6, 5000);
        for (int row = 0; row < 5000; row++) {
            double[] values = random.ints(6, 0, 2).asDoubleStream().toArray();
            values[5] = (values[0] == values[1]) == (random.nextInt(5) > 0) ? 0 : 1;
            rows.add(new DenseInstance(1, values));
        }
        return stops(grown(rows), rows);
    }

    public static void main(String[] none) throws Exception {
        for (int size : new int[] {200, 250}) {
            System.out.printf("I1: XOR with %d rows a cell and one more is %s%n", size, isLeaf(size) ? "a leaf" : "split");
        }
        int stopped = 0;
        for (int seed = 0; seed < 100; seed++) {
            stopped += stopsOnNoise(seed) ? 1 : 0;
        }
        System.out.printf("I1: 100 tables of 5,000 rows, XOR of two of five columns of 0 and 1, a fifth of the classes flipped: %d%n", stopped);
    }
}
