"""The JSON API, `/api/v1`: the same games for programs; its OpenAPI document is the contract."""
