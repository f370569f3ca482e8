# A server with its machine code inside: nothing is compiled on the machine that serves. See docs/packaging.md.
#   docker build --tag boardwright .
#   docker run --publish 127.0.0.1:8642:8642 --volume boardwright:/data boardwright

FROM node:24-slim AS page
WORKDIR /boardwright/web
COPY web ./
RUN npm ci && npm run build

FROM python:3.12-slim AS wheel
WORKDIR /boardwright
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY src src
COPY docs docs
COPY examples examples
COPY --from=page /boardwright/src/boardwright/server/static src/boardwright/server/static
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.12-slim
COPY constraints.txt /wheels/constraints.txt
COPY --from=wheel /wheels /wheels
RUN pip install --no-cache-dir --constraint /wheels/constraints.txt "$(echo /wheels/*.whl)[serve,postgres,onnx]"
# Which processors the machine code is for; docs/hosting.md lists them.
ARG TARGET=x86-64-v3
RUN boardwright warmup --all --target "$TARGET" --out /opt/machine_code
RUN useradd --system --create-home --home-dir /data boardwright
USER boardwright
VOLUME /data
ENV BOARDWRIGHT_MACHINE_CODE=/opt/machine_code \
    BOARDWRIGHT_SERVE_HOST=0.0.0.0 \
    BOARDWRIGHT_SERVE_PUBLIC_ORIGIN=http://localhost:8642 \
    BOARDWRIGHT_SERVE_DATA=/data/matches \
    BOARDWRIGHT_SERVE_ADMIN_PORT=8643 \
    BOARDWRIGHT_SERVE_LOG_FORMAT=json
EXPOSE 8642
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8643/ready')"]
CMD ["boardwright", "serve"]
