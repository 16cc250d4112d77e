"""A balloon beside the locomotive, with sandbags to throw: the toy that shows what a module consists of."""
