// A forest of ten trees by Weka's RandomForest of a CSV file whose first column is y: each tree's nodes, parents first, the counts
// of its bag, the error outside the bags, and the columns' importances, as JSON.  java -cp weka.jar bags.java FILE classes|numbers

import java.io.File;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import weka.classifiers.Classifier;
import weka.classifiers.trees.RandomForest;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.converters.CSVLoader;

class Bags {
    public static void main(String[] given) throws Exception {
        CSVLoader loader = new CSVLoader();
        loader.setSource(new File(given[0]));
        loader.setNominalAttributes(given[1].equals("classes") ? "first" : "");
        Instances rows = loader.getDataSet();
        rows.setClassIndex(0);
        RandomForest forest = new RandomForest();
        forest.setOptions(("-I 10 -O -attribute-importance -V 0 -S 1 -K " + (rows.numAttributes() - 1)).split(" "));
        forest.buildClassifier(rows);
        List<String> trees = new ArrayList<>();
        List<String> bags = new ArrayList<>();
        for (Classifier tree : (Classifier[]) read(forest, "m_Classifiers")) {
            List<String> nodes = new ArrayList<>();
            collect(read(tree, "m_Tree"), nodes);
            trees.add(nodes.toString());
            bags.add(Arrays.toString(drawn(rows, trees.size())));
        }
        double[] worth = forest.computeAverageImpurityDecreasePerAttribute(new double[rows.numAttributes()]);
        System.out.printf("{\"trees\": %s, \"bags\": %s, \"error\": %s, \"worth\": %s}",
            trees, bags, forest.measureOutOfBagError(), Arrays.toString(Arrays.copyOfRange(worth, 1, worth.length)));
    }

    /** How often a tree's sample has each row: the forest forgets it, and so it is drawn again, by the tree's seed. */
    static double[] drawn(Instances rows, int seed) {
        Instances numbered = new Instances(rows);
        for (int row = 0; row < rows.size(); row++) {
            numbered.get(row).setValue(1, row);
        }
        double[] counts = new double[rows.size()];
        for (Instance row : numbered.resampleWithWeights(new Random(seed), new boolean[rows.size()], true)) {
            counts[(int) row.value(1)] += row.weight();
        }
        return counts;
    }

    static void collect(Object node, List<String> nodes) throws Exception {
        int place = (int) read(node, "m_Attribute");
        nodes.add(place < 0 ? "{\"says\": " + Arrays.toString((double[]) read(node, "m_ClassDistribution")) + "}"
            : "{\"column\": " + (place - 1) + ", \"cut\": " + read(node, "m_SplitPoint") + "}");
        for (Object child : place < 0 ? new Object[0] : (Object[]) read(node, "m_Successors")) {
            collect(child, nodes);
        }
    }

    /** What a field holds, of the class or of one above it. */
    static Object read(Object object, String name) throws Exception {
        Class<?> kind = object.getClass();
        while (Arrays.stream(kind.getDeclaredFields()).noneMatch(one -> one.getName().equals(name))) {
            kind = kind.getSuperclass();
        }
        Field found = kind.getDeclaredField(name);
        found.setAccessible(true);
        return found.get(object);
    }
}
