"""Draws the pictures of the site itself: its icons and the preview, in `colt_rules/site/published`.

They are made once, by hand, and kept: previews need a PNG, which only a browser can draw.
"""

from colt_rules.log.lines import pieces_of
from colt_rules.pictures import train_svg
from colt_rules.referee.story import Story
from colt_rules.site.building import PUBLISHED, THEME
from colt_rules.site.offline import ICONS, PREVIEW
from colt_rules.site.printing import chromium
from colt_rules.site.reader import NAMES
from colt_rules.views import SPECTATOR, glimpse
from tests.site.browser import GAME, ROOT

ICON = (THEME / "overrides" / "assets" / "favicon.svg").read_text(encoding="utf-8")
SIZE = 1200, 630
"""The usual size of a preview."""


def preview() -> str:
    """The page from which the preview is made: the board of a kept game, and the name of the site."""
    with (ROOT / "events" / "games" / f"{GAME}.jsonl").open("rb") as file:
        board = train_svg(glimpse(Story.read(pieces_of(file)).position(281), SPECTATOR))
    return f"""<meta charset="utf-8"><style>
* {{ margin: 0; box-sizing: border-box }}
body {{ width: 1200px; height: 630px; padding: 48px 60px; display: flex; flex-direction: column;
        justify-content: space-between; background: #fff3d6; color: #3d2f22; font-family: 'DejaVu Sans', sans-serif }}
header {{ display: flex; align-items: center; gap: 32px }}
header svg {{ width: 120px; height: 120px }}
h1 {{ font-size: 84px; line-height: 1 }}
p {{ font-size: 30px; margin-top: 10px }}
main {{ background: #fff; border: 3px solid #c9802f; border-radius: 16px; padding: 12px; text-align: center }}
main svg {{ height: 292px; width: auto; max-width: 100% }}
footer {{ font-size: 26px; color: #795548 }}
</style><header>{ICON}<div><h1>Colt Rules</h1><p>{" · ".join(NAMES.values())}</p></div></header>
<main>{board}</main><footer>The rules of Colt Express, clause by clause. Unofficial.</footer>"""


def icon(size: int) -> str:
    """The page from which an icon is made."""
    drawn = int(size * 0.7)
    return (
        f"<style>* {{ margin: 0 }} body {{ height: {size}px; background: #fff3d6; display: grid; place-items: center }}"
        f" svg {{ width: {drawn}px; height: {drawn}px }}</style>{ICON}"
    )


def draw() -> None:
    """Draw all of them again."""
    from playwright.sync_api import sync_playwright

    pages = {PREVIEW: (SIZE, preview()), **{name: ((size, size), icon(size)) for size, name in ICONS.items()}}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, ((width, height), html) in pages.items():
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_content(html)
            page.screenshot(path=PUBLISHED / name)
        browser.close()


if __name__ == "__main__":
    draw()
