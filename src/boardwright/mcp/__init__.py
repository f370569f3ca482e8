"""Every registered game as tools of the Model Context Protocol, for language models. The package `mcp` is only here."""
