"""Everything a request passes before it reaches a room: one small ASGI middleware a file.

The edge knows headers, bytes and statuses; it knows no game. What it turns away it raises as `Refused`,
which `app.errors` puts in words. The order is in `stack.py`.
"""
