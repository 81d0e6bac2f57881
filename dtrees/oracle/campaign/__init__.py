"""A campaign: many cases on which one implementation is judged, each made from its name alone, and their records.

Modules in reading order: `plan` lists the cases and keeps their records in a file, `judging` judges a case, `running`
runs a campaign on this machine or on any executor; `dtrees.oracle.reports` shows the results.
"""

from dtrees.oracle.campaign.plan import Campaign
from dtrees.oracle.campaign.running import run_campaign

__all__ = ["Campaign", "run_campaign"]
