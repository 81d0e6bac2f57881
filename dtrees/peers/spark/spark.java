// One tree of Spark MLlib, speaking the protocol:  dtrees verify spark
//
//   java -cp "JARS/*:CLASSES" Trees PARTITIONS     (JARS are those of the Python package)
//
// One session on one core serves all that is asked, of rows in so many partitions.  There are more bins than rows, and depth is as
// large as it may be; leaves of one class are not merged.

import static org.apache.spark.ml.linalg.SQLDataTypes.VectorType;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.*;
import java.util.stream.IntStream;
import org.apache.spark.ml.PredictionModel;
import org.apache.spark.ml.Predictor;
import org.apache.spark.ml.attribute.*;
import org.apache.spark.ml.classification.DecisionTreeClassificationModel;
import org.apache.spark.ml.classification.DecisionTreeClassifier;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.regression.DecisionTreeRegressionModel;
import org.apache.spark.ml.regression.DecisionTreeRegressor;
import org.apache.spark.ml.tree.*;
import org.apache.spark.sql.*;
import org.apache.spark.sql.types.*;

class Trees extends Speaking {
    static final double NOT_STATED = -1;  // the impurity of a leaf of which no question could be asked, by intention

    static String partitions;
    static SparkSession session;
    static PredictionModel<Vector, ?> model;
    static List<Object> nodes;  // of the model, parents first
    static List<List<Integer>> ends;  // the paths of its leaves

    public static void main(String[] given) throws Exception {
        partitions = given[0];
        serve(Trees::started, Trees::result, List.of());
    }

    /** Start the session, which says nothing and compiles nothing. */
    static Object started() {
        session = SparkSession.builder().master("local[1]").config("spark.log.level", "OFF").config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false").config("spark.sql.codegen.wholeStage", "false")
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN").config("spark.sql.leafNodeDefaultParallelism", partitions).getOrCreate();
        return introduction("Spark MLlib", session.version(), "grow", "predict", "predict_proba", "apply", "importances");
    }

    static Object result(String operation, JsonNode input) throws Exception {
        JsonNode data = input.get("data");
        train(input, (rows, learner) -> {
            model = trained(rows, learner);
            nodes = new ArrayList<>();
            ends = new ArrayList<>();
            collect(((DecisionTreeModel) model).rootNode(), List.of(), rows);
        });
        switch (operation) {
            case "grow":
                return Map.of("nodes", nodes);
            case "importances":
                return (model instanceof DecisionTreeRegressionModel ? ((DecisionTreeRegressionModel) model).featureImportances()
                    : ((DecisionTreeClassificationModel) model).featureImportances()).toArray();
            case "predict_proba":
                if (isNumbers(data)) {
                    throw new Unsupported("numbers have no shares");
                }
                return rows(data, input.get("rows")).map(row -> ((DecisionTreeClassificationModel) model).predictProbability(row).toArray()).toArray();
            case "apply":
                return rows(data, input.get("rows")).map(row -> ends.get((int) ((DecisionTreeModel) model).predictLeaf(row))).toArray();
            default:
                return rows(data, input.get("rows")).map(row -> label(model.predict(row), data)).toArray();
        }
    }

    // --- training -------------------------------------------------------------------------------------------------

    static PredictionModel<Vector, ?> trained(JsonNode data, JsonNode learner) throws Exception {
        Predictor<Vector, ?, ?> tree = isNumbers(data) ? new DecisionTreeRegressor() : new DecisionTreeClassifier();
        JsonNode rule = learner.get("stopping");
        Map<String, Object> options = new HashMap<>(Map.of("featuresCol", "x", "labelCol", "y", "weightCol", "w", "maxBins", 1 << 15));
        options.put("maxDepth", rule.get("max_depth").isNull() ? 30 : rule.get("max_depth").asInt());
        options.put("minInfoGain", number(rule.get("min_gain")));
        options.putAll(least(number(rule.get("min_leaf")), numbers(data.get("weights"))));
        if (!isNumbers(data)) {
            options.putAll(Map.of("impurity", learner.get("impurity").asText(), "pruneTree", false));
        }
        ParamMap told = new ParamMap();
        options.forEach((name, value) -> told.put(tree.getParam(name), value));
        return (PredictionModel<Vector, ?>) tree.fit(frame(data), told);
    }

