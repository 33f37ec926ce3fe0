/** Runs the built server whose path is the argument, as scripts/serve.ts runs the product's. */
export {};

const { started } = await import(process.argv[2] as string);
await started;
