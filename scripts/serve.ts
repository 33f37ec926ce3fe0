/** `bun run serve`: migrates and serves what is built; without a build, the sources as they are. */
const built = `${import.meta.dir}/../dist/server/main.js`;
const { started } = await import((await Bun.file(built).exists()) ? built : '../src/server/main');
await started;
