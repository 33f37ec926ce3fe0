/** Runs the built server at the given path, in the same way as scripts/serve.ts. */
export {};

const { started } = await import(process.argv[2] as string);
await started;
