"""A text in four languages."""

from colt_rules.registry.localized import Localized


def test_french_has_spaces_at_which_no_line_ends() -> None:
    text = Localized(
        "Escape: $150", "Побег : 150 $", "« Fuite » : 150 $ ou {dollars} $ ; pourquoi ?", "Ucieczka : 150 $"
    )
    assert {lang: text.in_language(lang) for lang in ("en", "ru", "fr", "pl")} == {
        "en": "Escape: $150",
        "ru": "Побег : 150 $",
        "fr": "«\u202fFuite\u202f»\u202f: 150\u00a0$ ou {dollars}\u00a0$\u202f; pourquoi\u202f?",
        "pl": "Ucieczka : 150 $",
    }


def test_a_missing_translation_is_told_in_english() -> None:
    assert Localized("Roof : top").in_language("fr") == "Roof : top"
