CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.event (
    match_id text NOT NULL,
    seq integer NOT NULL,
    kind text NOT NULL,
    actor integer NOT NULL,
    action bigint,
    draw bigint,
    key text NOT NULL,
    at bigint NOT NULL,
    state_digest bytea NOT NULL,
    agent text,
    seed bigint
);
CREATE TABLE public.match (
    id text NOT NULL,
    game text NOT NULL,
    rules_version integer NOT NULL,
    preset text NOT NULL,
    config text NOT NULL,
    seats text NOT NULL,
    created bigint NOT NULL,
    finished bigint,
    result text
);
INSERT INTO public.alembic_version VALUES ('0001');
INSERT INTO public.event VALUES ('running', 1, 'move', 0, 4, 0, 'key 1 é', 1700000001001, '\x4ea4645b819e80e64e1d7acd994d625f3102ef55639e21c880e30cc28f8d8c37', NULL, NULL);
INSERT INTO public.event VALUES ('running', 2, 'move', 1, 0, 0, 'key 2 é', 1700000001002, '\xbfaf95e1c1e971c4db98845f6e4e722ef01a8e57bc96152456cc44591884d582', 'random', 101);
INSERT INTO public.event VALUES ('running', 3, 'move', 0, 8, 0, 'key 3 é', 1700000001003, '\x49ef1fa5783a7f3e7aa6a10ce9a9f51f8e653ce1fc827801d77c250cee223192', NULL, NULL);
INSERT INTO public.event VALUES ('won', 1, 'move', 0, 0, 0, 'key 1 é', 1700000001001, '\xc2e745ef96585569a4c6f6be759f90ec2e120aad3c81a628b676159005b52338', NULL, NULL);
INSERT INTO public.event VALUES ('won', 2, 'move', 1, 3, 0, 'key 2 é', 1700000001002, '\x96c18d2a81f8b86530e64c7010190cdffda8d6a07a0f06f946d7600ba7d988b8', 'random', 101);
INSERT INTO public.event VALUES ('won', 3, 'move', 0, 1, 0, 'key 3 é', 1700000001003, '\x29dd1818ef48c0f67159b4662947669fbeaf4264818afc7227db728c4c4c0844', NULL, NULL);
INSERT INTO public.event VALUES ('won', 4, 'move', 1, 4, 0, 'key 4 é', 1700000001004, '\x51fe5dec07f06f34e3df53fc639d41819fdfc371441f83663aad8de62a5a63e7', 'random', 103);
INSERT INTO public.event VALUES ('won', 5, 'move', 0, 2, 0, 'key 5 é', 1700000001005, '\x1fa5675912a719e33801d4d291ed32d1c88ca14d2a8083d16c4a6de982eb292b', NULL, NULL);
INSERT INTO public.match VALUES ('running', 'tic_tac_toe', 1, 'standard', '{"in_a_row": 3, "size": 3}', '[{"agent": null, "invitation": null, "kind": "person", "token": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}, {"agent": "random", "invitation": null, "kind": "agent", "token": null}]', 1700000000000, NULL, NULL);
INSERT INTO public.match VALUES ('won', 'tic_tac_toe', 1, 'standard', '{"in_a_row": 3, "size": 3}', '[{"agent": null, "invitation": null, "kind": "person", "token": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}, {"agent": "random", "invitation": null, "kind": "agent", "token": null}]', 1700000000001, 1700000001005, '{"resigned": null, "returns": [1.0, -1.0], "truncated": false}');
INSERT INTO public.match VALUES ('untouched', 'tic_tac_toe', 1, 'standard', '{"in_a_row": 3, "size": 3}', '[{"agent": null, "invitation": null, "kind": "person", "token": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}, {"agent": null, "invitation": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "kind": "person", "token": null}]', 1700000000002, NULL, NULL);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (match_id, seq);
ALTER TABLE ONLY public.match
    ADD CONSTRAINT match_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.match(id);
