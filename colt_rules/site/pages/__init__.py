"""The pages, one module a kind: each yields its pages in one language."""
