// One tree of H2O, speaking the protocol:  dtrees verify h2o
//
//   java -Dfolder=FOLDER -cp h2o.jar:CLASSES Trees [boosting]   (h2o.jar is the Python package's; H2O keeps its files in FOLDER)
//
// The server runs in this process, without its web pages, and ends with it.  Numbers, and two classes by Gini, are grown by a
// random forest of one tree, each row drawn once and each column tried at each node, or by boosting of one tree; two classes by
// entropy by the decision tree.

import com.fasterxml.jackson.databind.JsonNode;
import hex.Model;
import hex.ModelBuilder;
import hex.genmodel.algos.tree.SharedTreeNode;
import hex.tree.SharedTreeModel;
import hex.tree.drf.DRFModel;
import hex.tree.dt.*;
import hex.tree.gbm.GBMModel;
import java.util.*;
import java.util.stream.IntStream;
import water.*;
import water.fvec.Frame;
import water.fvec.Vec;

class Trees extends Speaking {
    static final int BINS = 1024;
    static final List<String> REFUSALS = List.of(
        "must have at least 2 features", "Response cannot be constant", "too small to split for min_rows", "Computed mtry_per_tree");

    static boolean boosts;
    static Model<?, ?, ?> model;

    public static void main(String[] given) throws Exception {
        boosts = given.length > 0;
        Thread.currentThread().setContextClassLoader(ClassLoader.getSystemClassLoader());  // where H2O looks for its classes
        serve(Trees::started, Trees::ran, REFUSALS);
    }

    static Object started() {
        H2OApp.main(new String[] {"-name", "dtrees" + ProcessHandle.current().pid(), "-ip", "127.0.0.1", "-nthreads", "1",
            "-disable_web", "-log_level", "FATAL", "-ice_root", System.getProperty("folder")});
        H2O.waitForCloudSize(1, 60_000);
        return introduction("H2O", H2O.ABV.projectVersion(), "grow", "predict", "predict_proba");
    }

    static Object ran(String operation, JsonNode input) throws Exception {
        Scope.enter();
        try {
            return result(operation, input);
        } finally {
            Scope.exit();
        }
    }

    static Object result(String operation, JsonNode input) throws Exception {
        JsonNode data = input.get("data");
        train(input, (rows, learner) -> {
            if (model != null) {
                model.delete();
            }
            model = trained(rows, learner);
        });
        return operation.equals("grow") ? Map.of("nodes", nodes(data)) : predicted(data, input.get("rows"), operation.equals("predict_proba"));
    }

    static Object predicted(JsonNode data, JsonNode rows, boolean shares) throws Exception {
        if (shares != (!isNumbers(data) && !(model instanceof DTModel))) {
            throw new Unsupported("the forest predicts shares, for its class is the one of largest F1, the others answers");
        }
        Frame answered = Scope.track(model.score(frame(data, rows)));
        return IntStream.range(0, (int) answered.numRows()).mapToObj(row -> shares
            ? List.of(answered.vec(1).at(row), answered.vec(2).at(row)) : label(answered.vec(0).at(row), data)).toArray();
    }

    // --- training -------------------------------------------------------------------------------------------------

    static Model<?, ?, ?> trained(JsonNode data, JsonNode learner) throws Exception {
        Frame frame = frame(data, data.get("features"));
        double[] weights = numbers(data.get("weights"));
        JsonNode rule = learner.get("stopping");
        double least = rule.get("min_leaf").asDouble();
        int depth = rule.get("max_depth").isNull() ? 0 : rule.get("max_depth").asInt();
        boolean weighted = Arrays.stream(weights).anyMatch(weight -> weight != 1);
        JsonNode target = data.get("target");
        if (learner.get("impurity").asText().equals("entropy")) {
            if (weighted) {
                throw new Unsupported("the decision tree takes no weights");
            }
            DTModel.DTParameters asked = new DTModel.DTParameters();
            asked._min_rows = (int) Math.max(1, least);
            asked._max_depth = depth > 0 ? depth : Math.min(20, Math.max(1, weights.length - 1));
            frame.add("y", vec(numbers(target.get("codes")), labels(target.get("classes"))));
            return grown(of(asked, frame));
        }
        if (weighted) {
            frame.add("w", vec(weights, null));
        }
        frame.add("y", isNumbers(data) ? vec(numbers(target.get("values")), null) : vec(numbers(target.get("codes")), labels(target.get("classes"))));
        SharedTreeModel.SharedTreeParameters asked = boosts ? boosting() : forest();
        asked._ntrees = 1;
        asked._nbins = asked._nbins_top_level = BINS;
        asked._min_split_improvement = 0;
        asked._check_constant_response = false;
        asked._max_depth = depth > 0 || !boosts ? depth : Math.max(1, weights.length - 1);  // else it may never end
        asked._min_rows = least > 0 ? least : 1e-9;
        asked._seed = 1;
        asked._weights_column = weighted ? "w" : null;
        return grown(of(asked, frame));
    }

