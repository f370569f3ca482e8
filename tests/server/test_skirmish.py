"""A deployment by HTTP: placements in words, units taken back out of turn, refusals with their sentence."""

from __future__ import annotations

import httpx

from .harness import refusal, said, sit


def deploy(unit: str, col: int, row: int) -> dict[str, object]:
    return {"kind": "deploy_unit", "unit_id": unit, "col": col, "row": row}


def test_two_people_deploy_in_turns(client: httpx.Client) -> None:
    first, second = sit(client, "skirmish", "person", "friend", preset="small_alternated")
    first.plays(deploy("1-01", 0, 8))
    seen = second.read()
    state = seen["view"]["details"]["deployment_state"]
    assert (state["current_deployer"], state["deployed_units"]) == (2, ["1-01"])
    assert [panel["title"]["code"] for panel in seen["view"]["panels"]] == [
        f"skirmish.panel.{name}" for name in ("roster_1", "roster_2", "status_1", "status_2")
    ]
    (event,) = seen["view"]["events"]
    assert event["code"] == "skirmish.event.deployed"
    assert event["params"]["unit"]["params"]["unit_id"] == "1-01"
    assert refusal(first.move(deploy("1-02", 2, 8))) == (409, "not_your_turn")
    refused = second.move(deploy("2-01", 4, 3))
    assert refusal(refused) == (422, "skirmish.wall")
    assert (refused.json()["params"]["col"], refused.json()["params"]["row"]) == (4, 3)
    assert refusal(second.move(deploy("1-02", 2, 8))) == (422, "skirmish.not_your_unit")
    assert refusal(second.move({"kind": "undeploy_unit", "unit_id": "1-01"})) == (403, "not_your_seat")
    first.plays({"kind": "undeploy_unit", "unit_id": "1-01"})
    second.plays(deploy("2-01", 0, 0))
    seen = first.read()
    assert [item["text"] for item in seen["history"]] == [
        "deploy_unit 1-01 0 8",
        "undeploy_unit 1-01",
        "deploy_unit 2-01 0 0",
    ]
    assert seen["history"][2]["semantic"] == deploy("2-01", 0, 0)


def test_a_person_deploys_against_an_agent_that_deploys_by_a_style(client: httpx.Client) -> None:
    (person,) = sit(client, "skirmish", "person", "random:deploy=sorted", preset="small")
    for unit, col in (("1-01", 0), ("1-02", 2), ("1-03", 4)):
        person.plays(deploy(unit, col, 8))
    seen = person.wait(6)
    assert not seen["finished"]
    assert seen["view"]["phase"] == "move"
    assert [item["text"] for item in seen["history"][3:]] == [
        "deploy_unit 2-01 12 2",
        "deploy_unit 2-02 12 1",
        "deploy_unit 2-03 12 0",
    ]
    assert [event["code"] for event in seen["view"]["events"]][1:] == [
        "skirmish.event.deployment_complete",
        "skirmish.event.command_phase",
        "skirmish.event.move_phase",
    ]
    # Since the reader's own last move, as the other has moved three times; with `at`, the last step alone.
    deployed = [event for event in seen["told"] if event["code"] == "skirmish.event.deployed"]
    assert deployed[:2] == seen["told"][:2]
    assert [event["params"]["unit"]["params"]["unit_id"] for event in deployed] == ["1-03", "2-01", "2-02", "2-03"]
    assert seen["told"][-4:] == seen["view"]["events"]
    assert [event["params"]["unit"]["params"]["unit_id"] for event in person.read(at=5)["told"]] == ["2-02"]
    assert seen["view"]["panels"][0]["rows"][0][2] == "move"
    person.plays({"kind": "move", "col": 0, "row": 7})
    (moved,) = person.read()["told"]
    assert (moved["code"], moved["params"]["unit"]["params"]["unit_id"]) == ("skirmish.event.moved", "1-01")


def test_a_press_is_refused_by_the_placement_of_each_unit_that_is_left(client: httpx.Client) -> None:
    (person,) = sit(client, "skirmish", "person", "random", preset="small")
    person.plays(deploy("1-01", 0, 8))
    cells = {(cell["col"], cell["row"]): number for number, cell in enumerate(person.read()["view"]["board"]["cells"])}

    def why(col: int, row: int) -> list[tuple[str, str]]:
        reasons = person.get("/why", cell=cells[col, row]).json()["reasons"]
        return [(reason["source"], reason["reason"]["code"]) for reason in reasons]

    assert why(6, 5) == [("1-02", "skirmish.outside_zone"), ("1-03", "skirmish.outside_zone")]
    assert why(4, 3) == [("1-02", "skirmish.wall"), ("1-03", "skirmish.wall")]
    assert why(0, 8) == [("1-02", "skirmish.occupied"), ("1-03", "skirmish.occupied")]
    assert why(2, 8) == []


def test_people_choose_how_an_agent_deploys(client: httpx.Client) -> None:
    (game,) = [offer for offer in client.get("/games").json() if offer["name"] == "skirmish"]
    (option,) = game["agent_options"]
    assert (option["name"], option["title"]) == ("deploy", said("skirmish.option.deploy"))
    assert [value["name"] for value in option["values"]][:3] == ["agent", "sorted", "front"]
    for value in option["values"]:
        assert value["title"] == said(f"skirmish.option.deploy.{value['name']}")
        seat = f"hard:deploy={value['name']}"
        (reader,) = sit(client, "skirmish", "person", seat, preset="small")
        title = reader.read()["seats"][1]["title"]
        assert value["title"] in title
        assert title.startswith(said("skirmish.level.hard"))


def test_a_person_chooses_which_unit_acts_next(client: httpx.Client) -> None:
    first, second = sit(client, "skirmish", "person", "friend", preset="small_chosen")
    for slot in (1, 2, 3):
        first.plays(deploy(f"1-0{slot}", 2 * slot, 8))
    for slot in (1, 2, 3):
        second.plays(deploy(f"2-0{slot}", 2 * slot, 1))
    others = {choice["semantic"].get("unit_id") for choice in first.read()["view"]["choices"]}
    assert others >= {"1-02", "1-03"}
    refused = second.move({"kind": "activate_unit", "unit_id": "2-01"})
    assert refusal(refused) == (409, "not_your_turn")
    first.plays({"kind": "activate_unit", "unit_id": "1-03"})
    seen = first.read()
    assert seen["view"]["details"]["deployment_state"]["active_unit_id"] == "1-03"
    assert seen["history"][-1]["semantic"] == {"kind": "activate_unit", "unit_id": "1-03"}