    /** How many rows, or what share of all weights, each child has at least. */
    static Map<String, Object> least(double weight, double[] weights) throws Unsupported {
        if (Arrays.stream(weights).allMatch(one -> one == 1)) {
            return Map.of("minInstancesPerNode", (int) Math.max(1, Math.ceil(weight)));
        }
        double share = weight / Arrays.stream(weights).sum();
        if (share >= 0.5) {
            throw new Unsupported("a share of at least half of the weight is refused");
        }
        return Map.of("minWeightFractionPerNode", share);
    }

    static Dataset<Row> frame(JsonNode data) throws Exception {
        List<Attribute> columns = new ArrayList<>();
        for (JsonNode feature : data.get("features")) {
            boolean numeric = feature.get("kind").asText().equals("numeric");
            columns.add(numeric ? NumericAttribute.defaultAttr() : nominal(feature.get("categories")));
        }
        StructField x = new AttributeGroup("x", columns.toArray(new Attribute[0])).toStructField();
        StructField y = isNumbers(data) ? new StructField("y", DataTypes.DoubleType, false, Metadata.empty())
            : nominal(data.get("target").get("classes")).withName("y").toStructField();
        StructField w = new StructField("w", DataTypes.DoubleType, false, Metadata.empty());
        double[] answers = numbers(data.get("target").get(isNumbers(data) ? "values" : "codes")), weights = numbers(data.get("weights"));
        List<Vector> vectors = rows(data, data.get("features")).toList();
        List<Row> rows = IntStream.range(0, weights.length).mapToObj(row -> RowFactory.create(vectors.get(row), answers[row], weights[row])).toList();
        return session.createDataFrame(rows, new StructType(new StructField[] {x, y, w}));
    }

    static NominalAttribute nominal(JsonNode names) {
        return NominalAttribute.defaultAttr().withValues(IntStream.range(0, names.size()).mapToObj(String::valueOf).toArray(String[]::new));
    }

    static java.util.stream.Stream<Vector> rows(JsonNode data, JsonNode features) throws Unsupported {
        List<double[]> columns = new ArrayList<>();
        for (JsonNode known : data.get("features")) {
            columns.add(column(known, features));
        }
        return IntStream.range(0, columns.get(0).length).mapToObj(row -> Vectors.dense(columns.stream().mapToDouble(column -> column[row]).toArray()));
    }

    // --- the tree -------------------------------------------------------------------------------------------------

    /** Add the nodes at and below one, parents first, and the paths of the leaves. */
    static void collect(Node node, List<Integer> path, JsonNode data) {
        double weight = node.impurityStats().count();
        Map<String, Object> shown = new HashMap<>(Map.of("weight", weight, "value", node.prediction()));
        nodes.add(shown);
        if (node.impurity() != NOT_STATED && Double.isFinite(node.impurity())) {
            shown.put("impurity", node.impurity());
        }
        if (!isNumbers(data)) {
            shown.put("value", Arrays.stream(node.impurityStats().stats()).map(one -> one / weight).toArray());
            shown.put("prediction", label(node.prediction(), data));
        }
        if (node instanceof LeafNode) {
            ends.add(path);
            return;
        }
        InternalNode branch = (InternalNode) node;
        JsonNode feature = data.get("features").get(branch.split().featureIndex());
        shown.put("question", branch.split() instanceof ContinuousSplit
            ? asks("threshold", feature, "threshold", ((ContinuousSplit) branch.split()).threshold())
            : asks("one_of", feature, "categories", Arrays.stream(((CategoricalSplit) branch.split()).leftCategories())
                .mapToObj(code -> feature.get("categories").get((int) code)).toArray()));
        collect(branch.leftChild(), child(path, 0), data);
        collect(branch.rightChild(), child(path, 1), data);
    }

    static List<Integer> child(List<Integer> path, int place) {
        List<Integer> longer = new ArrayList<>(path);
        longer.add(place);
        return longer;
    }
}
