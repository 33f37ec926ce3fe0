/**
 * Loaded before the tests of every run (bunfig.toml). A hash of a password costs time and 19 MiB by intent,
 * and the tests make or check two thousand: here it is the same algorithm at its smallest.
 * tests/process/start.test.ts holds what a product really stores.
 */
import { Argon2id } from 'oslo/password';

const smallest = new Argon2id({ memorySize: 8, iterations: 1, parallelism: 1 });
// A hash names its own settings, so that checking one costs what making it did.
Argon2id.prototype.hash = smallest.hash.bind(smallest);
