/**
 * Loaded before the tests of every run (bunfig.toml). Password hashes are slow and take 19 MiB by
 * design, and the tests create or check 2,000, so they use the same algorithm with its smallest
 * settings. tests/process/start.test.ts checks the product's real hashes.
 */
import { Argon2id } from 'oslo/password';

const smallest = new Argon2id({ memorySize: 8, iterations: 1, parallelism: 1 });
// A hash includes its settings, so checking it is as fast as creating it.
Argon2id.prototype.hash = smallest.hash.bind(smallest);
