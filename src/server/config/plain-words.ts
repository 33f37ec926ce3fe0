import { lazy } from './lazy';

/**
 * Words with which programs say what went wrong. An error's message may quote what people typed (a
 * name, an address, a password), and nothing about a word itself tells which it is. So the log prints
 * the words of this list and no others; the stack and the code say the rest.
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

/** Codes of Node, SQLite and the mail client; they are lists of the programs themselves. */
const systemCodes = lazy(() => {
  const { errno } = process.getBuiltinModule('node:os').constants;
  return new Set([...Object.keys(errno), ...MAIL_CODES.split(' ')]);
});

/** Whether a text is an error code of a program: ECONNREFUSED, SQLITE_FULL, ERR_INVALID_URL. */
export function isErrorCode(text: string): boolean {
  return systemCodes().has(text) || /^(SQLITE|ERR)_[A-Z_]{2,50}$/.test(text);
}

/** Whether all parts of a name are words of programs: "expired_card", "read-only". */
export function isKnownName(text: string): boolean {
  return text.split(/[_-]/).every((part) => words().has(part.toLowerCase()));
}

/** What takes the place of anything that may be a person's. */
const LEFT_OUT = '…';
/** So short a number is a count, a status or a position, and no phone, code or house. */
const SMALL_NUMBER = /^\d{1,3}$/;

/** The text with every word left out that programs do not use by themselves. */
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
