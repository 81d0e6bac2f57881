// How often ordinary data show an entry, asked of Weka's Id3 alone:  java -cp weka.jar:simpleEducationalLearningSchemes.jar ordinary.java

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.Classifier;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;

class Ordinary {
    static Attribute bits(String name) {
        return new Attribute(name, List.of("0", "1"));
    }

    /** Whether Id3 makes a leaf of XOR, with so many rows in each cell and one more. */
    static boolean isLeaf(int size) throws Exception {
        Instances rows = new Instances("rows", new ArrayList<>(List.of(bits("x"), bits("z"), bits("y"))), 4 * size + 1);
        rows.setClassIndex(2);
        for (int row = 0; row < 4 * size + 1; row++) {
            int x = row % 2;
            int z = row / 2 % 2;
            rows.add(new DenseInstance(1, new double[] {x, z, x ^ z}));
        }
        Classifier made = AbstractClassifier.forName("weka.classifiers.trees.Id3", new String[0]);
        made.buildClassifier(rows);
        Field found = made.getClass().getDeclaredField("m_Attribute");
        found.setAccessible(true);
        return found.get(made) == null;
    }

    public static void main(String[] none) throws Exception {
        for (int size : new int[] {200, 250}) {
            System.out.printf("I1: XOR with %d rows a cell and one more is %s%n", size, isLeaf(size) ? "a leaf" : "split");
        }
    }
}
