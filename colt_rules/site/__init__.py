"""The rules site: plain Markdown from the registry and the conformance runner, then built by a theme.

`pages/` defines the content of each kind of page, `content` puts them together, `writing` checks every link; only
`building` knows which program makes HTML from them.
"""
