"""The Compose file asks for nothing that the image, the program, its settings and its pages do not offer."""

from __future__ import annotations

import json
import re
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from app import cli
from app.settings import Settings
from tests.running import RunningSite

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
TEXT = (ROOT / ".compose.yaml").read_text(encoding="utf-8")
GIVEN = {"INGENIO_SECRET": "s" * 64, "POSTGRES_PASSWORD": "p" * 48}
"""What nobody can do without giving it."""


def filled(text: str) -> str:
    """The text as Compose reads it: with variables of the environment, and their defaults."""

    def value(found: re.Match[str]) -> str:
        name, otherwise, default = found[1], found[2], found[3]
        assert name in GIVEN or otherwise == ":-", f"{name} has no value"
        return GIVEN.get(name, default or "")

    return re.sub(r"(?<!\$)\$\{(\w+)(:[-?])?([^}]*)\}", value, text).replace("$$", "$")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(filled(TEXT))
    return read


@pytest.fixture(scope="module")
def ours(compose: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The services that are this program."""
    return {name: each for name, each in compose["services"].items() if each["image"] == "ingenio"}


def words_of_the_image(instruction: str) -> list[str]:
    found = re.search(rf"^{instruction} (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert found, instruction
    words: list[str] = json.loads(found[1])
    return words


def test_no_secret_has_a_default() -> None:
    for name in GIVEN:
        assert set(re.findall(rf"\$\{{{name}(:.)", TEXT)) == {":?"}, name


def test_every_setting_is_one_and_production_starts(
    ours: dict[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set(ours) == {"web1", "web2", "worker"}
    for service in ours.values():
        names = {name for name in service["environment"] if name.startswith("INGENIO_")}
        assert {name.removeprefix("INGENIO_").lower() for name in names} <= set(Settings.model_fields)
        for name in names:
            monkeypatch.setenv(name, service["environment"][name])
        settings = Settings(environment="production")
        assert settings.jobs == "elsewhere"
        assert settings.hosts == sum(name.startswith("web") for name in ours)
        assert not settings.alone


def test_every_command_is_one(ours: dict[str, dict[str, Any]]) -> None:
    assert words_of_the_image("ENTRYPOINT") == ["ingenio"]
    chosen = {
        name: cli.parser().parse_args(service.get("command") or words_of_the_image("CMD"))
        for name, service in ours.items()
    }
    assert chosen["web1"].port == chosen["web2"].port == 8000
    assert chosen["web1"].host == "0.0.0.0"
    assert "port" not in chosen["worker"]


def test_the_image_has_what_several_machines_need() -> None:
    assert re.search(r"pip install .*'ingenio\[jobs\]'", DOCKERFILE)
    extras = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert re.search(r"^jobs = .*procrastinate", extras, re.MULTILINE)


def test_the_proxy_reaches_every_server_holds_no_stream_and_asks_for_a_page_that_is_there(
    compose: dict[str, Any], ours: dict[str, dict[str, Any]], site: RunningSite
) -> None:
    proxy = compose["services"]["proxy"]
    written = compose["configs"][proxy["configs"][0]["source"]]["content"]
    port = re.search(r"^EXPOSE (\d+)$", DOCKERFILE, re.MULTILINE)
    assert port
    upstreams = re.findall(r"(\w+):(\d+)", written)
    assert sorted(upstreams) == sorted((name, port[1]) for name in ours if name.startswith("web"))
    assert "flush_interval -1" in written
    assert written.count("{") == written.count("}")
    asked = re.search(r"health_uri (\S+)", written)
    assert asked
    assert asked[1] in DOCKERFILE
    with site.client() as http:
        assert http.get(asked[1]).status_code == 200
        assert http.get("/metrics").status_code == 200  # which the proxy keeps to itself
    assert "path /metrics" in written


def test_the_proxy_is_believed_and_nobody_else(
    compose: dict[str, Any], ours: dict[str, dict[str, Any]]
) -> None:
    [network] = compose["networks"].values()
    subnet = ip_network(network["ipam"]["config"][0]["subnet"])
    for service in compose["services"].values():
        assert service["networks"] == list(compose["networks"])
    for service in ours.values():
        assert json.loads(service["environment"]["INGENIO_TRUSTED_PROXIES"]) == [str(subnet)]


def test_who_works_answers_prometheus_on_the_network_of_the_services(
    ours: dict[str, dict[str, Any]],
) -> None:
    told = {name: service["environment"].get("INGENIO_WORK_METRICS", "") for name, service in ours.items()}
    assert {name for name, address in told.items() if address} == {"worker"}
    assert Settings(work_metrics=told["worker"]).metrics_address == ("0.0.0.0", 9100)


def test_only_the_proxy_can_be_reached_from_outside(compose: dict[str, Any]) -> None:
    assert [name for name, each in compose["services"].items() if "ports" in each] == ["proxy"]


def test_whatever_is_waited_for_says_when_it_is_ready(
    compose: dict[str, Any], ours: dict[str, dict[str, Any]]
) -> None:
    for service in compose["services"].values():
        for name, until in service.get("depends_on", {}).items():
            assert until == {"condition": "service_healthy"}
            awaited = compose["services"][name]
            assert "test" in awaited.get("healthcheck", {}) or name in ours
    assert "HEALTHCHECK" in DOCKERFILE  # of the pages; who works serves none
    assert ours["worker"]["healthcheck"] == {"disable": True}


def test_games_and_compiled_code_outlive_the_containers(
    compose: dict[str, Any], ours: dict[str, dict[str, Any]]
) -> None:
    kept = {
        volume.split(":")[0] for each in compose["services"].values() for volume in each.get("volumes", ())
    }
    assert kept == set(compose["volumes"])
    for service in ours.values():
        assert service["read_only"] is True
        assert service["volumes"] == ["shared:/data"]
        assert "INGENIO_CACHE_DIR=/data/" in DOCKERFILE


def test_there_are_connections_for_every_process(compose: dict[str, Any]) -> None:
    """A process has at most 60 pooled connections and one that listens."""
    allowed = re.search(r"max_connections=(\d+)", " ".join(compose["services"]["database"]["command"]))
    assert allowed
    assert int(allowed[1]) >= 6 * 61
