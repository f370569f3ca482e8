"""Play one episode of a served game through OpenEnv's own client, with random moves in place of a language model."""

import random
import sys

from openenv.core.generic_client import GenericEnvClient

with GenericEnvClient(base_url=sys.argv[1]).sync() as env:
    result = env.reset(seed=1)
    print(result.observation["rules"])
    while not result.done:
        print(result.observation["text"])
        result = env.step({"move": random.choice(result.observation["legal_moves"])})
    print(result.observation["text"], result.reward)
