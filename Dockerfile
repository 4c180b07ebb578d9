# The site as an image: one process, not root, a read-only root file system is enough. `.compose.yaml` starts
# several of it, with PostgreSQL behind them and a proxy in front.
#
#   docker build -t ingenio .
#   docker run -p 8000:8000 -v ingenio:/data -e INGENIO_SECRET=... --read-only --tmpfs /tmp ingenio
#
# Games and compiled code are kept in /data. Code is compiled on the first start, for the processor it finds.

FROM python:3.12-slim AS build
WORKDIR /source
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
# Every file is checked against the lock's hashes here; below, pip takes what the product needs from them.
COPY requirements.lock ./
RUN pip download --quiet --require-hashes --only-binary :all: --dest /wheels -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY app app
COPY engines engines
COPY templates templates
COPY static static
COPY migrations migrations
RUN pip wheel --quiet --no-deps --wheel-dir /wheels . \
    && python -m venv /opt/ingenio \
    && /opt/ingenio/bin/pip install --quiet --no-index --find-links /wheels 'ingenio[jobs]' \
    && /opt/ingenio/bin/python -m compileall -q /opt/ingenio/lib \
    && /opt/ingenio/bin/pip uninstall --quiet --yes pip

FROM python:3.12-slim
RUN useradd --uid 10001 --home-dir /data --shell /usr/sbin/nologin ingenio \
    && install -d -o ingenio -g ingenio -m 0750 /data
COPY --from=build /opt/ingenio /opt/ingenio
ENV PATH=/opt/ingenio/bin:$PATH \
    HOME=/data \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    INGENIO_ENVIRONMENT=production \
    INGENIO_DATABASE_URL=sqlite:////data/ingenio.db \
    INGENIO_CACHE_DIR=/data/cache
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/salud', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["ingenio"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
