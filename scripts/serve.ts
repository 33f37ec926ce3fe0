/** `bun run serve` migrates, then serves the build, or the sources if there's no build. */
const built = `${import.meta.dir}/../dist/server/main.js`;
const isBuilt = await Bun.file(built).exists();
if (!isBuilt) console.log("The pages aren't built yet. Run: bun run build");
const { start } = await import(isBuilt ? built : '../src/server/main');
await start();
