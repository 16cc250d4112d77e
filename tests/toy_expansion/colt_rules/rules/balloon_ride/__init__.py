"""A balloon beside the locomotive, with sandbags to throw: a toy that shows the parts of a module."""
