# By default no tree is grown; with a depth alone the process dies; pruning by cross-validation does not exist.
import subprocess
import sys

START = "import cv2, numpy as np; t = cv2.ml.DTrees_create(); "
END = "t.train(np.float32(range(20)).reshape(-1, 1), cv2.ml.ROW_SAMPLE, np.int32([0, 1] * 10))"
for options in ("", "t.setMaxDepth(3); ", "t.setMaxDepth(3); t.setCVFolds(2); ", "t.setMaxDepth(3); t.setCVFolds(0); "):
    done = subprocess.run([sys.executable, "-c", START + options + END], capture_output=True, text=True, check=False)
    last = [line for line in done.stderr.splitlines() if "error" in line]
    print(f"{options or 'defaults'}: got exit status {done.returncode} {last[-1][-60:] if last else ''}; right is 0")
