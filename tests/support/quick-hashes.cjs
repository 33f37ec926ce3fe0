/**
 * Loaded before the product of a browser test. Password hashes are slow by design, and every test
 * signs somebody in, so they use the same algorithm with its smallest settings. A hash includes its
 * settings, so checking it is as fast as creating it. tests/process/start.test.ts checks the
 * product's real hashes.
 */
const argon2 = require('@node-rs/argon2');

const { hash } = argon2;
argon2.hash = (password, options) => hash(password, { ...options, memoryCost: 8, timeCost: 1 });
