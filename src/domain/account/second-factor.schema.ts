import * as z from 'zod/mini';
import { idSchema, requiredText } from '../fields';
import { FACTOR_MESSAGES } from './second-factor';
import { givenPasswordSchema } from './sign-in.schema';

/** An authenticator app's 6 digits. People type them with a space in the middle. */
const codeSchema = z.pipe(
  z.transform((typed) => (typeof typed === 'string' ? typed.replace(/\s/g, '') : typed)),
  z.string(FACTOR_MESSAGES.code).check(z.regex(/^\d{6}$/, FACTOR_MESSAGES.code)),
);

const recoveryCodeSchema = z
  .string(FACTOR_MESSAGES.recoveryCode)
  .check(z.trim(), z.minLength(1, FACTOR_MESSAGES.recoveryCode), z.maxLength(60));

/**
 * Bytes in base64url, as a browser sends them. The limit fits a new passkey's attestation, which is
 * the longest.
 */
const bytes = z
  .string(FACTOR_MESSAGES.wrongPasskey)
  .check(z.regex(/^[\w-]{1,20000}$/, FACTOR_MESSAGES.wrongPasskey));
const credential = { id: bytes, rawId: bytes, type: z.literal('public-key') };

/** The result of navigator.credentials.get(), as sent by @simplewebauthn/browser. */
const passkeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(bytes),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeySchema>;

/** The result of navigator.credentials.create(). */
const newPasskeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});
export type NewPasskeyAnswer = z.infer<typeof newPasskeySchema>;

const isOne = (proofs: readonly unknown[]) =>
  proofs.filter((proof) => proof !== undefined).length === 1;

const challenge = z.string(FACTOR_MESSAGES.over).check(z.minLength(1), z.maxLength(100));
const name = requiredText(FACTOR_MESSAGES.name, 60, FACTOR_MESSAGES.name);

const passwordSchema = givenPasswordSchema(FACTOR_MESSAGES.password, FACTOR_MESSAGES.wrongPassword);

/** The ways to verify. Each has one field. */
export const codeFormSchema = z.object({ code: codeSchema });
export const recoveryFormSchema = z.object({ recoveryCode: recoveryCodeSchema });

export const passwordFormSchema = z.object({ password: passwordSchema });

export const factorNameSchema = z.object({ name });

export const challengeSchema = z.object({ challenge });

/** The second step of a sign-in: the challenge from the first step, and one proof. */
export const factorProofSchema = z
  .object({
    challenge,
    code: z.optional(codeSchema),
    recoveryCode: z.optional(recoveryCodeSchema),
    passkey: z.optional(passkeySchema),
  })
  .check(
    z.refine(({ code, recoveryCode, passkey }) => isOne([code, recoveryCode, passkey]), {
      error: FACTOR_MESSAGES.oneProof,
      path: ['code'],
    }),
  );
export type FactorProof = z.infer<typeof factorProofSchema>;

/**
 * A confirmation by a signed-in person: one of the same proofs, or the password if they have no
 * two-step verification.
 */
export const confirmationSchema = z
  .object({
    challenge,
    code: z.optional(codeSchema),
    recoveryCode: z.optional(recoveryCodeSchema),
    passkey: z.optional(passkeySchema),
    password: z.optional(passwordSchema),
  })
  .check(
    z.refine((sent) => isOne([sent.code, sent.recoveryCode, sent.passkey, sent.password]), {
      error: FACTOR_MESSAGES.oneProof,
      path: ['code'],
    }),
  );
export type Confirmation = z.infer<typeof confirmationSchema>;

/** A new verification method, with proof that it works. */
export const newFactorSchema = z
  .object({
    challenge,
    name,
    code: z.optional(codeSchema),
    passkey: z.optional(newPasskeySchema),
  })
  .check(
    z.refine(({ code, passkey }) => isOne([code, passkey]), {
      error: FACTOR_MESSAGES.code,
      path: ['code'],
    }),
  );
export type NewFactor = z.infer<typeof newFactorSchema>;

export const factorIdSchema = z.object({ id: idSchema });
