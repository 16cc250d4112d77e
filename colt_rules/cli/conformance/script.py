"""`colt conformance script`."""

import click

SHELL = """\
#!/usr/bin/env bash
# Tests this engine against the rules of Colt Express. Fails if a check does not come as expected.
set -euo pipefail
python3 -m venv .colt
.colt/bin/pip install --quiet {requirement}
.colt/bin/colt conformance smoke --adapter {adapter}
.colt/bin/colt conformance run --adapter {adapter} \\
  --expectations colt-expectations.toml --junit colt-conformance.xml --html colt-conformance.html
"""

GITHUB = """\
name: conformance
on: [push, pull_request]
jobs:
  colt:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with: {{python-version: "3.11"}}
      - run: >-
          pip install {requirement}
      - run: >-
          colt conformance smoke --adapter {adapter}
      - run: >-
          colt conformance run --adapter {adapter}
          --expectations colt-expectations.toml --junit colt-conformance.xml --html colt-conformance.html
      - uses: actions/upload-artifact@v4
        if: always()
        with: {{name: conformance, path: colt-conformance.*}}
"""


@click.command()
@click.option(
    "--adapter", metavar="COMMAND", default="./adapter", show_default=True, help="The command of your engine."
)
@click.option("--install", metavar="REQUIREMENT", help="What pip installs: a version, a path, an address.")
@click.option("--for", "system", type=click.Choice(["shell", "github"]), default="shell", show_default=True)
def script(adapter: str, install: str | None, system: str) -> None:
    """Print a script or workflow that runs the suite in your own CI.

    Copy it into your repository. It needs an expectations file, which may be empty;
    `colt conformance expectations --update` writes it.

    \b
    Examples:
      colt conformance script --adapter "node adapter.mjs" --install ../colt-rules > conformance.sh
      colt conformance script --adapter "./engine" --for github > .github/workflows/conformance.yml
    """
    import shlex

    from colt_rules import __version__

    template = SHELL if system == "shell" else GITHUB
    click.echo(
        template.format(adapter=shlex.quote(adapter), requirement=shlex.quote(install or f"colt-rules=={__version__}")),
        nl=False,
    )
