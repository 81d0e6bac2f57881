"""A campaign: so many cases for one peer, each made from its name alone, and what is found of each.

Modules in reading order: `plan` says which cases there are and keeps what is found of them, `judging` judges, `running`
runs it all here, there or on any executor; `dtrees.oracle.reports` shows it.
"""

from dtrees.oracle.campaign.plan import Campaign
from dtrees.oracle.campaign.running import run_campaign

__all__ = ["Campaign", "run_campaign"]
