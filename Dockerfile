# docker build -t warpcheck . && docker run --rm -v "$PWD:/src:ro" warpcheck .
FROM golang:1.26-bookworm AS build
RUN apt-get update -q \
 && apt-get install -q -y --no-install-recommends dpkg-dev libclang-15-dev llvm-15-dev libncurses-dev libz3-dev zlib1g-dev \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /warpcheck
COPY . .
# What the image holds: the package, and the headers of C and C++ for code that includes them.
RUN go build -trimpath -buildvcs=false -ldflags=-extldflags=-Wl,--gc-sections -o bin/warpcheck ./cmd/warpcheck && scripts/dist \
 && mkdir /root-of-image && dpkg-deb -x dist/*.deb /root-of-image \
 && mkdir -p /root-of-image/usr/lib/gcc && cp -r /usr/include /root-of-image/usr \
 && cp -r --parents /usr/lib/gcc/*/*/include /usr/lib/gcc/*/*/crtbegin.o /root-of-image

# glibc and libgcc, no shell. warpcheck reads a repository itself, whoever owns it: no git is needed for --new-from-rev.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /root-of-image /
ENV XDG_CACHE_HOME=/tmp/cache
WORKDIR /src
ENTRYPOINT ["/usr/bin/warpcheck"]
CMD ["."]
