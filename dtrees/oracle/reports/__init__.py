"""What a campaign found, shown: as tables on the terminal, as JUnit XML for continuous integration, and as one page.

JSON lines are the campaign's own file (`dtrees.oracle.campaign.plan`).  `terminal` needs rich, `page` needs jinja2 and
matplotlib: ``pip install 'dtrees-spec[report]'``.
"""
