"""What a device is told about installing the site, and the service worker's address."""

from __future__ import annotations

import struct

import httpx

from app.offline.edition import edition


def test_the_manifest_speaks_the_language_of_who_installs(client: httpx.Client) -> None:
    spanish = client.get("/manifest.webmanifest")
    english = client.get("/manifest.webmanifest", headers={"Accept-Language": "en"})
    assert spanish.headers["content-type"] == "application/manifest+json"
    assert spanish.json()["lang"] == "es"
    assert english.json()["lang"] == "en"
    assert spanish.json()["name"].startswith("Ingenio: juegos")
    assert english.json()["name"].startswith("Ingenio: board games")
    assert spanish.json()["id"] == english.json()["id"] == "/"


def test_every_icon_is_there_and_as_large_as_is_said(client: httpx.Client) -> None:
    icons = client.get("/manifest.webmanifest").json()["icons"]
    assert {icon.get("purpose") for icon in icons} == {None, "any", "maskable"}
    for icon in icons:
        answer = client.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.content[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_shortcuts_lead_somewhere(client: httpx.Client) -> None:
    for shortcut in client.get("/manifest.webmanifest").json()["shortcuts"]:
        assert client.get(shortcut["url"]).status_code == 200


def test_the_worker_names_its_edition_and_is_asked_about_each_time(client: httpx.Client) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.text.startswith(f'const EDITION = "{edition()}";')
