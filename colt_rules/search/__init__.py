"""Full-text search of the specification; the command line and the site share the documents and the ranking weights."""
