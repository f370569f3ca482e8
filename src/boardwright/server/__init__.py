"""The play service: matches kept in a log, served as JSON, with agents in processes of their own."""
