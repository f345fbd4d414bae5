export interface Fault {
  readonly file: string
  readonly line: number
  readonly original: string
  readonly replacement: string
}

/** In place of what was replaced. */
const anything = '*'
const sameKey = 'A key that is parsed anew signs the same.'
const hardly = 'No measured value is the limit to the bit.'
const outOfSession = 'A photo from before the claim or after the report has a strong flag, too.'
const readSaved = 'A read is saved.'
const noPhotos = 'Nobody takes photos for an employment: a read is saved.'

/** Why no room's test can see that this is changed, or need not, by file and by what was replaced. */
const explanations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'shared/work/assignment/assignment.ts': {
    'until !== undefined': 'A time that is not there is never later.',
    '[]': 'Nobody has this name.',
  },
  'shared/work/assignment/flags.ts': {
    "'outside_lga'": 'What is not asked of the state is asked of the LGA.',
    'far < thresholds.shortestTripMetres': hardly,
    'kmPerHour <= thresholds.speedKmPerHour': hardly,
    'said.length > 0': 'An empty sentence is no flag.',
    'offset === undefined': 'Without a photo no clock is off.',
    'offset > 0': 'A clock that is right has no flag.',
    'first !== undefined': 'What is not there is no multiple of anything.',
    '!least || !most': 'Both are there, or neither is.',
    'reportedAt === undefined': 'Nothing is later than a time that is not there.',
  },
  'shared/work/assignment/verifind.ts': {
    'thresholds.sessionSlackMinutes * 60_000': outOfSession,
    'reportedAt !== undefined && atMs <= Date.parse(reportedAt) + slackMs': outOfSession,
    'reportedAt !== undefined': 'Nothing is earlier than a time that is not there.',
    'atMs <= Date.parse(reportedAt) + slackMs': outOfSession,
    'Date.parse(reportedAt) + slackMs': outOfSession,
    'atMs >= Date.parse(claimedAt) - slackMs': outOfSession,
    'Date.parse(claimedAt) - slackMs': outOfSession,
    'far > thresholds.vagueMetres': hardly,
  },
  'shared/account/credential.ts': {
    'secret.length < secretLength': 'What is drawn besides is cut off.',
  },
  'shared/aws/batch.ts': {
    'first.dynamodb?.SequenceNumber': 'Every change has one, whatever its type says.',
    "''": 'Every change has a number, whatever its type says.',
  },
  'shared/dispute/dispute.ts': {
    '[]': 'A text has decided nothing.',
    'verdict !== undefined': 'An open one is told of before.',
    '!isDecided(verification.outcome)': 'Nothing else may be objected to.',
  },
  'shared/employer/attestation/rule.ts': {
    'new Date(nowMs).toISOString().slice(0, 10)': 'A day is before each time of that day.',
    "''": 'Each pointer has two parts.',
    'from && to': 'No day is before one that is missing.',
  },
  'shared/evidence/file-token.ts': {
    "''": 'Both parts are there, and what does not match has no time.',
    '[]': 'What does not match has no time.',
  },
  'shared/evidence/visible-slot.ts': {
    'isFromApplicant(slot)': 'No device states a photo of an applicant: a read is saved.',
    '{ consistent: false }': 'It may be a moment old, and costs half.',
    false: 'It may be a moment old, and costs half.',
    'record.property?.photos': 'It is there where its name is.',
    '[]': 'A text names no slot.',
  },
  'shared/identity/id-number.ts': { "''": 'A number that is not there is none.' },
  'shared/identity/matching/matching.ts': {
    "''": 'It is there, as the line before says.',
    'registered === undefined': 'A value that is not there has no key.',
    "'firstname'": 'For no outer name an initial will do.',
    "'lastname'": 'For no outer name an initial will do.',
    '{ firstname: false, lastname: false }': 'Both are compared always.',
    false: 'Both are compared always.',
  },
  'shared/identity/matching/name.ts': {
    "''": 'A name has a first letter, and a field that is compared a name.',
    '!hasContent(left) || !hasContent(right)': 'What has no letter is like nothing that the registry has.',
    'name.slice(0, 2)': 'The first letter of a name is that of its beginning.',
    'offset += word.length': 'Both sides are then counted below zero.',
    'left.length === right.length': 'Words of the same letters that are parted otherwise end elsewhere.',
    'left.length < right.length': 'As many are compared before.',
    'middlename === undefined': 'Without one it is compared as it was before.',
    '!hasContent(supplied)': 'A name without a letter is different from each.',
  },
  'shared/identity/matching/name-rules.ts': { [anything]: 'Words of the guide.' },
  'shared/ledger/sum.ts': {
    'one.product < other.product': 'Each product is there once.',
    'one < other': 'Each name is there once.',
  },
  'shared/link/token.ts': { '[]': 'What does not match has neither form.' },
  'shared/trail/check.ts': {
    'entry.n > sequence': 'Here it is another number.',
  },
  'shared/trail/entry.ts': {
    'one < other': 'Each name is there once.',
    'salt !== undefined': 'Without its salt it has another digest.',
    "'kept'": 'Only the two others are asked for.',
  },
  'shared/log/check.ts': {
    '{': 'Words for people.',
    "''": 'Where there are no leaves, no line ends.',
    'head.size === leafHashes.length': 'Other leaves have another root.',
    'first === undefined': 'Where there is no first, there is no last.',
    'read.set(head.hour, jws)': readSaved,
    'leaves.filter(leaf => {': readSaved,
    'entry && isEmptied(entry)': readSaved,
  },
  'shared/signing/signing.ts': {
    'opened.set(key.kid, d)': 'A key that is opened anew signs the same.',
    'found.length > 0': 'The table refuses a second first key.',
  },
  'shared/receipt/verification-receipt.ts': {
    "verification.product === 'employment'": noPhotos,
    "'employment'": noPhotos,
    '[]': noPhotos,
  },
  'shared/verification/duplicate.ts': {
    '[]': 'What is no order has no end in the future, and is left out.',
    '/(?:[^\\p{L}\\p{N}\\p{S}/]|(?<!\\p{N})\\/|\\/(?!\\p{N}))+/u':
      'Each sign then parts words by itself, and the empty words between are left out.',
  },
  'shared/webhook/endpoint/secret.ts': {
    'secret.until < until': 'Where both are the same, either may be taken.',
  },
  'shared/webhook/transport/signature.ts': {
    known: sameKey,
    'keys.size >= cachedKeys': sameKey,
    'keys.set(secret, key)': sameKey,
  },
}

/** Three words and more are for people. */
const isSentence = /^(['"`])\S+ \S+ .*\1$/

export const isExplained = ({ file, original, replacement }: Fault): boolean => {
  if (replacement === '""' && isSentence.test(original)) return true
  const known = explanations[file] ?? {}
  return Object.hasOwn(known, original) || Object.hasOwn(known, anything)
}
