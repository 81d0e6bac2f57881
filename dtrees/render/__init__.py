"""Trees as text, as DOT for Graphviz, as pictures, and as HTML pages: one with a slider for alpha, one for growing.

`text` and the pages need nothing.  The pictures are drawn by matplotlib (``pip install 'dtrees-spec[plot]'``), which is
imported when the first is asked for; each takes the axes to draw on as ``ax=``, or makes its own, and returns them.
`shown` has data and trees as ``print`` and notebooks show them.  In reading order: all pictures use `colours` and
`canvas`; `layout`, `card`, `scene` and `picture` draw the tree; `partition` draws the plane of two features; `charts`
and `pruning` draw charts; `page_nodes`, `template`, `page` and `growing_page` write HTML.
"""

from dtrees.render.charts import plot_importances, plot_impurities, plot_roc
from dtrees.render.growing_page import growing_to_html
from dtrees.render.page import to_html
from dtrees.render.partition import plot_partition, plot_surface
from dtrees.render.picture import plot
from dtrees.render.pruning import plot_costs, plot_cross_validation
from dtrees.render.shown import render_data
from dtrees.render.text import render_cp_table, render_text, to_dot

__all__ = [
    "growing_to_html",
    "plot",
    "plot_costs",
    "plot_cross_validation",
    "plot_importances",
    "plot_impurities",
    "plot_partition",
    "plot_roc",
    "plot_surface",
    "render_cp_table",
    "render_data",
    "render_text",
    "to_dot",
    "to_html",
]
