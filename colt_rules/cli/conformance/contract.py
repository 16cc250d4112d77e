"""`colt conformance contract`."""

import click

from colt_rules.cli.output import as_json, checkout, print_drift, print_written, writing


@click.command()
@click.option("--write", is_flag=True, help="Rewrite the files.")
@as_json
def contract(write: bool, json_: bool) -> None:
    """Check that the generated pages and lists for authors of clients are up to date, or rewrite them.

    docs/adapter-protocol.md, docs/case-format.md, events/upcasts.json and conformance/bookkeeping.json are made from
    the classes that this program reads and writes, docs/citing.md from what the reference cites in the cases, and the
    JavaScript client's list of modules (folds/index.mjs) from the list of modules. `colt schema` does the same for the
    schemas.

    \b
    Examples:
      colt conformance contract
      colt conformance contract --write

    Exit status: 0 up to date or written, 1 out of date, 2 it could not run.
    """
    from colt_rules.conformance.pages.contract import contract_drift, write_contract

    root = checkout("an installed package has no pages; work in a checkout of the repository")
    if write:
        with writing(f"into {root}"):
            paths = write_contract(root)
        print_written(paths, root, "file", json_)
        return
    print_drift(contract_drift(root), root, "colt conformance contract --write", json_)
