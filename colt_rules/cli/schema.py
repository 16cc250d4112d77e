"""`colt schema`: the wire contract as JSON Schema."""

from pathlib import Path

import click

from colt_rules.cli.output import FOLDER, CannotRun, as_json, checkout, print_drift, print_json, print_written, writing


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("name", required=False)
@click.option("--write", "into", type=FOLDER, metavar="DIR", help="Write every schema into this folder.")
@click.option(
    "--check",
    "against",
    is_flag=False,
    flag_value="",
    metavar="[DIR]",
    help="Compare the schemas in a folder with the classes; events/schemas if none is named.",
)
@as_json
def schema(name: str | None, into: Path | None, against: str | None, json_: bool) -> None:
    """Print, write or check the JSON Schemas of events, commands, views, log lines and the adapter protocol.

    The schemas (draft 2020-12) are made from the classes that this program reads and writes. Those of log
    lines and messages refer to others by relative paths. events/README.md explains what they are for.

    \b
    Examples:
      colt schema                      which schemas are there?
      colt schema events/LootTaken     one of them
      colt schema log-line             a line of an exported log
      colt schema --write schemas      all of them, into a folder
      colt schema --check              are the files in events/schemas up to date?

    Exit status: 0 done, 1 the files are out of date, 2 it could not run.
    """
    from colt_rules.conformance.cases.export import all_schemas
    from colt_rules.log.errors import closest
    from colt_rules.log.schemas import drift, pretty, write_schemas

    if sum((name is not None, into is not None, against is not None)) > 1:
        raise CannotRun("expected one of NAME, --write and --check, got more; call them one after the other")
    if into is not None:
        with writing(f"into {into}"):
            paths = write_schemas(all_schemas(), into)
        print_written(paths, into, "schema", json_)
    elif against is not None:
        absent = "an installed package has no events/schemas; name a folder: --check DIR"
        folder = Path(against) if against else checkout(absent) / "events" / "schemas"
        if not folder.is_dir():
            raise CannotRun(f"expected a folder, got none: {folder}")
        print_drift(drift(all_schemas(), folder), folder, f"colt schema --write {folder}", json_)
    elif name is not None:
        made = all_schemas()
        file = name if name.endswith(".json") else f"{name}.json"
        if file not in made:
            near = closest(file, made)
            hint = f"did you mean {near.removesuffix('.json')}?" if near else "`colt schema` lists them"
            raise CannotRun(f"there is no schema {name}; {hint}")
        click.echo(pretty(made[file]), nl=False)
    elif json_:
        print_json(list(all_schemas()))
    else:
        for file in all_schemas():
            click.echo(file.removesuffix(".json"))
