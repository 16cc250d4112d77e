"""The rules site: plain Markdown made from the registry and the conformance runner, then built by a theme.

`pages/` says what each kind of page holds, `content` puts them together, `writing` follows every link; `building` alone
knows which program makes HTML out of them.
"""
