"""Search: what people ask for in their own words, found in one ranking by the command line and by the site."""
