"""The engine that the site carries: Python for the browser, the rules as bytecode, and the suite as questions to it."""
