# syntax=docker/dockerfile:1
# Studbook alone: its libraries are in it. Archives and packed sources are read with what Debian itself needs to unpack packages.
FROM swift:6.3-bookworm AS build
# Versions are those of the image's Debian release.
# hadolint ignore=DL3008
RUN apt-get update -q \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
      make gcc pkg-config libsqlite3-dev libxml2-dev zlib1g-dev libssl-dev libicu-dev liblzma-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /studbook
COPY . .
RUN make install PREFIX=/usr DESTDIR=/installed

FROM debian:bookworm-slim
COPY --from=build /installed/usr /usr
# Files that a run writes belong to whom `docker run --user` names.
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["studbook"]
CMD ["--help"]
