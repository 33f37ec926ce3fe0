/** `bun run serve`: migrates and serves the build, or the sources where there is none. */
const built = `${import.meta.dir}/../dist/server/main.js`;
const isBuilt = await Bun.file(built).exists();
if (!isBuilt) console.log('The pages are not built yet: bun run build');
const { started } = await import(isBuilt ? built : '../src/server/main');
await started;
