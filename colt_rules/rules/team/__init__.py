"""Teams of two players."""
