import { lazy } from './lazy';

/**
 * Words that programs use in error messages. A message may also quote what people typed, such as a name, an
 * address, or a password, and a word alone doesn't show where it comes from. So the log only prints words
 * from this list. The stack and the code provide the rest.
 */
const words = lazy(
  () =>
    new Set(
      `a about above abort aborted accept accepted access account action active addition after again all
  already also amount an and answer answered any api appointment are argument arguments array as at
  attempt authentication available away balance bank be been before began begin being below between body
  booking boolean broke broken buffer busy but by bytes call called calls can canceled cancelled cannot
  canvas card cards certificate changed charge check checked client close closed code column columns
  command compared concurrent connect connected connection constraint contain content corrupt could
  create created credentials currency customer damaged data database date deadline debt declined default
  delete denied deep depth destroyed did directory disconnected disk dispute do does done driver due
  duplicate during early element email emergency empty encoding end ended enough error errors evaluating
  event exceeded exception exist exists expected expired extra fail failed failure far feed fetch field
  file files find finite first for forbidden foreign format found free from full function funds gave get
  gone got greeting had handshake has have host idempotent if image in incomplete incorrect index
  initialized input insert instance insufficient integer intent interrupted into invalid io is it its
  job journal json key keys known large last lease length limit lines listen local located lock locked
  long lost mail malformed many match maximum may media memory message method mismatch missing mistake
  module more most must name named near needs negative network never no node not nothing null number
  object of off offline on one only open opened operation operator option or order out outside over
  parameter parameters parent parse parsed part path payment pending permission photo picture plausible
  port position price process processing promise property protocol provided query quota range rate reach
  reached read reading readonly ready recorded refund refused reject rejected released replaced request
  requests required reset resource response responded result retry role row rows run running schema secret
  seconds select sent server service session set setup signature signed size slot smtp socket space stack
  state statement status still stopped storage string supported symbol syntax system table text than that
  the their there they this thrown time timed timeout timestamp times tls to token too transaction trigger
  truncated try twice type types typed undefined unexpected unhandled unique unknown unreachable
  unrecognized unsupported update updated url usable use used user username using value values version
  view was webhook were when where which while with within without word words write written wrong yet
  you zero`.split(/\s+/),
    ),
);

const MAIL_CODES = 'EAUTH ECONNECTION EDNS EENVELOPE EMESSAGE EPROTOCOL ESOCKET ESTREAM ETLS';

/** Error codes of the operating system and the email client. */
const systemCodes = lazy(() => {
  const { errno } = process.getBuiltinModule('node:os').constants;
  return new Set([...Object.keys(errno), ...MAIL_CODES.split(' ')]);
});

/** Whether a text is a program's error code, such as ECONNREFUSED, SQLITE_FULL, or ERR_INVALID_URL. */
export function isErrorCode(text: string): boolean {
  return systemCodes().has(text) || /^(SQLITE|ERR)_[A-Z_]{2,50}$/.test(text);
}

/** Whether all parts of a name are known words, as in "expired_card" and "read-only". */
export function isKnownName(text: string): boolean {
  return text.split(/[_-]/).every((part) => words().has(part.toLowerCase()));
}

/** Replaces anything that may be personal. */
const LEFT_OUT = '…';
/** A number this short is a count, a status, or a position, and never a phone number, code, or house number. */
const SMALL_NUMBER = /^\d{1,3}$/;

/** Removes all words from a text that programs don't use themselves. */
export function inPlainWords(text: string): string {
  const tokens = text.slice(0, 1_000).split(/(\s+)/);
  const told = tokens.map((token) => {
    const [, before = '', core = '', after = ''] = /^(\W*)(.*?)(\W*)$/s.exec(token) ?? [];
    const isPlain = core === '' || SMALL_NUMBER.test(core) || isErrorCode(core);
    if (isPlain || isKnownName(core)) return token;
    return `${before.replace(/[^("'[]/g, '')}${LEFT_OUT}${after.replace(/[^)"'\],.;:]/g, '')}`;
  });
  return told.join('').replace(/…(\s*[^\w\s]*…)+/g, LEFT_OUT);
}
