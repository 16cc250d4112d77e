"""The pages, one module per kind: each yields its pages in one language."""
