BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE event (
	match_id TEXT NOT NULL,
	seq INTEGER NOT NULL,
	kind TEXT NOT NULL,
	actor INTEGER NOT NULL,
	action BIGINT,
	draw BIGINT,
	"key" TEXT NOT NULL,
	at BIGINT NOT NULL,
	state_digest BLOB NOT NULL,
	agent TEXT,
	seed BIGINT,
	PRIMARY KEY (match_id, seq),
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
INSERT INTO "event" VALUES('running',1,'move',0,4,0,'key 1 é',1700000001001,X'4EA4645B819E80E64E1D7ACD994D625F3102EF55639E21C880E30CC28F8D8C37',NULL,NULL);
INSERT INTO "event" VALUES('running',2,'move',1,0,0,'key 2 é',1700000001002,X'BFAF95E1C1E971C4DB98845F6E4E722EF01A8E57BC96152456CC44591884D582','random',101);
INSERT INTO "event" VALUES('running',3,'move',0,8,0,'key 3 é',1700000001003,X'49EF1FA5783A7F3E7AA6A10CE9A9F51F8E653CE1FC827801D77C250CEE223192',NULL,NULL);
INSERT INTO "event" VALUES('won',1,'move',0,0,0,'key 1 é',1700000001001,X'C2E745EF96585569A4C6F6BE759F90EC2E120AAD3C81A628B676159005B52338',NULL,NULL);
INSERT INTO "event" VALUES('won',2,'move',1,3,0,'key 2 é',1700000001002,X'96C18D2A81F8B86530E64C7010190CDFFDA8D6A07A0F06F946D7600BA7D988B8','random',101);
INSERT INTO "event" VALUES('won',3,'move',0,1,0,'key 3 é',1700000001003,X'29DD1818EF48C0F67159B4662947669FBEAF4264818AFC7227DB728C4C4C0844',NULL,NULL);
INSERT INTO "event" VALUES('won',4,'move',1,4,0,'key 4 é',1700000001004,X'51FE5DEC07F06F34E3DF53FC639D41819FDFC371441F83663AAD8DE62A5A63E7','random',103);
INSERT INTO "event" VALUES('won',5,'move',0,2,0,'key 5 é',1700000001005,X'1FA5675912A719E33801D4D291ED32D1C88CA14D2A8083D16C4A6DE982EB292B',NULL,NULL);
CREATE TABLE "match" (
	id TEXT NOT NULL,
	game TEXT NOT NULL,
	rules_version INTEGER NOT NULL,
	preset TEXT NOT NULL,
	config TEXT NOT NULL,
	seats TEXT NOT NULL,
	created BIGINT NOT NULL,
	finished BIGINT,
	result TEXT,
	PRIMARY KEY (id)
);
INSERT INTO "match" VALUES('running','tic_tac_toe',1,'standard','{"in_a_row": 3, "size": 3}','[{"agent": null, "invitation": null, "kind": "person", "token": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}, {"agent": "random", "invitation": null, "kind": "agent", "token": null}]',1700000000000,NULL,NULL);
INSERT INTO "match" VALUES('won','tic_tac_toe',1,'standard','{"in_a_row": 3, "size": 3}','[{"agent": null, "invitation": null, "kind": "person", "token": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}, {"agent": "random", "invitation": null, "kind": "agent", "token": null}]',1700000000001,1700000001005,'{"resigned": null, "returns": [1.0, -1.0], "truncated": false}');
INSERT INTO "match" VALUES('untouched','tic_tac_toe',1,'standard','{"in_a_row": 3, "size": 3}','[{"agent": null, "invitation": null, "kind": "person", "token": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}, {"agent": null, "invitation": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "kind": "person", "token": null}]',1700000000002,NULL,NULL);
COMMIT;
