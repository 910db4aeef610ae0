# The service for a database and an event store of their own; see docker-compose.yml. The embedded database is left
# out: in a container data lives elsewhere, so DATABASE_URL and MASTER_KEY must be set.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY client/package.json client/
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY migrations migrations
COPY projections projections
COPY src src
RUN npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY client/package.json client/
# Optional packages are the embedded PostgreSQL and the compiler's binaries.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    NODE_OPTIONS=--enable-source-maps \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
# `docker compose exec payroll payroll projections list` finds the command; /data holds credentials.json.
RUN chmod +x dist/src/cli/main.js \
 && ln -s /app/dist/src/cli/main.js /usr/local/bin/payroll \
 && install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8080
# An upgrade may build read models for long before it is ready: who ends containers that are not healthy must not end that
# one. The first answer that it is ready ends the start period.
HEALTHCHECK --interval=5s --timeout=4s --start-period=1h --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so that it hears SIGTERM and ends cleanly. The settings are those of `npm start`.
CMD ["node", "--max-semi-space-size=32", "--v8-pool-size=1", "dist/src/cli/main.js", "serve"]
