"""The reports of a campaign: tables on the terminal, JUnit XML for continuous integration, and one HTML page.

JSON lines are the campaign's own file (`dtrees.oracle.campaign.plan`).  `terminal` needs rich, `page` needs jinja2 and
matplotlib: ``pip install 'dtrees-spec[report]'``.
"""
