# The first stage builds. The second only has what serving and the operator's commands need (scripts/image.ts).
FROM oven/bun:1.4.5 AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY packages/stripe-sandbox/package.json ./packages/stripe-sandbox/
RUN bun install --frozen-lockfile --ignore-scripts --omit=dev --omit=peer
COPY . .
RUN bun scripts/build.ts && bun scripts/image.ts

FROM oven/bun:1.4.5-slim
LABEL org.opencontainers.image.title="Dockside" \
    org.opencontainers.image.licenses="MIT"
WORKDIR /app
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATABASE_URL=file:/data/dockside.db \
    PHOTO_STORAGE=file:/data/photos
RUN mkdir /data && chown bun:bun /data
COPY deploy/entrypoint.sh ./deploy/
COPY --from=build /app/image ./
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
  CMD ["bun", "-e", "const r = await fetch(`http://127.0.0.1:${process.env.PORT}/healthz`); process.exit(r.ok ? 0 : 1)"]
# root is for a host whose volumes belong to root, such as Fly. The entry point then gives /data to the user
# bun and serves as that user.
ARG RUN_AS=bun
USER ${RUN_AS}
# Without a shell, SIGTERM reaches the product, which then finishes its running work.
ENTRYPOINT ["/app/deploy/entrypoint.sh"]
CMD ["bun", "scripts/serve.ts"]