    static DRFModel.DRFParameters forest() {
        DRFModel.DRFParameters asked = new DRFModel.DRFParameters();
        asked._mtries = -2;  // all
        asked._sample_rate = 1;
        return asked;
    }

    static GBMModel.GBMParameters boosting() {
        GBMModel.GBMParameters asked = new GBMModel.GBMParameters();
        asked._learn_rate = 1;
        return asked;
    }

    static <P extends Model.Parameters> P of(P asked, Frame frame) {
        asked._train = frame._key;
        asked._response_column = "y";
        DKV.put(frame);
        return asked;
    }

    /** The model as the server makes it for its clients: of a builder that is registered. */
    static Model<?, ?, ?> grown(Model.Parameters asked) {
        return (Model<?, ?, ?>) ModelBuilder.make(asked).trainModel().get();
    }

    static Frame frame(JsonNode data, JsonNode features) throws Unsupported {
        Frame frame = Scope.track(new Frame(Key.make(), new String[0], new Vec[0]));
        for (JsonNode known : data.get("features")) {
            String[] domain = known.get("kind").asText().equals("numeric") ? null : labels(known.get("categories"));
            frame.add("v" + frame.numCols(), vec(column(known, features), domain));
        }
        return frame;
    }

    static Vec vec(double[] values, String[] domain) {
        return Vec.makeVec(values, domain, Vec.newKey());
    }

    // --- the tree -------------------------------------------------------------------------------------------------

    static List<Object> nodes(JsonNode data) {
        List<Object> nodes = new ArrayList<>();
        if (model instanceof DTModel) {
            collect(((CompressedDT) DKV.getGet(((DTModel) model)._output._treeKey)).getNodes(), 0, data, nodes);
        } else {
            double start = model instanceof GBMModel ? ((GBMModel) model)._output._init_f : 0;
            collect(((SharedTreeModel<?, ?, ?>) model).getSharedTreeSubgraph(0, 0).rootNode, start, data, nodes);
        }
        return nodes;
    }

    /** The nodes of the decision tree, parents first: the children of i stand at 2 i + 1 and 2 i + 2. */
    static void collect(AbstractCompressedNode[] tree, int place, JsonNode data, List<Object> nodes) {
        if (tree[place] instanceof CompressedLeaf) {
            double first = ((CompressedLeaf) tree[place]).getProbabilities();
            nodes.add(Double.isNaN(first) ? Map.of() : Map.of("value", List.of(first, 1 - first)));
            return;
        }
        NumericSplittingRule rule = (NumericSplittingRule) ((CompressedNode) tree[place]).getSplittingRule();
        JsonNode feature = feature(data, model._output._names[rule.getFeatureIndex()]);
        nodes.add(Map.of("question", asks("threshold", feature, "threshold", Math.nextUp(rule.getThreshold()))));  // asked is <
        collect(tree, 2 * place + 1, data, nodes);
        collect(tree, 2 * place + 2, data, nodes);
    }

    /** The nodes of a tree that predicts so much more than *start*; no root of a larger tree states a mean. */
    static void collect(SharedTreeNode node, double start, JsonNode data, List<Object> nodes) {
        Map<String, Object> shown = new HashMap<>();
        nodes.add(shown);
        if (node.getLeftChild() == null || node.getParent() != null) {
            double value = start + node.getPredValue();
            shown.put("value", isNumbers(data) ? List.of(value) : List.of(value, 1 - value));
        }
        if (node.getLeftChild() == null) {
            return;
        }
        JsonNode feature = feature(data, node.getColName());
        boolean missing = false;
        for (JsonNode cell : feature.get(feature.has("values") ? "values" : "codes")) {
            missing |= cell.isNull();
        }
        if (node.isNaVsRest()) {
            shown.put("question", Map.of("ask", "is_missing", "feature", feature.get("name")));
            collect(node.getRightChild(), start, data, nodes);
            collect(node.getLeftChild(), start, data, nodes);
            return;
        }
        Map<String, Object> asked;
        if (feature.get("kind").asText().equals("numeric")) {
            asked = asks("threshold", feature, "threshold", (double) node.getSplitValue());
        } else {
            BitSet levels = node.getLeftChild().getInclusiveLevels();
            Object[] some = levels.stream().mapToObj(level -> feature.get("categories").get(level)).toArray();
            asked = asks("one_of", feature, "categories", some);
        }
        Map<String, Object> directed = Map.of("ask", "with_missing", "question", asked, "child", node.isLeftward() ? 0 : 1);
        shown.put("question", missing ? directed : asked);
        collect(node.getLeftChild(), start, data, nodes);
        collect(node.getRightChild(), start, data, nodes);
    }

    static JsonNode feature(JsonNode data, String name) {
        return data.get("features").get(Integer.parseInt(name.substring(1)));
    }
}
