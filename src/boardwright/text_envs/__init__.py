"""Every registered game as an environment of other people's harnesses for language models: OpenEnv and TextArena.

Neither is installed with Boardwright: `openenv` and `textarena` import the library that they are named after.
"""
