// Drives the real J48: reads cases from stdin, writes one line of JSON after each.  Only a JDK and weka.jar are needed:
//   java -cp weka.jar driver.java
//
// A line of input is a word and its values, separated by tabs; numbers are hexadecimal, so nothing is rounded:
//   case ID | options -U .. | classes K | y code.. | num v.. | cat K code.. | weights w.. | end
// Rows of weight 0 are not trained on, but J48 is asked about them too.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import weka.classifiers.trees.J48;
import weka.classifiers.trees.j48.BinC45ModelSelection;
import weka.classifiers.trees.j48.BinC45Split;
import weka.classifiers.trees.j48.C45ModelSelection;
import weka.classifiers.trees.j48.C45Split;
import weka.classifiers.trees.j48.ClassifierSplitModel;
import weka.classifiers.trees.j48.ClassifierTree;
import weka.classifiers.trees.j48.Distribution;
import weka.classifiers.trees.j48.ModelSelection;
import weka.classifiers.trees.j48.PruneableClassifierTree;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instance;
import weka.core.Instances;

class Driver {
    /** J48 with its tree open to be read. */
    static class Open extends J48 {
        ClassifierTree root() {
            return m_root;
        }
    }

    public static void main(String[] none) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        List<String[]> lines = new ArrayList<>();
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (line.equals("end")) {
                System.out.println(answer(lines));
                System.out.flush();
                lines.clear();
            } else {
                lines.add(line.split("\t"));
            }
        }
    }

    static String answer(List<String[]> lines) {
        try {
            Instances rows = instances(lines);
            Instances data = new Instances(rows);
            data.removeIf(row -> row.weight() == 0);
            Open j48 = new Open();
            j48.setOptions(values(lines, "options").toArray(new String[0]));
            String pruning = j48.getReducedErrorPruning() ? reducedErrorPruning(j48, data) : "{}";
            return record("tree", built(j48, data, rows), "pruning", pruning);
        } catch (Exception failure) {
            throw new IllegalArgumentException("no case that J48 can be asked", failure);
        }
    }

    static String built(Open j48, Instances data, Instances rows) {
        try {
            j48.buildClassifier(data);
            return record("nodes", nodes(j48.root()), "shares", eachRow(rows, row -> shares(j48, row)),
                "predicted", eachRow(rows, row -> "" + (int) j48.classifyInstance(row)), "printed", text(j48.toString()));
        } catch (Exception | StackOverflowError failure) {
            return record("error", text(failure instanceof Error ? failure.toString() : failure.getMessage()));
        }
    }

    // --- the data -------------------------------------------------------------------------------------------------

    static Instances instances(List<String[]> lines) {
        ArrayList<Attribute> attributes = new ArrayList<>();
        List<List<String>> columns = new ArrayList<>();
        for (String[] line : lines) {
            List<String> values = Arrays.asList(line).subList(1, line.length);
            if (line[0].equals("num")) {
                attributes.add(new Attribute("v" + attributes.size()));
                columns.add(values);
            } else if (line[0].equals("cat")) {
                attributes.add(nominal("v" + attributes.size(), values.get(0)));
                columns.add(values.subList(1, values.size()));
            }
        }
        attributes.add(nominal("y", values(lines, "classes").get(0)));
        columns.add(values(lines, "y"));
        List<String> weights = values(lines, "weights");
        Instances data = new Instances("case", attributes, weights.size());
        data.setClassIndex(attributes.size() - 1);
        for (int row = 0; row < weights.size(); row++) {
            int here = row;
            double[] cells = columns.stream().mapToDouble(column -> Double.parseDouble(column.get(here))).toArray();
            data.add(new DenseInstance(Double.parseDouble(weights.get(row)), cells));
        }
        return data;
    }

    static Attribute nominal(String name, String size) {
        int categories = (int) Double.parseDouble(size);
        return new Attribute(name, IntStream.range(0, categories).mapToObj(c -> "c" + c).collect(Collectors.toList()));
    }

    static List<String> values(List<String[]> lines, String word) {
        String[] line = lines.stream().filter(each -> each[0].equals(word)).findFirst().orElseThrow();
        return Arrays.asList(line).subList(1, line.length);
    }

    // --- the tree -------------------------------------------------------------------------------------------------

    /** Each node, parents first: the attribute (-1: a leaf), the cut or category, and its children's places. */
    static String nodes(ClassifierTree root) {
        List<ClassifierTree> waiting = new ArrayList<>(List.of(root));
        List<String> written = new ArrayList<>();
        for (int place = 0; place < waiting.size(); place++) {
            ClassifierTree node = waiting.get(place);
            int first = waiting.size();
            if (!node.isLeaf()) {
                waiting.addAll(Arrays.asList(node.getSons()));
            }
            int end = waiting.size();
            written.add(record("asks", "" + attribute(node), "cut", "" + cut(node),
                "children", each(end - first, child -> "" + (first + child)), "counts", counts(node)));
        }
        return "[" + String.join(",", written) + "]";
    }

    static int attribute(ClassifierTree node) {
        if (node.isLeaf()) {
            return -1;
        }
        return node.getLocalModel() instanceof BinC45Split
            ? ((BinC45Split) node.getLocalModel()).attIndex() : ((C45Split) node.getLocalModel()).attIndex();
    }

    static double cut(ClassifierTree node) {
        if (node.isLeaf()) {
            return 0;
        }
        return node.getLocalModel() instanceof BinC45Split
            ? ((BinC45Split) node.getLocalModel()).splitPoint() : ((C45Split) node.getLocalModel()).splitPoint();
    }

    static String counts(ClassifierTree node) {
        Distribution rows = node.getLocalModel().distribution();
        return each(rows.numClasses(), place -> "" + rows.perClass(place));
    }

    // --- what is said of a row ------------------------------------------------------------------------------------

    interface Said {
        String of(Instance row) throws Exception;
    }

    static String eachRow(Instances rows, Said said) throws Exception {
        List<String> written = new ArrayList<>();
        for (Instance row : rows) {
            written.add(said.of(row));
        }
        return "[" + String.join(",", written) + "]";
    }

    static String shares(J48 j48, Instance row) throws Exception {
        double[] shares = j48.distributionForInstance(row);
        return each(shares.length, place -> "" + shares[place]);
    }

    // --- reduced-error pruning ------------------------------------------------------------------------------------

    /** What chooses a node's split, with the method that Weka 3.9.7 lacks, and without which its -R always fails. */
    static class Selection extends ModelSelection {
        private final ModelSelection chosen;

        Selection(J48 j48, Instances data) {
            int least = j48.getMinNumObj();
            boolean corrected = j48.getUseMDLcorrection();
            boolean midpoints = j48.getDoNotMakeSplitPointActualValue();
            chosen = j48.getBinarySplits()
                ? new BinC45ModelSelection(least, data, corrected, midpoints)
                : new C45ModelSelection(least, data, corrected, midpoints);
        }

        public ClassifierSplitModel selectModel(Instances rows) throws Exception {
            return chosen.selectModel(rows);
        }

        public ClassifierSplitModel selectModel(Instances rows, Instances unused) throws Exception {
            return chosen.selectModel(rows);
        }

        public String getRevision() {
            return chosen.getRevision();
        }
    }

    /** The tree before and after it is pruned, and the rows that it grows on, which a column of their numbers tells. */
    static String reducedErrorPruning(J48 j48, Instances data) throws Exception {
        Instances numbered = new Instances(data);
        numbered.insertAttributeAt(new Attribute("row"), 0);
        for (int row = 0; row < numbered.numInstances(); row++) {
            numbered.instance(row).setValue(0, row);
        }
        Instances growing = pruneable(j48, numbered, false).getTrainingData();
        return record("grown", nodes(pruneable(j48, data, false)), "pruned", nodes(pruneable(j48, data, true)),
            "growing", each(growing.numInstances(), row -> "" + (int) growing.instance(row).value(0)));
    }

    static ClassifierTree pruneable(J48 j48, Instances data, boolean prune) throws Exception {
        ModelSelection selection = new Selection(j48, data);
        ClassifierTree tree = new PruneableClassifierTree(selection, prune, j48.getNumFolds(), false, j48.getSeed());
        tree.buildClassifier(data);
        return tree;
    }

    // --- JSON -----------------------------------------------------------------------------------------------------

    static String record(String... parts) {
        return IntStream.range(0, parts.length / 2).mapToObj(i -> text(parts[2 * i]) + ":" + parts[2 * i + 1])
            .collect(Collectors.joining(",", "{", "}"));
    }

    static String each(int size, IntFunction<String> written) {
        return IntStream.range(0, size).mapToObj(written).collect(Collectors.joining(",", "[", "]"));
    }

    static String text(String value) {
        String escaped = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\t", "\\t");
        return "\"" + escaped + "\"";
    }
}
