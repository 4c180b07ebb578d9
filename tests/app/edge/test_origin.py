from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.running import RunningSite

FORM = {"tablero": "", "rows": "2", "cols": "2"}
BODY = {"match": "timbiriche rows=1 cols=1", "seats": ["person", "person"]}


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "OWN"},
        {"Origin": "https://example.org"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "OWN.example.org"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://127.0.0.1:99999999"},
        {"Origin": "file://"},
    ],
)
def test_another_site_s_page_changes_nothing(
    site: RunningSite, client: httpx.Client, headers: dict[str, str]
) -> None:
    sent = {name: value.replace("OWN", site.address) for name, value in headers.items()}
    before = site.everything()
    page = client.post("/juegos/timbiriche", data=FORM, headers=sent)
    assert page.status_code == 403
    assert "<h1>" in page.text
    answer = client.post("/api/v1/games", json=BODY, headers=sent)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "other-site")
    assert client.get("/", headers=sent).status_code == 200
    assert site.everything() == before


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "OWN"},
        {"Origin": "http://ingenio.example.", "Host": "ingenio.example"},
    ],
)
def test_our_own_pages_and_programs_may(
    site: RunningSite, client: httpx.Client, headers: dict[str, str]
) -> None:
    sent = {name: value.replace("OWN", site.address) for name, value in headers.items()}
    assert client.post("/juegos/timbiriche", data=FORM, headers=sent).status_code == 303
    assert client.post("/api/v1/games", json=BODY, headers=sent).status_code == 201


def test_the_public_address_is_ours_too(tmp_path: Path) -> None:
    """A proxy may change the Host header; the setting says what browsers see."""
    with RunningSite(tmp_path, base_url="https://ingenio.example") as site, site.client() as client:
        for origin, status in (("https://ingenio.example", 201), ("https://ingenio.example:444", 403)):
            answer = client.post("/api/v1/games", json=BODY, headers={"Origin": origin})
            assert answer.status_code == status, origin
