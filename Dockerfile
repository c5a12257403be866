# The image of a club: the built host, run by an ordinary user. Everything that changes is in the volume /data.
# docs/deploy.md has the commands; compose.yaml adds PostgreSQL and HTTPS.
ARG BASE=docker.io/library/node:22-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY host/package.json host/
RUN npm ci --omit=dev
COPY . .
# What runs is built from most packages, and needs only those of the host.
RUN node tools/build.mjs && npm ci --omit=dev --workspace=host
# A clone that was made under a strict umask has files that only their owner can read.
RUN chmod -R a+rX /app

FROM ${BASE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data/club
WORKDIR /app
COPY --from=build /app /app
# Group 0 is the group of user ids that the platform chooses (OpenShift).
RUN install -d -o node -g 0 -m 775 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10m \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "tools/start.mjs", "--empty"]
