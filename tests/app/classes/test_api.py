"""Classes over the API: the same rights, the same counts."""

from __future__ import annotations

from typing import Any

import httpx

from engines import registry
from engines.core.limit import Limit
from tests.app.classes.conftest import BOARD
from tests.running import RunningSite, eventually

CLASSES = "/api/v1/classes"


def call(
    web: httpx.Client, method: str, path: str, token: str | None = None, body: Any = None
) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return web.request(method, CLASSES + path, json=body, headers=headers)


def made(web: httpx.Client, **body: Any) -> Any:
    answer = call(web, "POST", "", body=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_whole_class_by_program(site: RunningSite) -> None:
    web = site.client()
    group = made(web, name="1.º B", own_names=True)
    code, teacher = f"/{group['code']}", group["teacher_token"]
    assert group["teacher_url"] == f"{site.address}/profe/{teacher}"
    pupil = call(web, "POST", code + "/pupils", body={"name": "Lucía"}).json()
    assert pupil["name"] == "Lucía"
    task = call(web, "POST", code + "/tasks", teacher, {"match": BOARD, "tries": 2, "allowed": ["help"]})
    assert task.status_code == 201
    number = task.json()["id"]
    assert [each["id"] for each in call(web, "GET", code).json()["tasks"]] == [number]
    attempt = call(web, "POST", f"{code}/tasks/{number}/attempts", pupil["pupil_token"])
    assert attempt.status_code == 201
    game, token = attempt.json()["id"], attempt.json()["seat_tokens"][0]

    def state() -> Any:
        return web.get(f"/api/v1/games/{game}").json()

    while True:
        now = eventually(lambda: (found := state())["turn"] in (0, None) and found)
        if now["turn"] is None:
            break
        match = registry.read_match(now["match"])
        sent = {
            "move": match.game.evaluate(match.state, Limit(), False).best[0],
            "version": now["version"],
        }
        moved = web.post(
            f"/api/v1/games/{game}/moves", json=sent, headers={"Authorization": f"Bearer {token}"}
        )
        assert moved.status_code == 200
    path = f"{code}/tasks/{number}/results"
    results = eventually(lambda: (found := call(web, "GET", path, teacher).json())["par_exact"] and found)
    (row,) = results["pupils"]
    assert (row["name"], row["tries"], row["finished"], row["above"]) == ("Lucía", 1, 1, 0)
    back = call(web, "POST", code + "/pupils/return", body={"name": "Lucía", "phrase": pupil["phrase"]})
    assert back.status_code == 200
    assert call(web, "DELETE", code, teacher).status_code == 204
    assert call(web, "GET", code).status_code == 404


def test_keys_open_their_own_class_only(site: RunningSite) -> None:
    web = site.client()
    one, other = made(web), made(web)
    code = f"/{one['code']}"
    pupil = call(web, "POST", code + "/pupils").json()
    for token, status in (
        (None, 401),
        ("nadie", 403),
        (other["teacher_token"], 403),
        (pupil["pupil_token"], 403),
    ):
        assert call(web, "POST", code + "/tasks", token, {"match": BOARD}).status_code == status
        assert call(web, "DELETE", code, token).status_code == status
    number = call(web, "POST", code + "/tasks", one["teacher_token"], {"match": BOARD}).json()["id"]
    for token, status in ((None, 401), ("nadie", 403), (one["teacher_token"], 403)):
        assert call(web, "POST", f"{code}/tasks/{number}/attempts", token).status_code == status
    stranger = call(web, "POST", f"/{other['code']}/pupils").json()["pupil_token"]
    assert call(web, "POST", f"/{other['code']}/tasks/{number}/attempts", stranger).status_code == 404


def test_a_task_is_set_again_with_what_is_told_of_it(site: RunningSite) -> None:
    web = site.client()
    group = made(web)
    path, teacher = f"/{group['code']}/tasks", group["teacher_token"]
    told = call(web, "POST", path, teacher, {"match": "ayu size=5"}).json()
    wish = {key: told[key] for key in ("match", "seat", "level", "tries", "allowed", "opens_at")}
    again = call(web, "POST", path, teacher, wish).json()
    assert {key: again[key] for key in wish} == {**wish, "opens_at": f"{told['opens_at'][:16]}:00Z"}


def test_what_will_not_do_is_told_by_its_field(site: RunningSite) -> None:
    web = site.client()
    assert call(web, "POST", "", body={"zone": "Europe/Atlantis"}).status_code == 422
    group = made(web, own_names=True)
    code, teacher = f"/{group['code']}", group["teacher_token"]
    refused = call(web, "POST", code + "/pupils", body={"name": "puta"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "wrong-name")
    bad = {"match": "gusano start=z9", "opens_at": "mañana"}
    fields = call(web, "POST", code + "/tasks", teacher, bad).json()["error"]["detail"]["fields"]
    assert {each["field"] for each in fields} == {"match", "opens_at"}
    (level,) = call(web, "POST", code + "/tasks", teacher, {"match": BOARD, "level": "x"}).json()["error"][
        "detail"
    ]["fields"]
    assert level["message"] == "No es uno de los valores posibles: facil, medio, dificil, maestro, perfecto."
    wrong = call(web, "POST", code + "/pupils/return", body={"name": "x", "phrase": "x"})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (422, "wrong-phrase")
