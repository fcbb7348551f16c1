# The image of Almanac: `npm run release -- --deb`, then `docker build --tag almanac .`. It follows the contract of ONCE:
# port 80, /up, /storage and hooks.
FROM debian:trixie-slim

ARG TARGETARCH

# A number that stays: it owns the files of the volume.
RUN groupadd --system --gid 999 almanac && \
    useradd --system --uid 999 --gid almanac --home-dir /storage --no-create-home --shell /usr/sbin/nologin almanac

# The package is not left in a layer.
RUN --mount=type=bind,source=release,target=/release \
    apt-get update && \
    apt-get install --yes --no-install-recommends /release/almanac_*_${TARGETARCH}.deb && \
    rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/log/apt /var/log/dpkg.log /var/cache/debconf/*-old

COPY --chmod=755 packaging/image/pre-backup packaging/image/post-restore /hooks/
COPY --chmod=755 packaging/image/healthcheck /usr/local/bin/healthcheck
RUN install --directory --owner=almanac --group=almanac --mode=0700 /storage

ENV HOST=0.0.0.0 PORT=80 DATA_DIR=/storage ALMANAC_CONFIG= MALLOC_ARENA_MAX=2
USER almanac
WORKDIR /storage
VOLUME /storage
EXPOSE 80
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=60s CMD ["healthcheck"]
ENTRYPOINT ["almanac"]
CMD ["serve"]
