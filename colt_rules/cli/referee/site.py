"""Where the site is published, for links to it."""

import os

from colt_rules.cli.output import giving_up_on


def published_at() -> str:
    """Its address with a trailing slash, from ``COLT_SITE_ADDRESS`` or `pyproject.toml`; empty if unknown."""
    from colt_rules.registry.registry import registry
    from colt_rules.site.publishing import BadSetting, publishing

    with giving_up_on(BadSetting, because="COLT_SITE_ADDRESS: "):
        return publishing(registry().folder.parent, os.environ.get("COLT_SITE_ADDRESS")).address
