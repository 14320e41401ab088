# docker build -t warpcheck . && docker run --rm -v "$PWD:/src:ro" warpcheck .
FROM golang:1.26-bookworm AS build
RUN apt-get update -q \
 && apt-get install -q -y --no-install-recommends dpkg-dev libclang-15-dev llvm-15-dev libncurses-dev libz3-dev zlib1g-dev \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /warpcheck
COPY . .
RUN go build -trimpath -buildvcs=false -ldflags=-extldflags=-Wl,--gc-sections -o bin/warpcheck ./cmd/warpcheck && scripts/dist

FROM debian:bookworm-slim
COPY --from=build /warpcheck/dist/*.deb /tmp/
RUN apt-get update -q \
 && apt-get install -q -y --no-install-recommends /tmp/*.deb libstdc++-12-dev \
 && rm -rf /var/lib/apt/lists/* /tmp/*.deb
USER nobody
ENV XDG_CACHE_HOME=/tmp/cache
WORKDIR /src
ENTRYPOINT ["warpcheck"]
CMD ["."]
