/**
 * Loaded before the tests of every run (bunfig.toml). By design, a password hash is slow and takes
 * 19 MiB, and the tests create or check 2,000 of them. So they use the same algorithm with its
 * smallest settings. tests/process/start.test.ts checks the product's real hashes.
 */
import { Argon2id } from 'oslo/password';

const smallest = new Argon2id({ memorySize: 8, iterations: 1, parallelism: 1 });
// A hash includes its settings, so checking it is as fast as creating it.
Argon2id.prototype.hash = smallest.hash.bind(smallest);
